/** Gathers the words of a sentence with those of its markers that belong to it. */
import { firstAt, type Chunk } from './model/chunk';
import {
  closing,
  clusterEnd,
  furthest,
  isCloser,
  isOpening,
  isTextual,
  joins,
  separates,
  standsAside,
} from './model/clusters';
import { isMark } from './clauseWords';
import { decode, isEmphasis, isLetter, isSpace, isWord, oneOf } from '../text/chars';
import { isSourceKey, SOURCE_KEYS, type Marker } from './model/markers';
import type { Span, Style } from '../model';
import { noteNumber } from './inline/brackets';
import { gathered } from './markdown/plainText';

/** Adds the words of a range of the chunk to `gathered`, of links in the workspace and images only their text. */
function gather(chunk: Chunk, start: number, end: number): void {
  const { codes, opaque, words } = chunk;
  const first = firstAt(opaque, start);
  const before = first > 0 ? opaque[first - 1] : undefined;
  let from = before && before.end > start && isMarkup(codes, before) ? Math.min(end, before.end) : start;
  for (let i = first; (opaque[i]?.start ?? end) < end; i++) {
    const hidden = opaque[i];
    if (!hidden || hidden.start < from || !isMarkup(codes, hidden)) continue;
    gathered.add(codes, from, hidden.start, words);
    from = Math.min(end, hidden.end);
  }
  gathered.add(codes, from, end, words);
}
const opensMarkup = oneOf('[]"\ue200');
/** `[`, `![`, `](docs/a.md)`, `{width=80%}` behind it, `<!-- a comment -->`, `<% code %>`, what is around a chat tool's name */
const isMarkup = (codes: Uint16Array, { start }: Span): boolean =>
  opensMarkup(codes[start] ?? 0) ||
  (codes[start] === 33 && codes[start + 1] === 91) ||
  (codes[start] === 123 && codes[start - 1] === 41) ||
  (codes[start] === 60 && (codes[start + 1] === 33 || codes[start + 1] === 37));

/**
 * Gathers the words of a marker that belong to the sentence: link text, names of a narrative citation, a path without brackets. The text of
 * a link in brackets of its own (`isAside`) names its source, unless it has a figure of the claim.
 */
function gatherMarker(chunk: Chunk, hit: Marker, isAside = false): void {
  const { codes, words } = chunk;
  switch (hit.kind) {
    case 'direct':
      if (hit.style === 'link') gatherLink(chunk, hit, isAside);
      else if (!isAside) gatherPlace(chunk, hit);
      return;
    case 'reference':
      if (!isNumber(hit.text) && !(isKey(hit.text) && isKey(hit.label)) && (!isAside || saysFigure(hit.text)))
        gathered.addText(shown(hit.text));
      return;
    case 'works':
      if (!isOpening(codes[hit.start] ?? 0)) gather(chunk, hit.start, hit.end);
      // `as [Smith et al., 2020](#smith2020) show`
      else if (codes[hit.start] === 91 && isLetter(codes[hit.start + 1] ?? 0) && codes[hit.end - 1] === 41)
        gathered.addText(linkText(words.slice(hit.start, hit.end)));
      return;
    case 'keys':
      gatherKeys(chunk, hit);
      return;
    case 'numbers':
    case 'note':
    case 'inline-note':
    case 'residue':
  }
}

/** Markers that are no words of the sentence. */
const NOT_IN_SENTENCE: ReadonlySet<string> = new Set<Style>(['url', 'doi', 'guess', 'memory']);

/** `In src/a.ts:42 the loop ends`: the path is part of the sentence, the line number isn't a figure of the claim. */
function gatherPlace(chunk: Chunk, { start, end, style, target }: Link): void {
  if (NOT_IN_SENTENCE.has(style) || closing(start, end, chunk.codes) > end) return;
  if (target.kind === 'file') gathered.addText(target.path);
  else gather(chunk, start, end);
}

function gatherKeys(chunk: Chunk, hit: Extract<Marker, { kind: 'keys' }>): void {
  const { codes } = chunk;
  const [first] = hit.parts;
  if (codes[hit.start] === 64) gather(chunk, hit.start, first?.end ?? hit.end);
  else if (!isTextual(hit, codes)) return;
  // The brackets of `[[lee2020|Lee]]` are left out with its name.
  else if (hit.isPage && codes[hit.start + 2] !== 64) gather(chunk, hit.start, hit.end);
  else gathered.addText(`@${first?.label ?? ''}`);
}

function gatherLink({ codes, words }: Chunk, hit: Link, isAside: boolean): void {
  const raw = words.slice(hit.start, hit.end);
  const text = hit.label ?? linkText(raw);
  if (isNumber(text) || (isAside && !saysFigure(text))) return;
  const isName =
    gathered.size > 0 &&
    (SOURCE.test(text) || (!text.includes(' ') && isHost(text, raw))) &&
    (endsClause(codes[hit.end] ?? 10) || codes[hit.end + 1] === 91) &&
    !ARTICLE.test(words.slice(Math.max(0, hit.start - 6), hit.start));
  if (!isName) gathered.addText(shown(text));
}
type Link = Extract<Marker, { kind: 'direct' }>;

/** The bracket that opens before a marker at `start`, also before a label (`(Source: `, `[E: `) and not before `floor`; or -1. */
export function bracketBefore(codes: Uint16Array, start: number, floor: number): number {
  if (isOpening(codes[start - 1] ?? 0)) return start - 1;
  const last = codes[start - 1] === 32 ? start - 2 : start - 1;
  if (codes[last] !== 58 && codes[last] !== 0xff1a) return -1;
  const label = BRACKETED.exec(decode(codes, Math.max(floor, start - LABEL), start));
  return label ? start - label[0].length : -1;
}
const LABEL = 24;
/** A bracket and a word or a few, with a colon. */
export const BRACKETED = /[([（]\p{L}[\p{L} ]{0,20}[:：] ?$/u;

/** `*a word [1]* so`: keeps emphasis marks next to their words when the marker is removed. Returns the next offset. */
function mended(codes: Uint16Array, at: number, end: number): number {
  let i = at;
  while (isEmphasis(codes[i] ?? 0) && i - at < 3) i++;
  if (i > at && !isWord(codes[i] ?? 0)) gathered.trimEnd();
  if (i > at || !gathered.opens()) return at;
  while (i < end && isSpace(codes[i] ?? 0)) i++;
  return i;
}

/** Adds the words of a clause, with those of its markers, which are `hits` from `first` up to `to`. */
export function gatherClause(
  chunk: Chunk,
  hits: readonly Marker[],
  first: number,
  to: number,
  span: Span,
): void {
  const { codes } = chunk;
  let at = span.start;
  let isSilent = false;
  /** The first marker that isn't in a bracket of sources. */
  let aside = first;
  /** After the bracket that encloses a label and its sources. */
  let labelled = 0;
  for (let i = first; i < to && !gathered.full; i++) {
    const hit = hits[i];
    if (!hit || hit.start >= span.end) break;
    if (hit.end <= at) continue;
    const outer = hit.kind === 'numbers' && hit.doubt === 'doubled' ? 1 : 0;
    let from = hit.start - outer;
    const sources = i >= aside ? bracketOf(codes, hits, i, to, from, at) : undefined;
    if (sources) {
      aside = sources.next;
      if (sources.isLabelled) [from, labelled] = [sources.open, sources.end];
    }
    const isWord = i >= aside && hit.kind === 'direct' && /\p{L}{2}/u.test(hit.label ?? '');
    if (!isSilent || isWord || !isBetween(codes, at, from, hit)) gatherLinked(chunk, at, from);
    const { size } = gathered;
    if (labelled <= hit.start) gatherMarker(chunk, hit, i < aside);
    at = Math.max(at, hit.end + outer, labelled);
    isSilent = gathered.size === size;
    if (isSilent) at = mended(codes, at, span.end);
  }
  gatherLinked(chunk, at, span.end);
  gathered.endOnce();
}

/**
 * The bracket that the markers from `i` on fill, which then only name sources: `… in 2024 ([IDC](…), [BBC](…))`; perhaps with a label before
 * or behind them. The first one begins at `from`, and the words before it at `at`; `next` is the marker after the bracket.
 */
function bracketOf(
  codes: Uint16Array,
  hits: readonly Marker[],
  i: number,
  to: number,
  from: number,
  at: number,
) {
  const hit = hits[i];
  if (hit?.kind !== 'direct' && hit?.kind !== 'reference' && hit?.kind !== 'numbers') return undefined;
  const open = bracketBefore(codes, from, at);
  if (open < 0) return undefined;
  const next = clusterEnd(hits, i, to, codes);
  const last = furthest(hits, i, next);
  const close = behindLabel(codes, hit, last);
  if (!isCloser(codes[close] ?? 0)) return undefined;
  return { next, open, end: close + 1, isLabelled: open < from - 1 || close > last };
}

/** The bracket that closes after the label of an address or identifier that ends at `end`: `(arXiv:2101.00001, Lamps)`; else `end`. */
function behindLabel(codes: Uint16Array, hit: Marker, end: number): number {
  if (hit.kind !== 'direct' || !BARE_SOURCES.has(hit.style) || !isMark(codes[end] ?? 0)) return end;
  let i = end;
  while (i - end < LONGEST_LABEL && !isOpening(codes[i] ?? 0) && !isCloser(codes[i] ?? 0)) i++;
  return codes[i] === 41 ? i : end;
}
export const BARE_SOURCES: ReadonlySet<string> = new Set<Style>(['url', 'doi', 'identifier']);
export const LONGEST_LABEL = 40;

/** Whether a range only separates or joins a marker without words and the one that begins at `to`. */
function isBetween(codes: Uint16Array, from: number, to: number, next: Marker): boolean {
  if ((next.kind === 'works' || next.kind === 'keys') && !standsAside(next, codes)) return false;
  return separates(codes, from, to) || joins(codes, from, to);
}

/** Adds the words of a range; of its links, such as the source of a note, only the text. */
function gatherLinked(chunk: Chunk, start: number, end: number): void {
  gatherBut(chunk, start, end, isLink);
}
const isLink = (hit: Marker): boolean => hit.kind === 'direct' && hit.style === 'link';

/** The words of a range without its markers, but with those that belong to the sentence. */
export function wordsWithoutMarkers(chunk: Chunk, start: number, end: number): string {
  gatherBut(chunk, start, end, (hit) => hit.kind !== 'numbers' || hit.doubt !== 'within');
  return gathered.take();
}

function gatherBut(chunk: Chunk, start: number, end: number, isMarker: (hit: Marker) => boolean): void {
  const { hits } = chunk;
  let at = start;
  for (let i = firstAt(hits, start); at < end && !gathered.full; i++) {
    const hit = hits[i];
    if (!hit || hit.start >= end) break;
    // The words of `[E: src/a.ts:4]` are no label of a link.
    const isOuter =
      hit.kind === 'reference' && hits[i + 1]?.kind === 'direct' && (hits[i + 1]?.end ?? 0) < hit.end;
    if (hit.end <= at || isOuter || !isMarker(hit)) continue;
    const open = isCloser(chunk.codes[hit.end] ?? 0) ? bracketBefore(chunk.codes, hit.start, at) : -1;
    const isLabelled = open >= 0 && open < hit.start - 1;
    gather(chunk, at, isLabelled ? open : hit.start);
    if (!isLabelled) gatherMarker(chunk, hit);
    at = isLabelled ? hit.end + 1 : hit.end;
  }
  if (at < end) gather(chunk, at, end);
}

const linkText = (raw: string): string => {
  // `<a href="…"><img alt="Build" …></a>`: a badge.
  const html = /^<a [^>]*>(?:\s*<img [^>]*?\balt="([^">]*)"|([^<]*)<)/i.exec(raw);
  if (html) return html[1] ?? html[2] ?? '';
  const close = raw.indexOf('](');
  return close > 0 ? raw.slice(1, close) : '';
};

/** A label opens a sentence only as its subject: `[UAX14] defines …`. */
const isKey = (label: string): boolean =>
  SOURCE_KEYS.test(label) || (isSourceKey(label) && gathered.size > 0);

/** `… use AI tools [source](…), …`: a link that only says what it is. */
const SOURCE =
  /^(?:sources?|links?|refs?|cite|quellen?|fuentes?|fonte?s?|liens?|来源|來源|出典|出处|链接)$/iu;
/** `[acme.example](https://acme.example/report)`: a link into a site that shows the site's name. */
const isHost = (text: string, raw: string): boolean =>
  /^https?:\/\/(?:www\.)?([\w.-]+)\/[^\s)]/i.exec(raw.slice(raw.indexOf('](') + 2))?.[1]?.toLowerCase() ===
  text.toLowerCase().replace(/^www\./, '');
const endsClause = oneOf('\n.,;)。，；）');
const ARTICLE =
  /(?:^|[^\p{L}])(?:the|this|its|an?|in|see|at|of|or|on|per|and|with|der|die|das|la|le|el|il|de)\s$|(?:[^)],|:)\s$/iu;

/** Whether a link shows the number of a source, not a year. */
const isNumber = (text: string): boolean => (noteNumber(text)?.length ?? 4) < 4;

/** `2 times as fast`, `since 3 May`; not `Report of 2020`, nor the commit `032a1dc`. */
const saysFigure = (text: string): boolean =>
  /^[\p{Ll}\d].{0,40}$/u.test(text) && /(?:^| )\d(?![\da-f]{6,40}$)/.test(text);

/** The text of a link with images replaced by their descriptions. */
const shown = (text: string): string =>
  text.includes('![') ? text.replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1') : text;
