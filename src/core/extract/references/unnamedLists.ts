/** Finds reference lists without a heading: runs of `[n] …` lines, tables of sources, the last ordered list. */
import type { Span } from '../../model';
import type { Line } from '../model/blockTypes';
import { NO_CHUNK, areApart, boundsUpTo, firstAt, hitsIn, type Chunk } from '../model/chunk';
import { FORM, type Marker } from '../model/markers';
import { holdsSource, isReference, List, type Entry, type Form } from './entry';
import { isLabel, linesOf } from './entryLines';
import { ordered, Section, wordsAt } from './sections';

/** The place of a list in the document. */
export function position(list: List, chunks: readonly Chunk[]): number {
  const first = list.entries[0];
  return first ? (chunks[first.chunk]?.start ?? 0) + first.start : 0;
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

/**
 * Runs of `[n] …` lines without a heading: two or more with non-decreasing numbers, or one with an address. Of `¹ …` lines most must be
 * references, as those below a table are remarks, unless prose has their numbers; `(n) …` lines are those with an address.
 */
export function runs(
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
  let raised: ReadonlySet<string> | undefined;
  const close = (form: Form = 'bracket'): void => {
    const { entries } = run;
    const [one] = entries;
    const isRaised = run.form === 'raised';
    const named = isAnswered(run, near);
    const isList =
      one &&
      (isRaised
        ? citesMostly(chunks, entries) || areNotes(chunks, entries, (raised ??= raisedIn(chunks)))
        : entries.length > 1 ||
          (run.form === 'bracket' &&
            (one.label?.startsWith('#') ||
              holdsSource(chunks[one.chunk], one) ||
              answers(chunks, one, (firsts ??= firstMarkers(chunks))))));
    if (!named && isList) found.push(run.close());
    run = new List(form);
  };
  // Lines further apart than one chunk boundary aren't a run.
  let before = 0;
  chunks.forEach((chunk, index) => {
    for (const l of labelled[index] ?? []) {
      if (isTaken(index, l.start) || (l.round && !l.raised && !holdsSource(chunk, l))) continue;
      // `[v1.2]` is a version, `[#key]` a label of MultiMarkdown.
      if (!/^(?:\d+$|#)/.test(l.label)) continue;
      const n = Number(l.label);
      const form = l.raised ? 'raised' : l.round ? 'ordered' : 'bracket';
      const at = before + boundsUpTo(chunk, l.start);
      if (form !== run.form || at > last + 1 || n < Number(run.entries.at(-1)?.label ?? -1)) close(form);
      run.add(l.label, index, l.start, l.end, l.text);
      last = at;
    }
    before += chunk.bounds.length + 1;
  });
  close();
  return found;
}

/** Whether there are several, and most of them are references. */
const citesMostly = (chunks: readonly Chunk[], entries: readonly Entry[]): boolean =>
  entries.length > 1 &&
  entries.filter((one) => isReference(chunks[one.chunk], one)).length * 2 > entries.length;

/** Whether they count from 1, prose has all of their numbers, and some are references. */
const areNotes = (chunks: readonly Chunk[], entries: readonly Entry[], raised: ReadonlySet<string>) =>
  entries.every(({ label = '' }, i) => label === String(i + 1) && raised.has(label)) &&
  entries.some((one) => isReference(chunks[one.chunk], one));

/** The raised numbers in prose, not in cells or at the start of a line. */
const raisedIn = (chunks: readonly Chunk[]): ReadonlySet<string> =>
  new Set(
    chunks.flatMap((chunk) =>
      chunk.hits.flatMap((hit) =>
        hit.kind === 'numbers' &&
        hit.superscript &&
        chunk.leaves[hit.leaf]?.kind !== 'cell' &&
        isAttached(chunk, hit)
          ? hit.parts.map(({ label }) => label)
          : [],
      ),
    ),
  );

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
  if (of.text.slice(start, text).includes(':') || !/^\p{Ll}/u.test(of.text.slice(text, text + 2)))
    return true;
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
export function tables(chunks: readonly Chunk[], known: readonly List[]): List[] {
  const near = known.slice(0, MANY_LISTS);
  const isTaken = walk(known.toSorted((a, b) => position(a, chunks) - position(b, chunks)));
  const found: List[] = [];
  chunks.forEach((chunk, index) => {
    if (!hasRowLabel(chunk)) return;
    let section = new Section();
    const isEntry = (entry: Entry): boolean => {
      const label = chunk.hits[firstAt(chunk.hits, entry.start)];
      if (!label || label.start >= entry.text) return false;
      return isRowLabel(chunk, label) && holdsSource(chunk, entry);
    };
    const close = (): void => {
      const { list } = section;
      section = new Section();
      const [first] = list?.entries ?? [];
      if (!list || !first || isTaken(index, first.start)) return;
      if (list.entries.every(isEntry) && !isAnswered(list, near)) found.push(list.close());
    };
    let before = -1;
    for (const leaf of chunk.leaves) {
      if (leaf.kind !== 'cell' || (before >= 0 && areApart(chunk, before, leaf.start))) close();
      if (leaf.kind === 'cell') section.readCell({ chunk, index, leaf });
      before = leaf.start;
    }
    close();
  });
  return found;
}

/**
 * The last ordered list, from where it counts from 1, if most of its items contain an address and little follows it. If it has nothing but
 * addresses, so may others before it that follow markers, as each answer of a chat has a list of its own.
 */
export function lastOrdered(chunks: readonly Chunk[]): List[] {
  let left = LAST;
  for (let index = chunks.length - 1; index >= 0 && left > 0; index--) {
    const chunk = chunks[index];
    if (!chunk) continue;
    for (let n = chunk.bounds.length; n >= 0 && left > 0; n--, left--) {
      const section = new Section();
      for (const leaf of chunk.leaves)
        if (boundsUpTo(chunk, leaf.start) === n && ordered(leaf)) section.read({ chunk, index, leaf });
      const list = section.list?.parts().at(-1);
      if (!list || list.entries.length < 2) continue;
      const sourced = list.entries.filter((e) => holdsSource(chunk, e));
      if (sourced.length < list.entries.length * 0.7) continue;
      const before = areAddresses(list, chunks) ? chunks.slice(0, index + 1) : [];
      return [...addresses(before, position(list, chunks)), list.close()];
    }
  }
  return [];
}

/** The ordered lists before an offset of the document whose items are addresses alone, with markers between each and the list before it. */
function addresses(chunks: readonly Chunk[], before: number): List[] {
  const section = new Section();
  chunks.forEach((chunk, index) => {
    for (const leaf of chunk.leaves)
      if (ordered(leaf) && chunk.start + leaf.start < before) section.read({ chunk, index, leaf });
  });
  const lists = section.list?.parts() ?? [];
  return lists.flatMap((l, i) =>
    l.entries.length > 1 && areAddresses(l, chunks) && hasMarkers(chunks, lists[i - 1]?.entries.at(-1), l)
      ? l.close()
      : [],
  );
}

const areAddresses = ({ entries }: List, chunks: readonly Chunk[]): boolean =>
  entries.every(({ chunk, text, end }) =>
    hitsIn(chunks[chunk] ?? NO_CHUNK, { start: text, end }).some(
      (hit) => hit.kind === 'direct' && hit.start === text && hit.end === end,
    ),
  );

/** Whether there are numbers in brackets behind a reference, or from the start of the document, up to a list. */
function hasMarkers(chunks: readonly Chunk[], last: Entry | undefined, { entries: [first] }: List): boolean {
  const from = last?.chunk ?? 0;
  return chunks.slice(from, (first?.chunk ?? 0) + 1).some((chunk, i) => {
    const start = i === 0 ? (last?.end ?? 0) : 0;
    const end = from + i === first?.chunk ? first.start : Infinity;
    return hitsIn(chunk, { start, end }).some((hit) => hit.kind === 'numbers' && !hit.doubt);
  });
}
/** An ordered list within this many chunk boundaries of the end may be an unnamed list of sources. */
export const LAST = 3;
