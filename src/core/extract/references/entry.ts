/** Reference lists and their references: labels, use and targets. */
import type { Span, Target } from '../../model';
import { referencedWork } from '../../text/works/reference';
import { hitsIn, type Chunk, type Destination } from '../model/chunk';
import type { Marker, WorkPart } from '../model/markers';

/** One reference of a list, including its label, and what is learned about it. */
export class Entry implements Destination {
  now: Span | undefined = undefined;
  /** Its target and those of all its works, computed on demand. */
  target: Target | undefined = undefined;
  targets: readonly Target[] | undefined = undefined;
  /** Whether a marker leads to it. */
  isUsed = false;
  /** Whether an earlier reference has the same label. */
  isRepeated = false;

  constructor(
    readonly list: List,
    /** Number or label; undefined in a list cited by author and year. */
    public label: string | undefined,
    readonly chunk: number,
    readonly start: number,
    public end: number,
    /** The start of its text after the label. */
    public text: number,
  ) {}
}

const NO_LABELS: ReadonlyMap<string, Entry> = new Map();

export class List {
  readonly entries: Entry[] = [];
  /** The first reference with each label, set when the list is closed. */
  labels = NO_LABELS;
  /** Whether a marker leads to one of its references. */
  isUsed = false;

  /** `form`: how its labels are written. `named`: it is under a heading that names a list. */
  constructor(
    readonly form: Form,
    readonly named = false,
  ) {}

  add(label: string | undefined, chunk: number, start: number, end: number, text: number): void {
    this.entries.push(new Entry(this, label, chunk, start, end, text));
  }

  /** Whether its numbers begin with 1 and leave few out. */
  get isWhole(): boolean {
    return isWholeNumbering(this.labels.keys());
  }

  /** Splits the list where ordered items start again at 1. Empty if there are no references. */
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

  /** Call when all references are added. */
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

  /** Markdown renumbers an ordered list whose numbers are all equal. */
  private number(): void {
    const label = this.entries[0]?.label;
    if (this.form !== 'ordered' || this.entries.some((entry) => entry.label !== label)) return;
    const first = Number(label ?? 1);
    for (const [i, entry] of this.entries.entries()) entry.label = String(first + i);
  }
}

/** A document whose lists are known, for what judges its markers. */
export type LinkedDocument = {
  readonly chunks: readonly Chunk[];
  readonly lists: readonly List[];
  /** Whether some list has numbers, whether one isn't read, and whether it cites keys of a bibliography. */
  readonly labelled: boolean;
  readonly unread: boolean;
  readonly pandoc: boolean;
  /** Markers that are the target of a footnote. */
  readonly consumed: ReadonlySet<Marker>;
  /** Whether a chunk contains references, and the list whose reference contains a place. */
  holdsEntries(chunk: number): boolean;
  listAt(chunk: number, at: number): List | undefined;
  /** The reference or definition that a number leads to. */
  numberedPlace(chunk: number, at: number, label: string, isRaised?: boolean): object | undefined;
  entryFor(chunk: number, at: number, label: string): Entry | undefined;
  readonly works: {
    entriesFor(part: WorkPart): readonly Entry[];
    knows(family: string): boolean;
    names(part: WorkPart): boolean;
  };
  readonly unreadEntries: { hasWork(part: WorkPart): boolean };
};

/**
 * Whether numbers are those of one whole list: they begin with 1, and leave few out up to the highest. Others belong to a list that is
 * elsewhere, or wasn't read whole.
 */
export function isWholeNumbering(labels: Iterable<string>): boolean {
  let [count, highest, hasFirst] = [0, 0, false];
  for (const label of labels) {
    count++;
    highest = Math.max(highest, Number(label) || 0);
    hasFirst ||= label === '1';
  }
  return hasFirst && count * 5 >= (highest - 1) * 4;
}

export type Form = 'bracket' | 'raised' | 'ordered' | 'table' | 'loose';
/** Whether a reference contains a source: an address, identifier or path. */
export const holdsSource = (
  chunk: Chunk | undefined,
  { text: start, end }: { readonly text: number; readonly end: number },
): boolean => chunk !== undefined && hitsIn(chunk, { start, end }).some(({ kind }) => kind === 'direct');

/** Whether it has a source, or an author and a year; a line without (“All pages were visited in May”) is a remark. */
export function isReference(chunk: Chunk | undefined, entry: Entry): boolean {
  if (!chunk || holdsSource(chunk, entry)) return true;
  const { authors, year } = referencedWork(chunk.text.slice(entry.text, entry.end));
  return authors !== undefined && year !== undefined;
}

/** The target of a reference: its DOI or identifier, else its address, else the work that its words describe. */
export function entryTarget(chunk: Chunk, entry: Span & { readonly text: number }): Target {
  const described = () => referencedWork(chunk.text.slice(entry.text, entry.end));
  let url: Target | undefined;
  for (const hit of hitsIn(chunk, entry)) {
    if (hit.kind !== 'direct') continue;
    if (hit.target.kind === 'work') return Object.assign(described(), hit.target);
    if (hit.target.kind !== 'guess') url ??= hit.target;
  }
  return url ?? described();
}
