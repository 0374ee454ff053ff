/**
 * A chunk: a stretch of a document that can be read by itself. It keeps its own text and what was found in it, with offsets
 * relative to its own start, so an edit elsewhere in the document doesn't touch it.
 */
import type { Span } from '../../model';
import { countBefore } from '../../text/search';
import { decode } from '../../text/units';
import type { LocalLink } from '../inline/localLinks';
import type { Fault, Marker } from '../inline/markers';
import type { CodeBlock, Leaf, Note } from '../markdown/blockTypes';
import type { Definition } from '../markdown/definitions';
import type { Line } from '../references/labelledLines';

export type Chunk = {
  /** Offset of the chunk in the document; everything below is relative to it. */
  start: number;
  readonly text: string;
  /** Its units as they were read: marks of block quotes and TeX's comments are blanks there. */
  readonly codes: Uint16Array;
  /** Were there such marks or comments? */
  readonly blanked: boolean;
  readonly leaves: readonly Leaf[];
  /** Where else a chunk could begin: what stands on either side of such a place has nothing to do with the other. In order. */
  readonly bounds: readonly number[];
  /** In order of their start. */
  readonly hits: readonly Marker[];
  /** How many citations these may make, and their forms, one bit for each. */
  readonly count: number;
  readonly forms: number;
  readonly faults: readonly Fault[];
  /** Code, tags, destinations: in order. */
  readonly opaque: readonly Span[];
  readonly locals: readonly LocalLink[];
  readonly code: readonly CodeBlock[];
  readonly notes: readonly Note[];
  readonly definitions: readonly Definition[];
  readonly lines: readonly Line[];
  /** Leaves that may head a section: headings, and paragraphs that begin with the name of a reference list. */
  readonly heads: readonly number[];
  /** Were markers left out, because the text has more than are read? */
  readonly crowded: boolean;
};

/** A place in a document: offsets relative to a chunk. */
export type Destination = {
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  /** The same in offsets of the document, once a citation leads there: one object as long as it does not move. */
  now: Span | undefined;
};

/** The words of a range of a chunk, without marks of block quotes and comments. */
export const wordsOf = ({ text, codes, blanked }: Chunk, start: number, end: number): string =>
  blanked ? decode(codes, start, end) : text.slice(start, end);

/** How many places up to `at`, itself included, are such that a chunk could begin there. */
export const boundsUpTo = ({ bounds }: Chunk, at: number): number =>
  countBefore(bounds.length, (i) => (bounds[i] ?? 0) <= at);

/** Does such a place stand between two offsets, or at the second? */
export const areApart = (chunk: Chunk, one: number, other: number): boolean =>
  chunk.bounds.length > 0 && boundsUpTo(chunk, one) !== boundsUpTo(chunk, other);

/** The first index of an ordered list whose start is at `at` or behind it. */
export const firstAt = (all: readonly { readonly start: number }[], at: number): number =>
  countBefore(all.length, (i) => (all[i]?.start ?? 0) < at);

/** What an index beyond the last chunk gives. */
export const NO_CHUNK: Chunk = {
  start: 0,
  text: '',
  codes: new Uint16Array(0),
  blanked: false,
  leaves: [],
  bounds: [],
  hits: [],
  count: 0,
  forms: 0,
  faults: [],
  opaque: [],
  locals: [],
  code: [],
  notes: [],
  definitions: [],
  lines: [],
  heads: [],
  crowded: false,
};
