/** Edits reference lists: adds or removes a reference, closes gaps in the numbering. */
import { referenceLists, type ReferenceList, type ListEntry } from '../extract/referenceLists';
import type { Citation, Span } from '../model';
import { lettersOf } from '../text/fold';
import { highest } from '../text/highest';
import { append, insertAt, eolOf, type Change, type Changes, type Draft } from './textEdit';
import { wordsEnd } from './linkEdits';

type Lists = readonly ReferenceList[];

/** The number of a reference; undefined if its label isn't one. */
export const numberOf = ({ label }: Pick<ListEntry, 'label'>): number | undefined =>
  label !== undefined && /^\d{1,9}$/.test(label) ? Number(label) : undefined;

/** The list that numbered markers lead to, else the last numbered list. */
export function numberedList(lists: Lists, citations: readonly Citation[]): ReferenceList | undefined {
  const numbered = lists.filter(({ entries }) => entries.some((e) => numberOf(e) !== undefined));
  const led = citations.find(({ style, reference }) => style === 'numbered' && reference)?.reference;
  return numbered.find(({ entries }) => led && holds(entries, led)) ?? numbered.at(-1);
}

/** The last list cited by author and year, else the last list. */
export const looseList = (lists: Lists): ReferenceList | undefined =>
  lists.findLast(({ form }) => form === 'loose') ?? lists.at(-1);

/** The references of a list without their labels. */
export const entryTexts = (text: string, list: ReferenceList | undefined): string[] =>
  (list?.entries ?? []).map(({ words, span }) => text.slice(words, span.end).trim());

const holds = (entries: readonly ListEntry[], { start }: Span) =>
  entries.some(({ span }) => span.start <= start && start < span.end);

/** The number after the last one of a list. */
export const nextNumber = (list: ReferenceList | undefined): number =>
  1 + highest((list?.entries ?? []).map((e) => numberOf(e) ?? 0));

/** The separator between neighboring references: a line end or a blank line. */
function between(text: string, list: ReferenceList): string {
  const [a, b] = list.entries.slice(-2);
  const gap = a && b ? text.slice(wordsEnd(text, a.span), b.span.start) : '';
  const eol = eolOf(text);
  if (/^\s*$/.test(gap) && /[\r\n]/.test(gap)) return gap.replace(/[ \t]+$/, '');
  return list.form === 'bracket' ? eol + eol : eol;
}

/** A label in its neighbor's format: `[7] `, `7. `, `- `. */
function labelled(text: string, like: ListEntry | undefined, label: string | undefined): string {
  if (!like) return label === undefined ? '' : `[${label}] `;
  const prefix = text.slice(like.span.start, like.words);
  return label === undefined || like.label === undefined ? prefix : prefix.replace(/\d+/, label);
}

/** References are sorted alphabetically or by number. */
function placeFor(text: string, { entries }: ReferenceList, label: string | undefined, body: string) {
  if (label !== undefined && /^\d+$/.test(label))
    return entries.findLast((e) => (numberOf(e) ?? 0) < Number(label));
  const heads = entries.map(({ words, span }) => headOf(text.slice(words, span.end)));
  const isSorted = heads.length > 1 && heads.every((head, i) => i === 0 || (heads[i - 1] ?? '') <= head);
  if (!isSorted) return entries.at(-1);
  return entries.findLast((_, i) => (heads[i] ?? '') <= headOf(body));
}

const headOf = (body: string) => lettersOf(body.slice(0, 60));

/** Adds a reference with text `body` to `list`, in its neighbors' order and format, or to a new list at the end of the text. */
export function addEntry(
  text: string,
  list: ReferenceList | undefined,
  label: string | undefined,
  body: string,
  heading = 'References',
): Change {
  const eol = eolOf(text);
  if (!list || list.entries.length === 0) {
    const entry = `${label === undefined ? '' : `[${label}] `}${body}`;
    return append(text, `${eol}${eol}## ${heading}${eol}${eol}${entry}${eol}`);
  }
  const before = placeFor(text, list, label, body);
  const entry = labelled(text, before ?? list.entries[0], label) + body;
  const [first] = list.entries;
  if (!before && first) return insertAt(first.span.start, entry + between(text, list));
  return insertAt(wordsEnd(text, before?.span ?? { start: 0, end: 0 }), between(text, list) + entry);
}

/** Adds a footnote definition after the last one or at the end of the text. */
export function addFootnote({ text, citations }: Draft, label: string, body: string): Change {
  const eol = eolOf(text);
  const ends = citations.flatMap(({ style, reference }) =>
    style === 'footnote' && reference ? [reference] : [],
  );
  const last = ends.sort((a, b) => b.end - a.end)[0];
  const note = `[^${label}]: ${body}`;
  if (last) return insertAt(wordsEnd(text, last), eol + eol + note);
  return append(text, `${eol}${eol}${note}${eol}`);
}

/** A missing reference for a marker: its label and a placeholder to fill in. */
export function missingEntry(
  draft: Draft,
  citation: Citation,
  body = '',
  heading?: string,
): Change | undefined {
  const { style, label, part } = citation;
  const { text } = draft;
  if (label === undefined) return undefined;
  if (style === 'footnote') return addFootnote(draft, label.replace(/^\^/, ''), body);
  const lists = referenceLists(text);
  if (style === 'numbered') return addEntry(text, numberedList(lists, draft.citations), label, body, heading);
  if (style !== 'author-year') return undefined;
  const named = body === '' ? `${text.slice(part.start, part.end).replace(/^[([]|[)\]]$/g, '')}. ` : body;
  return addEntry(text, looseList(lists), undefined, named, heading);
}

/** Superscript digits by value. */
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const likeDigits = (old: string, n: number) =>
  SUPERSCRIPT.includes(old.charAt(0))
    ? Array.from(String(n), (d) => SUPERSCRIPT[Number(d)] ?? d).join('')
    : String(n);

/** Renumbers part of a marker; a page after a comma is kept. */
function renamed(piece: string, names: ReadonlyMap<number, number>): string {
  const cut = /,\s*\p{L}/u.exec(piece)?.index ?? piece.length;
  const head = piece.slice(0, cut).replace(/\d{1,9}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,9}/g, (digits) => {
    const fresh = names.get(Number(digits.normalize('NFKC')));
    return fresh === undefined ? digits : likeDigits(digits, fresh);
  });
  return head + piece.slice(cut);
}

/** New numbers for the remaining references: consecutive, in list order. */
function namesFor(list: ReferenceList, gone: ListEntry | undefined): Map<number, number> | undefined {
  const names = new Map<number, number>();
  const kept = list.entries.filter((entry) => entry !== gone);
  const first = numberOf(list.entries[0] ?? { label: undefined });
  if (first === undefined) return undefined;
  for (const [i, entry] of kept.entries()) {
    const number = numberOf(entry);
    if (number === undefined || names.has(number)) return undefined; // other kinds of labels or duplicates: a person must decide
    names.set(number, first + i);
  }
  return names;
}

/** Renumbers a list and the markers that lead to it. */
function renames({ text, citations }: Draft, list: ReferenceList, names: ReadonlyMap<number, number>) {
  const entries = list.entries.flatMap((entry): Change[] => {
    const number = numberOf(entry);
    const fresh = number === undefined ? undefined : names.get(number);
    if (fresh === undefined || fresh === number) return [];
    const at = entry.span.start + text.slice(entry.span.start, entry.words).search(/\d/);
    return [{ span: { start: at, end: at + String(entry.label).length }, text: String(fresh) }];
  });
  const pieces = new Map<number, Change>();
  for (const { style, part } of citations) {
    if (style !== 'numbered' || holds(list.entries, part)) continue;
    const old = text.slice(part.start, part.end);
    const fresh = renamed(old, names);
    if (fresh !== old) pieces.set(part.start, { span: part, text: fresh });
  }
  return [...entries, ...pieces.values()];
}

/** Whether a dangling marker would match a reference after renumbering; a person must decide then. */
const wouldAttach = (citations: readonly Citation[], names: ReadonlyMap<number, number>): boolean => {
  const fresh = new Set([...names.values()].map(String));
  return citations.some(({ target, label }) => target.kind === 'dangling' && fresh.has(label ?? ''));
};

/** The list at offset `at`; undefined if it shares labels with another list, because markers can't tell them apart. */
function listAt(lists: Lists, at: number): ReferenceList | undefined {
  const list = lists.find(({ entries }) => holds(entries, { start: at, end: at }));
  const labels = new Set(list?.entries.map(({ label }) => label));
  const others = lists.some(
    (l) => l !== list && l.entries.some(({ label }) => label !== undefined && labels.has(label)),
  );
  return others ? undefined : list;
}

/** Renumbers the list at `at` and its markers without gaps; undefined if a marker could then lead to another source. */
export function renumber(draft: Draft, at: number): Changes | undefined {
  const list = listAt(referenceLists(draft.text), at);
  const names = list && namesFor(list, undefined);
  if (!names || wouldAttach(draft.citations, names)) return undefined;
  const changes = renames(draft, list, names);
  return changes.length > 0 ? changes : undefined;
}

/** Removes the reference at `at` with its line and renumbers the others. Only for a reference that is not cited. */
export function removeEntry(draft: Draft, at: number): Changes | undefined {
  const { text, citations } = draft;
  const list = listAt(referenceLists(text), at);
  const gone = list?.entries.find(({ span }) => span.start <= at && at < span.end);
  if (!list || !gone || citations.some(({ reference }) => reference?.start === gone.span.start))
    return undefined;
  const index = list.entries.indexOf(gone);
  const next = list.entries[index + 1];
  const previous = list.entries[index - 1];
  const span = next
    ? { start: gone.span.start, end: next.span.start }
    : { start: previous ? wordsEnd(text, previous.span) : gone.span.start, end: wordsEnd(text, gone.span) };
  const removal: Change = { span, text: '' };
  const names = namesFor(list, gone);
  if (!names) return list.form === 'loose' ? [removal] : undefined;
  return wouldAttach(citations, names) ? undefined : [removal, ...renames(draft, list, names)];
}
