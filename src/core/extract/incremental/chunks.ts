/**
 * A document as chunks: stretches that can be read each by itself. A chunk keeps its own text and what was found in it, with
 * offsets relative to its own start, so that an edit elsewhere costs it nothing.
 *
 * Longer than a room's usual file because what a chunk holds, where it ends and how it is read depend on one another.
 */
import type { Span } from '../../model';
import { mayIgnore } from '../../text/ignores';
import { decode, units } from '../../text/units';
import {
  behindTags,
  readBlocks,
  type Blocks,
  type CodeBlock,
  type ListItem,
  type Leaf,
  type Note,
} from '../markdown/blocks';
import { isDigit } from '../../text/chars';
import { readDefinitions, type Definition } from '../markdown/definitions';
import type { Fault, Marker } from '../inline/markers';
import { Cursor } from '../inline/cursor';
import { readLeaf } from '../inline/leafScanner';
import { namesList } from '../references/listHeadings';

/**
 * A line that begins with `[label]`: perhaps an entry of a reference list. `text` is where its words begin. One that begins with `(3)`,
 * or with `3.` behind an anchor, is `round`: anything can be counted so, and only the name of a list above makes it an entry.
 */
export type Line = {
  readonly start: number;
  end: number;
  readonly label: string;
  readonly text: number;
  readonly leaf: number;
  readonly round: boolean;
};

export type Chunk = {
  /** Offset of the chunk in the document; everything below is relative to it. */
  start: number;
  readonly text: string;
  /** Its units as they were read: marks of block quotes and TeX's comments are blanks there. */
  readonly codes: Uint16Array;
  /** Were there such marks or comments? */
  readonly blanked: boolean;
  readonly leaves: readonly Leaf[];
  /** Where else a chunk could begin: what stands on either side of such a place has nothing to do with the other. In order. */
  readonly bounds: readonly number[];
  /** In order of their start. */
  readonly hits: readonly Marker[];
  readonly faults: readonly Fault[];
  /** Code, tags, destinations: in order. */
  readonly opaque: readonly Span[];
  readonly code: readonly CodeBlock[];
  readonly notes: readonly Note[];
  readonly definitions: readonly Definition[];
  readonly lines: readonly Line[];
  /** Leaves that may head a section: headings, and paragraphs that begin with the name of a reference list. */
  readonly heads: readonly number[];
  /** May it hold comments by which the author sets findings aside? */
  readonly ignores: boolean;
  /** Were markers left out, because the text has more than are read? */
  readonly crowded: boolean;
};

export type ChunkOptions = { readonly latex: boolean; readonly plain: boolean };

/** Reads `text` from `from` to `to` into chunks. */
export function readChunks(text: string, from: number, to: number, options: ChunkOptions): Chunk[] {
  return readRegion(text, from, to, options);
}

/**
 * Reads on from `from`, where a chunk begins, to the first boundary of which `stop` says that the rest is known. It is expected at
 * `guess`; the stretch that is looked at grows from there, so that an edit does not cost the length of the text.
 */
export function readUntil(
  text: string,
  from: number,
  guess: number,
  options: ChunkOptions,
  stop: (bound: number) => boolean,
): Chunk[] {
  // One unit of the line behind a boundary tells that it is one.
  for (let size = Math.max(64, guess + 1 - from); ; size *= 4) {
    const to = Math.min(text.length, from + size);
    const chunks = readRegion(text, from, to, options, stop);
    const last = chunks.at(-1);
    // It stopped before the end of the stretch, or there is no more.
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
  // A stretch of its own, as written: words cut from it must not keep every former version of the document alive.
  const source = to - from === text.length ? text : decode(codes, 0, codes.length);
  if (options.latex) blankComments(codes);
  const blocks = readBlocks(codes, {
    first: from === 0,
    indentedCode: !options.plain && !options.latex,
    definitionsEnd: (start, end) => readDefinitions(codes, start, end, []),
    ...(stop && { stop: (bound: number) => stop(from + bound) }),
  });
  const ignores = mayIgnore(source);
  const inline = new Cursor(options, text.length);
  const taken: Taken = { leaf: 0, code: 0, note: 0, mark: 0, bound: 0 };
  const chunks: Chunk[] = [];
  for (let n = 0; n < blocks.firsts.length; n++) {
    const start = blocks.firsts[n] ?? 0;
    // What stands behind the last marker that there is room for is not read: it is one chunk with nothing in it.
    const isRest = inline.stopped;
    const end = isRest ? blocks.end : (blocks.firsts[n + 1] ?? blocks.end);
    inline.open(codes.subarray(start, end), source.slice(start, end));
    const held = isRest ? UNREAD : structure(blocks, taken, start, end);
    chunks.push(readChunk(inline, from + start, held, ignores));
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
type Taken = { leaf: number; code: number; note: number; mark: number; bound: number };

/** What of the blocks stands between two bounds, made relative to the first. */
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
  if (start === 0) return { leaves, code, notes, marks, bounds };
  let moved: Set<ListItem> | undefined;
  for (const leaf of leaves) {
    shift(leaf, start);
    leaf.line -= start;
    for (let { item } = leaf; item && moved?.has(item) !== true; item = item.parent) {
      item.start -= start;
      (moved ??= new Set()).add(item);
    }
  }
  for (const block of code) shift(block, start);
  for (const note of notes) shift(note, start);
  return { leaves, code, notes, marks, bounds };
}

/** The run of `all` from index `from` on that stands before `end`, made relative to `start`. */
function offsets(all: readonly number[], from: number, start: number, end: number): readonly number[] {
  let to = from;
  while (to < all.length && (all[to] ?? end) < end) to++;
  return to === from ? NONE : all.slice(from, to).map((at) => at - start);
}

function shift(place: { start: number; end: number }, by: number): void {
  place.start -= by;
  place.end -= by;
}

/** Most chunks have none of most things: they share one list. */
const NONE: never[] = [];

/** The run of `all` from `index` on that begins before `end`. */
function take<T extends { readonly start: number }>(all: readonly T[], index: number, end: number): T[] {
  let i = index;
  while (i < all.length && (all[i]?.start ?? end) < end) i++;
  return i === index ? NONE : all.slice(index, i);
}

const byStart = (a: Span, b: Span): number => a.start - b.start || b.end - a.end;
/** A list of its own in order, of just the length that it needs: thousands of them are kept. */
const sorted = <T extends Span>(all: readonly T[]): readonly T[] =>
  all.length === 0 ? NONE : inOrder(all) ? all.slice() : all.slice().sort(byStart);
/** Finders add what they find when it ends: mostly that is in order already. */
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
  { leaves, code, notes, marks, bounds }: Structure,
  ignores: boolean,
): Chunk {
  const { codes, source } = inline;
  let definitions: Definition[] = NONE;
  let lines: Line[] = NONE;
  let heads: number[] = NONE;
  let blanked = inline.options.latex;
  for (let n = 0; n < leaves.length; n++) {
    const leaf = leaves[n];
    if (!leaf || leaf.kind === 'front') continue;
    if (leaf.kind === 'paragraph') {
      const first = codes[leaf.start] ?? 0;
      if (first === 91) {
        if (definitions === NONE) definitions = [];
        leaf.start = Math.min(readDefinitions(codes, leaf.start, leaf.end, definitions), leaf.end);
      }
      if (marks.length > 0 && !inline.options.latex) lines = labelled(codes, source, leaf, n, marks, lines);
    }
    if (
      leaf.kind === 'heading' ||
      (leaf.kind === 'paragraph' &&
        !leaf.note &&
        leaf.line - leaf.start <= 70 &&
        namesList(source.slice(leaf.start, leaf.line)))
    )
      heads = push(heads, n);
    if (leaf.end > leaf.start) readLeaf(inline, leaf, n);
    blanked ||= leaf.quoted;
  }
  const { hits, faults, opaque } = inline;
  return {
    start,
    text: source,
    codes,
    blanked,
    leaves,
    bounds,
    hits: sorted(hits),
    faults: faults.length === 0 ? NONE : faults.slice(),
    opaque: sorted(opaque),
    code,
    notes,
    definitions,
    lines,
    heads,
    ignores: ignores && mayIgnore(source),
    crowded: inline.crowded,
  };
}

/** Adds to a list, to a new one when it is the shared empty one. */
function push<T>(all: T[], one: T): T[] {
  if (all === NONE) return [one];
  all.push(one);
  return all;
}

/** Lines of a paragraph that open with `[label]`, else those with `(3)`, each up to the next such line; `marks` are where lines may. */
function labelled(
  codes: Uint16Array,
  source: string,
  leaf: Leaf,
  index: number,
  marks: readonly number[],
  known: Line[],
): Line[] {
  let found = known;
  const { length } = known;
  let last: Line | undefined;
  for (let m = firstMark(marks, leaf.start); m < marks.length; m++) {
    const at = marks[m] ?? 0;
    if (at >= leaf.end) break;
    const line = labelAt(codes, source, at, leaf.end, index);
    if (!line || (line.round && last?.round === false)) continue;
    if (last?.round && !line.round) {
      found.length = length;
      last = undefined;
    }
    if (last) last.end = trimmed(codes, last.start, at);
    last = line;
    found = push(found, line);
  }
  if (last) last.end = leaf.end;
  return found;
}

function firstMark(marks: readonly number[], at: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((marks[mid] ?? 0) < at) low = mid + 1;
    else high = mid;
  }
  return low;
}

function trimmed(codes: Uint16Array, from: number, to: number): number {
  let end = to;
  while (end > from && (codes[end - 1] ?? 0) <= 32) end--;
  return end;
}

/** `[12]`, `\[12\]`, `**[12]**`, `<a id="x"></a>[12]`, `【12】`, `［12］`, `[Smi20]` or `(12)` at `at`, with text behind it. */
function labelAt(
  codes: Uint16Array,
  source: string,
  at: number,
  end: number,
  leaf: number,
): Line | undefined {
  const open = behindTags(codes, at, end);
  let i = open;
  while (codes[i] === 42 || codes[i] === 92) i++;
  const closing = CLOSING.get(codes[i] ?? 0);
  if (closing === undefined && open > at) return counted(codes, source, at, open, end, leaf);
  if (closing === undefined || i - open > 3) return undefined;
  const round = closing === 41 || closing === 0xff09;
  const from = ++i;
  while (i < end && i - from < 24 && codes[i] !== closing && codes[i] !== 92 && (codes[i] ?? 0) > 32) i++;
  let to = i;
  if (codes[i] === 92) i++;
  if (codes[i] !== closing || to === from || codes[from] === 94) return undefined;
  if (!isDigit(codes[from] ?? 0)) to = to - from > 1 && to - from < 20 ? to : from;
  if (round && !isCount(codes, from, to)) return undefined;
  i++;
  if (codes[i] === 40 || codes[i] === 91 || to === from) return undefined;
  i = behindLabel(codes, i, end);
  if (i >= end || codes[i] === 10 || codes[i] === 13 || codes[i] === 44) return undefined;
  return { start: at, end, label: source.slice(from, to), text: i, leaf, round };
}

/** `<a id="x"></a>12. Words`: an item that the anchor hides from Markdown. The tags end at `from`. */
function counted(
  codes: Uint16Array,
  source: string,
  at: number,
  from: number,
  end: number,
  leaf: number,
): Line | undefined {
  let to = from;
  while (to < end && isDigit(codes[to] ?? 0)) to++;
  const text = behindLabel(codes, to + 1, end);
  if (to === from || !isCount(codes, from, to) || text < to + 2 || text >= end) return undefined;
  if ((codes[to] !== 46 && codes[to] !== 41) || codes[text] === 10) return undefined;
  return { start: at, end, label: source.slice(from, to), text, leaf, round: true };
}

/** Where the words begin behind a label that ends at `from`: marks, blanks and closing tags go with it. */
function behindLabel(codes: Uint16Array, from: number, end: number): number {
  let i = from;
  while (i < end) {
    const c = codes[i];
    if (c === 60 && codes[i + 1] === 47) {
      const after = behindTags(codes, i, end);
      if (after === i) break;
      i = after;
    } else if (c === 42 || c === 58 || c === 46 || c === 32 || c === 9) i++;
    else break;
  }
  return i;
}

/** A number of up to three digits: `(2020)` is a year. */
function isCount(codes: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isDigit(codes[i] ?? 0)) return false;
  return to - from <= 3;
}

/** What closes each bracket that a label stands in. */
const CLOSING: ReadonlyMap<number, number> = new Map([
  [91, 93],
  [0x3010, 0x3011],
  [0xff3b, 0xff3d],
  [40, 41],
  [0xff08, 0xff09],
]);

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

/** The words of a range of a chunk, without marks of block quotes and comments. */
export const wordsOf = ({ text, codes, blanked }: Chunk, start: number, end: number): string =>
  blanked ? decode(codes, start, end) : text.slice(start, end);

/** How many places up to `at`, itself included, are such that a chunk could begin there. */
export function boundsUpTo({ bounds }: Chunk, at: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((bounds[mid] ?? 0) <= at) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Does such a place stand between two offsets, or at the second? */
export const areApart = (chunk: Chunk, one: number, other: number): boolean =>
  chunk.bounds.length > 0 && boundsUpTo(chunk, one) !== boundsUpTo(chunk, other);

/** The first index of an ordered list whose start is at `at` or behind it. */
export function firstAt(all: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((all[mid]?.start ?? 0) < at) low = mid + 1;
    else high = mid;
  }
  return low;
}
