/**
 * One leaf, read once from left to right. A table says which finder looks at which unit; a finder takes the offset it was called
 * at and gives the offset to go on from (its own offset + 1 or the end of the word when it found nothing).
 */
import type { Leaf } from './blocks';
import { decode } from './blocks';
import { closeBracket, openBracket, type Bracket } from './brackets';
import { isAlnum, superscript } from './chars';
import { codeSpan } from './codeSpans';
import type { Style, Target } from '../model';
import type { Fault, Hit, NewHit, Part } from './hits';
import { angle } from './html';
import { pathBefore } from './paths';
import { chatBracket, privateMarker, superscripts, tail } from './residue';
import { word } from './words';
import { closeParen, openParen } from './works';
import { atSign, latexCommand } from './keys';

export type InlineOptions = { readonly latex: boolean };

/** The scanner's place in a leaf, and what it has found. Finders read and write it; nothing else does. */
export class Inline {
  start = 0;
  end = 0;
  leaf: Leaf | undefined;
  leafIndex = 0;
  hits: Hit[] = [];
  faults: Fault[] = [];
  /** Inline code, links' destinations, tags: ranges in which nothing else is looked for. */
  opaque: { start: number; end: number }[] = [];
  readonly brackets: Bracket[] = [];
  /** Brackets below this depth cannot open a link any more: links do not nest. */
  linkFloor = 0;
  /** Nothing to the left of this may be read again: keeps every look back linear. */
  floor = 0;
  /** The last inline code of the leaf. */
  lastCode: { start: number; end: number; path: string | undefined } | undefined;
  /** The end of the last bracket that reads like an array index. */
  indexEnd = -1;
  /** `<a href>` whose `</a>` has not come yet. */
  anchor: number | undefined;
  /** Closing marks that the rest of the leaf is known not to hold. */
  readonly missing = new Set<string>();
  /** Runs of back-quotes of this leaf: offset of each run by length, read when the first one is met. */
  ticks: Map<number, { readonly at: number[]; next: number }> | undefined;

  codes: Uint16Array = new Uint16Array(0);
  /** The same text as a string. */
  source = '';

  constructor(readonly options: InlineOptions) {}

  /** Begins a chunk: hits, faults and ranges gather in lists of its own. */
  open(codes: Uint16Array, source: string): void {
    this.codes = codes;
    this.source = source;
    this.hits = [];
    this.faults = [];
    this.opaque = [];
  }

  /** Reads one leaf; hits and faults are added in no particular order. */
  read(leaf: Leaf, index: number): void {
    this.leaf = leaf;
    this.leafIndex = index;
    this.start = this.floor = leaf.start;
    this.end = leaf.end;
    this.brackets.length = 0;
    this.linkFloor = 0;
    this.lastCode = undefined;
    this.indexEnd = -1;
    this.anchor = undefined;
    this.ticks = undefined;
    this.missing.clear();
    const { codes, end } = this;
    for (let i = leaf.start; i < end;) {
      const c = codes[i] ?? 0;
      if (c > 127) {
        // Letters of most scripts: nothing begins with them.
        if (c >= 0x3040 && c < 0xe200) i++;
        else i = beyondAscii(this, i, c);
        continue;
      }
      const finder = FINDERS[c];
      i = finder === undefined ? i + 1 : finder(this, i);
    }
  }

  add(hit: NewHit): void {
    this.hits.push(Object.assign(hit, { leaf: this.leafIndex }));
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
    this.hits.push({
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

  /** The words of a range; where quote marks or comments were blanked, without them. */
  text(start: number, end: number): string {
    return this.leaf?.quoted === true || this.options.latex
      ? decode(this.codes, start, end)
      : this.source.slice(start, end);
  }

  /** The unit at `i`, 0 outside of the leaf. */
  at(i: number): number {
    return i >= this.start && i < this.end ? (this.codes[i] ?? 0) : 0;
  }
}

/** Looks at one place; gives the offset to go on from. */
export type Finder = (s: Inline, i: number) => number;

const FINDERS: (Finder | undefined)[] = Array.from({ length: 128 }, (_, c) =>
  isAlnum(c) ? word : undefined,
);
const rows: readonly (readonly [string, Finder])[] = [
  ['`', (s, i) => (s.options.latex ? i + 1 : codeSpan(s, i))],
  ['\\', (s, i) => latexCommand(s, i)],
  ['<', angle],
  ['[', openBracket],
  [']', closeBracket],
  ['(', openParen],
  [')', closeParen],
  ['@', atSign],
  [':', (s, i) => pathBefore(s, i)],
  ['#', (s, i) => pathBefore(s, i)],
  ['^', tail],
];
for (const [mark, finder] of rows) FINDERS[mark.charCodeAt(0)] = finder;

function beyondAscii(s: Inline, i: number, c: number): number {
  if (c === 0x3010) return chatBracket(s, i);
  if (c === 0xff08) return openParen(s, i);
  if (c === 0xff09) return closeParen(s, i);
  if (c >= 0xe200 && c <= 0xe2ff) return privateMarker(s, i);
  if (superscript(c) >= 0) return superscripts(s, i);
  return i + 1;
}
