/** Which words a marker backs: its sentence, or the clause since the marker before it. */
import type { Span } from '../model';
import { sentences } from '../text/sentences';
import type { Leaf } from './blocks';
import type { Chunk } from './chunks';
import type { Hit } from './hits';

export type Claim = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly context: string;
};

/** The claims of one chunk: for each hit of `kept` (in order of start) its claim, offsets relative to the chunk. */
export function claimsOf(chunk: Chunk, kept: readonly Hit[], text: string, heading: string): Claim[] {
  const claims: Claim[] = [];
  for (let k = 0; k < kept.length;) {
    const leaf = kept[k]?.leaf ?? 0;
    let to = k;
    while (to < kept.length && kept[to]?.leaf === leaf) to++;
    new LeafClaims(chunk, leaf, kept.slice(k, to), text, heading).fill(claims);
    k = to;
  }
  return claims;
}

/** A claim's words are cut here: no sentence of a person is longer, and thousands of markers may share one. */
const LONGEST = 2_000;

/** An enumeration's lead is looked for this far back. */
const LEAD = 600;

class LeafClaims {
  private readonly leaf: Leaf;
  /** What the leaf reads as: the document itself, or its cleaned copy; `base` is the leaf's start in it. */
  private readonly source: string;
  private readonly base: number;
  private readonly cuts: readonly Span[];

  constructor(
    private readonly chunk: Chunk,
    private readonly index: number,
    private readonly hits: readonly Hit[],
    private readonly document: string,
    private readonly heading: string,
  ) {
    const leaf = chunk.leaves[index];
    if (!leaf) throw new Error('a hit outside every leaf');
    this.leaf = leaf;
    const clean = chunk.clean.get(index);
    this.source = clean ?? document;
    this.base = clean === undefined ? chunk.start + leaf.start : 0;
    this.cuts = sentences(
      this.source,
      { start: this.base, end: this.base + leaf.end - leaf.start },
      this.opaque(),
    ).map((s) => this.back(s));
  }

  private back(s: Span): Span {
    const shift = this.leaf.start - this.base;
    return { start: s.start + shift, end: s.end + shift };
  }

  private slice(start: number, end: number): string {
    const shift = this.base - this.leaf.start;
    return this.source.slice(start + shift, end + shift);
  }

  private opaque(): Span[] {
    const shift = this.base - this.leaf.start;
    const all: Span[] = [];
    for (const s of within(this.chunk.opaque, this.leaf))
      all.push({ start: s.start + shift, end: s.end + shift });
    for (const h of this.hits) all.push({ start: h.start + shift, end: h.end + shift });
    return all.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  fill(claims: Claim[]): void {
    let cut = 0;
    let k = 0;
    while (k < this.hits.length) {
      const hit = this.hits[k];
      if (!hit) break;
      while (cut + 1 < this.cuts.length && (this.cuts[cut]?.end ?? 0) <= hit.start) cut++;
      const sentence = this.cuts[cut] ?? { start: hit.start, end: hit.end };
      let to = k + 1;
      while (to < this.hits.length && (this.hits[to]?.start ?? 0) < sentence.end) to++;
      this.sentence(sentence, this.cuts[cut - 1], this.hits.slice(k, to), claims);
      k = to;
    }
  }

  /** One sentence: its markers in clusters, each with the clause that leads up to it. */
  private sentence(sentence: Span, before: Span | undefined, hits: readonly Hit[], claims: Claim[]): void {
    const clusters = clustersOf(hits, (a, b) => this.slice(a, b));
    const context = this.context(before);
    let start = sentence.start;
    let first = 0;
    clusters.forEach((cluster, n) => {
      const next = clusters[n + 1];
      let end = next ? closing(cluster, (a, b) => this.slice(a, b)) : sentence.end;
      // A clause needs words: a marker that opens it (`Smith (2020) found …`, a link) backs what follows.
      if (next && !enough(this.slice(start, cluster.start))) end = next.start;
      // An item of an enumeration (`in France [1], Spain [2]`) says something only with what leads up to it.
      const item = start > sentence.start && end - sentence.start < LEAD && words(this.slice(start, end)) < 4;
      const span = this.withoutTail(
        trim(this.slice(item ? sentence.start : start, end), item ? sentence.start : start),
        hits,
      );
      const claim = this.claim(span, hits, item ? 0 : first, context);
      while (first < hits.length && (hits[first]?.end ?? 0) <= end) first++;
      for (let i = 0; i < cluster.count; i++) claims.push(claim);
      start = end;
    });
  }

  /** Markers behind the full stop stand outside of the sentence they back. */
  private withoutTail(span: Span, hits: readonly Hit[]): Span {
    let end = span.end;
    for (let i = hits.length - 1; i >= 0; i--) {
      const hit = hits[i];
      if (!hit || hit.start <= span.start || hit.end > end || hit.kind === 'works') break;
      if (/[^\s.,;]/.test(this.slice(hit.end, end).slice(0, 8))) break;
      end = hit.start;
    }
    // Numbers that lost their superscript in a copy.
    const tail = this.slice(Math.max(span.start, end - 40), end)
      .replace(/(?<=[.!?]["”’)]?) [\d,–-]{1,23}\s*$/, '')
      .trimEnd();
    const stop = Math.max(span.start, end - 40) + tail.length;
    return stop > span.start && stop < span.end && /[.!?。！？]["”’)）」』*_]*$/.test(tail)
      ? { start: span.start, end: stop }
      : span;
  }

  private context(before: Span | undefined): string {
    const previous = before ? this.slice(before.start, before.end) : this.previousLeaf();
    const words = plain(previous.slice(-400));
    return this.heading === '' ? words : words === '' ? this.heading : `${this.heading}\n${words}`;
  }

  private previousLeaf(): string {
    const leaf = this.chunk.leaves[this.index - 1];
    if (!leaf || leaf.kind === 'heading' || leaf.kind === 'front') return '';
    return this.document.slice(
      this.chunk.start + Math.max(leaf.start, leaf.end - 300),
      this.chunk.start + leaf.end,
    );
  }

  private claim(span: Span, hits: readonly Hit[], first: number, context: string): Claim {
    let words = '';
    let at = span.start;
    for (let i = first; i < hits.length; i++) {
      const hit = hits[i];
      if (!hit) break;
      if (hit.start >= span.end) break;
      if (hit.end <= at) continue;
      if (hit.start > at) words += this.slice(at, hit.start);
      words += kept(hit, (a, b) => this.slice(a, b));
      at = Math.max(at, hit.end);
    }
    if (at < span.end) words += this.slice(at, span.end);
    const text = plain(words.length > LONGEST ? words.slice(0, LONGEST) : words);
    return {
      text: /[\p{L}\d]/u.test(text) ? text : plain(this.alone(span).slice(0, 300)),
      start: span.start,
      end: span.end,
      context,
    };
  }

  /** A marker with no words of its own backs what stands before it: the cell or paragraph above, else itself. */
  private alone(span: Span): string {
    const above = this.previousLeaf();
    return above === '' ? this.slice(span.start, span.end) : above;
  }
}

function within(all: readonly Span[], leaf: Leaf): readonly Span[] {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((all[mid]?.start ?? 0) < leaf.start) low = mid + 1;
    else high = mid;
  }
  let end = low;
  while (end < all.length && (all[end]?.start ?? 0) < leaf.end) end++;
  return all.slice(low, end);
}

export type Cluster = { readonly start: number; end: number; count: number };

/** Markers with nothing but blanks, commas and semicolons between them stand together. */
export function clustersOf(hits: readonly Span[], slice: (start: number, end: number) => string): Cluster[] {
  const clusters: Cluster[] = [];
  for (const hit of hits) {
    const last = clusters.at(-1);
    if (
      last &&
      (hit.start <= last.end ||
        (hit.start - last.end < 6 && /^[\s,;，；、]*$/.test(slice(last.end, hit.start))))
    ) {
      last.end = Math.max(last.end, hit.end);
      last.count++;
    } else clusters.push({ start: hit.start, end: hit.end, count: 1 });
  }
  return clusters;
}

/** Where a marker in brackets of its own ends, the bracket included: `(src/a.ts:42)`. Else its end. */
function closing({ start, end }: Span, slice: (start: number, end: number) => string): number {
  const [before, behind] = [slice(start - 2, start), slice(end, end + 2)];
  const marks = /^[)）\]]/.test(behind) ? 1 : /^`[)）\]]/.test(behind) ? 2 : 0;
  return marks > 0 && /[(（[]`?$/.test(before) ? end + marks : end;
}

/** Words of a clause, a character of a script without blanks being half of one; counts to four. */
function words(clause: string): number {
  const latin = clause.match(/[\p{L}\d][^\s,;[\]()]*/gu)?.filter((w) => /\p{L}{2}/u.test(w)).length ?? 0;
  return latin + (clause.match(/[\u3040-\u9fff]/g)?.length ?? 0) / 2;
}

/** Two words, or two characters of a script without blanks. */
const enough = (text: string): boolean => /[\p{L}\d][^\s]*\s+[^\s]*[\p{L}\d]|[\u3040-\u9fff]{2}/u.test(text);

/** What of a marker is part of the sentence's words: a link's text, the names of a narrative citation, a path that no brackets set apart. */
function kept(hit: Hit, slice: (start: number, end: number) => string): string {
  switch (hit.kind) {
    case 'direct': {
      if (hit.style === 'link') return hit.label ?? linkText(slice(hit.start, hit.end));
      return hit.style === 'url' ||
        hit.style === 'doi' ||
        hit.style === 'guess' ||
        hit.style === 'memory' ||
        closing(hit, slice) > hit.end
        ? ''
        : slice(hit.start, hit.end);
    }
    case 'reference':
      return hit.text;
    case 'works': {
      const raw = slice(hit.start, hit.end);
      return /^[(（[]/.test(raw) ? '' : raw;
    }
    case 'keys':
      return slice(hit.start, hit.start + 1) === '@' ? slice(hit.start, hit.end) : '';
    case 'numbers':
    case 'note':
    case 'inline-note':
    case 'residue':
      return '';
  }
}

const linkText = (raw: string): string => {
  const html = /^<a [^>]*>([^<]*)</i.exec(raw)?.[1];
  if (html !== undefined) return html;
  const close = raw.indexOf('](');
  return close > 0 ? raw.slice(1, close) : '';
};

/** Without emphasis and code marks, blanks collapsed, none before a mark. */
export function plain(text: string): string {
  return text
    .replace(/\*\*|__|`|(?<![\p{L}\d\s])\*(?=\S)|(?<=\s|^)[*_](?=\S)|(?<=\S)[*_](?=[\s.,;:!?)]|$)/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?)，。；：！？])/g, '$1')
    .replace(/\(\s?[,;]*\s?\)/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}

function trim(text: string, start: number): Span {
  let from = 0;
  let to = text.length;
  while (from < to && /[\s,;，；、]/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return { start: start + from, end: start + to };
}
