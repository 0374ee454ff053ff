/** Tells text that was taken out of pages, as of a PDF: its lines can be in a wrong order, and its words and identifiers in pieces. */
import type { Code } from '../../codes';
import { remembered } from '../../text/maps';
import type { Chunk } from '../model/chunk';

/** The problems of such a text that neither mixed columns nor running heads cause. */
export const OF_ANY_TEXT: ReadonlySet<Code> = new Set([
  'unknown-key',
  'footnote-unused',
  'chat-residue',
  'tracking-parameter',
]);

const CUT = /-[ \t]{0,4}\r?\n[ \t]{0,20}(?=(\p{Ll}{2,20}))/gu;
/** The halves of the words that line ends cut. */
const cutIn = remembered(({ text }: Chunk) =>
  [...text.matchAll(CUT)].flatMap(({ 1: end = '', index }) =>
    (/\p{L}{2,20}$/u.exec(text.slice(Math.max(0, index - 20), index)) ?? []).map((begin) => [begin, end]),
  ),
);
/** The other words; one with hyphens is another word than its parts. */
const wordsIn = remembered(({ text }: Chunk) => new Set(text.replace(CUT, '-').match(/[\p{L}-]+/gu)));

/**
 * Whether a text has two page breaks, or three words that line ends cut: it has them whole elsewhere (`Mad-⏎den`, but not `log-⏎in`, as its
 * halves are words too), or many words without spaces. `\frac` in a string is no page break, nor is one behind `[Page 3]`, as RFCs have it.
 */
export function isOfPages(chunks: readonly Chunk[]): boolean {
  const count = (mark: RegExp) => chunks.reduce((sum, { text }) => sum + (text.match(mark)?.length ?? 0), 0);
  const isPaged = chunks.some(({ text }) => text.includes('\f'));
  if (isPaged && count(/(?:^|\n)\f(?![a-z])/g) > count(/\[Page \w{1,5}\](?=\s)/g) + 1) return true;
  const cut = new Map(chunks.flatMap(cutIn).map((halves) => [halves.join(''), halves]));
  const isWord = (word: string) => chunks.some((chunk) => wordsIn(chunk).has(word));
  const isCut = ([word, halves]: [string, string[]]) => isWord(word) && !halves.every(isWord);
  return cut.size > 2 && ([...cut].slice(0, 50).filter(isCut).length > 2 || count(/[a-z]{28}/g) > 20);
}
