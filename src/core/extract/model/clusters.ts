/** Which markers are adjacent, and the brackets and separators around them. */
import type { Span } from '../../model';
import { decode, isBullet, isDigit, isLetter, isSpace } from '../../text/chars';
import { isSourceKey, type Marker } from './markers';
import { wordSet } from '../../text/wordSet';

/**
 * The index after the markers adjacent to the one at `k`: only white space, commas and semicolons are between them, or `) (`, or, in
 * brackets of their own and between numbers, a word or mark that joins (`([FT](…) and [BBC](…))`, `[1] & [2]`).
 */
export function clusterEnd(hits: readonly Span[], k: number, to: number, codes: Uint16Array): number {
  const { start = 0, end: first = 0 } = hits[k] ?? {};
  const isOwn =
    isOpening(codes[start - 1] ?? 0) || (isOpening(codes[start] ?? 0) && isDigit(codes[start + 1] ?? 0));
  let end = first;
  let i = k + 1;
  for (; i < to; i++) {
    const hit = hits[i];
    if (!hit || hit.start > end + 5) break;
    const isRound = codes[end] === 41 && codes[hit.start - 1] === 40;
    if (
      isRound
        ? !separates(codes, end + 1, hit.start - 1)
        : !separates(codes, end, hit.start) && !(isOwn && joins(codes, end, hit.start))
    )
      break;
    end = Math.max(end, hit.end);
  }
  return i;
}

const JOINS = wordSet('/ | · • & + - – — and nor or und oder et ou ni y o e и или i oraz och en 和 与 と 및');

/** Whether a range is one of `JOINS`, with white space and commas around it. */
export function joins(codes: Uint16Array, from: number, to: number): boolean {
  const { start, end } = trim(codes, from, to);
  return end - start < 4 && JOINS.has(String.fromCharCode(...codes.subarray(start, end)));
}

/** Whether all units of a range are separators, or others that `is` accepts. */
export function separates(codes: Uint16Array, from: number, to: number, is = isEdge): boolean {
  for (let i = from; i < to; i++) if (!is(codes[i] ?? 0)) return false;
  return true;
}
/** What may follow a marker at the end of a sentence. */
export const isTail = (c: number): boolean => isEdge(c) || c === 46 || c === 40 || c === 41;

/** The furthest end of the markers from one index up to another. */
export function furthest(hits: readonly Span[], from: number, to: number): number {
  let end = 0;
  for (let i = from; i < to; i++) end = Math.max(end, hits[i]?.end ?? 0);
  return end;
}

/** The end of a marker, including its own brackets: `(src/a.ts:42)`. */
export function closing(start: number, end: number, codes: Uint16Array): number {
  const coded = codes[end] === 96 ? 1 : 0;
  if (!isCloser(codes[end + coded] ?? 0)) return end;
  const open = codes[start - 1] === 96 ? start - 2 : start - 1;
  return isOpening(codes[open] ?? 0) ? end + coded + 1 : end;
}
export const isCloser = (c: number): boolean => c === 41 || c === 93 || c === 0xff09;
export const isOpening = (c: number): boolean => c === 40 || c === 91 || c === 0xff08;

/** Trims separators, white space and closing brackets from a start; white space, `</sup>` and the next marker's bracket from an end. */
export function trim(codes: Uint16Array, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && (isEdge(codes[from] ?? 0) || isCloser(codes[from] ?? 0) || isStop(codes, from))) from++;
  const raised = to - RAISED.length;
  if (codes[to - 1] === 62 && raised > from && RAISED.every((c, i) => codes[raised + i] === c)) to = raised;
  if (to > from && codes[to - 1] === 96 && isOpening(codes[to - 2] ?? 0)) to--;
  while (to > from && (isSpace(codes[to - 1] ?? 0) || isOpening(codes[to - 1] ?? 0))) to--;
  return { start: from, end: to };
}

/** `</sup>` */
const RAISED = [60, 47, 115, 117, 112, 62];

/** The full stop of the sentence before, or a bullet. */
const isStop = (codes: Uint16Array, i: number): boolean =>
  (codes[i] === 46 || isBullet(codes[i] ?? 0)) && isSpace(codes[i + 1] ?? 0);

const isEdge = (c: number): boolean =>
  isSpace(c) || c === 44 || c === 59 || c === 0xff0c || c === 0xff1b || c === 0x3001 || c === 0x60c;

/** Whether the words of a marker are excluded from its sentence: numbers, and works or keys in brackets. */
export function standsAside(hit: Marker | undefined, codes: Uint16Array): boolean {
  if (hit?.kind === 'keys') return !isTextual(hit, codes);
  if (hit?.kind === 'reference') return isSourceKey(hit.text) && isSourceKey(hit.label);
  return hit?.kind === 'numbers' || (hit?.kind === 'works' && !isLetter(codes[hit.start] ?? 0));
}

/** `@key`, `\citet{key}`, `{cite:t}`: commands that print the names of the authors; `[[key]] shows`: a page as a word. */
const TEXTUAL = /^(?:@|\\(?:[Tt]extcite|[Cc]iteauthor|[Cc]ite(?:al)?t(?![a-z]))|(?:\{|:)cite:?t(?![a-z]))/;
export const isTextual = ({ start, end }: Span, codes: Uint16Array): boolean =>
  codes[start] === 91 && codes[start + 1] === 91
    ? (isSpace(codes[end] ?? 0) && isLetter(codes[end + 1] ?? 0)) || decode(codes, start, end).includes('|')
    : TEXTUAL.test(decode(codes, start, Math.min(codes.length, start + 12)));
