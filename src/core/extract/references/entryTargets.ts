/** Targets of references: usually one work, sometimes several or that of an earlier reference. */
import type { Target } from '../../model';
import { firstAt, type Chunk } from '../model/chunk';
import { BackReferences } from './backReferences';
import { entryTarget, holdsSource, type Entry, type List } from './entry';
import { piecesOf } from './noteWorks';
import { FORM, type WorkPart } from '../model/markers';
import { SIGNAL } from '../../text/works/signals';
import { getOrMake } from '../../text/maps';

/** Longest reference, in UTF-16 units, that may only point back to an earlier one. */
const LONGEST_BACK = 160;

/** What may surround the names and years of a brief reference: a signal or Wikipedia's marks that lead back, and pages. */
const LEAD = new RegExp(String.raw`^(?:[\^↑] ?(?:[a-z] )*)?(?:${SIGNAL} )?$`, 'u');
const PLACE = /^(?:[,:] ?(?:(?:pp?|ch|S|s)\. ?)?[\dxvi–, -]{1,24})?\.?\s*$/;

const isBrief = ({ text, end }: Entry): boolean => end - text <= LONGEST_BACK;

export class EntryTargets {
  private readonly back = new Map<List, BackReferences<Entry>>();

  constructor(
    private readonly chunk: (index: number) => Chunk,
    /** The references of all lists for an author and year. */
    private readonly named: (part: WorkPart) => readonly Entry[],
    /** The references of bibliographies. */
    private readonly listed: () => readonly Entry[],
  ) {}

  /** The work of a reference; the first if several. */
  of(entry: Entry): Target {
    return (entry.target ??= this.backOf(entry)?.targetOf(entry) ?? this.own(entry));
  }

  /** Whether a reference only names that of an earlier one, as “Ibid.” does. */
  pointsBack(entry: Entry): boolean {
    if (this.backOf(entry)?.targetOf(entry) !== undefined) return true;
    return isBrief(entry) && this.entriesNamed(entry).length > 0;
  }

  /** The works of a reference in a numbered list. */
  allOf(entry: Entry): readonly Target[] {
    return (entry.targets ??= this.targetsOf(entry));
  }

  private targetsOf(entry: Entry): readonly Target[] {
    const pieces = entry.label === undefined ? [] : piecesOf(this.chunk(entry.chunk), entry);
    if (pieces.length < 2) return [this.of(entry)];
    const found: Target[] = [];
    for (const piece of pieces) {
      const chunk = this.chunk(piece.chunk);
      const words = holdsSource(chunk, piece) ? '' : chunk.text.slice(piece.text, piece.end);
      const back = this.backIn(entry.list).targetOfPart(words, entry, found.at(-1));
      found.push(back ?? entryTarget(chunk, piece));
    }
    return found;
  }

  private own(entry: Entry): Target {
    const named = entry.label !== undefined && isBrief(entry) ? this.targetNamed(entry) : undefined;
    return named ?? entryTarget(this.chunk(entry.chunk), entry);
  }

  /** The first of the references that a brief one names by author and year, if it says nothing else; all of them are cited. */
  private targetNamed(entry: Entry): Target | undefined {
    const [first, ...others] = this.entriesNamed(entry);
    if (!first) return undefined;
    for (const one of [first, ...others]) one.isUsed = one.list.isUsed = true;
    return this.of(first);
  }

  private entriesNamed({ chunk, text: from, end, list }: Entry): readonly Entry[] {
    const { forms, hits, text } = this.chunk(chunk);
    const found: Entry[] = [];
    const first = forms & FORM.works ? firstAt(hits, from) : hits.length;
    // Most references begin with something else.
    if (hits[first]?.kind !== 'works') return found;
    let at = from;
    for (let i = first; ; i++) {
      const hit = hits[i];
      // Behind a semicolon are further works.
      const [gap = ''] = text.slice(at, Math.min(hit?.start ?? end, end)).split(';', 1);
      if (!(at === from ? LEAD : PLACE).test(gap)) return [];
      if (!hit || hit.start >= end) return found;
      if (hit.kind !== 'works') return [];
      for (const part of hit.parts) {
        const [one, other] = this.named(part).filter((entry) => entry.list !== list);
        if (one && !other) found.push(one);
      }
      at = hit.end;
    }
  }

  /** The list of a reference that may only point back. */
  private backOf(entry: Entry): BackReferences<Entry> | undefined {
    const { list, label } = entry;
    return label === undefined || !isBrief(entry) ? undefined : this.backIn(list);
  }

  private backIn(list: List): BackReferences<Entry> {
    const make = () =>
      new BackReferences<Entry>(list.entries, {
        textOf: (one) => this.chunk(one.chunk).text.slice(one.text, one.end),
        isLocated: (one) => holdsSource(this.chunk(one.chunk), one),
        listed: () => this.listed(),
        isPiece: (one) => this.allOf(one).length > 1,
        numbered: (number) => list.labels.get(number),
        ownTarget: (one) => this.own(one),
      });
    return getOrMake(this.back, list, make);
  }
}
