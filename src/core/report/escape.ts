/**
 * Text of documents, pages and models made fit for one place of a report. All of it is hostile: it may hold terminal
 * escapes, direction overrides, markup, formulas.
 */

/** Control, bidirectional, zero-width and tag characters: they change how the rest is shown, or hide. */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]|[\u{e0000}-\u{e007f}]/gu;
const LONGEST = 300;

/** Line ends and white space folded to one space each, the unseen removed; on one line. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(UNSEEN, '')
    .trim();

/** The unseen removed, terminal escapes with it; line ends stay. */
export const printableLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(UNSEEN, ''))
    .join('\n');

/** One printable line of at most `limit` units, cut with an ellipsis. */
export function printable(text: string, limit = LONGEST): string {
  const line = oneLine(text.slice(0, limit * 4)); // no work on what is cut anyway
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`; // no half of a pair
}

/** Fit for HTML text and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Fit for XML 1.0: characters that it cannot hold at all are dropped, lone halves of pairs too. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/**
 * Fit for any place in a line of Markdown: nothing in it becomes a link, an image, markup, a heading, a list or a new cell. Bare
 * addresses lose their magic too (`:` and `@`), as renderers turn them into links.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]!|~>@:]/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/www\./gi, 'www\\.');

/**
 * Fit for a message of the editor and of SARIF, which make links of `[words](address)` and know no other markup: in the words of
 * others there is no link.
 */
export const unlinked = (text: string): string => text.replaceAll('](', '] (');

/** A link only where it is a plain web address; control characters and quotes stay out of it. */
export function webAddress(location: string): string | undefined {
  return /^https?:\/\/[^\s"'<>`\\]+$/i.test(location) ? location : undefined;
}

/** `1 error`, `2 errors`. */
export const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
