/** Which words a marker backs: its sentence, or the clause since the marker before it. */
import type { Citation, Span } from '../model';
import { sentences } from '../text/sentences';
import { isAlpha, isCjk, isDigit, isLetter, isSpace } from './chars';
import { firstAt, type Chunk } from './chunks';
import type { Hit } from './hits';
import { plain } from './plain';

/** With an offset of the document: markers of one sentence share it. */
export type Claim = { readonly claim: Citation['claim']; readonly context: string };

/** A claim's words are cut here: no sentence of a person is longer, and thousands of markers may share one. */
const LONGEST = 2_000;
/** An enumeration's lead is looked for this far back. */
const LEAD = 600;
/** A clause has two words, or two characters of a script without blanks. */
const ENOUGH = 1.5;

/** The claims of one chunk: one for each of `hits`, which are in order of start and relative to the chunk. */
export function claimsOf(chunk: Chunk, hits: readonly Hit[], heading: string): Claim[] {
  const claims: Claim[] = [];
  for (let k = 0; k < hits.length;) {
    const leaf = hits[k]?.leaf ?? 0;
    let to = k;
    while (to < hits.length && hits[to]?.leaf === leaf) to++;
    new LeafClaims(
      chunk,
      leaf,
      k === 0 && to === hits.length ? hits : hits.slice(k, to),
      heading,
      claims,
    ).fill();
    k = to;
  }
  return claims;
}

class LeafClaims {
  /** What the leaf reads as, and where it begins there: the chunk's text, or its copy without quote marks. */
  private readonly source: string;
  private readonly shift: number;
  private readonly cuts: readonly Span[];

  constructor(
    private readonly chunk: Chunk,
    private readonly index: number,
    private readonly hits: readonly Hit[],
    private readonly heading: string,
    private readonly claims: Claim[],
  ) {
    const leaf = chunk.leaves[index] ?? { start: 0, end: chunk.text.length };
    const clean = chunk.clean.get(index);
    this.source = clean ?? chunk.text;
    this.shift = clean === undefined ? 0 : leaf.start;
    const span = { start: leaf.start - this.shift, end: leaf.end - this.shift };
    const cuts = sentences(this.source, span, this.opaque(leaf), (hits.at(-1)?.end ?? leaf.end) - this.shift);
    this.cuts =
      this.shift === 0 ? cuts : cuts.map((s) => ({ start: s.start + this.shift, end: s.end + this.shift }));
  }

  private slice(start: number, end: number): string {
    return this.source.slice(start - this.shift, end - this.shift);
  }

  /** Markers, code and links of the leaf, in order: no sentence ends in them. */
  private opaque(leaf: Span): readonly Span[] {
    const { opaque } = this.chunk;
    const first = firstAt(opaque, leaf.start);
    if (this.shift === 0 && (opaque[first]?.start ?? leaf.end) >= leaf.end) return this.hits;
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
    return this.shift === 0
      ? all
      : all.map((s) => ({ start: s.start - this.shift, end: s.end - this.shift }));
  }

  fill(): void {
    let cut = 0;
    for (let k = 0; k < this.hits.length;) {
      const hit = this.hits[k];
      if (!hit) break;
      while (cut + 1 < this.cuts.length && (this.cuts[cut]?.end ?? 0) <= hit.start) cut++;
      const sentence = this.cuts[cut] ?? { start: hit.start, end: hit.end };
      let to = k + 1;
      while (to < this.hits.length && (this.hits[to]?.start ?? 0) < sentence.end) to++;
      this.sentence(sentence, this.context(this.cuts[cut - 1]), k, to);
      k = to;
    }
  }

  /** One sentence: its markers in clusters, each with the clause that leads up to it. */
  private sentence(sentence: Span, context: string, from: number, to: number): void {
    let start = sentence.start;
    let first = from;
    for (let k = from; k < to;) {
      const next = clusterEnd(this.hits, k, to, this.source, this.shift);
      const cluster = { start: this.hits[k]?.start ?? start, end: furthest(this.hits, k, next) };
      let end = next < to ? closing(cluster.start, cluster.end, this.source, this.shift) : sentence.end;
      // A clause needs words: a marker that opens it (`Smith (2020) found …`, a link) backs what follows.
      if (next < to && words(this.source, start - this.shift, cluster.start - this.shift, 1) < ENOUGH)
        end = this.hits[next]?.start ?? end;
      // An item of an enumeration (`in France [1], Spain [2]`) says something only with what leads up to it.
      const item =
        start > sentence.start &&
        end - sentence.start < LEAD &&
        words(this.source, start - this.shift, end - this.shift) < 4;
      const span = this.withoutTail(trim(this.source, this.shift, item ? sentence.start : start, end), to);
      const claim = this.claim(span, item ? from : first, to, context);
      while (first < to && (this.hits[first]?.end ?? 0) <= end) first++;
      for (let i = k; i < next; i++) this.claims.push(claim);
      start = end;
      k = next;
    }
  }

  /** Markers behind the full stop stand outside of the sentence they back. */
  private withoutTail(span: Span, to: number): Span {
    let end = span.end;
    for (let i = to - 1; i >= 0; i--) {
      const hit = this.hits[i];
      if (!hit || hit.start <= span.start || hit.end > end || hit.end < end - 6 || hit.kind === 'works')
        break;
      if (hit.end < end && /[^\s.,;]/.test(this.slice(hit.end, end))) break;
      end = hit.start;
    }
    const last = this.source.charCodeAt(span.end - 1 - this.shift);
    if (end === span.end && (last < 48 || last > 57)) return span;
    // What goes on in the sentence, in most of them.
    let before = end;
    while (before > span.start && this.source.charCodeAt(before - 1 - this.shift) === 32) before--;
    if (isAlpha(this.source.charCodeAt(before - 1 - this.shift))) return span;
    const from = Math.max(span.start, end - 40);
    // Numbers that lost their superscript in a copy.
    const tail = this.slice(from, end)
      .replace(/(?<=[.!?]["”’)]?) [\d,–-]{1,23}\s*$/, (numbers, at: number, whole: string) =>
        PLACE.test(whole.slice(0, at)) ? numbers : '',
      )
      .trimEnd();
    const stop = from + tail.length;
    return stop > span.start && stop < span.end && /[.!?。！？]["”’)）」』*_]*$/.test(tail)
      ? { start: span.start, end: stop }
      : span;
  }

  private context(before: Span | undefined): string {
    const previous = plain((before ? this.slice(before.start, before.end) : this.previousLeaf()).slice(-400));
    if (this.heading === '') return previous;
    return previous === '' ? this.heading : `${this.heading}\n${previous}`;
  }

  private previousLeaf(): string {
    const leaf = this.chunk.leaves[this.index - 1];
    if (!leaf || leaf.kind === 'heading' || leaf.kind === 'front') return '';
    const clean = this.chunk.clean.get(this.index - 1);
    return clean === undefined
      ? this.chunk.text.slice(Math.max(leaf.start, leaf.end - 300), leaf.end)
      : clean.slice(-300);
  }

  private claim(span: Span, first: number, to: number, context: string): Claim {
    let text = '';
    let at = span.start;
    for (let i = first; i < to && text.length < LONGEST; i++) {
      const hit = this.hits[i];
      if (!hit || hit.start >= span.end) break;
      if (hit.end <= at) continue;
      if (hit.start > at) text += this.slice(at, hit.start);
      const words = kept(hit, this.source, this.shift);
      at = Math.max(at, hit.end);
      if (words !== '') text += words;
      // `*a word [1]* so`: a mark of emphasis stays at its words when the marker between goes.
      else if (closes(this.source, at - this.shift)) text = text.trimEnd();
      else if (opens(text)) while (at < span.end && isSpace(this.source.charCodeAt(at - this.shift))) at++;
    }
    if (at < span.end && text.length < LONGEST) text += this.slice(at, Math.min(span.end, at + LONGEST));
    text = plain(withoutMarkup(text));
    if (!hasWords(text)) text = plain(this.alone(span));
    const base = this.chunk.start;
    return { claim: { text, span: { start: base + span.start, end: base + span.end } }, context };
  }

  /** A marker with no words of its own backs what stands before it: the cell or paragraph above, else itself. */
  private alone(span: Span): string {
    const above = this.index > 0 ? this.previousLeaf() : '';
    return above === '' ? this.slice(span.start, Math.min(span.end, span.start + 300)) : above;
  }
}

/** The index behind the markers that stand together with the one at `k`: blanks, commas and semicolons part them, nothing else. */
export function clusterEnd(
  hits: readonly Span[],
  k: number,
  to: number,
  text: string,
  shift: number,
): number {
  let end = hits[k]?.end ?? 0;
  let i = k + 1;
  for (; i < to; i++) {
    const hit = hits[i];
    if (!hit || hit.start > end + 5 || !separates(text, end - shift, hit.start - shift)) break;
    end = Math.max(end, hit.end);
  }
  return i;
}

function separates(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isEdge(text.charCodeAt(i))) return false;
  return true;
}

function furthest(hits: readonly Span[], from: number, to: number): number {
  let end = 0;
  for (let i = from; i < to; i++) end = Math.max(end, hits[i]?.end ?? 0);
  return end;
}

function hasWords(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isLetter(c) || isDigit(c)) return true;
  }
  return false;
}

/** Where a marker in brackets of its own ends, the bracket included: `(src/a.ts:42)`. Else its end. */
function closing(start: number, end: number, text: string, shift: number): number {
  const [first, second] = [text.charCodeAt(end - shift), text.charCodeAt(end - shift + 1)];
  const marks = isCloser(first) ? 1 : first === 96 && isCloser(second) ? 2 : 0;
  return marks > 0 && /[(（[]`?$/.test(text.slice(Math.max(0, start - shift - 2), start - shift))
    ? end + marks
    : end;
}
const isCloser = (c: number): boolean => c === 41 || c === 93 || c === 0xff09;

/**
 * Words between two offsets, counted to four: runs of two letters or more, each character of a script without blanks being half of
 * one. With `one` letter a word counts too.
 */
function words(text: string, from: number, to: number, shortest = 2): number {
  let count = 0;
  let run = 0;
  for (let i = from; i < to && count < 4; i++) {
    const c = text.charCodeAt(i);
    if (isCjk(c)) count += 0.5;
    else if (isLetter(c) || (shortest === 1 && isDigit(c))) {
      if (++run === shortest) count++;
    } else if (isSpace(c) || c === 44 || c === 59 || c === 91 || c === 93 || c === 40 || c === 41) run = 0;
  }
  return count;
}

/** What of a marker is part of the sentence's words: a link's text, the names of a narrative citation, a path that no brackets set apart. */
function kept(hit: Hit, text: string, shift: number): string {
  const raw = (): string => text.slice(hit.start - shift, hit.end - shift);
  switch (hit.kind) {
    case 'direct':
      if (hit.style === 'link') return hit.label ?? linkText(raw());
      if (hit.style === 'url' || hit.style === 'doi' || hit.style === 'guess' || hit.style === 'memory')
        return '';
      if (closing(hit.start, hit.end, text, shift) > hit.end) return '';
      // `In src/a.ts:42 the loop ends`: the path is a word of the sentence, the line is a pointer and no figure of the claim.
      return hit.target.kind === 'file' ? hit.target.path : raw();
    case 'reference':
      return hit.text;
    case 'works':
      return /^[(（[]/.test(raw()) ? '' : raw();
    case 'keys':
      return text.charCodeAt(hit.start - shift) === 64 ? raw() : '';
    case 'numbers':
    case 'note':
    case 'inline-note':
    case 'residue':
      return '';
  }
}

const linkText = (raw: string): string => {
  const html = /^<a [^>]*>([^<]*)</i.exec(raw)?.[1];
  if (html !== undefined) return html;
  const close = raw.indexOf('](');
  return close > 0 ? raw.slice(1, close) : '';
};

/** The range without blanks and separators before it and blanks behind it. */
function trim(text: string, shift: number, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && isEdge(text.charCodeAt(from - shift))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1 - shift))) to--;
  return { start: from, end: to };
}

/** `Fig. 3`: the number belongs to the abbreviation before it. */
const PLACE =
  /(?<!\p{L})(?:figs?|eqs?|nos?|secs?|vols?|pp?|chs?|tabs?|refs?|nr|abs|art|kap|bd|abb|vs|ca|approx|step)\.$/iu;

const TAG = /(?<!`)<\/?[A-Za-z][^<>`]{0,300}>(?!`)/g;
const FENCE = /^:{3,}[^\n]*$/gm;

/** Without HTML's tags, the lines that open and close a pandoc block, and a second full stop where a marker stood between two. */
function withoutMarkup(text: string): string {
  let words = text.includes('<') ? text.replace(TAG, '') : text;
  if (words.includes(':::')) words = words.replace(FENCE, '');
  return /[.!?。] ?[.。]$/.test(words) && !words.endsWith('..') ? words.slice(0, -1) : words;
}

/** A mark of emphasis. */
const isMark = (c: number): boolean => c === 42 || c === 95;

/** Do marks that end emphasis stand at `i`? */
function closes(text: string, i: number): boolean {
  let end = i;
  while (isMark(text.charCodeAt(end)) && end - i < 3) end++;
  const c = text.charCodeAt(end);
  return end > i && !isLetter(c) && !isDigit(c);
}

/** Do marks that begin emphasis end a text? */
function opens(text: string): boolean {
  let start = text.length;
  while (isMark(text.charCodeAt(start - 1)) && text.length - start < 3) start--;
  return start < text.length && (start === 0 || isSpace(text.charCodeAt(start - 1)));
}

const isEdge = (c: number): boolean =>
  isSpace(c) || c === 44 || c === 59 || c === 0xff0c || c === 0xff1b || c === 0x3001;
