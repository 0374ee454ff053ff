/**
 * A scanned document: its chunks, what markers lead to, and the citations of each chunk. An edit that leaves headings, lists,
 * notes and labels alone costs the chunks it touches and the moving of everything behind it; any other edit binds all anew, but
 * reads only what changed.
 */
import { CODES } from '../codes';
import type { Citation, Problem, Span, Target, Work } from '../model';
import { fingerprint } from '../text/hash';
import { bind, type Bound } from './binding';
import { LAST } from './lists';
import type { Chunk } from './chunks';
import { claimsOf, clusterEnd, type Claim } from './claims';
import { Environment } from './environment';
import type { Hit } from './hits';
import { plain } from './plain';
import { documentProblems, markerProblems, type Finding } from './problems';

export type Scan = {
  readonly citations: readonly Citation[];
  readonly problems: readonly Problem[];
  /** Bibliography files that the text itself names, as written. */
  readonly bibliographies: readonly string[];
  /** Paragraphs, headings and cells that hold a citation: where a code lens may stand. */
  readonly blocks: readonly Span[];
};

/** A citation of a chunk, offsets relative to it. */
export type Draft = {
  readonly bound: Bound;
  readonly claim: Claim;
  readonly raw: string;
  /** Fingerprint of claim, target and style. */
  readonly key: string;
  /** Index of the group's first draft in the chunk, -1 for one that stands alone. */
  readonly group: number;
  readonly leaf: number;
  id: string;
};
export type Row = { drafts: readonly Draft[]; problems: readonly Finding[] };

const NOTHING: (readonly Bound[] | undefined)[] = [];
const EMPTY: Row = { drafts: [], problems: [] };

export type Matter = {
  readonly bibliographies: readonly string[];
  readonly keys: ReadonlyMap<string, Work> | undefined;
};

export class Document {
  private rows: Row[] = [];
  private global: readonly Finding[] = [];
  private readonly counts = new Map<string, number>();

  constructor(
    readonly chunks: Chunk[],
    readonly matter: Matter,
    private readonly year: number | undefined,
    private env = new Environment(chunks, matter.keys, matter.bibliographies.length > 0),
  ) {
    this.bindAll();
  }

  /** Binds all hits: first those outside of reference lists, then those in entries that nothing leads to. */
  private bindAll(): void {
    const { env, chunks } = this;
    const bounds = chunks.map((chunk, index) =>
      chunk.hits.length === 0 ? NOTHING : this.bindChunk(chunk, index),
    );
    chunks.forEach((chunk, index) => {
      if (env.holdsEntries(index)) this.bindEntries(chunk, index, bounds[index] ?? []);
    });
    let heading = '';
    this.rows = chunks.map((chunk, index) => {
      const row = this.row(chunk, bounds[index] ?? [], heading);
      heading = headingOf(chunk) ?? heading;
      return row;
    });
    this.number();
    this.global = documentProblems(env, this.year);
  }

  private bindChunk(chunk: Chunk, index: number): (readonly Bound[] | undefined)[] {
    const { env } = this;
    const entries = env.holdsEntries(index);
    return chunk.hits.map((hit) =>
      env.consumed.has(hit) || (entries && env.listAt(index, hit.start)) ? undefined : bind(env, index, hit),
    );
  }

  /** What stands in an entry is the entry's, unless nothing leads to the list; a number that leads to another list is a marker. */
  private bindEntries(chunk: Chunk, index: number, bounds: (readonly Bound[] | undefined)[]): void {
    const { env } = this;
    chunk.hits.forEach((hit, n) => {
      const list = env.listAt(index, hit.start);
      if (!list || env.consumed.has(hit) || env.isLabel(index, hit)) return;
      if (!env.usedLists.has(list) || (hit.kind === 'numbers' && env.leadsElsewhere(index, hit, list)))
        bounds[n] = bind(env, index, hit);
    });
  }

  private row(chunk: Chunk, bounds: readonly (readonly Bound[] | undefined)[], heading: string): Row {
    if (bounds.length === 0 && chunk.faults.length === 0) return EMPTY;
    const drafts = draftsOf(chunk, this.standing(bounds), heading);
    return { drafts, problems: markerProblems(this.env, chunk, drafts, this.year) };
  }

  /** Drops weak author-year guesses where numbers rule, and what stands inside a link or note that turned out to be one. */
  private standing(bounds: readonly (readonly Bound[] | undefined)[]): (readonly Bound[])[] {
    const { env } = this;
    const kept: (readonly Bound[])[] = [];
    let end = -1;
    for (const row of bounds) {
      const one = row?.[0];
      if (!row || !one || one.hit.start < end) continue;
      const { hit } = one;
      if (hit.kind === 'works' && !hit.strong && one.fault === 'no-entry' && env.numbered && !env.authorYear)
        continue;
      if (hit.kind === 'reference' || hit.kind === 'inline-note') ({ end } = one.marker);
      kept.push(row);
    }
    return kept;
  }

  /** Numbers the citations that say the same of the same: `#1`, `#2` … */
  private number(): void {
    this.counts.clear();
    for (const row of this.rows)
      for (const draft of row.drafts) {
        const nth = (this.counts.get(draft.key) ?? 0) + 1;
        this.counts.set(draft.key, nth);
        draft.id = `${draft.key}#${nth}`;
      }
  }

  /** The whole result with offsets of the document. */
  scan(): Scan {
    const { chunks, env } = this;
    const citations: Citation[] = [];
    const blocks: Span[] = [];
    const places = new Map<object, Span>();
    const problems = this.global.map((f) => toProblem(f, chunks[f.chunk]?.start ?? 0, undefined));
    this.rows.forEach(({ drafts, problems: found }, index) => {
      const chunk = chunks[index];
      if (!chunk || (drafts.length === 0 && found.length === 0)) return;
      let leaf = -1;
      for (const draft of drafts) {
        citations.push(toCitation(draft, drafts, chunk.start, env, places));
        const block = draft.leaf === leaf ? undefined : chunk.leaves[(leaf = draft.leaf)];
        if (block) blocks.push({ start: chunk.start + block.start, end: chunk.start + block.end });
      }
      for (const f of found)
        problems.push(toProblem(f, chunk.start, f.draft === undefined ? undefined : drafts[f.draft]?.id));
    });
    problems.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    return { citations, problems, bibliographies: this.matter.bibliographies, blocks };
  }

  /**
   * Puts `fresh` chunks in the place of those from `from` to `to`; the text behind them has moved by `delta`. Gives false when
   * what they define or lead to may have changed for the rest: then the document must be bound anew.
   */
  replace(from: number, to: number, fresh: Chunk[], delta: number): boolean {
    const old = this.chunks.slice(from, to);
    const quiet = fresh.length === old.length && this.isQuiet(from, old, fresh);
    if (delta !== 0) for (let i = to; i < this.chunks.length; i++) this.move(i, delta);
    this.chunks.splice(from, to - from, ...fresh);
    if (!quiet) return false;
    this.refresh(from, fresh);
    return true;
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
      return sameStructure(chunk, other) && signature(chunk) === signature(other);
    });
  }

  private refresh(from: number, fresh: readonly Chunk[]): void {
    let heading = '';
    for (let i = from - 1; i >= 0; i--) {
      const found = headingOf(this.chunks[i]);
      if (found !== undefined) {
        heading = found;
        break;
      }
    }
    // Most claims are said once: only where one is said again must all be numbered anew.
    const again = { found: false };
    const count = (key: string, by: number): void => {
      const n = (this.counts.get(key) ?? 0) + by;
      if (n > 1 || (n > 0 && by < 0)) again.found = true;
      if (n > 0) this.counts.set(key, n);
      else this.counts.delete(key);
    };
    fresh.forEach((chunk, i) => {
      const index = from + i;
      const row = this.row(
        chunk,
        chunk.hits.map((hit) => (this.env.consumed.has(hit) ? undefined : bind(this.env, index, hit))),
        heading,
      );
      for (const draft of this.rows[index]?.drafts ?? []) count(draft.key, -1);
      for (const draft of row.drafts) {
        count(draft.key, 1);
        draft.id = `${draft.key}#1`;
      }
      this.rows[index] = row;
    });
    if (again.found) this.number();
  }
}

/** Nothing that the rest of the document depends on: no heading, entry, note, definition or front matter. */
const isInert = (c: Chunk): boolean =>
  c.heads.length === 0 &&
  c.lines.length === 0 &&
  c.notes.length === 0 &&
  c.definitions.length === 0 &&
  c.leaves[0]?.kind !== 'front' &&
  !c.hits.some((h) => h.kind === 'inline-note');

const sameStructure = (a: Chunk, b: Chunk): boolean =>
  a.leaves.length === b.leaves.length &&
  a.leaves.every(
    (leaf, i) => leaf.kind === b.leaves[i]?.kind && leaf.item?.number === b.leaves[i].item?.number,
  );

/** The markers of a chunk that lead somewhere else in the document, in one string. */
function signature(chunk: Chunk): string {
  let text = '';
  for (const hit of chunk.hits) {
    if (hit.kind === 'direct') text += hit.inner ? `i${hit.inner.label};` : '';
    else if (hit.kind === 'note' || hit.kind === 'residue') text += `${hit.kind}${hit.label};`;
    else if (hit.kind === 'reference') text += `r${hit.label}|${hit.text};`;
    else if (hit.kind === 'inline-note') text += 'inline;';
    else if (hit.kind === 'works')
      text += `works${hit.parts.map((p) => p.label + p.authors.join('&')).join(',')};`;
    else
      text += `${hit.kind}${'doubt' in hit ? (hit.doubt ?? '') : ''}${hit.parts.map((p) => p.label).join(',')};`;
  }
  return text;
}

/** The last heading of a chunk in plain words. */
function headingOf(chunk: Chunk | undefined): string | undefined {
  if (!chunk) return undefined;
  for (let i = chunk.heads.length - 1; i >= 0; i--) {
    const leaf = chunk.leaves[chunk.heads[i] ?? -1];
    if (leaf?.kind === 'heading')
      return plain(chunk.text.slice(leaf.start, Math.min(leaf.end, leaf.start + 300)));
  }
  return undefined;
}

/** The hit as the sentence has it: a reference may be only its first bracket. */
const claimed = ({ hit, marker }: Bound): Hit =>
  hit.kind === 'reference' && hit.end !== marker.end ? { ...hit, end: marker.end } : hit;

/** Citations of one chunk with their claims and groups. */
function draftsOf(chunk: Chunk, rows: readonly (readonly Bound[])[], heading: string): Draft[] {
  if (rows.length === 0) return [];
  const hits: Hit[] = [];
  for (const [one] of rows) if (one) hits.push(claimed(one));
  const claims = claimsOf(chunk, hits, heading);
  const drafts: Draft[] = [];
  for (let k = 0; k < rows.length;) {
    const next = clusterEnd(hits, k, rows.length, chunk.text, 0);
    const many = next > k + 1 || (rows[k]?.length ?? 0) > 1;
    const group = many ? drafts.length : -1;
    for (; k < next; k++) {
      const claim = claims[k];
      if (claim) for (const bound of rows[k] ?? []) drafts.push(draftOf(chunk, bound, claim, group));
    }
  }
  return drafts;
}

function draftOf(chunk: Chunk, bound: Bound, claim: Claim, group: number): Draft {
  const key = fingerprint(claim.text, targetKey(bound.target), bound.style);
  const raw = chunk.text.slice(bound.marker.start, bound.marker.end);
  return { bound, claim, raw, key, group, leaf: bound.hit.leaf, id: '' };
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

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function toCitation(
  draft: Draft,
  drafts: readonly Draft[],
  base: number,
  env: Environment,
  places: Map<object, Span>,
): Citation {
  const { bound, claim } = draft;
  const marker = { start: base + bound.marker.start, end: base + bound.marker.end };
  const whole = bound.part.start === bound.marker.start && bound.part.end === bound.marker.end;
  const citation: Mutable<Citation> = {
    id: draft.id,
    style: bound.style,
    raw: draft.raw,
    marker,
    part: whole ? marker : { start: base + bound.part.start, end: base + bound.part.end },
    identifier: bound.identifier,
    claim: { text: claim.text, span: { start: base + claim.start, end: base + claim.end } },
    context: claim.context,
    target: bound.target,
  };
  if (bound.label !== undefined) citation.label = bound.label;
  if (draft.group >= 0) citation.group = drafts[draft.group]?.id ?? draft.id;
  if (bound.reference) citation.reference = placed(bound.reference, env, places);
  return citation;
}

/** The same entry has the same span object in all citations of a scan. */
function placed(
  place: { readonly chunk: number; readonly span: Span },
  env: Environment,
  places: Map<object, Span>,
): Span {
  const known = places.get(place);
  if (known) return known;
  const base = env.chunks[place.chunk]?.start ?? 0;
  const span = { start: base + place.span.start, end: base + place.span.end };
  places.set(place, span);
  return span;
}

function toProblem(
  { code, start, end, facts }: Finding,
  base: number,
  citation: string | undefined,
): Problem {
  const problem: Mutable<Problem> = {
    code,
    severity: CODES[code].severity,
    span: { start: base + start, end: base + end },
    facts,
  };
  if (citation !== undefined) problem.citation = citation;
  return problem;
}
