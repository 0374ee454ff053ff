/** A small, fast, repeatable fingerprint: no secret, no safety, the same on every machine. */

/** How far a fingerprint has come: two lanes of 32 bits. */
export type Lanes = { readonly a: number; readonly b: number };

/** No piece yet. */
export const EMPTY: Lanes = { a: 0x9e3779b1, b: 0x85ebca6b };

/** 64 bits of the pieces as 14 letters and digits: two multiplicative lanes over their UTF-16 units, a mark between the pieces. */
export const fingerprint = (...pieces: readonly string[]): string => spelt(pieces.reduce(mixed, EMPTY));

/** With one more piece. */
export function mixed(lanes: Lanes, piece: string): Lanes {
  let { a, b } = lanes;
  for (let i = 0; i < piece.length; i++) {
    const c = piece.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 15;
  }
  return marked(a, b);
}

/** The lanes of a first piece that is given as the first `length` of some units. */
export function mixedUnits(codes: Uint16Array, length: number): Lanes {
  let { a, b } = EMPTY;
  for (let i = 0; i < length; i++) {
    const c = codes[i] ?? 0;
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 15;
  }
  return marked(a, b);
}

const marked = (a: number, b: number): Lanes => ({
  a: Math.imul(a ^ 0x1f1f1, 0x01000193),
  b: Math.imul(b ^ 0x2e2e2, 0x5bd1e995),
});

/** What the pieces so far come to. */
export function spelt({ a, b }: Lanes): string {
  const first = Math.imul(a ^ (b >>> 13), 0xc2b2ae35);
  const second = Math.imul(b ^ (first >>> 16), 0x27d4eb2f);
  return spell(first ^ (first >>> 15), second ^ (second >>> 13));
}

const DIGITS = Array.from('0123456789abcdefghjkmnpqrstvwxyz', (c) => c.charCodeAt(0));
const digit = (n: number, shift: number): number => DIGITS[(n >>> shift) & 31] ?? 48;

/** Two words of 32 bits in base 32, in one piece: this is called for every citation. */
const spell = (a: number, b: number): string =>
  String.fromCharCode(
    digit(a, 30),
    digit(a, 25),
    digit(a, 20),
    digit(a, 15),
    digit(a, 10),
    digit(a, 5),
    digit(a, 0),
    digit(b, 30),
    digit(b, 25),
    digit(b, 20),
    digit(b, 15),
    digit(b, 10),
    digit(b, 5),
    digit(b, 0),
  );
