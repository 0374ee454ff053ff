/** Tier 1: text → citations and problems. No network, no clock, linear in the text, never throws on any string. */
import type { Citation, Problem, Span, Target, Work } from '../model';
import { fingerprint } from '../text/hash';
import { readBibliographies } from './bibliography';
import { Environment, type Bound } from './binding';
import { readChunks, type Chunk } from './chunks';
import { claimsOf, clustersOf } from './claims';
import { frontMatter } from './frontMatter';
import type { Hit } from './hits';
import { plain } from './claims';
import { findProblems, type Pair } from './problems';

export type ScanContext = {
  /** `markdown` when left out. `text` has no indented code; `latex` reads commands and comments and no Markdown. */
  readonly format?: 'markdown' | 'text' | 'latex';
  /** Bibliography files of the document: .bib, CSL-JSON, CSL-YAML, told by their content. */
  readonly bibliographies?: readonly { readonly path: string; readonly text: string }[];
  /** The current year: without it no date is called one of the future. */
  readonly year?: number;
};

export type Scan = {
  readonly citations: readonly Citation[];
  readonly problems: readonly Problem[];
  /** Bibliography files that the text itself names, as written. */
  readonly bibliographies: readonly string[];
  /** Paragraphs, headings and cells: where a code lens may stand. */
  readonly blocks: readonly Span[];
};

/**
 * Finds every citation of `text` with its exact place, what it points at, and what is wrong without asking anyone.
 * Offsets are UTF-16 units, half-open; `text.slice(marker.start, marker.end) === raw`. Any string scans; nothing is thrown.
 */
export function scan(text: string, context: ScanContext = {}): Scan {
  return assemble(text, readChunks(text, 0, text.length, chunkOptions(context)), context);
}

/** A scanner that keeps its last text and reads again only what changed. */
export function createScanner(context: ScanContext = {}): { scan(text: string): Scan } {
  return { scan: (text) => scan(text, context) };
}

const chunkOptions = (context: ScanContext) => ({
  latex: context.format === 'latex',
  plain: context.format === 'text',
});

function assemble(text: string, chunks: readonly Chunk[], context: ScanContext): Scan {
  const matter = frontMatter(text, chunks, context.format === 'latex');
  const keys = keysOf(context, matter.references);
  const env = new Environment(chunks, text, keys, matter.bibliographies.length > 0);
  env.prepare();
  const ids = new Map<string, number>();
  const pairs = bindAll(env).flatMap((row) => cite(env, row, ids));
  return {
    citations: pairs.map((p) => p.citation),
    problems: findProblems(env, pairs, context.year),
    bibliographies: matter.bibliographies,
    blocks: chunks.flatMap((c) =>
      c.leaves
        .filter((l) => l.kind !== 'front')
        .map((l) => ({ start: c.start + l.start, end: c.start + l.end })),
    ),
  };
}

function keysOf(
  context: ScanContext,
  inline: ReadonlyMap<string, Work>,
): ReadonlyMap<string, Work> | undefined {
  const files = context.bibliographies ?? [];
  if (files.length === 0 && inline.size === 0) return undefined;
  const keys = new Map(inline);
  for (const file of files)
    for (const [key, work] of readBibliographies(file.text, file.path))
      if (!keys.has(key)) keys.set(key, work);
  return keys;
}

type Row = {
  readonly chunk: Chunk;
  readonly heading: string;
  readonly bounds: readonly (readonly Bound[])[];
};

/** Binds all hits: first those outside of reference lists, then those in entries of lists that nothing leads to. */
function bindAll(env: Environment): Row[] {
  const bound = new Map<Hit, readonly Bound[]>();
  env.chunks.forEach((chunk, index) => {
    for (const hit of chunk.hits) {
      if (env.consumed.has(hit) || env.listAt(index, hit.start)) continue;
      bound.set(hit, env.bind(index, hit));
    }
  });
  env.chunks.forEach((chunk, index) => {
    for (const hit of chunk.hits) {
      const list = env.listAt(index, hit.start);
      if (!list || env.consumed.has(hit) || env.isLabel(index, hit)) continue;
      // What stands in an entry is the entry's, unless nothing leads to the list; a number that leads to another list is a marker.
      if (!env.usedLists.has(list) || (hit.kind === 'numbers' && env.leadsElsewhere(index, hit, list)))
        bound.set(hit, env.bind(index, hit));
    }
  });
  let heading = '';
  return env.chunks.map((chunk) => {
    const row = {
      chunk,
      heading,
      bounds: chunk.hits.map((hit) => bound.get(hit) ?? []).filter((b) => b.length > 0),
    };
    for (const leaf of chunk.leaves)
      if (leaf.kind === 'heading')
        heading = plain(
          env.text.slice(
            chunk.start + leaf.start,
            Math.min(chunk.start + leaf.end, chunk.start + leaf.start + 300),
          ),
        );
    return row;
  });
}

/** Citations of one chunk: claims, groups, identities. */
function cite(env: Environment, row: Row, ids: Map<string, number>): Pair[] {
  const { chunk } = row;
  const rows = withoutInner(env, row.bounds);
  const hits = rows.map((b) => claimed(first(b)));
  const claims = claimsOf(chunk, hits, env.text, row.heading);
  const slice = (a: number, b: number): string => env.text.slice(chunk.start + a, chunk.start + b);
  const pairs: Pair[] = [];
  let n = 0;
  for (const cluster of clustersOf(hits, slice)) {
    const members = rows.slice(n, n + cluster.count);
    const many =
      cluster.count > 1 ||
      first(members[0] ?? []).hit !== members.at(-1)?.at(-1)?.hit ||
      (members[0]?.length ?? 0) > 1;
    let group: string | undefined;
    members.forEach((bounds, m) => {
      const claim = claims[n + m];
      if (!claim) return;
      for (const bound of bounds) {
        const alone = bounds.length === 1;
        const citation = toCitation(env, chunk, bound, claim, ids, alone, many ? (group ?? '') : undefined);
        group ??= citation.id;
        pairs.push({ bound, citation: many && citation.group === '' ? { ...citation, group } : citation });
      }
    });
    n += cluster.count;
  }
  return pairs;
}

/** The hit as the sentence has it: a reference may be only its first bracket. */
const claimed = ({ hit, marker }: Bound): Hit =>
  hit.kind === 'reference' ? { ...hit, end: marker.end } : hit;

function first(bounds: readonly Bound[]): Bound {
  const bound = bounds[0];
  if (!bound) throw new Error('a hit without a citation');
  return bound;
}

/** Drops weak author-year guesses where numbers rule, and what stands inside a link that turned out to be one. */
function withoutInner(env: Environment, rows: Row['bounds']): (readonly Bound[])[] {
  let end = -1;
  return rows.filter((bounds) => {
    const { hit, marker, fault } = first(bounds);
    if (hit.start < end) return false;
    if (hit.kind === 'works' && !hit.strong && fault === 'no-entry' && env.numbered && !env.authorYear)
      return false;
    if (hit.kind === 'reference' || hit.kind === 'inline-note') end = marker.end;
    return true;
  });
}

function toCitation(
  env: Environment,
  chunk: Chunk,
  bound: Bound,
  claim: { text: string; start: number; end: number; context: string },
  ids: Map<string, number>,
  alone: boolean,
  group: string | undefined,
): Citation {
  const base = chunk.start;
  const marker = { start: base + bound.marker.start, end: base + bound.marker.end };
  const key = `${claim.text}\u0000${targetKey(bound.target)}\u0000${bound.style}`;
  const id = fingerprint(key);
  const nth = (ids.get(id) ?? 0) + 1;
  ids.set(id, nth);
  const at = bound.reference && (env.chunks[bound.reference.chunk]?.start ?? 0);
  return {
    id: `${id}#${nth}`,
    style: bound.style,
    raw: env.text.slice(marker.start, marker.end),
    marker,
    part: alone ? marker : { start: base + bound.start, end: base + bound.end },
    identifier: bound.identifier,
    ...(bound.label !== undefined && { label: bound.label }),
    ...(group !== undefined && { group }),
    claim: { text: claim.text, span: { start: base + claim.start, end: base + claim.end } },
    context: claim.context,
    target: bound.target,
    ...(bound.reference &&
      at !== undefined && {
        reference: { start: at + bound.reference.span.start, end: at + bound.reference.span.end },
      }),
  };
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
