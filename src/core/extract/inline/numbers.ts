/** Numbers in brackets: `[1]`, `[1, 2]`, `[4–6]`, `[3, p. 12]`, and what looks like them and is an index, a year or an interval. */
import {
  isAlnum,
  isAlpha,
  isDigit,
  isEmphasis,
  isLetter,
  isSpace,
  isUpperAscii,
  isWordUnit,
} from '../../text/chars';
import type { Cursor } from './cursor';
import type { Part } from './markers';

const LOCATOR = new Set(
  'p pp page pages sec sect section sections ch chap chapter chapters fig figure figs table tab eq eqs thm theorem lemma prop proposition cor corollary def definition app appendix vol no line lines l ll para note remark example ex ann art s kap bd § references refs abb abschn abschnitt absatz abs seite seiten kapitel anm fn satz nr teil pág págs chapitre cap rn rz rdn rdnr str rozdz rys blz hfst с сс стр стор гл рис табл разд т σ σελ 第 頁 页 ページ'.split(
    ' ',
  ),
);

/**
 * `[1]`, `[1, 2]`, `[1–3]`, `[2,5-7]`, `[3, p. 12]` from the bracket at `open` to that at `close`, whose numbers begin at `from`: gives
 * the offset behind it, or `close` when it is none.
 */
export function numbers(s: Cursor, open: number, close: number, from = open + 1): number {
  const parts = oneNumber(s, from, close) ?? [];
  const locator = parts.length > 0 ? close : readNumbers(s, from, close, parts);
  if (locator < 0 || parts.length === 0) return close;
  const [before, after] = [s.at(open - 1), s.at(close + 1)];
  const attached = isWordUnit(before) && before < 128;
  if (attached && isWithinWord(s, close + 1)) return close + 1;
  const isDoubled = before === 91 && after === 93;
  if (parts.length > 1 && (isDoubled || repeats(parts))) return close + 1;
  if (parts.some((p) => p.label.length > 4)) return close;
  const index = isIndex(s, open, close, attached);
  if (index) s.indexEnd = close + 1;
  const only = parts.length === 1 ? Number(parts[0]?.label) : 0;
  const isValue =
    index ||
    isDoubled ||
    from > open + 1 ||
    parts.some((p) => p.label === '0') ||
    parts.every((p) => isYear(Number(p.label))) ||
    (only < 25 && time(s, locator, close)) ||
    row(s, open, close) ||
    digitClass(s, open, close) ||
    equation(s, close + 1) ||
    // `x_{[1]}`
    (before === 123 && after === 125) ||
    isCompound(s, open, close + 1) ||
    isQuoted(s, open, close + 1) ||
    isNamedValue(s, open, close + 1, parts) ||
    interval(s, open, parts);
  if (parts.length === 1) between(s, open, parts);
  const hit = {
    leaf: s.leafIndex,
    kind: 'numbers',
    // A list of its own length: thousands of them are kept.
    parts: parts.length === 1 ? parts : parts.slice(),
    superscript: false,
    start: open,
    end: close + 1,
  } as const;
  if (isValue) s.add({ ...hit, doubt: 'value' });
  else s.add(isFree(s, open, close + 1) ? { ...hit, form: 'free' } : hit);
  return close + 1;
}

/** `calix[4]arene`, `a[1].b`, `pyrido[2,3]-d`: does the word that a bracket stands in go on at `i`? A marker never stands there. */
const isWithinWord = (s: Cursor, i: number): boolean =>
  isAlnum(s.at(i)) || (s.at(i) === 46 && isLetter(s.at(i + 1)));

/** Is a number named twice, as in the coordinates `[3,3]`? No marker does that. */
function repeats(parts: readonly Part[]): boolean {
  return parts.some(({ label }, i) => i > 0 && parts[i - 1]?.label === label);
}

/** An index into an array looks the same as a marker behind a word. */
const isIndex = (s: Cursor, open: number, close: number, attached: boolean): boolean =>
  s.lastCode?.end === open ||
  s.indexEnd === open ||
  (attached && (codeWord(s, open) || joinsOn(s, close + 1) || isProgram(s, open, close + 1)));

/** `[2]rotaxane`: does a word begin with the bracket from `open`, at `i`? `[1]The` opens a reference. */
function isCompound(s: Cursor, open: number, i: number): boolean {
  return s.at(i) >= 97 && s.at(i) <= 122 && isSpace(s.at(open - 1));
}

/** An underscore that opens emphasis. */
const EMPHASIS = /(?:^|[^\p{L}\d_])_[^\s_]/u;

/** `layout="[70,30]"`, `[1]_` and `.. [1]` of reStructuredText: a value of an attribute, or another language's mark. */
const isQuoted = (s: Cursor, open: number, i: number): boolean =>
  (s.at(open - 1) === 34 && (s.at(open - 2) === 61 || s.at(i) === 34)) ||
  (s.at(i) === 95 &&
    !isWordUnit(s.at(i + 1)) &&
    !EMPHASIS.test(s.text(Math.max(s.start, open - 200), open))) ||
  (s.at(open - 1) === 32 && s.at(open - 2) === 46 && s.at(open - 3) === 46);

/** Types of ASN.1, whose tags stand in brackets before them. */
const ASN1 =
  /^ (?:EXPLICIT|IMPLICIT|INTEGER|OCTET|BIT|BOOLEAN|SEQUENCE|SET|CHOICE|ANY|NULL|ENUMERATED|OBJECT|[A-Z]\w*String|GeneralizedTime)\b/;

/** `uchar [40]` */
const TYPE = /(?:^|[^\p{L}\d])u?(?:char|int|byte|short|long|float|double|bool)\d{0,2}(?:_t)? $/u;

/** `ports: [80, 443]`, `len([1, 2])`, `version [1] INTEGER`: a value that a name stands before, or a tag of ASN.1. */
function isNamedValue(s: Cursor, open: number, i: number, parts: readonly Part[]): boolean {
  if (s.at(open - 1) === 40 && isWordUnit(s.at(open - 2)) && (parts.length > 1 || codeWord(s, open - 1)))
    return true;
  if (
    s.at(i) === 32 &&
    s.at(i + 1) >= 65 &&
    s.at(i + 1) <= 90 &&
    ASN1.test(s.text(i, Math.min(s.end, i + 18)))
  )
    return true;
  if (s.at(open - 1) === 32 && TYPE.test(s.text(Math.max(s.start, open - 10), open))) return true;
  if (parts.length < 2) return false;
  return s.at(open - 1) === 58 || (s.at(open - 1) === 32 && s.at(open - 2) === 58);
}

/** Does a bracket stand between blanks within a clause, as a value does? A marker stands at a word, or where a clause ends. */
function isFree(s: Cursor, open: number, i: number): boolean {
  if (!isSpace(s.at(open - 1)) && s.at(open - 1) !== 0) return false;
  let at = i;
  while (s.at(at) === 32) at++;
  return isAlnum(s.at(at)) || s.at(at) === 45 || s.at(at) === 43;
}

const isYear = (n: number): boolean => n >= 1500 && n <= 2100;

/** `disk[12]-5.3`, `/usr/lib[46]/bin`, `cpu[12]*x`: the word that a bracket stands at goes on behind a mark, at `i`. */
const joinsOn = (s: Cursor, i: number): boolean =>
  (s.at(i) === 45 || s.at(i) === 47 || s.at(i) === 42) &&
  (isAlnum(s.at(i + 1)) || (s.at(i) === 42 && s.at(i + 1) === 45));

/** `make[2]: Entering`: a program that speaks, at the beginning of a line. Its name stands before `open`, its colon at `i`. */
function isProgram(s: Cursor, open: number, i: number): boolean {
  if (s.at(i) !== 58 || s.at(i + 1) !== 32) return false;
  let from = open;
  while (open - from < 24 && s.at(from - 1) >= 97 && s.at(from - 1) <= 122) from--;
  return from < open && (s.at(from - 1) === 0 || s.at(from - 1) === 10);
}

/** What most brackets hold: digits and nothing else. */
function oneNumber(s: Cursor, from: number, close: number): Part[] | undefined {
  let i = from;
  while (isDigit(s.at(i))) i++;
  return i === close && i > from ? [{ start: from, end: close, label: s.text(from, close) }] : undefined;
}

/** `[6]–[8]`: the second bracket stands for the numbers between, too. */
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

/** What a number in round brackets belongs to when it names no source. */
const NUMBERED =
  /(?:^|[^\p{L}])(?:eqn?s?|equations?|figs?|figures?|tabs?|tables?|secs?|sections?|steps?|cases?|types?|class|parts?|phases?|grades?|levels?|items?|conditions?|questions?|options?|points?|rules?|articles?|paragraphs?|lemmas?|theorems?|n|vol|no|chapters?|lines?|pages?|pp?)\.?\s$/iu;

/** `inference.3 This`, `costs.1, 4` at the full stop `i`, as chatbots' reports have lost the form of raised numbers: markers where the document cites so. */
export function gluedNumbers(s: Cursor, i: number): number {
  if (!isDigit(s.at(i + 1)) || isDigit(s.at(i - 1)) || s.at(i - 1) <= 32 || s.at(i - 1) === 46) return i + 1;
  const parts: Part[] = [];
  let end = i + 1;
  for (let start = end; parts.length < 20; start = s.at(end + 1) === 32 ? end + 2 : end + 1) {
    let j = start;
    while (isDigit(s.at(j))) j++;
    if (j === start || j - start > 3 || s.at(start) === 48) break;
    parts.push({ start, end: j, label: s.text(start, j) });
    end = j;
    if (s.at(end) !== 44) break;
  }
  if (parts.length === 0 || !opensSentence(s, end)) return i + 1;
  if (NUMBERED.test(`${s.text(Math.max(s.start, i - 12), i)}. `)) return i + 1;
  const [first] = parts;
  s.add({
    leaf: s.leafIndex,
    kind: 'numbers',
    parts,
    doubt: 'glued',
    superscript: false,
    start: first?.start ?? end,
    end,
  });
  return end;
}

/** Does the text end at `i`, or go on as a new sentence or line does? */
function opensSentence(s: Cursor, i: number): boolean {
  let at = i;
  while (isEmphasis(s.at(at))) at++;
  const gap = at;
  while (s.at(at) === 32) at++;
  const c = s.at(at);
  if (c === 0 || c === 10 || c === 13) return true;
  return at > gap && !isDigit(c) && !(c >= 97 && c <= 122);
}

/** `(1)`, `(1,2)`, `(3–5)` behind a word, from the bracket at `open` to that at `close`: markers where the document numbers so. */
export function roundNumbers(s: Cursor, open: number, close: number): void {
  if (close - open > 40 || s.at(open - 1) !== 32 || isSpace(s.at(open - 2)) || s.at(open - 2) === 0) return;
  const parts: Part[] = [];
  if (readNumbers(s, open + 1, close, parts) !== close || parts.some((p) => !/^[1-9]\d?\d?$/.test(p.label)))
    return;
  if (NUMBERED.test(s.text(Math.max(s.start, open - 14), open))) return;
  const after = s.at(close + 1);
  const goesOn = isAlnum(after) || (isSpace(after) && isWordUnit(s.at(close + 2)));
  s.add({
    leaf: s.leafIndex,
    kind: 'numbers',
    parts,
    superscript: false,
    doubt: goesOn ? 'item' : 'round',
    start: open,
    end: close + 1,
  });
}

/** `\[1\]` at its backslash, escaped as programs do that write Markdown: the offset behind it, or `i`. */
export function escapedBracket(s: Cursor, i: number): number {
  if (!isDigit(s.at(i + 2)) || s.options.latex) return i;
  let close = i + 3;
  while (close < s.end && close - i < 60 && s.at(close) !== 93 && s.at(close) !== 10) close++;
  if (s.at(close) !== 93 || s.at(close - 1) !== 92) return i;
  const parts: Part[] = [];
  if (readNumbers(s, i + 2, close - 1, parts) < 0) return i;
  s.add({
    leaf: s.leafIndex,
    kind: 'numbers',
    parts,
    superscript: false,
    doubt: 'value',
    start: i,
    end: close + 1,
  });
  return close + 1;
}

/** `^[1]^` at its first mark, which is no footnote written where it is used: the offset behind it, or behind the mark. */
export function raisedBracket(s: Cursor, i: number): number {
  let close = i + 2;
  while (close < s.end && close - i < 40 && s.at(close) !== 93) close++;
  const parts: Part[] = [];
  if (s.at(close + 1) !== 94 || readNumbers(s, i + 2, close, parts) !== close) return i + 1;
  s.add({ leaf: s.leafIndex, kind: 'numbers', parts, superscript: true, start: i, end: close + 2 });
  s.raised = close + 2;
  return close + 2;
}

/** `［4］`, `〔5-7〕`: gives the offset behind it, or behind the bracket that opens. */
export function wideBracket(s: Cursor, i: number): number {
  const last = s.at(i) === 0xff3b ? 0xff3d : 0x3015;
  let close = i + 1;
  while (close < s.end && close - i < 60 && s.at(close) !== last && s.at(close) !== 10) close++;
  if (s.at(close) !== last || !isDigit(s.at(i + 1))) return i + 1;
  return Math.max(i + 1, numbers(s, i, close));
}

/** `[10:30]`, `[00:12:34]` is a time, unless an entry answers it. */
function time(s: Cursor, i: number, close: number): boolean {
  if (s.at(i) !== 58 || s.at(i + 1) > 53 || !isDigit(s.at(i + 1)) || !isDigit(s.at(i + 2))) return false;
  return close === i + 3 || (s.at(i + 3) === 58 && isDigit(s.at(i + 4)) && isDigit(s.at(i + 5)));
}

/** `[1-9][0-9]*`, `[1-9]+`: a digit, in an expression. */
function digitClass(s: Cursor, open: number, close: number): boolean {
  if (close - open !== 4 || s.at(open + 1) !== 49 || s.at(open + 3) !== 57) return false;
  const [before, after, then] = [s.at(open - 1), s.at(close + 1), s.at(close + 2)];
  if (after === 91) return then === 48 || then === 92;
  return (
    before === 92 ||
    '+{$\\'.includes(String.fromCharCode(after || 32)) ||
    (after === 42 && then !== 42 && before !== 42)
  );
}

/** One of the rows of `[[1, 2], [3, 4]]`. */
function row(s: Cursor, open: number, close: number): boolean {
  const outer = s.brackets.at(-1)?.at ?? -1;
  if (outer < 0 || s.at(outer + 1) !== 91) return false;
  return s.at(close + 1) === 44 || s.at(s.at(open - 1) === 32 ? open - 2 : open - 1) === 44;
}

/** The numbers and ranges that are all that stands between two offsets; none where anything else does. */
export function onlyNumbers(s: Cursor, from: number, end: number): Part[] {
  const parts: Part[] = [];
  return readNumbers(s, from, end, parts) === end ? parts : [];
}

/** Reads numbers and ranges into `parts`; gives the offset of a locator, `end` without one, or -1 when anything else stands there. */
function readNumbers(s: Cursor, from: number, end: number, parts: Part[]): number {
  let i = from;
  for (;;) {
    i = blanks(s, i, end);
    const start = i;
    while (i < end && isDigit(s.at(i))) i++;
    if (i === start) {
      if (parts.length === 0 || !isLocator(s, i, end)) return -1;
      const next = nextPlace(s, i, end);
      if (next === 0) return i;
      i = next;
      continue;
    }
    const low = s.text(start, i);
    const suffix = i < end && s.at(i) >= 97 && s.at(i) <= 104 && !isLetter(s.at(i + 1)) ? s.text(i, ++i) : '';
    const dash = blanks(s, i, end);
    if (isDash(s.at(dash)) && dash < end && suffix === '') {
      let j = blanks(s, dash + (s.at(dash + 1) === s.at(dash) ? 2 : 1), end);
      const high = j;
      while (j < end && isDigit(s.at(j))) j++;
      if (!addRange(parts, low, s.text(high, j), start, j)) return -1;
      i = j;
    } else parts.push({ start, end: i, label: low + suffix });
    if (suffix !== '') i = letters(s, i, end, low, parts);
    // `[7••]`, `[8*]`: of special interest.
    for (let n = 0; n < 3 && i < end && (s.at(i) === 42 || s.at(i) === 0x2022); n++) i++;
    i = blanks(s, i, end);
    if (i >= end) return end;
    const c = s.at(i);
    // `[1|2]` is a choice, `[1|source]` names what it leads to.
    if (c === 0x2020 || c === 124) return isDigit(s.at(i + 1)) ? -1 : i;
    if (isSpace(s.at(i - 1)) && isBarePlace(s, i, end)) continue;
    const word = joined(s, i);
    if (word === 0 && c !== 44 && c !== 59 && c !== 0xff0c && c !== 0x3001)
      return c === 58 && isDigit(s.at(blanks(s, i + 1, end))) ? i : -1;
    i += Math.max(1, word);
    if (word === 0) i = blanks(s, i, end) + joined(s, blanks(s, i, end));
    if (parts.length > 200) return -1;
  }
}

/** Is there a letter from a to h alone at `i`? */
const isLetterAlone = (s: Cursor, i: number): boolean =>
  s.at(i) >= 97 && s.at(i) <= 104 && !isWordUnit(s.at(i + 1));

/** The letters behind `7a` in `7a–c` and `7a,b`: gives the offset behind them. */
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

const blanks = (s: Cursor, from: number, end: number): number => {
  let i = from;
  while (i < end && isSpace(s.at(i))) i++;
  return i;
};
const isDash = (c: number): boolean =>
  c === 45 || (c >= 0x2010 && c <= 0x2015) || c === 0x2212 || c === 0xff0d || c === 0xff5e || c === 126;

function addRange(parts: Part[], low: string, high: string, start: number, end: number): boolean {
  const from = Number(low);
  const to = Number(high);
  if (high === '' || low.length > 4 || high.length > 4 || to <= from || to - from > 150) return false;
  if (from === 0 || isYear(from)) return false;
  for (let n = from; n <= to; n++) parts.push({ start, end, label: String(n) });
  return true;
}

function isLocator(s: Cursor, i: number, end: number): boolean {
  if (s.at(i) === 0xa7) return true;
  let j = i;
  while (j < end && isLetter(s.at(j))) j++;
  return LOCATOR.has(s.text(i, Math.min(j, i + 12)).toLowerCase());
}

/** `[1 S. 5]`: behind a number without a comma, a locator and its number. */
function isBarePlace(s: Cursor, i: number, end: number): boolean {
  if (!isLocator(s, i, end)) return false;
  let j = i + 1;
  while (j < end && isLetter(s.at(j))) j++;
  return isDigit(s.at(blanks(s, s.at(j) === 46 ? j + 1 : j, end)));
}

/** `[1, p. 5; 3, p. 8]`: the offset of the next number that has a locator, too, or 0; `[1, pp. 5; 8]` are pages. */
function nextPlace(s: Cursor, from: number, end: number): number {
  let at = from;
  while (at < end && s.at(at) !== 59) at++;
  at = blanks(s, at + 1, end);
  let i = at;
  while (i < end && isDigit(s.at(i))) i++;
  if (i === at || i >= end) return 0;
  return isBarePlace(s, blanks(s, s.at(i) === 44 ? i + 1 : i, end), end) ? at : 0;
}

/** `[5] = 3 mM`: a concentration, or the value of an element. */
const equation = (s: Cursor, i: number): boolean =>
  s.at(i) === 32 && (s.at(i + 1) === 61 || s.at(i + 1) === 0x2248) && s.at(i + 2) === 32;

/** `[1, 10]` after `in`, `range`, `=`, `∈` is an interval or a list of values. */
function interval(s: Cursor, open: number, parts: readonly Part[]): boolean {
  let i = open - 1;
  while (s.at(i) === 32) i--;
  const c = s.at(i);
  if (c === 61 || c === 0x2208 || c === 60 || c === 0x2286 || c === 0x2282) return true;
  // `"size": [1]`
  if ((c === 58 && s.at(i - 1) === 34) || c === 123) return true;
  // Two numbers, or one range.
  if (parts.length !== 2 && (parts.length < 2 || parts[0]?.end !== parts.at(-1)?.end)) return false;
  const from = Math.max(s.start, i - 12);
  return /(?:interval|range|between|bounds?|∈|scale(?: of)?)$/i.test(s.text(from, i + 1));
}

const PROGRAMMING = new Set(
  'arr array args argv list data item items row rows col cols matrix vector vec tuple buf buffer str string index idx values vals params lst dict map tab elements nums stack queue node nodes words lines tokens parts result results input output'.split(
    ' ',
  ),
);

/** Is the word that ends at `open` the name of an array rather than a word of a sentence? Reads 40 units at most. */
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
