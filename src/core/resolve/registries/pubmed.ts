/** PubMed through NCBI's E-utilities: `esearch` finds ids, `esummary` describes them, `efetch` has abstracts and comments. */
import { isFailure, type Notice, type NoticeKind, type Work } from '../../model';
import { at, compact, list, str } from '../jsonFields';
import {
  askFor,
  askJson,
  query,
  yearOf,
  type Ask,
  type RegistryHit,
  type Hits,
  type Query,
  type Registry,
} from '../registry';
import { descendants, nodes, parseXml, plain, textAt, textOf, type XmlNode } from '../xml';
import { distinct, prefixNotice, updateOf } from './crossref';

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

function commentNotices(article: XmlNode): readonly Notice[] {
  return descendants(article, 'CommentsCorrections').flatMap((comment): Notice[] => {
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
}

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
  const flagged = types.includes('Retracted Publication') && !comments.some((n) => n.kind === 'retracted');
  return {
    via: 'pubmed',
    record: compact<Work>({
      pmid,
      doi: id('doi').toLowerCase(),
      pmcid: id('pmc'),
      title,
      authors: nodes(article, 'AuthorList', 'Author')
        .map(
          (a) =>
            [textAt(a, 'LastName'), textAt(a, 'ForeName') || textAt(a, 'Initials')]
              .filter(Boolean)
              .join(', ') || textAt(a, 'CollectiveName'),
        )
        .filter((name) => name !== ''),
      year: yearOf(textOf(issue)) ?? yearOf(textAt(article, 'ArticleDate')),
      venue: textAt(article, 'Journal', 'Title'),
      volume: textAt(article, 'Journal', 'JournalIssue', 'Volume'),
      pages: textAt(article, 'Pagination', 'MedlinePgn') || textAt(article, 'Pagination', 'StartPage'),
    }),
    venues: [
      textAt(article, 'Journal', 'ISOAbbreviation'),
      textAt(entry, 'MedlineCitation', 'MedlineJournalInfo', 'MedlineTA'),
    ],
    years: nodes(article, 'ArticleDate', 'Year').flatMap((y) => yearOf(textOf(y)) ?? []),
    url: link(pmid),
    open: [],
    notices: distinct([
      ...comments,
      ...(flagged
        ? [updateOf('retracted', 'PubMed')]
        : comments.some((n) => n.kind === 'retracted')
          ? []
          : prefixNotice(title)),
    ]),
    ...(types.some((t) => NOTICE_TYPES.has(t)) ? { about: true } : {}),
    ...compact<{ abstract?: string }>({ abstract: abstractOf(entry) }),
  };
}

/** Records of `efetch`, including articles in books. */
export const readArticles = (body: string): Hits | undefined => {
  const root = parseXml(body);
  const set = nodes(root, 'PubmedArticleSet', 'PubmedArticle');
  if (set.length === 0 && !/<PubmedArticleSet|<eFetchResult|^\s*$/.test(body)) return undefined;
  return set.map(readArticle).filter((h) => h !== undefined);
};

function readSummary(summary: unknown): RegistryHit | undefined {
  const pmid = str(summary, 'uid');
  const title = plain(str(summary, 'title')).replace(/\.$/, '');
  if (pmid === '' || title === '') return undefined;
  const ids = list(summary, 'articleids');
  const id = (type: string) =>
    str(
      ids.find((i) => str(i, 'idtype') === type),
      'value',
    );
  const types = list(summary, 'pubtype').map((t) => str(t));
  return {
    via: 'pubmed',
    record: compact<Work>({
      pmid,
      doi: id('doi').toLowerCase(),
      pmcid: id('pmc'),
      title,
      authors: list(summary, 'authors')
        .map((a) => str(a, 'name'))
        .filter((name) => name !== ''),
      year: yearOf(str(summary, 'pubdate')) ?? yearOf(str(summary, 'epubdate')),
      venue: plain(str(summary, 'fulljournalname')),
      volume: str(summary, 'volume'),
      pages: str(summary, 'pages'),
    }),
    venues: [str(summary, 'source')],
    years: [yearOf(str(summary, 'epubdate'))].filter((y) => y !== undefined),
    url: link(pmid),
    open: [],
    notices: types.includes('Retracted Publication')
      ? [updateOf('retracted', 'PubMed')]
      : prefixNotice(title),
    ...(types.some((t) => NOTICE_TYPES.has(t)) ? { about: true } : {}),
  };
}

const summaries = (ids: readonly string[], ask: Ask): Promise<Hits> =>
  askJson(ask, `${BASE}/esummary.fcgi?${query({ ...TOOL, retmode: 'json', id: ids.join(',') })}`, (json) =>
    ids.map((id) => readSummary(at(json, 'result', id))).filter((h) => h !== undefined),
  );

/** By number: the whole article, or its summary if that fails. */
async function byId(pmid: string, ask: Ask): Promise<Hits> {
  const full = await askFor(
    ask,
    `${BASE}/efetch.fcgi?${query({ ...TOOL, retmode: 'xml', id: pmid })}`,
    readArticles,
  );
  if (!isFailure(full) && full.length > 0) return full;
  const short = await summaries([pmid], ask);
  return isFailure(full) && (isFailure(short) || short.length === 0) ? full : short;
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
      ids = list(json, 'esearchresult', 'idlist')
        .map((id) => str(id))
        .filter((id) => /^\d{1,9}$/.test(id));
      return [];
    },
  );
  return isFailure(found) || ids.length === 0 ? found : summaries(ids, ask);
}

export const pubmed: Registry = {
  name: 'pubmed',
  label: 'PubMed',
  lookup: ({ pmid }, ask) => (pmid === undefined ? undefined : byId(pmid, ask)),
  search: find,
};
