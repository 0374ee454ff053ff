/** Converts offsets to 1-based lines and columns, columns in UTF-16 units. Lines end at CR LF, LF or CR. */
import { countBefore } from './search';

export type Position = { readonly line: number; readonly column: number };

/** Start offsets of the lines of `text`. */
export function lineStarts(text: string): number[] {
  const found = [0];
  const ends = text.includes('\r') ? /\r\n?|\n/g : /\n/g;
  while (ends.test(text)) found.push(ends.lastIndex);
  return found;
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
export const placeText = (path: string, lines: readonly [from: number, to: number] | undefined): string =>
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
/** The start of the line before the one at `lineStart` if it ends with a colon and so introduces it, else `lineStart`. */
export function leadIn(text: string, lineStart: number): number {
  const from = Math.max(0, lineStart - MOST_LEAD_IN);
  const before = text.slice(from, lineStart).trimEnd();
  return before.endsWith(':') ? from + before.lastIndexOf('\n') + 1 : lineStart;
}
