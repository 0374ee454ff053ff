/** The words of a claim that its source lacks: what a partly supported claim adds. */
import type { Span } from '../model';
import { agrees, quantities, type Quantity } from '../text/differences/quantities';
import { rarity } from '../text/relevance/rarity';
import type { Reading } from '../text/relevance/retrieval';
import { isStop, words, type Word } from '../text/relevance/words';

/**
 * Spans of `claim` (UTF-16, half-open) that the source doesn't support by its words: words it lacks, with the articles and
 * prepositions that lead to them and a word between two of them. `held` are the numbers of the source.
 */
export function unsupportedIn(claim: string, { places }: Reading, held: readonly Quantity[]): Span[] {
  const all = words(claim, true);
  const figures = quantities(claim).filter((q) => held.some((h) => agrees(q, h)));
  const isAbsent = (w: Word) =>
    w.kind !== 'piece' && !places.has(w.key) && !figures.some((q) => q.start < w.end && q.end > w.start);
  const content = all.filter((w) => !isStop(w.key));
  const absent = content.map(isAbsent);
  const isTelling = (w: Word) => rarity(w.key) >= TELLING || NAME.test(claim.slice(w.start, w.end));
  const isLone = (i: number) => !absent[i - 1] && !absent[i + 1];
  const marked = new Set(
    content.filter((w, i) => (absent[i] ? isTelling(w) || !isLone(i) : absent[i - 1] && absent[i + 1])),
  );
  let leadsOn = false;
  for (const w of all.toReversed()) {
    leadsOn = isStop(w.key) ? leadsOn && LEADS.test(claim.slice(w.start, w.end)) : marked.has(w);
    if (leadsOn) marked.add(w);
  }
  return joined(all, marked);
}

/** A more common word that is missing alone, like `made`, is the author's way to put what the source says. */
const TELLING = 2;
const NAME = /[\p{Lu}\p{N}]/u;

/** Articles, prepositions and conjunctions, which belong to the word after them; a verb or pronoun has its own support. */
const LEADS =
  /^(?:an?|the|his|her|its|their|th(?:is|at|ese|ose)|and|or|in|on|at|by|for|with|from|to|as|of|into|after|before|during|since|until|about|over|under|between|through|against)$/i;

/** Runs of marked words as spans. */
function joined(all: readonly Word[], marked: ReadonlySet<Word>): Span[] {
  const found: { start: number; end: number }[] = [];
  all.forEach((w, i) => {
    if (!marked.has(w)) return;
    const last = found.at(-1);
    const before = all[i - 1];
    if (last && before && marked.has(before)) last.end = w.end;
    else found.push({ start: w.start, end: w.end });
  });
  return found;
}
