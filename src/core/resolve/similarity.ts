/** Measures how many words of a claim are in its source and how close together. Linear in the length of the source. */
import { idf, type Reading } from '../text/relevance/retrieval';
import { highest } from '../text/highest';
import { rarity } from '../text/relevance/rarity';
import { words, type Word } from '../text/relevance/words';

/** Shares run from 0 to 1 and weigh words by their rarity in English; `page` also by their rarity in the source. */
export type Resemblance = {
  /** Different words of the claim. */
  readonly words: number;
  /** Best share within one sentence, and within six consecutive ones. */
  readonly sentence: number;
  readonly page: number;
  /** Best share of the claim's names within twelve consecutive sentences. */
  readonly names: number;
  /** Weight of the rarest word that the source lacks. */
  readonly missing: number;
  /** The three consecutive sentences with the largest share of the claim: indices of units, and the words found. */
  readonly best: {
    readonly from: number;
    readonly to: number;
    readonly share: number;
    readonly keys: ReadonlySet<string>;
  };
  /** Number of words found there. */
  readonly held: number;
};

/** Value of `names` for a claim without names. */
const NO_NAMES = 0.7;

export type Terms = { readonly weights: ReadonlyMap<string, number>; readonly names: ReadonlySet<string> };

/** The claim's words with their weights. Words capitalized inside the claim count as names. */
export function terms(claim: string): Terms {
  const found = words(claim);
  const isName = (w: Word) => w.kind === 'word' && w.start > 0 && /\p{Lu}/u.test(claim.charAt(w.start));
  return {
    weights: new Map(found.map((w) => [w.key, rarity(w.key)])),
    names: new Set(found.filter(isName).map((w) => w.key)),
  };
}

/** Compares a claim with a source. */
export function resemblance({ weights, names }: Terms, reading: Reading): Resemblance {
  const { units, places } = reading;
  const keys = [...weights.keys()];
  const total = sum(weights.values());
  const hits: string[][] = units.map(() => []);
  const local = new Map<string, number>();
  for (const key of keys) {
    const found = places.get(key);
    for (const unit of found?.keys() ?? []) hits[unit]?.push(key);
    local.set(key, idf(reading, key, found?.size ?? 0));
  }
  const best = window(hits, weights, 3);
  const share = (part: number) => (total === 0 ? 0 : part / total);
  const named = new Map([...weights].filter(([key]) => names.has(key)));
  return {
    words: keys.length,
    sentence: share(window(hits, weights, 1).sum),
    page: window(hits, local, 6).sum / Math.max(1e-9, sum(local.values())),
    names: named.size === 0 ? NO_NAMES : window(hits, named, 12).sum / sum(named.values()),
    missing: highest(keys.filter((key) => !places.has(key)).map((key) => weights.get(key) ?? 0)),
    held: best.count,
    best: {
      from: best.from,
      to: Math.min(units.length, best.from + 3),
      share: share(best.sum),
      keys: new Set(hits.slice(best.from, best.from + 3).flat()),
    },
  };
}

/** The share of the claim's words in one sentence, by its index. */
export function shareOf({ weights }: Terms, unit: number, { places }: Reading): number {
  const total = sum(weights.values());
  const held = [...weights].filter(([key]) => places.get(key)?.has(unit));
  return total === 0 ? 0 : sum(held.map(([, weight]) => weight)) / total;
}

export function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}

/** The run of `size` units with the largest weight, each word counted once. */
function window(hits: readonly (readonly string[])[], weights: ReadonlyMap<string, number>, size: number) {
  const inside = new Map<string, number>();
  let [held, count] = [0, 0];
  let best = { from: 0, sum: 0, count: 0 };
  const move = (key: string, by: 1 | -1) => {
    const n = inside.get(key) ?? 0;
    inside.set(key, n + by);
    if (n > 0 && n + by > 0) return;
    held += by * (weights.get(key) ?? 0);
    count += by;
  };
  hits.forEach((keys, i) => {
    for (const key of keys) move(key, 1);
    for (const key of hits[i - size] ?? []) move(key, -1);
    if (held > best.sum + 1e-9) best = { from: Math.max(0, i - size + 1), sum: held, count };
  });
  return best;
}
