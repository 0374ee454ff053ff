/** Where the inline scanner stands, and what it has found: the one thing that its finders share. */
import type { Style, Target } from '../../model';
import { isAlpha, isDigit } from '../../text/chars';
import { decode } from '../../text/units';
import type { Leaf } from '../markdown/blockTypes';
import type { LocalLink } from './localLinks';
import {
  markersIn,
  markersOf,
  mostMarkers,
  type Content,
  type Fault,
  type Marker,
  type Numbers,
  type Part,
} from './markers';

/** A square bracket that is still open. */
export type Bracket = {
  readonly at: number;
  readonly image: boolean;
  /** Hits found before it: those after stand inside. */
  readonly hits: number;
  /** Another pair stands inside. */
  nested: boolean;
};

type NumbersForm = Partial<Pick<Numbers, 'doubt' | 'form' | 'superscript'>>;

export type InlineOptions = { readonly latex: boolean };

/** Markers behind one another beyond this number back nothing that a person says: they are noise and are left alone. */
const HIGHEST = 1_000;
/** Fewer units than this between two markers on a line hold no words of their own. */
const NEAR = 8;

/** The scanner's place in a leaf, and what it has found. Finders read and write it; nothing else does. */
export class Cursor {
  start = 0;
  end = 0;
  leaf: Leaf | undefined;
  leafIndex = 0;
  hits: Marker[] = [];
  faults: Fault[] = [];
  /** Inline code, links' destinations, tags: ranges in which nothing else is looked for. */
  opaque: { start: number; end: number }[] = [];
  /** Destinations that lead into the workspace and are no citations. */
  locals: LocalLink[] = [];
  readonly brackets: Bracket[] = [];
  /** Brackets below this depth cannot open a link any more: links do not nest. */
  linkFloor = 0;
  /** Nothing to the left of this may be read again: keeps every look back linear. */
  floor = 0;
  /** The last inline code of the leaf. */
  lastCode: { start: number; end: number; path: string | undefined } | undefined;
  /** The end of the last bracket that reads like an array index. */
  indexEnd = -1;
  /** Behind the last `^[1]^`: its closing mark opens no footnote. */
  raised = -1;
  /** The end of the last formula between dollars: the dollar that closes it opens none. */
  formula = 0;
  /** `<a href>` whose `</a>` has not come yet. */
  anchor: number | undefined;
  /** Closing marks that the rest of the leaf is known not to hold. */
  readonly missing = new Set<string>();
  /** Runs of back-quotes of this leaf: offset of each run by length, read when the first one is met. */
  ticks: Map<number, { readonly at: number[]; next: number }> | undefined;

  /** Contents of brackets that were read, by their words. */
  readonly contents = new Map<string, Content>();

  /** Where the last hit of the leaf ended, or -1. */
  lastEnd = -1;
  /** Does the chunk hold `[]`? Asked for each number, so it is looked for once. */
  private empty: boolean | undefined;
  /** How many hits have followed one another without words between them. */
  private stack = 0;

  codes: Uint16Array = new Uint16Array(0);
  /** The same text as a string. */
  source = '';

  /** How many markers may still be found in this chunk and those behind it, and how many were found in this one. */
  private room: number;
  private count = 0;
  /** Was one of the chunk left out, because there was no room? Then nothing behind it is looked at. */
  crowded = false;
  private closed = false;

  /** For a text of so many units, all of it and not this stretch alone. */
  constructor(
    readonly options: InlineOptions,
    length: number,
  ) {
    this.room = mostMarkers(length);
  }

  /** Ends a chunk; gives how many markers were found in it. */
  finish(): number {
    const count = markersIn(this.hits);
    this.room -= count;
    this.count = 0;
    return count;
  }

  /** Begins a chunk: hits, faults and ranges gather anew; those of the last chunk must have been taken. */
  open(codes: Uint16Array, source: string): void {
    this.codes = codes;
    this.source = source;
    this.empty = undefined;
    this.closed ||= this.crowded;
    this.crowded = false;
    if (this.hits.length > 0) this.hits = [];
    if (this.faults.length > 0) this.faults = [];
    if (this.opaque.length > 0) this.opaque = [];
    if (this.locals.length > 0) this.locals = [];
  }

  /** Goes to the beginning of a leaf. */
  enter(leaf: Leaf, index: number): void {
    this.leaf = leaf;
    this.leafIndex = index;
    this.start = this.floor = leaf.start;
    this.end = leaf.end;
    // Most leaves leave nothing behind, and emptying what is empty would cost a new list or set.
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

  /** Is nothing more looked at? */
  get stopped(): boolean {
    return this.crowded || this.closed;
  }

  /** Is there no room for another? Finders take hits back, too: they are counted anew before it is said. */
  private isFull(): boolean {
    if (this.count < this.room) return false;
    this.count = markersIn(this.hits);
    this.crowded = this.count >= this.room;
    return this.crowded;
  }

  /** Is this one more of a stack that is higher than a person builds? */
  private stacked(start: number, end: number): boolean {
    const { lastEnd } = this;
    const next = lastEnd >= 0 && start >= lastEnd && start - lastEnd < NEAR && this.isLine(lastEnd, start);
    this.stack = next ? this.stack + 1 : 0;
    this.lastEnd = end;
    return this.stack >= HIGHEST;
  }

  /** Does no line end stand between two offsets? */
  private isLine(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.codes[i] === 10) return false;
    return true;
  }

  /** Adds what says by itself what it points at. */
  direct(
    style: Style,
    identifier: string,
    target: Target,
    start: number,
    end: number,
    label?: string,
    inner?: Part,
  ): void {
    this.add({
      kind: 'direct',
      start,
      end,
      leaf: this.leafIndex,
      style,
      identifier,
      target,
      label,
      inner,
    });
  }

  /** Adds numbers that a list may answer. All have the same fields: thousands are made and looked at many times. */
  addNumbers(parts: readonly Part[], start: number, end: number, more: NumbersForm = {}): void {
    const { doubt, form, superscript = false } = more;
    this.add({ kind: 'numbers', start, end, leaf: this.leafIndex, parts, doubt, form, superscript });
  }

  /** The words of a range; where quote marks or comments were blanked, without them. */
  text(start: number, end: number): string {
    return this.leaf?.quoted === true || this.options.latex
      ? decode(this.codes, start, end)
      : this.source.slice(start, end);
  }

  get holdsEmptyBrackets(): boolean {
    return (this.empty ??= this.source.includes('[]'));
  }

  /** The unit at `i`, 0 outside of the leaf. */
  at(i: number): number {
    return i >= this.start && i < this.end ? (this.codes[i] ?? 0) : 0;
  }
}

/** The offset behind the digits at `at`; `at` itself when there are none, more than `most`, or a letter follows. */
export function digits(s: Cursor, at: number, most: number): number {
  let end = at;
  while (end - at <= most && isDigit(s.at(end))) end++;
  return end - at > most || isAlpha(s.at(end)) ? at : end;
}
