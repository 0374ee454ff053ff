/** What the entries of reference lists lead to: mostly one work each, sometimes that of an earlier entry, or several. */
import type { Target } from '../../model';
import type { Chunk } from '../incremental/chunk';
import { BackReferences } from './backReferences';
import { entryTarget, holdsSource, type Entry, type List } from './entry';
import { piecesOf } from './noteWorks';

/** An entry that only points back to an earlier one is no longer. */
const LONGEST_BACK = 160;

export class EntryTargets {
  private readonly several = new Map<Entry, readonly Target[]>();
  private readonly back = new Map<List, BackReferences<Entry>>();

  constructor(private readonly chunk: (index: number) => Chunk) {}

  /** The work of an entry; of several, the first. */
  of(entry: Entry): Target {
    return (entry.target ??= this.backOf(entry)?.targetOf(entry) ?? this.own(entry));
  }

  /** The works of an entry of a numbered list. */
  allOf(entry: Entry): readonly Target[] {
    const known = this.several.get(entry);
    if (known) return known;
    const pieces = entry.label === undefined ? [] : piecesOf(this.chunk(entry.chunk), entry);
    const found =
      pieces.length < 2
        ? [this.of(entry)]
        : pieces.map((piece) => entryTarget(this.chunk(piece.chunk), piece));
    this.several.set(entry, found);
    return found;
  }

  private own(entry: Entry): Target {
    return entryTarget(this.chunk(entry.chunk), entry);
  }

  /** The list of an entry that may only point back. */
  private backOf({ list, label, text, end }: Entry): BackReferences<Entry> | undefined {
    if (label === undefined || end - text > LONGEST_BACK) return undefined;
    const back =
      this.back.get(list) ??
      new BackReferences(list.entries, {
        textOf: (one) => this.chunk(one.chunk).text.slice(one.text, one.end),
        isLocated: (one) => holdsSource(this.chunk(one.chunk), one),
        isPiece: (one) => this.allOf(one).length > 1,
        numbered: (number) => list.labels.get(number),
        ownTarget: (one) => this.own(one),
      });
    this.back.set(list, back);
    return back;
  }
}
