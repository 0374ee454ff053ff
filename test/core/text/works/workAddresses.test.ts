import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_RULES, workAtAddress } from '../../../../src/core/text/works/workAddresses';

/** One address for each rule of the table, in its order. */
const BY_RULE: readonly (readonly [address: string, work: object])[] = [
  ['https://www.nature.com/articles/s41999-020-0001-x', { doi: '10.1038/s41999-020-0001-x' }],
  ['https://www.mdpi.com/1424-8220/20/1/17/htm', { doi: '10.3390/s20010017' }],
  ['https://www.sciencedirect.com/science/article/abs/pii/S0123456720300017', { pii: 'S0123456720300017' }],
  ['https://www.cell.com/lamps/fulltext/S0123-4567(20)30001-7', { pii: 'S0123456720300017' }],
  ['https://www.bmj.com/content/341/bmj.c0001.full', { doi: '10.1136/bmj.c0001' }],
  [
    'https://papers.ssrn.com/sol3/papers.cfm?abstract_id=1234567&download=yes',
    { doi: '10.2139/ssrn.1234567' },
  ],
  ['https://zenodo.org/records/1234567', { doi: '10.5281/zenodo.1234567' }],
  ['https://figshare.com/articles/dataset/Lamps/1234567', { doi: '10.6084/m9.figshare.1234567' }],
  ['https://elifesciences.org/articles/12345', { doi: '10.7554/elife.12345' }],
  ['https://peerj.com/articles/1234/', { doi: '10.7717/peerj.1234' }],
  ['https://peerj.com/articles/cs-123.pdf', { doi: '10.7717/peerj-cs.123' }],
  ['https://www.hindawi.com/journals/lamps/2020/1234567/', { doi: '10.1155/2020/1234567' }],
  ['https://www.nber.org/papers/w12345', { doi: '10.3386/w12345' }],
  ['https://www.jstor.org/stable/1234567', { doi: '10.2307/1234567' }],
  ['https://www.jmir.org/2020/1/e12345/', { doi: '10.2196/12345' }],
  ['https://www.researchsquare.com/article/rs-123456/v1', { doi: '10.21203/rs.3.rs-123456/v1' }],
  ['https://www.preprints.org/manuscript/202001.0001/v1', { doi: '10.20944/preprints202001.0001.v1' }],
  ['https://www.biorxiv.org/content/early/2018/01/02/123456.full.pdf', { doi: '10.1101/123456' }],
  ['https://osf.io/preprints/psyarxiv/ab1cd', { doi: '10.31234/osf.io/ab1cd' }],
  ['https://CRAN.R-project.org/package=lamp.kit', { doi: '10.32614/cran.package.lamp.kit' }],
  ['https://www.biodiversitylibrary.org/bibliography/12345', { doi: '10.5962/bhl.title.12345' }],
  ['https://www.fao.org/3/cb1234en/cb1234en.pdf', { doi: '10.4060/cb1234en' }],
  ['https://www.scientific.net/AMR.12-13.145', { doi: '10.4028/www.scientific.net/amr.12-13.145' }],
  ['https://stacks.iop.org/1234-5678/19/i=10/a=29/pdf', { doi: '10.1088/1234-5678/19/10/29' }],
  ['https://aclanthology.org/2020.acl-main.1.pdf', { doi: '10.18653/v1/2020.acl-main.1' }],
  ['https://europepmc.org/article/MED/1234567', { pmid: '1234567' }],
  ['https://europepmc.org/articles/PMC1234567', { pmcid: 'PMC1234567' }],
  ['https://huggingface.co/papers/2301.00042', { arxiv: '2301.00042' }],
  ['https://datatracker.ietf.org/doc/html/rfc9110', { rfc: '9110' }],
];

describe('the work of an address', () => {
  it('has a test for every rule', () => {
    expect(BY_RULE).toHaveLength(ADDRESS_RULES.length);
  });

  it.each(BY_RULE)('follows by rule: %s', (address, work) => {
    expect(workAtAddress(address)).toEqual(work);
  });

  it('follows from the file of a page too', () => {
    const pdf = 'http://downloads.hindawi.com/journals/lamps/2020/1234567.pdf';
    expect(workAtAddress(pdf)).toEqual({ doi: '10.1155/2020/1234567' });
  });

  it('is none for no text', () => expect(workAtAddress('')).toBeUndefined());

  it('is read without a fault whatever is written', () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => void workAtAddress(url)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => workAtAddress(text) === undefined));
  });
});
