/**
 * References changed by rules, each with its expected result: the same work, the same with differences, or another work. Inserted values
 * come from another record of the set, so that no unrealistic form appears.
 */
import type { StyledRecord } from './styledRecords';

export type Truth = 'same' | 'differs' | 'other';

/** What a reference says. */
export type Cited = {
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number;
  readonly venue: string;
  readonly volume: string;
  readonly pages: string;
};

export type Change = {
  readonly name: string;
  readonly truth: Truth;
  /** The changed reference and record; undefined if the rule doesn't apply. `other` is another record. */
  readonly make: (cited: Cited, other: Cited) => { cited?: Cited; record?: Cited } | undefined;
};

export const citedOf = ({ record, volume, pages }: StyledRecord): Cited => ({
  title: record.title,
  authors: record.authors ?? [],
  year: record.year ?? 0,
  venue: record.venue ?? '',
  volume,
  pages,
});

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
const familyOf = (author: string): string => folded(author.split(',')[0] ?? '');
/** An author of the other record that this one lacks. */
const stranger = (cited: Cited, other: Cited): string | undefined =>
  other.authors.find(
    (a) => cited.authors.every((b) => familyOf(a) !== familyOf(b)) && familyOf(a).length > 2,
  );

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L}{4})iz(?=ations?\b|e[ds]?\b|ing\b)/u, 'is'],
  [/(?<=\p{L}{4})is(?=ations?\b)/u, 'iz'],
  [/(?<=\b(?:behavi|tum|col|lab|fav|neighb|hon|vap))or(?=s?\b|al\b|ed\b|ing\b)/iu, 'our'],
  [/(?<=\b(?:behavi|tum|col|lab|fav|neighb|hon|vap))our(?=s?\b|al\b|ed\b|ing\b)/iu, 'or'],
  [/(?<=\b(?:cent|fib|lit|met))er(?=s?\b)/iu, 're'],
  [/(?<=\b(?:cent|fib|lit|met))re(?=s?\b)/iu, 'er'],
  [/(?<=anal)yz(?=e|ing)/iu, 'ys'],
  [/(?<=mod|label)el(?=ing\b|ed\b)/iu, 'ell'],
  [/(?<=\bmod)ell(?=ing\b|ed\b)/iu, 'el'],
  [/haem/iu, 'hem'],
  [/paed/iu, 'ped'],
  [/oedema/iu, 'edema'],
  [/oestr/iu, 'estr'],
];

function respelled(title: string): string | undefined {
  const rule = SPELLINGS.find(([from]) => from.test(title));
  return rule && title.replace(rule[0], rule[1]);
}

/** Adds or removes a plural in the longest word of the title. */
function plural(title: string): string | undefined {
  const word = [...title.matchAll(/(?<![\p{L}-])\p{Ll}{5,}(?![\p{L}-])/gu)]
    .map((m) => m[0])
    .find((w) => /[a-rt-z]$/.test(w));
  return word && title.replace(word, word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);
}

const withTitle = (cited: Cited, title: string | undefined) =>
  title === undefined ? undefined : { cited: { ...cited, title } };
/** Other authors, if there are at least `least`. */
const withAuthors = (cited: Cited, least: number, make: (authors: readonly string[]) => readonly string[]) =>
  cited.authors.length < least ? undefined : { cited: { ...cited, authors: make(cited.authors) } };
/** Other authors, among them one of the other record. */
function withStranger(
  cited: Cited,
  other: Cited,
  least: number,
  make: (authors: readonly string[], name: string) => readonly string[],
) {
  const name = stranger(cited, other);
  return name === undefined ? undefined : withAuthors(cited, least, (authors) => make(authors, name));
}
const digitChanged = (text: string): string =>
  text.replace(/\d(?=\D*$)/, (d) => String((Number(d) + 3) % 10));
/** Both ways: the notice is cited and the article is on record, and vice versa. */
const notice = (name: string, form: (title: string) => string): readonly Change[] => [
  { name: `${name}, cited`, truth: 'other', make: (c) => withTitle(c, form(c.title)) },
  { name: `${name}, on record`, truth: 'other', make: (c) => ({ record: { ...c, title: form(c.title) } }) },
];

export const CHANGES: readonly Change[] = [
  { name: 'nothing', truth: 'same', make: (c) => ({ cited: c }) },
  {
    name: 'authors cut at the end, et al.',
    truth: 'same',
    make: (c) => withAuthors(c, 2, (all) => [...all.slice(0, Math.min(3, all.length - 1)), 'et al.']),
  },
  {
    name: 'authors cut at the end',
    truth: 'same',
    make: (c) => withAuthors(c, 2, (all) => all.slice(0, Math.ceil(all.length / 2))),
  },
  {
    name: 'authors cut in the middle, last kept',
    truth: 'same',
    make: (c) => withAuthors(c, 3, (all) => [...all.slice(0, 1), '…', ...all.slice(-1)]),
  },
  {
    name: 'an organisation on record',
    truth: 'same',
    make: (c) => ({ record: { ...c, authors: [...c.authors, 'Working Group on Measures'] } }),
  },
  { name: 'an edition in the title', truth: 'same', make: (c) => withTitle(c, `${c.title} (2nd ed.)`) },
  {
    name: 'a series for the venue',
    truth: 'same',
    make: (c) => ({ cited: { ...c, venue: 'Lecture Notes in Computer Science' } }),
  },
  {
    name: 'year',
    truth: 'differs',
    make: (c) => ({ cited: { ...c, year: c.year + (c.title.length % 2 === 0 ? 1 : -1) } }),
  },
  {
    name: 'venue',
    truth: 'differs',
    make: (c, o) =>
      c.venue === '' || o.venue === '' || folded(o.venue) === folded(c.venue)
        ? undefined
        : { cited: { ...c, venue: o.venue } },
  },
  {
    name: 'volume',
    truth: 'differs',
    make: (c) => (/^\d+$/.test(c.volume) ? { cited: { ...c, volume: digitChanged(c.volume) } } : undefined),
  },
  {
    name: 'pages',
    truth: 'differs',
    make: (c) =>
      /^\d+/.test(c.pages) ? { cited: { ...c, pages: c.pages.replace(/^\d+/, digitChanged) } } : undefined,
  },
  { name: 'plural', truth: 'differs', make: (c) => withTitle(c, plural(c.title)) },
  { name: 'spelling, cited', truth: 'differs', make: (c) => withTitle(c, respelled(c.title)) },
  {
    name: 'spelling, on record',
    truth: 'differs',
    make: (c) => {
      const title = respelled(c.title);
      return title === undefined ? undefined : { record: { ...c, title } };
    },
  },
  { name: 'Part II', truth: 'other', make: (c) => withTitle(c, `${c.title}: Part II`) },
  { name: 'II', truth: 'other', make: (c) => withTitle(c, `${c.title} II`) },
  {
    name: 'a number of the title',
    truth: 'other',
    make: (c) => withTitle(c, /\d/.test(c.title) ? digitChanged(c.title) : undefined),
  },
  {
    name: 'an author added at the end',
    truth: 'other',
    make: (c, o) => withStranger(c, o, 0, (all, name) => [...all, name]),
  },
  {
    name: 'the last author replaced',
    truth: 'other',
    make: (c, o) => withStranger(c, o, 2, (all, name) => [...all.slice(0, -1), name]),
  },
  {
    name: 'the first author replaced',
    truth: 'other',
    make: (c, o) => withStranger(c, o, 0, (all, name) => [name, ...all.slice(1)]),
  },
  {
    name: 'all authors replaced',
    truth: 'other',
    make: (c, o) => (stranger(c, o) === o.authors[0] ? withAuthors(c, 0, () => o.authors) : undefined),
  },
  { name: 'another title', truth: 'other', make: (c, o) => withTitle(c, o.title) },
  ...notice('a correction', (title) => `Correction to: ${title}`),
  ...notice('an erratum', (title) => `Erratum: ${title}`),
  ...notice('a comment', (title) => `Comment on “${title}”`),
  ...notice('a reply', (title) => `Reply to: ${title}`),
  ...notice('a review', (title) => `Review of: ${title}`),
];

const initialsOf = (given: string): readonly string[] =>
  given.split(/[\s.-]+/).flatMap((w) => Array.from(w).slice(0, 1));
const dotted = (initials: readonly string[]): string => initials.map((i) => `${i}.`).join(' ');
/** The authors as a style writes persons; others as they are. */
const namesOf = (
  authors: readonly string[],
  write: (family: string, initials: readonly string[]) => string,
): string[] =>
  authors.map((author) => {
    const [family = '', given = ''] = author.split(', ');
    return author.includes(',') ? write(family, initialsOf(given)) : author;
  });

/** `Smith, J. A., & Jones, B. (2020). Title. Journal, 12, 34–56.` */
function authorDate({ authors, year, title, venue, volume, pages }: Cited): string {
  const names = namesOf(authors, (family, initials) => `${family}, ${dotted(initials)}`);
  const last = names[names.length - 1] ?? '';
  const people =
    names.length < 2
      ? last
      : /^et al/.test(last)
        ? names.join(', ')
        : `${names.slice(0, -1).join(', ')}, & ${last}`;
  const place = [venue, volume, pages].filter((p) => p !== '').join(', ');
  return `${people} (${year}). ${title}${/[.?!]$/.test(title) ? '' : '.'} ${place}.`;
}

/** `Smith JA, Jones B. Title. Journal. 2020;12:34-56.` */
function vancouver({ authors, year, title, venue, volume, pages }: Cited): string {
  const names = namesOf(authors, (family, initials) => `${family} ${initials.join('')}`);
  return `${names.map((name) => name.replace(/\.$/, '')).join(', ')}. ${title}${/[.?!]$/.test(title) ? '' : '.'} ${venue}. ${year}${volume === '' ? '' : `;${volume}`}${pages === '' ? '' : `:${pages}`}.`;
}

/** `J. A. Smith, B. Jones, “Title,” Journal, vol. 12, pp. 34–56, 2020.` */
function quoted({ authors, year, title, venue, volume, pages }: Cited): string {
  const names = namesOf(authors, (family, initials) => `${dotted(initials)} ${family}`);
  const place = [venue, volume && `vol. ${volume}`, pages && `pp. ${pages}`]
    .filter((p) => p !== '')
    .join(', ');
  return `${names.join(', ')}, “${title},” ${place}, ${year}.`;
}

/** Reference styles. */
export const FORMS = { 'author-date': authorDate, vancouver, quoted } as const;
