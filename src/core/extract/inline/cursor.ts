/** State of the inline scanner, shared by its finders: its place and what it has found. */
import type { Span, Style, Target } from '../../model';
import type { Reason } from '../../reason';
import { isAlpha, isDigit } from '../../text/chars';
import type { Leaf } from '../model/blockTypes';
import { markersIn, markersOf, mostMarkers } from '../model/markers';
import type { Content, Fault, LocalLink, Marker, Numbers, Part } from '../model/markers';

/** A square bracket that is still open. */
export type Bracket = {
  readonly at: number;
  readonly image: boolean;
  /** Number of markers found before it; later ones are inside. */
  readonly hits: number;
  /** Whether another pair is inside. */
  nested: boolean;
};

/** What a marker cites that has its target. */
export type Shape = { readonly style: Style; readonly identifier: string; readonly target: Target };

type NumbersForm = Partial<Pick<Numbers, 'doubt' | 'form' | 'superscript'>>;

export type InlineOptions = { readonly latex: boolean };

/** Longer runs of adjacent markers are noise and ignored. */
const HIGHEST = 1_000;
/** Markers on a line closer than this many units are adjacent. */
const NEAR = 8;

/** The scanner's place in a leaf and what it has found. Only finders read and write it. */
export class Cursor {
  start = 0;
  end = 0;
  leaf: Leaf | undefined;
  leafIndex = 0;
  hits: Marker[] = [];
  faults: Fault[] = [];
  /** Inline code, link destinations and tags: ranges in which nothing else is searched. */
  opaque: { start: number; end: number }[] = [];
  /** Destinations in the workspace that aren't citations. */
  locals: LocalLink[] = [];
  readonly brackets: Bracket[] = [];
  /** Brackets below this depth cannot open a link any more: links do not nest. */
  linkFloor = 0;
  /** Finders must not look back beyond this offset; it keeps the scan linear. */
  floor = 0;
  /** The last inline code of the leaf. */
  lastCode: { start: number; end: number; path: string | undefined } | undefined;
  /** The end of the last bracket that reads like an array index. */
  indexEnd = -1;
  /** End of the last `^[1]^`, whose closing `^` must not open an inline note. */
  raised = -1;
  /** The end of the last formula between dollars: the closing dollar does not open another. */
  formula = 0;
  /** Index of the marker of an open `<a href>`. */
  anchor: number | undefined;
  /** Closing marks known to be missing from the rest of the leaf. */
  readonly missing = new Set<string>();
  /** Runs of backticks of this leaf: the offsets of runs by length, read when the first one is met. */
  ticks: Map<number, { readonly at: number[]; next: number }> | undefined;

  /** Contents of brackets that were read, by their words. */
  readonly contents = new Map<string, Content>();

  /** Where the last hit of the leaf ended, or -1. */
  lastEnd = -1;
  /** Number of adjacent markers so far. */
  private stack = 0;

  codes: Uint16Array = new Uint16Array(0);
  /** The same units as a string: block quote marks and comments are spaces. */
  words = '';

  /** How many markers may still be found in this chunk and those after it, and how many were found in this one. */
  private room: number;
  private count = 0;
  /** Whether a marker was left out for lack of room; the rest isn't read. */
  crowded = false;
  private closed = false;

  /** `length` is that of the whole text in UTF-16 units. */
  constructor(
    readonly options: InlineOptions,
    length: number,
  ) {
    this.room = mostMarkers(length);
  }

  /** Ends a chunk; returns the number of markers found in it. */
  finish(): number {
    const count = markersIn(this.hits);
    this.room -= count;
    this.count = 0;
    return count;
  }

  /** Begins a chunk with empty lists; those of the last chunk must have been taken. */
  open(codes: Uint16Array, words: string): void {
    this.codes = codes;
    this.words = words;
    this.closed ||= this.crowded;
    this.crowded = false;
    if (this.hits.length > 0) this.hits = [];
    if (this.faults.length > 0) this.faults = [];
    if (this.opaque.length > 0) this.opaque = [];
    if (this.locals.length > 0) this.locals = [];
  }

  /** Moves to the beginning of a leaf. */
  enter(leaf: Leaf, index: number, floor: number): void {
    this.leaf = leaf;
    this.leafIndex = index;
    this.start = leaf.start;
    this.floor = floor;
    this.end = leaf.end;
    // Usually these are empty, and clearing an empty list or set isn't free.
    if (this.brackets.length > 0) this.brackets.length = 0;
    if (this.missing.size > 0) this.missing.clear();
    this.linkFloor = 0;
    this.lastCode = undefined;
    this.indexEnd = -1;
    this.formula = 0;
    this.raised = -1;
    this.lastEnd = -1;
    this.stack = 0;
    this.anchor = undefined;
    this.ticks = undefined;
  }

  add(hit: Marker): void {
    if (this.stacked(hit.start, hit.end)) return;
    if (this.crowded || this.isFull()) return;
    this.count += markersOf(hit);
    this.hits.push(hit);
  }

  /** Whether scanning has stopped. */
  get stopped(): boolean {
    return this.crowded || this.closed;
  }

  /** Whether there is no room for another marker. Recounts first, because finders also remove markers. */
  private isFull(): boolean {
    if (this.count < this.room) return false;
    this.count = markersIn(this.hits);
    this.crowded = this.count >= this.room;
    return this.crowded;
  }

  /** Whether it belongs to a run of too many adjacent markers. */
  private stacked(start: number, end: number): boolean {
    const { lastEnd } = this;
    const next = lastEnd >= 0 && start >= lastEnd && start - lastEnd < NEAR && this.isLine(lastEnd, start);
    this.stack = next ? this.stack + 1 : 0;
    this.lastEnd = end;
    return this.stack >= HIGHEST;
  }

  /** Whether two offsets are on one line. */
  private isLine(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.codes[i] === 10) return false;
    return true;
  }

  /** Adds a marker with its target. */
  direct({ style, identifier, target }: Shape, { start, end }: Span, label?: string, inner?: Part): void {
    this.add({ kind: 'direct', start, end, leaf: this.leafIndex, style, identifier, target, label, inner });
  }

  /** Adds a marker with its target that no other finder may read back into; returns its end. */
  take(style: Style, identifier: string, target: Target, start: number, end: number): number {
    this.direct({ style, identifier, target }, { start, end });
    return (this.floor = end);
  }

  /** Adds the problem of an identifier, if there is one; returns whether. */
  malformed(what: 'doi' | 'arxiv' | 'isbn', label: string, why: Reason | undefined, at: Span): boolean {
    if (!why) return false;
    this.faults.push({ start: at.start, end: at.end, code: `malformed-${what}`, facts: { label, why } });
    return true;
  }

  /** Adds the hash of a commit. */
  commit(start: number, end: number, from = start): void {
    const sha = this.text(from, end);
    const target = { kind: 'commit', sha } as const;
    this.direct({ style: 'commit', identifier: `git:${sha}`, target }, { start, end });
  }

  /** Adds numbers that may refer to a list. Always sets every field, so that all objects share one hidden class. */
  addNumbers(parts: readonly Part[], start: number, end: number, more: NumbersForm = {}): void {
    const { doubt, form, superscript = false } = more;
    this.add({ kind: 'numbers', start, end, leaf: this.leafIndex, parts, doubt, form, superscript });
  }

  addKeys(parts: readonly Part[], sure: boolean, start: number, end: number, isPage = false): void {
    this.add({ kind: 'keys', start, end, leaf: this.leafIndex, parts, sure, isPage });
  }

  /** The text of a range. */
  text(start: number, end: number): string {
    return this.words.slice(start, end);
  }

  /** The text of at most `most` units from `i` on. */
  ahead(i: number, most: number): string {
    return this.text(i, Math.min(this.end, i + most));
  }

  /** The text of at most `most` units before `i`. */
  behind(i: number, most: number): string {
    return this.text(Math.max(this.start, i - most), i);
  }

  /** The end of the run of units from `i` on, at most `most` long, of which `is` is true. */
  run(i: number, is: (c: number) => boolean, most = this.end): number {
    const to = Math.min(this.end, i + most);
    let end = i;
    while (end < to && is(this.codes[end] ?? 0)) end++;
    return end;
  }

  /** The start of the run of units before `i`, at most `most` long, of which `is` is true. */
  runBack(i: number, is: (c: number) => boolean, most = i): number {
    const from = Math.max(this.start, i - most);
    let start = i;
    while (start > from && is(this.codes[start - 1] ?? 0)) start--;
    return start;
  }

  /** The end of the run from `i` on, without those units at its end of which `isTrailing` is true. */
  runWithout(
    i: number,
    is: (c: number) => boolean,
    most: number,
    isTrailing: (c: number) => boolean,
  ): number {
    const end = this.run(i, is, most);
    return this.runBack(end, isTrailing, end - i);
  }

  /** Skips a comment: from `i` to the next `mark` after `from`. Returns the offset after it, or after `i` if the mark is missing. */
  comment(i: number, from: number, mark: string): number {
    if (this.missing.has(mark)) return i + 1;
    const first = mark.charCodeAt(0);
    for (let end = from + mark.length; end <= this.end; end++) {
      if (this.codes[end - mark.length] !== first || this.text(end - mark.length, end) !== mark) continue;
      this.opaque.push({ start: i, end });
      return end;
    }
    this.missing.add(mark);
    return i + 1;
  }

  /** The unit at `i`, 0 outside of the leaf. */
  at(i: number): number {
    return i >= this.start && i < this.end ? (this.codes[i] ?? 0) : 0;
  }
}

/** The offset after the digits at `at`; `at` itself if there are none, more than `most`, or a letter follows. */
export function digits(s: Cursor, at: number, most: number): number {
  const end = s.run(at, isDigit, most + 1);
  return end - at > most || isAlpha(s.at(end)) ? at : end;
}
