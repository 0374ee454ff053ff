/** Finds problems from the text alone. Each check abstains if the text leaves the answer open. */
import type { Facts } from '../causes';
import type { Code } from '../codes';
import type { Span, Target } from '../model';
import type { LinkedMarker } from './references/linking';
import type { Marker } from './model/markers';
import { firstAt, type Chunk } from './model/chunk';
import { remembered } from '../text/maps';
import { normal } from './markdown/definitions';
import type { ReferenceIndex } from './references/referenceIndex';
import { holdsSource, isReference, type Entry, type List } from './references/entry';

type Works = Extract<Marker, { kind: 'works' }>;

/** A problem with offsets relative to its chunk. */
export type ProblemDraft = Span & {
  readonly code: Code;
  readonly chunk: number;
  readonly facts: Facts;
  /** Index of its citation in the chunk. */
  readonly draft?: number;
};

/** Shared by the many chunks without a problem. */
const NONE: readonly ProblemDraft[] = [];

/**
 * Problems with the markers of one chunk, and with the form of its contents. If not all markers of the document were read (not `whole`),
 * the contents of lists are unknown, and nothing is reported as dangling.
 */
export function markerProblems(
  env: ReferenceIndex,
  chunk: Chunk,
  bounds: readonly LinkedMarker[],
  whole: boolean,
): readonly ProblemDraft[] {
  let found = chunk.faults.length > 0 ? ofForm(chunk, bounds) : undefined;
  for (let draft = 0; whole && draft < bounds.length; draft++) {
    const bound = bounds[draft];
    const problem = bound && fault(env, bound, chunk, draft);
    if (problem) (found ??= []).push(problem);
  }
  return found ?? NONE;
}

/** The problems with the form of a chunk's contents. What a chat tool left behind is a problem of its citation, if it leads nowhere. */
function ofForm({ faults }: Chunk, bounds: readonly LinkedMarker[]): ProblemDraft[] {
  const lost = new Map<number, number>();
  bounds.forEach(({ marker, target }, draft) => {
    if (target.kind === 'dangling') lost.set(marker.start, draft);
  });
  return faults.map((one) => {
    const draft = one.code === 'chat-residue' ? lost.get(one.start) : undefined;
    return { ...one, chunk: 0, ...(draft !== undefined && { draft }) };
  });
}

function fault(
  env: ReferenceIndex,
  bound: LinkedMarker,
  chunk: Chunk,
  draft: number,
): ProblemDraft | undefined {
  const { fault: code, hit, part, count } = bound;
  const { start, end } = part;
  if (code === undefined || (code === 'dangling' && isUndecidable(env, bound))) return undefined;
  const { text } = chunk;
  if (hit.kind === 'note' && isOwnNote(chunk, hit, part)) return undefined;
  if (hit.kind === 'numbers' && ELSEWHERE.test(text.slice(hit.end, hit.end + 60))) return undefined;
  const isMissing = code === 'no-entry';
  const isSeveral = code === 'ambiguous-entry';
  if (isMissing || isSeveral) {
    if (!env.years.isProblem(chunk, hit, part, isMissing)) return undefined;
    // `(e.g., "Smith 2020" and "Lee 2020")`: words about citations; `(*Tides*, 2015)`: a title; `arXiv:…` names the work.
    if (/["“]|(?<![.*])\*, \d|\barXiv:/.test(text.slice(start, end))) return undefined;
    // `(Berg, 2019) [3]`: the number leads to the reference.
    if (/^ ?\[\d/.test(text.slice(hit.end, hit.end + 3))) return undefined;
    // `<Ref id="a1">Smith (2020)</Ref>`: the component leads to the work.
    if (text.startsWith('</', end) && COMPONENT.test(text.slice(Math.max(0, start - 99), start)))
      return undefined;
    if (isMissing && hit.kind === 'works' && hasNote(env, chunk, hit)) return undefined;
  }
  const label = shown(bound);
  const facts = isSeveral ? { label, count: String(count) } : { label };
  return { code, chunk: 0, start, end, facts, draft };
}

/** `[^1] See …` at the start of a block, or of a line of one that begins so: the note itself, without its colon. */
function isOwnNote({ text, leaves }: Chunk, { leaf }: Marker, { start, end }: Span): boolean {
  const opens = (text[start - 1] ?? '\n') === '\n' && text[end] === ' ';
  return opens && text.startsWith('[^', leaves[leaf]?.start);
}

/** Whether the note of a marker has its reference: it names the author or the year. */
function hasNote(env: ReferenceIndex, { text, hits }: Chunk, { end, parts }: Works): boolean {
  const next = hits[firstAt(hits, end)];
  const place = next?.kind === 'note' && next.start === end ? env.notes.get(normal(next.label)) : undefined;
  const inline = INLINE.exec(text.slice(end, end + 400))?.[0] ?? '';
  const note = place ? env.chunk(place.chunk).text.slice(place.start, place.end) : inline;
  return parts.some(({ family, year = family }) => note.includes(family) || note.includes(`${year}`));
}
const INLINE = /^(?:\\footnote\{|\^\[).*/s;
/** `[12] of that paper`, `[85] therein`, `([4] in Berg)`: references of another work; not `fell [3] in the study group`. */
const ELSEWHERE =
  /^\)? (?:therein\b|(?:of (?:that|the|this|their|his|her|its)|in (?:that|their|his|her|its)) (?:paper|article|book|thesis|report|study|work|original)\b|(?:of|in) \p{Lu}[\p{L}’'-]+(?: et al\.)?(?: \d{4})?[)）])/u;
const COMPONENT = /<[A-Z]\w{0,40} [^<>]{1,90}>$/;

function shown(bound: LinkedMarker): string {
  if (bound.target.kind === 'work' && bound.target.raw !== undefined)
    return bound.target.raw.replace(/\s+/g, ' ');
  if (bound.style !== 'numbered' && bound.style !== 'footnote') return bound.identifier;
  const { count, identifier } = bound;
  return count > 1 ? `[${identifier}–${Number(identifier) + count - 1}]` : `[${identifier}]`;
}

/** Numbers with a list that has no numbers or isn't read. */
const isUndecidable = (env: ReferenceIndex, { style, identifier }: LinkedMarker): boolean =>
  style === 'numbered' &&
  ((env.lists.length > 0
    ? env.lists.every(({ form, named }) => form === 'loose' || (!named && env.lists.some((l) => l.named)))
    : env.unread || env.siblings !== undefined) ||
    env.unreadEntries.hasNumber(identifier));

/** Problems of lists, footnotes and definitions. Nothing is reported as unused unless all markers were read (`whole`). */
export function documentProblems(
  env: ReferenceIndex,
  year: number | undefined,
  whole: boolean,
): ProblemDraft[] {
  const found: ProblemDraft[] = [];
  for (const list of env.lists) {
    labels(env, list, whole, found);
    if (list.isUsed) {
      if (list.isWhole) gaps(env, list, found);
      duplicates(env, list, year, found);
    }
  }
  notes(env, whole, found);
  return found;
}

const at = (entry: Entry, code: Code, facts: Facts): ProblemDraft => ({
  code,
  chunk: entry.chunk,
  start: entry.start,
  end: entry.end,
  facts,
});

function labels(env: ReferenceIndex, list: List, whole: boolean, found: ProblemDraft[]): void {
  // A list of which hardly anything is cited is one for further reading.
  const used =
    whole && list.isUsed && list.entries.filter(({ isUsed }) => isUsed).length * 20 > list.entries.length;
  // Pages number the items of lists anew, so a repeated number misleads only those who follow a marker.
  const isAnew = list.form === 'ordered' || list.entries.some((one) => one.isRepeated && one.label === '1');
  const misleads = list.isWhole && (list.isUsed || !isAnew);
  for (const entry of list.entries) {
    const isOne = () => isReference(env.chunks[entry.chunk], entry);
    if (entry.isRepeated && misleads && isOne())
      found.push(at(entry, 'duplicate-label', { label: name(env, entry) }));
    else if (used && !entry.isUsed && (entry.label !== undefined || isOne()) && !isLinked(env, entry))
      found.push(at(entry, 'uncited', { label: name(env, entry) }));
  }
}

/** Whether the text outside its lists links to the source of a reference. */
function isLinked(env: ReferenceIndex, entry: Entry): boolean {
  const key = holdsSource(env.chunks[entry.chunk], entry) ? sourceKey(env.targets.of(entry)) : undefined;
  return key !== undefined && linked(env).has(key);
}

const linked = remembered((env: ReferenceIndex): ReadonlySet<string | undefined> => {
  const found = new Set<string | undefined>();
  env.chunks.forEach(({ hits }, index) => {
    for (const hit of hits)
      if (hit.kind === 'direct' && !env.listAt(index, hit.start)) found.add(sourceKey(hit.target));
  });
  return found;
});

/** A reference as shown to people: its number, or its first words. */
function name(env: ReferenceIndex, entry: Entry): string {
  if (entry.label !== undefined) return `[${entry.label}]`;
  const text =
    env.chunks[entry.chunk]?.text
      .slice(entry.text, Math.min(entry.end, entry.text + 48))
      .replace(/\s+/g, ' ') ?? '';
  return `“${text.length < 48 ? text : `${text.slice(0, Math.max(20, text.lastIndexOf(' ')))}…`}”`;
}

const MOST_LEFT_OUT = 11;

/** Gaps in the numbers of a list, unless they fall, as in mixed columns, are notes (`[^12^]`), or a line has the number left out. */
function gaps(env: ReferenceIndex, { entries }: List, found: ProblemDraft[]): void {
  let last = Infinity;
  const gaps: ProblemDraft[] = [];
  for (const entry of entries) {
    const n = Number(entry.label);
    if (!Number.isInteger(n)) continue;
    if ((last < Infinity && n < last) || env.chunks[entry.chunk]?.text.charAt(entry.start + 1) === '^')
      return;
    // More than a few are those of another column.
    if (n > last + 1 && n <= last + MOST_LEFT_OUT && !env.unreadEntries.hasNumber(String(last + 1)))
      gaps.push(at(entry, 'numbering-gap', { from: String(last), to: String(n) }));
    last = n;
  }
  for (const gap of gaps) found.push(gap);
}

/** References with the same DOI, identifier or address; references dated after next year. */
function duplicates(env: ReferenceIndex, list: List, year: number | undefined, found: ProblemDraft[]): void {
  const first = new Map<string, Entry>();
  for (const entry of list.entries) {
    const chunk = env.chunks[entry.chunk];
    // Without a source or digit it needn't be parsed.
    const isOpen = holdsSource(chunk, entry) || /\d/.test(chunk?.text.slice(entry.text, entry.end) ?? '');
    if (!isOpen || env.targets.pointsBack(entry)) continue;
    const target = env.targets.of(entry);
    const date = target.kind === 'work' ? dateOf(target) : undefined;
    if (year !== undefined && date !== undefined && date > year + 1)
      found.push(at(entry, 'future-year', { label: name(env, entry), year: String(date) }));
    const key = sourceKey(target);
    const other = key === undefined ? undefined : first.get(key);
    if (other) found.push(at(entry, 'duplicate-entry', { label: name(env, other), other: name(env, entry) }));
    else if (key !== undefined) first.set(key, entry);
  }
}

/** The year after a reference's authors, or of its arXiv identifier; `RFC 2068` has none. */
function dateOf({ authors, year, arxiv, title = '' }: Extract<Target, { kind: 'work' }>): number | undefined {
  const stamp = Number(/^(\d\d)\d\d\./.exec(arxiv ?? '')?.[1] ?? 99);
  // `Energy Outlook 2050`
  return stamp < 91 ? 2000 + stamp : authors && !title.includes(String(year)) ? year : undefined;
}

/** A key of the source that a target leads to, equal for the usual ways to write its address; undefined if it names none. */
export function sourceKey(target: Target): string | undefined {
  if (target.kind === 'url') return target.url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  if (target.kind !== 'work') return undefined;
  const { doi, arxiv, pmid, pmcid, isbn } = target;
  return doi?.toLowerCase() ?? arxiv?.replace(/v\d+$/, '') ?? pmid ?? pmcid ?? isbn;
}

/** Labels of footnotes in the text, also where no citations are read, such as in the directives of MyST. */
const mentioned = ({ chunks }: ReferenceIndex): ReadonlySet<string> =>
  new Set(chunks.flatMap(({ text }) => text.match(/(?<=\[\^)[^[\]\s]{1,80}(?=\](?!:))/g) ?? []).map(normal));

function notes(env: ReferenceIndex, whole: boolean, found: ProblemDraft[]): void {
  const seen = new Map<string, string>();
  let labels: ReadonlySet<string> | undefined;
  env.chunks.forEach((chunk, index) => {
    for (const { label, start, end } of chunk.notes) {
      const key = normal(label);
      const facts = { label: `[^${label}]` };
      // Mathpix labels every note `[^0]`.
      if (label === '0') continue;
      const text = chunk.text.slice(start, end).trimEnd();
      // An identical repetition does no harm.
      if ((seen.get(key) ?? text) !== text)
        found.push({ code: 'duplicate-label', chunk: index, start, end, facts });
      else if (whole && !seen.has(key) && !env.usedNotes.has(key) && !(labels ??= mentioned(env)).has(key))
        found.push({ code: 'footnote-unused', chunk: index, start, end, facts });
      seen.set(key, text);
    }
    for (const { label, start, end, url } of chunk.definitions) {
      const key = `[${label}]`;
      // An identical repetition does no harm; `[Speaker]: 00:37:19`, `[Speaker]: “Yes.”` and `[Prefix]::Name` define nothing.
      if (seen.has(key) && env.definitions.get(label)?.url !== url && !/^(?:\d*:|[*_]*["“„«])/.test(url))
        found.push({ code: 'duplicate-label', chunk: index, start, end, facts: { label: key } });
      seen.set(key, url);
    }
  });
}
