import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/edits/textEdit';
import { unignore } from '../../../src/core/edits/removeIgnore';
import type { Code } from '../../../src/core/codes';
import { ignoresIn } from '../../../src/core/text/ignores';

/** The text after a code was taken back at the first place of “cited”. */
function lifted(text: string, code: Code = 'dead') {
  const start = Math.max(0, text.indexOf('cited'));
  const found = unignore(text, { start, end: start + 5 }, code);
  return found && { text: apply(text, found.changes), all: found.all };
}

describe('an ignore comment is taken back', () => {
  test.each([
    ['cited <!-- citewright-ignore-line dead -->\nNext.\n', 'cited\nNext.\n'],
    ['cited <!-- citewright-ignore-line dead: moved soon -->\r\nNext.\r\n', 'cited\r\nNext.\r\n'],
    ['cited % citewright-ignore-line dead\nNext.\n', 'cited\nNext.\n'],
    ['So <!-- citewright-ignore-line dead --> cited.\n', 'So cited.\n'],
    ['So<!-- citewright-ignore-line dead -->, cited.\n', 'So, cited.\n'],
    ['<!-- citewright-ignore-line dead --> cited.\n', 'cited.\n'],
    ['cited.\n\n<!-- citewright-ignore-file dead -->\n', 'cited.\n'],
    ['<!-- citewright-ignore-file dead -->\n', ''],
    ['<!-- citewright-ignore-file dead -->\n\ncited.\n', 'cited.\n'],
    ['One.\n\n<!-- citewright-ignore-next-line dead -->\ncited.\n', 'One.\n\ncited.\n'],
    ['One.\n<!-- citewright-ignore-next-line dead -->\ncited.\n', 'One.\n\ncited.\n'],
    ['One.\n% citewright-ignore-next-line dead\ncited.\n', 'One.\ncited.\n'],
    ['One.\n<!-- citewright-ignore-file dead -->\n\ncited.\n', 'One.\n\ncited.\n'],
    ['One.\n\n<!-- citewright-ignore-file dead -->\n\ncited.\n', 'One.\n\ncited.\n'],
  ])('with the room that it took: %j', (text, after) => {
    expect(lifted(text)?.text).toBe(after);
  });

  test.each([
    [
      'cited <!-- citewright-ignore-line dead, absent: why -->',
      'cited <!-- citewright-ignore-line absent: why -->',
    ],
    [
      'cited <!-- citewright-ignore-line absent, dead: why -->',
      'cited <!-- citewright-ignore-line absent: why -->',
    ],
    ['cited % citewright-ignore-line a-typo dead  absent', 'cited % citewright-ignore-line a-typo  absent'],
    ['cited <!-- citewright-ignore-line dead dead -->', 'cited'],
  ])('by its code alone where it names others: %j', (text, after) => {
    expect(lifted(text)).toEqual({ text: after, all: false });
  });

  test('a comment about every code goes as a whole, and says so', () => {
    expect(lifted('cited <!-- citewright-ignore-line -->\n')).toEqual({ text: 'cited\n', all: true });
  });

  test('of a comment that goes on in the next line only what it says to us goes', () => {
    expect(lifted('cited <!-- citewright-ignore-line dead\nand more -->\n')?.text).toBe(
      'cited <!--\nand more -->\n',
    );
  });

  test('what sets another code or another place aside is left alone', () => {
    expect(lifted('cited <!-- citewright-ignore-line absent -->\n')).toBeUndefined();
    expect(lifted('cited\nOne. <!-- citewright-ignore-line dead -->\n')).toBeUndefined();
    expect(lifted('cited `<!-- citewright-ignore-line dead -->`\n')).toBeUndefined();
  });

  test('again and again, the code shows in the end, and what is no comment of ours is not lost', () => {
    const comment = fc
      .tuple(
        fc.constantFrom('<!--', '%'),
        fc.constantFrom('line', 'file', 'next-line'),
        fc.array(fc.constantFrom('dead', 'absent', 'typo'), { maxLength: 3 }),
        fc.constantFrom('', ': a note'),
      )
      .map(([open, kind, codes, note]) => {
        const word = `citewright-ignore-${kind} ${codes.join(', ')}${note}`;
        return open === '%' ? `% ${word}\n` : `<!-- ${word} -->`;
      });
    const piece = fc.oneof(comment, fc.constantFrom('cited ', 'One. ', '\n', '\n\n', ' '));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let text = `cited ${pieces.join('')}`;
        const words = (of: string) => of.replace(/<!--[^]*?-->|%.*$/gm, '').match(/\S+/g) ?? [];
        const before = words(text);
        for (let i = 0; i <= pieces.length; i++) {
          const found = unignore(text, { start: 0, end: 5 }, 'dead');
          if (!found) break;
          text = apply(text, found.changes);
          expect(words(text)).toEqual(before);
        }
        expect(ignoresIn(text)?.({ start: 0, end: 5 }, 'dead')).toBeUndefined();
      }),
    );
  });
});
