/** Resolves notes that only point back to the work of an earlier one: `Ibid., p. 12.`, `Smith, op. cit.`, `Smith, Growth, 45.` */
import type { Target } from '../../model';
import { leadOf } from './noteLead';
import { getOrMake } from '../../text/maps';

/** The work of the note before. */
const BEFORE =
  /^[*_(]{0,3}(?:(?:ib[ií]d(?:em)?|ivi|ebd|ebenda|там же|tamże)(?!\p{L})|同[上前]注?|(?:id(?:em)?\.?|loc\.? ?cit\.?|a\. ?a\. ?O\.?)[*_]{0,3}(?=$|[\s,.:)]*(?:$|at \d|pp?\.|§|S\. ?\d|\d)))/iu;
/** The work of the note that has these names. */
const EARLIER =
  /^(.{2,120}?)[\s,*_(]+(?:(?:(?:op|loc|art)\.? ?cit|указ\. ?соч)(?!\p{L})|a\. ?a\. ?O(?!\p{L}))/iu;
/** A name and a short title, if any, with a page: no year and nothing after it. */
const PAGES = '(?:\\d{1,2}: ?)?(?:\\d{1,3}|[ivxlc]{1,6})(?:n\\d{1,3})?(?: ?[–-] ?(?:\\d{1,3}|[ivxlc]{1,6}))?';
const SHORT = new RegExp(
  `^([^\\d;:()[\\]]{3,80}?),? (?:(?:pp?\\.|S\\.|fol\\.|§|[Cc]h(?:ap(?:ter)?)?s?\\.?|[Kk]ap\\.) ?)?${PAGES}(?:, ${PAGES}){0,4}(?: ?f{1,2}\\.)?(?: \\([^()]{1,60}\\))?\\.?$`,
  'u',
);
/** A name and a title, quoted or emphasised, with any words behind them. */
const TITLED =
  /^(\p{Lu}[^"“”„»«*_\d;:()[\]]{1,60}), (?:["“„»«]([^"“”»«]{3,120})["“”»«]|[*_]{1,2}([^*_]{3,120})[*_])/u;
/** The work of a note by its number: `Smith, supra note 3, at 12`, `Calder (Anm. 3), S. 7`, `See note 5 above`. */
const NUMBERED =
  /^(?:[^\d;:()[\]]{0,60}[\s(])?(?:n\.|[Nn]otes?|fn\.|Fn\.|Anm\.|Fußn\.) ?(\d{1,4})(?![\d.:–-]*\d)/u;

/** Whether part of a note names a work by author and short title. */
export const isShort = (words: string): boolean => SHORT.test(behindLead(words));

/** The beginning of a note that may point back. */
const beginning = (words: string): string => behindLead(words.slice(0, 320)).slice(0, 160);

/** A note without the words that lead to its work. */
function behindLead(words: string): string {
  const trimmed = words.trim();
  return trimmed.slice(leadOf(trimmed));
}

/** Most notes per name that are compared. */
const MOST = 50;

type Known<P> = { readonly place: P; readonly order: number; readonly words: ReadonlySet<string> };

/** Access to the notes. */
type Reading<P> = {
  /** The words of a note. */
  readonly textOf: (place: P) => string;
  /** Whether it has a URL or identifier, and so doesn't point back. */
  readonly isLocated: (place: P) => boolean;
  /** Whether it is one of several works of a note. */
  readonly isPiece: (place: P) => boolean;
  /** The references of bibliographies, which notes cite by name and title. */
  readonly listed: () => readonly P[];
  /** The note of that number, if it names one work. */
  readonly numbered: (label: string) => P | undefined;
  /** Its target by its own words. */
  readonly ownTarget: (place: P) => Target;
};

/** The notes of a document, or the entries of a list of notes, in their order. */
export class BackReferences<P extends object> {
  private readonly orders = new Map<P, number>();
  private readonly found = new Map<P, Target | undefined>();
  private index: ReadonlyMap<string, readonly Known<P>[]> | undefined;
  private bibliography: ReadonlyMap<string, readonly Known<P>[]> | undefined;

  constructor(
    private readonly places: readonly P[],
    private readonly reading: Reading<P>,
  ) {
    places.forEach((place, order) => this.orders.set(place, order));
  }

  /** The target of a note that only points back, `dangling` if unclear; undefined for a note that names a work. */
  targetOf(place: P): Target | undefined {
    if (!this.found.has(place)) this.found.set(place, this.find(this.shortText(place), place));
    return this.found.get(place);
  }

  /** The target of part of a note, in these words, that only points back: to `last`, the part before, or to an earlier note. */
  targetOfPart(words: string, place: P, last?: Target): Target | undefined {
    const found = beginning(words);
    return last && BEFORE.test(found) ? last : this.find(found, place);
  }

  private find(words: string | undefined, place: P): Target | undefined {
    if (words === undefined) return undefined;
    const order = this.orders.get(place) ?? 0;
    if (BEFORE.test(words)) return this.before(order) ?? { kind: 'dangling', label: words };
    const names = EARLIER.exec(words)?.[1];
    if (names !== undefined) return this.named(names, order) ?? { kind: 'dangling', label: words };
    const short = SHORT.exec(words)?.[1];
    const [, name = '', quoted, emphasised] = TITLED.exec(words) ?? [];
    const found = name === '' ? undefined : this.inBibliography(name, quoted ?? emphasised ?? '');
    if (found) return found;
    if (short !== undefined) return this.named(short, order);
    const number = /\d{4}/.test(words) ? undefined : NUMBERED.exec(words)?.[1];
    return number === undefined
      ? undefined
      : (this.byNumber(number, order) ?? { kind: 'dangling', label: words });
  }

  private byNumber(number: string, order: number): Target | undefined {
    const note = this.reading.numbered(number);
    if (!note || (this.orders.get(note) ?? order) >= order) return undefined;
    return this.targetOf(note) ?? this.reading.ownTarget(note);
  }

  private shortText(place: P): string | undefined {
    return this.reading.isLocated(place) ? undefined : beginning(this.reading.textOf(place));
  }

  /** The work of the note before, if it is one; of notes that say “ibid.”, that of the first. */
  private before(order: number): Target | undefined {
    let at = order - 1;
    for (; at > 0; at--) {
      const place = this.places[at];
      if (!place || this.found.has(place) || !BEFORE.test(this.shortText(place) ?? '')) break;
    }
    const place = this.places[at];
    if (!place || this.reading.isPiece(place)) return undefined;
    return this.targetOf(place) ?? this.reading.ownTarget(place);
  }

  /** The work of the earlier notes that have all these words; undefined if they have several. */
  private named(names: string, order: number): Target | undefined {
    const words = wordsIn(names);
    const [first] = words;
    if (first === undefined || !/^[*_"“„«]{0,3}\p{Lu}/u.test(names)) return undefined;
    this.index ??= this.makeIndex(this.places, true);
    const known = this.index.get(first) ?? [];
    if (known.length >= MOST) return undefined;
    const targets = new Map<string, Target>();
    for (const note of known) {
      if (note.order >= order || !words.every((word) => note.words.has(word))) continue;
      const target = this.reading.ownTarget(note.place);
      targets.set(JSON.stringify(target), target);
    }
    return targets.size === 1 ? [...targets.values()][0] : undefined;
  }

  /** The one reference of a bibliography that begins with this name and has the words of the title. */
  private inBibliography(name: string, title: string): Target | undefined {
    this.bibliography ??= this.makeIndex(this.reading.listed(), false);
    const [first = '', ...others] = wordsIn(name);
    const words = [...others.filter((word) => word.length > 3), ...wordsIn(title)];
    const known = this.bibliography.get(first) ?? [];
    const [one, other] =
      known.length === MOST ? [] : known.filter((it) => words.every((w) => it.words.has(w)));
    return one && !other ? this.reading.ownTarget(one.place) : undefined;
  }

  /** The notes that name works, by each word at their beginning, or the references of bibliographies, by the first. */
  private makeIndex(places: readonly P[], areNotes: boolean): ReadonlyMap<string, readonly Known<P>[]> {
    const index = new Map<string, Known<P>[]>();
    places.forEach((place, order) => {
      const short = areNotes ? (this.shortText(place) ?? '') : '';
      if ([BEFORE, EARLIER, SHORT, NUMBERED].some((form) => form.test(short))) return;
      const words = wordsIn(this.reading.textOf(place));
      const known: Known<P> = { place, order, words: new Set(words) };
      for (const word of areNotes ? known.words : words.slice(0, 1)) {
        const others = getOrMake(index, word, () => []);
        if (others.length < MOST) others.push(known);
      }
    });
    return index;
  }
}

/** The words of a text in lower case, without initials. */
const wordsIn = (text: string): readonly string[] =>
  (text.slice(0, 300).match(/\p{L}[\p{L}\p{M}’'-]*[\p{L}\p{M}]/gu) ?? []).map((word) => word.toLowerCase());
