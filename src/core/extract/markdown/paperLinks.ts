/**
 * Blanks the links that converters of papers (Marker for PDF, ar5iv for LaTeX) put around pieces of citations, unit for unit, so that only
 * the words of the page are left: `[\\(Berg](#page-9-0) [et al.,](#page-9-0) [2020\\)](#page-9-0)` reads `(Berg et al., 2020)`.
 */
import { LF, SPACE, isLetter, oneOf } from '../../text/chars';

const BACKSLASH = 92;
const isBracket = oneOf('()[]');

/** Such a link, to a place of a page or an item of the bibliography. */
const LINK =
  /\[((?:[^[\]\\]|\\.){1,300})\]\((?:https?:[^\s()]{1,200})?#(?:page-\d{1,4}-\d{1,4}|(bib)\.bib\d{1,4})(?: "[^"\n]{0,400}")?\)/g;
/** A whole work, whose link is in the place of brackets: `[Berg et al., 2020](#page-9-0) show`. */
const WORK = /^\p{L}.*\d[a-z]?$/su;

/** Blanks the links of `text`, whose units are `codes`; returns whether there are any. */
export function unlinkPapers(codes: Uint16Array, text: string): boolean {
  if (!text.includes('](#page-') && !text.includes('#bib.bib')) return false;
  let last = { close: -1, end: -1, isInside: false };
  let found = false;
  for (const { 0: link, 1: words = '', 2: bib, index: open } of text.matchAll(LINK)) {
    const [close, end] = [open + 1 + words.length, open + link.length];
    const before = String.fromCharCode(codes[open - 1] ?? LF);
    const isInside = before === '(' || (last.isInside && /^[;,]? *$/.test(text.slice(last.end, open)));
    // The number of a note, raised or right behind a word, and the label of a reference stay links; that of a figure doesn't.
    const isNumber = /^\d{1,3}$/.test(words) && (bib !== undefined || !/[\s([>]/.test(before));
    const isLabel = /^\\\[\d{1,3}\\\]$/.test(words) && /[>\n]/.test(before);
    if (!isNumber && !isLabel && (isInside || !WORK.test(words))) {
      found = true;
      codes[open] = SPACE;
      codes.fill(SPACE, close, end);
      for (let i = open + 1; i < close; i++) unescape(codes, i, { open, close, end });
      // `[Abel](#page-9-0)[son et al.,](#page-9-0)`: the end of a line divided the name.
      const name = open === last.end ? last.close : open;
      if (isLetter(codes[name - 1] ?? 0) && /^\p{Ll}/u.test(words)) {
        codes.copyWithin(name, open + 1, close);
        codes.fill(SPACE, name + words.length, close);
      }
    }
    last = { close, end, isInside: (isInside || words.startsWith('\\(')) && !words.endsWith('\\)') };
  }
  return found;
}

/** Blanks a backslash before a bracket; a bracket at an end of the words takes that end of the link. */
function unescape(
  codes: Uint16Array,
  i: number,
  { open, close, end }: { open: number; close: number; end: number },
): void {
  const mark = codes[i + 1] ?? 0;
  if (codes[i] !== BACKSLASH || !isBracket(mark)) return;
  codes[i] = codes[i + 1] = SPACE;
  codes[i === open + 1 ? open : i === close - 2 ? end - 1 : i + 1] = mark;
}
