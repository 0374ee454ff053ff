/**
 * A scanned document: its chunks, the targets of its markers, and its citations. Relinking everything after each edit would be simpler, but
 * takes half as long as a full scan (measured on 1 MB with 4,900 citations). So an edit that leaves headings, lists, notes and labels alone
 * relinks only the chunks it touches and moves what follows. Any other edit relinks all chunks and rereads those that changed.
 */
import { reason } from '../../reason';
import { DEFAULTS } from '../../defaults';
import { problemOf, type Citation, type Problem, type Span } from '../../model';
import { link, type LinkedMarker } from '../references/linking';
import { arraysIn, wordBefore } from '../references/numberStyles';
import { opensReference } from '../references/sections';
import { LAST, isAttached, mayList } from '../references/unnamedLists';
import { boundsUpTo, type Chunk } from '../model/chunk';
import type { Change } from './edit';
import { headingAt, namesSources, type Above } from '../claimContext';
import { leadOf } from '../markdown/leadIns';
import { FORM, mostMarkers, type LocalLink, type Marker } from '../model/markers';
import { ReferenceIndex, type BibliographyInfo } from '../references/referenceIndex';
import type { FrontMatter } from '../references/frontMatter';
import { isOfPages, OF_ANY_TEXT } from '../references/pageText';
import { documentProblems, markerProblems, sourceKey, type ProblemDraft } from '../problems';
import { CitationTable } from './citationTable';
import { localLinks } from '../references/anchors';
import { listPlaces } from '../references/lists';

export type Scan = FrontMatter & {
  readonly citations: readonly Citation[];
  /** Names of wiki pages that are citations if a bibliography has them as keys. */
  readonly pages: readonly string[];
  readonly problems: readonly Problem[];
  /** Paragraphs, headings and cells that contain a citation: where a code lens may be. */
  readonly blocks: readonly Span[];
  /** Links and images into the workspace that cite nothing; links to own headings and reference links only if their target is missing. */
  readonly links: readonly LocalLink[];
  /** Where reference lists begin: their headings, or their first references. */
  readonly lists: readonly Span[];
};

/** The scan of an empty text. */
export const NO_SCAN: Scan = {
  citations: [],
  pages: [],
  problems: [],
  bibliographies: [],
  blocks: [],
  links: [],
  lists: [],
};

const NOTHING: readonly never[] = [];

export class ScannedDocument {
  private readonly env: ReferenceIndex;
  private readonly table: CitationTable;
  /** Problems of the markers of each chunk. */
  private readonly faults: (readonly ProblemDraft[])[] = [];
  private readonly global: readonly ProblemDraft[];
  /** The same after any edit that relinks only chunks it touches. */
  private readonly pages: readonly string[];
  // Kept as a count, so that an edit needn't visit every chunk.
  private markers: number;
  /** Whether citations were left out because there are too many. */
  private cut = false;

  constructor(
    public chunks: Chunk[],
    readonly matter: BibliographyInfo,
    year: number | undefined,
  ) {
    this.env = new ReferenceIndex(chunks, matter);
    this.table = new CitationTable(chunks);
    this.markers = markers(chunks);
    this.pages = pagesOf(chunks);
    this.linkAll();
    this.global = documentProblems(this.env, year, !this.crowded);
  }

  /**
   * Links and cites all markers: first those outside of reference lists, then those in references that nothing leads to. What precedes the
   * first reference is cited at once, as that takes less memory; the rest waits.
   */
  private linkAll(): void {
    const { env, chunks } = this;
    // Some linked markers are dropped later, so link a few more than citations are kept.
    let left = this.most * 1.25;
    let above: Above = { heading: '', lead: '', last: undefined };
    const cite = (found: readonly LinkedMarker[], index: number): void => {
      this.cite(index, found, above, this.most - this.table.size);
      above = below(chunks[index], above);
    };
    const waiting: (readonly LinkedMarker[])[] = [];
    chunks.forEach((chunk, index) => {
      const found = left < 0 ? NOTHING : this.linkChunk(chunk, index);
      left -= found.length;
      if (waiting.length > 0 || env.holdsEntries(index)) waiting.push(found);
      else cite(found, index);
    });
    const first = chunks.length - waiting.length;
    waiting.forEach((found, n) => {
      if (left < 0 || !env.holdsEntries(first + n)) return;
      waiting[n] = this.linkEntries(env.chunk(first + n), first + n, found);
      left -= waiting[n].length - found.length;
    });
    this.cut ||= left < 0;
    waiting.forEach((found, n) => cite(found, first + n));
  }

  private linkChunk(chunk: Chunk, index: number): readonly LinkedMarker[] {
    const { env } = this;
    if (chunk.hits.length === 0) return NOTHING;
    const entries = env.holdsEntries(index);
    const bounds: LinkedMarker[] = [];
    for (const hit of chunk.hits) {
      if (env.consumed.has(hit) || (entries && env.listAt(index, hit.start))) continue;
      link(env, index, hit, bounds);
    }
    return bounds;
  }

  /** Markers inside a reference belong to it unless the list is unused; a number that leads to another list is a marker. */
  private linkEntries(chunk: Chunk, index: number, known: readonly LinkedMarker[]): readonly LinkedMarker[] {
    const { env } = this;
    const bounds: LinkedMarker[] = [];
    let k = 0;
    for (const hit of chunk.hits) {
      for (let bound = known[k]; bound?.hit === hit; bound = known[++k]) bounds.push(bound);
      const list = env.listAt(index, hit.start);
      if (
        !list ||
        (hit.kind === 'works' && hit.isBare) ||
        env.consumed.has(hit) ||
        env.isLabel(index, hit) ||
        env.isOwnName(index, hit)
      )
        continue;
      const leadsElsewhere =
        hit.kind === 'numbers' &&
        hit.parts.every((p) => (env.entryFor(index, hit.start, p.label)?.list ?? list) !== list);
      if (!list.isUsed || leadsElsewhere) link(env, index, hit, bounds);
    }
    return bounds;
  }

  /** Adds the citations of a chunk, at most `room`, and their problems. */
  private cite(index: number, found: readonly LinkedMarker[], above: Above, room = Infinity): void {
    const chunk = this.chunks[index];
    if (!chunk) return;
    let bounds = found.length === 0 ? NOTHING : this.outermost(found);
    if (bounds.length > room) {
      this.cut = true;
      bounds = bounds.slice(0, room);
    }
    this.table.add(index, bounds, above);
    this.faults[index] = markerProblems(this.env, chunk, bounds, !this.flooded);
  }

  /** Drops markers inside a reference link or inline note. */
  private outermost(bounds: readonly LinkedMarker[]): readonly LinkedMarker[] {
    let end = -1;
    let outer: Marker | undefined;
    // Usually nothing is dropped, and the list is reused.
    let kept: LinkedMarker[] | undefined;
    for (let k = 0; k < bounds.length; k++) {
      const bound = bounds[k];
      if (!bound) break;
      const { hit, marker } = bound;
      const isOutermost = hit.start >= end || hit === outer;
      if (isOutermost) kept?.push(bound);
      else kept ??= bounds.slice(0, k);
      if (!isOutermost || (hit.kind !== 'reference' && hit.kind !== 'inline-note')) continue;
      outer = hit;
      ({ end } = marker);
    }
    return kept ?? bounds;
  }

  /** Whether there are more citations or markers than are read. Only a full read finds where to stop. */
  get crowded(): boolean {
    return this.cut || this.flooded || this.table.size > this.most;
  }

  /** Whether markers were left unread, so that nothing is known about what they lead to. */
  private get flooded(): boolean {
    return this.markers > mostMarkers(this.length);
  }

  /** The most citations for a text of this length. */
  private get most(): number {
    return Math.max(DEFAULTS.maxFound, Math.ceil(this.length / DEFAULTS.unitsPerCitation));
  }

  /** Length of the text in UTF-16 units. */
  private get length(): number {
    const { start, text } = this.chunks.at(-1) ?? { start: 0, text: '' };
    return start + text.length;
  }

  /** The problem that the text after the last citation wasn't read. */
  private crowd(citations: readonly Citation[]): Problem {
    const { start, hits } = this.chunks.findLast((chunk) => chunk.hits.length > 0) ?? { start: 0, hits: [] };
    const last = this.cut ? citations.at(-1)?.marker.end : undefined;
    const end = last ?? start + (hits.at(-1)?.end ?? 0);
    const detail = this.cut
      ? reason('most_citations', { max: this.most })
      : reason('most_markers', { max: mostMarkers(this.length) });
    return problemOf('too-large', { start: end, end }, { detail });
  }

  /** The result in document offsets. */
  scan(): Scan {
    const { chunks, table } = this;
    const { citations, blocks } = table.all();
    const { bibliographies, references } = this.matter;
    let problems = this.global.map((f) => toProblem(f, chunks[f.chunk]?.start ?? 0, undefined));
    this.faults.forEach((faults, index) => {
      if (faults.length === 0) return; // Most chunks have none; no iterator is created for them.
      for (const f of faults) {
        const citation = f.draft === undefined ? undefined : table.citationOf(index, f.draft);
        problems.push(toProblem(f, chunks[index]?.start ?? 0, citation));
      }
    });
    if (problems.length > 0 && isOfPages(chunks))
      problems = problems.filter(({ code }) => OF_ANY_TEXT.has(code));
    if (this.crowded) problems.push(this.crowd(citations));
    problems.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    return {
      citations,
      pages: this.pages,
      problems,
      bibliographies,
      ...(references !== undefined && { references }),
      blocks,
      links: localLinks(chunks, this.env.definitions),
      lists: listPlaces(chunks, this.env.lists),
    };
  }

  /** Applies an edit. Returns false if links elsewhere may have changed; build a new document from `chunks` then. */
  update({ from, to, fresh, delta }: Change): boolean {
    const { chunks } = this;
    const isQuiet = fresh.length === to - from && this.isQuiet(from, fresh);
    for (const chunk of chunks.slice(to)) chunk.start += delta;
    if (!isQuiet) {
      this.chunks = [...chunks.slice(0, from), ...fresh, ...chunks.slice(to)];
      return false;
    }
    this.markers += markers(fresh) - markers(chunks.slice(from, to));
    fresh.forEach((chunk, i) => (chunks[from + i] = chunk));
    return this.table.replace(from, to, delta, () => {
      let above = this.above(from);
      fresh.forEach((chunk, i) => {
        this.cite(from + i, this.linkChunk(chunk, from + i), above);
        above = below(chunk, above);
      });
    });
  }

  /** Whether replacing the chunks from index `from` by `fresh` changes nothing for the rest of the document. */
  private isQuiet(from: number, fresh: readonly Chunk[]): boolean {
    const { chunks, env } = this;
    // A paragraph near the end may be the last reference of a list that has no heading.
    if (from + fresh.length > chunks.length - LAST - 1 && env.lists.every((l) => l.form === 'ordered'))
      return false;
    const next = chunks[from + fresh.length];
    if (next && namesSources(next)) return false;
    return fresh.every((chunk, i) => {
      const old = chunks[from + i];
      const isListed =
        env.holdsEntries(from + i) || [old, chunk].some((one) => env.unreadEntries.depends(one));
      const seen = old && !isListed ? interfaceOf(old) : undefined;
      if (!old || seen === undefined || seen !== interfaceOf(chunk)) return false;
      return env.lists.length === 0 || linkedSources(old) === linkedSources(chunk);
    });
  }

  private above(index: number): Above {
    let [heading, lead]: (string | undefined)[] = [];
    for (let i = index - 1; i >= 0 && (heading === undefined || lead === undefined); i--) {
      const chunk = this.chunks[i];
      heading ??= headingOf(chunk);
      lead ??= chunk && leadOf(chunk);
    }
    return { heading: heading ?? '', lead: lead ?? '', last: this.chunks[index - 1] };
  }
}

/** Number of markers in some chunks; infinite if some were left out. */
const markers = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { crowded, count }) => sum + (crowded ? Infinity : count), 0);

/**
 * What the rest of the document may depend on in a chunk, in one string: its structure, its headings, the introduction of a list below it,
 * and the markers that lead elsewhere. Undefined for a chunk that contains targets of others.
 */
function interfaceOf(chunk: Chunk): string | undefined {
  const { leaves, heads, hits, text } = chunk;
  const defines =
    mayList(chunk) ||
    chunk.notes.length > 0 ||
    chunk.definitions.length > 0 ||
    leaves[0]?.kind === 'front' ||
    heads.some((n) => leaves[n]?.kind !== 'heading') ||
    hits.some(({ kind }) => kind === 'inline-note');
  if (defines) return undefined;
  let seen = String(chunk.bounds.length);
  for (const { kind, level, item, start, end } of leaves)
    seen += `;${kind} ${level} ${item?.number ?? ''} ${boundsUpTo(chunk, start)} ${kind === 'heading' ? text.slice(start, end) : ''}`;
  seen += `;${leadOf(chunk) ?? '-'}`;
  for (const hit of hits) seen += leadsTo(chunk, hit);
  if (chunk.code.length > 0) seen += arraysIn(chunk).join(' ');
  return seen;
}

/** The sources that a chunk links to, in one string: a list has them too. */
const linkedSources = ({ hits }: Chunk): string =>
  hits.map((hit) => (hit.kind === 'direct' ? sourceKey(hit.target) : '')).join(' ');

const OFFSETS: ReadonlySet<string> = new Set(['start', 'end', 'leaf', 'short']);

/** A marker without its place; of a direct one, only the part that a list may have. */
function leadsTo(chunk: Chunk, hit: Marker): string {
  const marker = hit.kind === 'direct' ? hit.inner : hit;
  if (!marker) return '';
  // The words before an author and year decide whether they begin a reference.
  const opens = hit.kind === 'works' && opensReference(chunk.text, chunk.leaves[hit.leaf]?.start ?? 0, hit);
  const words = JSON.stringify(marker, (key, value: unknown) => (OFFSETS.has(key) ? undefined : value));
  return `;${words}${isAttached(chunk, hit)} ${opens} ${hit.kind === 'numbers' ? wordBefore(chunk, hit) : ''}`;
}

const pagesOf = (chunks: readonly Chunk[]): readonly string[] =>
  chunks
    .flatMap(({ forms, hits }) => (forms & FORM.keys ? hits : NOTHING))
    .flatMap((hit) => (hit.kind === 'keys' && hit.isPage && !hit.sure ? hit.parts : NOTHING))
    .map(({ label }) => label);

/** What precedes the chunk after this one. */
const below = (chunk: Chunk | undefined, { heading, lead }: Above): Above => ({
  heading: headingOf(chunk) ?? heading,
  lead: (chunk && leadOf(chunk)) ?? lead,
  last: chunk,
});

/** The last heading of a chunk in plain words. */
const headingOf = (chunk: Chunk | undefined): string | undefined =>
  chunk &&
  headingAt(
    chunk,
    chunk.heads.findLast((n) => chunk.leaves[n]?.kind === 'heading'),
  );

function toProblem({ code, start, end, facts }: ProblemDraft, base: number, citation: Citation | undefined) {
  // Problems of a marker are reported at its citation.
  if (citation) return problemOf(code, citation.part, facts, citation.id);
  return problemOf(code, { start: base + start, end: base + end }, facts);
}
