/** Edits of a text as data: what a host turns into an edit that its user can undo. */
import type { Citation, Span } from '../model';

/** `span` of the text becomes `text`. */
export type Change = { readonly span: Span; readonly text: string };
/** Changes of one text that belong together, none overlapping another. */
export type Changes = readonly Change[];

/** A text as an amendment sees it: what it says and what the scan found in it. */
export type Draft = { readonly text: string; readonly citations: readonly Citation[] };

/** The text with all changes made. Of two insertions at one place the first given comes first. */
export function apply(text: string, changes: Changes): string {
  let result = '';
  let at = 0;
  for (const { span, text: fresh } of [...changes].sort((a, b) => a.span.start - b.span.start)) {
    result += text.slice(at, span.start) + fresh;
    at = span.end;
  }
  return result + text.slice(at);
}

export const insertAt = (offset: number, text: string): Change => ({
  span: { start: offset, end: offset },
  text,
});

/** The line end that a text uses. */
export const lineEnd = (text: string): '\n' | '\r\n' => (text.includes('\r\n') ? '\r\n' : '\n');

/** One line, without what would open a comment, a fence or an entry of its own: for text that comes from a registry. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
