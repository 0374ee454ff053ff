/**
 * Finds a quotation in a source. Letters and digits must match exactly; formatting may differ: case, accents, ligatures, quotes and dashes,
 * hyphens, line breaks, spaces next to them, note markers, and omissions marked by an ellipsis. Damage by copying or scanning is tried last
 * (`damagedQuote.ts`) and graded as such.
 */
import type { Quotation, Span } from '../../model';
import { createDamagedFinder } from './damagedQuote';
import { isDigit } from '../chars';
import { isInvisible, isFoldedWordUnit, squeeze, type Folded } from '../fold';
import { isUnspaced } from '../relevance/words';
import { countBefore } from '../search';
import { overlap } from '../lines';

type QuoteMatch = Quotation['match'];

export type Located = {
  /** The source's own words: `source.slice(span.start, span.end)`. */
  readonly text: string;
  readonly span: Span;
  readonly match: QuoteMatch;
  /** `short`: only counts for numbers and titles. `long`: more than a quotation. */
  readonly size: 'short' | 'fit' | 'long';
};

/** One wrong space is allowed per this many word boundaries; letters and digits may never differ. */
const BOUNDARIES_PER_SLIP = 12;
const MIN_WORDS = 4;
const MIN_UNSPACED = 8;
const MAX_WORDS = 80;
const MAX_UNSPACED = 240;
const MAX_OCCURRENCES = 64;
/** Most pieces of at least three words joined by ellipses, with anything between them. */
const MAX_PIECES = 8;
const MIN_PIECE_WORDS = 3;

/** Finds quotations in one source, which is folded on first use. */
export type QuoteFinder = (quote: string, near?: readonly Span[]) => Located | undefined;

/** Makes a function that locates quotations in `source`, in UTF-16 offsets, first in the spans `near` that the judge says it read. */
export function createQuoteFinder(source: string): QuoteFinder {
  let squeezed: Folded | undefined;
  const fold = () => (squeezed ??= squeeze(source));
  let lookThrough: ReturnType<typeof createDamagedFinder> | undefined;
  const damaged: Step = (needle, from) => (lookThrough ??= createDamagedFinder(fold()))(needle, from);
  const plain: Step = (needle, from) => nextPiece(fold(), needle, from);
  return (given, near = []) => {
    const quote = bare(given);
    if (quote === '') return undefined;
    const size = sizeOf(quote);
    const located =
      exact(source, quote, near) ??
      normalised(fold(), quote, near) ??
      elided(quote, 'normalised', plain) ??
      whole(quote, damaged) ??
      elided(quote, 'damaged', (needle, from) => plain(needle, from) ?? damaged(needle, from));
    if (!located) return undefined;
    const [found, match] = located;
    const span = withStop(source, found, given);
    return { text: source.slice(span.start, span.end), span, match, size };
  };
}

/** Locates a single quotation. */
export const locate = (source: string, quote: string, near?: readonly Span[]): Located | undefined =>
  createQuoteFinder(source)(quote, near);

const EDGE = new Set(' \t\r\n\u00a0"\'“”‘’«»„‟`*_.…[]()'.split(''));

/** Strips surrounding quotation marks and a trailing note marker. */
function bare(given: string): string {
  const quote = given.trimEnd().replace(/(?<!\[)\[\d{1,3}\]["”’']?$/, '');
  let start = 0;
  let end = quote.length;
  while (start < end && EDGE.has(quote.charAt(start))) start++;
  while (end > start && EDGE.has(quote.charAt(end - 1))) end--;
  return quote.slice(start, end);
}

/** Includes the full stop at the end of a quotation if the source has one there. */
function withStop(source: string, { start, end }: Span, given: string): Span {
  const isStop = (text: string, at: number) => text.charAt(at) === '.' && text.charAt(at + 1) !== '.';
  const last = given.lastIndexOf('.');
  const endsSo = last > 0 && given.charAt(last - 1) !== '.' && bare(given.slice(last)) === '';
  return { start, end: endsSo && isStop(source, end) ? end + 1 : end };
}

/** Counts letters of scripts without spaces. */
function countUnspaced(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) if (isUnspaced(text.charCodeAt(i))) n++;
  return n;
}

function sizeOf(quote: string): Located['size'] {
  const unspaced = countUnspaced(quote);
  const count = quote.split(/[^\p{L}\p{N}\p{M}'’.,]+/u).filter((w) => /[\p{L}\p{N}]/u.test(w)).length;
  if (unspaced * 2 > quote.length)
    return unspaced < MIN_UNSPACED ? 'short' : unspaced > MAX_UNSPACED ? 'long' : 'fit';
  return count < MIN_WORDS ? 'short' : count > MAX_WORDS ? 'long' : 'fit';
}

type Hit = readonly [Span, QuoteMatch];

/** The hit near a preferred span, else the first. `next` returns the next hit at or after a position, and where to continue. */
function choose(
  near: readonly Span[],
  next: (from: number) => { readonly span?: Span; readonly after: number } | undefined,
): Span | undefined {
  let first: Span | undefined;
  let from = 0;
  for (let turn = 0; turn < MAX_OCCURRENCES; turn++) {
    const hit = next(from);
    if (!hit) break;
    from = hit.after;
    if (!hit.span) continue;
    const { span } = hit;
    if (near.length === 0 || near.some((n) => overlap(span, n))) return span;
    first ??= hit.span;
  }
  return first;
}

/** Whether a word, or a number with its decimals, continues across this offset. */
function cutsWord(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (isUnspaced(before) || isUnspaced(after)) return false;
  if (isFoldedWordUnit(before) && isFoldedWordUnit(after)) return true;
  const decimal = (mark: string) => mark === '.' || mark === ',';
  if (isDigit(before) && decimal(text.charAt(at)) && isDigit(text.charCodeAt(at + 1))) return true;
  return isDigit(after) && decimal(text.charAt(at - 1)) && isDigit(text.charCodeAt(at - 2));
}

function exact(source: string, quote: string, near: readonly Span[]): Hit | undefined {
  const span = choose(near, (from) => {
    const at = source.indexOf(quote, from);
    if (at < 0) return undefined;
    const whole = !cutsWord(source, at) && !cutsWord(source, at + quote.length);
    return { ...(whole && { span: { start: at, end: at + quote.length } }), after: at + 1 };
  });
  return span && [span, 'exact'];
}

function normalised(source: Folded, quote: string, near: readonly Span[]): Hit | undefined {
  const needle = squeeze(quote);
  if (needle.text === '') return undefined;
  const span = choose(near, (from) => occurrence(source, needle, from));
  return span && [span, 'normalised'];
}

/** The next position where the needle's units match; with a span if words are whole there. */
function occurrence(source: Folded, needle: Folded, from: number) {
  const at = source.text.indexOf(needle.text, from);
  if (at < 0) return undefined;
  const end = at + needle.text.length;
  const fits = startsClean(source, at) && startsClean(source, end) && sameWords(source, at, needle);
  return { ...(fits && { span: spanOf(source, at, end) }), after: at + 1 };
}

const spanOf = (source: Folded, from: number, to: number): Span => ({
  start: source.starts[from] ?? 0,
  end: source.ends[to - 1] ?? 0,
});

/** Whether there is a word boundary before unit `at`. */
function startsClean({ text, starts, ends }: Folded, at: number): boolean {
  if ((starts[at] ?? 0) > (ends[at - 1] ?? 0)) return true;
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (isUnspaced(before) || isUnspaced(after)) return true;
  return !(isFoldedWordUnit(before) && isFoldedWordUnit(after)) && !isDecimal(before) && !isDecimal(after);
}
/** A full stop or comma; in a squeezed text, these occur only between digits. */
const isDecimal = (unit: number) => unit === 46 || unit === 44;

/**
 * Whether needle and source agree on where words begin. Spaces may differ at hyphens, line ends, units after numbers and in unspaced
 * scripts; a space between two numbers must be in both.
 */
function sameWords(source: Folded, at: number, needle: Folded): boolean {
  let slips = 0;
  let boundaries = 0;
  for (let k = 1; k < needle.text.length; k++) {
    const [inNeedle, inSource] = [gap(needle, k), gap(source, at + k)];
    if (inNeedle) boundaries++;
    if ((inNeedle === undefined) === (inSource === undefined)) continue;
    const [before, after] = [needle.text.charCodeAt(k - 1), needle.text.charCodeAt(k)];
    if (isDigit(before) && isDigit(after)) {
      if ((inNeedle ?? inSource) !== 'comma') return false;
      continue;
    }
    const free =
      isDigit(before) !== isDigit(after) ||
      isUnspaced(before) ||
      isUnspaced(after) ||
      !isFoldedWordUnit(before) ||
      !isFoldedWordUnit(after);
    if (!free && (inNeedle ?? inSource) === 'blank') slips++;
  }
  return slips <= Math.floor(boundaries / BOUNDARIES_PER_SLIP);
}

/** What is between unit `k` and the previous one: nothing, only spaces, or something else (a hyphen, a line end). */
function gap({ source, starts, ends }: Folded, k: number): 'blank' | 'comma' | 'mark' | undefined {
  const [from, to] = [ends[k - 1] ?? 0, starts[k] ?? 0];
  if (to <= from) return undefined;
  if (to === from + 1 && source.charCodeAt(from) === 44) return 'comma';
  for (let i = from; i < to; i++) {
    const c = source.charCodeAt(i);
    if (c !== 32 && c !== 9 && c !== 0xa0) return 'mark';
  }
  return 'blank';
}

const ELLIPSIS = /\[(?:…|\.{3})\]|\((?:…|\.{3})\)|\. \. \.|…|\.{3}/;

/** The pieces of a quotation with ellipses. */
export const pieces = (quote: string): string[] =>
  quote
    .split(ELLIPSIS)
    .map(bare)
    .filter((piece) => piece !== '');

const countWords = (text: string) => text.split(/\s+/).filter((w) => /[\p{L}\p{N}]/u.test(w)).length;
const isLongEnough = (piece: string) => countWords(piece) >= MIN_PIECE_WORDS || countUnspaced(piece) >= 4;

/** Finds a squeezed piece of a quotation at or after offset `from` of the source. */
type Step = (needle: Folded, from: number) => Span | undefined;

function whole(quote: string, step: Step): Hit | undefined {
  const span = step(squeeze(quote), 0);
  return span && [span, 'damaged'];
}

/** Finds a quotation with ellipses piece by piece, in order. The span covers all of them. */
function elided(quote: string, match: QuoteMatch, step: Step): Hit | undefined {
  const parts = pieces(quote);
  if (parts.length < 2 || parts.length > MAX_PIECES || !parts.every(isLongEnough)) return undefined;
  let [start, end] = [-1, 0];
  for (const part of parts) {
    const span = step(squeeze(part), end);
    if (!span) return undefined;
    if (start < 0) start = span.start;
    end = span.end;
  }
  return [{ start, end }, match];
}

function nextPiece(source: Folded, part: Folded, from: number): Span | undefined {
  const { starts } = source;
  let at = countBefore(starts.length, (i) => (starts[i] ?? 0) < from);
  for (let turn = 0; turn < MAX_OCCURRENCES; turn++) {
    const hit = occurrence(source, part, at);
    if (!hit || hit.span) return hit?.span;
    at = hit.after;
  }
  return undefined;
}

/** `text` without invisible characters, white space as single spaces. */
export function visible(text: string): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.codePointAt(i) ?? 0;
    if (!isInvisible(c) && c >= 32 && c !== 127) {
      if (c > 0xffff) i++;
      continue;
    }
    out += text.slice(from, i) + (c < 32 ? ' ' : '');
    if (c > 0xffff) i++;
    from = i + 1;
  }
  return (out + text.slice(from)).split(/\s+/).join(' ').trim();
}
