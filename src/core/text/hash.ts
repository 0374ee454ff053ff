/** A small, fast, repeatable fingerprint: no secret, no safety, the same on every machine. */

/** 64 bits of the pieces as 14 letters and digits: two multiplicative lanes over their UTF-16 units, a mark between the pieces. */
export function fingerprint(...pieces: readonly string[]): string {
  let a = 0x9e3779b1;
  let b = 0x85ebca6b;
  for (const piece of pieces) {
    for (let i = 0; i < piece.length; i++) {
      const c = piece.charCodeAt(i);
      a = Math.imul(a ^ c, 0x01000193);
      b = Math.imul(b ^ c, 0x5bd1e995);
      b ^= b >>> 15;
    }
    a = Math.imul(a ^ 0x1f1f1, 0x01000193);
    b = Math.imul(b ^ 0x2e2e2, 0x5bd1e995);
  }
  a = Math.imul(a ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (a >>> 16), 0x27d4eb2f);
  return spell(a ^ (a >>> 15), b ^ (b >>> 13));
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
