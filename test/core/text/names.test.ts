/** Identifiers in every spelling, and titles by the marks that end them. */
import { reason } from '../../../src/core/causes';
import { describe, expect, it } from 'vitest';
import {
  arxivFault,
  decodeDoi,
  identifierOf,
  isbnFault,
  parseIdentifier,
  spell,
  urlTarget,
} from '../../../src/core/text/works/identifiers';
import { displayDomain } from '../../../src/core/text/url';
import { readTitle } from '../../../src/core/text/works/titles';

describe('an identifier', () => {
  it.each([
    ['doi.org/10.1000/x', { doi: '10.1000/x' }],
    ['https://www.doi.org/doi:10.1000/a%2Fb', { doi: '10.1000/a/b' }],
    ['https://a.example/10.1000/x', undefined],
    ['https://arxiv.org/pdf/2301.12345v2.pdf', { arxiv: '2301.12345v2' }],
    ['10.1000/x', { doi: '10.1000/x' }],
    ['10.1000', undefined],
    ['pmc1234', { pmcid: 'PMC1234' }],
    ['2301.12345', { arxiv: '2301.12345' }],
    ['2399.12345', undefined],
    ['PMID: 12a', undefined],
    ['PMCID: 1234', { pmcid: 'PMC1234' }],
    ['PMCID: x', undefined],
    ['RFC 123456', undefined],
    ['rfc0793', { rfc: '793' }],
    ['ISBN-10: 0-306-40615-2', { isbn: '0306406152' }],
    ['ISBN 123', undefined],
    ['x'.repeat(2_001), undefined],
  ])('in %j is %j', (text, found) => expect(parseIdentifier(text)).toEqual(found));

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

  it.each([
    ['2313.12345', reason('arxiv_month', { month: '13' })],
    ['0703.1234', reason('arxiv_start')],
    ['1501.1234', reason('arxiv_five')],
    ['1412.12345', reason('arxiv_four')],
    ['1412.1234', undefined],
    ['hep-th/9913001', reason('arxiv_month', { month: '13' })],
    ['nothing', reason('arxiv_form')],
  ])('of arXiv %s is validated', (id, why) => expect(arxivFault(id)).toEqual(why));

  it.each([
    ['1234567890123', reason('isbn_prefix')],
    ['9780306406158', reason('isbn_check')],
    ['030640615X', reason('isbn_check')],
    ['12345', reason('isbn_length', { count: 5 })],
    ['0-8044-2957-x', undefined],
  ])('of a book %s is validated', (isbn, why) => expect(isbnFault(isbn)).toEqual(why));

  it('is decoded once, and kept if it cannot be decoded', () => {
    expect([decodeDoi('10.1/a%2Fb'), decodeDoi('10.1/a%zz'), decodeDoi('10.1/a')]).toEqual([
      '10.1/a/b',
      '10.1/a%zz',
      '10.1/a',
    ]);
  });
});

describe('a URL', () => {
  it.each([
    ['https://doi.org/', { kind: 'url' }],
    ['https://doi.org', { kind: 'url' }],
    ['https://doi.org.evil.example/10.1000/x', { kind: 'url' }],
    ['https://export.arxiv.org/abs/2301.12345/', { kind: 'work', arxiv: '2301.12345' }],
    ['https://arxiv.org/list/cs', { kind: 'url' }],
    ['https://arxiv.org/abs/nothing', { kind: 'url' }],
    ['https://pubmed.ncbi.nlm.nih.gov/123/', { kind: 'work', pmid: '123' }],
    ['https://www.ncbi.nlm.nih.gov/pubmed/123', { kind: 'work', pmid: '123' }],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/pmc123/', { kind: 'work', pmcid: 'PMC123' }],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC123', { kind: 'work', pmcid: 'PMC123' }],
    ['https://pmc.ncbi.nlm.nih.gov/123', { kind: 'url' }],
    ['https://www.ncbi.nlm.nih.gov/books/', { kind: 'url' }],
  ])('%s points at %j', (url, target) => expect(urlTarget(url)).toMatchObject(target));

  it('is displayed as its host, without www and port', () => {
    expect(displayDomain('https://www.a.example:8080/x')).toBe('a.example');
    expect(displayDomain('https://docs.a.example/')).toBe('docs.a.example');
    expect(displayDomain('no address')).toBe('');
  });
});

describe('a title', () => {
  it.each<[string, string, string?]>([
    ['A study of tides. Journal of Piers, 4, 1–9.', 'A study of tides'],
    ['A study of tides? Journal of Piers 4.', 'A study of tides'],
    ['Why tides rise! In Proceedings of the Pier Society', 'Why tides rise!'],
    ['Do tides rise? A study of two harbours. Journal of Piers 4.', 'Do tides rise? A study of two harbours'],
    ['Do tides rise?', 'Do tides rise?'],
    ['Tides of spring (London: Pier Press, 1966)', 'Tides of spring'],
    ['Tides of spring (2nd ed.). Pier Press.', 'Tides of spring'],
    ['Tides of spring (Lee, Ann, Eds.)', 'Tides of spring'],
    ['Tides of spring (Pier Press, 1966)', 'Tides of spring'],
    ['Tides of spring (in the north) and autumn. Tides 4.', 'Tides of spring (in the north) and autumn'],
    ['Tides of spring [Online]. Available: https://a.example', 'Tides of spring'],
    ['Tides of spring // Pier Review', 'Tides of spring'],
    ['潮の満ち引き。港の研究', '潮の満ち引き'],
    ['“Tides of spring,” Journal of Piers, 4.', 'Tides of spring'],
    ["``Tides of spring,'' Journal of Piers, 4.", 'Tides of spring'],
    ['“Tides of the sailor’s spring”, Journal of Piers, 4.', 'Tides of the sailor’s spring'],
    ['Tides of St. Ives and the U.S. Army. Journal of Piers, 4.', 'Tides of St. Ives and the U.S. Army'],
    ['Tides of hepatitis C. Journal of Piers, 4.', 'Tides of hepatitis C'],
    ['Tides of spring, Pier Review, vol. 4, pp. 1–9, 2019.', 'Tides of spring'],
    ['Tides of spring, Pier Review 4, 2019', 'Tides of spring'],
    ['Tides of spring, Paris, Grasset, 2005', 'Tides of spring'],
    ['Tides of spring, Seuil, Paris, 2007', 'Tides of spring'],
    ['Tides of spring, Pier Press', 'Tides of spring'],
    ['Tides of spring, Paris, Pier Press, 2007', 'Tides of spring'],
    ['Tides of spring, and of autumn', 'Tides of spring, and of autumn'],
    ['Tides of spring, of autumn, pp. 1–9', 'Tides of spring, of autumn'],
    ['Phys. Rev. B 68, 123 (2003)', ''],
    ['Computer Communications 2016, 74, 1', ''],
  ])('%j is %j', (tail, title) => expect(readTitle(tail).title).toBe(title));
});
