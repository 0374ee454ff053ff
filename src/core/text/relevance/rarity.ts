/** How rare a word is in English; the counts in a short source can't show it. */
import { RARITY_LEVELS, RARITY_STEP, RARITY_TOP } from './rarityTable';

let table: ReadonlyMap<string, number> | undefined;

function load(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  RARITY_LEVELS.forEach((stems, level) => {
    for (const stem of stems.split(' ')) found.set(stem, level * RARITY_STEP);
  });
  return found;
}

const LEAST = 0.3;

/** The weight of a key of `words`: about 0.3 for a word in every second text, 5 for a rare one. */
export function rarity(key: string): number {
  table ??= load();
  return Math.max(LEAST, table.get(key) ?? RARITY_TOP);
}
