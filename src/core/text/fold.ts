/** Folds text for comparison: NFKC, accents, ligatures, quotes, dashes, case, invisible characters. One pass, with a map to the source. */

import { isDigit, oneOf } from './chars';
import { decodeEntities } from './entities';

/** A folded text; unit `i` came from `source[starts[i]]` up to, not including, `ends[i]`. */
export type Folded = {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly source: string;
};

const UNKNOWN = 0xffff;
const MANY = 0xfffe;
/** Folded unit by UTF-16 unit, filled on demand: 0 is dropped, MANY folds to a string, UNKNOWN was not seen yet. */
const table = new Uint16Array(0x10000).fill(UNKNOWN);
const many = new Map<number, string>();

const ALONE: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h', 'ʹ': "'",
}; // prettier-ignore

/** Combining accents, Hebrew points and Arabic vowel signs, but not the vowel signs of Indic scripts. */
const isAccent = (c: number) =>
  (c >= 0x300 && c <= 0x36f) ||
  (c >= 0x1ab0 && c <= 0x1aff) ||
  (c >= 0x20d0 && c <= 0x20ff) ||
  (c >= 0x591 && c <= 0x5c7) ||
  (c >= 0x64b && c <= 0x65f);

/** Invisible characters: soft hyphen, zero-width, direction marks, byte order mark, variation selectors, tags. */
export const isInvisible = (c: number) =>
  c === 0xad ||
  c === 0x34f ||
  c === 0x61c ||
  c === 0x180e ||
  (c >= 0x200b && c <= 0x200f) ||
  (c >= 0x202a && c <= 0x202e) ||
  (c >= 0x2060 && c <= 0x206f) ||
  (c >= 0xfe00 && c <= 0xfe0f) ||
  c === 0xfeff ||
  (c >= 0xe0000 && c <= 0xe0fff);

const isSpace = (c: number) =>
  c === 32 || (c >= 9 && c <= 13) || c === 0x85 || c === 0xa0 || c === 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
  c === 0x2028 || c === 0x2029 || c === 0x202f || c === 0x205f || c === 0x3000; // prettier-ignore
const isSingleQuote = oneOf('‘’‚‛′ʼ´`‹›');
const isDoubleQuote = oneOf('“”„‟″«»〝〞');
const isDash = oneOf('‐‑‒–—―−⁃﹘﹣－');

function foldPoint(c: number): string {
  if (isSpace(c)) return ' ';
  if (c < 32 || isInvisible(c) || isAccent(c)) return '';
  if (c < 0x80) return String.fromCharCode(c).toLowerCase();
  if (isSingleQuote(c)) return "'";
  if (isDoubleQuote(c)) return '"';
  if (isDash(c)) return '-';
  const lower = String.fromCodePoint(c).toLowerCase();
  let out = '';
  for (const part of lower.normalize('NFKD').toLowerCase()) {
    const p = part.codePointAt(0) ?? 0;
    if (!isAccent(p)) out += ALONE[part] ?? (isSpace(p) ? ' ' : isDash(p) ? '-' : p === 0x2044 ? '/' : part);
  }
  return out.normalize('NFC');
}

function learn(unit: number): number {
  const folded = foldPoint(unit);
  const code = folded.length === 0 ? 0 : folded.length === 1 ? folded.charCodeAt(0) : MANY;
  if (code === MANY) many.set(unit, folded);
  table[unit] = code;
  return code;
}

const isHighSurrogate = (c: number) => c >= 0xd800 && c <= 0xdbff;
const isLowSurrogate = (c: number) => c >= 0xdc00 && c <= 0xdfff;

/** Collects folded units and their origins. */
class Output {
  #units: Uint16Array;
  #starts: Uint32Array;
  #ends: Uint32Array;
  length = 0;

  constructor(expected: number) {
    this.#units = new Uint16Array(expected);
    this.#starts = new Uint32Array(expected);
    this.#ends = new Uint32Array(expected);
  }

  push(unit: number, start: number, end: number): void {
    if (this.length === this.#units.length) this.#grow();
    this.#units[this.length] = unit;
    this.#starts[this.length] = start;
    this.#ends[this.length++] = end;
  }

  /** Clears the output but keeps its memory. */
  clear(): this {
    this.length = 0;
    return this;
  }

  last(): number {
    return this.length === 0 ? 0 : (this.#units[this.length - 1] ?? 0);
  }

  pop(): void {
    this.length--;
  }

  done(source: string): Folded {
    const text = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(
      this.#units.subarray(0, this.length),
    );
    const [starts, ends] = [this.#starts.subarray(0, this.length), this.#ends.subarray(0, this.length)];
    return { text, starts, ends, source };
  }

  #grow(): void {
    const wider = <A extends Uint16Array | Uint32Array>(a: A, b: A): A => {
      b.set(a);
      return b;
    };
    const size = this.#units.length * 2 + 32;
    this.#units = wider(this.#units, new Uint16Array(size));
    this.#starts = wider(this.#starts, new Uint32Array(size));
    this.#ends = wider(this.#ends, new Uint32Array(size));
  }
}

const LONGEST_ENTITY = 9;

/** Folds an entity such as `&#8217;` or `&amp;` (some sources are escaped twice) and returns its end. */
function entityAt(text: string, at: number): { folded: string; end: number } | undefined {
  const [written = ''] = /^&[#\w]+;/.exec(text.slice(at, at + LONGEST_ENTITY)) ?? [];
  const decoded = decodeEntities(written);
  if (decoded === written) return undefined;
  return { folded: foldPoint(decoded.codePointAt(0) ?? 0), end: at + written.length };
}

/** Calls `take` with each folded unit of `text` and its origin. */
function eachUnit(text: string, take: (unit: number, start: number, end: number) => void): void {
  const takeAll = (folded: string, start: number, end: number) => {
    for (let k = 0; k < folded.length; k++) take(folded.charCodeAt(k), start, end);
    return end;
  };
  const { length } = text;
  for (let i = 0; i < length;) {
    const c = text.charCodeAt(i);
    if (c === 38 || (isHighSurrogate(c) && isLowSurrogate(text.charCodeAt(i + 1)))) {
      const entity = c === 38 ? entityAt(text, i) : undefined;
      if (entity) i = takeAll(entity.folded, i, entity.end);
      else if (c === 38) take(c, i, ++i);
      else i = takeAll(foldPoint(text.codePointAt(i) ?? 0), i, i + 2);
      continue;
    }
    let unit = table[c] ?? UNKNOWN;
    if (unit === UNKNOWN) unit = learn(c);
    if (unit === MANY) takeAll(many.get(c) ?? '', i, i + 1);
    else if (unit !== 0) take(unit, i, i + 1);
    i++;
  }
}

/** Folds `text` with a map back to it: white space becomes one space, and a hyphen at a line end joins words (`multi-\nline`). */
export const foldWithMap = (text: string): Folded => foldInto(new Output(text.length + 16), text);

/** Like `foldWithMap`, but only valid until the next call: saves memory when reading a whole book piece by piece. */
export const foldForNow = (text: string): Folded => foldInto(scratch.clear(), text);
const scratch = new Output(1_024);

function foldInto(out: Output, text: string): Folded {
  let hyphenated = false;
  eachUnit(text, (unit, start, end) => {
    if (unit === 32) {
      const broken = out.last() === 45 && out.length > 1 && isLineBreak(text.charCodeAt(start));
      if (broken) hyphenated = true;
      else if (!hyphenated && out.last() !== 32) out.push(32, start, end);
      return;
    }
    if (hyphenated && out.last() === 45 && !isDigit(unit)) out.pop();
    hyphenated = false;
    out.push(unit, start, end);
  });
  return out.done(text);
}
const isLineBreak = oneOf('\n\r\u0085\u2028\u2029');

/** Folds `text` for comparison: white space as single spaces, trimmed. */
export const fold = (text: string): string => foldWithMap(text).text.trim();

/** Only the letters and digits, without accents and case: for names and titles, which are written with other marks and spaces. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/** Letters and digits of any script, by folded unit. */
const letters = new Uint8Array(0x10000);
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Whether the folded unit is part of a word. Surrogates count as letters. */
export function isFoldedWordUnit(c: number): boolean {
  if (c < 128) return isDigit(c) || (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
  let kind = letters[c] ?? 0;
  if (kind === 0) {
    kind = (c >= 0xd800 && c <= 0xdfff) || LETTER.test(String.fromCharCode(c)) ? 2 : 1;
    letters[c] = kind;
  }
  return kind === 2;
}

/** Characters that change the meaning of a number. */
const isSign = oneOf('%+<>=±≤≥≈~$€£¥°/');
const isSignificant = (c: number) => isFoldedWordUnit(c) || isSign(c);

/** How squeezing treats an ASCII unit: drop it, keep it, or look closer. */
const [DROP, KEEP, LOOK] = [0, 1, 2];
const ASCII = Uint8Array.from({ length: 128 }, (_, c) =>
  '.,-[&>/+'.includes(String.fromCharCode(c)) ? LOOK : isSignificant(c) ? KEEP : DROP,
);

/**
 * Folds `text` and drops white space and punctuation, so that spacing, hyphens and line breaks don't prevent finding a quotation. Keeps
 * decimal points, signs, percent and currency, which change a number; drops note markers (`[12]`) and marks of quoted or commented lines.
 * Optimized: 300,000 characters in a few milliseconds.
 */
export function squeeze(text: string): Folded {
  const out = new Output(text.length + 16);
  const { length } = text;
  for (let i = 0; i < length;) {
    const c = text.charCodeAt(i);
    if (c < 128) {
      const kind = ASCII[c];
      if (kind === KEEP) out.push(c >= 65 && c <= 90 ? c + 32 : c, i, i + 1);
      i = kind === LOOK ? lookCloser(text, i, c, out) : i + 1;
      continue;
    }
    const unit = table[c] ?? UNKNOWN;
    if (unit < MANY && isFoldedWordUnit(unit)) {
      out.push(unit, i, ++i);
      continue;
    }
    i = squeezeRare(text, i, c, out);
  }
  return out.done(text);
}

/** Handles a full stop, comma, hyphen, bracket or ampersand at `i`; returns where to continue. */
function lookCloser(text: string, i: number, c: number, out: Output): number {
  if (c === 91) return Math.max(i + 1, noteMarkEnd(text, i));
  if (c === 38) {
    const entity = entityAt(text, i);
    if (!entity) return i + 1;
    pushSignificant(entity.folded, text, i, entity.end, out);
    return entity.end;
  }
  if ((isSign(c) || isPartOfNumber(text, i, i + 1, c)) && !isLineMark(text, i, c)) out.push(c, i, i + 1);
  return i + 1;
}

/** Longest indentation and marks of a line. */
const LONGEST_MARK = 40;
const isMark = oneOf('>/!+- \t');
/** Whether the unit at `i` marks a line as quoted (`>`), commented (`//`, `--`) or listed, as the line before has the same mark. */
function isLineMark(text: string, i: number, c: number): boolean {
  const [before, next] = [text.charCodeAt(i - 1), text.charCodeAt(i + 1)];
  if (c === 62 ? isDigit(next) : before !== c && next !== c && (c === 47 || next !== 32)) return false;
  let from = i - 1;
  while (from > i - LONGEST_MARK && isMark(text.charCodeAt(from))) from--;
  if (text.charCodeAt(from) !== 10) return false;
  let above = text.lastIndexOf('\n', from - 1) + 1;
  for (const end = above + LONGEST_MARK; above < end && isSpace(text.charCodeAt(above)); above++);
  return above < from && text.charCodeAt(above) === c;
}

/** Handles a character beyond ASCII that isn't a plain letter. */
function squeezeRare(text: string, i: number, c: number, out: Output): number {
  const isPair = isHighSurrogate(c) && isLowSurrogate(text.charCodeAt(i + 1));
  const end = i + (isPair ? 2 : 1);
  const unit = table[c] ?? UNKNOWN;
  const code = isPair ? MANY : unit === UNKNOWN ? learn(c) : unit;
  const folded = isPair
    ? foldPoint(text.codePointAt(i) ?? 0)
    : code === MANY
      ? (many.get(c) ?? '')
      : String.fromCharCode(code);
  if (code !== 0) pushSignificant(folded, text, i, end, out);
  return end;
}

function pushSignificant(folded: string, text: string, start: number, end: number, out: Output): void {
  for (let k = 0; k < folded.length; k++) {
    const c = folded.charCodeAt(k);
    if (isSignificant(c) || (folded.length === 1 && isPartOfNumber(text, start, end, c)))
      out.push(c, start, end);
  }
}

/** The end of the note marker (`[3]`, `[3, 12]`, `[3-5]`) at `i`; `i` without one. */
function noteMarkEnd(text: string, i: number): number {
  for (let k = i + 1; k < i + 12 && k < text.length; k++) {
    const c = text.charCodeAt(k);
    if (c === 93) return k > i + 1 ? k + 1 : i;
    if (!isDigit(c) && c !== 44 && c !== 45 && c !== 32 && c !== 0x2013) return i;
  }
  return i;
}

/** Whether the full stop, comma or hyphen between `i` and `end` is part of a number. `4,812` is `4812`, but `1.5` is not `15`. */
function isPartOfNumber(text: string, i: number, end: number, c: number): boolean {
  const before = text.charCodeAt(i - 1);
  const next = text.charCodeAt(end);
  if (c === 46) return isDigit(before) && isDigit(next);
  if (c === 44) return isDigit(before) && isDigit(next) && !isThousands(text, i);
  if (c !== 45) return false;
  const first = next === 32 ? text.charCodeAt(end + 1) : next;
  return isDigit(first) && (isDigit(before) || !isFoldedWordUnit(before));
}

/** Exactly three digits after the comma at `i`. */
const isThousands = (text: string, i: number) =>
  isDigit(text.charCodeAt(i + 1)) &&
  isDigit(text.charCodeAt(i + 2)) &&
  isDigit(text.charCodeAt(i + 3)) &&
  !isDigit(text.charCodeAt(i + 4));
