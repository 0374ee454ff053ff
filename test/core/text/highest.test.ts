import { describe, expect, it } from 'vitest';
import { highest } from '../../../src/core/text/highest';

describe('highest', () => {
  it('is the largest number, in any order', () => {
    expect(highest([2, 7, 3])).toBe(7);
    expect(highest(new Set([7, 2]))).toBe(7);
  });

  it('is 0 for an empty list', () => {
    expect(highest([])).toBe(0);
  });

  it('accepts more numbers than a call takes arguments', () => {
    expect(highest(Array.from({ length: 300_000 }, (_, i) => i))).toBe(299_999);
  });

  it('ignores NaN', () => {
    expect(highest([Number.NaN, 4, Number.NaN])).toBe(4);
  });
});
