/** Where HTML tags end. */
import { isAlnum, isAlpha, oneOf, SPACE, TAB } from '../../text/chars';

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

const isOfName = oneOf('-._');
/** The end of the name of a tag; -1 if it is none, or goes on with what no name has. */
function nameEnd(codes: Uint16Array, at: number, end: number): number {
  if (at >= end || !isAlpha(codes[at] ?? 0)) return -1;
  let i = at;
  while (i < end && (isAlnum(codes[i] ?? 0) || isOfName(codes[i] ?? 0))) i++;
  const after = codes[i] ?? 0;
  return i < end && after !== 62 && after !== 47 && after > SPACE ? -1 : i;
}

/**
 * The offset after the HTML tag that begins at `at`; -1 if it is not a tag, -2 if an attribute's quote is never closed. A `<` outside
 * quotes ends the search. Names may contain dots, like those of components; a colon makes it a URL.
 */
export function tagEnd(codes: Uint16Array, at: number, end: number): number {
  let i = nameEnd(codes, codes[at + 1] === 47 ? at + 2 : at + 1, end);
  if (i < 0) return -1;
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
