/** Lines compared: the shortest edit between two texts, and what became of a range of lines. Pure. */

export type Edit = { readonly kind: 'same' | 'removed' | 'added'; readonly line: string };

/** Edits longer than this are told as one replacement: the search grows with their square. */
const MOST_EDITS = 800;

/** The trail of the furthest points for each number of edits (Myers 1986), or nothing when there are too many. */
function trail(a: readonly string[], b: readonly string[]): readonly Int32Array[] | undefined {
  const most = Math.min(MOST_EDITS, a.length + b.length);
  const reach = new Int32Array(2 * most + 3);
  const kept: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    kept.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      const at = k + most + 1;
      const down = k === -d || (k !== d && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0));
      let x = down ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[at] = x;
      if (x >= a.length && x - k >= b.length) return kept;
    }
  }
  return undefined;
}

/** The edits that lead from `a` to `b`, in order. */
export function diffLines(a: readonly string[], b: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ kind: 'same', line }));
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

function between(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const steps = trail(a, b);
  if (!steps)
    return [
      ...a.map((line): Edit => ({ kind: 'removed', line })),
      ...b.map((line): Edit => ({ kind: 'added', line })),
    ];
  const most = Math.min(MOST_EDITS, a.length + b.length);
  const edits: Edit[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = steps.length - 1; d >= 0; d--) {
    const reach = steps[d] ?? new Int32Array(0);
    const k = x - y;
    const at = k + most + 1;
    const down = k === -d || (k !== d && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0));
    const fromX = d === 0 ? 0 : down ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0);
    const fromY = d === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY) {
      edits.push({ kind: 'same', line: a[--x] ?? '' });
      y--;
    }
    if (d > 0)
      edits.push(down ? { kind: 'added', line: b[--y] ?? '' } : { kind: 'removed', line: a[--x] ?? '' });
  }
  return edits.reverse();
}

export type Drift = {
  readonly state: 'ok' | 'moved' | 'changed' | 'gone';
  /** Where the lines are now, 1-based and inclusive. */
  readonly lines?: readonly [from: number, to: number];
};

const trimmed = (lines: readonly string[]): readonly string[] => lines.map((line) => line.trim());

/** Where `block` stands in `lines`, nearest to `near`; nothing when it stands nowhere. */
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

/** Too little to be found again: a lone bracket or an empty line stands everywhere. */
const MIN_LETTERS = 6;
const telling = (block: readonly string[]): boolean =>
  block.join('').replace(/[^\p{L}\p{N}]/gu, '').length >= MIN_LETTERS;

/** Share of the words of `a` that stand in `b`. */
function kept(a: string, b: string): number {
  const words = a.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const others = new Set(b.match(/[\p{L}\p{N}_]+/gu) ?? []);
  return words.length === 0 ? 0 : words.filter((w) => others.has(w)).length / words.length;
}

/** Changed lines still share this many of their words with what stands there now. */
const STILL = 0.4;

/**
 * What became of the lines `from` to `to` of `then` in `now`: the same at the same place, the same elsewhere, changed where they
 * stood, or gone. White space at either end of a line does not count.
 */
export function driftOf(
  then: readonly string[],
  now: readonly string[],
  [from, to]: readonly [number, number],
): Drift {
  const [old, current] = [trimmed(then), trimmed(now)];
  const block = old.slice(from - 1, to);
  if (block.length < to - from + 1) return { state: 'gone' };
  if (block.every((line, i) => current[from - 1 + i] === line) && sameSurroundings(old, current, from, to))
    return { state: 'ok', lines: [from, to] };
  const edits = diffLines(old, current);
  const place = follow(edits, from, to);
  if (place.intact) return at(place.start, to - from, from);
  const found = telling(block) ? findBlock(current, block, place.start) : undefined;
  if (found !== undefined) return at(found, to - from, from);
  if (block.every((line, i) => current[from - 1 + i] === line)) return { state: 'ok', lines: [from, to] };
  const left = current.slice(place.start, place.end);
  return left.length > 0 && kept(block.join('\n'), left.join('\n')) >= STILL
    ? { state: 'changed', lines: [place.start + 1, place.end] }
    : { state: 'gone' };
}

const at = (start: number, more: number, from: number): Drift => ({
  state: start + 1 === from ? 'ok' : 'moved',
  lines: [start + 1, start + 1 + more],
});

/** Short lines repeat: the lines before or after must be the same too, else another place may be meant. */
const sameSurroundings = (
  old: readonly string[],
  now: readonly string[],
  from: number,
  to: number,
): boolean => telling(old.slice(from - 1, to)) || (old[from - 2] === now[from - 2] && old[to] === now[to]);

/** The range of the new text that the old lines became: intact when none of them was removed and nothing stands between. */
function follow(
  edits: readonly Edit[],
  from: number,
  to: number,
): { start: number; end: number; intact: boolean } {
  let [oldLine, newLine] = [0, 0];
  let [start, end, intact] = [-1, -1, true];
  for (const { kind } of edits) {
    const within = oldLine + 1 >= from && oldLine + 1 <= to;
    if (within && start < 0 && kind !== 'added') start = newLine;
    if (kind === 'removed' && within) intact = false;
    if (kind === 'added' && start >= 0 && oldLine < to) intact = false;
    if (kind !== 'added') oldLine++;
    if (kind !== 'removed') newLine++;
    // Lines added where the cited ones ended belong to what replaced them.
    if (oldLine >= from && oldLine <= to) end = newLine;
    if (oldLine > to) break;
  }
  return { start: Math.max(0, start), end: Math.max(start, end), intact: intact && start >= 0 };
}

/** Lines without a last empty one: what an editor counts. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.length > 1 && lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines;
}
