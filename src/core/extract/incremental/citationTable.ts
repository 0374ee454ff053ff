/**
 * The citations of a document with its offsets, and the blocks that hold them, chunk by chunk. They are made once; after an edit
 * those that have moved, or whose entry has, are replaced by copies: what was handed out before never changes. All stand in flat
 * lists, one behind the other as in the text, because an edit goes through all of them and a list of lists takes thrice as long.
 */
import type { Citation, Span, Target } from '../../model';
import { Fingerprint } from '../../text/hash';
import type { LinkedMarker } from '../references/linking';
import type { Chunk } from './chunk';
import { ClaimReader, clusterEnd, type Claim } from '../claims';
import type { Marker } from '../inline/markers';
import type { Destination, Destinations } from '../references/destinations';

/** How often each key was met so far: `#1`, `#2` … tell apart what says the same of the same. Most are met once, which one look tells. */
export class DuplicateCounter {
  private readonly known = new Set<string>();
  /** Of the keys that were met more than once. */
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? (this.known.has(key) ? 1 : 0);
  }

  /** One more of a key; gives how many there are. */
  add(key: string): number {
    const { size } = this.known;
    if (this.known.add(key).size > size) return 1;
    const count = (this.counts.get(key) ?? 1) + 1;
    this.counts.set(key, count);
    return count;
  }

  /** One fewer of a key; gives how many are left. */
  drop(key: string): number {
    const left = this.of(key) - 1;
    if (left > 1) this.counts.set(key, left);
    else this.counts.delete(key);
    if (left < 1) this.known.delete(key);
    return left;
  }

  clear(): void {
    this.known.clear();
    this.counts.clear();
  }
}

/** The rows of consecutive chunks: one for each, with no, one or many citations. */
export class CitationTable {
  /** This list and the next are never changed once they were handed out: `replace` makes new ones. */
  citations: Citation[] = [];
  blocks: Span[] = [];
  /** What each citation leads to. */
  private references: (Destination | undefined)[] = [];
  /** Where the citations and the blocks of each chunk begin, and behind the last where they end. */
  private firsts: number[] = [0];
  private firstBlocks: number[] = [0];

  constructor(
    private readonly places: Destinations,
    private readonly tally: DuplicateCounter,
  ) {}

  /** Adds the row of the next chunk; `bounds` are in order, those of a hit together. */
  add(chunk: Chunk, bounds: readonly LinkedMarker[], heading: string): void {
    if (bounds.length > 0) {
      this.cite(chunk, bounds, heading);
      this.addBlocks(chunk, bounds);
    }
    this.firsts.push(this.citations.length);
    this.firstBlocks.push(this.blocks.length);
  }

  /** The citation of that number in the row of a chunk. */
  citationOf(chunk: number, number: number): Citation | undefined {
    return this.citations[(this.firsts[chunk] ?? 0) + number];
  }

  keysOf(from: number, to: number): readonly string[] {
    return this.citations.slice(this.firsts[from], this.firsts[to]).map(keyOf);
  }

  private cite(chunk: Chunk, bounds: readonly LinkedMarker[], heading: string): void {
    const claims = new ClaimReader(chunk, heading);
    for (let n = 0; n < bounds.length;) {
      const leaf = bounds[n]?.hit.leaf ?? 0;
      let to = n + 1;
      while (bounds[to]?.hit.leaf === leaf) to++;
      const hits = claimedHits(bounds, n, to);
      this.citeLeaf(chunk, bounds, n, hits, claims.read(leaf, hits));
      n = to;
    }
  }

  /** The citations of one leaf; `bounds` are those of its hits from index `from` on. */
  private citeLeaf(
    chunk: Chunk,
    bounds: readonly LinkedMarker[],
    from: number,
    hits: readonly Marker[],
    claims: readonly Claim[],
  ): void {
    let n = from;
    for (let k = 0; k < hits.length;) {
      const next = clusterEnd(hits, k, hits.length, chunk.codes);
      const many = next > k + 1 || bounds[n]?.hit === bounds[n + 1]?.hit;
      const first = many ? this.citations.length : -1;
      for (; k < next; k++) {
        const claim = claims[k];
        const hit = bounds[n]?.hit;
        for (let bound = bounds[n]; bound && bound.hit === hit; bound = bounds[++n])
          if (claim) this.push(chunk, bound, claim, first);
      }
    }
  }

  private push(chunk: Chunk, bound: LinkedMarker, claim: Claim, first: number): void {
    const { citations } = this;
    const key = new Fingerprint(claim.print).add(targetKey(bound.target)).add(bound.style).toString();
    const id = this.number(key);
    const group = first < 0 ? undefined : (citations[first]?.id ?? id);
    if (bound.reference) this.places.add(bound.reference);
    this.references.push(bound.reference);
    citations.push(citationOf(chunk, bound, claim, id, group));
  }

  /** The id of one more citation with this key. */
  private number(key: string): string {
    return `${key}#${this.tally.add(key)}`;
  }

  /** Paragraphs, headings and cells that hold a citation of `bounds`. */
  private addBlocks(chunk: Chunk, bounds: readonly LinkedMarker[]): void {
    let last = -1;
    for (const { hit } of bounds) {
      if (hit.leaf === last) continue;
      last = hit.leaf;
      const leaf = chunk.leaves[last];
      if (leaf) this.blocks.push({ start: chunk.start + leaf.start, end: chunk.start + leaf.end });
    }
  }

  /** Puts `fresh` in the place of as many rows from chunk `from` on; what stands behind them has moved by `delta`. */
  replace(from: number, fresh: CitationTable, delta: number): void {
    const to = from + fresh.firsts.length - 1;
    const [start = 0, end = 0] = [this.firsts[from], this.firsts[to]];
    this.citations = this.moved(start, end, fresh.citations, delta);
    this.references = spliced(this.references, start, end, fresh.references);
    this.firsts = indexed(this.firsts, from, to, fresh.firsts);
    const [first = 0, last = 0] = [this.firstBlocks[from], this.firstBlocks[to]];
    const blocks = this.blocks.slice(0, first);
    for (const block of fresh.blocks) blocks.push(block);
    for (let i = last; i < this.blocks.length; i++) {
      const block = this.blocks[i];
      if (block) blocks.push(delta === 0 ? block : shifted(block, delta));
    }
    this.blocks = blocks;
    this.firstBlocks = indexed(this.firstBlocks, from, to, fresh.firstBlocks);
  }

  /** A new list of the citations, with `fresh` for those from `start` to `end`, those behind moved, each with the place that it leads to now. */
  private moved(start: number, end: number, fresh: readonly Citation[], delta: number): Citation[] {
    const { citations, references } = this;
    const found = citations.slice(0, start);
    for (let i = 0; i < start; i++) {
      const [citation, reference] = [citations[i], references[i]?.now];
      if (citation && reference && reference !== citation.reference) found[i] = ledTo(citation, reference);
    }
    for (const citation of fresh) found.push(citation);
    const claims: Moved = { old: undefined, now: undefined };
    for (let i = end; i < citations.length; i++) {
      const [citation, reference] = [citations[i], references[i]?.now];
      if (!citation) continue;
      if (delta !== 0) found.push(moved(citation, delta, reference, claims));
      else found.push(reference && reference !== citation.reference ? ledTo(citation, reference) : citation);
    }
    return found;
  }

  /** Numbers all citations anew: only before they are handed out. */
  renumber(): void {
    const { citations } = this;
    this.tally.clear();
    let group = '';
    for (const [i, citation] of citations.entries()) {
      const id = this.number(keyOf(citation));
      // The first of a group gives it its name; the others follow right behind it.
      if (citation.group === citation.id) group = id;
      const isNew = citation.id !== id || (citation.group !== undefined && citation.group !== group);
      if (isNew) citations[i] = { ...citation, id, ...(citation.group !== undefined && { group }) };
    }
  }
}

/** The fingerprint of claim, target and style: an id without its number. */
const keyOf = ({ id }: Citation): string => id.slice(0, id.lastIndexOf('#'));

/** `all` with `fresh` in the place of what stands from `start` to `end`; the same list where they are as many. */
function spliced<T>(all: T[], start: number, end: number, fresh: readonly T[]): T[] {
  if (fresh.length !== end - start) return [...all.slice(0, start), ...fresh, ...all.slice(end)];
  fresh.forEach((one, i) => (all[start + i] = one));
  return all;
}

/** The indexes of rows `from` to `to` replaced by those of `fresh`, which count from 0. */
function indexed(all: number[], from: number, to: number, fresh: readonly number[]): number[] {
  const start = all[from] ?? 0;
  const more = start + (fresh.at(-1) ?? 0) - (all[to] ?? 0);
  if (more !== 0) for (let i = to + 1; i < all.length; i++) all[i] = (all[i] ?? 0) + more;
  return spliced(
    all,
    from,
    to + 1,
    fresh.map((n) => n + start),
  );
}

/** The hits of `bounds` from index `from` to `to`, each once. */
function claimedHits(bounds: readonly LinkedMarker[], from: number, to: number): readonly Marker[] {
  const [first, only] = [bounds[from], to === from + 1];
  if (first && only) return [claimed(first)];
  const hits: Marker[] = [];
  let last: Marker | undefined;
  for (let n = from; n < to; n++) {
    const bound = bounds[n];
    if (bound && bound.hit !== last) hits.push(claimed(bound));
    last = bound?.hit;
  }
  return hits;
}

/** The hit as the sentence has it: a reference may be only its first bracket. */
const claimed = ({ hit, marker }: LinkedMarker): Marker =>
  hit.kind === 'reference' && hit.end !== marker.end ? { ...hit, end: marker.end } : hit;

function citationOf(
  { start: base, text }: Chunk,
  { part, marker: at, style, identifier, target, label, reference }: LinkedMarker,
  { claim, context }: Claim,
  id: string,
  group: string | undefined,
): Citation {
  const marker = { start: base + at.start, end: base + at.end };
  const whole = part.start === at.start && part.end === at.end;
  return new Draft(
    id,
    style,
    text.slice(at.start, at.end),
    marker,
    whole ? marker : { start: base + part.start, end: base + part.end },
    identifier,
    claim,
    context,
    target,
    label,
    group,
    reference?.now,
  );
}

/**
 * A citation, made by a constructor: so an engine keeps what only some have, a label, a group, an entry, in the object itself. Thousands
 * are made in a few milliseconds, and an edit copies every one behind it.
 */
class Draft implements Citation {
  declare readonly label?: string;
  declare readonly group?: string;
  declare readonly reference?: Span;

  constructor(
    readonly id: string,
    readonly style: Citation['style'],
    readonly raw: string,
    readonly marker: Span,
    readonly part: Span,
    readonly identifier: string,
    readonly claim: Citation['claim'],
    readonly context: string,
    readonly target: Target,
    label: string | undefined,
    group: string | undefined,
    reference: Span | undefined,
  ) {
    if (label !== undefined) this.label = label;
    if (group !== undefined) this.group = group;
    if (reference) this.reference = reference;
  }
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

/** The last claim that was moved: the markers of one sentence share it. */
type Moved = { old: Citation['claim'] | undefined; now: Citation['claim'] | undefined };

const shifted = (span: Span, by: number): Span => ({ start: span.start + by, end: span.end + by });

function moved(c: Citation, by: number, reference: Span | undefined, claims: Moved): Citation {
  const marker = shifted(c.marker, by);
  const part = c.part === c.marker ? marker : shifted(c.part, by);
  if (claims.old !== c.claim || !claims.now) {
    claims.old = c.claim;
    claims.now = { text: c.claim.text, span: shifted(c.claim.span, by) };
  }
  return copied(c, marker, part, claims.now, reference ?? c.reference);
}

const ledTo = (c: Citation, reference: Span): Citation => copied(c, c.marker, c.part, c.claim, reference);

const copied = (
  { id, style, raw, identifier, context, target, label, group }: Citation,
  marker: Span,
  part: Span,
  claim: Citation['claim'],
  reference: Span | undefined,
): Citation =>
  new Draft(id, style, raw, marker, part, identifier, claim, context, target, label, group, reference);
