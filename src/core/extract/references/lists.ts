/**
 * Finds reference lists and their references. A list is under a heading that names
 * it, or is a run of `[n] …` lines, or the last ordered list whose items are mostly addresses.
 */
import { UNDATED } from '../../text/works/undated';
import type { Span } from '../../model';
import type { ListItem, Leaf } from '../markdown/blockTypes';
import { skipTags } from '../markdown/htmlTags';
import { areApart, boundsUpTo, firstAt, type Chunk } from '../incremental/chunk';
import { holdsSource, List, type Entry, type Form } from './entry';
import { isLabel, linesOf } from './entryLines';
import { FORM, type Marker } from '../inline/markers';
import type { Line } from './labelledLines';
import { namesList } from './listHeadings';

/** The content under a heading that names a list. */
type Section = { readonly level: number; readonly named: boolean; list: List | undefined };

/** All reference lists of a document, in order. */
export function findLists(chunks: readonly Chunk[]): List[] {
  const lists: List[] = [];
  const labelled = chunks.map(linesOf);
  let section: Section | undefined;
  const close = (): void => {
    for (const list of section?.list?.parts() ?? []) lists.push(list.close());
    section = undefined;
  };
  chunks.forEach((chunk, index) => {
    const all = labelled[index] ?? [];
    let head = 0;
    let line = 0;
    if (!section && chunk.heads.length === 0) return;
    for (let n = section ? 0 : (chunk.heads[0] ?? 0); n < chunk.leaves.length; n++) {
      const leaf = chunk.leaves[n];
      if (!leaf) break;
      while (line < all.length && (all[line]?.leaf ?? 0) < n) line++;
      let to = line;
      while (to < all.length && all[to]?.leaf === n) to++;
      const lines = all.slice(line, to);
      while (head < chunk.heads.length && (chunk.heads[head] ?? 0) < n) head++;
      if (chunk.heads[head] === n) {
        const { level, named, alone } = heading(chunk, leaf, lines);
        if (level > 0 && (named || (section && level <= section.level))) close();
        if (level > 0 && named) section = { level, named, list: undefined };
        if (level > 0 && alone) continue;
      }
      if (section) collect(section, chunk, index, leaf, lines);
    }
  });
  close();
  const read = lists.concat(runs(chunks, labelled, lists));
  const all = read.concat(tables(chunks, read));
  const found = all.length > 0 ? all : lastOrdered(chunks);
  return found.sort((a, b) => position(a, chunks) - position(b, chunks));
}

/** Whether a list under its own heading is HTML, whose items aren't read. */
export function hasListInHtml(chunks: readonly Chunk[]): boolean {
  let named = false;
  for (const { leaves, text } of chunks)
    for (const leaf of leaves) {
      if (named && leaf.kind === 'html') return true;
      named = leaf.kind === 'heading' && namesList(text.slice(leaf.start, leaf.end));
    }
  return false;
}

function position(list: List, chunks: readonly Chunk[]): number {
  const first = list.entries[0];
  return first ? (chunks[first.chunk]?.start ?? 0) + first.start : 0;
}

/** Reads a heading, or a line that names a list: alone in its paragraph (level 7) or directly followed by `[1] …` lines. */
function heading(
  chunk: Chunk,
  leaf: Leaf,
  lines: readonly Line[],
): { level: number; named: boolean; alone: boolean } {
  if (leaf.kind === 'heading')
    return { level: leaf.level, named: namesList(chunk.text.slice(leaf.start, leaf.end)), alone: true };
  const text = chunk.text.slice(leaf.start, Math.min(leaf.end, leaf.start + 72));
  const alone = !/[\r\n]/.test(text) && leaf.end - leaf.start <= 70;
  return { level: alone || lines.length > 0 ? 7 : 0, named: true, alone };
}

/** The list of a section if it has this form or hasn't started. */
function listOf(section: Section, form: Form): List | undefined {
  section.list ??= new List(form, section.named);
  return section.list.form === form ? section.list : undefined;
}

function collect(section: Section, chunk: Chunk, index: number, leaf: Leaf, lines: readonly Line[]): void {
  // Footnotes can be anywhere and aren't references of the list.
  if (leaf.note) return;
  const item = ordered(leaf);
  // `1. [PDF] A title`, `2. [2502.03671] A title`: next to a number, brackets aren't labels.
  if (lines.length > 0 && !(item && lines.some(({ label }) => !/^\d{1,4}$/.test(label)))) {
    const list = listOf(section, lines[0]?.raised ? 'raised' : 'bracket');
    if (list) for (const { label, start, end, text } of lines) list.add(label, index, start, end, text);
    return;
  }
  const last = section.list?.entries.at(-1);
  if (item) {
    const list = listOf(section, 'ordered');
    if (!list) return;
    if (isNear(chunk, index, last, leaf) && last.start === item.start) last.end = leaf.end;
    else list.add(String(item.number), index, item.start, leaf.end, wordsAt(chunk, leaf));
    return;
  }
  if (leaf.kind === 'html' || leaf.kind === 'front' || leaf.end <= leaf.start) return;
  if (leaf.kind === 'cell') {
    collectCell(section, chunk, index, leaf);
    return;
  }
  const form = section.list?.form;
  if (form === 'table') return;
  if (!leaf.item && collectCounted(section, chunk, index, leaf)) return;
  if (form !== undefined && form !== 'loose') {
    // The address of a reference is often in its own paragraph below.
    const alone = /^<?https?:\/\/\S+>?$/.test(chunk.text.slice(leaf.start, leaf.end));
    if (isNear(chunk, index, last, leaf) && alone) last.end = leaf.end;
    return;
  }
  if (!leaf.item && isProse(chunk, leaf)) return;
  const list = (section.list ??= new List('loose', section.named));
  const split = leaf.item ? [] : referenceLines(chunk.text, leaf);
  if (split.length > 1) {
    for (const { start, end } of split) list.add(undefined, index, start, end, start);
    return;
  }
  const start = leaf.item?.start ?? leaf.start;
  if (isNear(chunk, index, last, leaf) && leaf.item && last.start === start) last.end = leaf.end;
  else list.add(undefined, index, start, leaf.end, wordsAt(chunk, leaf));
}

const COUNTED = /(?<=^|[ \n])(\d{1,3})\\\. /g;

/** Adds the references of a paragraph `1\. A title, address 2\. Another`, as exports write a list; false if it is none. */
function collectCounted(section: Section, chunk: Chunk, index: number, { start, end }: Leaf): boolean {
  const words = chunk.text.slice(start, end);
  let last = section.list?.entries.at(-1);
  if (!words.startsWith(`${Number(last?.label ?? 0) + 1}\\. `)) return false;
  const list = listOf(section, 'ordered');
  for (const { 0: mark, 1: label = '', index: at } of words.matchAll(COUNTED)) {
    if (!list || Number(label) !== Number(last?.label ?? 0) + 1) continue;
    if (last && at > 0) last.end = last.start + chunk.text.slice(last.start, start + at).trimEnd().length;
    list.add(label, index, start + at, end, start + at + mark.length);
    last = list.entries.at(-1);
  }
  return list !== undefined;
}

/** The start of a leaf's words, after any anchor. */
const wordsAt = ({ codes }: Chunk, { start, end }: Span): number => skipTags(codes, start, end);

/** Whether a leaf may continue the last reference. */
const isNear = (chunk: Chunk, index: number, last: Entry | undefined, { start }: Leaf): last is Entry =>
  last?.chunk === index && !areApart(chunk, last.start, start);

const DATED = new RegExp(`(?:1[5-9]|20)\\d\\d|${UNDATED}`);
const NAMED =
  /^[*_\\]{0,3}(?:\p{Ll}{1,3} ){0,2}\p{Lu}[\p{L}’'-]{1,30}(?: \p{Lu}[\p{L}’'-]{1,30}){0,2},? \p{Lu}/u;

/** References on separate lines of one paragraph; other lines continue the one before. Fewer than two don't count. */
function referenceLines(text: string, { start, end }: Span): Span[] {
  const found: { start: number; end: number }[] = [];
  for (let at = start; at < end;) {
    let to = at;
    while (to < end && text.charCodeAt(to) !== 10) to++;
    const line = text.slice(at, Math.min(to, at + 500));
    const last = found.at(-1);
    if (NAMED.test(line) && DATED.test(line) && opensReference(text, at, yearOf(line, at)))
      found.push({ start: at, end: to });
    else if (last) last.end = to;
    else return [];
    at = to + 1;
  }
  for (const span of found) while (/\s/.test(text.charAt(span.end - 1))) span.end--;
  return found;
}

/** The span of the first year of a line. */
function yearOf(line: string, at: number): Span {
  const found = DATED.exec(line);
  const start = at + (found?.index ?? 0);
  return { start, end: start + (found?.[0].length ?? 0) };
}

/** Adds a table row whose first cell is a number. */
function collectCell(section: Section, chunk: Chunk, index: number, leaf: Leaf): void {
  const { text } = chunk;
  const { start, end } = leaf;
  const last = section.list?.form === 'table' ? section.list.entries.at(-1) : undefined;
  if (isNear(chunk, index, last, leaf) && !/[\r\n]/.test(text.slice(last.end, start))) {
    if (last.text === last.end) last.text = start;
    last.end = end;
    return;
  }
  const from = wordsAt(chunk, leaf);
  const label =
    end - from > 30
      ? undefined
      : /^\\?\[?(\d{1,4})\\?\]?\.?(?:<\/[a-z]{1,5}>){0,2}$/.exec(text.slice(from, end))?.[1];
  if (label === undefined || !/(?:^|[\r\n])[\s>|]*$/.test(text.slice(Math.max(0, start - 20), start))) return;
  listOf(section, 'table')?.add(label, index, start, end, end);
}

/** A word that doesn't occur in a list of names. */
const SENTENCE =
  /(?<![\p{L}’'-])(?:(?!with(?!\p{L}))\p{Ll}{4,}|(?:[Ss]ee|[Aa]s|[Cc]f|[Vv]gl|[Ff]or|[Bb]y|[Ii]n)(?!\p{L}))/u;

/** Whether a reference at `from` begins with this author and year: only names before them, and no continuing sentence after. */
export function opensReference(text: string, from: number, { start, end }: Span): boolean {
  return (
    start - from < 300 && !SENTENCE.test(text.slice(from, start)) && !GOES_ON.test(text.slice(end, end + 8))
  );
}
/** A lowercase letter after blanks or a line break; an empty line would start another paragraph. */
const GOES_ON = /^(?:[^\S\r\n]|(?:\r\n?|\n)(?![^\S\r\n]*[\r\n]))+\p{Ll}/u;

/** Whether a paragraph under a heading such as “Notes” cites others: it has a marker, or an author and year that aren't its own. */
function isProse({ text, hits }: Chunk, { start, end }: Span): boolean {
  for (let i = firstAt(hits, start); i < hits.length; i++) {
    const hit = hits[i];
    if (!hit || hit.start >= end) return false;
    if (hit.kind === 'numbers' && hit.doubt === undefined) return true;
    if (hit.kind === 'works' && !hit.doubt) return !opensReference(text, start, hit);
  }
  return false;
}

/** The outermost ordered list item around a leaf. */
function ordered(leaf: Leaf): ListItem | undefined {
  let found: ListItem | undefined;
  for (let item = leaf.item; item; item = item.parent) if (item.number >= 0) found = item;
  return found;
}

/** Beyond this many lists, nothing is searched across them. */
export const MANY_LISTS = 200;

/** Tests whether a line is a reference of one of `lists`. Lines must be asked about in document order: one walk along both. */
function walk(lists: readonly List[]): (chunk: number, start: number) => boolean {
  let l = 0;
  let k = 0;
  return (chunk, start) => {
    for (let list = lists[l]; list; list = lists[++l], k = 0)
      for (let entry = list.entries[k]; entry; entry = list.entries[++k])
        if (entry.chunk > chunk || (entry.chunk === chunk && entry.start >= start))
          return entry.chunk === chunk && entry.start === start;
    return false;
  };
}

/** Runs of `[n] …` lines without a heading: two or more with non-decreasing numbers, or one with an address. */
function runs(
  chunks: readonly Chunk[],
  labelled: readonly (readonly Line[])[],
  known: readonly List[],
): List[] {
  const isTaken = walk(known);
  const near = known.slice(0, MANY_LISTS);
  const found: List[] = [];
  let run = new List('bracket');
  let last = -2;
  let firsts: ReadonlyMap<string, FirstMarker> | undefined;
  const close = (): void => {
    const { entries } = run;
    const [one] = entries;
    if (!one) return;
    const named = isAnswered(run, near);
    const isList =
      entries.length > 1 ||
      one.label?.startsWith('#') ||
      holdsSource(chunks[one.chunk], one) ||
      answers(chunks, one, (firsts ??= firstMarkers(chunks)));
    if (!named && isList) found.push(run.close());
    run = new List('bracket');
  };
  // Lines further apart than one chunk boundary aren't a run.
  let before = 0;
  chunks.forEach((chunk, index) => {
    for (const l of labelled[index] ?? []) {
      if (l.round || isTaken(index, l.start)) continue;
      // `[v1.2]` is a version, `[#key]` a label of MultiMarkdown.
      if (!/^(?:\d+$|#)/.test(l.label)) continue;
      const n = Number(l.label);
      const at = before + boundsUpTo(chunk, l.start);
      if (at > last + 1 || n < Number(run.entries.at(-1)?.label ?? -1)) close();
      run.add(l.label, index, l.start, l.end, l.text);
      last = at;
    }
    before += chunk.bounds.length + 1;
  });
  close();
  return found;
}

/** Whether a known list already has all labels of this one. */
const isAnswered = ({ entries }: List, known: readonly List[]): boolean =>
  known.some((l) => entries.every((e) => e.label !== undefined && l.labels.has(e.label)));

/**
 * Whether a single `[n] …` line is a remark that an earlier marker leads to. A continued sentence begins with a small letter. So may a
 * remark, if its marker is attached to a word, as footnote markers are, and the remark contains no other marker.
 */
function answers(
  chunks: readonly Chunk[],
  { label = '', chunk, start, end, text }: Entry,
  firsts: ReadonlyMap<string, FirstMarker>,
): boolean {
  const of = chunks[chunk];
  const first = firsts.get(label);
  if (!of || !first || first.at >= of.start + start || text >= end) return false;
  if (!/^\p{Ll}/u.test(of.text.slice(text, text + 2))) return true;
  const next = of.hits[firstAt(of.hits, text)];
  return first.attached && (next === undefined || next.start >= end || next.kind !== 'numbers');
}

type FirstMarker = { readonly at: number; readonly attached: boolean };

/** The first bracketed marker of each number. */
function firstMarkers(chunks: readonly Chunk[]): ReadonlyMap<string, FirstMarker> {
  const found = new Map<string, FirstMarker>();
  for (const chunk of chunks)
    for (const hit of chunk.hits)
      if (hit.kind === 'numbers' && hit.doubt === undefined)
        for (const { label } of hit.parts)
          if (!found.has(label))
            found.set(label, { at: chunk.start + hit.start, attached: isAttached(chunk, hit) });
  return found;
}

/** Whether a marker directly follows a word. */
export const isAttached = ({ codes }: Chunk, { start }: Span): boolean =>
  start > 0 && (codes[start - 1] ?? 0) > 32;

/** Whether a cell contains only a number, so that its row may be a reference. */
function isRowLabel(chunk: Chunk, hit: Marker): boolean {
  const leaf = isLabel(hit) ? chunk.leaves[hit.leaf] : undefined;
  return leaf?.kind === 'cell' && hit.start <= wordsAt(chunk, leaf);
}

const ROW = FORM.label | FORM.cell;
const hasRowLabel = (chunk: Chunk): boolean =>
  (chunk.forms & ROW) === ROW && chunk.hits.some((hit) => isRowLabel(chunk, hit));

/** Whether a chunk can contain references without a heading. */
export const mayList = (chunk: Chunk): boolean => linesOf(chunk).length > 0 || hasRowLabel(chunk);

/** Tables without a list heading whose rows each start with a bracketed number and contain an address. */
function tables(chunks: readonly Chunk[], known: readonly List[]): List[] {
  const near = known.slice(0, MANY_LISTS);
  const isTaken = walk(known.toSorted((a, b) => position(a, chunks) - position(b, chunks)));
  const found: List[] = [];
  chunks.forEach((chunk, index) => {
    if (!hasRowLabel(chunk)) return;
    let section: Section = { level: 7, named: false, list: undefined };
    const isEntry = (entry: Entry): boolean => {
      const label = chunk.hits[firstAt(chunk.hits, entry.start)];
      return (
        label !== undefined &&
        label.start < entry.text &&
        isRowLabel(chunk, label) &&
        holdsSource(chunk, entry)
      );
    };
    const close = (): void => {
      const { list } = section;
      section = { level: 7, named: false, list: undefined };
      const [first] = list?.entries ?? [];
      if (!list || !first || isTaken(index, first.start)) return;
      if (list.entries.every(isEntry) && !isAnswered(list, near)) found.push(list.close());
    };
    let before = -1;
    for (const leaf of chunk.leaves) {
      if (leaf.kind !== 'cell' || (before >= 0 && areApart(chunk, before, leaf.start))) close();
      if (leaf.kind === 'cell') collectCell(section, chunk, index, leaf);
      before = leaf.start;
    }
    close();
  });
  return found;
}

/** The last ordered list, if most of its items contain an address and little follows it. */
function lastOrdered(chunks: readonly Chunk[]): List[] {
  let left = LAST;
  for (let index = chunks.length - 1; index >= 0 && left > 0; index--) {
    const chunk = chunks[index];
    if (!chunk) continue;
    for (let n = chunk.bounds.length; n >= 0 && left > 0; n--, left--) {
      const section: Section = { level: 7, named: false, list: undefined };
      for (const leaf of chunk.leaves)
        if (boundsUpTo(chunk, leaf.start) === n && ordered(leaf)) collect(section, chunk, index, leaf, []);
      const { list } = section;
      if (!list || list.entries.length < 2) continue;
      const sourced = list.entries.filter((e) => holdsSource(chunk, e));
      if (sourced.length >= list.entries.length * 0.7) return [list.close()];
    }
  }
  return [];
}
/** An ordered list within this many chunk boundaries of the end may be an unnamed list of sources. */
export const LAST = 3;
