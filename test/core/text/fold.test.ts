import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldWithMap, squeeze } from '../../../src/core/text/fold';

describe('fold', () => {
  it.each([
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ﬁnal', 'final'],
    ['“draft” ‘x’', '"draft" \'x\''],
    ['1914–1918 — war', '1914-1918 - war'],
    ['co\u00adoperate', 'cooperate'],
    ['multi-\nline', 'multiline'],
    ['multi-\r\n  line', 'multiline'],
    ['pages 10-\n20', 'pages 10-20'],
    ['a \u00a0\n\t b', 'a b'],
    ['M\u200ba\u200br\u2060k\u202e', 'mark'],
    ['ＡＢＣ １２', 'abc 12'],
    ['Straße', 'strasse'],
    ['がっこう', 'がっこう'],
    ['हिन्दी', 'हिन्दी'],
    ['\u{1d400}', 'a'],
    ['\u{e0041}x', 'x'],
  ])('%j becomes %j', (text, folded) => expect(fold(text)).toBe(folded));

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

describe('squeeze', () => {
  it.each([
    ['100 °C', '100°c'],
    ['grew [3] by 4,812', 'grewby4812'],
    ['from 1.5 to 15', 'from1.5to15'],
    ['at −5 degrees', 'at-5degrees'],
    ['COVID-19', 'covid19'],
    ['in 1914–1918', 'in1914-1918'],
    ['a 5% rise, i.e. 2', 'a5%riseie2'],
  ])('%j becomes %j', (text, squeezed) => expect(squeeze(text).text).toBe(squeezed));
});
