/** Recognises bracketed numbers that are values: an index, a year, a time, an interval or an array element. */
import { isAlnum, isAlpha, isDigit, isLowerAscii, isSpace, isUpperAscii, isWordUnit } from '../../text/chars';
import type { Cursor } from './cursor';
import type { Part } from '../model/markers';
import { isYear } from './numberParts';
import { wordSet } from '../../text/wordSet';

/** Whether bracketed numbers read like a value; they then cite only if a list has them. `locator` is the offset after them, or `close`. */
export const looksLikeValue = (
  s: Cursor,
  open: number,
  close: number,
  locator: number,
  parts: readonly Part[],
): boolean =>
  parts.some((p) => p.label === '0') ||
  parts.every((p) => isYear(Number(p.label))) ||
  row(s, open, close) ||
  digitClass(s, open, close) ||
  equation(s, close + 1) ||
  isFigure(s, open, locator, close) ||
  isCompound(s, open, close + 1) ||
  isQuoted(s, open, close + 1) ||
  isNamedValue(s, open, close + 1, parts) ||
  isParagraph(s, open) ||
  isAlone(s, open, close + 1) ||
  isTerm(s, open, close + 1) ||
  interval(s, open, parts);

/** `* [12]`, or `[12]` in a paragraph of its own, above a reference: how pages copied from arXiv have it. */
const isAlone = ({ leaf }: Cursor, open: number, i: number): boolean =>
  leaf !== undefined && leaf.kind !== 'cell' && leaf.start === open && leaf.end === i;

/** `bonus [2] + modifier [4]`: a term of a sum. */
function isTerm(s: Cursor, open: number, i: number): boolean {
  const last = s.hits.at(-1);
  const isNext = last?.kind === 'numbers' && last.doubt === 'value' && open - last.end < 40;
  const isFirst = s.at(i) === 32 && s.at(i + 1) === 43 && s.at(i + 2) === 32;
  return isFirst || (isNext && /^ \+ [^.;()\n]+ $/.test(s.text(last.end, open)));
}

/** An index into an array looks the same as a marker after a word. */
export const isIndex = (s: Cursor, open: number, close: number, attached: boolean): boolean =>
  s.lastCode?.end === open ||
  s.indexEnd === open ||
  (s.at(open - 1) === 41 && CALL.test(s.behind(open, 40))) ||
  (attached && s.indexEnd > 0 && s.indexEnd === wordStart(s, open) - 1) ||
  (attached &&
    (codeWord(s, open) ||
      joinsOn(s, close + 1) ||
      isProgram(s, open, close + 1) ||
      isArgument(s, wordStart(s, open)))) ||
  (attached && (isArrow(s, close + 2) || isArrow(s, wordStart(s, open) - 2)));

/** `f(x)[2]`: an element of what a function returns. */
const CALL = /\w\([^()\n]*\)$/;

/** `x[2]`: a marker does not follow a small letter, unless it is a unit: `8 m[2]`, `m/s[2]`. */
export const isElement = (s: Cursor, open: number): boolean =>
  isLowerAscii(s.at(open - 1)) && ELEMENT.test(s.behind(open, 3));
const ELEMENT = /(?:^|(?:^|\D)[\s(=,]|\p{Lo})[a-z]$/u;

/** `parents[3] → parents[4]`: a change of code. */
const isArrow = (s: Cursor, i: number): boolean => s.at(i) === 0x2192 || s.at(i) === 0x21d2;

/** `exec(code[2], 3)`: the word that begins at `i` is an argument. */
const isArgument = (s: Cursor, i: number): boolean => s.at(i - 1) === 40 && isWordUnit(s.at(i - 2));

const wordStart = (s: Cursor, i: number): number => s.runBack(i, isWordUnit, 40);

/** `[2]rotaxane`: does a word begin with the bracket from `open`, at `i`? `[1]The` opens a reference. */
const isCompound = (s: Cursor, open: number, i: number): boolean =>
  s.at(i) >= 97 && s.at(i) <= 122 && isSpace(s.at(open - 1));

/** An underscore that opens emphasis. */
const EMPHASIS = /(?:^|[^\p{L}\d_])_[^\s_]/u;

/** `layout="[70,30]"`, `[1]_` and `.. [1]` of reStructuredText: a value of an attribute, or another language's mark. */
const isQuoted = (s: Cursor, open: number, i: number): boolean =>
  (s.at(open - 1) === 34 && (s.at(open - 2) === 61 || s.at(i) === 34)) ||
  (s.at(i) === 95 && !isWordUnit(s.at(i + 1)) && !EMPHASIS.test(s.behind(open, 200))) ||
  (s.at(open - 1) === 32 && s.at(open - 2) === 46 && s.at(open - 3) === 46);

/** Types of ASN.1, which follow a tag in brackets. */
const ASN1 =
  /^ (?:EXPLICIT|IMPLICIT|INTEGER|OCTET|BIT|BOOLEAN|SEQUENCE|SET|CHOICE|ANY|NULL|ENUMERATED|OBJECT|[A-Z]\w*String|GeneralizedTime)\b/;

/** `uchar [40]`, `return [2]`, and what a text counts: `Finding [1]: a race`, `Step [2]`, `RFC ID: [16]`. */
const TYPE =
  /(?:^|[^\p{L}\d])(?:u?(?:char|int|byte|short|long|float|double|bool|return)\d{0,2}(?:_t)?|(?:Bug|Finding|Issue|Item|Option|Question|Step|Task)s?|I[Dd]:) $/u;

/** An empty array in a cell. */
const EMPTY = /[\s|]\[\][\s|]/;

/** `ports: [80, 443]`, `len([1, 2])`, `version [1] INTEGER`, `| [6, 5] |`: a value after a name, an ASN.1 tag, or an array in a table. */
function isNamedValue(s: Cursor, open: number, i: number, parts: readonly Part[]): boolean {
  if (s.at(open - 1) === 40 && isWordUnit(s.at(open - 2)) && (parts.length > 1 || codeWord(s, open - 1)))
    return true;
  if (s.at(i) === 32 && isUpperAscii(s.at(i + 1)) && ASN1.test(s.ahead(i, 18))) return true;
  if (s.at(open - 1) === 32 && TYPE.test(s.behind(open, 12))) return true;
  const isCell = s.leaf?.kind === 'cell' && (s.behind(open, 9) + s.ahead(i, 9)).trim() === '';
  if (isCell && (parts.length > 1 || EMPTY.test(s.text(Math.max(0, open - 60), i + 60)))) return true;
  if (parts.length < 2) return false;
  return s.at(open - 1) === 58 || (s.at(open - 1) === 32 && s.at(open - 2) === 58);
}

/** `at [110]–[115]`, `paras [12], [14]`: paragraphs of a judgment. */
function isParagraph(s: Cursor, open: number): boolean {
  // Few words end in one of these.
  const mayBe = s.at(open - 1) === 32 && 'atshATSH.¶'.includes(s.text(open - 2, open - 1));
  if (mayBe && PARAGRAPH.test(s.behind(open, 14))) return true;
  const last = s.hits.at(-1);
  return (
    last?.kind === 'numbers' &&
    last.doubt === 'value' &&
    open - last.end < 8 &&
    /^(?:[-–—]|,? ?| (?:and|to|&) )$/.test(s.text(last.end, open))
  );
}
const PARAGRAPH = /(?:^|[^\p{L}])(?:at|paras?\.?|paragraphs?|¶{1,2}|R[nz]\.|Tz\.) $/iu;

/** Whether a bracket is between spaces within a clause, like a value. A marker follows a word or ends a clause. */
export function isFree(s: Cursor, open: number, i: number): boolean {
  if (!isSpace(s.at(open - 1)) && s.at(open - 1) !== 0) return false;
  let at = i;
  while (s.at(at) === 32) at++;
  // The clause continues on the next line.
  if (s.at(at) === 10) return s.at(at + 1) >= 97 && s.at(at + 1) <= 122;
  return isAlnum(s.at(at)) || s.at(at) === 45 || s.at(at) === 43;
}

/** `12 [8, 15]`, `45% [30–60]`: the range around a number. */
export function isAround(s: Cursor, open: number, parts: readonly Part[]): boolean {
  if (!isPair(parts)) return false;
  const value = Number(/(\d(?:\.?\d)*) ?%? $/.exec(s.behind(open, 12))?.[1]);
  return Number(parts[0]?.label) <= value && value <= Number(parts.at(-1)?.label);
}

/** Two numbers, or one range. */
const isPair = (parts: readonly Part[]): boolean =>
  parts.length === 2 || (parts.length > 1 && parts[0]?.end === parts.at(-1)?.end);

/** `disk[12]-5.3`, `/usr/lib[46]/bin`, `cpu[12]*x`: the word before the bracket continues after a mark at `i`. */
const joinsOn = (s: Cursor, i: number): boolean =>
  (s.at(i) === 45 || s.at(i) === 47 || s.at(i) === 42) &&
  (isAlnum(s.at(i + 1)) || (s.at(i) === 42 && s.at(i + 1) === 45));

/** `make[2]: Entering`, `10:49:04 host systemd[1]: Set up`: program output. The name is before `open`, the colon at `i`. */
function isProgram(s: Cursor, open: number, i: number): boolean {
  if (s.at(i) !== 58 || s.at(i + 1) !== 32) return false;
  const from = s.runBack(open, isLowerAscii, 24);
  if (from === open) return false;
  return s.at(from - 1) === 0 || s.at(from - 1) === 10 || LOGGED.test(s.behind(from, 40));
}
const LOGGED = /\d\d:\d\d:\d\d\S* (?:\S+ )?$/;

/** `[1-9][0-9]*`, `20[01][0-9]`, `[1-9]+`: a digit, in an expression; `$[01]` of JSONPath. */
function digitClass(s: Cursor, open: number, close: number): boolean {
  const [before, after, then] = [s.at(open - 1), s.at(close + 1), s.at(close + 2)];
  if (before === 36 || (after === 91 && then === 48 && s.at(close + 3) === 45)) return true;
  if (close - open !== 4 || s.at(open + 1) !== 49 || s.at(open + 3) !== 57) return false;
  if (after === 91) return then === 48 || then === 92;
  return (
    before === 92 ||
    '+{$\\'.includes(String.fromCharCode(after || 32)) ||
    (after === 42 && then !== 42 && before !== 42)
  );
}

/** One of the rows of `[[1, 2], [3, 4]]`, or the array in `[1, 15, [2]]`. */
function row(s: Cursor, open: number, close: number): boolean {
  const outer = s.brackets.at(-1)?.at ?? -1;
  if (outer < 0) return false;
  if (open - outer < 40 && NUMBERS.test(s.text(outer + 1, open))) return true;
  if (s.at(s.run(outer + 1, isSpace, 8)) !== 91) return false;
  return s.at(close + 1) === 44 || s.at(s.runBack(open, isSpace, 8) - 1) === 44;
}

/** Numbers before an array in an array. */
const NUMBERS = /^\s{0,4}\d[\d\s,]*,\s{0,4}$/;

/** `[12]%`, `第[2]条`, `[10:30]`, `[5:0]`: a share to fill in, an ordinal, a time or a range of bits. */
const isFigure = (s: Cursor, open: number, locator: number, close: number): boolean =>
  s.at(close + 1) === 37 || s.at(open - 1) === 0x7b2c || (locator < close && s.at(locator) === 58);

/** `[5] = 3 mM`, `[3] === 9`: a concentration, the value of an element, or an array. */
const equation = (s: Cursor, i: number): boolean =>
  s.at(i) === 32 && (s.at(i + 1) === 61 || s.at(i + 1) === 0x2248) && / /.test(s.ahead(i + 2, 3));

/** `[1, 10]` after `in`, `range`, `=`, `∈` is an interval or a list of values. */
function interval(s: Cursor, open: number, parts: readonly Part[]): boolean {
  let i = open - 1;
  while (isSpace(s.at(i))) i--;
  const c = s.at(i);
  if (c === 61 || c === 0x2208 || c === 60 || c === 0x2286 || c === 0x2282) return true;
  // `"size": [1]`
  if ((c === 58 && s.at(i - 1) === 34) || c === 123) return true;
  if (!isPair(parts)) return false;
  const from = Math.max(s.start, i - 12);
  return /(?:∈|between|\b(?:CI|IQR)[:,]?|(?:interval|range|bounds?|scale)(?: of)?|intervall[eo]?|bereich|rango|диапазоне?|范围|範圍|区间|區間)$/iu.test(
    s.text(from, i + 1),
  );
}

const PROGRAMMING = wordSet(
  'arr array args argv list data item items row rows col cols matrix vector vec tuple buf buffer str string index idx values vals params lst dict map tab elements nums stack queue node nodes words lines tokens parts result results input output',
);

/** Whether the word before `open` is a variable rather than a word of a sentence; reads at most 40 units. */
function codeWord(s: Cursor, open: number): boolean {
  let i = open;
  let upper = false;
  let code = false;
  while (i > s.start && open - i < 40) {
    const c = s.at(i - 1);
    if (!isWordUnit(c) && c !== 36) break;
    // `$row[1]` is code, `$500[1]` money.
    if (c === 95 || (c === 36 && !isDigit(s.at(i)))) code = true;
    // `fooBar[1]`, `sha1[20]`
    if ((upper || isDigit(s.at(i))) && c >= 97 && c <= 122) code = true;
    upper = isUpperAscii(c);
    i--;
  }
  const word = s.text(i, open);
  if (s.at(i - 1) === 46 && isAlpha(s.at(i - 2))) return true;
  // `m/s[4]` is a unit.
  const isVariable = word.length === 1 && !isDigit(word.charCodeAt(0)) && s.at(i - 1) !== 47;
  return code || isVariable || PROGRAMMING.has(word.toLowerCase());
}
