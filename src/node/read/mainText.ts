/**
 * Separates a page's document from what surrounds it (navigation, advertising, comments). Every element is weighed once by the prose below
 * it; the document is the element with most of the remaining prose, minus lists of links inside it. All passes take linear time.
 */
import type { Block } from './blocks';
import { hint, isMain, leadsElsewhere, namesCaption, type Hint } from './boilerplate';
import { numbered, type Node } from './htmlTree';

/** An element with this share of the page's prose belongs to the document, whatever its name. */
const TOO_MUCH = { furniture: 0.5, named: 0.3, comments: 0.9 };
/** A child with this share of its parent's prose contains the document. */
const MOST = 0.8;
const MOST_IF_MAIN = 0.55;

/** A page this short without links has no furniture: all of it is the document. */
const BARE = 4_000;

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Length of a block as prose: 0 for labels and links; scripts without spaces count more per character. */
function proseOf({ text, kind, linked }: Block): number {
  if (kind === 'heading' || linked > text.length * 0.4) return 0;
  const length = text.length + 2 * (text.match(CJK)?.length ?? 0);
  if (length < 40 || (length < 90 && !/[.!?…:;,。、！？]/.test(text))) return 0;
  return length - linked;
}

type Weights = {
  readonly all: readonly Node[];
  /** Per element index, descendants included: characters, characters in links, prose. */
  readonly size: Float64Array;
  readonly linked: Float64Array;
  readonly prose: Float64Array;
};

function weigh(root: Node, blocks: readonly Block[]): Weights {
  const all = numbered(root);
  const column = () => new Float64Array(all.length);
  const [size, linked, prose] = [column(), column(), column()];
  for (const block of blocks) {
    const i = block.node.index;
    size[i] = (size[i] ?? 0) + block.text.length;
    linked[i] = (linked[i] ?? 0) + block.linked;
    prose[i] = (prose[i] ?? 0) + proseOf(block);
  }
  for (const one of [size, linked, prose]) sumUp(all, one);
  return { all, size, linked, prose };
}

/** Adds each element to its parent, children first. */
function sumUp(all: readonly Node[], column: Float64Array): void {
  for (let i = all.length - 1; i > 0; i--) {
    const parent = all[i]?.parent?.index ?? -1;
    if (parent >= 0) column[parent] = (column[parent] ?? 0) + (column[i] ?? 0);
  }
}

const at = (column: Float64Array, node: Node): number => column[node.index] ?? 0;

/** Marks elements to drop, with their descendants. */
function markFurniture(weights: Weights, total: number, kinds: readonly Hint[]): Uint8Array {
  const marks = new Uint8Array(weights.all.length);
  for (const node of weights.all) {
    if (node.parent && marks[node.parent.index]) {
      marks[node.index] = 1;
      continue;
    }
    const kind = hint(node);
    if (!kind || !kinds.includes(kind)) continue;
    const prose = at(weights.prose, node);
    if (prose === 0 || prose < total * TOO_MUCH[kind]) marks[node.index] = 1;
  }
  return marks;
}

/**
 * Marks what follows a heading such as "Related articles" up to the next heading of its level, unless it is the bulk of the page. A line of
 * this kind that isn't a heading is marked alone.
 */
function markElsewhere(weights: Weights, blocks: readonly Block[], marks: Uint8Array, total: number): void {
  for (const { kind, text, node } of blocks) {
    if (!leadsElsewhere(text)) continue;
    if (kind !== 'heading') {
      if (text.length < 60 && at(weights.size, node) === text.length) marks[node.index] = 1;
      continue;
    }
    const run = followers(node, weights.size);
    const prose = run.reduce((sum, n) => sum + at(weights.prose, n), 0);
    for (const n of prose < total * 0.3 ? run : run.slice(0, 1)) marks[n.index] = 1;
  }
}

/** Most siblings visited per heading, so that many headings stay cheap. */
const MAX_RUN = 1_000;

/** A heading, or its wrapper, with the siblings up to the next heading of the same kind. */
function followers(heading: Node, size: Float64Array): readonly Node[] {
  let first = heading;
  for (let i = 0; i < 3 && first.parent && at(size, first.parent) === at(size, heading); i++)
    first = first.parent;
  const run: Node[] = [];
  for (let n: Node | null = first; n && !(n !== first && n.name === heading.name); n = n.next)
    if (n.index >= 0 && run.push(n) >= MAX_RUN) break;
  return run;
}

/** Passes marks on to descendants. */
function spread(all: readonly Node[], marks: Uint8Array): void {
  for (const node of all) if (node.parent && marks[node.parent.index]) marks[node.index] = 1;
}

/** Follows the prose from the root to the element that contains the document. */
function findContainer(all: readonly Node[], prose: Float64Array): Node | undefined {
  let container = all[0];
  let inMain = false;
  while (container) {
    const here = at(prose, container);
    const best: Node | undefined = here > 0 ? bestChild(container, prose) : undefined;
    const main: boolean = best !== undefined && isMain(best);
    if (!best || at(prose, best) < here * (main && !inMain ? MOST_IF_MAIN : MOST) || SMALL.has(best.name)) {
      const told: Node | undefined = inMain ? undefined : declaredMain(all, container, prose);
      if (!told) return container;
      container = told;
      inMain = true;
      continue;
    }
    container = best;
    inMain ||= main;
  }
  return container;
}
const SMALL = new Set(['p', 'li', 'blockquote', 'td', 'pre']);

function bestChild(node: Node, prose: Float64Array): Node | undefined {
  let best: Node | undefined;
  for (let n = node.first; n; n = n.next)
    if (n.index >= 0 && (best === undefined || at(prose, n) > at(prose, best))) best = n;
  return best;
}

/** If the prose is scattered: the one element that declares itself the document and has far more prose than any other that does. */
function declaredMain(all: readonly Node[], container: Node, prose: Float64Array): Node | undefined {
  const end = endOf(container, all.length);
  let best: Node | undefined;
  let second = 0;
  let behind = container.index;
  for (let i = container.index + 1; i < end; i++) {
    const node = all[i];
    if (!node || i < behind || at(prose, node) < 300 || !isMain(node)) continue;
    // Of nested elements, the outermost counts.
    behind = endOf(node, all.length);
    if (best === undefined || at(prose, node) > at(prose, best)) {
      second = best ? at(prose, best) : second;
      best = node;
    } else second = Math.max(second, at(prose, node));
  }
  return best && at(prose, best) > 2 * second && at(prose, best) > 0.25 * at(prose, container)
    ? best
    : undefined;
}

const ends = (text: string): boolean => /[.!?…:。！？]["'”’»)\]]?$/.test(text);

/** Drops what comes before the first and after the last prose: bylines, dates, tags, buttons. Headings before it and tables stay. */
function trimmed(blocks: readonly Block[]): readonly Block[] {
  const first = blocks.findIndex((b) => proseOf(b) > 0);
  const last = blocks.findLastIndex((b) => proseOf(b) > 0);
  if (first < 0) return blocks;
  return blocks.filter((b, i) => {
    if (i >= first && i <= last) return true;
    if (b.kind === 'row' || b.kind === 'code') return true;
    if (i < first) return b.kind === 'heading' && b.linked === 0;
    return b.kind === 'item'
      ? b.linked < b.text.length * 0.3 && i - last < 20
      : b.kind === 'text' && ends(b.text) && b.linked === 0;
  });
}

/** Short captions and credits of pictures interrupt sentences that belong together; "Figure 3: …" is content. */
const isCaption = ({ node, text }: Block): boolean => {
  if (text.length > 200 || /^(?:fig|table|tab|abb|scheme|chart)/i.test(text)) return false;
  if (text.length < 140 && CREDIT.test(text)) return true;
  for (let n: Node | null = node, i = 0; n && i < 4; n = n.parent, i++)
    if (n.name === 'figcaption' || n.name === 'caption' || namesCaption(n)) return true;
  return false;
};
const CREDIT =
  /\((?:image|photo|picture|credit|foto|bild|source|video)s?\s*:|^(?:image|photo|foto|bild|credit)s?\s*(?:credit\s*)?:/i;

/** Main text blocks in order, without a first heading that repeats `title`; all blocks if there is no furniture or no main part. */
export function mainText(root: Node, blocks: readonly Block[], title: string): readonly Block[] {
  const weights = weigh(root, blocks);
  const size = at(weights.size, root);
  const everything = at(weights.prose, root);
  if (size < BARE && at(weights.linked, root) < size * 0.05) {
    const marks = markFurniture(weights, everything, ['furniture']);
    return blocks.filter((b) => !marks[b.node.index]);
  }
  const marks = markFurniture(weights, everything, ['comments', 'furniture', 'named']);
  markElsewhere(weights, blocks, marks, everything);
  spread(weights.all, marks);
  const kept = blocks.filter(
    (b) => !marks[b.node.index] && b.linked <= b.text.length * 0.66 && !isCaption(b),
  );
  const prose = new Float64Array(weights.all.length);
  for (const b of kept) prose[b.node.index] = (prose[b.node.index] ?? 0) + proseOf(b);
  sumUp(weights.all, prose);
  const container = findContainer(weights.all, prose) ?? root;
  const end = endOf(container, weights.all.length);
  const body = trimmed(kept.filter((b) => b.node.index >= container.index && b.node.index < end));
  const main = [...leadOf(kept, container), ...body].filter(
    (b) => b.node.name !== 'h1' || !letters(title).startsWith(letters(b.text)),
  );
  if (main.reduce((sum, b) => sum + proseOf(b), 0) >= 200) return main;
  const visible = blocks.filter((b) => !marks[b.node.index]);
  return visible.length > 0 ? visible : blocks;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The title and lead just before the container, in a separate header. */
function leadOf(kept: readonly Block[], container: Node): readonly Block[] {
  const before = kept.filter((b) => b.node.index < container.index);
  const title = before.findLastIndex((b) => b.node.name === 'h1');
  const lead = title < 0 ? [] : before.slice(title);
  if (lead.length > 12) return [];
  return lead.filter(
    ({ kind, text, linked }) =>
      linked === 0 && (kind === 'heading' || (kind === 'text' && text.length > 40 && ends(text))),
  );
}

/** The index after the last element inside `node`. */
function endOf(node: Node, count: number): number {
  for (let n: Node | null = node; n; n = n.parent) {
    for (let next = n.next; next; next = next.next) if (next.index >= 0) return next.index;
  }
  return count;
}
