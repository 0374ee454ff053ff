/**
 * Which IP addresses are public. An address is public only if neither ipaddr.js nor the table below denies it: a library's
 * `unicast` is the rest of its list, not a proof. Table as of 2026-11-21, after the IANA special-purpose registries dated
 * 2025-10-09 (RFC 6890 and its updates).
 */
import { isIP } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

type Ranges = Readonly<Record<string, readonly string[]>>;
const table = (ranges: Ranges) =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, list]) => [name, list.map((cidr) => ipaddr.parseCIDR(cidr))]),
  );

/** Every special-purpose row, also the globally reachable ones: nobody cites a relay's anycast address. */
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

/** All of IPv6 outside the block that IANA hands out is denied without being listed. */
const V6_GLOBAL = table({ 'global unicast': ['2000::/3'] });
const V6_DENIED = table({
  'protocol assignments': ['2001::/23'],
  documentation: ['2001:db8::/32', '3fff::/20'],
  '6to4': ['2002::/16'],
  AS112: ['2620:4f:8000::/48'],
  '6bone': ['3ffe::/16'],
});

/** What DNS64 answers for every site on an IPv6-only network: the last 32 bits are the IPv4 address. */
const NAT64 = table({ NAT64: ['64:ff9b::/96'] });

/**
 * Why an address must not be connected to; undefined when it is public.
 * Takes an address as a resolver or `URL.hostname` (without brackets) gives it, and refuses text that is no address.
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

/** The IPv4 address that a NAT64 address stands for; any other address as it is. */
function embedded(address: IPv4 | IPv6): IPv4 | IPv6 {
  if (match(address, NAT64) === undefined) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(-4));
}

/** One spelling per address, to compare the checked address with the connected one: mapped IPv4 is IPv4, a zone is left out. */
export function canonical(address: string): string {
  const [plain = ''] = address.split('%');
  return isIP(plain) === 0 ? address : ipaddr.process(plain).toNormalizedString();
}

/** The name of the first range that holds the address. A range of the other family holds none. */
function match(address: IPv4 | IPv6, ranges: ReturnType<typeof table>): string | undefined {
  const name = ipaddr.subnetMatch(address, ranges, '');
  return name === '' ? undefined : name;
}
