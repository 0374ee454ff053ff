/**
 * Finds reference lists and their references. A list is under a heading that names
 * it, or is a run of `[n] …` lines, or the last ordered list whose items are mostly addresses.
 */
import type { Span } from '../../model';
import type { Leaf, Line } from '../model/blockTypes';
import type { Chunk } from '../model/chunk';
import type { List } from './entry';
import { linesOf } from './entryLines';
import { counted, ordered, referenceLines, Section } from './sections';
import { lastOrdered, position, runs, tables } from './unnamedLists';

/** All reference lists of a document, in order. The whole of a file `isNamed` like one is a list, up to a heading that names one. */
export function findLists(chunks: readonly Chunk[], isNamed = false): List[] {
  const lists: List[] = [];
  const labelled = chunks.map(linesOf);
  let section = isNamed ? new Section(0, true) : undefined;
  const close = (): void => {
    if (section?.list) for (const list of counted(section.list, chunks).parts()) lists.push(list.close());
    section = undefined;
  };
  chunks.forEach((chunk, index) => {
    if (!section && chunk.heads.length === 0) return;
    // Lines and names are in the order of their leaves.
    const all = labelled[index] ?? [];
    let [line, name] = [0, 0];
    chunk.leaves.forEach((leaf, n) => {
      const first = line;
      while (all[line]?.leaf === n) line++;
      const lines = all.slice(first, line);
      const named = chunk.named[name] === n;
      if (named) name++;
      if (named || (leaf.kind === 'heading' && !continues(section?.list, leaf))) {
        const { level, alone } = heading(chunk, leaf, lines);
        if (level > 0 && (named || (section && level <= section.level))) close();
        if (level > 0 && named) section = new Section(level, named);
        if (level > 0 && alone) return;
      }
      section?.read({ chunk, index, leaf }, lines);
    });
  });
  close();
  const read = lists.concat(runs(chunks, labelled, lists));
  const all = read.concat(tables(chunks, read));
  const found = all.length > 0 ? all : lastOrdered(chunks);
  return found.sort((a, b) => position(a, chunks) - position(b, chunks));
}

/** `11. ## A title, accessed …`: the next reference of a list, whose title was a heading on its page. */
const continues = (list: List | undefined, leaf: Leaf): boolean =>
  list?.form === 'ordered' && ordered(leaf)?.number === Number(list.entries.at(-1)?.label) + 1;

/** Where the lists of a document begin, in document offsets: the headings that name one, and the first reference of each without a heading. */
export function listPlaces(chunks: readonly Chunk[], lists: readonly List[]): Span[] {
  const places: Span[] = [];
  const add = (chunk: Chunk | undefined, { start, end }: Span) =>
    chunk && places.push({ start: chunk.start + start, end: chunk.start + end });
  for (const { named, entries } of lists) if (!named && entries[0]) add(chunks[entries[0].chunk], entries[0]);
  for (const chunk of chunks)
    for (const n of chunk.named) {
      const leaf = chunk.leaves[n];
      if (leaf && leaf.kind !== 'html') add(chunk, { start: leaf.start, end: Math.min(leaf.line, leaf.end) });
    }
  return places.sort((a, b) => a.start - b.start);
}

/** Whether a list under its own heading is HTML, whose items aren't read. */
export function hasListInHtml(chunks: readonly Chunk[]): boolean {
  let isNamed = false;
  return chunks.some(({ leaves, named }) => {
    const names = new Set(named);
    return leaves.some(({ kind }, n) => {
      const isBelow = isNamed && kind === 'html';
      isNamed = kind === 'heading' && names.has(n);
      return isBelow;
    });
  });
}

/** Reads a heading, or a line that names a list: alone in its paragraph (level 7) or directly followed by `[1] …` lines. */
function heading(chunk: Chunk, leaf: Leaf, lines: readonly Line[]): { level: number; alone: boolean } {
  if (leaf.kind === 'heading') return { level: leaf.level, alone: true };
  if (leaf.kind === 'html') return { level: 7, alone: true };
  const text = chunk.text.slice(leaf.start, Math.min(leaf.end, leaf.start + 72));
  const alone = !/[\r\n]/.test(text) && leaf.end - leaf.start <= 70;
  const below = text.indexOf('\n') + 1;
  const isList = lines.length > 0 || (below > 0 && referenceLines(chunk.text, leaf).length > 0);
  return { level: alone || isList ? 7 : 0, alone };
}
