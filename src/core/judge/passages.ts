/** Selects what a judge is shown of a source: cited lines and the passages that match the claim best, in order, under a token budget. */
import { DEFAULTS } from '../defaults';
import type { Evidence, Passage } from '../model';
import { blockOf } from '../text/block';
import { highest } from '../text/highest';
import { rarity } from '../text/relevance/rarity';
import { idf, query, score, smooth, type Query, type Reading } from '../text/relevance/retrieval';
import { contentKeys } from '../text/relevance/words';
import { countTokens } from '../text/relevance/tokens';
import { citedSpans } from './citedPlace';
import { pageAt } from '../text/lines';

/** Sentences far below the best aren't worth their tokens; a higher budget lowers the bar. Measured by `npm run eval -- evidence`. */
const WORTH = 0.252;
const worthAt = (tokensForClaim: number) =>
  WORTH * Math.min(1, DEFAULTS.evidenceTokens / Math.max(1, tokensForClaim));

/**
 * Selects the passages of a source for one or more claims, at most about `maxTokens` tokens. Spans are UTF-16 offsets into `source.text`;
 * a passage's text is that of the source, unchanged.
 */
export function select(
  reading: Reading,
  claims: readonly { readonly text: string; readonly context?: string; readonly cited?: string }[],
  maxTokens: number,
): Evidence {
  const chosen = new Set<number>();
  let left = maxTokens;
  const take = (i: number): boolean => {
    const unit = reading.units[i];
    if (!unit || chosen.has(i)) return true;
    if (unit.tokens > left) return false;
    left -= unit.tokens;
    chosen.add(i);
    return true;
  };
  const all = reading.units.reduce((n, u) => n + u.tokens, 0);
  if (all <= maxTokens) reading.units.forEach((_, i) => take(i));
  else {
    focusUnits(reading).every(take);
    if ((reading.units[0]?.tokens ?? 0) <= TITLE) take(0);
    const worth = worthAt(maxTokens / Math.max(1, claims.length));
    // The claims take turns. A sentence that doesn't fit is skipped; many skipped in a row end the selection.
    let misses = 0;
    for (let open = claims.map((c) => ranked(reading, c, worth)); open.length > 0 && misses < MAX_MISSES;)
      open = open.filter((ranking) => {
        const { value } = ranking.next();
        if (value !== undefined) misses = take(value) ? 0 : misses + 1;
        return value !== undefined;
      });
    const isShort = (i: number) => (reading.units[i]?.tokens ?? Infinity) <= SHORT;
    for (const i of [...chosen]) for (let next = i + 1; isShort(next) && take(next);) next++;
  }
  return assemble(
    reading,
    [...chosen].sort((a, b) => a - b),
  );
}

/** Most tokens of a title, with which most sources begin; a longer beginning is a menu or a paragraph like any other. */
const TITLE = 60;
const MAX_MISSES = 8;
/** Tokens of a sentence so short that it is shown with the one before it: an answer, a cry. */
const SHORT = 8;

/** The cited lines first, then the block that they open. */
function focusUnits({ units, source: { text, focus } }: Reading): number[] {
  if (!focus) return [];
  return [focus, blockOf(text, focus)].flatMap(({ start, end }) =>
    units.flatMap((u, i) => (u.start < end && u.end > start ? [i] : [])),
  );
}

/**
 * The sentences worth showing for one claim: first the only one with a rare word of it, because a name in a table scores low by itself; then
 * the best. A word counts less each time it has been shown, so that what a page repeats leaves room for the other parts of the claim.
 */
function* ranked(
  reading: Reading,
  { text, context, cited = '' }: Parameters<typeof select>[1][number],
  share: number,
): Generator<number, undefined> {
  const { units, places, source } = reading;
  const spans = citedSpans(cited, source);
  const isCited = (i: number) =>
    spans.some(({ start, end }) => start < (units[i]?.end ?? 0) && (units[i]?.start ?? 0) < end);
  const valuesOf = (words: Query) =>
    smooth(relevance(reading, words)).map((s, i) => s * (isCited(i) ? SECTION_BONUS : 1));
  const weights = new Map(expand(reading, query(text, context)));
  const values = valuesOf(weights);
  const least = share * highest(values);
  const valueOf = (i: number) => values[i] ?? 0;
  const near = new Set([...values.keys()].filter((i) => valueOf(i) > 0 && valueOf(i) >= least));
  const only = [...contentKeys(text)].flatMap((key) => {
    const at = places.get(key);
    return at?.size === 1 && rarity(key) >= RARE ? [...at.keys()] : [];
  });
  while (only.length + near.size > 0) {
    const best = only.shift() ?? [...near].reduce((a, b) => (valueOf(b) > valueOf(a) ? b : a));
    near.delete(best);
    yield best;
    const lost = new Map<string, number>();
    const shown = contentKeys(source.text.slice(units[best]?.start, units[best]?.end));
    for (const [key, weight] of weights) {
      if (!shown.has(key)) continue;
      lost.set(key, weight * REPEATED);
      weights.set(key, weight * (1 - REPEATED));
    }
    valuesOf(lost).forEach((s, i) => (values[i] = valueOf(i) - s));
  }
}
/** Least rarity of such a word. */
const RARE = 4;
/** What a word loses of its weight each time it is shown. */
const REPEATED = 0.1;
/** Sentences of the section or page that a citation names come before better ones elsewhere. */
const SECTION_BONUS = 3;

/** BM25, higher at the beginning of a source: leads, abstracts and introductions state what the rest elaborates. */
const relevance = (reading: Reading, wanted: Query): Float64Array =>
  score(reading, wanted).map(
    (s, i) => s * (1 + LEAD_BONUS * Math.exp(-(reading.units[i]?.start ?? 0) / LEAD_LENGTH)),
  );
const LEAD_BONUS = 0.6;
const LEAD_LENGTH = 4_000;

/** Pseudo-relevance feedback: adds words that several of the best sentences share, so that a paraphrase is found by the source's terms. */
function expand(reading: Reading, wanted: Query): Query {
  const { units, places, source } = reading;
  const scores = relevance(reading, wanted);
  const best = [...scores.keys()]
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, FEEDBACK_SENTENCES)
    .filter((i) => (scores[i] ?? 0) > 0);
  const shared = new Map<string, { sum: number; count: number }>();
  for (const i of best) {
    for (const key of contentKeys(source.text.slice(units[i]?.start, units[i]?.end))) {
      const { sum, count } = shared.get(key) ?? { sum: 0, count: 0 };
      shared.set(key, { sum: sum + (scores[i] ?? 0), count: count + 1 });
    }
  }
  const weighed = [...shared].flatMap(([key, { sum, count }]): [string, number][] => {
    if (count < 2 || wanted.has(key)) return [];
    return [[key, sum * idf(reading, key, places.get(key)?.size ?? 0)]];
  });
  const added = weighed.sort(([, a], [, b]) => b - a).slice(0, FEEDBACK_WORDS);
  const most = added[0]?.[1] ?? 1;
  return new Map([
    ...wanted,
    ...added.map(([key, weight]): [string, number] => [key, (FEEDBACK_WEIGHT * weight) / most]),
  ]);
}
const FEEDBACK_SENTENCES = 12;
const FEEDBACK_WORDS = 25;
const FEEDBACK_WEIGHT = 0.3;

/** Joins neighboring units to passages. */
function assemble({ units, source }: Reading, chosen: readonly number[]): Evidence {
  const passages: Passage[] = [];
  let tokens = 0;
  for (let k = 0; k < chosen.length;) {
    let last = k;
    while (last + 1 < chosen.length && chosen[last + 1] === (chosen[last] ?? 0) + 1) last++;
    const [first, final] = [units[chosen[k] ?? 0], units[chosen[last] ?? 0]];
    if (first && final) {
      const span = { start: first.start, end: final.end };
      const page = pageAt(source.pages, span.start);
      passages.push({
        text: source.text.slice(span.start, span.end),
        span,
        ...(page !== undefined && { page }),
      });
      tokens += countTokens(source.text.slice(span.start, span.end));
    }
    k = last + 1;
  }
  return { passages, tokens };
}
