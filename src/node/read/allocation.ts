/**
 * A bound on single buffers. `resourceLimits` count a worker's heap, not its buffers, and pdf.js unpacks a stream into one
 * buffer that doubles as long as there is more: a few megabytes of zeros packed would take all memory of the host.
 */

/**
 * Makes `new Uint8Array(n)` throw a `RangeError` above `max` bytes in this thread, and takes away the one way to unpack that
 * gathers pieces without a bound; pdf.js has its own for engines without it. For workers that read what others wrote.
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
