/**
 * Escapes text of documents, pages and models for each place in a report. All of it is hostile: it may contain terminal escapes, direction
 * overrides, markup, formulas.
 */

/** Control, bidirectional, zero-width and tag characters, which hide or change how the rest is shown. */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\uffff]|[\u{e0000}-\u{e007f}]/gu;
const LONGEST = 300;

/**
 * Commands of CI systems: `##[error]` and `##vso[…]` anywhere in a log line, `::error::` at its start. Names and model output must not
 * contain them.
 */
const COMMAND = /##(?=[\w-]*\[)/g;
const isCommand = /^\s*::/;
const inert = (line: string): string =>
  line.replace(COMMAND, '# #').replace(isCommand, (colons) => `${colons.slice(0, -1)} :`);

/** Collapses line ends and white space to single spaces and removes invisible characters. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(UNSEEN, '')
    .trim();

/** JSON in which no character affects a terminal or CI log; it parses to the same values. On one line if `indent` is 0. */
export const jsonText = (value: unknown, indent = 2): string =>
  JSON.stringify(value, undefined, indent)
    .replace(UNSEEN_OUTSIDE_ASCII, (c) =>
      Array.from({ length: c.length }, (_, i) => escaped(c.charCodeAt(i))).join(''),
    )
    .replace(COMMAND, `#${escaped(0x23)}`);
/** The same, with the indentation that it has `depth` levels deep in other JSON. */
export const jsonInside = (value: unknown, depth: number): string =>
  jsonText(value).replaceAll('\n', `\n${'  '.repeat(depth)}`);
const UNSEEN_OUTSIDE_ASCII =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|[\u{e0000}-\u{e007f}]/gu;
const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Removes invisible characters, including terminal escapes; keeps line ends. */
export const printableLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => inert(line.replace(UNSEEN, '')))
    .join('\n');

/** ASCII words with single spaces, which need no change. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** One printable line of at most `limit` UTF-16 units, truncated with an ellipsis. */
export function printable(text: string, limit = LONGEST): string {
  if (text.length <= limit && PLAIN.test(text)) return inert(text);
  const line = inert(oneLine(text.slice(0, limit * 4))); // no work on text that will be cut
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`; // never half of a surrogate pair
}

/** Escapes for HTML text and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`).replace(COMMAND, '#&#35;');

/** Escapes for XML 1.0, on one line; drops invisible characters and those it can't represent, including lone surrogates. */
export const escapeXml = (text: string): string =>
  escapeHtml(
    text
      .replace(UNSEEN_OUTSIDE_ASCII, '')
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''),
  ).replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);

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
