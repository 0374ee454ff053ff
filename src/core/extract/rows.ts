/**
 * The citations of one chunk, with offsets of the document. They are made once; after an edit those that have moved, or whose
 * entry has, are replaced by copies: what was handed out before never changes.
 */
import type { Citation, Span, Target } from '../model';
import { fingerprint } from '../text/hash';
import type { Bound } from './binding';
import type { Chunk } from './chunks';
import { claimsOf, clusterEnd, type Claim } from './claims';
import type { Place } from './environment';
import type { Hit } from './hits';
import type { Finding } from './problems';

/** A citation with what is needed to number it and to move it. */
export type Entry = {
  citation: Citation;
  /** Fingerprint of claim, target and style. */
  readonly key: string;
  /** Index in the row of the first citation of its group, -1 for one that stands alone. */
  readonly group: number;
  /** What it leads to. */
  readonly place: Place | undefined;
};

export type Row = {
  /** Where the chunk began when the offsets were told. */
  base: number;
  readonly entries: readonly Entry[];
  blocks: readonly Span[];
  /** Relative to the chunk. */
  readonly problems: readonly Finding[];
};

const NONE: readonly never[] = [];
export const EMPTY: Row = { base: 0, entries: NONE, blocks: NONE, problems: NONE };

/** How often each key was met so far: `#1`, `#2` … tell apart what says the same of the same. */
export type Counts = Map<string, number>;

/** Where what markers lead to stands in the document: one object each, as long as it does not move. */
export class Places {
  private readonly spans = new Map<Place, Span>();

  constructor(private readonly chunks: readonly Chunk[]) {}

  span(place: Place): Span {
    const known = this.spans.get(place);
    if (known) return known;
    const span = this.now(place);
    this.spans.set(place, span);
    return span;
  }

  /** Chunks have moved: looks where everything stands now. */
  refresh(): void {
    for (const [place, span] of this.spans) {
      const now = this.now(place);
      if (now.start !== span.start) this.spans.set(place, now);
    }
  }

  private now({ chunk, span }: Place): Span {
    const base = this.chunks[chunk]?.start ?? 0;
    return { start: base + span.start, end: base + span.end };
  }
}

/** The hit as the sentence has it: a reference may be only its first bracket. */
const claimed = ({ hit, marker }: Bound): Hit =>
  hit.kind === 'reference' && hit.end !== marker.end ? { ...hit, end: marker.end } : hit;

/** The citations of a chunk with their claims and groups; `bounds` by hit, in order. */
export function entriesOf(
  chunk: Chunk,
  bounds: readonly (readonly Bound[])[],
  heading: string,
  places: Places,
  counts: Counts,
): Entry[] {
  const hits: Hit[] = [];
  for (const row of bounds) if (row[0]) hits.push(claimed(row[0]));
  const claims = claimsOf(chunk, hits, heading);
  const entries: Entry[] = [];
  for (let k = 0; k < bounds.length;) {
    const next = clusterEnd(hits, k, bounds.length, chunk.text, 0);
    const many = next > k + 1 || (bounds[k]?.length ?? 0) > 1;
    const group = many ? entries.length : -1;
    for (; k < next; k++) {
      const claim = claims[k];
      if (!claim) continue;
      for (const bound of bounds[k] ?? NONE)
        entries.push(entryOf(chunk, bound, claim, entries[group], group, places, counts));
    }
  }
  return entries;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function entryOf(
  chunk: Chunk,
  bound: Bound,
  { claim, context }: Claim,
  first: Entry | undefined,
  group: number,
  places: Places,
  counts: Counts,
): Entry {
  const base = chunk.start;
  const { part, reference: place } = bound;
  const key = fingerprint(claim.text, targetKey(bound.target), bound.style);
  const nth = (counts.get(key) ?? 0) + 1;
  counts.set(key, nth);
  const id = `${key}#${nth}`;
  const marker = { start: base + bound.marker.start, end: base + bound.marker.end };
  const whole = part.start === bound.marker.start && part.end === bound.marker.end;
  const citation: Mutable<Citation> = {
    id,
    style: bound.style,
    raw: chunk.text.slice(bound.marker.start, bound.marker.end),
    marker,
    part: whole ? marker : { start: base + part.start, end: base + part.end },
    identifier: bound.identifier,
    claim,
    context,
    target: bound.target,
  };
  if (bound.label !== undefined) citation.label = bound.label;
  if (group >= 0) citation.group = first?.citation.id ?? id;
  if (place) citation.reference = places.span(place);
  return { citation, key, group, place };
}

/** A target in one string: equal for equal targets. */
function targetKey(target: Target): string {
  switch (target.kind) {
    case 'url':
      return target.url;
    case 'file':
      return `${target.path}:${target.lines?.join('-') ?? ''}`;
    case 'commit':
      return target.sha;
    case 'memory':
      return target.id;
    case 'guess':
      return 'guess';
    case 'dangling':
      return target.label;
    case 'work':
      return (
        target.doi ??
        target.arxiv ??
        target.pmid ??
        target.pmcid ??
        target.isbn ??
        target.rfc ??
        target.raw ??
        `${target.title ?? ''}${target.year ?? ''}`
      );
  }
}

/** Paragraphs, headings and cells that hold a citation of `bounds`. */
export function blocksOf(chunk: Chunk, bounds: readonly (readonly Bound[])[]): Span[] {
  const blocks: Span[] = [];
  let last = -1;
  for (const row of bounds) {
    const one = row[0];
    if (!one || one.hit.leaf === last) continue;
    last = one.hit.leaf;
    const leaf = chunk.leaves[last];
    if (leaf) blocks.push({ start: chunk.start + leaf.start, end: chunk.start + leaf.end });
  }
  return blocks;
}

/** Tells the offsets of a row anew where they have changed; `base` is where its chunk begins now. */
export function settle(row: Row, base: number, places: Places): void {
  const by = base - row.base;
  const claims: Moved = { old: undefined, now: undefined };
  for (const entry of row.entries) {
    const { citation, place } = entry;
    const reference = place && places.span(place);
    if (by !== 0) entry.citation = moved(citation, by, reference, claims);
    else if (reference !== citation.reference && reference) {
      const copy = copied(citation);
      copy.reference = reference;
      entry.citation = copy;
    }
  }
  if (by === 0) return;
  row.blocks = row.blocks.map((block) => shifted(block, by));
  row.base = base;
}

/** The last claim that was moved: the markers of one sentence share it. */
type Moved = { old: Citation['claim'] | undefined; now: Citation['claim'] | undefined };

const shifted = (span: Span, by: number): Span => ({ start: span.start + by, end: span.end + by });

function moved(c: Citation, by: number, reference: Span | undefined, claims: Moved): Citation {
  const copy = copied(c);
  copy.marker = shifted(c.marker, by);
  copy.part = c.part === c.marker ? copy.marker : shifted(c.part, by);
  if (claims.old !== c.claim || !claims.now) {
    claims.old = c.claim;
    claims.now = { text: c.claim.text, span: shifted(c.claim.span, by) };
  }
  copy.claim = claims.now;
  if (reference) copy.reference = reference;
  return copy;
}

/** Field by field: seven times as fast as spreading, and an edit copies every citation behind it. */
function copied(c: Citation): Mutable<Citation> {
  const copy: Mutable<Citation> = {
    id: c.id,
    style: c.style,
    raw: c.raw,
    marker: c.marker,
    part: c.part,
    identifier: c.identifier,
    claim: c.claim,
    context: c.context,
    target: c.target,
  };
  if (c.label !== undefined) copy.label = c.label;
  if (c.group !== undefined) copy.group = c.group;
  if (c.reference) copy.reference = c.reference;
  return copy;
}

/** Numbers the citations of all rows anew. */
export function renumber(rows: readonly Row[], counts: Counts): void {
  counts.clear();
  for (const { entries } of rows)
    for (const entry of entries) {
      const nth = (counts.get(entry.key) ?? 0) + 1;
      counts.set(entry.key, nth);
      const id = `${entry.key}#${nth}`;
      if (entry.citation.id !== id) entry.citation = { ...entry.citation, id };
      const group = entry.group < 0 ? undefined : entries[entry.group]?.citation.id;
      if (group !== undefined && entry.citation.group !== group)
        entry.citation = { ...entry.citation, group };
    }
}
