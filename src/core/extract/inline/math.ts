/** TeX formulas in Markdown, `$…$`, `$$…$$`, `\(…\)` and `\[…\]`: brackets in them are intervals and indexes, not markers. */
import { isDigit, isSpace, isWordUnit } from '../../text/chars';
import type { Cursor } from './cursor';

/** Most UTF-16 units searched for the end of a formula. */
const LONGEST = 2_000;
/** Words of a sentence, which show that the dollars are amounts of money. */
const PROSE = /(?<![\\{\p{L}])\p{L}{4,}/u;

/** `$` at `i`: the offset after the formula that it opens, or after itself. Reads on to the next `$`, so all of them together are linear. */
export function dollar(s: Cursor, i: number): number {
  if (s.options.latex || i < s.formula) return i + 1;
  const display = s.at(i + 1) === 36;
  const from = display ? i + 2 : i + 1;
  if (!display && (isSpace(s.at(from)) || isWordUnit(s.at(i - 1)))) return from;
  const close = ahead(s, from, (j) => s.at(j) === 36);
  if (close <= from || (display && s.at(close + 1) !== 36)) return from;
  if (!display && (isSpace(s.at(close - 1)) || isDigit(s.at(close + 1)))) return from;
  const end = display ? close + 2 : close + 1;
  s.formula = end;
  return isFormula(s.text(from, close)) ? end : from;
}

/** `\(` or `\[` at `i`: the offset after the formula, or after the escaped bracket. */
export function escapedFormula(s: Cursor, i: number): number {
  const closing = s.at(i + 1) === 40 ? 41 : 93;
  const close = ahead(
    s,
    i + 2,
    (j) => s.at(j) === 92 && (s.at(j + 1) === closing || s.at(j + 1) === s.at(i + 1)),
  );
  const ends = close > 0 && s.at(close + 1) === closing;
  return ends && isFormula(s.text(i + 2, close)) ? close + 2 : i + 2;
}

/** The first matching offset from `from` on, or 0 if none is near. */
function ahead(s: Cursor, from: number, isIt: (j: number) => boolean): number {
  const limit = Math.min(s.end, from + LONGEST);
  for (let j = from; j < limit; j++) if (isIt(j)) return j;
  return 0;
}

/** Whether it is a formula with brackets; others needn't be skipped. Text with code, links or sentences isn't a formula. */
const isFormula = (text: string): boolean =>
  text.includes('[') &&
  !text.includes('`') &&
  !text.includes('](') &&
  !text.includes('://') &&
  (text.includes('\\') || !PROSE.test(text));
