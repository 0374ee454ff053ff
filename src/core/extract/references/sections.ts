/** Reads the references below a heading that names a list, leaf by leaf. */
import { UNDATED } from '../../text/works/undated';
import type { Span } from '../../model';
import type { Leaf, Line, ListItem } from '../model/blockTypes';
import { skipTags } from '../markdown/htmlTags';
import { areApart, hitsIn, type Chunk } from '../model/chunk';
import { List, type Entry, type Form } from './entry';
import { namesList } from './listHeadings';

/** A leaf and its chunk, which is the one at `index`. */
type Place = { readonly chunk: Chunk; readonly index: number; readonly leaf: Leaf };

/** The content under a heading that names a list, read leaf by leaf. */
export class Section {
  list: List | undefined;

  constructor(
    readonly level = 7,
    readonly named = false,
  ) {}

  /** Adds the references of the next leaf; `lines` are its lines that begin with a label. */
  read(place: Place, lines: readonly Line[] = []): void {
    const { leaf } = place;
    // Footnotes can be anywhere and aren't references of the list.
    if (leaf.note) return;
    const item = ordered(leaf);
    // `1. [PDF] A title`, `2. [2502.03671] A title`: next to a number, brackets aren't labels.
    const areLabels = !item || lines.every(({ label }) => /^\d{1,4}$/.test(label));
    if (lines.length > 0 && areLabels) this.addLines(place, lines);
    else if (item) this.addItem(place, 'ordered', String(item.number), item.start);
    else if (leaf.kind === 'html' || leaf.kind === 'front' || leaf.end <= leaf.start) return;
    else if (leaf.kind === 'cell') this.readCell(place);
    else if (this.list?.form !== 'table') this.addText(place);
  }

  /** Adds a table row whose first cell is a number, or a label such as `S1`; other cells continue it. */
  readCell(place: Place): void {
    const { chunk, index, leaf } = place;
    const { text } = chunk;
    const { start, end } = leaf;
    const last = this.list?.form === 'table' ? this.lastNear(place) : undefined;
    if (last && !/[\r\n]/.test(text.slice(last.end, start))) {
      if (last.text === last.end) last.text = start;
      last.end = end;
      return;
    }
    const from = wordsAt(chunk, leaf);
    const label = end - from > 30 ? undefined : ROW_LABEL.exec(text.slice(from, end))?.[1];
    const opensRow = /(?:^|[\r\n])[\s>|]*$/.test(text.slice(Math.max(0, start - 20), start));
    if (label !== undefined && opensRow) this.listOf('table')?.add(label, index, start, end, end);
  }

  /** The list if it has this form or hasn't started. */
  private listOf(form: Form): List | undefined {
    this.list ??= new List(form, this.named);
    return this.list.form === form ? this.list : undefined;
  }

  /** The last reference, if a leaf may continue it. */
  private lastNear({ chunk, index, leaf }: Place): Entry | undefined {
    const last = this.list?.entries.at(-1);
    return last?.chunk === index && !areApart(chunk, last.start, leaf.start) ? last : undefined;
  }

  /** Adds lines such as `[1] A title`. */
  private addLines({ index }: Place, lines: readonly Line[]): void {
    const list = this.listOf(lines[0]?.raised ? 'raised' : 'bracket');
    for (const { label, start, end, text } of lines) list?.add(label, index, start, end, text);
  }

  /** Adds the list item that begins at `start`, or a further paragraph of the last one. */
  private addItem(place: Place, form: Form, label: string | undefined, start: number): void {
    const { chunk, index, leaf } = place;
    const list = this.listOf(form);
    const last = list && this.lastNear(place);
    if (last?.start === start) last.end = leaf.end;
    else list?.add(label, index, start, leaf.end, wordsAt(chunk, leaf));
  }

  /** Adds text without a label of Markdown: an item with a bullet, or a paragraph. */
  private addText(place: Place): void {
    const { chunk, leaf } = place;
    if (!leaf.item && this.addCounted(place)) return;
    if (this.list && this.list.form !== 'loose') {
      // The address of a reference is often in its own paragraph below.
      const last = this.lastNear(place);
      if (last && /^<?https?:\/\/\S+>?$/.test(chunk.text.slice(leaf.start, leaf.end))) last.end = leaf.end;
    } else if (leaf.item) this.addItem(place, 'loose', undefined, leaf.item.start);
    else if (!isProse(chunk, leaf)) this.addParagraph(place);
  }

  /** Adds a paragraph: one reference, or one for each of its lines. */
  private addParagraph({ chunk, index, leaf }: Place): void {
    const list = this.listOf('loose');
    const lines = referenceLines(chunk.text, leaf);
    if (lines.length > 1 || (lines[0] && lines[0].start > leaf.start))
      for (const { start, end } of lines) list?.add(undefined, index, start, end, start);
    else list?.add(undefined, index, leaf.start, leaf.end, wordsAt(chunk, leaf));
  }

  /**
   * Adds the references of a paragraph `1\. A title, address 2\. Another`, as exports write a list, or of lines `40. A title` that Markdown
   * doesn't take for items, after the rest of a reference that a page break cut; returns false if it is not one.
   */
  private addCounted({ chunk, index, leaf: { start, end } }: Place): boolean {
    const next = Number(this.list?.entries.at(-1)?.label ?? 0) + 1;
    const text = chunk.text.slice(start, end);
    if (!text.startsWith(`${next}\\. `) && (next === 1 || !text.includes(`\n${next}. `))) return false;
    const list = this.listOf('ordered');
    if (!list) return false;
    for (const { 0: mark, 1: label = '', 2: plain = label, index: at } of text.matchAll(COUNTED)) {
      const last = list.entries.at(-1);
      if (Number(plain) !== Number(last?.label ?? 0) + 1) continue;
      if (last?.chunk === index && last.start >= start)
        last.end = last.start + chunk.text.slice(last.start, start + at).trimEnd().length;
      list.add(plain, index, start + at, end, start + at + mark.length);
    }
    return true;
  }
}

const COUNTED = /(?<=^|[ \n])(\d{1,3})\\\. |(?<=^|\n)(\d{1,3})\. /g;
const ROW_LABEL = /^\\?\[?([A-Z]{0,2}\d{1,4})\\?\]?\.?(?:<\/[a-z]{1,5}>){0,2}$/;

/** The start of a leaf's words, after any anchor. */
export const wordsAt = ({ codes }: Chunk, { start, end }: Span): number => skipTags(codes, start, end);

const DATED = new RegExp(`(?:1[5-9]|20)\\d\\d|${UNDATED}`);
/** An accent may be a character of its own, before its letter or after it. */
const NAMED =
  /^[*_\\]{0,3}(?:\p{Ll}{1,3} ){0,2}\p{Lu}[\p{L}\p{M}\p{Sk}’'-]{1,30}(?: \p{Lu}[\p{L}\p{M}\p{Sk}’'-]{1,30}){0,2},? (?:\p{Lu}|\(?\d{4})/u;

/** `김영철, 이재원 (2020).`, `CIS. (2021)`, `Berg MP, Lind J. A title`: names that begin nothing but a reference. */
const CLEAR =
  /^(?:(?:\p{Lo}[\p{Lo}\p{Lm} ·・,，、]{1,60}|\p{Lu}{2,8}\. ?)[(（](?:1[5-9]|20)\d\d[a-z]?[)）]|\p{Lu}[\p{L}\p{M}\p{Sk}’'-]{1,30} \p{Lu}{1,3}(?:, \p{Lu}\p{Ll}| et al\.|\. \p{Lu}\p{Ll}))/u;

/** `A title, accessed on May 9, 2025, https://…`: a reference as Gemini writes it, in any language. */
export const ACCESSED = /(?<!\d)(?:1970|20\d\d)[^\d\s,，、]{0,10}[,，、]\s?(?:[[<(]*https?:\/\/\S+)?$/u;

/** Numbers the references of Gemini by their place, as an export loses the numbers of the list. */
export function counted(list: List, chunks: readonly Chunk[]): List {
  const { form, named, entries } = list;
  if (form !== 'loose' || !named || entries.length < 2) return list;
  const textOf = ({ chunk, start, end }: Entry) => chunks[chunk]?.text.slice(start, end).trimEnd() ?? '';
  if (!entries.every((entry) => ACCESSED.test(textOf(entry).slice(-500)))) return list;
  const numbered = new List('ordered', named);
  entries.forEach(({ chunk, start, end, text }, i) => {
    numbered.add(String(i + 1), chunk, start, end, text);
  });
  return numbered;
}

/** References on separate lines of one paragraph, perhaps below the name of the list; other lines continue the one before. */
export function referenceLines(text: string, { start, end }: Span): Span[] {
  const found: { start: number; end: number }[] = [];
  // An author who breaks each line on purpose writes one reference on each.
  const block = text.slice(start, end);
  const isBroken = block.includes('\n') && !/\S ?\n/.test(block);
  for (let at = start; at < end;) {
    let to = at;
    while (to < end && text.charCodeAt(to) !== 10) to++;
    const line = text.slice(at, Math.min(to, at + 500));
    const last = found.at(-1);
    const isDated =
      NAMED.test(line) && DATED.test(line) && (isBroken || opensReference(text, at, yearOf(line, at)));
    if (isDated || CLEAR.test(line) || ACCESSED.test(line.trimEnd())) found.push({ start: at, end: to });
    else if (last) last.end = to;
    else if (at > start || !namesList(line)) return [];
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

/** A word that doesn't occur in a list of names. */
const SENTENCE =
  /(?<![\p{L}\p{M}\p{Sk}’'-])(?:(?!with(?!\p{L}))\p{Ll}{4,}|(?:[Ss]ee|[Aa]s|[Cc]f|[Vv]gl|[Ff]or|[Bb]y|[Ii]n)(?!\p{L}))/u;

/** Whether a reference at `from` begins with this author and year: only names before them, and no continuing sentence after. */
export function opensReference(text: string, from: number, { start, end }: Span): boolean {
  if (start - from >= 500) return false;
  const [before, after] = [text.slice(from, start), text.slice(end, end + 8)];
  return SENTENCE.test(before) ? BODY.test(before) && DATED_TITLE.test(after) : !GOES_ON.test(after);
}
/** `Bundeszentrale für politische`: one name, up to its last words. */
const BODY = /^(?:\p{L}+ – )?\p{Lu}\p{L}{5,}(?: [\p{L}’'-]+)* $/u;
/** Behind the year of an institution: `: A title`. */
const DATED_TITLE = /^[.:] [*_"“„«]{0,3}\p{Lu}/u;
/** A lowercase letter after white space or a line break; an empty line would start another paragraph. */
const GOES_ON = /^(?:[^\S\r\n]|(?:\r\n?|\n)(?![^\S\r\n]*[\r\n]))+\p{Ll}/u;

/** Whether a paragraph under a heading such as “Notes” cites others: it has a marker, or an author and year that open none of its lines. */
function isProse(chunk: Chunk, { start, end }: Span): boolean {
  const { text } = chunk;
  for (const hit of hitsIn(chunk, { start, end })) {
    if (hit.kind === 'numbers' && hit.doubt === undefined) return true;
    const line = Math.max(start, text.lastIndexOf('\n', hit.start) + 1);
    if (hit.kind !== 'works' || hit.doubt || opensReference(text, line, hit)) continue;
    // `Jana Berg. 2020. A title. In *Proceedings* (ICNS 2020)`: the second year of a reference.
    return !(
      DATED.test(text.slice(line, hit.start)) && referenceLines(text, { start, end })[0]?.start === start
    );
  }
  return false;
}

/** The outermost ordered list item around a leaf. */
export function ordered(leaf: Leaf): ListItem | undefined {
  let found: ListItem | undefined;
  for (let item = leaf.item; item; item = item.parent) if (item.number >= 0) found = item;
  return found;
}
