/** Metadata of a page: its title and date. */
import { monthOf } from '../../core/text/months';
import { seen } from './blocks';
import { attribute, elements, rawText, type Node } from './htmlTree';

const MAX_VALUE = 2_000;
const MAX_NAMES = 200;

const line = (text: string): string => seen(text).replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE);

/** Maps `name` or `property` (or `itemprop`) of each `<meta>`, lower case, to its first value. */
export function metaOf(root: Node): Readonly<Record<string, string>> {
  const meta = new Map<string, string>();
  for (const node of elements(root, 'meta')) {
    const name = attribute(node, 'name') ?? attribute(node, 'property') ?? attribute(node, 'itemprop');
    const value = line(attribute(node, 'content') ?? '');
    const key = line(name ?? '').toLowerCase();
    if (!key || !value || key.length > 80) continue;
    if (!meta.has(key) && meta.size < MAX_NAMES) meta.set(key, value);
  }
  return Object.fromEntries(meta);
}

const TITLES = ['citation_title', 'dc.title', 'og:title', 'twitter:title'];

/** Prefers the document's title to the window's, which includes the site name. */
export function titleOf(root: Node, meta: Readonly<Record<string, string>>): string {
  const title = elements(root, 'title').find((n) => n.parent?.name === 'head' || n.parent?.name === 'body');
  const named = TITLES.map((n) => meta[n]).find((t) => t !== undefined && t !== '');
  return named ?? (title ? line(rawText(title)) : line(elements(root, 'h1').map(rawText)[0] ?? ''));
}

const DATES = (
  'citation_publication_date citation_online_date citation_date article:published_time datepublished dc.date.issued ' +
  'dcterms.issued dc.date dcterms.date parsely-pub-date sailthru.date publish-date pubdate date'
).split(' ');

/** `2020-05-03`, `2020-05` */
const dateOf = (...numbers: readonly (string | undefined)[]): string =>
  numbers.flatMap((n) => n?.padStart(2, '0') ?? []).join('-');

/** Converts `2020`, `2020/5`, `2020-05-03T…`, `20200503` to `YYYY[-MM[-DD]]`; undefined for other formats and invalid dates. */
export function isoDate(text: string): string | undefined {
  const match =
    /^\s*((?:1[5-9]|20)\d\d)(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:$|[T\s])/.exec(text) ??
    /^\s*((?:1[5-9]|20)\d\d)(\d\d)(\d\d)(?:$|[T\s])/.exec(text);
  if (!match) return byWords(text);
  const [, year = '', month, day] = match;
  if (month === undefined) return year;
  if (Number(month) < 1 || Number(month) > 12) return year;
  return dateOf(year, month, Number(day) >= 1 && Number(day) <= 31 ? day : undefined);
}

/** Parses `May 3, 2020`, `3 May 2020`, `Sun, 03 May 2020 …`. */
function byWords(text: string): string | undefined {
  const words = text
    .slice(0, 60)
    .toLowerCase()
    .split(/[\s,]+/);
  const month = words.findIndex((w) => monthOf(w) > 0);
  const year = words.find((w) => /^(?:1[5-9]|20)\d\d$/.test(w));
  const day = [words[month - 1], words[month + 1]].find((w) => /^\d{1,2}$/.test(w ?? ''));
  if (month < 0 || !year) return undefined;
  return dateOf(year, String(monthOf(words[month] ?? '')), day);
}

/** The page's scripts with JSON-LD. */
export const linkedData = (root: Node): readonly string[] =>
  elements(root, 'script')
    .filter((n) => attribute(n, 'type')?.toLowerCase() === 'application/ld+json')
    .map(rawText);

/** Publication date from metadata, JSON-LD or `<time>`. */
export function publishedOf(root: Node, meta: Readonly<Record<string, string>>): string | undefined {
  const time = elements(root, 'time').find(
    (n) => attribute(n, 'pubdate') !== undefined || attribute(n, 'itemprop') === 'datePublished',
  );
  const stated = [
    ...DATES.map((name) => meta[name]),
    ...linkedData(root).map((data) => /"datePublished"\s*:\s*"([^"]{4,40})"/.exec(data)?.[1]),
    time && attribute(time, 'datetime'),
  ];
  return stated.map((date = '') => isoDate(date)).find((date) => date !== undefined);
}
