/**
 * A document as chunks: stretches that can be read each by itself. A chunk keeps what was found in it with offsets relative to its
 * own start, so that an edit elsewhere costs it nothing.
 */
import type { Span } from '../model';
import { decode, readBlocks, type CodeBlock, type Leaf, type Note } from './blocks';
import { isDigit, units } from './chars';
import { readDefinitions, type Definition } from './definitions';
import type { Fault, Hit } from './hits';
import { Inline } from './inline';

export type Line = {
  readonly start: number;
  end: number;
  readonly label: string;
  readonly text: number;
  readonly leaf: number;
};

export type Chunk = {
  /** Offset of the chunk in the document; everything below is relative to it. */
  start: number;
  readonly size: number;
  readonly leaves: readonly Leaf[];
  /** In order of their start. */
  readonly hits: readonly Hit[];
  readonly faults: readonly Fault[];
  /** Code, tags, destinations: in order. */
  readonly opaque: readonly Span[];
  readonly code: readonly CodeBlock[];
  readonly notes: readonly Note[];
  readonly definitions: readonly Definition[];
  /** Lines that begin with `[label]`: perhaps entries of a reference list. */
  readonly lines: readonly Line[];
  /** Leaves whose quote marks were blanked, as they read without them. */
  readonly clean: ReadonlyMap<number, string>;
};

export type ChunkOptions = { readonly latex: boolean; readonly plain: boolean };

/** Reads `text` from `from` on into chunks; `stop` says at a boundary (an offset into the text) that the rest is known. */
export function readChunks(
  text: string,
  from: number,
  to: number,
  options: ChunkOptions,
  stop?: (bound: number) => boolean,
): Chunk[] {
  const codes = units(text, from, to);
  if (options.latex) blankComments(codes);
  const blocks = readBlocks(codes, {
    first: from === 0,
    indentedCode: !options.plain && !options.latex,
    ...(stop && { stop: (bound: number) => stop(from + bound) }),
  });
  const inline = new Inline(codes, options);
  const chunks: Chunk[] = [];
  const cursor = { leaf: 0, code: 0, note: 0 };
  blocks.bounds.forEach((start, n) => {
    const end = blocks.bounds[n + 1] ?? blocks.end;
    const leaves = take(blocks.leaves, cursor.leaf, end);
    const code = take(blocks.code, cursor.code, end);
    const notes = take(blocks.notes, cursor.note, end);
    cursor.leaf += leaves.length;
    cursor.code += code.length;
    cursor.note += notes.length;
    chunks.push(readChunk(inline, start, end, from, { leaves, code, notes }));
  });
  return chunks;
}

/** The run of `all` from `index` on that begins before `end`. */
function take<T extends { readonly start: number }>(all: readonly T[], index: number, end: number): T[] {
  let i = index;
  while (i < all.length && (all[i]?.start ?? end) < end) i++;
  return all.slice(index, i);
}

type Structure = { readonly leaves: Leaf[]; readonly code: CodeBlock[]; readonly notes: Note[] };

function readChunk(inline: Inline, start: number, end: number, base: number, structure: Structure): Chunk {
  const { codes } = inline;
  const definitions: Definition[] = [];
  const lines: Line[] = [];
  const clean = new Map<number, string>();
  const items = new Map<object, Leaf['item']>();
  inline.hits.length = inline.faults.length = inline.opaque.length = 0;
  const shift = <T extends { start: number; end: number }>(x: T): T => ({
    ...x,
    start: x.start - start,
    end: x.end - start,
  });
  const leaves = structure.leaves.map((leaf, n): Leaf => {
    const from =
      leaf.kind === 'paragraph' && codes[leaf.start] === 91
        ? readDefinitions(codes, leaf.start, leaf.end, definitions)
        : leaf.start;
    const rest = from === leaf.start ? leaf : { ...leaf, start: Math.min(from, leaf.end) };
    if (rest.kind !== 'front' && rest.end > rest.start) {
      inline.read(rest, n);
      if (rest.kind === 'paragraph') labelled(codes, rest, n, lines, inline.options.latex);
      if (rest.quoted) clean.set(n, decode(codes, rest.start, rest.end));
    }
    return {
      ...rest,
      start: rest.start - start,
      end: rest.end - start,
      item: rebase(rest.item, start, items),
      note: rest.note && shift(rest.note),
    };
  });
  for (const hit of inline.hits) rebaseParts(hit, start);
  return {
    start: base + start,
    size: end - start,
    leaves,
    hits: inline.hits.map(shift).sort((a, b) => a.start - b.start || b.end - a.end),
    faults: inline.faults.map(shift),
    opaque: inline.opaque.map(shift).sort((a, b) => a.start - b.start),
    code: structure.code.map(shift),
    notes: structure.notes.map(shift),
    definitions: definitions.map(shift),
    lines: lines.map((line) => ({ ...shift(line), text: line.text - start })),
    clean,
  };
}

function rebaseParts(hit: Hit, start: number): void {
  if (hit.kind === 'reference') hit.short -= start;
  const parts = 'parts' in hit ? hit.parts : hit.kind === 'direct' && hit.inner ? [hit.inner] : [];
  for (const part of parts) {
    part.start -= start;
    part.end -= start;
  }
}

function rebase(item: Leaf['item'], start: number, known: Map<object, Leaf['item']>): Leaf['item'] {
  if (!item) return undefined;
  const done = known.get(item);
  if (done) return done;
  const moved = { ...item, start: item.start - start, parent: rebase(item.parent, start, known) };
  known.set(item, moved);
  return moved;
}

/** Lines of a paragraph that open with `[label]`, each up to the next such line. */
function labelled(codes: Uint16Array, leaf: Leaf, index: number, found: Line[], latex: boolean): void {
  if (latex) return;
  let last: Line | undefined;
  for (let at = leaf.start; at < leaf.end;) {
    const line = labelAt(codes, at, leaf.end, index);
    if (line) {
      if (last) last.end = trimmed(codes, last.start, at);
      found.push((last = line));
    }
    let i = at;
    while (i < leaf.end && codes[i] !== 10 && codes[i] !== 13) i++;
    while (i < leaf.end && (codes[i] ?? 0) <= 32) i++;
    at = i;
  }
  if (last) last.end = leaf.end;
}

function trimmed(codes: Uint16Array, from: number, to: number): number {
  let end = to;
  while (end > from && (codes[end - 1] ?? 0) <= 32) end--;
  return end;
}

/** `[12]`, `\[12\]`, `**[12]**`, `【12】`, `[Smi20]` at `at`, with text behind it. */
function labelAt(codes: Uint16Array, at: number, end: number, leaf: number): Line | undefined {
  let i = at;
  while (codes[i] === 42 || codes[i] === 92) i++;
  if ((codes[i] !== 91 && codes[i] !== 0x3010) || i - at > 3) return undefined;
  const from = ++i;
  while (
    i < end &&
    i - from < 24 &&
    codes[i] !== 93 &&
    codes[i] !== 0x3011 &&
    codes[i] !== 92 &&
    (codes[i] ?? 0) > 32
  )
    i++;
  let to = i;
  if (codes[i] === 92) i++;
  if ((codes[i] !== 93 && codes[i] !== 0x3011) || to === from || codes[from] === 94) return undefined;
  if (!isDigit(codes[from] ?? 0)) to = to - from > 1 && to - from < 20 ? to : from;
  i++;
  if (codes[i] === 40 || codes[i] === 91 || to === from) return undefined;
  while (
    i < end &&
    (codes[i] === 42 || codes[i] === 58 || codes[i] === 46 || codes[i] === 32 || codes[i] === 9)
  )
    i++;
  if (i >= end || codes[i] === 10 || codes[i] === 13 || codes[i] === 44) return undefined;
  return { start: at, end, label: decode(codes, from, to), text: i, leaf };
}

/** TeX's comments, from an unescaped `%` to the end of the line, read as blanks. */
function blankComments(codes: Uint16Array): void {
  let comment = false;
  for (let i = 0; i < codes.length; i++) {
    const c = codes[i];
    if (c === 10 || c === 13) comment = false;
    else if (c === 37 && codes[i - 1] !== 92) comment = true;
    if (comment) codes[i] = 32;
  }
}
