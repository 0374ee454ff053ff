/** Chooses among several numbered lists of a document the one that a marker leads to. */
import { firstAt, type Chunk } from '../model/chunk';
import { isBare, type Marker } from '../model/markers';
import type { Entry, List } from './entry';
import { MANY_LISTS } from './unnamedLists';
import { getOrMake } from '../../text/maps';

/** Numbers considered per section when its list is chosen. */
const ENOUGH = 100;

export class NumberedLists {
  private readonly lists: readonly List[];
  /** Where each list begins in the document. */
  private readonly starts: readonly { readonly start: number }[];
  /** The list of each section between two list starts, chosen on demand. */
  private readonly chosen: (List | undefined)[] = [];
  private stretches: readonly ReadonlySet<string>[] | undefined;
  /** Whether two lists share labels, for the pairs compared so far. */
  private readonly overlapping = new Map<List, Map<List, boolean>>();

  constructor(
    lists: readonly List[],
    private readonly chunks: readonly Chunk[],
    private readonly isLabel: (chunk: number, hit: Marker) => boolean,
  ) {
    this.lists = lists.filter(({ labels }) => labels.size > 0);
    this.starts = this.lists.map(({ entries: [first] }) => ({
      start: first ? (chunks[first.chunk]?.start ?? 0) + first.start : 0,
    }));
  }

  get isEmpty(): boolean {
    return this.lists.length === 0;
  }

  /**
   * The reference of a label for a marker at an offset of the document. Each section between two lists has a list of its own: the first
   * after it that has most of its numbers, else the last before it. Another list is searched only if it continues the numbering. In a
   * document with too many lists each section has the list that follows it, and no other is searched.
   */
  entryFor(at: number, label: string): Entry | undefined {
    const { lists } = this;
    if (lists.length === 0) return undefined;
    const stretch = firstAt(this.starts, at);
    const own = (this.chosen[stretch] ??= this.choose(stretch));
    const entry = own?.labels.get(label);
    if (entry || !own || lists.length > MANY_LISTS) return entry;
    return lists
      .find(
        (list) =>
          list.labels.has(label) &&
          (list.form === 'bracket' || list.form === own.form) &&
          !this.overlap(own, list),
      )
      ?.labels.get(label);
  }

  private choose(stretch: number): List | undefined {
    const { lists } = this;
    if (lists.length < 2) return lists[0];
    if (lists.length > MANY_LISTS) return lists[stretch] ?? lists.at(-1);
    const labels = [...((this.stretches ??= this.readStretches())[stretch] ?? [])];
    let best: List | undefined;
    let most = -1;
    for (const list of [...lists.slice(stretch), ...lists.slice().reverse()]) {
      const answers = labels.filter((l) => list.labels.has(l)).length;
      if (answers >= labels.length * 0.8) return list;
      if (answers > most) [best, most] = [list, answers];
    }
    return best;
  }

  /** The numbers that the markers of each section use. */
  private readStretches(): readonly ReadonlySet<string>[] {
    const stretches = [undefined, ...this.lists].map(() => new Set<string>());
    this.chunks.forEach((chunk, index) => {
      for (const hit of chunk.hits) {
        if (hit.kind !== 'numbers' || (hit.doubt && !isBare(hit.doubt)) || this.isLabel(index, hit)) continue;
        const labels = stretches[firstAt(this.starts, chunk.start + hit.start)];
        for (const part of hit.parts) if (labels && labels.size < ENOUGH) labels.add(part.label);
      }
    });
    return stretches;
  }

  /** Whether two lists share labels; each pair is compared once. */
  private overlap(own: List, other: List): boolean {
    const known = getOrMake(this.overlapping, own, () => new Map<List, boolean>());
    return getOrMake(known, other, () => share(own.labels, other.labels));
  }
}

function share(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean {
  for (const key of other.keys()) if (one.has(key)) return true;
  return false;
}
