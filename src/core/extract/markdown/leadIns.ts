/** Finds the words that introduce a list and that its items depend on: `The wall has three gates:`. */
import { isEmphasis, isSpace } from '../../text/chars';
import { wordsIn } from './plainText';
import type { Leaf, ListItem } from '../model/blockTypes';
import type { Chunk } from '../model/chunk';

/** Most UTF-16 units of an introduction, and of an item above a nested one. */
const LONGEST = 300;
/** Most levels of items above a nested one. */
const MOST_LEVELS = 3;

/** The introductions in a chunk, read in order. */
export class LeadIns {
  private next = 0;
  private firsts: Map<ListItem, Leaf> | undefined;

  constructor(
    private readonly chunk: Chunk,
    /** The introduction of a list with which the chunk begins. */
    private lead: string,
  ) {}

  /** The words that introduce the leaf at `index`, and those of the items above it; empty if it does not begin an item. Ask in order. */
  at(index: number): string {
    const { leaves } = this.chunk;
    for (; this.next < index; this.next++) this.pass(leaves[this.next]);
    const item = leaves[index]?.item;
    if (!item || this.firsts?.has(item)) return '';
    const above: string[] = [];
    for (let outer = item.parent; outer && above.length < MOST_LEVELS; outer = outer.parent)
      above.unshift(lastWords(this.chunk, this.firsts?.get(outer)));
    return [this.lead, ...above].filter(Boolean).join('\n');
  }

  private pass(leaf: Leaf | undefined): void {
    if (!leaf) return;
    if (!leaf.item) this.lead = introduction(this.chunk, leaf);
    else if (!this.firsts?.has(leaf.item)) (this.firsts ??= new Map()).set(leaf.item, leaf);
  }
}

/** The introduction at a chunk's end of a list that the next one begins or continues; undefined for the one from before the chunk. */
export function leadOf(chunk: Chunk): string | undefined {
  const last = chunk.leaves.findLast(({ item }) => !item);
  return last && introduction(chunk, last);
}

/** The words of a paragraph that ends with a colon, or is entirely bold; else empty. */
function introduction(chunk: Chunk, leaf: Leaf): string {
  if (leaf.kind !== 'paragraph') return '';
  const { codes } = chunk;
  let end = leaf.end;
  while (end > leaf.start && (isSpace(codes[end - 1] ?? 0) || isEmphasis(codes[end - 1] ?? 0))) end--;
  const last = codes[end - 1];
  const isBold = codes[leaf.start] === 42 && codes[leaf.start + 1] === 42 && codes[end] === 42;
  return last === 58 || last === 0xff1a || isBold ? lastWords(chunk, leaf) : '';
}

const lastWords = (chunk: Chunk, leaf: Leaf | undefined): string =>
  leaf ? wordsIn(chunk, Math.max(leaf.start, leaf.end - LONGEST), leaf.end) : '';
