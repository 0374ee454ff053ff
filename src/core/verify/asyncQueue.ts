/** A queue with a single consumer. */
export type AsyncQueue<T> = {
  add(one: T): void;
  /** Lets the consumer check again without a new item. */
  wake(): void;
  readonly isEmpty: boolean;
  /** Takes all items, waiting for the first; empty when woken. */
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
