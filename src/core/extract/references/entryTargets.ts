/** Targets of references: usually one work, sometimes several or that of an earlier reference. */
import type { Target } from '../../model';
import type { Chunk } from '../model/chunk';
import { BackReferences } from './backReferences';
import { entryTarget, holdsSource, type Entry, type List } from './entry';
import { piecesOf } from './noteWorks';
import type { WorkPart } from '../model/markers';
import { SIGNAL } from '../../text/works/signals';
import { getOrMake } from '../../text/maps';

/** Longest reference, in UTF-16 units, that may only point back to an earlier one. */
const LONGEST_BACK = 160;

/** `Turney 1972, p. 35.`, also behind Wikipedia's marks that lead back; or a signal. */
const SHORT = new RegExp(
  String.raw`^(?:[\^↑] ?(?:[a-z] )*)?(?:${SIGNAL} )?(\p{Lu}[\p{L}’'-]+(?:(?:, | & | and | und | et )\p{Lu}[\p{L}’'-]+){0,3})(?: et al\.)?,? \(?((?:1[5-9]|20)\d\d[a-z]?)\)?(?:[,:] ?(?:(?:pp?|ch|S|s)\. ?)?[\dxvi–, -]{1,24})?\.?\s*$`,
  'u',
);

const isBrief = ({ text, end }: Entry): boolean => end - text <= LONGEST_BACK;

export class EntryTargets {
  private readonly several = new Map<Entry, readonly Target[]>();
  private readonly back = new Map<List, BackReferences<Entry>>();

  constructor(
    private readonly chunk: (index: number) => Chunk,
    /** The references of all lists for an author and year. */
    private readonly named: (part: WorkPart) => readonly Entry[],
  ) {}

  /** The work of a reference; the first if several. */
  of(entry: Entry): Target {
    return (entry.target ??= this.backOf(entry)?.targetOf(entry) ?? this.own(entry));
  }

  /** Whether a reference only names that of an earlier one, as “Ibid.” does. */
  pointsBack(entry: Entry): boolean {
    if (this.backOf(entry)?.targetOf(entry) !== undefined) return true;
    const [first = ''] = isBrief(entry) ? this.wordsOf(entry).split(';', 1) : [];
    return this.entryNamed(first) !== undefined;
  }

  /** The works of a reference in a numbered list. */
  allOf(entry: Entry): readonly Target[] {
    return getOrMake(this.several, entry, () => {
      const pieces = entry.label === undefined ? [] : piecesOf(this.chunk(entry.chunk), entry);
      if (pieces.length < 2) return [this.of(entry)];
      const found: Target[] = [];
      for (const piece of pieces) {
        const chunk = this.chunk(piece.chunk);
        const words = holdsSource(chunk, piece) ? '' : chunk.text.slice(piece.text, piece.end);
        found.push(
          this.backIn(entry.list).targetOfPart(words, entry, found.at(-1)) ?? entryTarget(chunk, piece),
        );
      }
      return found;
    });
  }

  private own(entry: Entry): Target {
    const named =
      entry.label !== undefined && isBrief(entry) ? this.targetNamed(this.wordsOf(entry)) : undefined;
    return named ?? entryTarget(this.chunk(entry.chunk), entry);
  }

  /** The first of the references that words name by author and year, if they are nothing else; all of them are cited. */
  private targetNamed(words: string): Target | undefined {
    const [first, ...others] = words.split(/;\s*/, 9).map((part) => this.entryNamed(part));
    if (!first) return undefined;
    for (const one of [first, ...others]) if (one) one.isUsed = one.list.isUsed = true;
    return this.of(first);
  }

  private entryNamed(words: string): Entry | undefined {
    const [, names = '', year = ''] = SHORT.exec(words) ?? [];
    const authors = names.split(/, | (?:&|and|und|et) /);
    const [family = ''] = authors;
    if (family === '') return undefined;
    const part = {
      start: 0,
      end: 0,
      label: `${family}-${year}`,
      family,
      authors,
      year: Number.parseInt(year),
    };
    const [found, other] = this.named(part).filter((one) => !SHORT.test(this.wordsOf(one)));
    return other ? undefined : found;
  }

  private wordsOf({ chunk, text, end }: Entry): string {
    return this.chunk(chunk).text.slice(text, Math.min(end, text + LONGEST_BACK));
  }

  /** The list of a reference that may only point back. */
  private backOf(entry: Entry): BackReferences<Entry> | undefined {
    const { list, label } = entry;
    return label === undefined || !isBrief(entry) ? undefined : this.backIn(list);
  }

  private backIn(list: List): BackReferences<Entry> {
    const known = this.back.get(list);
    if (known) return known;
    const made = new BackReferences<Entry>(list.entries, {
      textOf: (one) => this.chunk(one.chunk).text.slice(one.text, one.end),
      isLocated: (one) => holdsSource(this.chunk(one.chunk), one),
      isPiece: (one) => this.allOf(one).length > 1,
      numbered: (number) => list.labels.get(number),
      ownTarget: (one) => this.own(one),
    });
    this.back.set(list, made);
    return made;
  }
}
