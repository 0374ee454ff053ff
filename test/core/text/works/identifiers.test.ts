import { describe, expect, it } from 'vitest';
import {
  arxivFault,
  bareDoi,
  doiFault,
  isbnFault,
  parseIdentifier,
  urlTarget,
} from '../../../../src/core/text/works/identifiers';

describe('parseIdentifier', () => {
  it.each([
    ['doi:10.1000/x', { doi: '10.1000/x' }],
    ['https://doi.org/10.1000/x', { doi: '10.1000/x' }],
    ['arXiv:2301.12345v2', { arxiv: '2301.12345v2' }],
    ['hep-th/9901001', undefined],
    ['arXiv:hep-th/9901001', { arxiv: 'hep-th/9901001' }],
    ['PMID: 123', { pmid: '123' }],
    ['PMC1234', { pmcid: 'PMC1234' }],
    ['ISBN 978-0-306-40615-7', { isbn: '9780306406157' }],
    ['RFC 9110', { rfc: '9110' }],
    ['a plain sentence', undefined],
  ])('reads %s', (text, found) => expect(parseIdentifier(text)).toEqual(found));
});

describe('the checks', () => {
  it('accept and reject DOIs by form', () => {
    expect(doiFault('10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O')).toBeUndefined();
    for (const doi of ['11.1000/x', '10.1000', '10.10/x', '10.1000/', '10.1000/a b'])
      expect(doiFault(doi)).toBeTruthy();
  });
  it('accept and reject ISBNs by check digit', () => {
    for (const isbn of ['0-306-40615-2', '080442957X', '9780470521571'])
      expect(isbnFault(isbn)).toBeUndefined();
    for (const isbn of ['0-306-40615-3', '9780470521572', '123']) expect(isbnFault(isbn)).toBeTruthy();
  });
  it('know when arXiv changed its scheme', () => {
    for (const id of ['0704.0001', '1412.9999', '1501.00001', 'math.GT/0309136'])
      expect(arxivFault(id)).toBeUndefined();
    for (const id of ['2313.12345', '1501.0001', '1412.00001', '0612.1234', 'x'])
      expect(arxivFault(id)).toBeTruthy();
  });
});

describe('urlTarget', () => {
  it.each([
    ['https://doi.org/10.1000%2Fx', { kind: 'work', doi: '10.1000/x' }],
    ['https://arxiv.org/abs/2301.12345v2', { kind: 'work', arxiv: '2301.12345v2' }],
    ['https://arxiv.org/pdf/2301.12345.pdf', { kind: 'work', arxiv: '2301.12345' }],
    ['https://pubmed.ncbi.nlm.nih.gov/123/', { kind: 'work', pmid: '123' }],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123/', { kind: 'work', pmcid: 'PMC123' }],
    ['https://example.com/a', { kind: 'url', url: 'https://example.com/a' }],
    ['https://doi.org/nothing', { kind: 'url', url: 'https://doi.org/nothing' }],
  ])('reads %s', (url, target) => expect(urlTarget(url)).toEqual(target));
});

it.each([
  '10.1000/x',
  'doi:10.1000/x',
  'DOI: 10.1000/x',
  'https://doi.org/10.1000/x',
  'http://dx.doi.org/10.1000/x',
])('a DOI without what stands before it: %s', (written) => {
  expect(bareDoi(written)).toBe('10.1000/x');
});
