/** What can be told to be wrong from the text alone. Each check abstains where the text leaves the answer open. */
import { CODES, type Code } from '../codes';
import type { Citation, Problem, Span, Target } from '../model';
import type { Chunk } from './chunks';
import { normal } from './definitions';
import type { Bound, Environment, Place } from './binding';
import type { Entry, List } from './lists';

export type Pair = { readonly bound: Bound; readonly citation: Citation };

export function findProblems(env: Environment, pairs: readonly Pair[], year: number | undefined): Problem[] {
  const found: Problem[] = [];
  const add = (code: Code, span: Span, facts: Problem['facts'], citation?: string): void => {
    found.push({
      code,
      severity: CODES[code].severity,
      span,
      facts,
      ...(citation !== undefined && { citation }),
    });
  };
  faults(env, add);
  for (const pair of pairs) marker(env, pair, year, add);
  for (const list of env.lists) listProblems(env, list, year, add);
  notes(env, add);
  return found.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

type Add = (code: Code, span: Span, facts: Problem['facts'], citation?: string) => void;

const absolute = (env: Environment, place: Place): Span => {
  const base = env.chunks[place.chunk]?.start ?? 0;
  return { start: base + place.span.start, end: base + place.span.end };
};

function faults(env: Environment, add: Add): void {
  for (const chunk of env.chunks)
    for (const fault of chunk.faults)
      add(fault.code, { start: chunk.start + fault.start, end: chunk.start + fault.end }, fault.facts);
}

function marker(env: Environment, { bound, citation }: Pair, year: number | undefined, add: Add): void {
  const { fault } = bound;
  const label = citation.style === 'author-year' ? citation.raw : shown(bound);
  if (fault === 'dangling' && !untellable(env, bound)) add('dangling', citation.part, { label }, citation.id);
  if (fault === 'unknown-key') add('unknown-key', citation.part, { label }, citation.id);
  if (fault === 'no-entry' && datedLists(env)) add('no-entry', citation.part, { label }, citation.id);
  if (fault === 'ambiguous-entry')
    add('ambiguous-entry', citation.part, { label, count: String(bound.count ?? 2) }, citation.id);
  const dated =
    citation.target.kind === 'work' && citation.style === 'author-year'
      ? Number(bound.label?.slice(-5).replace(/\D/g, ''))
      : 0;
  if (year !== undefined && dated > year)
    add('future-year', citation.part, { label, year: String(dated) }, citation.id);
  const arxiv =
    citation.target.kind === 'work' && bound.hit.kind === 'direct' ? citation.target.arxiv : undefined;
  const stamp = /^(\d\d)\d\d\./.exec(arxiv ?? '')?.[1];
  if (year !== undefined && stamp !== undefined && 2000 + Number(stamp) > year && Number(stamp) < 91)
    add('future-year', citation.part, { label: `arXiv:${arxiv ?? ''}`, year: `20${stamp}` }, citation.id);
}

const shown = (bound: Bound): string =>
  bound.style === 'numbered' || bound.style === 'footnote'
    ? `[${bound.label ?? bound.identifier}]`
    : bound.identifier;

/** Numbers and a list without numbers: the author may count the entries, or not. */
const untellable = (env: Environment, bound: Bound): boolean =>
  bound.style === 'numbered' && env.lists.length > 0 && env.lists.every((l) => l.form === 'loose');

/** A list that is cited by author and year: one such marker found its entry, or its entries carry no numbers. */
const datedLists = (env: Environment): boolean =>
  env.lists.length > 0 && (env.authorYear || (!env.numbered && env.lists.every((l) => l.form === 'loose')));

function listProblems(env: Environment, list: List, year: number | undefined, add: Add): void {
  const used = env.usedLists.has(list);
  const seen = new Set<string>();
  for (const entry of list.entries) {
    const span = absolute(env, entry);
    const label = entry.label === undefined ? head(env, entry) : `[${entry.label}]`;
    if (entry.label !== undefined && seen.has(entry.label)) add('duplicate-label', span, { label });
    else if (used && !env.usedEntries.has(entry)) add('uncited', span, { label });
    if (entry.label !== undefined) seen.add(entry.label);
  }
  if (!used) return;
  gaps(env, list, add);
  duplicates(env, list, year, add);
}

/** The beginning of an entry without a number, for people to know it by. */
function head(env: Environment, entry: Entry): string {
  const base = env.chunks[entry.chunk]?.start ?? 0;
  const text = env.text
    .slice(base + entry.text, Math.min(base + entry.span.end, base + entry.text + 48))
    .replace(/\s+/g, ' ');
  return `“${text.length < 48 ? text : `${text.slice(0, text.lastIndexOf(' '))}…`}”`;
}

function gaps(env: Environment, list: List, add: Add): void {
  let last: number | undefined;
  for (const entry of list.entries) {
    const n = Number(entry.label);
    if (!Number.isInteger(n)) continue;
    if (last !== undefined && n > last + 1)
      add('numbering-gap', absolute(env, entry), { from: String(last), to: String(n) });
    last = n;
  }
}

/** Two entries with the same DOI, identifier or address. */
function duplicates(env: Environment, list: List, year: number | undefined, add: Add): void {
  const first = new Map<string, Entry>();
  for (const entry of list.entries) {
    const target = env.targetOf(entry);
    const at = target.kind === 'work' ? target.year : undefined;
    if (year !== undefined && at !== undefined && at > year + 1)
      add('future-year', absolute(env, entry), {
        label: entry.label === undefined ? head(env, entry) : `[${entry.label}]`,
        year: String(at),
      });
    const key = keyOf(target);
    if (key === undefined) continue;
    const other = first.get(key);
    if (!other) first.set(key, entry);
    else add('duplicate-entry', absolute(env, entry), { label: name(env, other), other: name(env, entry) });
  }
}

const name = (env: Environment, entry: Entry): string =>
  entry.label === undefined ? head(env, entry) : `[${entry.label}]`;

function keyOf(target: Target): string | undefined {
  if (target.kind === 'url') return target.url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  if (target.kind !== 'work') return undefined;
  return (
    target.doi?.toLowerCase() ??
    target.arxiv?.replace(/v\d+$/, '') ??
    target.pmid ??
    target.pmcid ??
    target.isbn
  );
}

function notes(env: Environment, add: Add): void {
  const seen = new Set<string>();
  env.chunks.forEach((chunk, index) => {
    for (const note of chunk.notes) {
      const label = normal(note.label);
      const span = absolute(env, { chunk: index, span: note });
      if (seen.has(label)) add('duplicate-label', span, { label: `[^${note.label}]` });
      else if (!env.usedNotes.has(label)) add('footnote-unused', span, { label: `[^${note.label}]` });
      seen.add(label);
    }
    definitions(chunk, seen, add);
  });
}

function definitions(chunk: Chunk, seen: Set<string>, add: Add): void {
  for (const d of chunk.definitions) {
    const key = `[${d.label}]`;
    if (seen.has(key))
      add('duplicate-label', { start: chunk.start + d.start, end: chunk.start + d.end }, { label: key });
    seen.add(key);
  }
}
