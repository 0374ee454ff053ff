/** Tells family names from given names in a stretch of names, by the names that it was made from. */
import { tokens } from '../../src/core/text/works/referenceTokens';
import type { Person } from './labelled';

/** What only joins names or belongs to their list. */
const JOINS = new Set(
  'and und et y e & al others og och en ve i dan și és ja ir un и та і και u a ed eds editor editors hrsg hg dir dirs coord org orgs éd éds edited by with mit avec'.split(
    ' ',
  ),
);
export const isJoin = (word: string): boolean => JOINS.has(norm(word)) && !/^[AEIYU]$/.test(word);
/** A token that is a mark, not a word. */
export const isMark = (token: string): boolean => !/^[\p{L}\p{N}]/u.test(token);

/** How a word of a name may be labelled: `f` and `g` begin a name, `F` and `G` go on; `*` is any of them. */
export type NameLabel = 'f' | 'g' | 'F' | 'G' | '*';

const norm = (word: string): string => word.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): string[] => {
  const { count, starts, ends } = tokens(text);
  return Array.from({ length: count }, (_, i) => text.slice(starts[i], ends[i]));
};

/** The words of one name. */
class Name {
  readonly #family: ReadonlySet<string>;
  readonly #given: ReadonlySet<string>;
  readonly #initials: string;
  constructor(person: Person) {
    const family = [
      person['non-dropping-particle'],
      person['dropping-particle'],
      person.family ?? person.literal,
    ];
    const given = wordsOf(person.given ?? '');
    this.#family = new Set(wordsOf(family.filter(Boolean).join(' ')).map(norm));
    this.#given = new Set(given.map(norm));
    this.#initials = given.map((word) => word.charAt(0).toUpperCase()).join('');
  }
  get hasGiven(): boolean {
    return this.#given.size > 0;
  }
  /** Whether a word is of its family name, its given name, both or neither. */
  kindOf(word: string): 'F' | 'G' | 'both' | undefined {
    const isFamily = this.#family.has(norm(word));
    const isGiven = this.#given.has(norm(word)) || this.#hasInitials(word);
    if (isFamily) return isGiven ? 'both' : 'F';
    return isGiven ? 'G' : undefined;
  }
  #hasInitials(word: string): boolean {
    if (word !== word.toUpperCase() || word.length > 4) return false;
    const letters = word.replaceAll('-', '');
    return (
      this.#initials.includes(letters) ||
      (word.includes('-') && Array.from(letters).every((c) => this.#initials.includes(c)))
    );
  }
}

/** Labels the words of a list of names one after another. */
export class NameReader {
  readonly #people: readonly Name[];
  #current = -1;
  #sawFamily = false;
  #sawGiven = false;
  #isSeparated = true;

  constructor(people: readonly Person[]) {
    this.#people = people.map((person) => new Name(person));
  }

  /** A new list of names begins. */
  restart(): void {
    this.#current = -1;
    this.#sawFamily = this.#sawGiven = false;
    this.#isSeparated = true;
  }

  /** The label of the next word; undefined for marks and for what joins names. */
  next(token: string): NameLabel | undefined {
    if (isMark(token)) {
      if (/^[,;/&–—-]$/.test(token)) this.#isSeparated = true;
      return undefined;
    }
    if (isJoin(token)) {
      this.#isSeparated = true;
      return undefined;
    }
    let kind = this.#kindIn(token);
    let begins = false;
    if (this.#mayBegin(token, kind)) {
      const next = this.#people.findIndex((name, i) => i > this.#current && name.kindOf(token) !== undefined);
      if (next < 0 && kind === undefined) return '*';
      if (next >= 0) {
        this.#current = next;
        this.#sawFamily = this.#sawGiven = false;
        begins = true;
        kind = this.#people[next]?.kindOf(token) === 'G' ? 'G' : 'F';
      }
    }
    if (kind === 'F') this.#sawFamily = true;
    else this.#sawGiven = true;
    this.#isSeparated = false;
    if (begins) return kind === 'F' ? 'f' : 'g';
    return kind === 'F' ? 'F' : 'G';
  }

  /** The part of the current name that a word belongs to; one of both parts to that which is missing. */
  #kindIn(token: string): 'F' | 'G' | undefined {
    const kind = this.#people[this.#current]?.kindOf(token);
    if (kind !== 'both') return kind;
    return this.#sawFamily && !this.#sawGiven ? 'G' : 'F';
  }

  #mayBegin(token: string, kind: 'F' | 'G' | undefined): boolean {
    if (this.#current < 0 || kind === undefined) return true;
    const next = this.#people[this.#current + 1]?.kindOf(token);
    if (!this.#isSeparated || !this.#sawFamily || next === undefined) return false;
    const isComplete = this.#sawGiven || this.#people[this.#current]?.hasGiven === false;
    return kind === 'F' || (isComplete && next !== 'G');
  }
}
