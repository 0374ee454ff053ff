/** Writes references in a document's own style: detects how its references are formatted, and formats a record that way. */
import type { Work } from '../model';
import { doiForm, writeDoi, type DoiForm } from './linkEdits';
import { oneLine } from './textEdit';
import { countUp } from '../text/maps';

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
  const isUsual = (pattern: RegExp) => count(pattern) * 2 > entries.length;
  const names = mostOf(entries.map(nameForm).filter((form) => form !== undefined)) ?? 'family-initials';
  const bracketed = count(/^.{0,160}\((?:1[5-9]|20)\d\d[a-z]?\)/u);
  const plain = entries.filter(isYearEarly).length;
  const end = count(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/) - bracketed - plain;
  return {
    names,
    last: mostOf(entries.map(lastOf).filter((last) => last !== undefined)) ?? USUAL_LAST[names],
    year: bracketed >= Math.max(plain, end) ? 'bracketed' : plain >= end ? 'plain' : 'end',
    quotes: isUsual(/“/) ? '“' : isUsual(/"[^"]{8,}"/) ? '"' : '',
    venue: isUsual(/[.”"] ?\*[^*]{3,80}\*/) ? '*' : isUsual(/[.”"] ?_[^_]{3,80}_/) ? '_' : '',
    title: isUsual(/\)\. ?\*[^*]{8,200}\*/) ? '*' : '',
    doi: doiForm(entries),
  };
}

function mostOf<T>(all: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const one of all) countUp(counts, one);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const initials = (given: string, mark: string, gap: string) =>
  given
    .split(/[\s-]+/)
    .filter((part) => /^\p{L}/u.test(part))
    .map((part) => `${part.charAt(0).toUpperCase()}${mark}`)
    .join(gap);

const WRITTEN: Readonly<Record<NameForm, (family: string, given: string) => string>> = {
  'family-initials': (family, given) => `${family}, ${initials(given, '.', ' ')}`,
  'initials-family': (family, given) => `${initials(given, '.', ' ')} ${family}`,
  bare: (family, given) => `${family} ${initials(given, '', '')}`,
  'given-family': (family, given) => `${given} ${family}`,
  'family-given': (family, given) => `${family}, ${given}`,
};

/** Formats `Smith, Jane` in the list's style. A name without a comma can't be split and is kept. */
function nameIn(form: NameForm, name: string): string {
  const comma = name.indexOf(',');
  if (comma < 0) return name;
  const family = name.slice(0, comma).trim();
  const given = name.slice(comma + 1).trim();
  return given === '' ? family : WRITTEN[form](family, given);
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
  const address = record.doi === undefined ? (record.url ?? url ?? '') : writeDoi(style.doi, record.doi);
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
