/**
 * Decides which IP addresses are public: those that neither ipaddr.js nor the table below denies. A library's `unicast` only means "not on
 * its list". The table, as of 2026-11-21, follows the IANA special-purpose registries of 2025-10-09 (RFC 6890 and its updates).
 */
import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

type Ranges = Readonly<Record<string, readonly string[]>>;
const table = (ranges: Ranges) =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, list]) => [name, list.map((cidr) => ipaddr.parseCIDR(cidr))]),
  );

/** All special-purpose ranges, including globally reachable ones: no document cites a relay's anycast address. */
const V4_DENIED = table({
  'this network': ['0.0.0.0/8'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  loopback: ['127.0.0.0/8'],
  'cloud platform service': ['168.63.129.16/32'],
  'link-local': ['169.254.0.0/16'],
  'protocol assignments': ['192.0.0.0/24'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  AS112: ['192.31.196.0/24', '192.175.48.0/24'],
  'AMT relay': ['192.52.193.0/24'],
  '6to4 relay': ['192.88.99.0/24'],
  benchmarking: ['198.18.0.0/15'],
  multicast: ['224.0.0.0/4'],
  reserved: ['240.0.0.0/4'],
});

/** All IPv6 outside the block that IANA allocates is denied implicitly. */
const V6_GLOBAL = table({ 'global unicast': ['2000::/3'] });
const V6_DENIED = table({
  'protocol assignments': ['2001::/23'],
  documentation: ['2001:db8::/32', '3fff::/20'],
  '6to4': ['2002::/16'],
  AS112: ['2620:4f:8000::/48'],
  '6bone': ['3ffe::/16'],
});

/** DNS64 returns these for every site on an IPv6-only network; the last 32 bits are the IPv4 address. */
const NAT64 = table({ NAT64: ['64:ff9b::/96'] });

/**
 * Why an address must not be connected to; undefined if it is public. Accepts an address as returned by a resolver or `URL.hostname`
 * (without brackets); anything else is refused.
 */
export function refusal(address: string): string | undefined {
  if (isIP(address) === 0 || address.includes('%')) return 'not an address';
  const parsed = embedded(ipaddr.process(address));
  const range = parsed.range();
  return denied(parsed) ?? (range === 'unicast' ? undefined : range);
}

function denied(address: IPv4 | IPv6): string | undefined {
  if (address.kind() === 'ipv4') return match(address, V4_DENIED);
  return match(address, V6_GLOBAL) === undefined ? 'not global unicast' : match(address, V6_DENIED);
}

/** Unwraps a NAT64 address; other addresses are returned as they are. */
const embedded = (address: IPv4 | IPv6): IPv4 | IPv6 =>
  match(address, NAT64) === undefined ? address : ipaddr.fromByteArray(address.toByteArray().slice(-4));

/** Normalizes an address, to compare the checked one with the connected one: mapped IPv4 becomes IPv4, the zone is dropped. */
export function canonical(address: string): string {
  const [plain = ''] = address.split('%');
  return isIP(plain) === 0 ? address : ipaddr.process(plain).toNormalizedString();
}

/** The name of the first range that contains the address. Ranges of the other family never match. */
function match(address: IPv4 | IPv6, ranges: ReturnType<typeof table>): string | undefined {
  const name = ipaddr.subnetMatch(address, ranges, '');
  return name === '' ? undefined : name;
}
