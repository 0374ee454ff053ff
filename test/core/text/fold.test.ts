import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldWithMap } from '../../../src/core/text/fold';

describe('fold', () => {
  it('maps every folded unit to its origin', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const { text: folded, starts, ends } = foldWithMap(text);
        expect(starts.length).toBe(folded.length);
        for (let i = 0; i < folded.length; i++) {
          expect(ends[i]).toBeGreaterThan(starts[i]!);
          expect(ends[i]).toBeLessThanOrEqual(text.length);
          if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(starts[i - 1]!);
        }
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => fold(fold(text)) === fold(text)));
  });
});
