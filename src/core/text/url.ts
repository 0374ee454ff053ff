import { attempt } from '../attempt';

/** Latin-1 letters beyond ASCII: `ü`, `¹`. */
const LATIN = /[\x80-\xff]/;

/**
 * Whether `text` parses as a URL, relative to `base` if given. Works around `URL.canParse` in Node 20, which gives wrong results once its
 * code is optimized: it reads a Latin-1 string with a letter such as `ü` in the host as UTF-8 bytes. Adding a fragment beyond Latin-1
 * avoids this and doesn't change the result.
 */
export const isUrl = (text: string, base?: string): boolean =>
  // eslint-disable-next-line no-restricted-properties -- called in a way that avoids its bug
  URL.canParse(LATIN.test(text) ? `${text.trim()}#\u0100` : text, base);

/** What a part of an address says, decoded once; as written if it isn't UTF-8, such as a name with a percent sign in it. */
export const decoded = (part: string): string =>
  part.includes('%') ? (attempt(() => decodeURIComponent(part)) ?? part) : part;

/** The host that readers recognize: without `www.` and port; other subdomains are kept. */
export const displayDomain = (url: string): string =>
  isUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
