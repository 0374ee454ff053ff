/**
 * Reads the work of a publisher's or repository's page from its URL: the DOI in it, or the identifier that follows by the publisher's rule.
 * Takes http(s) URLs; fetches and guesses nothing.
 */
import { arxivFault, doiFault, urlTarget, type Identifier } from './identifiers';
import { decoded } from '../url';

/** An identifier, or the publisher's item number (PII), an alternative id in Crossref. */
export type AddressedWork = Identifier | { readonly pii: string };

/** Rows of two words, separated by bars. */
const pairs = (rows: string): ReadonlyMap<string, string> =>
  new Map(rows.split('|').map((row) => row.split(' ') as [string, string]));

/** Abbreviations of MDPI's journals in their DOIs, by ISSN (https://www.mdpi.com/about/journals). */
const MDPI = pairs(
  '1424-8220 s|2076-3417 app|2071-1050 su|1996-1073 en|1660-4601 ijerph|1422-0067 ijms|2072-6643 nu|2077-0383 jcm|2079-9292 electronics|2227-7390 math|1420-3049 molecules|2072-4292 rs|2073-4409 cells|2072-6694 cancers|1996-1944 ma|2079-4991 nano|2073-4360 polym|1999-4915 v|2076-2607 microorganisms|2304-8158 foods|2073-4395 agronomy|2227-9032 healthcare|2076-393X vaccines|2075-4418 diagnostics|2227-9059 biomedicines|2218-273X biom|2076-3921 antiox|2079-7737 biology|2073-4441 w|2073-4433 atmos|1999-4907 f|2220-9964 ijgi|2504-446X drones|2226-4310 aerospace|2075-5309 buildings|2073-8994 sym|2078-2489 info|1999-5903 fi|2624-6511 smartcities|2227-7102 educsci|2076-328X bs|2076-3425 brainsci|1099-4300 e|2072-666X mi|2306-5354 bioengineering|2313-433X jimaging|2077-1312 jmse|2076-2615 ani|2223-7747 plants|2075-4701 met|2073-4352 cryst|2079-6412 coatings|1999-4923 pharmaceutics|1424-8247 ph|2072-6651 toxins|2075-163X min|2076-0817 pathogens|2079-6382 antibiotics|2218-6581 robotics|2504-4990 make|2504-2289 bdcc|2305-6304 toxics|2077-1444 rel|2076-0760 socsci|2227-7099 economies|1911-8074 jrfm|2227-9091 risks|2079-8954 systems|2079-9284 cosmetics|2304-6732 photonics|2227-7080 technologies|2226-471X languages|2077-0472 agriculture|2076-0825 act|2075-4698 soc|2073-4425 genes|1999-4893 a|2073-445X land|2076-3263 geosciences|2227-9717 pr|2306-5729 data|2073-431X computers|2075-1680 axioms|2218-1997 universe|2075-4450 insects|2075-1729 life|2075-4426 jpm|2077-0375 membranes|2079-6374 bios|2073-4344 catal|2218-1989 metabo|2309-608X jof|2227-9067 children|2413-8851 urbansci|2504-3110 fractalfract|2076-0787 h|2304-6775 publications|2225-1154 cli|2076-3387 admsci|2414-4088 mti|2227-9709 informatics|2673-2688 ai|2075-1702 machines|2410-387X cryptography',
);

/** Domains that journals of Copernicus had before they moved to its own (https://publications.copernicus.org/open-access_journals/). */
const COPERNICUS = pairs(
  'solid-earth se|geosci-model-dev gmd|atmos-chem-phys acp|hydrol-earth-syst-sci hess|biogeosciences bg|the-cryosphere tc|atmos-meas-tech amt|clim-past cp|nat-hazards-earth-syst-sci nhess|ocean-sci os|ann-geophys angeo|earth-surf-dynam esurf|earth-syst-sci-data essd|earth-syst-dynam esd|nonlin-processes-geophys npg|wind-energ-sci wes',
);

/** Repositories on InvenioRDM whose DOI is their prefix and the record's id, according to their own citations. */
const REPOSITORIES = pairs(
  'data.caltech.edu 10.22002/|researchdata.tuwien.at 10.48436/|fdat.uni-tuebingen.de 10.57754/fdat.|ultraviolet.library.nyu.edu 10.58153/|rodare.hzdr.de 10.14278/rodare.|fdr.uni-hamburg.de 10.25592/uhhfdm.',
);

/** The last volume of Optica's journals with volume and page in the DOI; manuscript numbers followed (https://opg.optica.org/submit/style/doi.cfm). */
const OPTICA = pairs('ao 57|ol 43|oe 26|josa 73|josaa 35|josab 35|boe 9|ome 8|optica 5|aop 10');

const OSF = pairs('psyarxiv 10.31234|socarxiv 10.31235|osf 10.31219');

const ROMAN = 'i ii iii iv v vi vii viii ix'.split(' ');
const roman = (n: number): string => 'x'.repeat(Math.floor(n / 10)) + (ROMAN[(n % 10) - 1] ?? '');

type Maker = (found: RegExpExecArray, host: string) => AddressedWork | undefined;

/** A DOI of a prefix and the captured part. */
const doi =
  (prefix: string): Maker =>
  (found) => ({ doi: prefix + (found[1] ?? '').toLowerCase() });
/** `/1424-8220/20/1/17`: the abbreviation, the volume, the two-digit issue and the four-digit number. */
const mdpi: Maker = ([, issn = '', volume = '', issue = '', number = '']) => {
  const journal = MDPI.get(issn.toUpperCase());
  return journal === undefined ? undefined : { doi: `10.3390/${journal}${volume}${issue.padStart(2, '0')}${number.padStart(4, '0')}` }; // prettier-ignore
};
/** `onc2011282` is 10.1038/onc.2011.282; `srep20118` and the like of three journals have no year. */
const nature: Maker = ([, id = '']) => ({
  doi: `10.1038/${id.toLowerCase().replace(/^(?!(?:srep|ncomms|nature)\d{5}$)([a-z]+)(20[01]\d)(\d{1,4})$/, '$1.$2.$3')}`,
});
/** An Elsevier item number without punctuation: an alternative id of the work at Crossref. */
const pii: Maker = (found) => ({ pii: (found[1] ?? '').replace(/[^\dA-Z]/gi, '').toUpperCase() });
const copernicus: Maker = ([, volume = '', page = '', year = ''], host) => {
  const [name = '', domain] = host.split('.');
  const journal = domain === 'copernicus' ? name : COPERNICUS.get(name);
  return journal === undefined ? undefined : { doi: `10.5194/${journal}-${volume}-${page}-${year}` };
};
const optica: Maker = ([, journal = '', volume = '', page = '']) =>
  Number(volume) <= Number(OPTICA.get(journal)) ? { doi: `10.1364/${journal}.${volume}.${page.padStart(6, '0')}` } : undefined; // prettier-ignore
const repository: Maker = ([, id = ''], host) => ({ doi: `${REPOSITORIES.get(host) ?? ''}${id}` });
const arxiv: Maker = ([, month = '', number = '']) =>
  arxivFault(`${month}.${number}`) === undefined ? { arxiv: `${month}.${number}` } : undefined;

type Rule = readonly [host: RegExp, path: RegExp, work: Maker];

/** Hosts whose identifiers follow by rule, with the publisher's documentation. A path that has no match is tried with its query. */
// prettier-ignore
export const ADDRESS_RULES: readonly Rule[] = [
  // Springer Nature: the DOI is 10.1038/ and the article id, which until 2018 could have a year without its full stops
  // (https://www.nature.com/nature-portfolio/for-authors).
  [/(?:^|\.)nature\.com$/, /^\/articles\/([a-z]{1,12}[\w.-]{0,30}\d[\w.-]{0,10}?|\d{5,6}[a-z]\d?)(?:_reference)?(?:\.e?pdf)?(?:\/|$)/i, nature],
  [/(?:^|\.)nature\.com$/, /^\/(?:nature|ncomms|srep)\/(?:journal\/v\d{1,3}\/n\d{1,4}|20\d\d\/\d{6}\/[a-z]+\d+)\/(?:full|abs|pdf)\/((?:nature|ncomms|srep)\d{5})\./i, nature],
  // MDPI (https://www.mdpi.com/authors/references).
  [/(?:^|\.)mdpi\.com$/, /^\/(\d{4}-\d{3}[\dX])\/(\d{1,3})\/(\d{1,2})\/(\d{1,5})(?:\/|$)/i, mdpi],
  // Elsevier: Crossref keeps the PII of the address as the work's alternative id, except of chapters (https://www.crossref.org/documentation/retrieve-metadata/rest-api/).
  [/(?:^|\.)(?:sciencedirect|elsevier)\.com$/, /\/pii[/:](S?\d{4}-?\d{3}[\dX](?:\(?\d\d\)?)\d{5}-?[\dA-Z])(?:\/|$)/i, pii],
  // Its journals have hosts of their own, where the number keeps its brackets.
  [/./, /\/(?:fulltext|abstract|pdf|article)\/(?:PII)?([SB]\d{4}-\d{3}[\dX]\(\d\d\)\d{5}-[\dX])(?:\/|$|\.)/i, pii],
  [/^ac\.els-cdn\.com$/, /^\/(S\d{15}[\dX])\//, pii],
  // BMJ: 10.1136/ and the elocator (https://www.bmj.com/about-bmj/resources-authors).
  [/(?:^|\.)bmj\.com$/, /^\/content\/(?:bmj\/)?\d{1,4}\/(bmj[.-][a-z]?[\d-]{3,20})(?:\/(?!rr)|\.|$)/i, doi('10.1136/')],
  // Open repositories and journals whose DOI ends with the number in the URL, according to their own citations.
  [/(?:^|\.)ssrn\.com$/, /[/?&]abstract_?(?:id)?=(\d{3,9})(?:[/&]|$)/, doi('10.2139/ssrn.')],
  [/^zenodo\.org$/, /^\/records?\/(\d{3,10})(?:\/|$)/, doi('10.5281/zenodo.')],
  [/^figshare\.com$/, /^\/articles\/(?:[a-z][a-z_]{0,39}\/)?(?:[^/_][^/]{0,199}\/)?(\d{5,10})(?:\/|$)/, doi('10.6084/m9.figshare.')],
  [/^elifesciences\.org$/, /^\/articles\/(\d{5,6})(?:v\d)?(?:\/|$)/, doi('10.7554/elife.')],
  [/^peerj\.com$/, /^\/articles\/(\d{1,6})(?:\/|$|\.)/, doi('10.7717/peerj.')],
  [/^peerj\.com$/, /^\/articles\/cs-(\d{1,5})(?:\/|$|\.)/, doi('10.7717/peerj-cs.')],
  // Hindawi: until 2013 some of its journals had other prefixes.
  [/(?:^|\.)hindawi\.com$/, /^\/journals\/[a-z]{2,10}\/(20(?:1[4-9]|2\d)\/\d{5,8})(?:\/|\.pdf|$)/, doi('10.1155/')],
  [/(?:^|\.)nber\.org$/, /^\/(?:system\/files\/working_)?papers\/(w\d{3,6})(?:\/|\.|$)/, doi('10.3386/')],
  [/(?:^|\.)jstor\.org$/, /^\/stable\/(?:pdf\/)?(\d{4,10})(?:\/|\.|$)/, doi('10.2307/')],
  [/(?:^|\.)jmir\.org$/, /^\/(?:19|20)\d\d\/\d{1,2}\/e(\d{4,6})(?:\/|$)/, doi('10.2196/')],
  [/^data\.mendeley\.com$/, /^\/datasets\/([a-z0-9]{10})\/(\d{1,2})\/?$/, (m) => ({ doi: `10.17632/${m[1] ?? ''}.${m[2] ?? ''}` })],
  [/^rupress\.org$/, /^\/(jcb|jem|jgp)\/article(?:-abstract)?\/\d{1,4}\/\d{1,2}\/e(20\d{7})\//, (m) => ({ doi: `10.1083/${m[1] ?? ''}.${m[2] ?? ''}` })],
  [/(?:^|\.)researchsquare\.com$/, /^\/article\/(rs-\d{3,9}\/v\d{1,2})(?:\/|$|\.)/, doi('10.21203/rs.3.')],
  [/(?:^|\.)preprints\.org$/, /^\/manuscript\/(\d{6}\.\d{4}\/v\d{1,2})(?:\/|$)/, (m) => ({ doi: `10.20944/preprints${(m[1] ?? '').replace('/', '.')}` })],
  [/^(?:bio|med)rxiv\.org$/, /^\/content\/(?:(?:bio|med)rxiv\/)?early\/\d{4}\/\d\d\/\d\d\/((?:20\d\d\.\d\d\.\d\d\.)?\d{6,8})(?:\.|\/|$)/, doi('10.1101/')],
  [/^osf\.io$/, /^\/preprints\/(psyarxiv|socarxiv|osf)\/([a-z0-9]{5})(?:_v\d{1,2})?(?:\/|$)/, (m) => ({ doi: `${OSF.get(m[1] ?? '') ?? ''}/osf.io/${m[2] ?? ''}` })],
  // CRAN, the Biodiversity Heritage Library, FAO, Trans Tech and IOP: according to their records at Crossref.
  [/^cran\.r-project\.org$/, /^\/(?:package=|web\/packages\/)([a-z][a-z0-9.]{0,60})(?:\/(?:index\.html)?)?$/i, doi('10.32614/cran.package.')],
  [/(?:^|\.)biodiversitylibrary\.org$/, /^\/bibliography\/(\d{1,7})\/?$/, doi('10.5962/bhl.title.')],
  [/(?:^|\.)fao\.org$/, /^\/3\/(c[a-d]\d{4}[a-z]{2})(?:\/|$)/i, doi('10.4060/')],
  [/^scientific\.net$/, /^\/([a-z]{2,4}(?:\.\d{1,4}(?:-\d{1,4})?){2})$/i, doi('10.4028/www.scientific.net/')],
  [/^stacks\.iop\.org$/, /^\/(\d{4}-\d{3}[\dX])\/(\d{1,4})\/i=(\d{1,3})\/a=(\w{1,10})(?:\/|$)/i, (m) => ({ doi: `10.1088/${m.slice(1).join('/')}` })],
  // Learned societies and data banks, according to their own citations and their records at Crossref and DataCite.
  [/(?:^|\.)ams\.org$/, /^\/(?:(?:journals\/)?[a-z]{2,8}\/[\w-]{4,20}\/|journal-getitem\?pii=)(S\d{4}-\d{4}-(?:\d{4}-)?\d{2,5}-(?:\d{5}-)?[\dX])(?:\/|$)/i, doi('10.1090/')],
  [/(?:^|\.)bioconductor\.org$/, /^\/packages\/[\w.]{1,20}\/(?:bioc|data\/\w{1,20}|workflows)\/html\/([a-z][a-z0-9.]{1,60})\.html$/i, doi('10.18129/b9.bioc.')],
  [/^(?:nap\.edu|nap\.nationalacademies\.org)$/, /^\/(?:catalog|read)\/(\d{3,6})(?:\/|$)/, doi('10.17226/')],
  [/^preprints\.scielo\.org$/, /\/preprint\/view\/(\d{1,7})(?:\/|$)/, doi('10.1590/scielopreprints.')],
  [/^rcsb\.org$/, /^\/(?:structure\/|pdb\/explore\/explore\.do\?structureId=)(\d[a-z0-9]{3})\/?$/i, (m) => ({ doi: `10.2210/pdb${(m[1] ?? '').toLowerCase()}/pdb` })],
  [/(?:^|\.)sae\.org$/, /^\/(?:publications\/technical-papers\/content\/)?(\d{6}|(?:19|20)\d\d-\d\d-\d{4})(?:\/|$)/, doi('10.4271/')],
  [/^pubs\.rsc\.org$/, /\/content\/article(?:landing|html|pdf)\/(?:19|20)\d\d\/[a-z0-9]{2}\/([a-z]\d[a-z]{2}\d{5}[a-z0-9])(?:\/|$)/i, doi('10.1039/')],
  [/^xlink\.rsc\.org$/, /^\/\?doi=([a-z]\w{6,12})$/i, doi('10.1039/')],
  [/^oecd-ilibrary\.org$/, /_([a-z0-9]{8,13}-(?:en|fr))\/?$/, doi('10.1787/')],
  // Copernicus: journal, volume, page and year, or the number of a preprint (https://publications.copernicus.org/for_authors/manuscript_preparation.html).
  [/^[a-z-]{2,30}\.(?:copernicus\.org|net)$/, /^\/(?:articles\/)?(\d{1,4})\/(\d{1,6})\/((?:19|20)\d\d)(?:\/|$)/, copernicus],
  [/\.copernicus\.org$/, /^\/preprints\/(?:20\d\d\/)?([a-z]{2,10}-20\d\d-\d{1,5})(?:\/|$)/, doi('10.5194/')],
  // Journals that number volumes and papers, according to their own citations.
  [/^jstatsoft\.org$/, /^\/(?:(?:index\.php\/jss\/)?article\/view\/)?v(\d{1,3})\/?([ibcs]\d\d)(?:\/|$)/, (m) => ({ doi: `10.18637/jss.v${(m[1] ?? '').padStart(3, '0')}.${m[2] ?? ''}` })],
  [/^roboticsproceedings\.org$/, /^\/rss(\d\d)\/p(\d{1,3})\.(?:html|pdf)$/, (m) => ({ doi: `10.15607/rss.${2004 + Number(m[1])}.${roman(Number(m[1]))}.${(m[2] ?? '').padStart(3, '0')}` })],
  [/^ijcai\.org$/, /^\/proceedings\/(20(?:1[7-9]|2\d))\/0*(\d{1,4})(?:\.pdf)?$/, (m) => ({ doi: `10.24963/ijcai.${m[1] ?? ''}/${m[2] ?? ''}` })],
  [/^theoryofcomputing\.org$|^toc\.[a-z.]+$/, /^\/articles\/(v0(\d\d)a\d{3})(?:\/|$)/, (m) => ({ doi: `10.4086/toc.${2004 + Number(m[2])}.${m[1] ?? ''}` })],
  [/^opg\.optica\.org$|^(?:osapublishing|opticsinfobase)\.org$/, /[?&]uri=([a-z]+)-(\d{1,3})-\d{1,3}-(\d{1,6})(?:&(?!tab=suppl)|$)/i, optica],
  [/^quantum-journal\.org$/, /^\/papers\/(q-20\d\d-\d\d-\d\d-\d{1,5})(?:\/|$)/, doi('10.22331/')],
  [/^(?:id\.)?erudit\.org$/, /\/(\d{6,8}ar)(?:\/|$)/, doi('10.7202/')],
  [/^egms\.de$/, /^\/static\/(?:en|de)\/(?:journals|meetings)\/\w{2,20}\/(?:\d{4}-\d{1,3}\/)?([a-z]{0,8}\d{6}|\d\d[a-z]{2,8}\d{2,4})\.shtml$/, doi('10.3205/')],
  [/^biomedcentral\.com$/, /^\/(\d{4}-\d{3}[\dX]\/\d{1,3}\/\d{1,4})(?:\/|$)/i, (m) => ({ doi: `10.1186/${(m[1] ?? '').toLowerCase().replaceAll('/', '-')}` })],
  [/^beilstein-journals\.org$/, /^\/(bj(?:oc|nano))\/(?:content|articles)\/(\d{1,3})\/(?:1\/)?(\d{1,4})(?:\/|$)/, (m) => ({ doi: `10.3762/${m.slice(1).join('.')}` })],
  [/^[a-z-]{2,30}\.oxfordjournals\.org$/, /^\/content\/early\/20\d\d\/\d\d\/\d\d\/([a-z]{2,20}\.[a-z]{3}\d{3})(?:\.|\/|$)/, (m) => ({ doi: `10.1093/${(m[1] ?? '').replace('.', '/')}` })],
  [/(?:^|\.)pnas\.org$/, /^\/content\/early\/20\d\d\/\d\d\/\d\d\/(\d{10})(?:\.|\/|$)/, doi('10.1073/pnas.')],
  [/^journals\.ametsoc\.org$/, /^\/view\/journals\/[a-z]{2,8}\/\d{1,3}\/\d{1,2}\/([a-z]{2,12}-d-\d\d-\d{4}\.\d)\.xml$/, doi('10.1175/')],
  [/(?:^|\.)ahajournals\.org$/, /^\/content\/early\/20\d\d\/\d\d\/\d\d\/([a-z]{5,20}\.\d{3}\.\d{6})(?:\.|\/|$)/i, doi('10.1161/')],
  [/^agu\.org$/, /^\/pubs\/crossref\/\d{4}\/((?:20)?\d\d[a-z]{2}\d{5,6})\.shtml$/i, doi('10.1029/')],
  [/^(?:data\.caltech\.edu|researchdata\.tuwien\.at|fdat\.uni-tuebingen\.de|ultraviolet\.library\.nyu\.edu)$/, /^\/records\/([a-z0-9]{5}-[a-z0-9]{5})(?:\/|$)/, repository],
  [/^(?:rodare\.hzdr\.de|fdr\.uni-hamburg\.de)$/, /^\/records?\/(\d{1,7})(?:\/|$)/, repository],
  // Bibcodes of arXiv: the year, `arXiv`, the number and an initial (https://ui.adsabs.harvard.edu/help/data_faq/).
  [/^(?:ui\.adsabs\.harvard\.edu|scixplorer\.org)$/, /^\/abs\/\d{4}arXiv(\d{4})\.?(\d{4,5})[A-Z](?:\/|$)/, arxiv],
  // ACL Anthology: DOIs of its own conferences, not of whole volumes (https://aclanthology.org/info/ids/).
  [/^aclanthology\.org$/, /^\/((?:20(?:19|2\d)\.(?:acl|emnlp|naacl|eacl|findings|conll|semeval)-[a-z0-9]{1,20}\.[1-9]\d{0,3})|(?:[DKNPS]1[6-9]|[DKS]15)-\d(?!000)\d{3})(?:\.pdf|\/|$)/i, doi('10.18653/v1/')],
  [/^aclanthology\.org$/, /^\/((?:[DEPS]14|[NP]15)-\d(?!000)\d{3})(?:\.pdf|\/|$)/i, doi('10.3115/v1/')],
  // Europe PMC and PubMed Central (https://europepmc.org/help).
  [/^europepmc\.org$/, /^\/(?:article|abstract)\/MED\/(\d{1,9})(?:\/|$)/i, (m) => ({ pmid: m[1] ?? '' })],
  [/^europepmc\.org$/, /^\/(?:article\/PMC|articles|abstract\/PMC)\/PMC(\d{1,9})(?:\/|$)/i, (m) => ({ pmcid: `PMC${m[1] ?? ''}` })],
  [/^pubmedcentral\.(?:nih\.)?gov$/, /^\/articlerender\.fcgi\?(?:.{0,60}&)?artid=(\d{1,9})(?:&|$)/, (m) => ({ pmcid: `PMC${m[1] ?? ''}` })],
  // Readers of arXiv that keep its identifiers (https://info.arxiv.org/help/arxiv_identifier.html).
  [/^(?:ar5iv\.(?:labs\.arxiv\.)?org|alphaxiv\.org|huggingface\.co)$/, /^\/(?:html|abs|papers|overview|pdf)\/(\d{4})\.(\d{4,5})(?:v\d{1,2})?(?:\/|\.|$)/, arxiv],
  // RFCs (https://www.rfc-editor.org/rfc-index/).
  [/^(?:rfc-editor\.org|datatracker\.ietf\.org|tools\.ietf\.org)$/, /^\/(?:rfc|info|doc(?:\/html)?|html)\/rfc(\d{1,5})(?:\.|\/|$)/, (m) => ({ rfc: String(Number(m[1])) })],
];

/** Names of article views after its DOI in a URL. */
const VIEW =
  /(?:\/{1,2}(?:full(?:text|pdf)?|full-text|abstract|abs|pdf|epdf|pdfdirect|epub|html|htm|xml|meta|summary|references|citations?|metrics|comments|supplementary-material|supplemental|related|media|id|_?article|_?pdf|asset|download|reader|early|share|info)){1,3}\/?$|\.(?:pdf(?:\+html)?|html?|xml|svg|full(?:-text)?|abstract|short|long|supplementary-material)$|\/$/i;
/** A part of the article, a translation, or the file that the host names by a number of its own. */
const PART = /\/(?:(?:figures|tables)\/.*|full\/[a-z]{2}(?:_[A-Z]{2})?|\d{5,9}\/[\w.-]+\.pdf)$/;
/** Crossref's prefix for tests, with which the ACM numbers works without a DOI; a file of a supplement, which says other things than its article. */
const NOT_OF_WORK = /^10\.5555(?:\/|%)|\/(?:suppl_file|attachment|MediaObjects)\//i;
/** Title words after a DOI, or a number of the host and such words. */
const SLUG =
  /(?<=\/[^/]{4,})\/[a-z]+(?:-[a-z0-9]+){2,}$|(?<=\/[^/]{4,})\/\d{5,9}\/[a-z][\w%.'’-]*-[\w%.'’-]*$/i;
/** A book of a university press after its own DOI; a chapter has another. */
const BOOK = /(?<=\/[^/]*(\d{13})\.\d{3}\.\d{4})\/[a-z]{2,8}-\1(-.*)?$/i;

/** The DOI in the path or query of a URL. */
function doiIn(host: string, path: string, query: string): Identifier | undefined {
  const asked =
    /(?:^\?|[?&](?:id|doi|doid|uri|articleid|persistentid)=)(?:doi:)?(10\.\d{4,9}(?:\/|%2F)[^&#\s]{1,200})/i.exec(
      query,
    )?.[1];
  const inPath = /(?:^|[/=:]|%3A)(10\.\d{4,9}(?:\/|%2F)[^\s]{1,300})$/i.exec(path)?.[1];
  const found = asked ?? inPath;
  if (found === undefined || NOT_OF_WORK.test(found)) return undefined;
  let bare = decoded(found).replace(PART, '');
  for (let n = 0; n < 3; n++) bare = bare.replace(VIEW, '');
  if (BOOK.exec(bare)?.[2] !== undefined) return undefined;
  bare = bare.replace(BOOK, '').replace(SLUG, '');
  if (/(?:^|\.)(?:bio|med)rxiv\.org$/.test(host)) bare = bare.replace(/v\d{1,2}$/, '');
  // Oxford's URLs end with a number of its own.
  if (/(?:^|\.)oup\.com$/.test(host)) bare = bare.replace(/(?<=\/[^/]{1,80}\/[^/]{1,80})\/\d{5,9}$|(?<=^10\.\d{4,9}\/[^/]{1,80})\/\d{5,9}$/, ''); // prettier-ignore
  return doiFault(bare) === undefined ? { doi: bare } : undefined;
}

const ADDRESS =
  /^https?:\/\/(?:[^/?#@\s]{0,255}@)?([^/?#:\s]{1,255})(?::\d{1,5})?(\/[^?#]{0,2000})?(\?[^#]{0,2000})?/i;

/** The work that a page is about, by its URL; undefined if unknown. */
export function workAtAddress(url: string): AddressedWork | undefined {
  const target = urlTarget(url);
  if (target.kind === 'work') {
    const { kind: _, ...id } = target;
    return id as Identifier; // `urlTarget` gives one identifier
  }
  const [, name = '', path = '', query = ''] = ADDRESS.exec(url) ?? [];
  const host = name.toLowerCase().replace(/^www\./, '');
  const held = doiIn(host, path, query);
  if (held) return held;
  for (const [hosts, paths, work] of ADDRESS_RULES) {
    const found = hosts.test(host) ? (paths.exec(path) ?? paths.exec(path + query)) : null;
    const id = found && work(found, host);
    if (id) return id;
  }
  return undefined;
}
