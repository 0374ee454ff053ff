/**
 * Parses identifiers of works, checks their form and check digits, and recognizes them in URLs. All expressions are anchored and bounded or
 * use a single character class, so none can backtrack.
 */
import { reason, type Reason } from '../../reason';
import type { Target, Work } from '../../model';
import { decoded } from '../url';

/** One identifier in canonical form: DOI without prefix, arXiv id without `arXiv:`, digits of ISBN, PMID and RFC; `PMC…`. */
export type Identifier =
  | { readonly doi: string }
  | { readonly arxiv: string }
  | { readonly pmid: string }
  | { readonly pmcid: string }
  | { readonly isbn: string }
  | { readonly rfc: string };

/** A work's identifiers, the most exact first. */
const NAMES = ['doi', 'arxiv', 'pmid', 'pmcid', 'isbn', 'rfc', 'pii'] as const;

/** The most exact identifier of a work, with its name. */
export function primaryIdentifier(work: Work): readonly [name: string, id: string] | undefined {
  for (const name of NAMES) if (work[name] !== undefined) return [name, work[name]];
  return undefined;
}

const DOI = /^10\.\d{4,9}(?:\.\d{1,9}){0,4}\/\S+$/;
const ARXIV_NEW = /^(\d{2})(\d{2})\.(\d{4,5})(?:v\d{1,3})?$/;
const ARXIV_OLD = /^[a-z-]{2,10}(?:\.[A-Z]{2})?\/(\d{2})(\d{2})\d{3}(?:v\d{1,3})?$/;
const PREFIX =
  /^(doi|arxiv|pmid|pubmed(?=:)|pmcid|pmc|isbn(?:-?1[03])?|rfc)(?![a-z])\s{0,3}[:#-]?\s{0,3}(?=\S)/i;

/**
 * Parses a whole string as an identifier: `10.1000/x`, `doi:10.1000/x`, `https://doi.org/10.1000/x`, `arXiv:2301.12345v2`, `PMID: 123`,
 * `PMC123`, `ISBN 978-…`, `RFC 9110`. Undefined for anything else, or if the form or check digit is wrong.
 */
export function parseIdentifier(text: string): Identifier | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 2_000) return undefined;
  if (/^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\//i.test(trimmed) || /^https?:/i.test(trimmed)) {
    const target = urlTarget(/^https?:/i.test(trimmed) ? trimmed : `https://${trimmed}`);
    return target.kind === 'work' ? identifierOf(target) : undefined;
  }
  const prefix = PREFIX.exec(trimmed);
  const kind = prefix?.[1]?.toLowerCase();
  return kind === undefined ? bare(trimmed) : named(kind, trimmed.slice(prefix?.[0].length));
}

/** A short DOI: `10/abc`. */
const SHORT_DOI = /^(?:doi:)?10\/([a-z0-9]{2,12})$/i;

/**
 * The target that a cite key names by itself, as in Manubot and MyST: `doi:…`, `pmid:…`, `url:…`, `wikidata:Q42`, a bare DOI or URL.
 * Undefined for a key that needs a bibliography.
 */
export function targetOfKey(key: string): Target | undefined {
  const url = /^(?:url:)?((?:https?|ftp):\/\/\S{3,2000})$/i.exec(key)?.[1];
  if (url !== undefined) return urlTarget(url);
  const item = /^wikidata:(Q\d{1,12})$/i.exec(key)?.[1];
  if (item !== undefined) return { kind: 'url', url: `https://www.wikidata.org/wiki/${item.toUpperCase()}` };
  const short = SHORT_DOI.exec(key)?.[1];
  if (short !== undefined) return { kind: 'url', url: `https://doi.org/${short}` };
  if (!/^(?:(?:doi|arxiv|pmid|pubmed|pmcid|pmc|isbn|rfc):|10\.\d)/i.test(key)) return undefined;
  // Don't verify the check digit of an ISBN key: registries hold some with a wrong one.
  const isbn = /^isbn:([\dX-]{10,17})$/i.exec(key)?.[1];
  const id = parseIdentifier(key) ?? (isbn === undefined ? undefined : { isbn: isbnOf(isbn) });
  return id && { kind: 'work', ...id };
}

/** The best identifier for finding a work: DOI, then PMID, PMCID, arXiv, ISBN, RFC. */
export function identifierOf(work: Pick<Work, (typeof BEST)[number]>): Identifier | undefined {
  const name = BEST.find((key) => work[key] !== undefined);
  return name && ({ [name]: work[name] } as Identifier); // one key of the union
}
const BEST = ['doi', 'pmid', 'pmcid', 'arxiv', 'isbn', 'rfc'] as const;

/** Formats an identifier with a lowercase prefix: `arxiv:2301.12345v2`, `isbn:978…`; a DOI has none. */
export function spell(id: Identifier): string {
  const [[kind, value] = ['', '']] = Object.entries(id);
  return kind === 'doi' ? value : `${kind}:${value}`;
}

function bare(text: string): Identifier | undefined {
  if (text.startsWith('10.')) return named('doi', text);
  if (/^PMC\d{1,9}$/i.test(text)) return { pmcid: text.toUpperCase() };
  return arxivFault(text) === undefined && ARXIV_NEW.test(text) ? { arxiv: text } : undefined;
}

function named(kind: string, value: string): Identifier | undefined {
  if (kind === 'doi') return doiFault(value) === undefined ? { doi: value } : undefined;
  if (kind === 'arxiv') return arxivFault(value) === undefined ? { arxiv: value } : undefined;
  if (kind === 'pmid' || kind === 'pubmed') return /^\d{1,9}$/.test(value) ? { pmid: value } : undefined;
  if (kind === 'pmc' || kind === 'pmcid') {
    const digits = /^(?:PMC)?(\d{1,9})$/i.exec(value)?.[1];
    return digits === undefined ? undefined : { pmcid: `PMC${digits}` };
  }
  if (kind === 'rfc') return /^\d{1,5}$/.test(value) ? { rfc: String(Number(value)) } : undefined;
  return isbnFault(value) === undefined ? { isbn: isbnOf(value) } : undefined;
}

/** Why a string isn't a well-formed DOI (ISO 26324: `10.`, a registrant of 4 to 9 digits, a slash, a suffix); undefined if it is. */
export function doiFault(doi: string): Reason | undefined {
  if (DOI.test(doi)) return undefined;
  if (!doi.startsWith('10.')) return reason('doi_start');
  const slash = doi.indexOf('/');
  if (slash < 0) return reason('doi_slash');
  if (!/^10\.\d{4,9}(?:\.\d{1,9}){0,4}$/.test(doi.slice(0, slash))) return reason('doi_registrant');
  return reason(slash === doi.length - 1 ? 'doi_suffix' : 'doi_space');
}

/** Why a DOI in a text is invalid, else undefined. Short DOIs (`10/abc`) are valid, placeholders (`10.xxxx/DOI_HERE`) aren't meant. */
export function writtenDoiFault(doi: string): Reason | undefined {
  if (SHORT_DOI.test(doi) || /^10\.[^\d/]*(?:\/|$)|[<>{}…]|\.\.\.|x{3}|_HERE\b/i.test(doi)) return undefined;
  return doiFault(doi);
}

/** The first invalid text given as a DOI: as written, with its span. */
export function malformedDoi(
  text: string,
): { readonly doi: string; readonly start: number; readonly end: number } | undefined {
  for (const found of text.matchAll(/\bdoi(?:\.org\/|:\s?)([^\s"<>\])]{3,200})/gi)) {
    const doi = (found[1] ?? '').replace(/[.,;]+$/, '');
    const start = found.index + found[0].length - (found[1] ?? '').length;
    if (doi !== '' && writtenDoiFault(doi) !== undefined) return { doi, start, end: start + doi.length };
  }
  return undefined;
}

/** Why a string isn't an arXiv identifier, else undefined: `YYMM.NNNN`, five digits since 2015, or `archive/YYMMNNN` before April 2007. */
export function arxivFault(id: string): Reason | undefined {
  const fresh = ARXIV_NEW.exec(id);
  const parts = fresh ?? ARXIV_OLD.exec(id);
  if (!parts) return reason('arxiv_form');
  const month = Number(parts[2]);
  if (month < 1 || month > 12) return reason('arxiv_month', { month: parts[2] ?? '' });
  if (!fresh) return undefined;
  const stamp = Number(parts[1]) * 100 + month;
  if (stamp < 704) return reason('arxiv_start');
  const digits = parts[3]?.length ?? 0;
  if (stamp >= 1501 && digits === 4) return reason('arxiv_five');
  return stamp < 1501 && digits === 5 ? reason('arxiv_four') : undefined;
}

/** Why an arXiv identifier in a text is invalid, else undefined. Placeholders (`XXXX.XXXXX`) and words that a PDF joined to it aren't faults. */
export const writtenArxivFault = (id: string): Reason | undefined =>
  /^(?:\D*$|1234\.5678|\d{4}\.\d{4,5}(?:v\d+)?(?:[[(]|[,.]?[a-z]{3}))/i.test(id) ? undefined : arxivFault(id);

/** The digits of an ISBN, without validation. */
export const isbnOf = (isbn: string): string => isbn.replace(/[-\s\u2010-\u2015]/g, '').toUpperCase();

/** Why a string isn't a valid ISBN-10 or ISBN-13 (ISO 2108, including the check digit), else undefined. */
export function isbnFault(isbn: string): Reason | undefined {
  const digits = isbnOf(isbn);
  if (/^\d{13}$/.test(digits)) {
    if (!/^97[89]/.test(digits)) return reason('isbn_prefix');
    const sum = Array.from(digits).reduce((total, d, i) => total + Number(d) * (i % 2 ? 3 : 1), 0);
    return sum % 10 === 0 ? undefined : reason('isbn_check');
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return reason('isbn_length', { count: digits.length });
  const sum = Array.from(digits).reduce((total, d, i) => total + (d === 'X' ? 10 : Number(d)) * (10 - i), 0);
  return sum % 11 === 0 ? undefined : reason('isbn_check');
}

/** True for the same book: an ISBN-10 equals an ISBN-13 without its first three digits, except for the check digit. */
export function sameIsbn(a: string, b: string): boolean {
  const core = (isbn: string) =>
    isbnOf(isbn)
      .replace(/^978(?=\d{10}$)/, '')
      .slice(0, -1);
  return core(a) !== '' && core(a) === core(b);
}

/** A DOI as fields of bibliographies have it, without the address or the prefix before it. */
export const bareDoi = (written: string): string =>
  written.replace(/^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:\s?)/i, '');

/** Quick test, because most URLs are on other hosts. */
const WORK_HOST =
  /^https?:\/\/(?:www\.)?(?:(?:dx\.)?doi|(?:export\.)?arxiv|(?:(?:pubmed|pmc)\.)?ncbi\.nlm\.nih)\./i;

/** The target of an http(s) URL: a work for doi.org, arxiv.org, PubMed and PubMed Central, else the URL. Never throws. */
export function urlTarget(url: string): Target {
  if (!WORK_HOST.test(url)) return { kind: 'url', url };
  const parts = /^https?:\/\/([^/?#\s]{1,255})(\/[^?#]*)?/i.exec(url);
  const host = parts?.[1]?.toLowerCase().replace(/^www\./, '') ?? '';
  const id = workAt(host, parts?.[2]?.slice(1) ?? '');
  return id ? { kind: 'work', ...id } : { kind: 'url', url };
}

function workAt(host: string, path: string): Identifier | undefined {
  if (host === 'doi.org' || host === 'dx.doi.org') {
    // A DOI's own `?` and `#` are escaped in a URL; unescaped ones begin a query and a fragment.
    const doi = decoded(path).replace(/^doi:/i, '');
    return doiFault(doi) === undefined ? { doi } : undefined;
  }
  if (host === 'arxiv.org' || host === 'export.arxiv.org') {
    const id = /^(?:abs|pdf|html)\/(.{4,36}?)(?:\.pdf)?\/?$/.exec(path)?.[1];
    return id !== undefined && arxivFault(id) === undefined ? { arxiv: id } : undefined;
  }
  if (host === 'pubmed.ncbi.nlm.nih.gov' || host === 'ncbi.nlm.nih.gov' || host === 'pmc.ncbi.nlm.nih.gov') {
    const pmcid = /^(?:pmc\/)?articles\/(PMC\d{1,9})(?:\/|$)/i.exec(path)?.[1];
    if (pmcid !== undefined) return { pmcid: pmcid.toUpperCase() };
    const pmid = /^(?:pubmed\/)?(\d{1,9})\/?$/.exec(path)?.[1];
    return pmid !== undefined && host !== 'pmc.ncbi.nlm.nih.gov' ? { pmid } : undefined;
  }
  return undefined;
}

type Recorded = { readonly [K in 'doi' | 'arxiv' | 'pmid' | 'pmcid' | 'isbn' | 'url']?: string | undefined };

/** The identifiers of a bibliography's record; those that can't be one are left out. The address may give one that the record lacks. */
export function checkedIdentifiers(record: Recorded): Partial<Work> {
  const { doi = '', arxiv = '', pmid, pmcid, isbn = '', url } = record;
  const at = url === undefined ? undefined : urlTarget(url);
  const bare = bareDoi(doi);
  const [one = ''] = isbn.split(/[,;]/);
  return {
    ...(at?.kind === 'work' && identifierOf(at)),
    ...(bare !== '' && doiFault(bare) === undefined && { doi: bare }),
    ...(arxiv !== '' && arxivFault(arxiv) === undefined && { arxiv }),
    ...(pmid !== undefined && /^\d{1,9}$/.test(pmid) && { pmid }),
    ...(pmcid !== undefined && { pmcid }),
    ...(one !== '' && isbnFault(one) === undefined && { isbn: isbnOf(one) }),
    ...(url !== undefined && { url }),
  };
}
