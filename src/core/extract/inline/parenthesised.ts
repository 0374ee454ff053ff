/**
 * Numbers in round brackets, as medical journals set them: `(1,2)` reads like any number in brackets. Whether a document cites so can
 * be told only from all of it.
 */
import type { Marker, WorkPart } from './markers';

/** A document whose lists are known. */
type Linked = {
  readonly chunks: readonly { readonly hits: readonly Marker[] }[];
  readonly lists: readonly { readonly labels: ReadonlyMap<string, unknown> }[];
  readonly labelled: boolean;
  /** The list in whose entry a place stands. */
  listAt(chunk: number, at: number): unknown;
  entryFor(chunk: number, at: number, label: string): unknown;
  entriesFor(part: WorkPart): readonly unknown[];
};

const isRound = (hit: Marker): boolean =>
  hit.kind === 'numbers' && (hit.doubt === 'round' || hit.doubt === 'item');

/**
 * Does the document cite its numbered list in round brackets? Every such number has an entry, together they cite at least half of
 * the entries, most stand where a clause ends (`(1) apples, (2) pears` counts something), and nothing else leads to a list or a note.
 */
export function citesInRound(env: Linked): boolean {
  if (!env.labelled || !env.chunks.some(({ hits }) => hits.some(isRound))) return false;
  const cited = new Set<string>();
  let ends = 0;
  let all = 0;
  for (const [index, chunk] of env.chunks.entries())
    for (const hit of chunk.hits) {
      if (env.listAt(index, hit.start) !== undefined) continue;
      if (!isRound(hit)) {
        if (leads(env, index, hit)) return false;
        continue;
      }
      if (
        hit.kind !== 'numbers' ||
        !hit.parts.every(({ label }) => env.entryFor(index, hit.start, label) !== undefined)
      )
        return false;
      all++;
      if (hit.doubt === 'round') ends++;
      for (const { label } of hit.parts) cited.add(label);
    }
  const entries = env.lists.reduce((most, { labels }) => Math.max(most, labels.size), 0);
  return cited.size > 1 && cited.size * 2 >= entries && ends * 2 > all;
}

/** Does a marker of another kind lead to an entry or a note? */
function leads(env: Linked, chunk: number, hit: Marker): boolean {
  if (hit.kind === 'note' || hit.kind === 'inline-note') return true;
  if (hit.kind === 'works') return hit.parts.some((part) => env.entriesFor(part).length > 0);
  return (
    hit.kind === 'numbers' &&
    hit.parts.some(({ label }) => env.entryFor(chunk, hit.start, label) !== undefined)
  );
}
