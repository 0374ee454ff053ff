/** Reads the content of brackets with numbers: numbers, ranges, letters after them, and a locator such as `p. 12`. */
import { isDigit, isLetter, isSpace, isWordUnit, oneOf } from '../../text/chars';
import type { Cursor } from './cursor';
import { LOCATOR } from '../authorYear/lexicon';
import type { Part } from '../model/markers';

export const isYear = (n: number): boolean => n >= 1500 && n <= 2100;

/** The numbers and ranges between two offsets; empty if there is anything else. */
export function onlyNumbers(s: Cursor, from: number, end: number): Part[] {
  const parts: Part[] = [];
  return readNumbers(s, from, end, parts) === end ? parts : [];
}

/** Reads numbers and ranges into `parts`; returns the offset of a locator, `end` without one, or -1 if there is anything else. */
export function readNumbers(s: Cursor, from: number, end: number, parts: Part[]): number {
  let i = from;
  for (;;) {
    i = blanks(s, i, end);
    // `(*1*, *2*)`
    if (s.at(i) === 42 && isDigit(s.at(i + 1))) i++;
    const digits = s.run(i, isDigit, end - i);
    if (digits === i) {
      if (parts.length === 0 || !isLocator(s, i, end)) return -1;
      const next = nextPlace(s, i, end);
      if (next === 0) return i;
      i = next;
      continue;
    }
    i = readNumber(s, i, digits, end, parts);
    if (i < 0) return -1;
    i = blanks(s, remarksEnd(s, i, end), end);
    if (i >= end) return end;
    const c = s.at(i);
    // `[1|2]` is a choice, `[1|source]` names what it leads to.
    if (c === 0x2020 || c === 124) return isDigit(s.at(i + 1)) ? -1 : i;
    if (isSpace(s.at(i - 1)) && isBarePlace(s, i, end)) continue;
    const next = separatorEnd(s, i, end);
    if (next === i) return c === 58 && isPlaceAt(s, blanks(s, i + 1, end), end) ? i : -1;
    i = next;
    if (parts.length > 200) return -1;
  }
}

/** Reads the number from `start` to `digits`, with its letters or as the first of a range; returns the offset after it, or -1 if it is none. */
function readNumber(s: Cursor, start: number, digits: number, end: number, parts: Part[]): number {
  const low = s.text(start, digits);
  if (digits < end && isSuffix(s.at(digits)) && !isLetter(s.at(digits + 1))) {
    parts.push({ start, end: digits + 1, label: low + s.text(digits, digits + 1) });
    return letters(s, digits + 1, end, low, parts);
  }
  const dash = blanks(s, digits, end);
  if (!isDash(s.at(dash)) || dash >= end) {
    parts.push({ start, end: digits, label: low });
    return digits;
  }
  const high = blanks(s, dash + (s.at(dash + 1) === s.at(dash) ? 2 : 1), end);
  const last = s.run(high, isDigit, end - high);
  return addRange(parts, low, s.text(high, last), start, last) ? last : -1;
}

/** The offset after what styles add to a number: its page, and marks that it is of special interest, `[7••]`, `[8*]`. */
function remarksEnd(s: Cursor, from: number, end: number): number {
  let i = from;
  if (s.at(i) === 40 || s.at(i) === 112) i = Math.min(end, i + (PAGE.exec(s.ahead(i, 20))?.[0].length ?? 0));
  for (let n = 0; n < 3 && i < end && (s.at(i) === 42 || s.at(i) === 0x2022); n++) i++;
  return i;
}

/** The offset after a comma, semicolon or `and`, or a comma with an `and`; `i` if there is none. */
function separatorEnd(s: Cursor, i: number, end: number): number {
  const word = joined(s, i);
  if (word > 0) return i + word;
  if (!isComma(s.at(i))) return i;
  const next = blanks(s, i + 1, end);
  return next + joined(s, next);
}
const isComma = oneOf(',;，、');

/** `1(p12)`, `9p59`: a page, as medical styles raise it with the number. */
export const PAGE = /^(?:\((?:pp?|S)\.? ?\d{1,5}(?:[–-]\d{1,5})?\)|pp?\.? ?\d{1,5}(?:[–-]\d{1,5})?)/;

/** Whether a unit is a letter from a to h. */
const isSuffix = (c: number): boolean => c >= 97 && c <= 104;
/** Whether such a letter is alone at `i`. */
const isLetterAlone = (s: Cursor, i: number): boolean => isSuffix(s.at(i)) && !isWordUnit(s.at(i + 1));

/** The letters after `7a` in `7a–c` and `7a,b`: returns the offset after them. */
function letters(s: Cursor, from: number, end: number, number: string, parts: Part[]): number {
  let i = from;
  while (i + 1 < end) {
    const c = s.at(i);
    const at = blanks(s, i + 1, end);
    const last = s.at(i - 1);
    if ((c !== 44 && !isDash(c)) || at >= end || !isLetterAlone(s, at) || s.at(at) <= last) break;
    for (let letter = isDash(c) ? last + 1 : s.at(at); letter <= s.at(at); letter++)
      parts.push({ start: at, end: at + 1, label: number + String.fromCharCode(letter) });
    i = at + 1;
  }
  return i;
}

/** The length of an `and` or `&` between two numbers. */
const joined = (s: Cursor, i: number): number =>
  s.at(i) === 38
    ? 1
    : s.at(i) === 97 && s.at(i + 1) === 110 && s.at(i + 2) === 100 && s.at(i + 3) === 32
      ? 3
      : 0;

export const blanks = (s: Cursor, from: number, end: number): number => s.run(from, isSpace, end - from);
/** The end of the letters at `i`. */
const wordEnd = (s: Cursor, i: number, end: number): number => s.run(i, isLetter, end - i);
export const isDash = (c: number): boolean =>
  c === 45 || (c >= 0x2010 && c <= 0x2015) || c === 0x2212 || c === 0xff0d || c === 0xff5e || c === 126;

function addRange(parts: Part[], low: string, high: string, start: number, end: number): boolean {
  const from = Number(low);
  const to = Number(high);
  if (high === '' || low.length > 4 || high.length > 4 || to <= from || to - from > 150) return false;
  if (from === 0 || isYear(from)) return false;
  for (let n = from; n <= to; n++) parts.push({ start, end, label: String(n) });
  return true;
}

const isLocator = (s: Cursor, i: number, end: number): boolean =>
  s.at(i) === 0xa7 ? true : LOCATOR.has(s.text(i, Math.min(wordEnd(s, i, end), i + 12)).toLowerCase());

/** `[3: 12]`, `[3: Table 2]` */
const isPlaceAt = (s: Cursor, i: number, end: number): boolean => isDigit(s.at(i)) || isLocator(s, i, end);

/** `[1 S. 5]`: after a number without a comma, a locator and its number. */
function isBarePlace(s: Cursor, i: number, end: number): boolean {
  if (!isLocator(s, i, end)) return false;
  const j = wordEnd(s, i + 1, end);
  return isDigit(s.at(blanks(s, s.at(j) === 46 ? j + 1 : j, end)));
}

/** `[1, p. 5; 3]`, `[9, p. 73, 10]`: the offset of the next number, or 0; it is a page if it is higher than the last and without a locator of its own. */
function nextPlace(s: Cursor, from: number, end: number): number {
  let at = from;
  let last = 0;
  for (; at < end && s.at(at) !== 59 && (s.at(at) !== 44 || last === 0); at++)
    if (isDigit(s.at(at))) last = at + 1;
  const page = numberBefore(s, last);
  at = blanks(s, at + 1, end);
  const i = s.run(at, isDigit, end - at);
  if (i === at) return 0;
  const isPage = Number(s.text(at, i)) > page;
  return !isPage || isBarePlace(s, blanks(s, s.at(i) === 44 ? i + 1 : i, end), end) ? at : 0;
}

/** The number that ends at `end`. */
const numberBefore = (s: Cursor, end: number): number => Number(s.text(s.runBack(end, isDigit, 6), end));
