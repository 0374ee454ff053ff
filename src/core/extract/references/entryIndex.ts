/** Finds references by author and year. Reads them on demand. */
import { GOES_ON } from '../../text/works/nameParts';
import { spellUndated, UNDATED } from '../../text/works/undated';
import { parseReference } from '../../text/works/reference';
import type { Entry, List } from './entry';
import { BEHIND, firstAuthor, fold, isInitial, otherwise, spellingOf } from '../authorYear/compareNames';
import type { Spelling } from '../authorYear/compareNames';
import type { WorkPart } from '../model/markers';
import { ABBREVIATION, BODIES } from '../authorYear/lexicon';
import { firstFound } from '../../text/search';
import { getOrMake } from '../../text/maps';

/** Most references of one name and year that are compared. */
const MANY = 50;

const NONE: readonly never[] = [];

/** A reference with its words and its authors as spelled. */
class Dated {
  private folded: string | undefined;
  private opening: readonly string[] | undefined;

  constructor(
    readonly entry: Entry,
    readonly body: string,
    readonly names: string,
  ) {}

  /** Its first words, folded. */
  get head(): string {
    return (this.folded ??= fold(this.names));
  }

  /** Its words, folded, up to the first after which no first author can follow; read once, as it may have several years. */
  get words(): readonly string[] {
    if (this.opening) return this.opening;
    const near = this.names.slice(0, 120).toLowerCase();
    const behind = BEHIND.exec(near);
    const opening = behind ? near.slice(0, behind.index + behind[0].length) : near;
    return (this.opening = fold(opening).match(WORDS) ?? NONE);
  }
}

/** The entries of one year. */
class Year {
  readonly entries: Dated[] = [];
  /** By each word with which the name of their first author may begin. */
  private words: ReadonlyMap<string, readonly Dated[]> | undefined;
  private readonly families = new Map<string, readonly Dated[]>();
  private spelled: readonly { readonly dated: Dated; readonly spelling: Spelling }[] | undefined;
  private readonly others = new Map<string, readonly Dated[]>();

  /** Those whose first author has this family name, folded. */
  of(family: string): readonly Dated[] {
    return getOrMake(this.families, family, () =>
      this.near(firstWord(family)).filter(({ head }) => firstAuthor(head, family)),
    );
  }

  /** Whether one of them has this family name, which begins with `word`. */
  knows(family: string, word: string): boolean {
    return this.near(word).some(({ head }) => firstAuthor(head, family));
  }

  private near(word: string): readonly Dated[] {
    return (this.words ??= by(wordsOf, this.entries)).get(word) ?? NONE;
  }

  /** References that spell an author differently; searched once per name, and not among too many. */
  otherwise(family: string): readonly Dated[] {
    if (this.entries.length > MANY) return [];
    return getOrMake(this.others, family, () => {
      this.spelled ??= this.entries.map((dated) => ({ dated, spelling: spellingOf(dated.names) }));
      const spells = otherwise(family);
      return this.spelled.flatMap(({ dated, spelling }) => (spells(spelling) ? [dated] : []));
    });
  }

  /** References of a person whose family name is the last word of `name`, after given names or words of the sentence. */
  person(name: string): readonly Dated[] {
    const family = fold(name.slice(name.lastIndexOf(' ') + 1));
    if (!name.includes(' ') || BODIES.has(family)) return NONE;
    // `Jana Berg` of `BERG Jana`
    const turned = `${family} ${fold(name.slice(0, name.lastIndexOf(' ')))}`;
    return this.of(family).filter(({ head }) => isPerson(head, family) || head.startsWith(turned));
  }

  /** References of an author, whichever way they spell the name. */
  candidates(family: string): readonly Dated[] {
    return firstFound([
      () => this.of(fold(family)),
      () => this.otherwise(family),
      () => this.person(family),
      // `L'Ademe (2023)` and `el CIS (2021)` are in the list without their article, d'Alembert as `Alembert, J. d'`.
      () => (ARTICLE.test(family) ? this.of(fold(family.replace(ARTICLE, ''))) : NONE),
      () => this.joined(fold(family)),
      // `BenDavid`, `Ben- David`, `Srini- vasan`: PDFs lose the hyphen at the end of a line, or keep it.
      ...['-', ''].map(
        (by) => () => (BROKEN.test(family) ? this.of(fold(family.replace(BROKEN, by))) : NONE),
      ),
    ]);
  }

  /** References of the two authors of `Black–Scholes`, 1973; `families` is folded. */
  joined(families: string): readonly Dated[] {
    const [, one = '', other = ''] = /^([^-–]+)[-–]([^-–]+)$/.exec(families) ?? [];
    return other === '' ? NONE : this.of(one).filter(({ head }) => head.includes(other));
  }
}

const newYear = (): Year => new Year();

export class AuthorYears {
  private years: ReadonlyMap<string, Year> | undefined;
  /** References of named lists without any year, and these by their persons. */
  private readonly withoutYear: Dated[] = [];
  private undatedOf: ReadonlyMap<string, readonly Dated[]> | undefined;
  private readonly known = new Map<string, readonly Entry[]>();
  private readonly authors = new Map<string, boolean>();
  private readonly counts = new Map<Entry, number>();
  /** The family names, folded, of persons with whom a reference without a label begins. */
  private persons: ReadonlySet<string> | undefined;

  constructor(
    private readonly lists: readonly List[],
    /** The text of the chunk of that index. */
    private readonly textOf: (chunk: number) => string,
  ) {}

  /**
   * The references that an author and year can mean, narrowed down by other authors, the suffix letter and the initial before the name. Of
   * an author and page, the only one.
   */
  entriesFor(part: WorkPart, initial = ''): readonly Entry[] {
    const { label, family, authors, etAl } = part;
    if (this.lists.length === 0) return NONE;
    if (part.page !== undefined) return family === '' || this.hasPerson(family) ? this.only(part) : NONE;
    const key = `${label}\n${family}\n${authors.join('\n')}${etAl ? '+' : ''}${initial}`;
    const known = this.known.get(key);
    if (known) return known;
    // `(GPs; Berg, 2020)`, `(GPs, Berg and Lee, 2020)`: what is cited, before its authors.
    if (authors[1] !== undefined && ABBREVIATION.test(family) && !this.knows(family))
      return this.entriesFor({ ...part, family: authors[1], authors: authors.slice(1) });
    const date = /n\.d\.-[a-z]$/.exec(label)?.[0] ?? label.slice(label.lastIndexOf('-') + 1);
    const year = (this.years ??= this.read()).get(/\d{4}|n\.d\./.exec(date)?.[0] ?? date);
    let found = firstFound([
      () => year?.candidates(family) ?? NONE,
      () => this.undated(fold(family)),
      () => (year ? this.behind(part, year) : NONE),
      () => (year && authors.length === 2 ? this.turned(part, year) : NONE),
    ]);
    for (const fits of found.length > 1 ? this.tests(part, date, initial) : NONE) {
      const left = found.filter(fits);
      if (left.length > 0) found = left;
      if (left.length === 1) break;
    }
    const [one] = found;
    if (one && found.length === 1 && (lacksLetter(one.body, date) || this.lacksAuthors(one, authors)))
      found = NONE;
    const entries = found.map(({ entry }) => entry);
    this.known.set(key, entries);
    return entries;
  }

  /** `Lee & Berg (2020)` of `Berg & Lee (2020)` */
  private turned({ family, authors: [, first = ''] }: WorkPart, year: Year): readonly Dated[] {
    const isOfBoth = (one: Dated) => one.head.includes(fold(family)) && this.authorsOf(one) === 2;
    return year.of(fold(first)).filter(isOfBoth);
  }

  /** What tells the reference of an author and year from others of the same, in the order in which it counts. */
  private tests(
    { family, authors: [, ...others], etAl }: WorkPart,
    date: string,
    initial: string,
  ): ((one: Dated) => boolean)[] {
    const bodies = new Set<string>();
    return [
      // The same reference in a second list.
      ({ body }) => bodies.size < bodies.add(body.slice(0, 400).trimEnd()).size,
      // `Chen Berg, Ann Lee, and …` is by Berg.
      ({ body }) => !body.startsWith(family) || !GIVEN.test(body.slice(family.length, family.length + 40)),
      // `Unlike Fog (Berg, 2020), we …`: a paragraph below a word that also names lists.
      ({ names }) => !names.slice(0, Math.max(0, names.indexOf(family))).includes('('),
      // A note may name a work of the list as well.
      ({ entry }) => entry.list.named,
      // `pages 2013–2018`, `Overview of the 2020 track`, `https://a.example/2020`
      ({ body }) =>
        body
          .split(date)
          .some((before, i, all) => !/\d[-–]$|\/\S*$/.test(before) && !/^ \p{Ll}/u.test(all[i + 1] ?? ' x')),
      // `2020` is neither 2020a nor 2020b.
      ({ body }) => /^[^a-z]/.test(body.split(date)[1] ?? ''),
      // `Smith`, not `Conradi Smith`
      ({ head }) =>
        initial === '' ? head.startsWith(fold(family)) : isInitial(head, fold(family), fold(initial)),
      ...others.map(
        (author) =>
          ({ head }: Dated) =>
            head.includes(fold(author)),
      ),
      // `Smith, Lee, et al.`: Lee comes second.
      ({ head }) => {
        const [own, second] = [fold(family), fold(others[0] ?? '')];
        const before = head.slice(0, etAl && second !== '' ? head.indexOf(second) : 0);
        return !/[^ ,.&]{3}/.test(before.slice(before.indexOf(own) + own.length));
      },
      // `Smith, 2020` is the work of one, `Smith et al., 2020` that of three or more.
      (one) => (etAl ? this.authorsOf(one) > 2 : this.authorsOf(one) === others.length + 1),
      (one) => !etAl || this.authorsOf(one) > 1,
    ];
  }

  /** References of the authors behind words that are none: `FactCC Berg et al. (2020)`, `Therefore, Berg and Lee (2013)`. */
  private behind({ family, authors: [, second, third], etAl }: WorkPart, year: Year): readonly Dated[] {
    if ((!second && !etAl) || this.knows(family)) return NONE;
    const last = family.slice(family.lastIndexOf(' ') + 1);
    const found = last === family ? NONE : year.of(fold(last));
    return found.length === 0 && second && (third || etAl) ? year.of(fold(second)) : found;
  }

  /** The reference of an author whom only commas join to those of `part`: `Benton, Campbell et al. (2022)`. `before` precedes the part. */
  ofListed(part: WorkPart, before: string): readonly Entry[] {
    for (const [family] of LISTED.exec(before)?.[0].matchAll(/\p{Lu}[^,]+/gu) ?? NONE) {
      const found = this.entriesFor({ ...part, family, authors: [family] });
      if (found.length === 1) return found;
    }
    return NONE;
  }

  /** The only reference of a person without any year: `(Ong, 1982)` of a list that leaves it out. */
  private undated(family: string): readonly Dated[] {
    this.undatedOf ??= by(personOf, this.withoutYear);
    const found = this.undatedOf.get(family) ?? NONE;
    return found.length === 1 ? found : NONE;
  }

  /** Whether a name and year without brackets is the one reference of a person, not a meeting or an institution with its year. */
  isOfPerson(part: WorkPart): boolean {
    if (!this.hasPerson(part.family)) return false;
    const [one, other] = this.entriesFor(part);
    if (!one || other) return false;
    const { chunk, text, end } = one;
    const head = fold(this.textOf(chunk).slice(text, Math.min(end, text + 120)));
    return isPerson(head.replace(/^[*_\\]{1,3}/, ''), fold(part.family));
  }

  /** Tells quickly of most names that no reference is theirs; reading all references takes longer. */
  private hasPerson(family: string): boolean {
    this.persons ??= new Set(
      this.lists
        .flatMap(({ form, entries }): readonly Entry[] => (form === 'loose' ? entries : NONE))
        .map(({ chunk, text, end }) =>
          fold(PERSON.exec(this.textOf(chunk).slice(text, Math.min(end, text + 80)))?.[1] ?? ''),
        ),
    );
    return this.persons.has(fold(family));
  }

  /** The reference of a person or a title, or of both; none if there are several. */
  private only({ family, authors, title = '' }: WorkPart): readonly Entry[] {
    return getOrMake(this.known, `${authors.join('\n')}\n${title}`, () => {
      const name = fold(family);
      const years = [...(this.years ??= this.read()).values()];
      const own =
        name === ''
          ? years.flatMap(({ entries }) => entries.filter(({ body }) => isTitle(body, title)))
          : years
              .flatMap((year) => year.of(name))
              .filter(({ body, head }) => isPerson(head, name) && body.includes(title));
      const exact = own.filter((one) => this.authorsOf(one) === authors.length);
      const found = [...new Set((exact.length > 0 ? exact : own).map(({ entry }) => entry))];
      return found.length > 1 ? NONE : found;
    });
  }

  /** `Smith, Jones, & Lee, 2020` is not the work of Smith alone. */
  private lacksAuthors(entry: Dated, authors: readonly string[]): boolean {
    const others = authors.slice(1);
    if (others.some((author) => entry.head.includes(fold(author)))) return false;
    const count = others.length === 0 ? 0 : this.authorsOf(entry);
    return count > 0 && count < authors.length;
  }

  /** Whether a reference of any year has this first author. A word in lower case may be any word. */
  knows(family: string): boolean {
    if (this.lists.length === 0 || family === family.toLowerCase()) return false;
    const name = fold(family);
    const word = firstWord(name);
    return getOrMake(this.authors, name, () =>
      [...(this.years ??= this.read()).values()].some((year) => year.knows(name, word)),
    );
  }

  /** Whether a reference of the year has the name anywhere, as that of its journal: `(Cryptologia, 2025)`. Not searched among too many. */
  names({ family, label }: WorkPart): boolean {
    const { entries = NONE } = (this.years ??= this.read()).get(/\d{4}/.exec(label)?.[0] ?? '') ?? {};
    // `Lee` isn't named by a press in Leeds.
    const isWhole = (after: string, i: number) => i > 0 && !/^\p{L}/u.test(after);
    return entries.length <= MANY && entries.some(({ body }) => body.split(family).some(isWhole));
  }

  /** Number of authors of a reference, cached. */
  private authorsOf({ entry, body }: Dated): number {
    return getOrMake(this.counts, entry, () => authorsIn(body));
  }

  private read(): ReadonlyMap<string, Year> {
    const years = new Map<string, Year>();
    for (const list of this.lists) {
      let names = '';
      for (const entry of list.entries) names = this.date(entry, names, years);
    }
    return years;
  }

  /** Files a reference; `before` are the authors of the previous one, which dashes repeat. Returns its own. */
  private date(entry: Entry, before: string, years: Map<string, Year>): string {
    const { text, end, chunk } = entry;
    const body = this.textOf(chunk).slice(text, Math.min(end, text + 2_000));
    const names = /^(?:[*_\\]{0,3}[-–—_]{2,}|\(\d{4}[a-z]?\):)/.test(body) ? before : body.slice(0, 240);
    const dated = new Dated(entry, body, names);
    const dates = body.match(DATES);
    // Most begin with a link or an address, not with a name.
    if (!dates && entry.list.named && !/^[[<h]/.test(body)) this.withoutYear.push(dated);
    for (const date of dates ?? NONE) {
      const { entries } = getOrMake(years, spellUndated(date.toLowerCase()), newYear);
      if (entries.at(-1) !== dated) entries.push(dated);
    }
    return names;
  }
}

/** `2020b` is neither 2020 nor 2020a; `2020a` may be the only work of 2020. */
function lacksLetter(body: string, date: string): boolean {
  const letter = /(?:\d{4}|n\.d\.-)([a-z])$/.exec(date)?.[1];
  if (letter === undefined || body.includes(date)) return false;
  return letter !== 'a' || /(?:\d{4}|n\.d\.-)[b-h](?![\p{L}\d])/u.test(body);
}

/** The family name, folded, of the person with whom a reference begins. */
const personOf = ({ names }: Dated): readonly string[] => {
  const person = PERSON.exec(names.slice(0, 80))?.[1];
  return person === undefined ? NONE : [fold(person)];
};
/** `Smith, J.`, `Smith J.` */
const PERSON = /^[*_\\]{0,3}([^,.\d]{2,40}?)(?:, \p{L}| \p{Lu}{1,2}[,.])/u;

/** `smith, j.`, `smith, jane`, `smith j`: does the head of an entry begin with a family name, and given names after it? */
const isPerson = (head: string, family: string): boolean =>
  head.startsWith(family) &&
  /^(?:, \p{L}| \p{L}{1,2}[,.])/u.test(head.slice(family.length, family.length + 4));

/** What precedes a name in a sentence. */
const ARTICLE = /^(?:(?:de|del|du|des|el|la|los|las|les?|lo|il|dem?|den|des|the) |(?:de )?[ld]['’])+/i;

/** Names with commas behind them. */
const LISTED = /(?:\p{Lu}[\p{L}’' -]+, )+$/u;

const BROKEN = /(?<=\p{Ll})(?:- ?|(?=\p{Lu}))| (?=\p{Ll})/u;

/** A whole name after another: the first was a given name. */
const GIVEN = /^ \p{Lu}\p{Ll}+(?:,| and )/u;

/** Whether the title of a reference begins with these words: `Berg, Jana. *Tides and Land*.` */
function isTitle(body: string, words: string): boolean {
  const at = body.indexOf(words);
  return (
    at > 0 &&
    /(?:^|[.,] )[*_"“]{1,2}(?:(?:The|An?|La|Les?|Der|Die|Das|El) )?$/.test(
      body.slice(Math.max(0, at - 8), at),
    )
  );
}

function authorsIn(reference: string): number {
  const { authors = [] } = parseReference(reference);
  return GOES_ON.test(reference.slice(0, 300)) ? MANY : authors.length;
}

/** When a reference says it appeared. Ignoring case, and looking back behind two digits only, take the least time. */
const DATES = new RegExp(`(?:1[5-9]|20)(?<!\\d..)\\d\\d(?!\\d)|\\b(?:${UNDATED})(?![a-z\\d])`, 'gi');

const firstWord = (name: string): string => /[\p{L}\d]+/u.exec(name)?.[0] ?? '';
const WORDS = /[\p{L}\d]+/gu;

/** Each word at which `firstAuthor` may find a family name. */
const wordsOf = ({ words }: Dated): readonly string[] => words;

/** References by their keys, `MANY` of each. */
function by(keysOf: (dated: Dated) => readonly string[], entries: readonly Dated[]) {
  const found = new Map<string, Dated[]>();
  for (const dated of entries)
    for (const key of keysOf(dated)) {
      const known = getOrMake(found, key, (): Dated[] => []);
      if (known.length < MANY && known.at(-1) !== dated) known.push(dated);
    }
  return found;
}
