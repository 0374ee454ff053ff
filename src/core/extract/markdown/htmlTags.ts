/** Where HTML tags end. */
import { isAlnum, isAlpha, SPACE, TAB } from '../../text/chars';

/** Longer sequences of tags are not skipped: an anchor before a label is short. */
const LONGEST_TAGS = 400;

/** The offset after the HTML tags at `at`, such as an anchor, and the white space after each. */
export function skipTags(codes: Uint16Array, at: number, end: number): number {
  const to = Math.min(end, at + LONGEST_TAGS);
  let i = at;
  while (codes[i] === 60) {
    const after = tagEnd(codes, i, to);
    if (after < 0) break;
    i = after;
    while (i < to && (codes[i] === SPACE || codes[i] === TAB)) i++;
  }
  return i;
}

/**
 * The offset after the HTML tag that begins at `at`; -1 if it is not a tag, -2 if an attribute's quote is never closed. A `<` outside
 * quotes ends the search. Names may contain dots, like those of components; a colon makes it a URL.
 */
export function tagEnd(codes: Uint16Array, at: number, end: number): number {
  let i = at + 1;
  if (codes[i] === 47) i++;
  if (i >= end || !isAlpha(codes[i] ?? 0)) return -1;
  while (i < end && (isAlnum(codes[i] ?? 0) || codes[i] === 45 || codes[i] === 46 || codes[i] === 95)) i++;
  const after = codes[i] ?? 0;
  if (i < end && after !== 62 && after !== 47 && after > SPACE) return -1;
  while (i < end) {
    const c = codes[i] ?? 0;
    if (c === 62) return i + 1;
    if (c === 60 || c === 96) return -1;
    if (c === 34 || c === 39) {
      const from = i++;
      while (i < end && codes[i] !== c) i++;
      if (i >= end) return codes[from - 1] === 61 || codes[from - 1] === SPACE ? -2 : -1;
    }
    i++;
  }
  return -1;
}
