/** A queue with a single consumer. */
export function createAsyncQueue<T>() {
  let arrived: T[] = [];
  let wake: () => void = () => undefined;
  return {
    add(one: T): void {
      arrived.push(one);
      wake();
    },
    /** Lets the consumer check again without a new item. */
    wake: () => wake(),
    get isEmpty() {
      return arrived.length === 0;
    },
    /** Takes all items, waiting for the first; empty when woken. */
    async take(): Promise<readonly T[]> {
      if (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const all = arrived;
      arrived = [];
      return all;
    },
  };
}
