/**
 * What looks like a reference below the beginning of the lists, but was not read as one: in text extracted from a PDF, columns, running heads
 * and page breaks cut lists to pieces. While one of these may be the reference of a marker, it isn't known to be missing.
 */
import { getOrMake } from '../../text/maps';
import { BEHIND, fold } from '../authorYear/compareNames';
import { NO_CHUNK, type Chunk } from '../model/chunk';
import type { WorkPart } from '../model/markers';
import type { Entry, List } from './entry';
import { namesList } from './listHeadings';

/** `[12]`, `12.`, misread `12,` at the beginning of a line, perhaps after an anchor, or behind a reference. Unicode's classes cost more. */
const LABEL =
  /(?:(?:^|\n)[^A-Za-z\d\n<]{0,8}(?:<[^<>\n]{0,80}>[^A-Za-z\d\n<]{0,6}){0,4}|[.)\]] (?=\d{1,3}\. [A-Z]))(\d{1,3})(?=[\].)\\]|, [A-Z])/g;
/** The words between the beginning of a line or sentence, or the end of a tag, and a name. */
const BEFORE = /[^\n.\d>]*$/;

/** The length of a reference up to its year, and of given names; most authors that are searched for. */
const LONGEST = 400;
const GIVEN = 60;
const MANY = 50;
/** UTF-16 units that are searched: the lists of a book, while many reports in one file cost little. */
const SEARCHED = 100_000;

export class UnreadEntries {
  private labels: ReadonlySet<string> | undefined;
  private readonly asked = new Map<string, boolean>();
  private readonly families = new Set<string>();
  /** The chunk and the place in it where the search begins. Edits above move the chunk, so the offset isn't kept. */
  private first: { readonly chunk: number; readonly at: number } | undefined;

  constructor(
    private readonly chunks: readonly Chunk[],
    private readonly lists: readonly List[],
    /** The last reference of a chunk that begins at or before a place. */
    private readonly lastEntry: (chunk: number, at: number) => Entry | undefined,
  ) {}

  /** Whether an answer that was given may depend on a chunk: it has such a label, or a name that was searched for. */
  depends(chunk: Chunk = NO_CHUNK): boolean {
    if (!this.isSearched(chunk)) return false;
    const { text } = chunk;
    return text.search(LABEL) >= 0 || [...this.families].some((family) => text.includes(family));
  }

  /** The offset where the search begins; infinite before the first question, or without lists. */
  private get begins(): number {
    const { first, chunks } = this;
    return first ? (chunks[first.chunk]?.start ?? Infinity) + first.at : Infinity;
  }

  private isSearched({ start, text }: Chunk): boolean {
    const { begins } = this;
    return begins < start + text.length && start < begins + SEARCHED;
  }

  hasNumber(label: string): boolean {
    return (this.labels ??= new Set(
      this.below(([text, chunk, from]) => this.labelsIn(text, chunk, from)),
    )).has(label);
  }

  hasWork({ family, label }: WorkPart): boolean {
    const year = /\d{4}/.exec(label)?.[0];
    if (year === undefined || this.asked.size > MANY) return false;
    this.families.add(family);
    return getOrMake(
      this.asked,
      `${family} ${year}`,
      () =>
        this.below(([text, chunk, from]) => {
          for (let at = text.indexOf(family, from); at >= 0; at = text.indexOf(family, at + 1))
            if (this.opens(text, at, chunk) && isOf(text, at, family, year)) return [year];
          return [];
        }).length > 0,
    );
  }

  /** Whether the name at a place begins a line or sentence, perhaps after given names, that isn't a whole reference. */
  private opens(text: string, at: number, chunk: number): boolean {
    const before = BEFORE.exec(text.slice(Math.max(0, at - GIVEN), at))?.[0] ?? '';
    const entry = this.lastEntry(chunk, at);
    // The year of a reference may be on the next page.
    const isRead =
      entry && entry.text >= at - before.length - 1 && /\d{4}/.test(text.slice(entry.text, entry.end));
    return !isRead && !BEHIND.test(fold(before));
  }

  private labelsIn(text: string, chunk: number, from: number): readonly string[] {
    return [...text.slice(from).matchAll(LABEL)].flatMap(({ 0: mark, 1: label = '', index }) => {
      const entry = this.lastEntry(chunk, from + index + mark.length - 1);
      return entry?.label !== undefined && entry.start >= from + index ? [] : [label];
    });
  }

  /** The first reference or line that names a list. */
  private find(): { readonly chunk: number; readonly at: number } | undefined {
    const entry = this.lists[0]?.entries[0];
    for (const [chunk, { text }] of this.chunks.entries()) {
      const isLast = chunk === entry?.chunk;
      for (const { 0: line, index: at } of text.matchAll(/^.{2,70}(?=$| 1\. )/gm)) {
        if (isLast && at >= entry.start) break;
        if (namesList(line)) return { chunk, at };
      }
      if (isLast) return { chunk, at: entry.start };
    }
    return undefined;
  }

  /** What is found in the chunks below the beginning of the lists, as far as they are searched. */
  private below(
    find: (part: readonly [text: string, chunk: number, from: number]) => readonly string[],
  ): string[] {
    this.first ??= this.find();
    const { begins } = this;
    return this.chunks.flatMap((chunk, n) =>
      this.isSearched(chunk) ? find([chunk.text, n, Math.max(0, begins - chunk.start)]) : [],
    );
  }
}

/** Whether a paragraph has the year behind a name, or ends before any: at the end of a page, which cut a list of authors to pieces. */
function isOf(text: string, at: number, name: string, year: string): boolean {
  const [paragraph = ''] = text.slice(at + name.length, at + LONGEST).split(/\n\s*\n/, 1);
  if (/^[\p{L}\d]/u.test(paragraph)) return false;
  if (paragraph.includes(year)) return true;
  return (
    NAMES.test(paragraph) && !/\d{4}/.test(paragraph) && FIRST.test(text.slice(Math.max(0, at - GIVEN), at))
  );
}
/** What follows the name of an author in a reference, and what precedes that of the first. */
const NAMES = /^(?:[,.]| and | \p{Lu}{1,3}[,.])/u;
const FIRST = /(?:^|\n)[^\p{L}\n]{0,6}(?:\p{Lu}[\p{L}.’'-]{0,20} ){0,4}$/u;
