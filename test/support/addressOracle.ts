/**
 * A second decision on whether an address is public, without code or tables of the guard: first and last address of each special range as
 * plain numbers, read from the IANA special-purpose registries (dated 2025-10-09) and RFC 4291.
 */
type V4Range = readonly [first: number, last: number];

const dotted = (a: number, b: number, c: number, d: number): number => ((a * 256 + b) * 256 + c) * 256 + d;
const block = (a: number, b: number, c: number, length: number): V4Range => {
  const first = dotted(a, b, c, 0);
  return [first, first + 2 ** (32 - length) - 1];
};

export const V4_SPECIAL: readonly V4Range[] = [
  block(0, 0, 0, 8),
  block(10, 0, 0, 8),
  block(100, 64, 0, 10),
  block(127, 0, 0, 8),
  block(169, 254, 0, 16),
  block(172, 16, 0, 12),
  block(192, 0, 0, 24),
  block(192, 0, 2, 24),
  block(192, 31, 196, 24),
  block(192, 52, 193, 24),
  block(192, 88, 99, 24),
  block(192, 168, 0, 16),
  block(192, 175, 48, 24),
  block(198, 18, 0, 15),
  block(198, 51, 100, 24),
  block(203, 0, 113, 24),
  [dotted(224, 0, 0, 0), dotted(255, 255, 255, 255)], // multicast, reserved, broadcast
  [dotted(168, 63, 129, 16), dotted(168, 63, 129, 16)], // not from IANA: the host agent of a cloud
];

export const isPublicV4 = (value: number): boolean =>
  !V4_SPECIAL.some(([first, last]) => value >= first && value <= last);

/** Prefixes as their first groups in hexadecimal text, nibble by nibble; all inside 2000::/3. */
export const V6_SPECIAL: readonly { readonly prefix: string; readonly bits: number }[] = [
  { prefix: '20010000', bits: 23 },
  { prefix: '20010db8', bits: 32 },
  { prefix: '2002', bits: 16 },
  { prefix: '2620004f8000', bits: 48 },
  { prefix: '3ffe', bits: 16 },
  { prefix: '3fff0', bits: 20 },
];

const MAPPED = '00000000000000000000ffff';
const NAT64 = '0064ff9b0000000000000000';

/** Takes the 32 hexadecimal digits of an IPv6 address. */
export function isPublicV6(digits: string): boolean {
  if (digits.startsWith(MAPPED) || digits.startsWith(NAT64))
    return isPublicV4(parseInt(digits.slice(24), 16));
  const top = parseInt(digits.slice(0, 1), 16);
  if (top !== 2 && top !== 3) return false;
  return !V6_SPECIAL.some(({ prefix, bits }) => bitsOf(digits).startsWith(bitsOf(prefix).slice(0, bits)));
}

const bitsOf = (hex: string): string =>
  Array.from(hex, (nibble) => parseInt(nibble, 16).toString(2).padStart(4, '0')).join('');

/** Decides on an address as passed to the kernel: dotted, or any RFC 4291 spelling. */
export function isPublic(address: string): boolean {
  const text = address.toLowerCase();
  if (/^\d+\.\d+\.\d+\.\d+$/.test(text)) return isPublicV4(v4Number(text));
  return isPublicV6(v6Digits(text));
}

function v4Number(text: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return dotted(a, b, c, d);
}

/** The 32 digits of an IPv6 address in any spelling, without a zone. */
export function v6Digits(text: string): string {
  const last = text.slice(text.lastIndexOf(':') + 1);
  if (last.includes('.')) {
    const hex = v4Number(last).toString(16).padStart(8, '0');
    return v6Digits(`${text.slice(0, -last.length)}${hex.slice(0, 4)}:${hex.slice(4)}`);
  }
  const wide = (part: string): string =>
    part === ''
      ? ''
      : part
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join('');
  const at = text.indexOf('::');
  if (at < 0) return wide(text);
  const [left, right] = [wide(text.slice(0, at)), wide(text.slice(at + 2))];
  return left + '0'.repeat(32 - left.length - right.length) + right;
}
