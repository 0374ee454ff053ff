/** A reference list and its entries: how they are labelled, what becomes known of them, and what each points at. */
import type { Span, Target } from '../../model';
import { referencedWork } from '../../text/reference';
import { firstAt, type Chunk, type Destination } from '../incremental/chunk';

/** An entry of a list, all of it with its label, and what becomes known of it. */
export class Entry implements Destination {
  now: Span | undefined = undefined;
  /** What it points at, once somebody asked. */
  target: Target | undefined = undefined;
  /** Does a marker lead to it? */
  isUsed = false;
  /** Has an entry before it the same label? */
  isRepeated = false;

  constructor(
    readonly list: List,
    /** Number or label; nothing in a list that is cited by author and year. */
    public label: string | undefined,
    readonly chunk: number,
    readonly start: number,
    public end: number,
    /** Where its text begins behind the label. */
    public text: number,
  ) {}
}

const NO_LABELS: ReadonlyMap<string, Entry> = new Map();

export class List {
  readonly entries: Entry[] = [];
  /** The first entry of each label, once the list is closed. */
  labels = NO_LABELS;
  /** Does a marker lead to one of its entries? */
  isUsed = false;

  /** `form` is how its labels are written. It is `named` where it stands under a heading that says what it is. */
  constructor(
    readonly form: Form,
    readonly named = false,
  ) {}

  add(label: string | undefined, chunk: number, start: number, end: number, text: number): void {
    this.entries.push(new Entry(this, label, chunk, start, end, text));
  }

  /** The lists that these entries are: ordered items that begin again at 1 are another list. None without entries. */
  parts(): readonly List[] {
    const all: List[] = [];
    let last = Infinity;
    for (const { label, chunk, start, end, text } of this.entries) {
      const number = Number(label);
      if (all.length === 0 || (this.form === 'ordered' && number === 1 && last > 1))
        all.push(new List(this.form, this.named));
      all.at(-1)?.add(label, chunk, start, end, text);
      last = number;
    }
    return all;
  }

  /** All entries are there. */
  close(): this {
    this.number();
    const labels = new Map<string, Entry>();
    for (const entry of this.entries) {
      if (entry.label === undefined) continue;
      entry.isRepeated = labels.has(entry.label);
      if (!entry.isRepeated) labels.set(entry.label, entry);
    }
    if (labels.size > 0) this.labels = labels;
    return this;
  }

  /** Markdown numbers an ordered list of equal numbers itself. */
  private number(): void {
    const label = this.entries[0]?.label;
    if (this.form !== 'ordered' || this.entries.some((entry) => entry.label !== label)) return;
    const first = Number(label ?? 1);
    for (const [i, entry] of this.entries.entries()) entry.label = String(first + i);
  }
}

export type Form = 'bracket' | 'raised' | 'ordered' | 'table' | 'loose';
/** Does a source stand in an entry that says by itself what it points at? */
export function holdsSource(
  chunk: Chunk | undefined,
  entry: { readonly text: number; readonly end: number },
): boolean {
  if (!chunk) return false;
  for (let i = firstAt(chunk.hits, entry.text); i < chunk.hits.length; i++) {
    const hit = chunk.hits[i];
    if (!hit || hit.start >= entry.end) return false;
    if (hit.kind === 'direct') return true;
  }
  return false;
}

/** What an entry points at: its DOI or identifier, else its address, else what its words say. */
export function entryTarget(
  chunk: Chunk,
  { start, end, text: from }: Span & { readonly text: number },
): Target {
  let url: Target | undefined;
  for (let i = firstAt(chunk.hits, start); i < chunk.hits.length; i++) {
    const hit = chunk.hits[i];
    if (!hit || hit.start >= end) break;
    if (hit.kind !== 'direct') continue;
    if (hit.target.kind === 'work')
      return Object.assign(referencedWork(chunk.text.slice(from, end)), hit.target);
    if (hit.target.kind !== 'guess') url ??= hit.target;
  }
  return url ?? referencedWork(chunk.text.slice(from, end));
}
