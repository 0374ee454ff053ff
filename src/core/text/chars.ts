/** Code units by name and class. The scanner reads numbers, never substrings. */

export const LF = 10;
export const CR = 13;
export const TAB = 9;
export const SPACE = 32;

/** A test for the units of a string: a table for ASCII, as a set takes five times as long. */
export function oneOf(units: string): (c: number) => boolean {
  const codes = new Set(Array.from(units, (unit) => unit.charCodeAt(0)));
  const ascii = Uint8Array.from({ length: 128 }, (_, c) => Number(codes.has(c)));
  return (c) => (c < 128 ? ascii[c] === 1 : codes.has(c));
}

/** White space within a line: no tab, no line end. */
export const isBlank = (c: number): boolean => c === SPACE;
export const isLowerAscii = (c: number): boolean => c >= 97 && c <= 122;
export const isDigit = (c: number): boolean => c >= 48 && c <= 57;
export const isUpperAscii = (c: number): boolean => c >= 65 && c <= 90;
export const isAlpha = (c: number): boolean => isLowerAscii(c) || isUpperAscii(c);
export const isAlnum = (c: number): boolean => isAlpha(c) || isDigit(c);
/** ASCII punctuation, which a backslash can escape in Markdown. */
export const isPunctuation = (c: number): boolean => c > SPACE && c < 127 && !isAlnum(c);
/** Lowercase hexadecimal digits, as in git hashes. */
export const isHex = (c: number): boolean => isDigit(c) || (c >= 97 && c <= 102);
/** White space of any script, including line ends. */
export const isSpace = (c: number): boolean =>
  c < 128
    ? c === SPACE || (c >= TAB && c <= CR)
    : c === 0xa0 ||
      c === 0x3000 ||
      (c >= 0x2000 && c <= 0x200b) ||
      c === 0x2028 ||
      c === 0x2029 ||
      c === 0x202f ||
      c === 0xfeff;
/** A letter of any script, by ranges: beyond ASCII, everything except white space and marks. */
export const isLetter = (c: number): boolean =>
  c < 128 ? isAlpha(c) : c >= 0xc0 && !isMark(c) && c !== 0xd7 && c !== 0xf7;
export const isWord = (c: number): boolean => isDigit(c) || isLetter(c);
export const isWordUnit = (c: number): boolean => isWord(c) || c === 95;
/** Markdown's emphasis characters. */
export const isEmphasis = (c: number): boolean => c === 42 || c === 95;

/** General punctuation, arrows, mathematics, box drawing, CJK punctuation, full-width forms, private use. */
export const isMark = (c: number): boolean =>
  (c >= 0x2000 && c <= 0x2bff) ||
  (c >= 0x3000 && c <= 0x3004) ||
  (c >= 0x3008 && c <= 0x3020) ||
  c === 0x30fb ||
  (c >= 0xe000 && c <= 0xf8ff) ||
  (c >= 0xfe10 && c <= 0xfe6f) ||
  (c >= 0xff01 && c <= 0xff0f) ||
  (c >= 0xff1a && c <= 0xff20) ||
  (c >= 0xff3b && c <= 0xff40) ||
  (c >= 0xff5b && c <= 0xff65) ||
  c === 0xfeff;

/** Han, kana and hangul, written without spaces between words. */
export const isCjk = (c: number): boolean =>
  (c >= 0x3005 && c <= 0x3007) ||
  (c >= 0x3021 && c <= 0x9fff && c !== 0x30fb) ||
  (c >= 0xac00 && c <= 0xd7a3) ||
  (c >= 0xf900 && c <= 0xfaff) ||
  (c >= 0xd840 && c <= 0xd87f);

/** Value of a superscript digit, or -1. */
export function superscript(c: number): number {
  if (c === 0xb9) return 1;
  if (c === 0xb2 || c === 0xb3) return c - 0xb0;
  return c === 0x2070 || (c >= 0x2074 && c <= 0x2079) ? c - 0x2070 : -1;
}

/** Bullets that Markdown doesn't know. */
export const isBullet = oneOf('•‣◦●▪▸►➤■');

/**
 * The code units of a string from `start` to `end`: reading one takes half the time of `charCodeAt`, or a third on a slice. Only for texts:
 * where words and pieces of strings are read by the same `charCodeAt`, it takes the engine five times as long for a document too.
 */
export function units(text: string, start = 0, end = text.length): Uint16Array {
  const codes = new Uint16Array(end - start);
  const bytes = new Uint8Array(Math.min(BLOCK, codes.length));
  for (let from = start; from < end; from += BLOCK) {
    const to = Math.min(end, from + BLOCK);
    const { read, written } = ENCODER.encodeInto(text.slice(from, to), bytes);
    // A block of ASCII has as many bytes as units, and the engine copies it in a tenth of the time.
    if (read === written && read === to - from)
      codes.set(read === bytes.length ? bytes : bytes.subarray(0, read), from - start);
    else for (let i = from; i < to; i++) codes[i - start] = text.charCodeAt(i);
  }
  return codes;
}
const ENCODER = new TextEncoder();
const BLOCK = 512;

/** The text of a range. Uses `apply` because spreading is seven times slower. */
export function decode(codes: Uint16Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i += 8192)
    text += String(Reflect.apply(String.fromCharCode, undefined, codes.subarray(i, Math.min(end, i + 8192))));
  return text;
}
