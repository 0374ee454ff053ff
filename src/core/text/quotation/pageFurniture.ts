/**
 * Finds text inside a sentence that isn't part of it: note numbers, addresses of links, tags, running heads, page numbers, footnotes, line numbers. Each must be
 * recognizable by form or repetition; a line that could be part of the sentence is never skipped.
 */
import { isDigit } from '../chars';
import { isFoldedWordUnit, type Folded } from '../fold';
import { countUp } from '../maps';

/** Ranges of units that may be skipped, by first unit and by the unit after them. */
export type Furniture = {
  readonly from: ReadonlyMap<number, number>;
  readonly to: ReadonlyMap<number, number>;
};

class FurnitureFinder {
  readonly #from = new Map<number, number>();
  readonly #to = new Map<number, number>();

  constructor(private readonly squeezed: Folded) {}

  find(): Furniture {
    this.#noteNumbers();
    this.#lines();
    this.#addresses();
    return { from: this.#from, to: this.#to };
  }

  #add(start: number, end: number): void {
    if (end <= start) return;
    this.#from.set(start, Math.max(end, this.#from.get(start) ?? 0));
    this.#to.set(end, Math.min(start, this.#to.get(end) ?? start));
  }

  /** Note numbers attached to the word or full stop before them, or between two sentences. */
  #noteNumbers(): void {
    const { text, starts, ends, source } = this.squeezed;
    for (let k = 1; k < text.length; k++) {
      if (!isDigit(text.charCodeAt(k)) || isDigit(text.charCodeAt(k - 1))) continue;
      let end = k;
      while (isDigit(text.charCodeAt(end)) || (text.charCodeAt(end) === 44 && end > k)) end++;
      const between = source.slice(ends[k - 1] ?? 0, starts[k] ?? 0);
      const behind = source.slice(ends[end - 1] ?? 0, (ends[end - 1] ?? 0) + 2);
      const isGlued = /^[.,;:!?)\]”’"']?$/.test(between) && !/^[\p{L}\p{N}%]/u.test(behind);
      const isBetweenSentences = /^[.!?][”’"')]? $/.test(between) && /^\s\p{Lu}/u.test(behind);
      const isShort = end - k <= 6 && !/\d{4}/.test(text.slice(k, end));
      if (isShort && (isBetweenSentences ? end - k <= 2 : isGlued && this.#wordBefore(k) >= 3))
        this.#add(k, end);
      k = end - 1;
    }
  }

  /** Finds the first unit at or after a place of the source; the places must not decrease. */
  #counter(): (place: number) => number {
    const { starts } = this.squeezed;
    let unit = 0;
    return (place) => {
      while (unit < starts.length && (starts[unit] ?? 0) < place) unit++;
      return unit;
    };
  }

  /** Addresses and labels of Markdown links, note markers and HTML tags, which a reader doesn't see. */
  #addresses(): void {
    const unitAt = this.#counter();
    for (const { 0: hit, index } of this.squeezed.source.matchAll(ADDRESS))
      this.#add(unitAt(index), unitAt(index + hit.length));
  }

  /** Number of letters in the word before unit `k`. */
  #wordBefore(k: number): number {
    const { text, starts, ends } = this.squeezed;
    let at = k - 1;
    while (at >= 0 && isFoldedWordUnit(text.charCodeAt(at)) && !isDigit(text.charCodeAt(at))) {
      if (at > 0 && (starts[at] ?? 0) > (ends[at - 1] ?? 0)) return k - at;
      at--;
    }
    return k - 1 - at;
  }

  /** Running heads (repeated lines), page numbers, footnotes within a sentence, and line numbers. */
  #lines(): void {
    const { source } = this.squeezed;
    const lines = source.split(/\r\n|[\n\r\f\u2028\u2029]/);
    if (lines.length < 2) return;
    const seen = new Map<string, number>();
    for (const line of lines) {
      const key = headOf(line);
      if (key !== '') countUp(seen, key);
    }
    let offset = 0;
    let opened = false;
    const unitAt = this.#counter();
    lines.forEach((line, n) => {
      const start = unitAt(offset);
      const end = offset + line.length;
      const number = LINE_NUMBER.exec(line);
      const isNumbered = number !== null && isCounted(lines, n, Number(number[1]));
      const isHead = PAGE.test(line) || (seen.get(headOf(line)) ?? 0) > 1;
      const isFurniture = isHead || (opened && !isNumbered && FOOTNOTE.test(line));
      if (isNumbered && !isHead) this.#add(start, unitAt(offset + number[0].length));
      const behind = unitAt(end);
      if (isFurniture) this.#add(start, behind);
      if (!isFurniture && line.trim() !== '') opened = !/[.!?:”"’]\s*$/.test(line);
      offset = end + (source.startsWith('\r\n', end) ? 2 : 1);
    });
  }
}

const ADDRESS =
  /\]\((?:[^()\s]|\([^()\s]{0,80}\)){1,300}(?: "[^"\n]{0,200}")?\)|\]\[[^\][\n]{1,100}\]|\\\[\d{1,3}\\\]|\[\^[^\][\s]{1,60}\]|(?<=[a-z]{3}|[)\].,”])<sup>\d{1,3}<\/sup>|<\/?(?:a|abbr|b|br|code|del|div|em|font|i|ins|kbd|mark|p|small|span|strong|sub|sup|u)(?: [^<>\n]{1,300})?\/?>/gi;
const PAGE = /^\W{0,4}(?:page |p\. ?)?\d{1,4}(?: of \d{1,4})?\W{0,4}$/i;
const FOOTNOTE = /^\s{0,4}(?:\d{1,3}[.)]?|\[\d{1,3}\]|[*†‡§¶]{1,3}) ?(?=[\p{Lu}“"'‘])/u;
const LINE_NUMBER = /^\s{0,4}(\d{1,4})(?=\s)/;
const MAX_HEAD = 120;

/** The letters of a running head, which are the same on all pages; empty if the line isn't one. */
const headOf = (line: string): string =>
  line.length > MAX_HEAD
    ? ''
    : line
        .toLowerCase()
        .replace(/[^\p{L}]+/gu, '')
        .slice(0, MAX_HEAD);

/** Whether the neighboring lines have the previous and next number. */
function isCounted(lines: readonly string[], n: number, number: number): boolean {
  const of = (line: string | undefined): number => Number(LINE_NUMBER.exec(line ?? '')?.[1] ?? Number.NaN);
  return of(lines[n - 1]) === number - 1 || of(lines[n + 1]) === number + 1;
}

/** Finds what can be skipped in a squeezed text. Linear time. */
export const furnitureOf = (squeezed: Folded): Furniture => new FurnitureFinder(squeezed).find();
