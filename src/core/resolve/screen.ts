/**
 * Screening: what can be told of a claim and a source without a model. It never says "supported"; it finds a quotation, a figure
 * that differs, or that no passage speaks of the claim at all.
 */
import type { Screen, Source, Span } from '../model';
import { missingFigures } from '../text/quantities';
import { createQuoteFinder } from '../text/quote';
import { query, read, score, smooth } from '../text/retrieval';
import { shareLanguage, words } from '../text/words';

/** Shares of the claim's words in the best passage: below the first nothing is related, above the second figures are compared. */
const RELATED = 0.22;
const SAME_MATTER = 0.6;

/** Screens one claim against the text of its source. Spans are UTF-16 offsets into `source.text`. */
export function screen(claim: string, source: Source): Screen {
  const quoted = findQuoted(claim, source);
  if (quoted)
    return {
      result: 'quote-found',
      score: 1,
      passage: quoted,
      detail: source.text.slice(quoted.start, quoted.end),
    };
  const reading = read(source);
  const wanted = query(claim);
  const ranks = smooth(score(reading, wanted));
  let best = 0;
  ranks.forEach((s, i) => (best = s > (ranks[best] ?? 0) ? i : best));
  const unit = reading.units[best];
  if (!unit) return { result: 'related', score: 0, detail: 'the source has no text to compare' };
  const passage: Span = {
    start: reading.units[Math.max(0, best - 1)]?.start ?? unit.start,
    end: reading.units[best + 1]?.end ?? unit.end,
  };
  const text = source.text.slice(passage.start, passage.end);
  const keys = new Set(words(claim).map((w) => w.key));
  const held = new Set(words(`${source.title}\n${text}`).map((w) => w.key));
  const share = keys.size === 0 ? 1 : [...keys].filter((k) => held.has(k)).length / keys.size;
  if (!shareLanguage(claim, text))
    return {
      result: 'related',
      score: share,
      passage,
      detail: 'claim and source are in different languages',
    };
  if (share < RELATED)
    return {
      result: 'no-related-passage',
      score: share,
      detail: 'no passage shares enough words with the claim',
    };
  const missing =
    share >= SAME_MATTER ? missingFigures(claim, text).map((q) => claim.slice(q.start, q.end)) : [];
  if (missing.length > 0)
    return {
      result: 'figure-differs',
      score: share,
      passage,
      detail: `${missing.join(', ')} does not stand in the passage that speaks of this`,
    };
  return { result: 'related', score: share, passage, detail: '' };
}

const OPEN = '"“„«「';
const CLOSE = '"”“»」';

/** A quotation inside the claim, of four words or more, that the source has word for word. */
function findQuoted(claim: string, source: Source): Span | undefined {
  const find = createQuoteFinder(source.text);
  for (let at = 0; at < claim.length; at++) {
    const kind = OPEN.indexOf(claim.charAt(at));
    if (kind < 0) continue;
    const end = claim.indexOf(CLOSE.charAt(kind), at + 1);
    if (end < 0) continue;
    const located = find(claim.slice(at + 1, end));
    if (located?.size === 'fit') return located.span;
    at = end;
  }
  return undefined;
}
