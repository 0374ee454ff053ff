/**
 * Reference lists: where they stand, which entries they have, what each entry points at. A list stands under a heading that names
 * it, or is a run of `[n] …` lines, or the last ordered list whose items are mostly addresses.
 */
import type { Span, Target } from '../model';
import { parseReference } from '../text/reference';
import type { Leaf } from './blocks';
import type { Chunk } from './chunks';

export type Entry = {
  /** Number or label; nothing in a list that is cited by author and year. */
  readonly label: string | undefined;
  readonly chunk: number;
  /** All of the entry, label included, relative to its chunk. */
  readonly span: Span;
  /** Where its text begins behind the label. */
  readonly text: number;
};

export type List = {
  readonly entries: readonly Entry[];
  readonly labels: ReadonlyMap<string, Entry>;
  /** How its labels are written: brackets count as written, Markdown renumbers an ordered list itself. */
  readonly form: 'bracket' | 'ordered' | 'loose' | 'definition';
};

const NAMES =
  /^(?:\d{1,2}(?:\.\d{1,2})*[.)、]?\s?|[ivx]{1,5}\.\s?|[一二三四五六七八九十]{1,3}[、.]\s?|[^\p{L}\d]{1,4})?(?:(?:(?:list of|selected|key|main|cited|numbered|full|complete|consulted|primary|online|web) )?(?:references?|sources?|bibliography|citations?|works cited|literature(?: cited)?|reference list|source list|endnotes|footnotes|notes|further reading|references? (?:and|&) (?:notes|sources|links|further reading)|sources? (?:and|&|\/) (?:references?|notes|links|citations)|notes (?:and|&) references|citations? (?:and|&) (?:sources|references)|sources cited|sources consulted|sources used|works consulted|reference links|links)|参考文献|参考资料|参考來源|参考来源|參考文獻|參考資料|引用|引用文献|引用来源|资料来源|資料來源|来源|來源|出典|参照|注释|文献|主要参考文献|参考链接|信息来源|数据来源|quellen|quellenverzeichnis|literatur|literaturverzeichnis|einzelnachweise|referenzen|nachweise|références|bibliographie|sources et références|notes et références|notas|referencias|bibliografía|fuentes|referências|bibliografia|fontes|riferimenti|fonti|bronnen|литература|источники|список литературы|참고문헌|출처)(?: ?\([^()]{0,40}\))?(?:列表|一览)?\s?[:：]?$/iu;

/** Does this line name a reference list? */
export function namesList(line: string): boolean {
  if (line.length > 70) return false;
  return NAMES.test(
    line
      .replace(/[*_`#]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

type Section = { level: number; entries: Entry[]; form: List['form'] | undefined };

/** All reference lists of a document, in order. */
export function findLists(chunks: readonly Chunk[], text: string): List[] {
  const lists: List[] = [];
  let section: Section | undefined;
  const close = () => {
    if (section && section.entries.length > 0) lists.push(toList(section.entries, section.form ?? 'loose'));
    section = undefined;
  };
  chunks.forEach((chunk, index) => {
    if (section === undefined && chunk.lines.length === 0 && !hasHeading(chunk, text)) return;
    const view = new View(chunk, index, text);
    for (let n = 0; n < chunk.leaves.length; n++) {
      const leaf = chunk.leaves[n];
      if (!leaf) continue;
      const level = headingLevel(view, leaf, n);
      if (level > 0) {
        const named = namesList(view.firstLine(leaf));
        if (named || (section && level <= section.level)) close();
        if (named) section = { level, entries: [], form: undefined };
        if (leaf.kind === 'heading' || !named || view.isOneLine(leaf)) continue;
      }
      // A footnote often stands under the list, and is cited by its own label.
      if (section && !leaf.note) collect(section, view, leaf, n);
    }
  });
  close();
  for (const run of runs(chunks, lists)) lists.push(run);
  if (lists.length === 0) lists.push(...lastOrdered(chunks, text));
  return lists.sort((a, b) => position(a, chunks) - position(b, chunks));
}

const position = (list: List, chunks: readonly Chunk[]): number => {
  const first = list.entries[0];
  return first ? (chunks[first.chunk]?.start ?? 0) + first.span.start : 0;
};

const hasHeading = (chunk: Chunk, text: string): boolean =>
  chunk.leaves.some(
    (l) => l.kind === 'heading' || (l.kind === 'paragraph' && namesList(firstLine(chunk, l, text))),
  );

const firstLine = (chunk: Chunk, leaf: Leaf, text: string): string => {
  const start = chunk.start + leaf.start;
  const end = chunk.start + leaf.end;
  let i = start;
  while (i < end && i - start < 80 && text.charCodeAt(i) !== 10 && text.charCodeAt(i) !== 13) i++;
  return text.slice(start, i);
};

class View {
  constructor(
    readonly chunk: Chunk,
    readonly index: number,
    private readonly text: string,
  ) {}
  firstLine(leaf: Leaf): string {
    return firstLine(this.chunk, leaf, this.text);
  }
  isOneLine(leaf: Leaf): boolean {
    return this.firstLine(leaf).length >= leaf.end - leaf.start;
  }
  slice(start: number, end: number): string {
    return this.text.slice(this.chunk.start + start, this.chunk.start + end);
  }
}

/** 1 to 6 for a heading, 7 for a line of its own (bold or plain) that names a list, 0 for anything else. */
function headingLevel(view: View, leaf: Leaf, n: number): number {
  if (leaf.kind === 'heading') return leaf.level;
  if (leaf.kind !== 'paragraph' || leaf.note) return 0;
  if (!namesList(view.firstLine(leaf))) return 0;
  return view.isOneLine(leaf) || view.chunk.lines.some((l) => l.leaf === n) ? 7 : 0;
}

function collect(section: Section, view: View, leaf: Leaf, n: number): void {
  const { chunk, index } = view;
  const lines = chunk.lines.filter((l) => l.leaf === n);
  if (lines.length > 0) {
    section.form ??= 'bracket';
    if (section.form !== 'bracket') return;
    for (const l of lines)
      section.entries.push({
        label: l.label,
        chunk: index,
        span: { start: l.start, end: l.end },
        text: l.text,
      });
    return;
  }
  const item = ordered(leaf);
  if (item) {
    section.form ??= 'ordered';
    const last = section.entries.at(-1);
    if (section.form !== 'ordered') return;
    if (last?.chunk === index && last.span.start === item.start) extend(section.entries, leaf.end);
    else
      section.entries.push({
        label: String(item.number),
        chunk: index,
        span: { start: item.start, end: leaf.end },
        text: leaf.start,
      });
    return;
  }
  if (leaf.kind === 'cell' || leaf.kind === 'html' || leaf.kind === 'front') return;
  const last = section.entries.at(-1);
  const bullet = leaf.item?.start;
  if (section.form === 'bracket' || section.form === 'ordered') {
    // The address of an entry often stands in a paragraph of its own below it.
    const alone = /^<?https?:\/\/\S+>?$/.test(view.slice(leaf.start, leaf.end));
    if (last?.chunk === index && alone) extend(section.entries, leaf.end);
    return;
  }
  section.form = 'loose';
  if (last?.chunk === index && bullet !== undefined && last.span.start === bullet)
    extend(section.entries, leaf.end);
  else
    section.entries.push({
      label: undefined,
      chunk: index,
      span: { start: bullet ?? leaf.start, end: leaf.end },
      text: leaf.start,
    });
}

function extend(entries: Entry[], end: number): void {
  const last = entries.pop();
  if (last) entries.push({ ...last, span: { start: last.span.start, end } });
}

/** The outermost ordered item a leaf stands in. */
function ordered(leaf: Leaf): Leaf['item'] {
  let found: Leaf['item'];
  for (let item = leaf.item; item; item = item.parent) if (item.number >= 0) found = item;
  return found;
}

function toList(entries: readonly Entry[], form: List['form']): List {
  const same =
    form === 'ordered' && entries.length > 1 && entries.every((e) => e.label === entries[0]?.label);
  const first = Number(entries[0]?.label ?? 1);
  const numbered = same ? entries.map((e, i): Entry => ({ ...e, label: String(first + i) })) : entries;
  const labels = new Map<string, Entry>();
  for (const e of numbered) if (e.label !== undefined && !labels.has(e.label)) labels.set(e.label, e);
  return { entries: numbered, labels, form };
}

/** Runs of `[n] …` lines under no heading of their own: two or more with rising numbers, or one that holds an address. */
function runs(chunks: readonly Chunk[], known: readonly List[]): List[] {
  const taken = new Set(known.flatMap((l) => l.entries.map((e) => `${e.chunk}:${e.span.start}`)));
  const found: List[] = [];
  let run: Entry[] = [];
  let last = -2;
  const close = () => {
    const rising = run.every((e, i) => i === 0 || Number(e.label) > Number(run[i - 1]?.label));
    const only = run[0];
    const sourced =
      only &&
      chunks[only.chunk]?.hits.some(
        (h) => h.kind === 'direct' && h.start >= only.text && h.end <= only.span.end,
      );
    const named = known.some((l) => run.every((e) => e.label !== undefined && l.labels.has(e.label)));
    if (named) run = [];
    if ((run.length > 1 && rising) || (run.length === 1 && sourced === true))
      found.push(toList(run, 'bracket'));
    run = [];
  };
  chunks.forEach((chunk, index) => {
    for (const l of chunk.lines) {
      if (!/^\d/.test(l.label) || taken.has(`${index}:${l.start}`)) continue;
      if (index > last + 1 || Number(l.label) <= Number(run.at(-1)?.label ?? 0)) close();
      run.push({ label: l.label, chunk: index, span: { start: l.start, end: l.end }, text: l.text });
      last = index;
    }
  });
  close();
  return found;
}

/** The last ordered list, if most of its items hold an address and nothing but another short paragraph follows. */
function lastOrdered(chunks: readonly Chunk[], text: string): List[] {
  for (let index = chunks.length - 1; index >= 0 && index > chunks.length - 4; index--) {
    const chunk = chunks[index];
    if (!chunk) continue;
    const section: Section = { level: 7, entries: [], form: undefined };
    const view = new View(chunk, index, text);
    chunk.leaves.forEach((leaf, n) => {
      if (ordered(leaf)) collect(section, view, leaf, n);
    });
    const { entries } = section;
    const sourced = entries.filter((e) =>
      chunk.hits.some((h) => h.kind === 'direct' && h.start >= e.text && h.end <= e.span.end),
    );
    if (entries.length > 1 && sourced.length >= entries.length * 0.7) return [toList(entries, 'ordered')];
  }
  return [];
}

/** What an entry points at: its DOI or identifier, else its address, else what its words say. */
export function entryTarget(chunk: Chunk, span: Span, from: number, text: string): Target {
  let url: Target | undefined;
  const raw = () => text.slice(chunk.start + from, chunk.start + span.end);
  for (const hit of chunk.hits) {
    if (hit.start >= span.end) break;
    if (hit.start < span.start || hit.kind !== 'direct') continue;
    if (hit.target.kind === 'work') return { ...parseReference(raw()), ...hit.target };
    if (hit.target.kind !== 'guess') url ??= hit.target;
  }
  return url ?? { kind: 'work', ...parseReference(raw()) };
}
