/**
 * Escapes text of documents, pages and models for each place in a report. All of it is hostile: it may contain terminal escapes, direction
 * overrides, markup, formulas.
 */

/** Control, bidirectional, zero-width and tag characters, which hide or change how the rest is shown. */
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

/** Words of ASCII with one space between them: already a printable line. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** One printable line of at most `limit` units, cut with an ellipsis. */
export function printable(text: string, limit = LONGEST): string {
  if (text.length <= limit && PLAIN.test(text)) return text;
  const line = oneLine(text.slice(0, limit * 4)); // no work on what is cut anyway
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`; // never half of a surrogate pair
}

/** Fit for HTML text and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Fit for XML 1.0: characters that it cannot hold at all are dropped, lone halves of pairs too. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/**
 * Escapes for any place in a line of Markdown: nothing becomes a link, an image, markup, a heading, a list or a new cell. Escapes `:` and
 * `@` too, because renderers turn bare addresses into links.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]!|~>@:]/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/www\./gi, 'www\\.');

/** For messages of the editor and of SARIF, whose only markup is `[words](address)`: prevents links in text of others. */
export const unlinked = (text: string): string => text.replaceAll('](', '] (');

/** The location if it is a plain web address, without control characters and quotes. */
export function webAddress(location: string): string | undefined {
  return /^https?:\/\/[^\s"'<>`\\]+$/i.test(location) ? location : undefined;
}

/** `1 error`, `2 errors`. */
export const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
