/**
 * Blanks the links that converters of papers (Marker for PDF, ar5iv for LaTeX) put around pieces of citations, unit for unit, so that only
 * the words of the page are left: `[\(Berg](#page-9-0) [et al.,](#page-9-0) [2020\)](#page-9-0)` reads `(Berg et al., 2020)`.
 */
import { LF, SPACE, isLetter, isSpace } from '../../text/chars';

const [BACKSLASH, OPEN, CLOSE, OPEN_SQUARE, CLOSE_SQUARE, TAG_END] = [92, 40, 41, 91, 93, 62];

/** The end of such a link, to a place of a page or an item of the bibliography. */
const TO_PAPER =
  /\]\((?:https?:[^\s()]{1,200})?#(?:page-\d{1,4}-\d{1,4}|bib\.bib\d{1,4})(?: "[^"\n]{0,400}")?\)/g;
/** A whole work, whose link stands for brackets: `[Berg et al., 2020](#page-9-0) show`. */
const WORK = /^\p{L}.*\d[a-z]?$/su;
/** Longest words of a link, and how far before it a bracket may open, in UTF-16 units. */
const LONGEST = 300;

type Link = { readonly open: number; readonly close: number; readonly end: number };

/** Blanks the links of `text`, whose units are `codes`; returns whether there are any. */
export function unlinkPapers(codes: Uint16Array, text: string): boolean {
  if (!text.includes('](#page-') && !text.includes('#bib.bib')) return false;
  let last = { close: -1, end: -1 };
  for (const { 0: link, index: close } of text.matchAll(TO_PAPER)) {
    const open = before(codes, close, OPEN_SQUARE, CLOSE_SQUARE);
    const words = text.slice(open + 1, close);
    if (open < 0 || stays(codes, open, words, link)) continue;
    const end = close + link.length;
    codes[open] = SPACE;
    codes.fill(SPACE, close, end);
    for (let i = open + 1; i < close; i++) unescape(codes, i, { open, close, end });
    // `[Abel](#page-9-0)[son et al.,](#page-9-0)`: the end of a line divided the name.
    const name = open === last.end ? last.close : open;
    if (isLetter(codes[name - 1] ?? 0) && /^\p{Ll}/u.test(words)) {
      codes.copyWithin(name, open + 1, close);
      codes.fill(SPACE, name + close - open - 1, close);
    }
    last = { close, end };
  }
  return last.end >= 0;
}

/** Whether it stays a link: a raised number, which touches the word before it, a number that labels a reference, or a whole work. */
function stays(codes: Uint16Array, open: number, words: string, link: string): boolean {
  const unit = codes[open - 1] ?? LF;
  if (/^\d{1,3}$/.test(words))
    return (
      link.includes('#bib') || !(isSpace(unit) || unit === OPEN || unit === OPEN_SQUARE || unit === TAG_END)
    );
  if (/^\\\[\d{1,3}\\\]$/.test(words)) return unit === TAG_END || unit === LF;
  return WORK.test(words) && before(codes, open, OPEN, CLOSE) < 0;
}

/** The last `open` before `i` in its paragraph that no `close` follows and no backslash precedes; -1 if there is none near. */
function before(codes: Uint16Array, i: number, open: number, close: number): number {
  for (let at = i - 1; at >= 0 && i - at < LONGEST; at--) {
    const c = codes[at];
    if ((c !== open && c !== close) || codes[at - 1] === BACKSLASH) continue;
    return c === open ? at : -1;
  }
  return -1;
}

/** Blanks a backslash before a bracket; a bracket at an end of the words takes that end of the link. */
function unescape(codes: Uint16Array, i: number, { open, close, end }: Link): void {
  const mark = codes[i + 1] ?? 0;
  const isMark = mark === OPEN || mark === CLOSE || mark === OPEN_SQUARE || mark === CLOSE_SQUARE;
  if (codes[i] !== BACKSLASH || !isMark) return;
  codes[i] = codes[i + 1] = SPACE;
  codes[i === open + 1 ? open : i === close - 2 ? end - 1 : i + 1] = mark;
}
