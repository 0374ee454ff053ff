/** A small, fast, repeatable fingerprint: no secret, no safety, the same on every machine. */

/** 64 bits as 13 letters and digits: two multiplicative lanes over the UTF-16 units. */
export function fingerprint(text: string): string {
  let a = 0x9e3779b1;
  let b = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (a >>> 16), 0x27d4eb2f);
  return (
    ((a ^ (a >>> 15)) >>> 0).toString(36).padStart(7, '0') +
    ((b ^ (b >>> 13)) >>> 0).toString(36).padStart(7, '0')
  );
}
