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
  return word(a ^ (a >>> 15)) + word(b ^ (b >>> 13));
}

const word = (n: number): string => (n >>> 0).toString(36).padStart(7, '0');
