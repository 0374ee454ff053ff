/** Finds the chunks that an edit touches. Texts are compared in large slices, which is fast. */
import { countBefore } from '../../text/search';
import type { Chunk } from '../model/chunk';
import { readUntil, type ChunkOptions } from './readChunks';

/** Chunks `from` to `to` of the old text are now `fresh`; those after them have moved by `delta`. */
export type Change = {
  readonly from: number;
  readonly to: number;
  readonly fresh: Chunk[];
  readonly delta: number;
};

/**
 * Reads again what differs between the old text (which `chunks` are of) and the new one: from the chunk before the first
 * difference to the first boundary after the last one that was a boundary before.
 */
export function findChange(
  chunks: readonly Chunk[],
  old: string,
  text: string,
  options: ChunkOptions,
): Change {
  const delta = text.length - old.length;
  const shorter = Math.min(old.length, text.length);
  const head = common(shorter, old, text, fromHead);
  const tail = common(shorter - head, old, text, fromTail);
  // The first line of a chunk decides whether it begins there, so one more chunk is read.
  const from = Math.max(0, last(chunks, head) - 1);
  const stable = text.length - tail;
  let to = from;
  const stop = (bound: number): boolean => {
    if (bound <= stable) return false;
    if ((chunks[to]?.start ?? 0) > bound - delta) to = from;
    while (to < chunks.length && (chunks[to]?.start ?? 0) < bound - delta) to++;
    return chunks[to]?.start === bound - delta;
  };
  const behind = chunks[last(chunks, stable - delta) + 1]?.start;
  // A line anywhere may decide whether the text begins with front matter.
  const front = from === 0 && (FRONT.test(old) || FRONT.test(text));
  const guess = behind === undefined || front ? text.length : behind + delta;
  const fresh = readUntil(text, chunks[from]?.start ?? 0, guess, options, stop);
  const end = fresh.at(-1);
  if (end && end.start + end.text.length >= text.length) to = chunks.length;
  return keepKnown(chunks, { from, to, fresh, delta });
}

const FRONT = /^\ufeff?---/;

/** Removes chunks at either end that didn't change: a chunk depends on its text alone. */
function keepKnown(chunks: readonly Chunk[], { from, to, fresh, delta }: Change): Change {
  const most = Math.min(fresh.length, to - from);
  let head = 0;
  let tail = 0;
  while (head < most && isKnown(chunks[from + head], fresh[head])) head++;
  while (tail < most - head && isKnown(chunks[to - 1 - tail], fresh[fresh.length - 1 - tail])) tail++;
  return { from: from + head, to: to - tail, fresh: fresh.slice(head, fresh.length - tail), delta };
}

const isKnown = (old: Chunk | undefined, now: Chunk | undefined): boolean =>
  old?.text === now?.text &&
  // Text after the marker at which reading stopped wasn't read.
  now?.crowded === false &&
  // Front matter is only at the very beginning.
  (old?.start === 0) === (now.start === 0);

/** The index of the last chunk that begins at or before `at`. */
const last = (chunks: readonly Chunk[], at: number): number =>
  Math.max(0, countBefore(chunks.length, (i) => (chunks[i]?.start ?? 0) <= at) - 1);

/** How many units two texts have in common, at most `most`, by comparing halves: `cut` gives the units between two counts. */
function common(most: number, a: string, b: string, cut: typeof fromHead): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (cut(a, low, mid) === cut(b, low, mid)) low = mid;
    else high = mid - 1;
  }
  return low;
}
const fromHead = (text: string, low: number, high: number): string => text.slice(low, high);
const fromTail = (text: string, low: number, high: number): string =>
  text.slice(text.length - high, text.length - low);
