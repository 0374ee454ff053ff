/** Quotations that the agent attributes to a page or file it read, and that nothing in the log contains. */
import { problemOf, type Citation, type Problem } from '../model';
import { missingQuotation, quotationsIn } from '../resolve/quoted';
import { createQuoteFinder, type QuoteFinder } from '../text/quotation/quote';
import { read as readText } from '../text/relevance/retrieval';
import type { Read } from '../transcript';
import type { Log } from '../transcript/circumstances';

/** Most units of texts to search: of cited ones together, and of a whole log; and most quotations searched in all of it. */
const MOST_TEXT = 4_000_000;
const MOST_SEARCHED = 20;

/** All that a user or a tool said in a log; undefined if it is too long to search. */
function saidIn({ text, turns, events }: Read): string | undefined {
  const said = turns.flatMap(({ role, start, end }) =>
    role === 'user' || role === 'system' ? [text.slice(start, end)] : [],
  );
  let left = MOST_TEXT;
  for (const event of events) {
    const result = event.text();
    left -= result.length;
    if (left < 0) return undefined;
    said.push(result);
  }
  return said.join('\n\n');
}

/**
 * The problems of citations whose quotation is neither in what the agent read at that address nor in any other result or message. Abstains
 * where earlier messages are missing or known from a summary only.
 */
export function unseenQuotes(log: Read, citations: readonly Citation[], known: Log): readonly Problem[] {
  if (log.gap !== undefined) return [];
  let find: QuoteFinder | undefined;
  let [searched, left] = [0, MOST_TEXT];
  return citations.flatMap(({ id, claim, part }): Problem[] => {
    const seen = known.get(id)?.seen;
    if (!seen || searched >= MOST_SEARCHED || quotationsIn(claim.text).length === 0) return [];
    left -= seen.text.length;
    if (left < 0) return [];
    const reading = readText(seen);
    if (!missingQuotation(claim.text, createQuoteFinder(seen.text), reading)) return [];
    searched++;
    find ??= createQuoteFinder(saidIn(log) ?? claim.text);
    const missing = missingQuotation(claim.text, find, reading);
    return !missing ? [] : [problemOf('quote-not-found', part, { detail: missing.why }, id)];
  });
}
