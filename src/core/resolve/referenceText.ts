/**
 * A reference as written, searched for what a record says. Its reading into fields is a guess: where the words of the record stand in
 * the reference itself, they were cited, whatever the reader made of them.
 */
import type { Work } from '../model';
import { readName } from './authorAgreement';
import { losesHyphen, foldText, SMALL, titleWords } from './title';

const ET_AL = /\bet\.? ?al\b|\band others\b|…/i;
/** Identifiers hold years and words that nobody cited. */
const IDENTIFIERS = /https?:\/\/\S+|\b10\.\d{4,9}\/\S+|\barxiv:\s?\S+/gi;
/** So many words beside authors, venue and numbers are no title. */
const NO_TITLE = 3;
const SHORTEST_TITLE = 3;

const wordsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((w) => w !== '');
/** A venue has no more words. */
const LONGEST_VENUE = 14;

/** Where `wanted` stands in `text` in this order, without other words between but articles. */
function placeOf(text: string, wanted: readonly string[]): { start: number; end: number } | undefined {
  const tokens = [...text.matchAll(/[\p{L}\p{M}\p{N}’'‘`]+/gu)].flatMap((m) =>
    titleWords(m[0])
      .filter((w) => !SMALL.has(w))
      .map((word) => ({ word, start: m.index, end: m.index + m[0].length })),
  );
  for (let i = 0; i + wanted.length <= tokens.length; i++)
    if (wanted.every((w, k) => tokens[i + k]?.word === w)) {
      const [first, last] = [tokens[i], tokens[i + wanted.length - 1]];
      return first && last && { start: first.start, end: last.end };
    }
  return undefined;
}

const within = (part: readonly string[], whole: string): boolean =>
  part.length > 0 && whole.includes(` ${part.join(' ')} `);

type Names = readonly (readonly string[])[];

/** The family names of a record's authors, each in its words. */
const families = (record: Work): Names =>
  (record.authors ?? []).map((a) => readName(a).family.split(' ')).filter((f) => f[0] !== '');

export class Written {
  readonly #text: string;
  readonly #words: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #sequence: string;
  /** `et al.`: the list of authors goes on. */
  readonly goesOn: boolean;

  constructor(raw: string) {
    this.#text = raw.slice(0, 4_000).replace(IDENTIFIERS, ' ');
    this.#words = wordsOf(this.#text);
    this.#known = new Set(this.#words);
    this.#sequence = ` ${titleWords(this.#text).join(' ')} `;
    this.goesOn = ET_AL.test(this.#text);
  }

  /** The record's title stands in the reference word for word; a short one counts when authors and year do too. */
  holdsTitle(record: Work): boolean {
    const wanted = titleWords(record.title ?? '');
    const enough =
      wanted.length >= SHORTEST_TITLE || (this.holdsAuthors(record) && this.holdsYear([record.year ?? 0]));
    return enough && within(wanted, this.#sequence) && !losesHyphen(this.#text, record.title ?? '');
  }

  readonly #holdsName = (family: readonly string[]): boolean =>
    family.every((w) => this.#known.has(w)) || this.#known.has(family.join(''));

  /** The family names of nearly all authors stand in it; of the first one, when the list goes on. */
  holdsAuthors(record: Work): boolean {
    const [first, ...others] = families(record);
    if (!first || !this.#holdsName(first)) return false;
    return this.goesOn || others.filter(this.#holdsName).length >= 0.8 * others.length;
  }

  /** Something stands before the record's title, and none of the record's authors does: others are named. */
  namesOthers(record: Work): boolean {
    const start = placeOf(this.#text, titleWords(record.title ?? ''))?.start ?? 0;
    const before = wordsOf(this.#text.slice(0, start)).filter((w) => w.length > 1 && !/\d/.test(w));
    return before.length >= 2 && record.authors !== undefined && !families(record).some(this.#holdsName);
  }

  holdsYear(years: readonly number[]): boolean {
    return years.some((year) => this.#known.has(String(year)));
  }

  holdsVenue(venue: string): boolean {
    const wanted = titleWords(venue);
    return (wanted.length >= 2 || (wanted[0]?.length ?? 0) > 4) && within(wanted, this.#sequence);
  }

  /** What follows the record's title, where that stands in it: the venue, mostly. Nothing when it does not, or much follows. */
  afterTitle({ title }: Work): string | undefined {
    const end = title === undefined ? undefined : placeOf(this.#text, titleWords(title))?.end;
    const rest =
      end === undefined
        ? ''
        : this.#text
            .slice(end)
            .replace(/\d[\p{P}\p{S}\p{N}]*/gu, ' ')
            .trim();
    return /\p{L}/u.test(rest) && wordsOf(rest).length <= LONGEST_VENUE ? rest : undefined;
  }

  /** Volume and first page stand in it as numbers. */
  holdsPlace(places: readonly string[]): boolean {
    return places.length >= 2 && places.every((p) => this.#known.has(p.toLowerCase()));
  }

  /** Beside the record's authors, venue and numbers there are no words left for a title: some styles leave it out. */
  hasNoTitle(record: Work): boolean {
    const named = [...new Set([...families(record).flat(), ...wordsOf(record.venue ?? '')])];
    const left = this.#words.filter(
      (w) => w.length > 2 && !/\d/.test(w) && w !== 'and' && !named.some((v) => v.startsWith(w)),
    );
    return left.length <= NO_TITLE;
  }
}
