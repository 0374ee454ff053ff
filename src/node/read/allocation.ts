/**
 * Limits single buffers and repeated strings. `resourceLimits` cover a worker's heap, not its buffers, and pdf.js inflates a stream into
 * one buffer that keeps doubling: a few megabytes of packed zeros would use all memory. It also builds page labels by repeating a letter as
 * often as the file requests: many such strings at once crash the whole process, not only the worker.
 */

/** UTF-16 units. */
const MOST_REPEATED = 10_000;

/**
 * Makes `new Uint8Array(n)` above `max` bytes, and `repeat` above 10,000 units, throw a `RangeError` in this thread, and removes the one decompressor without such a limit;
 * pdf.js has its own fallback. For workers that read untrusted input.
 */
export function limitAllocations(max: number): void {
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args: readonly unknown[], newTarget): Uint8Array {
      const [size] = args;
      if (typeof size === 'number' && size > max) throw new RangeError(`a buffer of more than ${max} bytes`);
      const made: unknown = Reflect.construct(target, args, newTarget);
      if (!(made instanceof target)) throw new TypeError('not a Uint8Array');
      return made;
    },
  });
  const repeat: unknown = Reflect.get(String.prototype, 'repeat');
  if (typeof repeat !== 'function') return;
  Object.defineProperty(String.prototype, 'repeat', {
    value(this: string, count: number): string {
      if (this.length * count > MOST_REPEATED) throw new RangeError('a string repeated too often');
      return String(Reflect.apply(repeat, this, [count]));
    },
  });
}
