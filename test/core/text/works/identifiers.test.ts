import { describe, expect, it } from 'vitest';
import { displayDomain } from '../../../../src/core/text/url';
import { identifierOf, parseIdentifier, spell } from '../../../../src/core/text/works/identifiers';
import { decoded } from '../../../../src/core/text/url';

describe('an identifier', () => {
  it('is the best of those a work has', () => {
    const all = { doi: '10.1/a', pmid: '1', pmcid: 'PMC2', arxiv: '2001.00001', isbn: '3', rfc: '4' };
    const order = ['doi', 'pmid', 'pmcid', 'arxiv', 'isbn', 'rfc'] as const;
    let rest: Partial<typeof all> = all;
    for (const name of order) {
      expect(identifierOf(rest)).toEqual({ [name]: all[name] });
      const { [name]: _, ...fewer } = rest;
      rest = fewer;
    }
    expect(identifierOf(rest)).toBeUndefined();
    expect(spell({ rfc: '4' })).toBe('rfc:4');
    expect(spell({ doi: '10.1/a' })).toBe('10.1/a');
  });

  it('is not read from a text of thousands of characters', () =>
    expect(parseIdentifier('x'.repeat(2_001))).toBeUndefined());

  it('is decoded once, and kept if it cannot be decoded', () =>
    expect(['10.1/a%2Fb', '10.1/a%zz', '10.1/a'].map(decoded)).toEqual(['10.1/a/b', '10.1/a%zz', '10.1/a']));
});

it('a URL is displayed as its host, without www and port', () =>
  expect(
    ['https://www.a.example:8080/x', 'https://docs.a.example/', 'no address'].map(displayDomain),
  ).toEqual(['a.example', 'docs.a.example', '']));
