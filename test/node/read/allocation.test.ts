import { expect, it } from 'vitest';
import { limitAllocations } from '../../../src/node/read/allocation';

// Runs in a file of its own: the bound holds for the rest of the thread.
it('rejects buffers and repeated strings over the limit, and changes nothing else', () => {
  limitAllocations(1_000);
  expect(() => new Uint8Array(1_001)).toThrow(RangeError);
  expect(new Uint8Array(1_000)).toHaveLength(1_000);
  const copy = new Uint8Array(Uint8Array.from([1, 2, 3]).buffer, 1, 2);
  expect([...copy]).toEqual([2, 3]);
  expect(copy).toBeInstanceOf(Uint8Array);
  expect(new TextEncoder().encode('x')).toBeInstanceOf(Uint8Array);
  expect(() => 'ab'.repeat(5_001)).toThrow(RangeError);
  expect('ab'.repeat(5_000)).toHaveLength(10_000);
  expect('DecompressionStream' in globalThis).toBe(false);
});
