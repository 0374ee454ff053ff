/** Finds the claim of a marker: its sentence, or the clause since the previous marker. */
import type { Citation, Span } from '../model';
import { isSourceLabel } from '../text/pointer';
import { Fingerprint } from '../text/hash';
import { cutSentences } from '../text/sentences';
import { isAlpha, isWord } from '../text/chars';
import { areApart, firstAt, wordsOf, type Chunk } from './model/chunk';
import type { Marker } from './model/markers';
import {
  clusterEnd,
  furthest,
  isCloser,
  isOpening,
  isTail,
  joins,
  separates,
  standsAside,
  trim,
} from './model/clusters';
import { clauseEnd, closed, isWordless, LEAD, leans, opened, words } from './clauseWords';
import { gathered, plain, wordsIn } from './markdown/plainText';
import { LeadIns } from './markdown/leadIns';
import { gatherMarker, gatherLinked, mended, wordsWithoutMarkers } from './markerWords';
import { TableWords } from './tableWords';

/** In document offsets; shared by the markers of one sentence or clause. */
export type Claim = {
  readonly claim: Citation['claim'];
  readonly context: string;
  /** The fingerprint of the claim's words. */
  readonly print: Fingerprint;
};

/** What stands above a chunk: the last heading, and the introduction of a list with which it begins. */
export type Above = { readonly heading: string; readonly lead: string };

/** Most sentences in the context of a claim. */
const MOST_BEFORE = 3;
/** Words that start a sentence which depends on the previous one. */
const CONTINUES = /^(?:These|This|They|Their|Those|That|It|Its|Such|Both)(?![\p{L}\p{N}])/u;

/** Reads the claims of a chunk, leaf by leaf. */
export class ClaimReader {
  /** One for each of `hits`; the list is filled anew for each leaf. */
  private readonly claims: Claim[] = [];
  private readonly codes: Uint16Array;
  /** Number of headings of the chunk above the current leaf. */
  private head = 0;
  /** The current leaf, its markers and its sentences. */
  private index = 0;
  private hits: readonly Marker[] = [];
  /** The words above the leaf, read on demand. */
  private said: string | undefined;
  private cuts: readonly Span[] = [];
  private readonly tables: TableWords;
  private readonly leadIns: LeadIns;
  /** The last heading above the current leaf. */
  private heading: string;

  constructor(
    private readonly chunk: Chunk,
    above: Above,
  ) {
    this.codes = chunk.codes;
    this.tables = new TableWords(chunk);
    this.heading = above.heading;
    this.leadIns = new LeadIns(chunk, above.lead);
  }

  /**
   * The claims of the next leaf that has markers: one for each of its `hits`, which are in order of start and relative to the chunk.
   * The list is good until the next leaf is read.
   */
  read(index: number, hits: readonly Marker[]): readonly Claim[] {
    const { heads } = this.chunk;
    for (; (heads[this.head] ?? index) < index; this.head++)
      this.heading = headingAt(this.chunk, heads[this.head]) ?? this.heading;
    this.index = index;
    this.hits = hits;
    this.said = undefined;
    const leaf = this.chunk.leaves[index] ?? { start: 0, end: this.chunk.text.length };
    this.cuts = cutSentences(this.codes, leaf, this.opaque(leaf), hits.at(-1)?.end ?? leaf.end);
    this.fill();
    return this.claims;
  }

  private slice(start: number, end: number): string {
    return wordsOf(this.chunk, start, end);
  }

  /** Markers, code and links of the leaf, in order; sentences don't end inside them. */
  private opaque(leaf: Span): readonly Span[] {
    const { opaque } = this.chunk;
    const first = firstAt(opaque, leaf.start);
    if ((opaque[first]?.start ?? leaf.end) >= leaf.end) return this.hits;
    const all: Span[] = [];
    let k = 0;
    for (let i = first; i < opaque.length; i++) {
      const range = opaque[i];
      if (!range || range.start >= leaf.end) break;
      for (; k < this.hits.length && (this.hits[k]?.start ?? 0) <= range.start; k++)
        all.push(this.hits[k] ?? range);
      all.push(range);
    }
    for (; k < this.hits.length; k++) all.push(this.hits[k] ?? leaf);
    return all;
  }

  private fill(): void {
    let cut = 0;
    for (let k = 0; k < this.hits.length;) {
      const hit = this.hits[k];
      if (!hit) break;
      while (cut + 1 < this.cuts.length && (this.cuts[cut]?.end ?? 0) <= hit.start) cut++;
      const sentence = this.cuts[cut] ?? { start: hit.start, end: hit.end };
      let to = k + 1;
      while (to < this.hits.length && (this.hits[to]?.start ?? 0) < sentence.end) to++;
      this.sentence(sentence, this.context(cut), k, to);
      k = to;
    }
  }

  /** Reads one sentence: groups of adjacent markers, each with the clause before it. */
  private sentence(sentence: Span, context: string, from: number, to: number): void {
    let start = sentence.start;
    let first = from;
    let last = start;
    for (let k = from; k < to;) {
      const next = clauseEnd(this.hits, k, to, this.codes, sentence.end);
      const cluster = { start: this.hits[k]?.start ?? start, end: furthest(this.hits, k, next) };
      const lead = words(this.codes, Math.max(start, last), cluster.start, 1);
      const isSilent = standsAside(this.hits[k], this.codes);
      const isRest = start > sentence.start && leans(this.codes, start, cluster.start);
      let end = next < to ? closed(this.codes, start, cluster) : sentence.end;
      let then = end;
      if (next < to) {
        const at = this.hits[next]?.start ?? end;
        const gap = isOpening(this.codes[at - 1] ?? 0) ? at - 1 : at;
        const opener = { marker: cluster, lead, isSilent, leans: isRest };
        const clause = opened(this.codes, opener, sentence, start, gap);
        if (clause) [end, then] = clause;
      }
      // An item of an enumeration (`in France [1], Spain [2]`) needs the words that lead up to it.
      const isShort =
        words(this.codes, start, end) < 4 ||
        words(this.codes, start, cluster.start, 1) + words(this.codes, cluster.end, end, 1) === 0;
      // `… [1], whereas Lee [2] found the opposite.`: the last marker, behind a subject whose predicate follows it.
      const isInside =
        isSilent && lead > 0 && lead < 4 && start <= last + 1 && words(this.codes, cluster.end, end) > 3;
      const needsLead = isShort || (next === to && isInside);
      const item = start > sentence.start && end - sentence.start < LEAD && (needsLead || isRest);
      const span = this.withoutTail(trim(this.codes, item ? sentence.start : start, end), to);
      const claim = this.claim(span, item ? from : first, to, context);
      while (first < to && (this.hits[first]?.end ?? 0) <= then) first++;
      for (let i = k; i < next; i++) this.claims[i] = claim;
      start = then;
      last = cluster.end;
      k = next;
    }
  }

  /** Excludes markers after the full stop from the sentence. */
  private withoutTail(span: Span, to: number): Span {
    let end = span.end;
    for (let i = to - 1; i >= 0; i--) {
      const hit = this.hits[i];
      if (!hit || hit.start <= span.start || hit.end > end || hit.end < end - 6 || hit.kind === 'works')
        break;
      if (hit.end < end && !separates(this.codes, hit.end, end, isTail)) break;
      end = hit.start;
    }
    const last = this.codes[span.end - 1] ?? 0;
    if (end === span.end && (last < 48 || last > 57)) return span;
    // Usually the sentence continues.
    let before = end;
    while (before > span.start && this.codes[before - 1] === 32) before--;
    if (isAlpha(this.codes[before - 1] ?? 0)) return span;
    const from = Math.max(span.start, end - 40);
    // Numbers that lost their superscript when copied.
    const tail = this.slice(from, end)
      .replace(/(?<=[.!?]["”’)]?) [\d,–-]{1,23}\s*$/, (numbers, at: number, whole: string) =>
        PLACE.test(whole.slice(0, at)) ? numbers : '',
      )
      .replace(/[\s(]+$/, '');
    const stop = from + tail.length;
    return stop > span.start && stop < span.end && /[.!?。！？]["”’)）」』*_]*$/.test(tail)
      ? { start: span.start, end: stop }
      : span;
  }

  /** The heading and the sentence before the one at index `cut`, plus those that it only continues (`These include …`). */
  private context(cut: number): string {
    const before = this.cuts[cut - 1];
    let first = cut - 1;
    while (first > 0 && cut - first < MOST_BEFORE && this.continues(this.cuts[first])) first--;
    const from = this.cuts[first]?.start ?? 0;
    const previous = before ? this.words(Math.max(from, before.end - 400), before.end) : this.above();
    if (this.heading === '') return previous;
    return previous === '' ? this.heading : `${this.heading}\n${previous}`;
  }

  private continues(sentence: Span | undefined): boolean {
    return sentence !== undefined && CONTINUES.test(this.slice(sentence.start, sentence.start + 12));
  }

  private words(start: number, end: number): string {
    return wordsIn(this.codes, start, end, this.chunk.blanked ? undefined : this.chunk.text);
  }

  /** The introduction of an item, the last words of the paragraph above, or the header and row of a cell, read once. */
  private above(): string {
    return (this.said ??= this.isCell()
      ? this.tables.around(this.index)
      : this.leadIns.at(this.index) || this.readAbove());
  }

  private isCell(): boolean {
    return this.chunk.leaves[this.index]?.kind === 'cell';
  }

  private readAbove(): string {
    const { leaves } = this.chunk;
    const leaf = leaves[this.index - 1];
    if (!leaf || leaf.kind === 'heading' || leaf.kind === 'front') return '';
    if (areApart(this.chunk, leaf.start, leaves[this.index]?.start ?? 0)) return '';
    if (isAddress(this.chunk, leaf)) return '';
    return this.words(Math.max(leaf.start, leaf.end - 300), leaf.end);
  }

  private claim(span: Span, first: number, to: number, context: string): Claim {
    const before = isLabelled(this.chunk, span, this.hits.slice(first, to)) ? this.before(span.start) : '';
    if (ENDED.test(before)) return this.made(span, context, before, new Fingerprint().add(before));
    let at = span.start;
    let isSilent = false;
    let aside = first;
    for (let i = first; i < to && !gathered.full; i++) {
      const hit = this.hits[i];
      if (!hit || hit.start >= span.end) break;
      if (hit.end <= at) continue;
      const outer = hit.kind === 'numbers' && hit.doubt === 'doubled' ? 1 : 0;
      const from = hit.start - outer;
      if (!isSilent || !isBetween(this.codes, at, from, hit)) gatherLinked(this.chunk, at, from);
      const { size } = gathered;
      // Links that fill brackets name sources: `… in 2024 ([IDC](…), [BBC](…))`.
      if (hit.kind === 'direct' && isOpening(this.codes[hit.start - 1] ?? 0)) {
        const next = clusterEnd(this.hits, i, to, this.codes);
        if (isCloser(this.codes[furthest(this.hits, i, next)] ?? 0)) aside = next;
      }
      gatherMarker(this.chunk, hit, i < aside);
      at = Math.max(at, hit.end + outer);
      isSilent = gathered.size === size;
      if (isSilent) at = mended(this.codes, at, span.end);
    }
    gatherLinked(this.chunk, at, span.end);
    gathered.endOnce();
    const text = gathered.take();
    if (gathered.said() && !this.isNamed(span, first, to))
      return this.made(span, context, text, gathered.print());
    return this.alone(span, context);
  }

  /** Whether a cell only names the source of its row: `| Acme | 40 % | [Gartner](…) |`. */
  private isNamed(span: Span, first: number, to: number): boolean {
    if (!this.isCell() || !this.tables.row(this.index).includes(' | ')) return false;
    const own = this.hits.slice(first, to);
    return own.every(({ kind }) => kind === 'direct') && isWordless(this.codes, span, own);
  }

  /** The sentence before an offset, or the words above the leaf. */
  private before(start: number): string {
    const cut = this.cuts.findLast(({ end }) => end <= start);
    return cut ? wordsWithoutMarkers(this.chunk, cut.start, cut.end) : this.above();
  }

  /** The claim of a marker without words of its own: the row before it or the paragraph above, else the marker itself. */
  private alone(span: Span, context: string): Claim {
    const end = Math.min(span.end, span.start + 300);
    const near = (this.isCell() ? this.tables.row(this.index) : this.above()) || this.words(span.start, end);
    const text = hasWord(near) ? near : this.slice(span.start, end);
    return this.made(span, context, text, new Fingerprint().add(text));
  }

  private made({ start, end }: Span, context: string, text: string, print: Fingerprint): Claim {
    const base = this.chunk.start;
    return { claim: { text, span: { start: base + start, end: base + end } }, context, print };
  }
}

/** `Source: [3]`, `(Quelle: [Acme](…))`, `— Reed, [The Lamp](…)`: the source of what is before it. */
function isLabelled(chunk: Chunk, { start, end }: Span, markers: readonly Marker[]): boolean {
  const at = markers[0]?.start ?? end;
  if (at <= start || at - start > LONGEST_LABEL) return false;
  const label = wordsOf(chunk, start, at);
  return (
    (isSourceLabel(label) || SIGNATURE.test(label)) && isWordless(chunk.codes, { start: at, end }, markers)
  );
}

/** A dash, and the name of an author. */
const SIGNATURE = /^[—–―] ?(?:\p{Lu}[\p{L}.'’-]{0,20}[ ,]{0,2}){0,3}$/u;

/** Whether a range only separates or joins a marker without words and the one that begins at `to`, and goes with them. */
function isBetween(codes: Uint16Array, from: number, to: number, next: Marker): boolean {
  if ((next.kind === 'works' || next.kind === 'keys') && !standsAside(next, codes)) return false;
  return separates(codes, from, to) || joins(codes, from, to);
}

/** Whether a paragraph is an address and nothing else, such as the line before in a list of addresses. */
function isAddress({ codes, hits }: Chunk, { start, end }: Span): boolean {
  const hit = hits[firstAt(hits, start)];
  if (hit?.kind !== 'direct' || hit.style !== 'url' || hit.end > end) return false;
  return isWordless(codes, { start, end }, [hit]);
}

const LONGEST_LABEL = 24;
/** The end of a sentence. */
const ENDED = /[.!?…。！？]["”’»)）」』]*$/;

/** Whether a text has a letter or digit. */
function hasWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isWord(text.charCodeAt(i))) return true;
  return false;
}

/** The words of the leaf at an index, if it is a heading. */
export function headingAt(chunk: Chunk, index = -1): string | undefined {
  const leaf = chunk.leaves[index];
  if (leaf?.kind !== 'heading') return undefined;
  return plain(wordsOf(chunk, leaf.start, Math.min(leaf.end, leaf.start + 300)));
}

/** `Fig. 3`: the number belongs to the abbreviation before it. */
const PLACE =
  /(?<!\p{L})(?:figs?|eqs?|nos?|secs?|vols?|pp?|chs?|tabs?|refs?|nr|abs|art|kap|bd|abb|vs|ca|approx|step|jan|feb|mar|apr|ju[nl]|aug|sept?|oct|nov|dec)\.$/iu;
