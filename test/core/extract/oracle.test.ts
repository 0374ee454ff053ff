/** Code, links and footnotes are where the reference parser finds them, except for the differences that `scripts/oracle.ts` explains. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../scripts/oracle';
import { document } from './documents';

/**
 * Pieces of syntax that mean something else beside others. Blanks surround addresses: a scan ends one at a back-quote, a pipe, an angle
 * bracket or an unmatched bracket, the oracle only at blanks and `<`. The seed is fixed because the oracle itself differs from the
 * specification in rare cases, such as a shortcut reference before a bracket.
 */
const BITS = [
  ...['a', 'b c', ' ', '  ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '\\', '&amp;'],
  ...[
    '`',
    '``',
    '`x`',
    '``` ',
    '```\n',
    '~~~\n',
    '*',
    '**',
    '_',
    '#',
    '# ',
    '## b',
    '===\n',
    '---\n',
    '***\n',
  ],
  ...['- ', '+ ', '* ', '1. ', '1) ', '> ', '>', '>> ', '   - ', '    - '],
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '[a]',
    '[a](/u)',
    '[b](<u v>)',
    '[c](u "t")',
    '[a][r]',
    '[r]',
    ' [r][] ',
  ],
  ...['[r]: /u\n\n', '[r]: <u> "t"\n\n', '[r]: /u\n---\n', '[^n]', '[^n]: ', '[^n]: note\n'],
  ...['<', '>', '<b>', '</b>', '<div>\n', '<!-- ', '-->', '<a href="x">', '<pre>\n'],
  ...['| a | b |\n', '|---|---|\n', '| - |\n', '|', '\\|'],
  ...[' <https://a.bc/d> ', ' https://a.bc/d ', ' www.a.bc ', ' _http://a.bc._ '],
];
const tangle = fc.array(fc.constantFrom(...BITS), { maxLength: 14 }).map((bits) => bits.join(''));

const agrees = (text: string): void => {
  const { ours, theirs } = compare(text);
  expect({ ours, theirs }).toEqual({ ours: [], theirs: [] });
};

describe('the places of code, links and footnotes', { timeout: 120_000 }, () => {
  it('agree with the reference parser in ordinary documents', () => {
    fc.assert(fc.property(document, agrees), { numRuns: 400 });
  });

  it('agree with the reference parser in any mix of Markdown syntax', () => {
    fc.assert(fc.property(tangle, agrees), { numRuns: 1_200, seed: 1 });
  });

  it.each([
    ['a list with any first number after a block quote', '> a\n2) [^n]: note\n'],
    ['a table below a paragraph', 'first `line`\n| a | b` |\n| - | - |\n| [c](/u) | `d` |\n'],
    ['definitions above a heading', '[r]: /u\nA [r]\n===\n\n[r]: /v\n---\n[r]\n'],
    ['a URL on its own line above code', '<https://a.example/b>\n```\ncode\n```\n'],
    ['a byte-order mark before a heading', '\ufeff# a `b`\n'],
    ['a footnote below a table', '| a |\n| - |\n[^n]: note\n'],
    ['a URL in emphasis', '_https://a.example/b_\n'],
    ['a reference within the text of a reference', '[a *b [c][r]*][r]\n\n[r]: /u\n'],
    ['a link in the alternative text of an image', '![[a](/u)](/v)\n'],
  ])('agree with the reference parser in %s', (_, text) => agrees(text));
});
