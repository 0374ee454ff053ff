/** Escapes text of documents, pages and models for each place in a report. All of it is hostile: it may contain markup and formulas. */

import { COMMAND } from '../text/printable';

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
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|[\ufe00-\ufe0e\u{e0000}-\u{e0fff}]/gu;
const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

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

/** The location if it is a plain web address, without control characters and quotes. */
export const webAddress = (location: string): string | undefined =>
  /^https?:\/\/[^\s"'<>`\\]+$/i.test(location) ? location : undefined;

/** `1 error`, `2 errors`. */
export const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
