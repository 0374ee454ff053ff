/** Reads numbers that may cite: `[1]`, `[1, 2]`, `[4–6]`, `(1)`, `［4］`, `^[1]^`. */
import { isAlnum, isDigit, isLetter, isSpace, isWordUnit, oneOf } from '../../text/chars';
import type { Cursor } from './cursor';
import type { Part } from '../model/markers';
import { blanks, isDash, onlyNumbers, readNumbers } from './numberParts';
import { isAround, isElement, isFree, isIndex, looksLikeValue } from './numberValues';

const VALUE = { doubt: 'value' } as const;
const FREE = { form: 'free' } as const;

/**
 * `[1]`, `[1, 2]`, `[1–3]`, `[2,5-7]`, `[3, p. 12]` from the bracket at `open` to that at `close`, whose numbers begin at `from`. Returns
 * the offset after it, or `close` if it is not a marker.
 */
export function numbers(s: Cursor, open: number, close: number, from = open + 1): number {
  const parts = oneNumber(s, from, close) ?? [];
  const locator = parts.length > 0 ? close : readNumbers(s, from, close, parts);
  if (locator < 0 || parts.length === 0) return close;
  const isAttached = isWordUnit(s.at(open - 1)) && s.at(open - 1) < 128;
  if (isAttached && isWithinWord(s, close + 1)) return close + 1;
  if (isAttached && isElement(s, open)) return (s.indexEnd = close + 1);
  if (isPageOfKey(s, open, close)) return close + 1;
  const isDoubled = s.at(open - 1) === 91 && s.at(close + 1) === 93;
  if (isDoubled && !opensItem(s.at(open - (s.at(open - 2) === 32 ? 3 : 2))) && endsClauseAt(s, close + 2)) {
    s.addNumbers(parts.slice(), open, close + 1, { doubt: 'doubled', form: 'chat' });
    return close + 1;
  }
  return addNumbers(s, { open, close, from, locator, isAttached, isDoubled }, parts);
}

/** A bracket whose numbers begin at `from` and end at `locator`; whether a word is right before it, and whether it is in another one. */
type Bracket = {
  readonly open: number;
  readonly close: number;
  readonly from: number;
  readonly locator: number;
  readonly isAttached: boolean;
  readonly isDoubled: boolean;
};

/** Adds the marker of a bracket, in doubt if it looks like a value or an index; returns the offset after it, or `close` if it is not a marker. */
function addNumbers(s: Cursor, bracket: Bracket, parts: Part[]): number {
  const { open, close, from, locator, isAttached, isDoubled } = bracket;
  const around = isAround(s, open, parts);
  // `Llama 2 [1, 3]` may cite.
  if (parts.length > 1 && (isDoubled || repeats(parts) || (around && parts.length > 9))) return close + 1;
  if (parts.some((p) => p.label.length > 4)) return close;
  const index = isIndex(s, open, close, isAttached);
  if (index) s.indexEnd = close + 1;
  const isValue =
    index || isDoubled || around || from > open + 1 || looksLikeValue(s, open, close, locator, parts);
  if (parts.length === 1) between(s, open, parts);
  // A copy of exactly its length, as thousands are kept.
  const kept = parts.length === 1 ? parts : parts.slice();
  const form = isValue ? VALUE : isFree(s, open, close + 1) ? FREE : undefined;
  const end = close + 1 + pagesBehind(s, open, close, parts);
  s.addNumbers(kept, open, end, form);
  return end;
}

/** `@key [98]` of Pandoc: whether the bracket is a page of the key before it, which then includes it. */
function isPageOfKey(s: Cursor, open: number, close: number): boolean {
  const last = s.hits.at(-1);
  if (last?.kind !== 'keys' || !last.sure || last.end !== open - 1 || s.at(last.start) !== 64) return false;
  last.end = close + 1;
  return true;
}

/** The length of the pages right behind a single number. */
function pagesBehind(s: Cursor, open: number, close: number, [first]: readonly Part[]): number {
  const isPlaced = s.at(close + 1) === 58 && s.at(open - 1) > 32 && first?.label.length === close - open - 1;
  return isPlaced ? (PAGES.exec(s.ahead(close + 1, 24))?.[0].length ?? 0) : 0;
}

/** `[8]: 36–38` of Wikipedia: pages, behind a marker that a sentence, the text or another marker follows. */
const PAGES = /^:\s?\d{1,4}(?:[–-]\d{1,4})?(?=\s*(?:$|\[|\p{Lu}|\n)|[.,;)])/u;

/** `calix[4]arene`, `a[1].b`, `pyrido[2,3]-d`: whether the word around the bracket continues at `i`; markers are never inside words. */
const isWithinWord = (s: Cursor, i: number): boolean =>
  isAlnum(s.at(i)) || (s.at(i) === 46 && isLetter(s.at(i + 1)));

/** What precedes the name of a page in a list of pages, `- [[2]], [[3]]`: the start of a line, or a mark. */
const opensItem = oneOf('\0\n-,:|>.');

/** Whether a clause, a cell or the text ends at `i`, or another marker begins. */
const endsClauseAt = (s: Cursor, i: number): boolean =>
  /^(?:\[\[|[.,;:!?)](?![\p{L}\d])|[。，、；：！？）]|[ *_]*(?:\||\n|$))/u.test(s.ahead(i, 6));

/** Whether a number is repeated, as in coordinates `[3,3]`, never in a marker. */
const repeats = (parts: readonly Part[]): boolean =>
  parts.some(({ label }, i) => i > 0 && parts[i - 1]?.label === label);

/** Reads the usual content: digits only. */
function oneNumber(s: Cursor, from: number, close: number): Part[] | undefined {
  if (s.run(from, isDigit) !== close || close === from) return undefined;
  return [{ start: from, end: close, label: s.text(from, close) }];
}

/** `[6]–[8]`: the second bracket includes the numbers between. */
function between(s: Cursor, open: number, parts: Part[]): void {
  const last = s.hits.at(-1);
  const [part] = parts;
  if (last?.kind !== 'numbers' || last.doubt || !part || open - last.end < 1 || open - last.end > 3) return;
  const dash = blanks(s, last.end, open);
  if (!isDash(s.at(dash)) || blanks(s, dash + 1, open) !== open) return;
  const [from, to] = [Number(last.parts.at(-1)?.label), Number(part.label)];
  if (to - from > 50) return;
  const labels = [];
  for (let n = from + 1; n < to; n++) labels.push({ ...part, label: String(n) });
  parts.unshift(...labels);
}

/** Words whose number, in round brackets or behind them, isn't a source. */
export const NUMBERED =
  /(?:^|[^\p{L}])(?:eqn?s?|equations?|figs?|figures?|tabs?|tables?|secs?|sections?|steps?|cases?|types?|class|parts?|phases?|grades?|levels?|items?|conditions?|questions?|options?|points?|rules?|articles?|paragraphs?|lemmas?|theorems?|n|vol|no|chapters?|lines?|pages?|pp?)\.?\s$/iu;

/** `(6, p. 11)` */
const PAGES_LAST = /^(?:pp?|S)\. ?\d{1,5}(?:[–-]\d{1,5})?$/;

/** `(1)`, `(1,2)`, `(3–5)` after a word, from the bracket at `open` to that at `close`: markers if the document numbers like this. */
export function roundNumbers(s: Cursor, open: number, close: number): void {
  if (close - open > 40 || s.at(open - 1) !== 32 || isSpace(s.at(open - 2)) || s.at(open - 2) === 0) return;
  const parts: Part[] = [];
  const end = readNumbers(s, open + 1, close, parts);
  if ((end !== close && !PAGES_LAST.test(s.text(Math.max(open, end), close))) || end < 0) return;
  if (parts.some((p) => !/^[1-9]\d?\d?$/.test(p.label))) return;
  if (NUMBERED.test(s.behind(open, 14))) return;
  const after = s.at(close + 1);
  const goesOn = isAlnum(after) || (isSpace(after) && isWordUnit(s.at(close + 2)));
  s.addNumbers(parts, open, close + 1, { doubt: goesOn ? 'item' : 'round' });
}

/** `\[1\]` at its backslash, as programs escape it in Markdown: the offset after it, or `i`. */
export function escapedBracket(s: Cursor, i: number): number {
  if (!isDigit(s.at(i + 2)) || s.options.latex) return i;
  const close = s.run(i + 3, isInside, 57);
  if (s.at(close) !== 93 || s.at(close - 1) !== 92) return i;
  const parts: Part[] = [];
  if (readNumbers(s, i + 2, close - 1, parts) < 0) return i;
  s.addNumbers(parts, i, close + 1, VALUE);
  return close + 1;
}

/** `^[1]^`, `^[1]` at its first mark, which is not an inline footnote: the offset after it, or after the mark. */
export function raisedBracket(s: Cursor, i: number): number {
  const close = s.run(i + 2, isInside, 38);
  const parts = onlyNumbers(s, i + 2, close);
  const isClosed = s.at(close + 1) === 94;
  // `^[1-5]` of an expression
  if (s.at(close) !== 93 || parts.length === 0 || (!isClosed && s.text(i, close).includes('-'))) return i + 1;
  // `f^[2]` of mathematics: a marker only if a list has its numbers.
  s.addNumbers(parts, i, close + (isClosed ? 2 : 1), { superscript: true, ...(!isClosed && VALUE) });
  return (s.raised = close + (isClosed ? 2 : 1));
}
const isInside = (c: number): boolean => c !== 93 && c !== 10;

/** `［4］`, `〔5-7〕`: returns the offset after it, or after the bracket that opens. */
export function wideBracket(s: Cursor, i: number): number {
  const last = s.at(i) === 0xff3b ? 0xff3d : 0x3015;
  const close = s.run(i + 1, (c) => c !== last && c !== 10, 59);
  if (s.at(close) !== last || !isDigit(s.at(i + 1))) return i + 1;
  return Math.max(i + 1, numbers(s, i, close));
}
