/**
 * What a judge is shown of a source: its lead, the cited lines, and the passages that best answer the claim, whole sentences with
 * their neighbours, in document order, under a budget.
 */
import { DEFAULTS } from '../defaults';
import type { Evidence, Passage } from '../model';
import { highest } from '../text/highest';
import { query, score, smooth, type Query, type Reading } from '../text/retrieval';
import { countTokens } from '../text/tokens';
import { pageAt } from '../text/lines';

const LEAD_SHARE = 0.05;
const MAX_LEAD_TOKENS = 240;
/**
 * Sentences that answer much worse than the best are not worth their tokens; who allows more tokens a claim than the default
 * wants more of them. Measured by `npm run eval -- evidence`.
 */
const WORTH = 0.29;
const worthAt = (tokensForClaim: number) =>
  WORTH * Math.min(1, DEFAULTS.evidenceTokens / Math.max(1, tokensForClaim));

/**
 * The passages of a source for one claim or several, whole sentences, at most about `maxTokens` tokens. Spans are UTF-16
 * offsets into `source.text`; a passage's text is the source's own, unchanged.
 */
export function select(
  reading: Reading,
  claims: readonly { readonly text: string; readonly context?: string }[],
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
    takeLead(reading, Math.min(MAX_LEAD_TOKENS, maxTokens * LEAD_SHARE), take);
    const worth = worthAt(maxTokens / Math.max(1, claims.length));
    takeBest(
      claims.map((c) => rank(reading, query(c.text, c.context), worth)),
      take,
    );
  }
  return assemble(
    reading,
    [...chosen].sort((a, b) => a - b),
  );
}

/** The cited lines, where a citation names lines. */
function focusUnits({ units, source: { focus } }: Reading): number[] {
  if (!focus) return [];
  return units.flatMap((u, i) => (u.start < focus.end && u.end > focus.start ? [i] : []));
}

function takeLead({ units }: Reading, tokens: number, take: (i: number) => boolean): void {
  let used = 0;
  for (let i = 0; i < units.length; i++) {
    used += units[i]?.tokens ?? 0;
    if (used > tokens && i > 0) return;
    take(i);
  }
}

/** The sentences worth showing for one claim, best first. */
function rank(reading: Reading, wanted: Query, share: number): number[] {
  const scores = smooth(score(reading, wanted));
  const least = share * scores.reduce((most, s) => Math.max(most, s), 0);
  const near = [...scores.keys()].filter((i) => (scores[i] ?? 0) > 0 && (scores[i] ?? 0) >= least);
  return near.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** The claims take turns, so that none starves another. A unit that does not fit is passed over; many in a row end it. */
function takeBest(rankings: readonly (readonly number[])[], take: (i: number) => boolean): void {
  const longest = highest(rankings.map((r) => r.length));
  let misses = 0;
  for (let turn = 0; turn < longest && misses < MAX_MISSES; turn++) {
    for (const ranking of rankings) {
      const best = ranking[turn];
      if (best !== undefined) misses = take(best) ? 0 : misses + 1;
    }
  }
}
const MAX_MISSES = 8;

/** Neighbouring units joined to passages. */
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
