/**
 * A scanned document: its chunks, what markers lead to, and the citations of each chunk. An edit that leaves headings, lists,
 * notes and labels alone costs the chunks it touches and the moving of everything behind it; any other edit binds all anew, but
 * reads only what changed.
 */
import { CODES } from '../../codes';
import { DEFAULTS } from '../../defaults';
import type { Citation, Problem, Span } from '../../model';
import { link, type LinkedMarker } from '../references/linking';
import { LAST, isAttached, mayList, opensReference } from '../references/lists';
import { boundsUpTo, type Chunk } from './chunk';
import { headingAt } from '../claims';
import { markersIn, mostMarkers } from '../inline/markers';
import { ReferenceIndex, type BibliographyInfo } from '../references/referenceIndex';
import { documentProblems, markerProblems, type ProblemDraft } from '../problems';
import { Destinations } from '../references/destinations';
import { CitationTable, DuplicateCounter } from './citationTable';

export type Scan = {
  readonly citations: readonly Citation[];
  readonly problems: readonly Problem[];
  /** Bibliography files that the text itself names, as written. */
  readonly bibliographies: readonly string[];
  /** Paragraphs, headings and cells that hold a citation: where a code lens may stand. */
  readonly blocks: readonly Span[];
};

const NOTHING: readonly never[] = [];

export class ScannedDocument {
  private readonly rows: CitationTable;
  /** What is wrong with the markers of each chunk. */
  private faults: (readonly ProblemDraft[])[] = [];
  private global: readonly ProblemDraft[] = [];
  private readonly tally = new DuplicateCounter();
  private readonly places: Destinations;
  private markers: number;
  /** Were citations left out, because there are more than anybody writes? */
  private cut = false;

  constructor(
    readonly chunks: Chunk[],
    readonly matter: BibliographyInfo,
    private readonly year: number | undefined,
    private env = new ReferenceIndex(chunks, matter),
  ) {
    this.places = new Destinations(chunks);
    this.markers = markers(chunks);
    this.rows = this.freshRows();
    this.bindAll();
  }

  /** Binds all hits: first those outside of reference lists, then those in entries that nothing leads to. */
  private bindAll(): void {
    const { env, chunks } = this;
    // Not all that is bound stands: a few more are bound than citations are made.
    let left = this.most * 1.25;
    const bounds = chunks.map((chunk, index) => {
      if (left < 0) return NOTHING;
      const found = this.bindChunk(chunk, index);
      left -= found.length;
      return found;
    });
    bounds.forEach((found, index) => {
      const chunk = chunks[index];
      if (chunk && left >= 0 && env.holdsEntries(index)) {
        bounds[index] = this.bindEntries(chunk, index, found);
        left -= bounds[index].length - found.length;
      }
    });
    this.cut = left < 0;
    let heading = '';
    chunks.forEach((chunk, index) => {
      const room = this.most - this.rows.citations.length;
      this.faults.push(this.addRow(this.rows, chunk, bounds[index] ?? NOTHING, heading, room));
      heading = headingOf(chunk) ?? heading;
    });
    this.global = documentProblems(env, this.year, !this.crowded);
  }

  private bindChunk(chunk: Chunk, index: number): readonly LinkedMarker[] {
    const { env } = this;
    if (chunk.hits.length === 0) return NOTHING;
    const entries = env.holdsEntries(index);
    const consumed = env.consumed.size > 0;
    const bounds: LinkedMarker[] = [];
    for (const hit of chunk.hits) {
      if ((consumed && env.consumed.has(hit)) || (entries && env.listAt(index, hit.start))) continue;
      link(env, index, hit, bounds);
    }
    return bounds;
  }

  /** What stands in an entry is the entry's, unless nothing leads to the list; a number that leads to another list is a marker. */
  private bindEntries(chunk: Chunk, index: number, known: readonly LinkedMarker[]): readonly LinkedMarker[] {
    const { env } = this;
    const bounds: LinkedMarker[] = [];
    let k = 0;
    for (const hit of chunk.hits) {
      for (let bound = known[k]; bound?.hit === hit; bound = known[++k]) bounds.push(bound);
      const list = env.listAt(index, hit.start);
      if (!list || env.consumed.has(hit) || env.isLabel(index, hit) || env.isOwnName(index, hit)) continue;
      if (!list.isUsed || (hit.kind === 'numbers' && env.leadsElsewhere(index, hit, list)))
        link(env, index, hit, bounds);
    }
    return bounds;
  }

  private freshRows(): CitationTable {
    return new CitationTable(this.places, this.tally);
  }

  /** Adds the citations of a chunk to `rows`, as many as there is `room` for; gives what is wrong with them. */
  private addRow(
    rows: CitationTable,
    chunk: Chunk,
    found: readonly LinkedMarker[],
    heading: string,
    room = Infinity,
  ): readonly ProblemDraft[] {
    let bounds = found.length === 0 ? NOTHING : this.standing(found);
    if (bounds.length > room) {
      this.cut = true;
      bounds = bounds.slice(0, room);
    }
    rows.add(chunk, bounds, heading);
    return markerProblems(this.env, chunk, bounds, !this.flooded);
  }

  /** Drops what stands inside a link or note that turned out to be one. */
  private standing(bounds: readonly LinkedMarker[]): readonly LinkedMarker[] {
    let end = -1;
    // In most chunks all stand: their list is kept.
    let kept: LinkedMarker[] | undefined;
    for (let k = 0; k < bounds.length; k++) {
      const bound = bounds[k];
      if (!bound) break;
      const { hit, marker } = bound;
      const stands = hit.start >= end;
      if (stands) kept?.push(bound);
      else kept ??= bounds.slice(0, k);
      if (hit.start >= end && (hit.kind === 'reference' || hit.kind === 'inline-note')) ({ end } = marker);
    }
    return kept ?? bounds;
  }

  /** Are there more citations or markers than are read? Where reading stopped tells only a reading of the whole text. */
  get crowded(): boolean {
    return this.cut || this.flooded || this.rows.citations.length > this.most;
  }

  /** Were not even all markers read? Then nothing is known of what they lead to. */
  private get flooded(): boolean {
    return this.markers > mostMarkers(this.length);
  }

  /** How many citations are made of a text of this length. */
  private get most(): number {
    return Math.max(DEFAULTS.maxFound, Math.ceil(this.length / DEFAULTS.unitsPerCitation));
  }

  /** The text's, in UTF-16 units. */
  private get length(): number {
    const { start, text } = this.chunks.at(-1) ?? { start: 0, text: '' };
    return start + text.length;
  }

  /** That what stands behind the last citation was not read for more. */
  private crowd(): Problem {
    const { start, hits } = this.chunks.findLast((chunk) => chunk.hits.length > 0) ?? { start: 0, hits: [] };
    const last = this.cut ? this.rows.citations.at(-1)?.marker.end : undefined;
    const end = last ?? start + (hits.at(-1)?.end ?? 0);
    const most = this.cut ? `${this.most} citations` : `${mostMarkers(this.length)} possible citations`;
    const detail = `more than ${most}, those from here on are not checked`;
    const { severity } = CODES['too-large'];
    return { code: 'too-large', severity, span: { start: end, end }, facts: { detail } };
  }

  /** The whole result with offsets of the document. */
  scan(): Scan {
    const { chunks, rows } = this;
    const problems = this.global.map((f) => toProblem(f, chunks[f.chunk]?.start ?? 0, undefined));
    for (let index = 0; index < this.faults.length; index++) {
      const faults = this.faults[index] ?? NOTHING;
      if (faults.length === 0) continue; // as of most chunks; no iterator is made for them
      for (const f of faults) {
        const citation = f.draft === undefined ? undefined : rows.citationOf(index, f.draft);
        problems.push(toProblem(f, chunks[index]?.start ?? 0, citation));
      }
    }
    if (this.crowded) problems.push(this.crowd());
    problems.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    return {
      citations: rows.citations,
      problems,
      bibliographies: this.matter.bibliographies,
      blocks: rows.blocks,
    };
  }

  /**
   * Puts `fresh` chunks in the place of those from `from` to `to`; the text behind them has moved by `delta`. Gives false when
   * what they define or lead to may have changed for the rest: then the document must be bound anew.
   */
  replace(from: number, to: number, fresh: Chunk[], delta: number): boolean {
    const old = this.chunks.slice(from, to);
    const quiet = fresh.length === old.length && this.isQuiet(from, old, fresh);
    if (delta !== 0) for (let i = to; i < this.chunks.length; i++) this.move(i, delta);
    this.exchange(from, to, fresh);
    this.markers += markers(fresh) - markers(old);
    if (!quiet) return false;
    if (delta !== 0) {
      this.env.moved();
      this.places.refresh();
    }
    this.refresh(from, fresh, delta);
    return true;
  }

  /** One by one: what is pasted may have more chunks than a call takes arguments. */
  private exchange(from: number, to: number, fresh: readonly Chunk[]): void {
    const { chunks } = this;
    if (fresh.length === to - from) {
      for (const [i, chunk] of fresh.entries()) chunks[from + i] = chunk;
      return;
    }
    const behind = chunks.slice(to);
    chunks.length = from;
    for (const chunk of fresh) chunks.push(chunk);
    for (const chunk of behind) chunks.push(chunk);
  }

  private move(index: number, delta: number): void {
    const chunk = this.chunks[index];
    if (chunk) chunk.start += delta;
  }

  /** Do old and fresh chunks define nothing, and hold the same markers but for what says by itself what it points at? */
  private isQuiet(from: number, old: readonly Chunk[], fresh: readonly Chunk[]): boolean {
    if (
      from + old.length > this.chunks.length - LAST - 1 &&
      this.env.lists.every((l) => l.form === 'ordered')
    )
      return false;
    return old.every((chunk, i) => {
      const other = fresh[i];
      if (!other || this.env.holdsEntries(from + i) || !isInert(chunk) || !isInert(other)) return false;
      return (
        sameStructure(chunk, other) && sameHeadings(chunk, other) && signature(chunk) === signature(other)
      );
    });
  }

  /** Binds fresh chunks, as many as there were before. */
  private refresh(from: number, fresh: readonly Chunk[], delta: number): void {
    const { tally } = this;
    // Most claims are said once: only where one is said again must all be numbered anew.
    const again = new Set<string>();
    for (const key of this.rows.keysOf(from, from + fresh.length)) if (tally.drop(key) > 0) again.add(key);
    const rows = this.freshRows();
    let heading = this.headingBefore(from);
    fresh.forEach((chunk, i) => {
      this.faults[from + i] = this.addRow(rows, chunk, this.bindChunk(chunk, from + i), heading);
      heading = headingOf(chunk) ?? heading;
    });
    for (const key of rows.keysOf(0, fresh.length)) if (tally.of(key) !== 1) again.add(key);
    this.rows.replace(from, rows, delta);
    if (again.size > 0) this.rows.renumber();
  }

  private headingBefore(index: number): string {
    for (let i = index - 1; i >= 0; i--) {
      const found = headingOf(this.chunks[i]);
      if (found !== undefined) return found;
    }
    return '';
  }
}

/** How many markers some chunks have; more than are read, where some were left out. */
function markers(chunks: readonly Chunk[]): number {
  let count = 0;
  for (const { hits, crowded } of chunks) {
    if (crowded) count = Infinity;
    count += markersIn(hits);
  }
  return count;
}

/** Nothing that the rest of the document depends on, headings apart: no entry, note, definition or front matter. */
const isInert = (c: Chunk): boolean =>
  !mayList(c) &&
  c.notes.length === 0 &&
  c.definitions.length === 0 &&
  c.leaves[0]?.kind !== 'front' &&
  !c.hits.some((h) => h.kind === 'inline-note');

const sameStructure = (a: Chunk, b: Chunk): boolean =>
  a.leaves.length === b.leaves.length &&
  a.leaves.every(
    (leaf, i) => leaf.kind === b.leaves[i]?.kind && leaf.item?.number === b.leaves[i].item?.number,
  ) &&
  a.bounds.length === b.bounds.length &&
  (a.bounds.length === 0 ||
    a.leaves.every(({ start }, i) => boundsUpTo(a, start) === boundsUpTo(b, b.leaves[i]?.start ?? 0)));

/** The same headings word for word, and no line that names a list without being one. */
const sameHeadings = (a: Chunk, b: Chunk): boolean =>
  a.heads.length === b.heads.length &&
  a.heads.every((n, i) => {
    const [one, other] = [a.leaves[n], b.leaves[b.heads[i] ?? -1]];
    return (
      one?.kind === 'heading' &&
      other?.kind === 'heading' &&
      one.level === other.level &&
      a.text.slice(one.start, one.end) === b.text.slice(other.start, other.end)
    );
  });

/** The markers of a chunk that lead somewhere else in the document, in one string. */
function signature(chunk: Chunk): string {
  let text = '';
  for (const hit of chunk.hits) {
    if (hit.kind === 'direct') text += hit.inner ? `i${hit.inner.label};` : '';
    else if (hit.kind === 'note' || hit.kind === 'residue') text += `${hit.kind}${hit.label};`;
    else if (hit.kind === 'reference') text += `r${hit.label}|${hit.text};`;
    else if (hit.kind === 'inline-note') text += 'inline;';
    else if (hit.kind === 'works')
      // The words before an author and a year tell whether they begin an entry.
      text += `works${hit.doubt === true ? '?' : ''}${opensReference(chunk.text, chunk.leaves[hit.leaf]?.start ?? 0, hit) ? '!' : ''}${hit.parts.map((p) => p.label + p.authors.join('&') + (p.etAl ? '+' : '')).join(',')};`;
    else
      text += `${hit.kind}${isAttached(chunk, hit) ? "'" : ''}${'superscript' in hit && hit.superscript ? '^' : ''}${'doubt' in hit ? (hit.doubt ?? '') : ''}${'form' in hit ? (hit.form ?? '') : ''}${hit.parts.map((p) => p.label).join(',')};`;
  }
  return text;
}

/** The last heading of a chunk in plain words. */
function headingOf(chunk: Chunk | undefined): string | undefined {
  if (!chunk) return undefined;
  for (let i = chunk.heads.length - 1; i >= 0; i--) {
    const found = headingAt(chunk, chunk.heads[i]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toProblem(
  { code, start, end, facts }: ProblemDraft,
  base: number,
  citation: Citation | undefined,
): Problem {
  const { severity } = CODES[code];
  // What is wrong with a marker stands where the citation does.
  if (citation) return { code, severity, span: citation.part, facts, citation: citation.id };
  return { code, severity, span: { start: base + start, end: base + end }, facts };
}
