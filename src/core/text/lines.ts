/** Converts offsets to 1-based lines and columns, columns in UTF-16 units. Lines end at CR LF, LF or CR. */
import type { LineRange, Span } from '../model';
import { countBefore } from './search';

export type Position = { readonly line: number; readonly column: number };

/** Start offsets of the lines of `text`. */
export function lineStarts(text: string): number[] {
  const found = [0];
  const ends = text.includes('\r') ? /\r\n?|\n/g : /\n/g;
  while (ends.test(text)) found.push(ends.lastIndex);
  return found;
}

/** Where the line with an offset begins. */
export const lineStart = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

/** Where the line with an offset ends, before its line feed. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The lines of a part of a text, without line feeds. */
export function* linesIn(
  text: string,
  { start, end }: Span = { start: 0, end: text.length },
): Generator<Span> {
  for (let from = start; from < end;) {
    const to = Math.min(end, lineEnd(text, from));
    yield { start: from, end: to };
    from = to + 1;
  }
}

/** Makes a function from offset to position: one pass over `text`, then logarithmic per offset. */
export function positions(text: string): (offset: number) => Position {
  const lines = lineStarts(text);
  return (offset) => {
    const line = countBefore(lines.length, (i) => (lines[i] ?? 0) <= offset);
    return { line, column: offset - (lines[line - 1] ?? 0) + 1 };
  };
}

/** A path with its lines: `a.ts:4`, `a.ts:4-9`. */
export const placeText = (path: string, lines: LineRange | undefined): string =>
  lines ? `${path}:${lines[0] === lines[1] ? lines[0] : lines.join('-')}` : path;

/** The 1-based page that contains an offset; `pages` holds the start offsets of the pages. */
export function pageAt(pages: readonly number[] | undefined, offset: number): number | undefined {
  if (!pages || pages.length === 0) return undefined;
  const after = pages.findIndex((start) => start > offset);
  return Math.max(1, after < 0 ? pages.length : after);
}

type Paginated = { readonly pages?: readonly number[]; readonly pageLabels?: readonly string[] };
/** Where the pages of a text start and what they are called in print. */
export const pagesOf = ({ pages, pageLabels }: Paginated = {}): Paginated =>
  pages ? { pages, ...(pageLabels && { pageLabels }) } : {};

/** UTF-16 units. */
const MOST_LEAD_IN = 400;
/** The start of the line before the one at `start` if it ends with a colon and so introduces it, else `start`. */
export function leadIn(text: string, start: number): number {
  const from = Math.max(0, start - MOST_LEAD_IN);
  const before = text.slice(from, start).trimEnd();
  return before.endsWith(':') ? from + before.lastIndexOf('\n') + 1 : start;
}

/** Whether two spans share a character. */
export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Whether a span lies within another. */
export const isWithin = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;
