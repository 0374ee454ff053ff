import { describe, expect, it } from 'vitest';
import { canonical, refusal } from '../../../src/node/web/address';
import { isPublic, isPublicV4, isPublicV6, V4_SPECIAL, V6_SPECIAL } from '../../support/addressOracle';

/** A small seeded generator (mulberry32): the same addresses on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const dotted = (value: number): string =>
  [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
const hex = (value: number): string => value.toString(16).padStart(8, '0');
const colons = (digits: string): string => (digits.match(/.{4}/g) ?? []).join(':');

/** Every edge of every range, and its neighbours. */
function* v4Edges(): Generator<number> {
  for (const [first, last] of V4_SPECIAL) {
    for (const value of [first - 1, first, first + 1, last - 1, last, last + 1]) {
      if (value >= 0 && value <= 0xffffffff) yield value;
    }
  }
}

function* v6Edges(): Generator<string> {
  for (const { prefix, bits } of [...V6_SPECIAL, { prefix: '2', bits: 3 }, { prefix: 'fc', bits: 7 }]) {
    const first = BigInt(`0x${prefix.padEnd(32, '0')}`);
    const last = first + (1n << BigInt(128 - bits)) - 1n;
    for (const value of [first - 1n, first, first + 1n, last - 1n, last, last + 1n]) {
      yield value.toString(16).padStart(32, '0');
    }
  }
}

/** How an IPv4 address hides in an IPv6 one: mapped, NAT64, compatible, translated, 6to4, Teredo, local NAT64. */
const EMBEDDINGS: readonly ((v4: string) => string)[] = [
  (v4) => `00000000000000000000ffff${v4}`,
  (v4) => `0064ff9b0000000000000000${v4}`,
  (v4) => `000000000000000000000000${v4}`,
  (v4) => `0000000000000000ffff0000${v4}`,
  (v4) => `2002${v4}${'0'.repeat(19)}1`,
  (v4) => `20010000${'0'.repeat(16)}${v4}`,
  (v4) => `0064ff9b0001${'0'.repeat(12)}${v4}`,
];

describe('the address policy', () => {
  it('agrees with an independent oracle on every boundary, every embedded form and 120,000 random addresses', () => {
    const disagreements: string[] = [];
    let compared = 0;
    const compare = (address: string, expected: boolean) => {
      compared += 1;
      if ((refusal(address) === undefined) !== expected) disagreements.push(address);
    };
    const next = random(20261121);
    const v4 = [...v4Edges(), ...Array.from({ length: 25_000 }, next)];
    for (const value of v4) compare(dotted(value), isPublicV4(value));
    for (const value of v4.slice(0, 10_000)) {
      for (const embed of EMBEDDINGS) compare(colons(embed(hex(value))), isPublicV6(embed(hex(value))));
    }
    const heads = ['2', '3', ...V6_SPECIAL.map((r) => r.prefix), 'fe80', 'fc', '00', '', ''];
    const v6 = Array.from({ length: 25_000 }, () => {
      const digits = hex(next()) + hex(next()) + hex(next()) + hex(next());
      const head = heads[next() % heads.length] ?? '';
      return head + digits.slice(head.length);
    });
    for (const digits of [...v6Edges(), ...v6]) compare(colons(digits), isPublicV6(digits));
    expect(disagreements).toEqual([]);
    expect(compared).toBeGreaterThan(120_000);
  }, 120_000);

  it('treats every spelling of an address alike', () => {
    for (const address of [
      '::FFFF:10.0.0.1',
      '::ffff:a00:1',
      '0:0:0:0:0:ffff:10.0.0.1',
      '64:ff9b::10.0.0.1',
    ]) {
      expect(refusal(address)).toBe('private');
      expect(isPublic(address)).toBe(false);
    }
    expect(refusal('64:ff9b::93.184.215.14')).toBeUndefined();
    expect([refusal('2606:4700::6810:84e5'), refusal('4000::1')]).toEqual([undefined, 'not global unicast']);
  });

  it('refuses invalid addresses, and any zone', () => {
    for (const text of [
      '',
      'example.org',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '2606:4700::1%eth0',
      '[::1]',
      ' 8.8.8.8',
    ]) {
      expect(refusal(text)).toBe('not an address');
    }
  });

  it('compares a mapped peer with the checked IPv4 address', () => {
    expect(canonical('::ffff:93.184.215.14')).toBe(canonical('93.184.215.14'));
    expect(canonical('2606:4700:0::1')).toBe(canonical('2606:4700::1'));
    expect(canonical('::1')).not.toBe(canonical('0.0.0.1'));
    expect(canonical('2606:4700::1')).not.toBe(canonical('2606:4700::2'));
    expect(canonical('fe80::1%eth0')).toBe(canonical('fe80::1'));
    expect(canonical('example.org')).toBe('example.org');
  });
});
