/** PubMed and PMC through NCBI's E-utilities: `esearch` finds ids, `esummary` describes them, `efetch` has abstracts and comments. */
import { isFailure, type Notice, type NoticeKind } from '../../model';
import { at, compact, isObject, list, str } from '../../text/jsonFields';
import { askFor, askJson, either, hitOf, personal, query, yearOf } from '../registry';
import type { Ask, RegistryHit, Hits, Query, Registry } from '../registry';
import { descendants, isWhole, nodes, parseXml, plain, textAt, textOf, type XmlNode } from '../xml';
import { prefixNotice, updateOf } from './crossref';

const BASE = '/entrez/eutils';
const TOOL = { tool: 'citewright', db: 'pubmed' };

/** PubMed's names for publications about a work. */
const COMMENTS: Readonly<Record<string, NoticeKind>> = {
  RetractionIn: 'retracted',
  ErratumIn: 'corrected',
  CorrectedandRepublishedIn: 'corrected',
  RetractedandRepublishedIn: 'retracted',
  ExpressionOfConcernIn: 'concern',
  UpdateIn: 'newer-version',
};

const link = (pmid: string): string => `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;

const commentNotices = (article: XmlNode): readonly Notice[] =>
  descendants(article, 'CommentsCorrections').flatMap((comment): Notice[] => {
    const known = COMMENTS[comment.attributes['RefType'] ?? ''];
    if (!known) return [];
    const pmid = textAt(comment, 'PMID');
    return [
      compact<Notice>({
        ...updateOf(known, textAt(comment, 'RefSource') || 'PubMed'),
        url: pmid && link(pmid),
      }),
    ];
  });

const NOTICE_TYPES = new Set([
  'Published Erratum',
  'Retraction of Publication',
  'Retraction Notice',
  'Expression of Concern',
  'Comment',
]);

/** Labelled parts of an abstract keep their labels. */
const abstractOf = (article: XmlNode): string =>
  nodes(article, 'MedlineCitation', 'Article', 'Abstract', 'AbstractText')
    .map((part) => [part.attributes['Label'], textOf(part)].filter(Boolean).join(': '))
    .join('\n');

function readArticle(entry: XmlNode): RegistryHit | undefined {
  const article = nodes(entry, 'MedlineCitation', 'Article')[0];
  const pmid = textAt(entry, 'MedlineCitation', 'PMID');
  if (!article || pmid === '') return undefined;
  const ids = nodes(entry, 'PubmedData', 'ArticleIdList', 'ArticleId');
  const id = (type: string) => textOf(ids.find((node) => node.attributes['IdType'] === type));
  const issue = nodes(article, 'Journal', 'JournalIssue', 'PubDate')[0];
  const types = nodes(article, 'PublicationTypeList', 'PublicationType').map(textOf);
  const title = textAt(article, 'ArticleTitle').replace(/\.$/, '');
  const comments = commentNotices(entry);
  return hitOf({
    via: 'pubmed',
    record: {
      pmid,
      doi: id('doi').toLowerCase(),
      pmcid: id('pmc'),
      title,
      year: yearOf(textOf(issue)) ?? yearOf(textAt(article, 'ArticleDate')),
      venue: textAt(article, 'Journal', 'Title'),
      volume: textAt(article, 'Journal', 'JournalIssue', 'Volume'),
      pages: textAt(article, 'Pagination', 'MedlinePgn') || textAt(article, 'Pagination', 'StartPage'),
    },
    authors: nodes(article, 'AuthorList', 'Author').map(
      (a) =>
        personal(textAt(a, 'LastName'), textAt(a, 'ForeName') || textAt(a, 'Initials')) ||
        textAt(a, 'CollectiveName'),
    ),
    venues: [
      textAt(article, 'Journal', 'ISOAbbreviation'),
      textAt(entry, 'MedlineCitation', 'MedlineJournalInfo', 'MedlineTA'),
    ],
    years: nodes(article, 'ArticleDate', 'Year').map((y) => yearOf(textOf(y))),
    url: link(pmid),
    notices: [...comments, ...(comments.some((n) => n.kind === 'retracted') ? [] : noticesIn(types, title))],
    about: types.some((t) => NOTICE_TYPES.has(t)),
    abstract: abstractOf(entry),
  });
}

/** What the types of a publication, or else its title, say. */
const noticesIn = (types: readonly string[], title: string): readonly Notice[] =>
  types.includes('Retracted Publication') ? [updateOf('retracted', 'PubMed')] : prefixNotice(title);

/** Records of `efetch`, including articles in books. */
const readArticles = (body: string) => {
  if (!isWhole(body, 'PubmedArticleSet') && !isWhole(body, 'eFetchResult')) return undefined;
  return nodes(parseXml(body), 'PubmedArticleSet', 'PubmedArticle').map(readArticle);
};

function readSummary(summary: unknown, db: string): RegistryHit | undefined {
  const title = plain(str(summary, 'title')).replace(/\.$/, '');
  const ids = list(summary, 'articleids');
  const id = (type: string) => ids.flatMap((i) => (str(i, 'idtype') === type ? [str(i, 'value')] : []))[0];
  const uid = str(summary, 'uid');
  if (uid === '' || title === '') return undefined;
  // PMC writes 0 for an article that PubMed doesn't have.
  const pmid = db === 'pmc' ? id('pmid')?.replace(/^0$/, '') : uid;
  const types = list(summary, 'pubtype').map((t) => str(t));
  return hitOf({
    via: 'pubmed',
    record: {
      pmid,
      doi: id('doi')?.toLowerCase(),
      pmcid: id(db === 'pmc' ? 'pmcid' : 'pmc'),
      title,
      year: yearOf(str(summary, 'pubdate')) ?? yearOf(str(summary, 'epubdate')),
      venue: plain(str(summary, 'fulljournalname')),
      volume: str(summary, 'volume'),
      pages: str(summary, 'pages'),
    },
    authors: list(summary, 'authors').map((a) => str(a, 'name')),
    venues: [str(summary, 'source')],
    years: [yearOf(str(summary, 'epubdate'))],
    url: pmid ? link(pmid) : `https://pmc.ncbi.nlm.nih.gov/articles/PMC${uid}/`,
    notices: noticesIn(types, title),
    about: types.some((t) => NOTICE_TYPES.has(t)),
  });
}

/** Of a number that they don't know, PubMed and PMC say `cannot get document summary`. */
const summaries = (ids: readonly string[], ask: Ask, db = TOOL.db): Promise<Hits> =>
  askJson(
    ask,
    `${BASE}/esummary.fcgi?${query({ ...TOOL, db, retmode: 'json', id: ids.join(',') })}`,
    (json) => {
      const found = ids.map((id) => at(json, 'result', id));
      return found.some(isObject) ? found.map((one) => readSummary(one, db)) : undefined;
    },
  );

/** By number: the whole article, or its summary if that fails. */
function byId(pmid: string, ask: Ask): Promise<Hits> {
  const path = `${BASE}/efetch.fcgi?${query({ ...TOOL, retmode: 'xml', id: pmid })}`;
  return either(askFor(ask, path, readArticles), () => summaries([pmid], ask));
}

/** Removes field tags and operators of PubMed's query language from a title. */
const clean = (text: string): string =>
  text
    .replace(/[[\]():"*/\\&|]/g, ' ')
    .replace(/\b(?:AND|OR|NOT)\b/g, (w) => w.toLowerCase())
    .replace(/\s+/g, ' ')
    .trim();

async function find({ text, title, from, to, limit }: Query, ask: Ask): Promise<Hits> {
  const years = from === undefined && to === undefined ? '' : ` AND ${from ?? 1800}:${to ?? 3000}[dp]`;
  const term = title === undefined ? clean(text).slice(0, 300) : `${clean(title)}[ti]`;
  let ids: readonly string[] = [];
  const found = await askJson(
    ask,
    `${BASE}/esearch.fcgi?${query({ ...TOOL, retmode: 'json', retmax: limit, term: term + years })}`,
    (json) => {
      const found = at(json, 'esearchresult', 'idlist');
      ids = Array.isArray(found) ? found.map((id) => str(id)).filter((id) => /^\d{1,9}$/.test(id)) : [];
      return Array.isArray(found) ? [] : undefined;
    },
  );
  return isFailure(found) || ids.length === 0 ? found : summaries(ids, ask);
}

export const pubmed: Registry = {
  endpoint: 'pubmed',
  label: 'PubMed',
  lookup({ pmid, pmcid }, ask) {
    if (pmid !== undefined) return byId(pmid, ask);
    return pmcid === undefined ? undefined : summaries([pmcid.replace(/^PMC/i, '')], ask, 'pmc');
  },
  search: find,
};
