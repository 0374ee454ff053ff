/** Compares lines: the edits between two texts, and how a range of lines changed. Pure. */
import type { LineRange } from '../../core/model';
import type { Drift } from '../../core/ports';
import { diffArrays } from 'diff';

type Edit = { readonly kind: 'same' | 'removed' | 'added'; readonly line: string };

/** The search takes quadratic time in the number of edits; a longer edit script becomes one replacement. */
const MOST_EDITS = 800;

/** The edits that turn `a` into `b`, in order. */
export function diffLines(a: readonly string[], b: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  const shorter = Math.min(a.length, b.length) - start;
  while (end < shorter && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...edits('same', a.slice(0, start)), ...middle, ...edits('same', a.slice(a.length - end))];
}

const edits = (kind: Edit['kind'], lines: readonly string[]): Edit[] => lines.map((line) => ({ kind, line }));

function between(a: readonly string[], b: readonly string[]): Edit[] {
  const changes = diffArrays([...a], [...b], { maxEditLength: MOST_EDITS });
  if (!changes) return [...edits('removed', a), ...edits('added', b)];
  return changes.flatMap(({ added, removed, value }) =>
    edits(added ? 'added' : removed ? 'removed' : 'same', value),
  );
}

type LineDrift = Pick<Drift, 'state' | 'lines'>;

const trimmed = (lines: readonly string[]): readonly string[] => lines.map((line) => line.trim());

/** Index of the occurrence of `block` in `lines` nearest to `near`, or undefined. */
function findBlock(lines: readonly string[], block: readonly string[], near: number): number | undefined {
  let best: number | undefined;
  for (let at = lines.indexOf(block[0] ?? ''); at >= 0; at = lines.indexOf(block[0] ?? '', at + 1)) {
    if (
      block.every((line, i) => lines[at + i] === line) &&
      (best === undefined || Math.abs(at - near) < Math.abs(best - near))
    )
      best = at;
  }
  return best;
}

/** Blocks with fewer letters, such as a bracket or an empty line, are too common to identify. */
const MIN_LETTERS = 6;
const telling = (block: readonly string[]): boolean =>
  block.join('').replace(/[^\p{L}\p{N}]/gu, '').length >= MIN_LETTERS;

/** Share of the words of `a` that also occur in `b`. */
function kept(a: string, b: string): number {
  const words = a.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const others = new Set(b.match(/[\p{L}\p{N}_]+/gu) ?? []);
  return words.length === 0 ? 0 : words.filter((w) => others.has(w)).length / words.length;
}

/** Lines count as changed rather than removed if at least this share of their words is left. */
const STILL = 0.4;

/** How the lines `from` to `to` (1-based, inclusive) of `then` changed in `now`. White space at the ends of lines is ignored. */
export function driftOf(then: readonly string[], now: readonly string[], [from, to]: LineRange): LineDrift {
  const [old, current] = [trimmed(then), trimmed(now)];
  const block = old.slice(from - 1, to);
  if (block.length < to - from + 1) return { state: 'gone' };
  if (block.every((line, i) => current[from - 1 + i] === line) && sameSurroundings(old, current, from, to))
    return { state: 'ok', lines: [from, to] };
  const place = follow(diffLines(old, current), from, to);
  if (place.intact) return at(place.start, to - from, from);
  const found = telling(block) ? findBlock(current, block, place.start) : undefined;
  if (found !== undefined) return at(found, to - from, from);
  if (block.every((line, i) => current[from - 1 + i] === line)) return { state: 'ok', lines: [from, to] };
  const left = current.slice(place.start, place.end);
  return left.length > 0 && kept(block.join('\n'), left.join('\n')) >= STILL
    ? { state: 'changed', lines: [place.start + 1, place.end] }
    : { state: 'gone' };
}

const at = (start: number, more: number, from: number): LineDrift => ({
  state: start + 1 === from ? 'ok' : 'moved',
  lines: [start + 1, start + 1 + more],
});

/** Short lines repeat: they count as the same place only if the lines around them are the same too. */
const sameSurroundings = (old: readonly string[], now: readonly string[], from: number, to: number) =>
  telling(old.slice(from - 1, to)) || (old[from - 2] === now[from - 2] && old[to] === now[to]);

/** The range of the new text that the old lines became; intact if no line between them was removed or inserted. */
function follow(edits: readonly Edit[], from: number, to: number) {
  let [oldLine, newLine] = [0, 0];
  let [start, end, intact] = [-1, -1, true];
  for (const { kind } of edits) {
    const within = oldLine + 1 >= from && oldLine + 1 <= to;
    if (within && start < 0 && kind !== 'added') start = newLine;
    if (kind === 'removed' && within) intact = false;
    if (kind === 'added' && start >= 0 && oldLine < to) intact = false;
    if (kind !== 'added') oldLine++;
    if (kind !== 'removed') newLine++;
    // Lines added at the end of the cited range belong to its replacement.
    if (oldLine >= from && oldLine <= to) end = newLine;
    if (oldLine > to) break;
  }
  return { start: Math.max(0, start), end: Math.max(start, end), intact: intact && start >= 0 };
}
