/**
 * Which addresses are public. An own table decides, not a library's: `unicast` in a library is what falls through its list, not a proof.
 * Table as of 2026-11-21, after the IANA special-purpose registries dated 2025-10-09 (RFC 6890 and its updates).
 */
import { isIPv4, isIPv6 } from 'node:net';

type Range = { readonly base: bigint; readonly bits: number; readonly name: string };

/** All special-purpose rows, reachable ones too: nobody cites a relay's anycast address. */
const V4_DENIED = ranges(32, [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'cloud platform service'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT relay'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
]);

/** Global unicast is all that IANA hands out; everything outside is denied without being listed. */
const V6_GLOBAL = ranges(128, [['2000::/3', 'global unicast']]);
const V6_DENIED = ranges(128, [
  ['2001::/23', 'protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3ffe::/16', '6bone'],
  ['3fff::/20', 'documentation'],
]);

/** Prefixes whose last 32 bits are the IPv4 address meant: mapped, and what DNS64 answers for every site on an IPv6-only network. */
const V4_INSIDE = ranges(128, [
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['64:ff9b::/96', 'NAT64'],
]);

/**
 * Why an address must not be connected to, or nothing when it is public.
 * Takes an address as a resolver or `URL.hostname` (without brackets) gives it; text that is no address is refused too.
 */
export function refusal(address: string): string | undefined {
  if (isIPv4(address)) return v4Refusal(v4Value(address));
  if (address.includes('%') || !isIPv6(address)) return 'not an address';
  const value = v6Value(address);
  if (within(value, 128, V4_INSIDE) !== undefined) return v4Refusal(value & 0xffffffffn);
  if (within(value, 128, V6_GLOBAL) === undefined) return 'not global unicast';
  return within(value, 128, V6_DENIED)?.name;
}

/** One spelling for one address, so that what was checked can be compared with what was connected to: mapped IPv4 is IPv4. */
export function canonical(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (isIPv4(plain)) return v4Value(plain).toString(16);
  if (!isIPv6(plain)) return address;
  const value = v6Value(plain);
  return value >> 32n === 0xffffn ? (value & 0xffffffffn).toString(16) : `v6:${value.toString(16)}`;
}

const v4Refusal = (value: bigint): string | undefined => within(value, 32, V4_DENIED)?.name;

function within(value: bigint, width: number, list: readonly Range[]): Range | undefined {
  return list.find(({ base, bits }) => (value ^ base) >> BigInt(width - bits) === 0n);
}

function ranges(width: 32 | 128, rows: readonly (readonly [cidr: string, name: string])[]): Range[] {
  return rows.map(([cidr, name]) => {
    const [base = '', bits = ''] = cidr.split('/');
    return { base: width === 32 ? v4Value(base) : v6Value(base), bits: Number(bits), name };
  });
}

/** Takes a dotted address that `isIPv4` accepts. */
function v4Value(address: string): bigint {
  return address.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

/** Takes an address without zone that `isIPv6` accepts. */
function v6Value(address: string): bigint {
  const dotted = address.lastIndexOf(':') + 1;
  const hex = address.includes('.') ? address.slice(0, dotted) + hexOfV4(address.slice(dotted)) : address;
  const [head = '', tail] = hex.split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function groups(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

function hexOfV4(address: string): string {
  const value = v4Value(address);
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}
