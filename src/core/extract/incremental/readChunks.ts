/** Reads a text, or a stretch of it, into chunks. */
import type { Span } from '../../model';
import { decode, units } from '../../text/chars';
import { readBlocks } from '../markdown/blocks';
import type { Blocks, CodeBlock, Definition, Leaf, Line, Note } from '../model/blockTypes';
import { unlinkPapers } from '../markdown/paperLinks';
import { readDefinitions } from '../markdown/definitions';
import { Cursor } from '../inline/cursor';
import { FORM, formsIn } from '../model/markers';
import { readLeaf } from '../inline/leafScanner';
import { labelledLines } from '../references/labelledLines';
import { namesList, namesListInHtml } from '../references/listHeadings';
import type { Chunk } from '../model/chunk';

/** `latex` rewrites LaTeX for the readers of Markdown; undefined for other texts. */
export type ChunkOptions = {
  readonly latex: ((codes: Uint16Array) => void) | undefined;
  readonly plain: boolean;
};

export const readChunks = (text: string, options: ChunkOptions): Chunk[] =>
  readRegion(text, 0, text.length, options);

/**
 * Reads on from `from`, where a chunk begins, to the first boundary at which `stop` says that the rest is known. It is expected at `guess`;
 * the stretch grows from there, so that an edit does not cost the length of the text.
 */
export function readUntil(
  text: string,
  from: number,
  guess: number,
  options: ChunkOptions,
  stop: (bound: number) => boolean,
): Chunk[] {
  // One unit of the next line is needed to recognise a boundary.
  for (let size = Math.max(64, guess + 1 - from); ; size *= 4) {
    const to = Math.min(text.length, from + size);
    const chunks = readRegion(text, from, to, options, stop);
    const last = chunks.at(-1);
    // It stopped before the end of the stretch, or reached the end of the text.
    if (to === text.length || (last && last.start + last.text.length < to)) return chunks;
  }
}

function readRegion(
  text: string,
  from: number,
  to: number,
  options: ChunkOptions,
  stop?: (bound: number) => boolean,
): Chunk[] {
  const codes = units(text, from, to);
  // A copy, so that strings cut from it don't keep earlier versions of the document in memory.
  const source = to - from === text.length ? text : decode(codes, 0, codes.length);
  options.latex?.(codes);
  const isRewritten = options.latex !== undefined || unlinkPapers(codes, source);
  const blocks = readBlocks(codes, isRewritten ? decode(codes, 0, codes.length) : source, {
    first: from === 0,
    indentedCode: !options.plain && !options.latex,
    definitionsEnd: (start, end) => readDefinitions(codes, start, end, []),
    ...(stop && { stop: (bound: number) => stop(from + bound) }),
  });
  const inline = new Cursor({ latex: options.latex !== undefined }, text.length);
  const taken: Taken = { leaf: 0, item: 0, code: 0, note: 0, mark: 0, bound: 0 };
  const chunks: Chunk[] = [];
  for (let n = 0; n < blocks.firsts.length; n++) {
    const start = blocks.firsts[n] ?? 0;
    // Text after the last marker that there is room for isn't read: it becomes one empty chunk.
    const isRest = inline.stopped;
    const end = isRest ? blocks.end : (blocks.firsts[n + 1] ?? blocks.end);
    const held = isRest ? UNREAD : structure(blocks, taken, start, end);
    const own = source.slice(start, end);
    const isBlanked = isRewritten || held.leaves.some(({ quoted }) => quoted);
    inline.open(codes.subarray(start, end), isBlanked ? decode(codes, start, end) : own);
    chunks.push(readChunk(inline, from + start, own, held));
    if (isRest) break;
  }
  return chunks;
}

type Structure = {
  readonly leaves: Leaf[];
  readonly code: CodeBlock[];
  readonly notes: Note[];
  readonly marks: readonly number[];
  readonly bounds: readonly number[];
};
const UNREAD: Structure = { leaves: [], code: [], notes: [], marks: [], bounds: [] };
type Taken = { leaf: number; item: number; code: number; note: number; mark: number; bound: number };

/** The blocks between two offsets, relative to the first. */
function structure(blocks: Blocks, taken: Taken, start: number, end: number): Structure {
  const leaves = take(blocks.leaves, taken.leaf, end);
  const code = take(blocks.code, taken.code, end);
  const notes = take(blocks.notes, taken.note, end);
  taken.leaf += leaves.length;
  taken.code += code.length;
  taken.note += notes.length;
  const marks = offsets(blocks.marks, taken.mark, start, end);
  taken.mark += marks.length;
  const bounds = offsets(blocks.bounds, taken.bound, start, end);
  taken.bound += bounds.length;
  const items = take(blocks.items, taken.item, end);
  taken.item += items.length;
  for (const leaf of leaves) {
    shift(leaf, start);
    leaf.line -= start;
  }
  for (const item of items) item.start -= start;
  for (const block of code) shift(block, start);
  for (const note of notes) shift(note, start);
  return { leaves, code, notes, marks, bounds };
}

/** The offsets from index `from` on that are before `end`, relative to `start`. */
function offsets(all: readonly number[], from: number, start: number, end: number): readonly number[] {
  let to = from;
  while (to < all.length && (all[to] ?? end) < end) to++;
  return to === from ? NONE : all.slice(from, to).map((at) => at - start);
}

function shift(place: { start: number; end: number }, by: number): void {
  place.start -= by;
  place.end -= by;
}

/** Shared by the many empty lists. */
const NONE: never[] = [];

/** The run of `all` from `index` on that begins before `end`. */
function take<T extends { readonly start: number }>(all: readonly T[], index: number, end: number): T[] {
  let i = index;
  while (i < all.length && (all[i]?.start ?? end) < end) i++;
  return i === index ? NONE : all.slice(index, i);
}

const byStart = (a: Span, b: Span): number => a.start - b.start || b.end - a.end;
/** A sorted copy of exactly the needed length, as thousands are kept. */
const sorted = <T extends Span>(all: readonly T[]): readonly T[] =>
  all.length === 0 ? NONE : inOrder(all) ? all.slice() : all.slice().sort(byStart);
/** Finders add at the end of what they find; usually that is in order already. */
function inOrder(all: readonly Span[]): boolean {
  for (let i = 1; i < all.length; i++) {
    const [a, b] = [all[i - 1], all[i]];
    if (a && b && byStart(a, b) > 0) return false;
  }
  return true;
}

function readChunk(
  inline: Cursor,
  start: number,
  text: string,
  { leaves, code, notes, marks, bounds }: Structure,
): Chunk {
  const { codes, words } = inline;
  let definitions: Definition[] = NONE;
  let lines: Line[] = NONE;
  let heads: number[] = NONE;
  let named: number[] = NONE;
  let hasCells = false;
  for (let n = 0; n < leaves.length; n++) {
    const leaf = leaves[n];
    if (!leaf || leaf.kind === 'front') continue;
    if (leaf.kind === 'paragraph') {
      if (isModule(codes, text, leaf)) continue;
      splitList(text, leaf, leaves, n);
      const first = codes[leaf.start] ?? 0;
      if (first === 91) {
        if (definitions === NONE) definitions = [];
        leaf.start = Math.min(readDefinitions(codes, leaf.start, leaf.end, definitions), leaf.end);
      }
      if (marks.length > 0 && !inline.options.latex)
        for (const line of labelledLines(codes, text, leaf, n, marks)) lines = push(lines, line);
    }
    const isHeading = leaf.kind === 'heading';
    const isNamed = leaf.kind !== 'cell' && beginsList(text, leaf);
    if (isNamed) named = push(named, n);
    if (isHeading || isNamed) heads = push(heads, n);
    // The authors of the first reference don't include the name of the list above it.
    if (leaf.end > leaf.start) readLeaf(inline, leaf, n, isNamed && !isHeading ? leaf.line : leaf.start);
    hasCells ||= leaf.kind === 'cell';
  }
  const { hits, faults, opaque, locals } = inline;
  return {
    start,
    text,
    words,
    codes,
    leaves,
    bounds,
    hits: sorted(hits),
    count: inline.finish(),
    forms: formsIn(hits) | (hasCells ? FORM.cell : 0),
    faults: faults.length === 0 ? NONE : faults.slice(),
    opaque: sorted(opaque),
    locals: sorted(locals),
    code,
    notes,
    definitions,
    lines,
    heads,
    named,
    crowded: inline.crowded,
  };
}

/** Makes the name of a list within a paragraph begin one: a report of Gemini that was pasted has no empty lines. */
function splitList(text: string, leaf: Leaf, leaves: Leaf[], n: number): void {
  const found = leaf.end - leaf.start > 600 ? PASTED.exec(text.slice(leaf.start, leaf.end)) : null;
  const name = found?.[1] ?? '';
  if (!found || !namesList(name)) return;
  const start = leaf.start + found.index + 1;
  leaves.splice(n + 1, 0, { ...leaf, start, line: start + name.length });
  leaf.end = start - 1;
}
/** A short line before one that ends in a date and an address, as a reference of Gemini. */
const PASTED = /\n([^\n]{2,40})\n[^\n]{10,400}20\d\d, https?:\S{4,400}\n/;

/** Whether a leaf is a heading, or begins with a line, that names a reference list. */
function beginsList(text: string, { kind, start, line, end, note }: Leaf): boolean {
  if (kind === 'html') return namesListInHtml(text.slice(start, Math.min(end, start + 160)));
  const to = kind === 'heading' ? end : line;
  return to - start <= 70 && (kind === 'heading' || !note) && namesList(text.slice(start, to));
}

/** Whether a paragraph is code of MDX: `export const meta = …`, `import Chart from './chart'`. */
function isModule(codes: Uint16Array, source: string, { start, line }: Leaf): boolean {
  const first = codes[start];
  return (first === 101 || first === 105) && MODULE.test(source.slice(start, Math.min(line, start + 200)));
}
const MODULE =
  /^(?:export (?:const|let|var|default|async|function) |import (?:[^"']+ from )?["'][^"']+["'];?$)/;

/** Appends to a list; starts a new one if it is the shared empty list. */
function push<T>(all: T[], one: T): T[] {
  if (all === NONE) return [one];
  all.push(one);
  return all;
}
