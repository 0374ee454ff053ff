/**
 * Limits single buffers. `resourceLimits` cover a worker's heap, not its buffers, and pdf.js inflates a stream into one buffer that keeps
 * doubling: a few megabytes of packed zeros would use all memory.
 */

/**
 * Makes `new Uint8Array(n)` throw a `RangeError` above `max` bytes in this thread, and removes the one decompressor without such a limit;
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
}
