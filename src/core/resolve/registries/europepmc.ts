/** Europe PMC: life sciences, with abstracts, comments and open full texts. */
import type { Notice, NoticeKind, Work } from '../../model';
import { compact, list, str } from '../jsonFields';
import { askJson, personal, query, searchWords, yearOf, type RegistryHit, type Registry } from '../registry';
import { plain } from '../xml';
import { distinct, prefixNotice, updateOf } from './crossref';

const BASE = '/europepmc/webservices/rest';
/** Path of an open article's full text, on the same endpoint. */
export const fullTextPath = (pmcid: string): string => `${BASE}/${encodeURIComponent(pmcid)}/fullTextXML`;

const COMMENTS: Readonly<Record<string, NoticeKind>> = {
  'Retraction in': 'retracted',
  'Erratum in': 'corrected',
  'Expression of concern in': 'concern',
  'Update in': 'newer-version',
};

const comments = (result: unknown): readonly Notice[] =>
  list(result, 'commentCorrectionList', 'commentCorrection').flatMap((comment): Notice[] => {
    const known = COMMENTS[str(comment, 'type')];
    return known ? [updateOf(known, str(comment, 'reference') || 'Europe PMC')] : [];
  });

function read(result: unknown): RegistryHit | undefined {
  const title = plain(str(result, 'title')).replace(/\.$/, '');
  if (title === '') return undefined;
  const people = list(result, 'authorList', 'author').map(
    (a) =>
      personal(str(a, 'lastName'), str(a, 'firstName') || str(a, 'initials')) ||
      str(a, 'collectiveName') ||
      str(a, 'fullName'),
  );
  const doi = str(result, 'doi').toLowerCase();
  const venue =
    str(result, 'journalInfo', 'journal', 'title') ||
    str(result, 'journalTitle') ||
    str(result, 'bookOrReportDetails', 'publisher');
  return {
    via: 'europepmc',
    record: compact<Work>({
      doi,
      pmid: str(result, 'pmid'),
      pmcid: str(result, 'pmcid'),
      title,
      authors: people.some((p) => p !== '')
        ? people.filter((p) => p !== '')
        : str(result, 'authorString')
            .replace(/\.$/, '')
            .split(', ')
            .filter((p) => p !== ''),
      year: yearOf(str(result, 'pubYear')),
      venue,
    }),
    venues: [
      str(result, 'journalInfo', 'journal', 'medlineAbbreviation'),
      str(result, 'journalInfo', 'journal', 'isoabbreviation'),
    ].filter((v) => v !== ''),
    years: [yearOf(str(result, 'firstPublicationDate'))].filter((y) => y !== undefined),
    url: doi
      ? `https://doi.org/${doi}`
      : `https://europepmc.org/article/${encodeURIComponent(str(result, 'source'))}/${encodeURIComponent(str(result, 'id'))}`,
    open: [],
    notices: distinct([...comments(result), ...prefixNotice(title)]),
    ...compact<{ abstract?: string }>({ abstract: plain(str(result, 'abstractText')) }),
  };
}

/** The identifier in Europe PMC's query language. */
function key({ doi, pmid, pmcid }: Work): string | undefined {
  if (pmcid !== undefined) return `PMCID:${pmcid}`;
  if (pmid !== undefined) return `EXT_ID:${pmid} AND SRC:MED`;
  return doi === undefined ? undefined : `DOI:"${doi.replaceAll('"', '')}"`;
}

const searchPath = (wanted: string, limit: number): string =>
  `${BASE}/search?${query({ query: wanted, format: 'json', resultType: 'core', pageSize: limit })}`;
const results = (json: unknown): readonly RegistryHit[] =>
  list(json, 'resultList', 'result')
    .map(read)
    .filter((h) => h !== undefined);

export const europepmc: Registry = {
  name: 'europepmc',
  label: 'Europe PMC',
  lookup: (work, ask) => {
    const wanted = key(work);
    return wanted === undefined ? undefined : askJson(ask, searchPath(wanted, 1), results);
  },
  search: (wanted, ask) => {
    const { title, from, to, limit } = wanted;
    const years =
      from === undefined && to === undefined ? '' : ` AND PUB_YEAR:[${from ?? 1800} TO ${to ?? 3000}]`;
    const words = searchWords(title === undefined ? wanted : { ...wanted, authors: [] });
    return askJson(
      ask,
      searchPath((title === undefined ? words : `TITLE:(${words})`) + years, limit),
      results,
    );
  },
};
