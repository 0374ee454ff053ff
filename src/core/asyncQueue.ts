/** What has arrived and was not yet taken. One taker. */
export type AsyncQueue<T> = {
  add(one: T): void;
  /** Lets the taker look again although nothing arrived. */
  wake(): void;
  readonly isEmpty: boolean;
  /** All that has arrived, waiting for the first when there is none; nothing when woken. */
  take(): Promise<readonly T[]>;
};

export function createAsyncQueue<T>(): AsyncQueue<T> {
  let arrived: T[] = [];
  let wake: () => void = () => undefined;
  return {
    add(one) {
      arrived.push(one);
      wake();
    },
    wake: () => wake(),
    get isEmpty() {
      return arrived.length === 0;
    },
    async take() {
      if (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const all = arrived;
      arrived = [];
      return all;
    },
  };
}
