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

/** The words that line ends cut, put together. */
const cutIn = remembered(({ text }: Chunk) =>
  [...text.matchAll(/-[ \t]{0,4}\r?\n[ \t]{0,20}(?=(\p{Ll}{2,20}))/gu)].flatMap(({ 1: end = '', index }) =>
    (/\p{L}{2,20}$/u.exec(text.slice(Math.max(0, index - 20), index)) ?? []).map((begin) => begin + end),
  ),
);

/**
 * Whether a text has two page breaks, or three words that line ends cut (`Mad-⏎den`, not `state-of-⏎the-art`): it has them whole elsewhere,
 * or many words without spaces. `\frac` in a string is no page break.
 */
export function isOfPages(chunks: readonly Chunk[]): boolean {
  const count = (mark: RegExp) => chunks.reduce((sum, { text }) => sum + (text.match(mark)?.length ?? 0), 0);
  if (chunks.some(({ text }) => text.includes('\f')) && count(/(?:^|\n)\f(?![a-z])/g) > 1) return true;
  const cut = [...new Set(chunks.flatMap(cutIn))].slice(0, 50);
  const isWhole = (word: string) => chunks.some(({ text }) => text.includes(word));
  return cut.length > 2 && (cut.filter(isWhole).length > 2 || count(/[a-z]{28}/g) > 20);
}
