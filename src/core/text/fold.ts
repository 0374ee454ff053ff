/**
 * Folding: what two spellings of the same words have in common. NFKC and more: accents, ligatures, quotes, dashes, case,
 * soft hyphens, invisible characters. One pass, linear, with a map from every folded unit back to the text it came from.
 */

/** A text without what spelling may vary in; unit `i` came from `source[starts[i]]` up to, not including, `ends[i]`. */
export type Folded = {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly source: string;
};

const UNKNOWN = 0xffff;
const MANY = 0xfffe;
/** Folded unit by UTF-16 unit, filled as units are met: 0 is dropped, MANY folds to a string, UNKNOWN was not met yet. */
const table = new Uint16Array(0x10000).fill(UNKNOWN);
const many = new Map<number, string>();

const ALONE: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h', 'ʹ': "'",
}; // prettier-ignore

/** Combining accents, Hebrew points and Arabic vowel signs; never the signs that Indic scripts write vowels with. */
const isAccent = (c: number) =>
  (c >= 0x300 && c <= 0x36f) ||
  (c >= 0x1ab0 && c <= 0x1aff) ||
  (c >= 0x20d0 && c <= 0x20ff) ||
  (c >= 0x591 && c <= 0x5c7) ||
  (c >= 0x64b && c <= 0x65f);

/** Soft hyphen, zero-width, direction marks, byte order mark, variation selectors, tags: nothing a reader sees. */
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
const isSingleQuote = (c: number) =>
  (c >= 0x2018 && c <= 0x201b) ||
  c === 0x2032 ||
  c === 0x2bc ||
  c === 0xb4 ||
  c === 0x60 ||
  c === 0x2039 ||
  c === 0x203a;
const isDoubleQuote = (c: number) =>
  (c >= 0x201c && c <= 0x201f) || c === 0x2033 || c === 0xab || c === 0xbb || c === 0x301d || c === 0x301e;
const isDash = (c: number) =>
  (c >= 0x2010 && c <= 0x2015) ||
  c === 0x2212 ||
  c === 0x2043 ||
  c === 0xfe58 ||
  c === 0xfe63 ||
  c === 0xff0d;

/** Folds one character (a code point). */
function foldPoint(c: number): string {
  if (c < 0x80)
    return c >= 65 && c <= 90
      ? String.fromCharCode(c + 32)
      : c < 32
        ? isSpace(c)
          ? ' '
          : ''
        : String.fromCharCode(c);
  if (isInvisible(c) || isAccent(c)) return '';
  if (isSpace(c)) return ' ';
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
const isDigit = (c: number) => c >= 48 && c <= 57;

/** Collects folded units and where each came from. */
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

/** Calls `take` with each folded unit of `text` and the offsets it came from. */
function eachUnit(text: string, take: (unit: number, start: number, end: number) => void): void {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isHighSurrogate(c) && i + 1 < text.length) {
      const folded = foldPoint(text.codePointAt(i) ?? 0);
      for (let k = 0; k < folded.length; k++) take(folded.charCodeAt(k), i, i + 2);
      i++;
      continue;
    }
    let unit = table[c] ?? UNKNOWN;
    if (unit === UNKNOWN) unit = learn(c);
    if (unit === 0) continue;
    if (unit !== MANY) {
      take(unit, i, i + 1);
      continue;
    }
    const folded = many.get(c) ?? '';
    for (let k = 0; k < folded.length; k++) take(folded.charCodeAt(k), i, i + 1);
  }
}

/**
 * `text` folded, runs of white space as one blank, with the way back. A hyphen at the end of a line is joined with the next
 * line's word (`multi-\nline` becomes `multiline`).
 */
export function foldWithMap(text: string): Folded {
  const out = new Output(text.length + 16);
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
const isLineBreak = (c: number) => c === 10 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;

/** `text` folded, white space as single blanks, none at the ends: fit for comparing. */
export const fold = (text: string): string => foldWithMap(text).text.trim();

/** Letters and digits of any script, by folded unit. */
const letters = new Uint8Array(0x10000);
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Is this folded unit part of a word? Surrogate halves count as letters. */
export function isWordUnit(c: number): boolean {
  if (c < 128) return isDigit(c) || (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
  let kind = letters[c] ?? 0;
  if (kind === 0) {
    kind = (c >= 0xd800 && c <= 0xdfff) || LETTER.test(String.fromCharCode(c)) ? 2 : 1;
    letters[c] = kind;
  }
  return kind === 2;
}

/** Signs that change what a number says. */
const SIGNS = new Set('%+<>=±≤≥≈~$€£¥°/'.split('').map((s) => s.charCodeAt(0)));

/**
 * The word stuff of `text` alone: folded, without white space and punctuation, so that spacing, hyphens and line breaks cannot
 * keep a quotation from being found. Decimal points, signs, percent and currency stay, because they change what a number
 * says; note marks (`[12]`) go.
 */
export function squeeze(text: string): Folded {
  const plain = foldWithMap(text);
  const { text: folded, starts, ends } = plain;
  const out = new Output(folded.length + 16);
  for (let i = 0; i < folded.length; i++) {
    const c = folded.charCodeAt(i);
    if (c === 91) {
      const after = noteMarkEnd(folded, i);
      if (after > i) {
        i = after - 1;
        continue;
      }
    }
    if (isWordUnit(c) || SIGNS.has(c) || isPartOfNumber(folded, i, c))
      out.push(c, starts[i] ?? 0, ends[i] ?? 0);
  }
  return out.done(text);
}

/** Where the note mark (`[3]`, `[3, 12]`, `[3-5]`) that begins at `i` ends; `i` when there is none. */
function noteMarkEnd(folded: string, i: number): number {
  for (let k = i + 1; k < i + 12 && k < folded.length; k++) {
    const c = folded.charCodeAt(k);
    if (c === 93) return k > i + 1 ? k + 1 : i;
    if (!isDigit(c) && c !== 44 && c !== 45 && c !== 32) return i;
  }
  return i;
}

/** Is the full stop, comma or hyphen at `i` part of a number? `4,812` and `4812` are the same number, `1.5` and `15` are not. */
function isPartOfNumber(folded: string, i: number, c: number): boolean {
  const before = folded.charCodeAt(i - 1);
  const next = folded.charCodeAt(i + 1);
  if (c === 46) return isDigit(before) && isDigit(next);
  if (c === 44) return isDigit(before) && isDigit(next) && !isThousands(folded, i);
  if (c !== 45) return false;
  const first = next === 32 ? folded.charCodeAt(i + 2) : next;
  return isDigit(first) && (isDigit(before) || !isWordUnit(before));
}

/** Three digits after the comma at `i`, and no fourth. */
const isThousands = (folded: string, i: number) =>
  isDigit(folded.charCodeAt(i + 1)) &&
  isDigit(folded.charCodeAt(i + 2)) &&
  isDigit(folded.charCodeAt(i + 3)) &&
  !isDigit(folded.charCodeAt(i + 4));
