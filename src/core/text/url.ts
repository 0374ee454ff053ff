/** Letters that one unit holds and ASCII does not: `ü`, `¹`. */
const LATIN = /[\x80-\xff]/;

/**
 * Does `text` parse as an address, relative to `base` if one is given? As `URL.canParse`, which in Node 20 gives another answer for a
 * host with a letter such as `ü` once its code is hot: it then reads the units of a string that has none beyond Latin-1 as bytes of
 * UTF-8. A fragment beyond Latin-1 makes no address wrong, and sends the question the right way.
 */
export const isUrl = (text: string, base?: string): boolean =>
  // eslint-disable-next-line no-restricted-properties -- asked in the way that it answers rightly
  URL.canParse(LATIN.test(text) ? `${text.trim()}#\u0100` : text, base);

/** An address as a reader recognises it: its host without `www.` and without a port; other subdomains stay. */
export function displayDomain(url: string): string {
  return isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}
