/**
 * Reads the work of a publisher's or repository's page from its URL: the DOI in it, or the identifier that follows by the publisher's rule.
 * Takes http(s) URLs; fetches and guesses nothing.
 */
import { arxivFault, decodeDoi, doiFault, urlTarget, type Identifier } from './identifiers';

/** An identifier, or the publisher's item number (PII), an alternative id in Crossref. */
export type AddressedWork = Identifier | { readonly pii: string };

/** Abbreviations of MDPI's journals in their DOIs, by ISSN (https://www.mdpi.com/about/journals). */
const MDPI: Readonly<Record<string, string>> = Object.fromEntries<string>(
  '1424-8220 s|2076-3417 app|2071-1050 su|1996-1073 en|1660-4601 ijerph|1422-0067 ijms|2072-6643 nu|2077-0383 jcm|2079-9292 electronics|2227-7390 math|1420-3049 molecules|2072-4292 rs|2073-4409 cells|2072-6694 cancers|1996-1944 ma|2079-4991 nano|2073-4360 polym|1999-4915 v|2076-2607 microorganisms|2304-8158 foods|2073-4395 agronomy|2227-9032 healthcare|2076-393X vaccines|2075-4418 diagnostics|2227-9059 biomedicines|2218-273X biom|2076-3921 antiox|2079-7737 biology|2073-4441 w|2073-4433 atmos|1999-4907 f|2220-9964 ijgi|2504-446X drones|2226-4310 aerospace|2075-5309 buildings|2073-8994 sym|2078-2489 info|1999-5903 fi|2624-6511 smartcities|2227-7102 educsci|2076-328X bs|2076-3425 brainsci|1099-4300 e|2072-666X mi|2306-5354 bioengineering|2313-433X jimaging|2077-1312 jmse|2076-2615 ani|2223-7747 plants|2075-4701 met|2073-4352 cryst|2079-6412 coatings|1999-4923 pharmaceutics|1424-8247 ph|2072-6651 toxins|2075-163X min|2076-0817 pathogens|2079-6382 antibiotics|2218-6581 robotics|2504-4990 make|2504-2289 bdcc|2305-6304 toxics|2077-1444 rel|2076-0760 socsci|2227-7099 economies|1911-8074 jrfm|2227-9091 risks|2079-8954 systems|2079-9284 cosmetics|2304-6732 photonics|2227-7080 technologies|2226-471X languages|2077-0472 agriculture|2076-0825 act|2075-4698 soc|2073-4425 genes|1999-4893 a'
    .split('|')
    .map((row) => row.split(' ') as [string, string]), // two words per row
);

/** `/1424-8220/20/1/17`: the DOI consists of the abbreviation, the volume, the two-digit issue and the four-digit number. */
function mdpi([, issn = '', volume = '', issue = '', number = '']: RegExpExecArray): Identifier | undefined {
  const journal = Object.hasOwn(MDPI, issn.toUpperCase()) ? MDPI[issn.toUpperCase()] : undefined;
  return journal === undefined ? undefined : { doi: `10.3390/${journal}${volume}${issue.padStart(2, '0')}${number.padStart(4, '0')}` }; // prettier-ignore
}

const doi = (prefix: string) => (found: RegExpExecArray) => ({
  doi: prefix + (found[1] ?? '').toLowerCase(),
});
/** `onc2011282` is 10.1038/onc.2011.282; `srep20118` and the like of three journals have no year. */
const nature = ([, id = '']: RegExpExecArray): Identifier => ({
  doi: `10.1038/${id.toLowerCase().replace(/^(?!(?:srep|ncomms|nature)\d{5}$)([a-z]+)(20[01]\d)(\d{1,4})$/, '$1.$2.$3')}`,
});
/** An Elsevier item number without punctuation, as in its DOI. */
const pii = (found: RegExpExecArray) => ({ pii: (found[1] ?? '').replace(/[^\dSXB]/gi, '').toUpperCase() });
const OSF: Readonly<Record<string, string>> = { psyarxiv: '10.31234', socarxiv: '10.31235', osf: '10.31219' };

type Rule = {
  readonly host: RegExp;
  readonly path: RegExp;
  readonly work: (found: RegExpExecArray) => AddressedWork | undefined;
};

/** Hosts whose identifiers follow by rule, with the publisher's documentation. `path` has no query or fragment. */
export const ADDRESS_RULES: readonly Rule[] = [
  // Springer Nature: the DOI is 10.1038/ and the article id, which until 2018 could have a year without its full stops
  // (https://www.nature.com/nature-portfolio/for-authors).
  { host: /(?:^|\.)nature\.com$/, path: /^\/articles\/([a-z]{1,12}[\w.-]{0,30}\d[\w.-]{0,10}?)(?:\.pdf)?(?:\/|$)/i, work: nature }, // prettier-ignore
  // MDPI (https://www.mdpi.com/authors/references).
  {
    host: /(?:^|\.)mdpi\.com$/,
    path: /^\/(\d{4}-\d{3}[\dX])\/(\d{1,3})\/(\d{1,2})\/(\d{1,5})(?:\/|$)/i,
    work: mdpi,
  },
  // Elsevier: Crossref keeps the PII of the address as the work's alternative id (https://www.crossref.org/documentation/retrieve-metadata/rest-api/).
  {
    host: /(?:^|\.)(?:sciencedirect|elsevier)\.com$/,
    path: /\/pii[/:]([SB]?\d[\dX]{14,16})(?:\/|$)/i,
    work: pii,
  },
  // Its journals have hosts of their own, where the number keeps its brackets.
  { host: /./, path: /\/(?:fulltext|abstract|pdf|article)\/(?:PII)?([SB]\d{4}-\d{3}[\dX]\(\d\d\)\d{5}-[\dX])(?:\/|$|\.)/i, work: pii }, // prettier-ignore
  // BMJ: 10.1136/ and the elocator (https://www.bmj.com/about-bmj/resources-authors).
  { host: /(?:^|\.)bmj\.com$/, path: /^\/content\/\d{1,4}\/(bmj[.-][a-z]?[\d-]{4,20})(?:\/|\.|$)/i, work: doi('10.1136/') }, // prettier-ignore
  // Open repositories and journals whose DOI ends with the number in the URL, according to their own citations.
  { host: /(?:^|\.)ssrn\.com$/, path: /\/abstract=(\d{3,9})(?:\/|$)/, work: doi('10.2139/ssrn.') },
  { host: /^zenodo\.org$/, path: /^\/records?\/(\d{3,10})(?:\/|$)/, work: doi('10.5281/zenodo.') },
  { host: /(?:^|\.)figshare\.com$/, path: /^\/articles\/(?:[a-z][a-z_]{0,39}\/)?(?:[^/_][^/]{0,199}\/)?(\d{5,10})(?:\/|$)/, work: doi('10.6084/m9.figshare.') }, // prettier-ignore
  {
    host: /^elifesciences\.org$/,
    path: /^\/articles\/(\d{5,6})(?:v\d)?(?:\/|$)/,
    work: doi('10.7554/elife.'),
  },
  { host: /^peerj\.com$/, path: /^\/articles\/(\d{1,6})(?:\/|$|\.)/, work: doi('10.7717/peerj.') },
  { host: /^peerj\.com$/, path: /^\/articles\/cs-(\d{1,5})(?:\/|$|\.)/, work: doi('10.7717/peerj-cs.') },
  // Hindawi: until 2013 some of its journals had other prefixes.
  { host: /(?:^|\.)hindawi\.com$/, path: /^\/journals\/[a-z]{2,10}\/(20(?:1[4-9]|2\d)\/\d{5,8})(?:\/|\.pdf|$)/, work: doi('10.1155/') }, // prettier-ignore
  { host: /(?:^|\.)nber\.org$/, path: /^\/(?:system\/files\/working_)?papers\/(w\d{3,6})(?:\/|\.|$)/, work: doi('10.3386/') }, // prettier-ignore
  { host: /(?:^|\.)jstor\.org$/, path: /^\/stable\/(?:pdf\/)?(\d{4,10})(?:\/|\.|$)/, work: doi('10.2307/') },
  {
    host: /(?:^|\.)jmir\.org$/,
    path: /^\/(?:19|20)\d\d\/\d{1,2}\/e(\d{4,6})(?:\/|$)/,
    work: doi('10.2196/'),
  },
  { host: /(?:^|\.)researchsquare\.com$/, path: /^\/article\/(rs-\d{3,9}\/v\d{1,2})(?:\/|$|\.)/, work: doi('10.21203/rs.3.') }, // prettier-ignore
  { host: /(?:^|\.)preprints\.org$/, path: /^\/manuscript\/(\d{6}\.\d{4})\/v(\d{1,2})(?:\/|$)/, work: (m) => ({ doi: `10.20944/preprints${m[1] ?? ''}.v${m[2] ?? ''}` }) }, // prettier-ignore
  { host: /^(?:www\.)?(?:bio|med)rxiv\.org$/, path: /^\/content\/(?:early|biorxiv\/early)\/\d{4}\/\d\d\/\d\d\/(\d{6})(?:\.|\/|$)/, work: doi('10.1101/') }, // prettier-ignore
  { host: /^osf\.io$/, path: /^\/preprints\/(psyarxiv|socarxiv|osf)\/([a-z0-9]{5})(?:_v\d{1,2})?(?:\/|$)/, work: (m) => ({ doi: `${OSF[m[1] ?? ''] ?? ''}/osf.io/${m[2] ?? ''}` }) }, // prettier-ignore
  // CRAN, the Biodiversity Heritage Library, FAO, Trans Tech and IOP: according to their records at Crossref.
  { host: /^cran\.r-project\.org$/, path: /^\/(?:package=|web\/packages\/)([a-z][a-z0-9.]{0,60})(?:\/(?:index\.html)?)?$/i, work: doi('10.32614/cran.package.') }, // prettier-ignore
  {
    host: /(?:^|\.)biodiversitylibrary\.org$/,
    path: /^\/bibliography\/(\d{1,7})\/?$/,
    work: doi('10.5962/bhl.title.'),
  },
  { host: /(?:^|\.)fao\.org$/, path: /^\/3\/(c[a-d]\d{4}[a-z]{2})(?:\/|$)/i, work: doi('10.4060/') },
  { host: /^(?:www\.)?scientific\.net$/, path: /^\/([a-z]{2,4}(?:\.\d{1,4}(?:-\d{1,4})?){2})$/i, work: doi('10.4028/www.scientific.net/') }, // prettier-ignore
  { host: /^stacks\.iop\.org$/, path: /^\/(\d{4}-\d{3}[\dX])\/(\d{1,4})\/i=(\d{1,3})\/a=(\w{1,10})(?:\/|$)/i, work: (m) => ({ doi: `10.1088/${m.slice(1).join('/')}` }) }, // prettier-ignore
  // Learned societies and data banks, according to their own citations and their records at Crossref and DataCite.
  { host: /(?:^|\.)ams\.org$/, path: /^\/journals\/[a-z]{2,8}\/[\w-]{4,20}\/(S\d{4}-\d{4}-(?:\d{4}-)?\d{5}-[\dX])(?:\/|$)/i, work: doi('10.1090/') }, // prettier-ignore
  { host: /(?:^|\.)bioconductor\.org$/, path: /^\/packages\/[\w.]{1,20}\/(?:bioc|data\/\w{1,20}|workflows)\/html\/([a-z][a-z0-9.]{1,60})\.html$/i, work: doi('10.18129/b9.bioc.') }, // prettier-ignore
  { host: /^(?:www\.)?(?:nap\.edu|nap\.nationalacademies\.org)$/, path: /^\/(?:catalog|read)\/(\d{3,6})(?:\/|$)/, work: doi('10.17226/') }, // prettier-ignore
  { host: /^preprints\.scielo\.org$/, path: /\/preprint\/view\/(\d{1,7})(?:\/|$)/, work: doi('10.1590/scielopreprints.') }, // prettier-ignore
  { host: /^(?:www\.)?rcsb\.org$/, path: /^\/structure\/(\d[a-z0-9]{3})\/?$/i, work: (m) => ({ doi: `10.2210/pdb${(m[1] ?? '').toLowerCase()}/pdb` }) }, // prettier-ignore
  { host: /(?:^|\.)sae\.org$/, path: /^\/(?:publications\/technical-papers\/content\/)?(\d{6}|(?:19|20)\d\d-\d\d-\d{4})(?:\/|$)/, work: doi('10.4271/') }, // prettier-ignore
  { host: /^pubs\.rsc\.org$/, path: /\/content\/article(?:landing|html|pdf)\/(?:19|20)\d\d\/[a-z0-9]{2}\/([a-z]\d[a-z]{2}\d{5}[a-z0-9])(?:\/|$)/i, work: doi('10.1039/') }, // prettier-ignore
  { host: /^(?:www\.)?oecd-ilibrary\.org$/, path: /_([a-z0-9]{8,13}-(?:en|fr))\/?$/, work: doi('10.1787/') },
  // Bibcodes of arXiv: the year, `arXiv`, the number and an initial (https://ui.adsabs.harvard.edu/help/data_faq/).
  { host: /^(?:ui\.adsabs\.harvard\.edu|scixplorer\.org)$/, path: /^\/abs\/\d{4}arXiv(\d{4})\.?(\d{4,5})[A-Z](?:\/|$)/, work: (m) => (arxivFault(`${m[1] ?? ''}.${m[2] ?? ''}`) === undefined ? { arxiv: `${m[1] ?? ''}.${m[2] ?? ''}` } : undefined) }, // prettier-ignore
  // ACL Anthology: DOIs of its own conferences (https://aclanthology.org/info/ids/).
  { host: /^(?:www\.)?aclanthology\.org$/, path: /^\/((?:20(?:1[6-9]|2\d)\.(?:acl|emnlp|naacl|eacl|findings|tacl|aacl)[a-z-]{0,20}\.\d{1,4})|[PDN]1[6-9]-\d{4})(?:\.pdf|\/|$)/i, work: (m) => ({ doi: `10.18653/v1/${m[1] ?? ''}` }) }, // prettier-ignore
  // Europe PMC (https://europepmc.org/help).
  { host: /^(?:www\.)?europepmc\.org$/, path: /^\/(?:article|abstract)\/MED\/(\d{1,9})(?:\/|$)/i, work: (m) => ({ pmid: m[1] ?? '' }) }, // prettier-ignore
  { host: /^(?:www\.)?europepmc\.org$/, path: /^\/(?:article\/PMC|articles|abstract\/PMC)\/(PMC\d{1,9})(?:\/|$)/i, work: (m) => ({ pmcid: (m[1] ?? '').toUpperCase() }) }, // prettier-ignore
  // Readers of arXiv that keep its identifiers (https://info.arxiv.org/help/arxiv_identifier.html).
  { host: /^(?:ar5iv\.(?:labs\.arxiv\.)?org|(?:www\.)?alphaxiv\.org|huggingface\.co)$/, path: /^\/(?:html|abs|papers|overview|pdf)\/(\d{4}\.\d{4,5})(?:v\d{1,2})?(?:\/|\.|$)/, work: (m) => (arxivFault(m[1] ?? '') === undefined ? { arxiv: m[1] ?? '' } : undefined) }, // prettier-ignore
  // RFCs (https://www.rfc-editor.org/rfc-index/).
  { host: /^(?:www\.rfc-editor\.org|datatracker\.ietf\.org|tools\.ietf\.org)$/, path: /^\/(?:rfc|info|doc(?:\/html)?|html)\/rfc(\d{1,5})(?:\.|\/|$)/, work: (m) => ({ rfc: String(Number(m[1])) }) }, // prettier-ignore
];

/** Names of article views after its DOI in a URL. */
const VIEW =
  /(?:\/{1,2}(?:full(?:text|pdf)?|full-text|abstract|abs|pdf|epdf|pdfdirect|epub|html|htm|xml|meta|summary|references|figures|tables|citations?|metrics|comments|supplementary-material|supplemental|suppl_file|related|media|id|_?article|_?pdf|asset|download|reader|early|share|info)){1,3}\/?$|\.(?:pdf|html?|xml|full(?:-text)?|full\.pdf|abstract|short|long)$|\/$/i;
/** Title words after a DOI, or a number of the host and such words. */
const SLUG =
  /(?<=\/[^/]{4,})\/[a-z]+(?:-[a-z0-9]+){2,}$|(?<=\/[^/]{4,})\/\d{5,9}\/[a-z][\w%.'’-]*-[\w%.'’-]*$/i;
/** A book of a university press after its own DOI; a chapter has another. */
const BOOK = /(?<=\/[^/]*(\d{13})\.\d{3}\.\d{4})\/[a-z]{2,8}-\1(-.*)?$/i;

/** The DOI in the path or query of a URL. */
function doiIn(host: string, path: string, query: string): Identifier | undefined {
  const asked =
    /(?:^|[?&])(?:id|doi|doid|uri|articleid|persistentid)=(?:doi:)?(10\.\d{4,9}(?:\/|%2F)[^&#\s]{1,200})/i.exec(
      query,
    )?.[1];
  const inPath = /(?:^|[/=:])(10\.\d{4,9}(?:\/|%2F)[^\s]{1,300})$/i.exec(path)?.[1];
  const found = asked ?? inPath;
  if (found === undefined) return undefined;
  let bare = decodeDoi(found);
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

/** The work whose page a URL is; undefined if unknown. */
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
  // SSRN names its paper in the query.
  const whole = /(?:^|\.)ssrn\.com$/.test(host) ? path.replace(/\/papers\.cfm$/, '') + query.replace(/^\?abstract(?:_id)?=/, '/abstract=').replace(/&.*$/, '') : path; // prettier-ignore
  for (const { host: hosts, path: paths, work } of ADDRESS_RULES) {
    const found = hosts.test(name.toLowerCase()) || hosts.test(host) ? paths.exec(whole) : null;
    const id = found && work(found);
    if (id) return id;
  }
  return undefined;
}
