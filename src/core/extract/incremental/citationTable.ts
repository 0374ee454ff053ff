/**
 * The citations of a document, with offsets in the document. They are created once. After an edit, those that moved, or whose reference
 * moved, are replaced by copies: results that were returned earlier never change.
 */
import type { Citation, Span, Target } from '../../model';
import { Fingerprint } from '../../text/hash';
import { countBefore } from '../../text/search';
import type { LinkedMarker } from '../references/linking';
import { firstAt, type Chunk, type Destination } from '../model/chunk';
import type { Above } from '../claimContext';
import { ClaimReader, type Claim } from '../claims';
import { clusterEnd } from '../model/clusters';
import type { Marker } from '../model/markers';
import { countUp } from '../../text/maps';

/**
 * A row per citation, in order. Columns instead of objects, because an edit visits every row and objects take three times as long. Those
 * that results contain (citations and blocks) are replaced by an edit, never changed.
 */
type Columns = {
  readonly citations: Citation[];
  /** The index of the chunk that contains the citation. */
  readonly homes: number[];
  /** What the citation leads to. */
  readonly references: (Destination | undefined)[];
  /** The paragraphs, headings and cells that contain citations: a row each. */
  readonly blocks: Span[];
};

const noRows = (): Columns => ({ citations: [], homes: [], references: [], blocks: [] });

export class CitationTable {
  private columns = noRows();
  /** Occurrences of each fingerprint: the `2` of `#2` in an id. */
  private readonly counts = new Map<string, number>();
  /** The index of the chunk whose citations are added. */
  private index = 0;

  constructor(private readonly chunks: readonly Chunk[]) {}

  /** How many citations there are. */
  get size(): number {
    return this.columns.citations.length;
  }

  /** Adds the citations of the next chunk. `bounds` are in order, those of one marker together. */
  add(index: number, bounds: readonly LinkedMarker[], above: Above): void {
    const chunk = this.chunks[index];
    if (!chunk || bounds.length === 0) return;
    this.index = index;
    const claims = new ClaimReader(chunk, above);
    for (let n = 0; n < bounds.length;) {
      const leaf = bounds[n]?.hit.leaf ?? 0;
      let to = n + 1;
      while (bounds[to]?.hit.leaf === leaf) to++;
      const hits = claimedHits(bounds, n, to);
      const block = chunk.leaves[leaf];
      if (block) this.columns.blocks.push(shifted(block, chunk.start));
      this.addLeaf(chunk, bounds, n, hits, claims.read(leaf, hits));
      n = to;
    }
  }

  /** Adds the citations of one leaf; `bounds` are those of its markers from index `from` on. */
  private addLeaf(
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
      const first = many ? this.columns.citations.length : -1;
      for (; k < next; k++) {
        const claim = claims[k];
        const hit = bounds[n]?.hit;
        for (let bound = bounds[n]; bound && bound.hit === hit; bound = bounds[++n])
          if (claim) this.cite(chunk, bound, claim, first);
      }
    }
  }

  private cite(chunk: Chunk, bound: LinkedMarker, claim: Claim, first: number): void {
    const key = new Fingerprint(claim.print).add(targetKey(bound.target)).add(bound.style).toString();
    const id = `${key}#${countUp(this.counts, key)}`;
    const { citations, homes, references } = this.columns;
    const { part, marker: at, reference } = bound;
    const marker = shifted(at, chunk.start);
    citations.push(
      new CitationRecord(
        id,
        bound.style,
        chunk.text.slice(at.start, at.end),
        marker,
        part.start === at.start && part.end === at.end ? marker : shifted(part, chunk.start),
        bound.identifier,
        claim.claim,
        claim.context,
        bound.target,
        bound.label,
        first < 0 ? undefined : (citations[first]?.id ?? id),
        reference && this.spanOf(reference),
      ),
    );
    homes.push(this.index);
    references.push(reference);
  }

  /** The span of a reference; undefined if it is in another file. */
  private spanOf(place: Destination): Span | undefined {
    if (place.chunk < 0) return undefined;
    const base = this.chunks[place.chunk]?.start ?? 0;
    if (place.now?.start !== base + place.start)
      place.now = { start: base + place.start, end: base + place.end };
    return place.now;
  }

  citationOf(chunk: number, number: number): Citation | undefined {
    return this.columns.citations[this.firstOf(chunk) + number];
  }

  /** Index of the first row of a chunk, or of the rows after it. */
  private firstOf(chunk: number): number {
    const { homes } = this.columns;
    return countBefore(homes.length, (i) => (homes[i] ?? chunk) < chunk);
  }

  /**
   * Replaces the citations of the chunks `from` to `to` by those that `write` adds; what follows has moved by `delta`. Returns false if
   * another citation's `#n` may have changed; the table must then be rebuilt.
   */
  replace(from: number, to: number, delta: number, write: () => void): boolean {
    const { columns, counts } = this;
    const [first, last] = [this.firstOf(from), this.firstOf(to)];
    for (const { id } of columns.citations.slice(first, last)) {
      const key = id.slice(0, id.lastIndexOf('#'));
      if (counts.get(key) !== 1) return false;
      counts.delete(key);
    }
    this.columns = noRows();
    write();
    const fresh = this.columns;
    // Usually there are as many rows as before, and a column needn't be copied.
    const spliced = <T>(all: T[], rows: readonly T[]): T[] => {
      if (rows.length !== last - first) return all.slice(0, first).concat(rows, all.slice(last));
      rows.forEach((row, i) => (all[first + i] = row));
      return all;
    };
    const before = columns.blocks.slice(0, firstAt(columns.blocks, this.chunks[from]?.start ?? Infinity));
    const after = columns.blocks.slice(firstAt(columns.blocks, (this.chunks[to]?.start ?? Infinity) - delta));
    this.columns = {
      citations: spliced(columns.citations.slice(), fresh.citations),
      homes: spliced(columns.homes, fresh.homes),
      references: spliced(columns.references, fresh.references),
      blocks: before.concat(
        fresh.blocks,
        after.map((block) => shifted(block, delta)),
      ),
    };
    if (delta !== 0) {
      this.move(0, first, 0);
      this.move(first + fresh.homes.length, this.size, delta);
    }
    return fresh.citations.every(({ id }) => id.endsWith('#1'));
  }

  /** Moves rows by `by` units and updates the spans of their references. */
  private move(from: number, to: number, by: number): void {
    const { citations, references } = this.columns;
    let claim: Citation['claim'] | undefined;
    let moved: Citation['claim'] | undefined;
    for (let i = from; i < to; i++) {
      const old = citations[i];
      const place = references[i];
      if (!old) break;
      const reference = place && this.spanOf(place);
      if (by === 0 && reference === old.reference) continue;
      // The markers of one sentence share their claim.
      if (claim !== old.claim || !moved) {
        claim = old.claim;
        moved = by === 0 ? claim : { text: claim.text, span: shifted(claim.span, by) };
      }
      citations[i] = copied(old, by, moved, reference);
    }
  }

  /** All citations, and the paragraphs, headings and cells that contain them. */
  all(): { readonly citations: readonly Citation[]; readonly blocks: readonly Span[] } {
    return this.columns;
  }
}

const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** The hits of `bounds` from index `from` to `to`, each once. */
function claimedHits(bounds: readonly LinkedMarker[], from: number, to: number): readonly Marker[] {
  const hits: Marker[] = [];
  for (let n = from; n < to; n++) {
    const bound = bounds[n];
    if (bound && (n === from || bound.hit !== bounds[n - 1]?.hit)) hits.push(claimed(bound));
  }
  return hits;
}

/** The marker as it counts for the sentence: of a reference link maybe only the first bracket. */
const claimed = ({ hit, marker }: LinkedMarker): Marker =>
  hit.kind === 'reference' && hit.end !== marker.end ? { ...hit, end: marker.end } : hit;

/** A copy of the citation, moved by `by` units. */
function copied(c: Citation, by: number, claim: Citation['claim'], to: Span | undefined): Citation {
  const { id, style, raw, identifier: key, context, target, label, group } = c;
  const marker = by === 0 ? c.marker : shifted(c.marker, by);
  const part = c.part === c.marker ? marker : shifted(c.part, by);
  return new CitationRecord(id, style, raw, marker, part, key, claim, context, target, label, group, to);
}

/**
 * A citation, made by a constructor so that the engine keeps the optional fields (label, group, reference) in the object itself:
 * thousands are made in a few milliseconds, and an edit copies every one after it.
 */
class CitationRecord implements Citation {
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
    case 'action':
      return target.kind;
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
