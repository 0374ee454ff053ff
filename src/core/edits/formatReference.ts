/**
 * Writes references in a document's own style: detects how its references are formatted, formats a record that way, and corrects a
 * reference field by field, so that anything the record doesn't have (volume, pages, a note) is kept.
 */
import type { Span, Work } from '../model';
import { parseReference } from '../text/works/reference';
import { insertAt, oneLine, type Change, type Changes } from './textEdit';
import { doiForm, written, wordsEnd, type DoiForm } from './linkEdits';
import { doiAddress } from '../text/works/workUrl';

/** `Smith, J.`, `J. Smith`, `Smith J`, `Jane Smith`, `Smith, Jane`. */
type NameForm = 'family-initials' | 'initials-family' | 'bare' | 'given-family' | 'family-given';

/** How the references of a list are formatted. */
export type EntryStyle = {
  readonly names: NameForm;
  /** Separator before the last of several names: ` & `, ` and `, or only a comma. */
  readonly last: ', & ' | ' & ' | ', and ' | ' and ' | ', ';
  readonly year: 'bracketed' | 'plain' | 'end';
  readonly quotes: '' | '“' | '"';
  /** Emphasis marker of the venue, and of the title. */
  readonly venue: string;
  readonly title: string;
  readonly doi: DoiForm;
};

const NAME_FORMS: readonly (readonly [NameForm, RegExp])[] = [
  ['family-initials', /^\p{Lu}[\p{L}’'-]+(?: \p{Lu}?[\p{L}’'-]+)?, (?:\p{Lu}\.[ -]?)+/u],
  ['initials-family', /^(?:\p{Lu}\.[ -]?)+ ?\p{Lu}?[\p{L}’'-]+/u],
  ['bare', /^\p{Lu}[\p{L}’'-]+ \p{Lu}{1,3}(?=[,.;\s]|$)/u],
  ['family-given', /^\p{Lu}[\p{L}’'-]+, \p{Lu}\p{Ll}+/u],
  ['given-family', /^\p{Lu}[\p{L}’'-]+ (?:\p{Lu}\. )?\p{Lu}[\p{L}’'-]+/u],
];

const nameForm = (text: string): NameForm | undefined =>
  NAME_FORMS.find(([, pattern]) => pattern.test(text.slice(0, 120)))?.[0];

/** The separator before the last name, if an entry shows it. */
function lastOf(text: string): EntryStyle['last'] | undefined {
  const head = text.slice(0, 200);
  if (/, & \p{Lu}/u.test(head)) return ', & ';
  if (/ & \p{Lu}/u.test(head)) return ' & ';
  if (/^[^“"]{0,120}, and \p{Lu}/u.test(head)) return ', and ';
  if (/^[^“"]{0,120}\p{L}\.? and \p{Lu}\S{1,30}[.,; ]/u.test(head)) return ' and ';
  return /\., \p{Lu}[\p{L}’'-]+, \p{Lu}\./u.test(head) ? ', ' : undefined;
}

const USUAL_LAST: Readonly<Record<NameForm, EntryStyle['last']>> = {
  'family-initials': ', & ',
  'initials-family': ' and ',
  bare: ', ',
  'given-family': ' and ',
  'family-given': ', and ',
};

/** Whether the year comes between names and title: `Smith, J. 2020. Title…`. */
function isYearEarly(text: string): boolean {
  const early = /^.{0,120}?[.,] (?:1[5-9]|20)\d\d[a-z]?\. /u.exec(text)?.[0];
  if (early === undefined) return false;
  const words = (part: string) =>
    part.replace(/https?:\S+|\bdoi\S*|10\.\d\S*/gi, ' ').match(/\p{L}{3,}/gu)?.length ?? 0;
  return words(text.slice(early.length)) > words(early);
}

/** Detects the style of references (without labels) by majority. */
export function styleOf(entries: readonly string[]): EntryStyle {
  const count = (pattern: RegExp) => entries.filter((e) => pattern.test(e)).length;
  const forms = entries.map(nameForm).filter((form) => form !== undefined);
  const names = mostOf(forms) ?? 'family-initials';
  const bracketed = count(/^.{0,160}\((?:1[5-9]|20)\d\d[a-z]?\)/u);
  const plain = entries.filter(isYearEarly).length;
  const end = count(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/) - bracketed - plain;
  return {
    names,
    last: mostOf(entries.map(lastOf).filter((last) => last !== undefined)) ?? USUAL_LAST[names],
    year: bracketed >= Math.max(plain, end) ? 'bracketed' : plain >= end ? 'plain' : 'end',
    quotes: count(/“/) * 2 > entries.length ? '“' : count(/"[^"]{8,}"/) * 2 > entries.length ? '"' : '',
    venue:
      count(/[.”"] ?\*[^*]{3,80}\*/) * 2 > entries.length
        ? '*'
        : count(/[.”"] ?_[^_]{3,80}_/) * 2 > entries.length
          ? '_'
          : '',
    title: count(/\)\. ?\*[^*]{8,200}\*/) * 2 > entries.length ? '*' : '',
    doi: doiForm(entries),
  };
}

function mostOf<T>(all: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const initials = (given: string, mark: string, gap: string) =>
  given
    .split(/[\s-]+/)
    .filter((part) => /^\p{L}/u.test(part))
    .map((part) => `${part.charAt(0).toUpperCase()}${mark}`)
    .join(gap);

/** Formats `Smith, Jane` in the list's style. A name without a comma can't be split and is kept. */
function nameIn(form: NameForm, name: string): string {
  const comma = name.indexOf(',');
  if (comma < 0) return name;
  const family = name.slice(0, comma).trim();
  const given = name.slice(comma + 1).trim();
  if (given === '') return family;
  switch (form) {
    case 'family-initials':
      return `${family}, ${initials(given, '.', ' ')}`;
    case 'initials-family':
      return `${initials(given, '.', ' ')} ${family}`;
    case 'bare':
      return `${family} ${initials(given, '', '')}`;
    case 'given-family':
      return `${given} ${family}`;
    case 'family-given':
      return `${family}, ${given}`;
  }
}

/** With more authors, only the first is named, with `et al.`. */
const MOST_AUTHORS = 7;

/** Formats the authors of a record. */
export function authorsIn(
  { names, last }: Pick<EntryStyle, 'names' | 'last'>,
  authors: readonly string[],
): string {
  const all = authors.map((name) => markless(nameIn(names, oneLine(name))));
  if (all.length > MOST_AUTHORS) return `${all.slice(0, 3).join(', ')}, et al.`;
  const [only = '', second] = all;
  if (all.length < 2) return only;
  if (all.length === 2)
    // If each name contains a comma, the one before the last name is kept.
    return `${only}${names.startsWith('family-') ? last : last.replace(/^,(?= [&a])/, '')}${second}`;
  return `${all.slice(0, -1).join(', ')}${last}${all.at(-1)}`;
}

/** Removes a registry's markup from its text and escapes Markdown. */
export const markless = (text: string): string =>
  oneLine(text.replace(/<[^<>]{0,40}>/g, '')).replace(/[\\`*_<>[\]]/g, '\\$&');

const stopped = (text: string) => (/[.?!…]$/.test(text) ? text : `${text}.`);

/** Formats a record as a reference. Without a DOI, it ends with the URL. */
export function compose(record: Work, style: EntryStyle, url?: string): string {
  const authors = authorsIn(style, record.authors ?? []);
  const year = record.year === undefined ? 'n.d.' : String(record.year);
  const title = markless(record.title ?? '').replace(/\.$/, '');
  const venue = record.venue === undefined ? '' : `${style.venue}${markless(record.venue)}${style.venue}`;
  const address = record.doi === undefined ? (record.url ?? url ?? '') : written(style.doi, record.doi);
  const close = style.quotes === '“' ? '”' : style.quotes;
  const name = style.quotes === '' ? stopped(title) : `${style.quotes}${stopped(title)}${close}`;
  const named = title === '' ? '' : style.title === '' ? name : `${style.title}${title}${style.title}.`;
  const head = authors === '' ? '' : style.year === 'bracketed' ? authors : stopped(authors);
  const parts =
    style.year === 'bracketed'
      ? [head, `(${year}).`, named, venue === '' ? '' : `${venue}.`]
      : style.year === 'plain'
        ? [head, `${year}.`, named, venue === '' ? '' : `${venue}.`]
        : [head, named, venue === '' ? `${year}.` : `${venue}, ${year}.`];
  return [...parts, address].filter((part) => part !== '').join(' ');
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/** The family name of a name in any form, folded. */
export function familyOf(name: string): string {
  const comma = name.indexOf(',');
  if (comma > 0) return folded(name.slice(0, comma));
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return folded(words.length > 1 && /^\p{Lu}{1,3}$/u.test(last) ? words.slice(0, -1).join('') : last);
}

/** The position of `part` in the entry, or undefined. */
function placeIn(text: string, { start, end }: Span, part: string): Span | undefined {
  const at = part === '' ? -1 : text.slice(start, end).indexOf(part);
  return at < 0 ? undefined : { start: start + at, end: start + at + part.length };
}

type Entry = { readonly text: string; readonly span: Span; readonly said: Work };

function correctTitle({ text, span, said }: Entry, { title }: Work): Change[] {
  if (title === undefined || said.title === undefined) return [];
  const fresh = markless(title).replace(/\.$/, '');
  const place = placeIn(text, span, said.title);
  return place && folded(said.title) !== folded(title) ? [{ span: place, text: fresh }] : [];
}

function correctYear({ text, span, said }: Entry, { year }: Work): Change[] {
  if (year === undefined || said.year === year) return [];
  if (said.year === undefined) {
    const last = said.authors?.at(-1);
    const place = last === undefined ? undefined : placeIn(text, span, last);
    return place ? [insertAt(place.end, ` (${year})`)] : [];
  }
  // The year must not be part of a DOI or page range.
  const old = new RegExp(`(?<![\\d./:-])${said.year}(?![\\d/-])`).exec(text.slice(span.start, span.end));
  const at = span.start + (old?.index ?? 0);
  return old ? [{ span: { start: at, end: at + 4 }, text: String(year) }] : [];
}

function correctAuthors({ text, span, said }: Entry, { authors = [] }: Work): Change[] {
  const [first] = said.authors ?? [];
  const last = said.authors?.at(-1);
  const from = first === undefined ? undefined : placeIn(text, span, first);
  const to =
    last === undefined || !from ? undefined : placeIn(text, { start: from.start, end: span.end }, last);
  if (!from || !to || authors.length === 0) return [];
  const goesOn = /^,? ?(?:et\.? al|and others)/.test(text.slice(to.end, to.end + 14));
  const right = goesOn ? authors.slice(0, said.authors?.length) : authors;
  const same =
    right.length === said.authors?.length &&
    right.every((a, i) => familyOf(a) === familyOf(said.authors?.[i] ?? ''));
  if (same) return [];
  const style = styleOf([text.slice(from.start, span.end)]);
  const fresh = authorsIn(style, right);
  // `Smith, J. (2020)`: a full stop at the end of the old names is kept if the new ones need it.
  return [{ span: { start: from.start, end: to.end }, text: fresh }];
}

function correctVenue({ text, span, said }: Entry, { venue }: Work, siblings: readonly string[]): Change[] {
  if (venue === undefined || said.venue !== undefined || said.title === undefined) return [];
  if (folded(text.slice(span.start, span.end)).includes(folded(venue))) return [];
  const place = placeIn(text, span, said.title);
  if (!place) return [];
  const close = /^[.?!]?[”"*_]{0,2}[.?!]?/.exec(text.slice(place.end, span.end))?.[0] ?? '';
  const mark = styleOf(siblings.length > 0 ? siblings : ['']).venue;
  const at = place.end + close.length;
  const before = /[.?!]/.test(close) ? '' : '.';
  const after = text.charAt(at) === ',' ? '' : '.';
  return [insertAt(at, `${before} ${mark}${markless(venue)}${mark}${after}`)];
}

function correctDoi({ text, span, said }: Entry, { doi }: Work, siblings: readonly string[]): Change[] {
  if (doi === undefined || said.doi?.toLowerCase() === doi.toLowerCase()) return [];
  const old = said.doi === undefined ? undefined : placeIn(text, span, said.doi);
  if (old)
    return [
      { span: old, text: /doi\.org\/$/.test(text.slice(span.start, old.start)) ? doiAddress(doi) : doi },
    ];
  const end = wordsEnd(text, span);
  const body = text.slice(span.start, end);
  const address = /https?:\/\/\S+$/.test(body);
  return [
    insertAt(
      end,
      `${address || /[.!?]$/.test(body) ? '' : '.'} ${written(doiForm([body, ...siblings]), doi)}`,
    ),
  ];
}

/**
 * Corrects the reference at `span` to match the record; undefined if nothing is wrong or missing. `siblings` are the texts of the other
 * references, whose style added parts follow. A reference with no readable part is rewritten.
 */
export function correct(
  text: string,
  span: Span,
  record: Work,
  siblings: readonly string[] = [],
): Changes | undefined {
  const said = parseReference(text.slice(span.start, span.end));
  if (said.title === undefined && said.authors === undefined) {
    const body = compose(
      { ...record, ...(record.doi === undefined && said.url !== undefined && { url: said.url }) },
      styleOf(siblings),
    );
    return [{ span: { start: span.start, end: wordsEnd(text, span) }, text: body }];
  }
  const entry = { text, span, said };
  const changes = [
    ...correctAuthors(entry, record),
    ...correctYear(entry, record),
    ...correctTitle(entry, record),
    ...correctVenue(entry, record, siblings),
    ...correctDoi(entry, record, siblings),
  ];
  return changes.length > 0 ? changes : undefined;
}
