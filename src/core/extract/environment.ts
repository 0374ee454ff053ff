/** Everything in a document that markers can lead to: reference lists, footnotes, link definitions, bibliography keys. */
import type { Span, Target, Work } from '../model';
import { firstAt, type Chunk } from './chunks';
import { normal } from './definitions';
import type { Hit, WorkPart } from './hits';
import { entryTarget, findLists, opensReference, type Entry, type List } from './lists';

/** A place in the document, relative to a chunk. */
export type Place = { readonly chunk: number; readonly span: Span };
export type Found = { readonly entry: Entry; readonly list: List };
export type NotePlace = Place & { readonly text: number };
/** An entry by its year; folded when a marker of that year first asks. */
type Dated = Found & { readonly body: string; folded: string | undefined };

/** With more lists than this each stretch has the list that follows it, and no other helps out: no person writes so many. */
const MANY = 200;

export class Environment {
  readonly lists: readonly List[];
  readonly notes = new Map<string, NotePlace>();
  readonly definitions = new Map<string, Place & { readonly url: string }>();
  readonly usedEntries = new Set<Entry>();
  readonly usedLists = new Set<List>();
  readonly usedNotes = new Set<string>();
  /** Hits that are what a footnote points at: no citations of their own. */
  readonly consumed = new Set<Hit>();
  /** Some author-year marker found its entry. */
  authorYear = false;
  /** Some number found its entry. */
  numbered = false;
  /** Keys in brackets, or a bibliography named in the text: `@word` is a key then. */
  pandoc: boolean;
  /** Some list has numbers: the document numbers its sources. */
  readonly labelled: boolean;
  /** Entry ranges by chunk, in order. */
  private readonly ranges = new Map<
    number,
    {
      readonly start: number;
      readonly end: number;
      readonly label: string | undefined;
      readonly list: List;
    }[]
  >();
  /** What each footnote points at, found at its first marker. */
  readonly noteTargets = new Map<NotePlace, Target>();
  private readonly targets = new Map<Entry, Target>();
  private readonly regions = new Map<number, List | undefined>();
  /** Where each list begins in the document. */
  private starts: readonly number[] = [];
  private years: Map<string, Dated[]> | undefined;

  constructor(
    readonly chunks: readonly Chunk[],
    /** Works by cite key; nothing when no bibliography is known. */
    readonly keys: ReadonlyMap<string, Work> | undefined,
    namesBibliography: boolean,
  ) {
    this.lists = findLists(chunks);
    this.pandoc = namesBibliography;
    chunks.forEach((chunk, index) => this.define(chunk, index));
    for (const list of this.lists) for (const entry of list.entries) this.range(entry, list);
    for (const ranges of this.ranges.values()) ranges.sort((a, b) => a.start - b.start);
    this.labelled = this.lists.some((l) => l.labels.size > 0);
    this.moved();
    this.prepare();
  }

  /** Chunks stand elsewhere now. */
  moved(): void {
    this.starts = this.lists.map((l) => this.offset(l.entries[0]));
  }

  private define(chunk: Chunk, index: number): void {
    for (const n of chunk.notes) {
      const label = normal(n.label);
      const place = {
        chunk: index,
        span: { start: n.start, end: n.end },
        text: n.start + n.label.length + 4,
      };
      if (!this.notes.has(label)) this.notes.set(label, place);
    }
    for (const d of chunk.definitions)
      if (!this.definitions.has(d.label))
        this.definitions.set(d.label, { chunk: index, span: { start: d.start, end: d.end }, url: d.url });
  }

  private range(entry: Entry, list: List): void {
    const range = { start: entry.span.start, end: entry.span.end, label: entry.label, list };
    const known = this.ranges.get(entry.chunk);
    if (known) known.push(range);
    else this.ranges.set(entry.chunk, [range]);
  }

  /** Notes which footnotes are used, before anything is bound: their sources are then theirs. */
  private prepare(): void {
    this.chunks.forEach((chunk, index) => {
      for (const hit of chunk.hits) {
        if (hit.kind === 'note') this.useNote(hit.label);
        else if (hit.kind === 'inline-note')
          this.consume(index, { start: hit.start + 1, end: hit.end }, hit.start + 2);
        else if (hit.kind === 'keys' && hit.sure && hit.start !== hit.parts[0]?.start) this.pandoc = true;
      }
    });
  }

  private useNote(label: string): void {
    const key = normal(label);
    const note = this.notes.get(key);
    if (!note || this.usedNotes.has(key)) return;
    this.usedNotes.add(key);
    this.consume(note.chunk, note.span, note.text);
  }

  private consume(chunk: number, span: Span, from: number): void {
    const own = this.ownName(chunk, span, from);
    const source = this.sourceIn(chunk, span, from);
    for (const hit of [own, source]) if (hit) this.consumed.add(hit);
  }

  private hitsIn(chunk: number, span: Span): readonly Hit[] {
    const hits = this.chunks[chunk]?.hits ?? [];
    return hits.slice(firstAt(hits, span.start), firstAt(hits, span.end));
  }

  /**
   * What a note says of the authors of its own reference, `[^1]: Smith, J. (2020). A title`: nothing where an entry answers it, where
   * no title follows, or where the note cites others too. Its words begin at `from`.
   */
  private ownName(chunk: number, span: Span, from: number): Hit | undefined {
    const [hit, other] = this.hitsIn(chunk, span).filter(({ kind }) => kind === 'works');
    if (hit?.kind !== 'works' || other) return undefined;
    const text = this.chunks[chunk]?.text ?? '';
    const isOwn =
      opensReference(text, from, hit) &&
      TITLE.test(text.slice(hit.end, Math.min(span.end, hit.end + 80))) &&
      hit.parts.every((part) => this.entriesFor(part).length === 0);
    return isOwn ? hit : undefined;
  }

  /** The first thing in a note that can be followed; a work before an address. Its words begin at `from`. */
  sourceIn(chunk: number, span: Span, from: number): Hit | undefined {
    const own = this.ownName(chunk, span, from);
    let first: Hit | undefined;
    for (const hit of this.hitsIn(chunk, span)) {
      if (hit === own || hit.kind === 'note' || hit.kind === 'inline-note' || hit.kind === 'residue')
        continue;
      if (hit.kind === 'direct' && hit.target.kind === 'work') return hit;
      if (hit.kind !== 'keys' || hit.sure) first ??= hit;
    }
    return first;
  }

  /** The list in whose entry a place stands. */
  listAt(chunk: number, at: number): List | undefined {
    const range = this.rangeAt(chunk, at);
    return range && at < range.end ? range.list : undefined;
  }

  private rangeAt(chunk: number, at: number) {
    const ranges = this.ranges.get(chunk);
    return ranges?.[firstAt(ranges, at + 1) - 1];
  }

  /** Is this what an entry says of its own authors: nothing but names stands before it? */
  isOwnName(chunk: number, hit: Hit): boolean {
    const range = hit.kind === 'works' ? this.rangeAt(chunk, hit.start) : undefined;
    return range !== undefined && opensReference(this.chunks[chunk]?.text ?? '', range.start, hit);
  }

  /** Does a chunk hold entries of a list? */
  holdsEntries(chunk: number): boolean {
    return this.ranges.has(chunk);
  }

  /** Is this hit the label of an entry? */
  isLabel(chunk: number, hit: Hit): boolean {
    if (hit.kind !== 'numbers' && hit.kind !== 'reference') return false;
    const range = this.rangeAt(chunk, hit.start);
    return range?.start === hit.start && (hit.kind === 'numbers' || range.label === hit.text);
  }

  targetOf(entry: Entry): Target {
    const known = this.targets.get(entry);
    if (known) return known;
    const chunk = this.chunks[entry.chunk];
    const target: Target = chunk
      ? entryTarget(chunk, entry.span, entry.text)
      : { kind: 'dangling', label: entry.label ?? '' };
    this.targets.set(entry, target);
    return target;
  }

  use(found: Found): void {
    this.usedEntries.add(found.entry);
    this.usedLists.add(found.list);
  }

  private offset(entry: Entry | undefined): number {
    return entry ? (this.chunks[entry.chunk]?.start ?? 0) + entry.span.start : 0;
  }

  /**
   * The entry of that label. Each stretch between two lists has a list of its own: the first behind it that answers most of its
   * numbers, else the last before it. Another list helps out only if it goes on with the numbering.
   */
  entryFor(chunk: number, at: number, label: string): Found | undefined {
    if (!this.labelled) return undefined;
    const own = this.ownList((this.chunks[chunk]?.start ?? 0) + at);
    const entry = own?.labels.get(label);
    if (own && entry) return { entry, list: own };
    if (this.lists.length < 2 || this.lists.length > MANY) return undefined;
    for (const list of this.lists) {
      const other = list.labels.get(label);
      if (other && (!own || list.form === 'bracket' || own.form === list.form) && !overlaps(own, list))
        return { entry: other, list };
    }
    return undefined;
  }

  /** Do all numbers of a marker lead to entries of another list than the one it stands in? */
  leadsElsewhere(chunk: number, hit: Extract<Hit, { kind: 'numbers' }>, list: List): boolean {
    return hit.parts.every((p) => (this.entryFor(chunk, hit.start, p.label)?.list ?? list) !== list);
  }

  private ownList(at: number): List | undefined {
    let region = 0;
    for (let high = this.starts.length; region < high;) {
      const mid = (region + high) >> 1;
      if ((this.starts[mid] ?? 0) <= at) region = mid + 1;
      else high = mid;
    }
    if (!this.regions.has(region)) this.regions.set(region, this.chooseList(region));
    return this.regions.get(region);
  }

  private chooseList(region: number): List | undefined {
    const numbered = (lists: readonly List[]): List[] => lists.filter((l) => l.labels.size > 0);
    if (this.lists.length > MANY)
      return numbered(this.lists.slice(region, region + 1))[0] ?? numbered(this.lists.slice(-1))[0];
    const all = numbered(this.lists);
    if (all.length < 2) return all[0];
    const labels = this.labelsIn(
      region === 0 ? 0 : (this.starts[region - 1] ?? 0),
      this.starts[region] ?? Infinity,
    );
    const order = [...numbered(this.lists.slice(region)), ...numbered(this.lists.slice(0, region)).reverse()];
    let best: List | undefined;
    let most = -1;
    for (const list of order) {
      const answers = labels.filter((l) => list.labels.has(l)).length;
      if (answers >= labels.length * 0.8) return list;
      if (answers > most) [best, most] = [list, answers];
    }
    return best;
  }

  /** The numbers that markers between two offsets use, each once. */
  private labelsIn(from: number, to: number): string[] {
    const labels = new Set<string>();
    this.chunks.forEach((chunk, index) => {
      if (chunk.start + chunk.text.length <= from || chunk.start >= to) return;
      for (const hit of chunk.hits) {
        const at = chunk.start + hit.start;
        if (hit.kind !== 'numbers' || hit.doubt || at < from || at >= to || this.isLabel(index, hit))
          continue;
        for (const part of hit.parts) labels.add(part.label);
      }
    });
    return [...labels];
  }

  /** The entries that an author and a year can mean; other authors and the suffix letter narrow them down. */
  entriesFor(part: WorkPart): readonly Found[] {
    if (this.lists.length === 0) return NO_ENTRY;
    const date = part.label.slice(part.label.lastIndexOf('-') + 1);
    const family = fold(part.family);
    let found = (this.byYear().get(/^\d{4}/.exec(date)?.[0] ?? date) ?? []).filter((e) =>
      firstAuthor(headOf(e), family),
    );
    const narrow = (by: (e: Dated) => boolean): void => {
      const left = found.length > 1 ? found.filter(by) : [];
      if (left.length > 0) found = left;
    };
    if (date.length > 4) narrow((e) => e.body.includes(date));
    for (const author of part.authors.slice(1)) narrow((e) => headOf(e).includes(fold(author)));
    return found;
  }

  private byYear(): Map<string, Dated[]> {
    if (this.years) return this.years;
    this.years = new Map();
    for (const list of this.lists) for (const entry of list.entries) this.date({ entry, list }, this.years);
    return this.years;
  }

  private date(found: Found, years: Map<string, Dated[]>): void {
    const { text, span, chunk } = found.entry;
    const body = this.chunks[chunk]?.text.slice(text, Math.min(span.end, text + 1_000)) ?? '';
    const row: Dated = { ...found, body, folded: undefined };
    for (const year of new Set(
      body.match(/(?<!\d)(?:1[5-9]\d\d|20\d\d)(?!\d)|\bn\.d\.|\bin press\b|\bforthcoming\b/gi) ?? [],
    )) {
      const rows = years.get(year.toLowerCase());
      if (rows) rows.push(row);
      else years.set(year.toLowerCase(), [row]);
    }
  }
}

const NO_ENTRY: readonly never[] = [];

const headOf = (e: Dated): string => (e.folded ??= fold(e.body.slice(0, 240)));

/** Do two lists number the same labels? */
function overlaps(own: List | undefined, other: List): boolean {
  return own !== undefined && other.entries.some((e) => e.label !== undefined && own.labels.has(e.label));
}

/** What follows the year of a reference: a title, be it in quotation marks or emphasised. */
const TITLE = /^[.:,;]?\s*["“”„«'‘*_]*\p{Lu}\S*\s+\S/u;
const ACCENTS = /\p{M}+/gu;
const ENDS_WORD = /[\p{L}\d]$/u;
const WORD = /[\p{L}\d]/u;
/** Lower case, without accents. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  // ASCII needs no folding.
  if (/^[\x00-\x7f]*$/.test(lower)) return lower.replace(/`/g, "'");
  return lower
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[‐‑]/g, '-');
}

/** Is `family` the family name of the first author in the head of an entry: at its beginning, or behind given names alone? */
function firstAuthor(head: string, family: string): boolean {
  const clean = head.replace(/^[\s*_"“[\](]+/, '');
  for (let at = clean.indexOf(family); at >= 0 && at < 60; at = clean.indexOf(family, at + 1)) {
    const before = clean.slice(0, at);
    const after = clean.charAt(at + family.length);
    if (ENDS_WORD.test(before) || WORD.test(after)) continue;
    return !/[,;&]|\band\b|\bet\b|\bund\b|\d{4}/.test(before);
  }
  return false;
}
