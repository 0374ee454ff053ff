import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_RULES, workAtAddress } from '../../../../src/core/text/works/workAddresses';

/** One address for each rule of the table, in its order. */
const BY_RULE: readonly (readonly [address: string, work: object])[] = [
  ['https://www.nature.com/articles/s41999-020-0001-x', { doi: '10.1038/s41999-020-0001-x' }],
  [
    'https://www.nature.com/ncomms/2015/150101/ncomms12345/full/ncomms12345.html',
    { doi: '10.1038/ncomms12345' },
  ],
  ['https://www.mdpi.com/1424-8220/20/1/17/htm', { doi: '10.3390/s20010017' }],
  ['https://www.sciencedirect.com/science/article/abs/pii/S0123456720300017', { pii: 'S0123456720300017' }],
  ['https://www.cell.com/lamps/fulltext/S0123-4567(20)30001-7', { pii: 'S0123456720300017' }],
  ['https://ac.els-cdn.com/S0123456720300017/1-s2.0-main.pdf?_tid=1', { pii: 'S0123456720300017' }],
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
  ['https://data.mendeley.com/datasets/abcde12345/2', { doi: '10.17632/abcde12345.2' }],
  ['https://rupress.org/jcb/article/2/1/e202001234/2115/Lamps', { doi: '10.1083/jcb.202001234' }],
  ['https://www.researchsquare.com/article/rs-123456/v1', { doi: '10.21203/rs.3.rs-123456/v1' }],
  ['https://www.preprints.org/manuscript/202001.0001/v1', { doi: '10.20944/preprints202001.0001.v1' }],
  ['https://www.biorxiv.org/content/early/2018/01/02/123456.full.pdf', { doi: '10.1101/123456' }],
  ['https://osf.io/preprints/psyarxiv/ab1cd', { doi: '10.31234/osf.io/ab1cd' }],
  ['https://CRAN.R-project.org/package=lamp.kit', { doi: '10.32614/cran.package.lamp.kit' }],
  ['https://www.biodiversitylibrary.org/bibliography/12345', { doi: '10.5962/bhl.title.12345' }],
  ['https://www.fao.org/3/cb1234en/cb1234en.pdf', { doi: '10.4060/cb1234en' }],
  ['https://www.scientific.net/AMR.12-13.145', { doi: '10.4028/www.scientific.net/amr.12-13.145' }],
  ['https://stacks.iop.org/1234-5678/19/i=10/a=29/pdf', { doi: '10.1088/1234-5678/19/10/29' }],
  [
    'https://www.ams.org/journals/lamp/2020-33-01/S0123-4567-2020-00001-X/',
    { doi: '10.1090/s0123-4567-2020-00001-x' },
  ],
  ['https://bioconductor.org/packages/release/bioc/html/LampKit.html', { doi: '10.18129/b9.bioc.lampkit' }],
  ['https://nap.nationalacademies.org/catalog/12345/lamps', { doi: '10.17226/12345' }],
  [
    'https://preprints.scielo.org/index.php/scielo/preprint/view/1234',
    { doi: '10.1590/scielopreprints.1234' },
  ],
  ['https://www.rcsb.org/structure/1ABC', { doi: '10.2210/pdb1abc/pdb' }],
  [
    'https://www.sae.org/publications/technical-papers/content/2020-01-0001/',
    { doi: '10.4271/2020-01-0001' },
  ],
  ['https://pubs.rsc.org/en/content/articlelanding/2020/ee/d0ee00001a', { doi: '10.1039/d0ee00001a' }],
  ['http://xlink.rsc.org/?DOI=d0ee00001a', { doi: '10.1039/d0ee00001a' }],
  [
    'https://www.oecd-ilibrary.org/economics/lamps-of-the-coast_5k00lamp0t-en',
    { doi: '10.1787/5k00lamp0t-en' },
  ],
  ['https://www.atmos-chem-phys.net/14/123/2014/', { doi: '10.5194/acp-14-123-2014' }],
  ['https://se.copernicus.org/preprints/2020/se-2020-12/', { doi: '10.5194/se-2020-12' }],
  ['https://www.jstatsoft.org/v40/i08/', { doi: '10.18637/jss.v040.i08' }],
  ['https://roboticsproceedings.org/rss14/p10.html', { doi: '10.15607/rss.2018.xiv.010' }],
  ['https://www.ijcai.org/proceedings/2020/0012.pdf', { doi: '10.24963/ijcai.2020/12' }],
  ['https://theoryofcomputing.org/articles/v009a001/', { doi: '10.4086/toc.2013.v009a001' }],
  ['https://opg.optica.org/ol/fulltext.cfm?uri=ol-40-24-123&id=1', { doi: '10.1364/ol.40.000123' }],
  ['https://quantum-journal.org/papers/q-2020-01-02-123/', { doi: '10.22331/q-2020-01-02-123' }],
  ['https://www.erudit.org/en/journals/lamp/2020-v1-n2-lamp01/1012345ar/', { doi: '10.7202/1012345ar' }],
  ['https://www.egms.de/static/en/journals/lamp/2020-17/000123.shtml', { doi: '10.3205/000123' }],
  ['http://www.biomedcentral.com/1234-5678/8/4', { doi: '10.1186/1234-5678-8-4' }],
  ['http://www.beilstein-journals.org/bjoc/content/11/1/3', { doi: '10.3762/bjoc.11.3' }],
  [
    'http://lamp.oxfordjournals.org/content/early/2012/01/30/lamp.abc123.abstract',
    { doi: '10.1093/lamp/abc123' },
  ],
  ['https://www.pnas.org/content/early/2016/01/02/1512345678.abstract', { doi: '10.1073/pnas.1512345678' }],
  [
    'https://journals.ametsoc.org/view/journals/lamp/1/2/lamp-d-14-0001.1.xml',
    { doi: '10.1175/lamp-d-14-0001.1' },
  ],
  [
    'http://circ.ahajournals.org/content/early/2015/01/02/LAMPS.115.012345.abstract',
    { doi: '10.1161/lamps.115.012345' },
  ],
  ['http://www.agu.org/pubs/crossref/2006/2004WR001234.shtml', { doi: '10.1029/2004wr001234' }],
  ['https://researchdata.tuwien.at/records/abcde-12345', { doi: '10.48436/abcde-12345' }],
  ['https://rodare.hzdr.de/record/1234', { doi: '10.14278/rodare.1234' }],
  ['https://ui.adsabs.harvard.edu/abs/2023arXiv230100042L/abstract', { arxiv: '2301.00042' }],
  ['https://aclanthology.org/2020.acl-main.1.pdf', { doi: '10.18653/v1/2020.acl-main.1' }],
  ['https://aclanthology.org/P15-1234/', { doi: '10.3115/v1/p15-1234' }],
  ['https://europepmc.org/article/MED/1234567', { pmid: '1234567' }],
  ['https://europepmc.org/articles/PMC1234567', { pmcid: 'PMC1234567' }],
  ['http://www.pubmedcentral.nih.gov/articlerender.fcgi?artid=1234&tool=x', { pmcid: 'PMC1234' }],
  ['https://huggingface.co/papers/2301.00042', { arxiv: '2301.00042' }],
  ['https://datatracker.ietf.org/doc/html/rfc9110', { rfc: '9110' }],
];

describe('the work of a URL', () => {
  it.each([
    ['https://www.nature.com/articles/onc2011282', '10.1038/onc.2011.282'],
    ['https://www.nature.com/articles/srep20118', '10.1038/srep20118'],
    ['https://www.nature.com/articles/ncomms7186.pdf', '10.1038/ncomms7186'],
    [
      'https://lamps.example/blood/article/doi/10.1000/lamp.2019004397/474417/Lamps-of-the-Coast',
      '10.1000/lamp.2019004397',
    ],
    [
      'https://press.example/view/10.1000/oso/9780000000000.001.0001/oso-9780000000000',
      '10.1000/oso/9780000000000.001.0001',
    ],
    ['http://www.thieme-connect.de/DOI/DOI?10.1000/lamp-001', '10.1000/lamp-001'],
    ['https://data.example/dataset.xhtml?persistentId=doi:10.1000/DVN/LAMPS', '10.1000/dvn/lamps'],
    ['https://data.example/dataset/doi%3A10.1000%2Flamp.1', '10.1000/lamp.1'],
    ['https://lamps.example/article/10.1000/lamp-1/figures/2', '10.1000/lamp-1'],
    ['https://lamps.example/doi/10.1000/lamp.1.pub4/full/es', '10.1000/lamp.1.pub4'],
    ['https://lamps.example/article-pdf/doi/10.1000/lamp_1/1923434/lamp_1.pdf', '10.1000/lamp_1'],
    ['https://www.biorxiv.org/content/10.1101/2020.01.30.12v2.full.pdf+html', '10.1101/2020.01.30.12'],
    ['https://www.nature.com/articles/s41999-020-0001-x_reference.pdf', '10.1038/s41999-020-0001-x'],
  ])('has a DOI without parts of the page: %s', (address, doi) => {
    const work = workAtAddress(address);
    expect(work && 'doi' in work && work.doi.toLowerCase()).toBe(doi);
  });

  it('is undefined for a chapter, a volume or a figure, or after the rule has ended', () => {
    const book = 'https://press.example/view/10.1000/oso/9780000000000.001.0001/oso-9780000000000';
    expect(workAtAddress(`${book}-chapter-2`)).toBeUndefined();
    expect(workAtAddress('https://lamps.figshare.com/articles/report/Lamps/1234567')).toBeUndefined();
    // Whole volumes have another DOI, volumes without DOIs none, and Optica's later volumes the number of the manuscript.
    expect(workAtAddress('https://aclanthology.org/D16-1000/')).toBeUndefined();
    expect(workAtAddress('https://aclanthology.org/2020.aacl-main.1/')).toBeUndefined();
    expect(workAtAddress('https://opg.optica.org/ol/abstract.cfm?uri=ol-46-1-1')).toBeUndefined();
    expect(workAtAddress('https://figshare.com/articles/_Lamps_lit_per_week_/815480')).toBeUndefined();
    // A number of the ACM, which nobody registered; a supplement; a letter about an article.
    expect(workAtAddress('https://dl.acm.org/doi/10.5555/1234567.1234568')).toBeUndefined();
    expect(workAtAddress('https://lamps.example/doi/suppl/10.1000/1/suppl_file/si.pdf')).toBeUndefined();
    expect(workAtAddress('https://www.bmj.com/content/341/bmj.c0001/rr-12')).toBeUndefined();
  });

  it('has a test for every rule', () => {
    expect(BY_RULE).toHaveLength(ADDRESS_RULES.length);
  });

  it.each(BY_RULE)('is found by a rule: %s', (address, work) => {
    expect(workAtAddress(address)).toEqual(work);
  });

  it.each([
    ['https://linkinghub.elsevier.com/retrieve/pii/009212349290001K', '009212349290001K'],
    ['https://linkinghub.elsevier.com/retrieve/pii/S0123-4567(20)30001-7', 'S0123456720300017'],
  ])('has the item number of an old article, or one with brackets: %s', (address, pii) => {
    expect(workAtAddress(address)).toEqual({ pii });
  });

  it('is found for the file of a page too', () => {
    const pdf = 'http://downloads.hindawi.com/journals/lamps/2020/1234567.pdf';
    expect(workAtAddress(pdf)).toEqual({ doi: '10.1155/2020/1234567' });
  });

  it('is undefined for an empty text', () => expect(workAtAddress('')).toBeUndefined());

  it('is read from any text without an exception', () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), (url) => void workAtAddress(url)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => workAtAddress(text) === undefined));
  });
});
