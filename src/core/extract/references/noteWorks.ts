/** Splits a note into its works: `Smith, J. (2020). A title. https://…; Jones, K. (2019). Another.` has two. */
import type { Span, Target } from '../../model';
import { skipSpace } from '../../text/sentenceUnits';
import { referencedWork } from '../../text/works/reference';
import { isShort } from './backReferences';
import { leadOf } from './noteLead';
import { firstAt, hitsIn, type Chunk, type Destination } from '../model/chunk';
import type { Marker } from '../model/markers';

/** A note, or the part of it for one work. Its words begin at `text`. */
export type NotePlace = Destination & { readonly text: number; readonly isPiece?: true };
export const noteAt = (chunk: number, start: number, end: number, text = start): NotePlace => ({
  chunk,
  start,
  end,
  text,
  now: undefined,
});

/** Longer notes, and notes of more pieces, are discussions. */
const LONGEST = 4_000;
const MOST_CUTS = 24;

/**
 * The parts of a note that each cite a separate work, or the note itself. A note is split at `;` if both sides are works, and after an
 * address if there are full references on both sides.
 */
export function piecesOf(chunk: Chunk, note: NotePlace): readonly NotePlace[] {
  const text = behindLead(chunk, note.text, note.end);
  const whole = text === note.text ? note : { ...note, text };
  const cuts = note.end - text > LONGEST ? [] : cutsIn(chunk, whole);
  if (cuts.length === 0 || cuts.length > MOST_CUTS) return [whole];
  const found: NotePlace[] = [];
  let piece: Span = { start: text, end: cuts[0]?.start ?? note.end };
  let known = readPiece(chunk, piece);
  let from: Cut | undefined;
  cuts.forEach((cut, i) => {
    const end = cuts[i + 1]?.start ?? note.end;
    if (!known.isFull && !known.isShort && !known.source) {
      piece = { start: piece.start, end };
      known = readPiece(chunk, piece);
      return;
    }
    from ??= cut;
    const start = behindLead(chunk, from.end, end);
    const next = readPiece(chunk, { start, end });
    if (!areApart(known, next, from)) return;
    found.push(pieceOf(note, piece));
    piece = { start, end };
    known = next;
    from = undefined;
  });
  if (found.length === 0) return [whole];
  found.push(pieceOf(note, { start: piece.start, end: note.end }));
  return found;
}

const pieceOf = ({ chunk }: NotePlace, { start, end }: Span): NotePlace => ({
  ...noteAt(chunk, start, end),
  isPiece: true,
});

/** What separates two pieces. */
type Cut = Span & { readonly isSemicolon: boolean };

/** Each `;` outside brackets, and each full stop after a URL, with the white space after it. */
function cutsIn(chunk: Chunk, { text: from, end }: NotePlace): readonly Cut[] {
  const { text, codes, opaque } = chunk;
  const cuts: Cut[] = [];
  const hits = hitsIn(chunk, { start: from, end });
  const endsSentence = (hit: Marker) => hit.kind === 'direct' && text.charCodeAt(hit.end) === 46;
  // Most references contain neither.
  if (!text.slice(from, end).includes(';') && !hits.some(endsSentence)) return cuts;
  let depth = 0;
  let h = 0;
  let o = firstAt(opaque, from);
  let inside = from;
  let address = -1;
  for (let i = from; i < end; i++) {
    for (let hit = hits[h]; hit && hit.start <= i; hit = hits[++h])
      if (hit.kind !== 'reference') {
        inside = Math.max(inside, hit.end);
        if (hit.kind === 'direct') address = hit.end;
      }
    for (let span = opaque[o]; span && span.start <= i; span = opaque[++o])
      inside = Math.max(inside, span.end);
    if (i < inside) continue;
    const c = text.charAt(i);
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth = Math.max(0, depth - 1);
    const isSemicolon = c === ';' && depth === 0 && !/&#?\w{2,8}$/.test(text.slice(Math.max(from, i - 9), i));
    if (!isSemicolon && !(c === '.' && i === address)) continue;
    const behind = skipSpace(codes, i + 1, end);
    if (behind > i + 1 && behind < end) cuts.push({ start: i, end: behind, isSemicolon });
  }
  return cuts;
}

/** What part of a note says about a work. */
type Piece = {
  /** It has authors, a year and a title. */
  readonly isFull: boolean;
  /** It names a work that an earlier note has in full. */
  readonly isShort: boolean;
  /** The address or identifier in it. */
  readonly source: Target | undefined;
  /** How many words it has besides. */
  readonly words: number;
};

/** Whether a note, or a part of it, describes a work in full: its authors, year and title. */
export const describesWork = (chunk: Chunk, { text, end }: NotePlace): boolean =>
  readPiece(chunk, { start: text, end }).isFull;

/** Words that introduce another copy of the same work, or say how it was accessed. */
const COPY =
  /^\W*(?:archived?|archiv|accessed|abgerufen|available|retrieved|consult|preprint|postprint|pdf|open access|full text|online|mirror|cached|also at|see|via|doi|pmid|pmcid|isbn|url|repr|review|transl)/i;

/** Where the work begins to which the first words of a note lead. */
function behindLead({ text, codes }: Chunk, from: number, end: number): number {
  const start = skipSpace(codes, from, end);
  return start + leadOf(text.slice(start, Math.min(end, start + 200)));
}

function readPiece(chunk: Chunk, { start, end }: Span): Piece {
  const words = chunk.text.slice(start, end).trim();
  const { authors = [], year, title = '' } = referencedWork(words);
  const opens = /^[\p{Lu}"“”„«'‘*_[]/u.test(words) && !COPY.test(words);
  const isFull = opens && year !== undefined && /^[\p{L}\p{N}]/u.test(title) && areNames(authors);
  let source: Target | undefined;
  for (const hit of hitsIn(chunk, { start, end }))
    if (hit.kind === 'direct' && (hit.target.kind === 'url' || hit.target.kind === 'work'))
      source ??= hit.target;
  const count = (title.match(/\p{L}+/gu) ?? []).length;
  const isBare = authors.length === 0 && count === 0;
  return { isFull, isShort: isShort(words), source, words: isBare ? 0 : opens ? count : -1 };
}

/** Whether these look like names: no digits, and no words that only occur in sentences. */
const areNames = (authors: readonly string[]): boolean =>
  authors.length > 0 && authors.every((name) => !/\d|(?<![\p{L}’'-])\p{Ll}{4,}/u.test(name));

/** Whether two parts of a note are separate works. A second address alone may lead to a copy of the first work. */
function areApart(one: Piece, other: Piece, { isSemicolon }: Cut): boolean {
  if (one.source && other.source && isSame(one.source, other.source)) return false;
  if (isSemicolon && other.isShort && (one.isShort || one.isFull)) return true;
  if (other.isFull && (one.isFull || one.isShort || (isSemicolon && one.source !== undefined))) return true;
  if (!isSemicolon || !one.source || !other.source || one.isFull) return false;
  if (formOf(one.source) !== formOf(other.source)) return false;
  return other.words === 0 ? one.words === 0 : other.words >= 3;
}

/** Whether the second target is the first, or an archived copy of it. */
function isSame(one: Target, other: Target): boolean {
  if (one.kind === 'url' && other.kind === 'url') return one.url === other.url || other.url.includes(one.url);
  return formOf(one) === formOf(other) && JSON.stringify(one) === JSON.stringify(other);
}

/** An address, or the kind of an identifier. */
const formOf = (target: Target): string =>
  target.kind === 'work' ? Object.keys(target).sort().join() : target.kind;
