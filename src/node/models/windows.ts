/** Windows over the sentences of a source, for models whose context is short, and the parts of a claim. */

/** Sentences `from` to `to` (half-open), joined. */
export type Window = { readonly from: number; readonly to: number; readonly text: string };

/** UTF-16 units of a window: about 1,500 tokens, well below the 4,096 that some servers cut prompts to without saying so. */
const WINDOW = 6_000;
/** Sentences shared by neighboring windows. */
const OVERLAP = 2;

const words = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Indices of the texts, those that share the most words with the claim first. */
export function nearest(texts: readonly string[], claim: string): number[] {
  const wanted = words(claim);
  const scores = texts.map((text) => {
    const own = words(text);
    let shared = 0;
    for (const word of wanted) if (own.has(word)) shared++;
    return shared / Math.sqrt(own.size + 1);
  });
  return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

/** Windows that together hold all sentences, those nearest to the claim first. A longer sentence is a window by itself, cut. */
export function windowsOf(sentences: readonly string[], claim: string): Window[] {
  const found: Window[] = [];
  for (let from = 0; from < sentences.length;) {
    let [to, size] = [from, 0];
    while (to < sentences.length && (to === from || size + (sentences[to]?.length ?? 0) < WINDOW))
      size += (sentences[to++]?.length ?? 0) + 1;
    found.push({ from, to, text: sentences.slice(from, to).join(' ').slice(0, WINDOW) });
    if (to === sentences.length) break;
    from = Math.max(from + 1, to - OVERLAP);
  }
  return nearest(
    found.map(({ text }) => text),
    claim,
  ).flatMap((i) => found[i] ?? []);
}

const CLAUSE = /[;:]\s|,?\s(?:and|but|while|whereas|which|who|where|und|aber|während)\s|,\s/gi;
const MAX_CLAIM = 2_000;
const LEAST_WORDS = 4;
const MAX_PREFIXES = 3;

/** Beginnings of a claim that end where a clause ends, longest first. Unlike later clauses they keep their subject. */
export function prefixes(claim: string): string[] {
  const found = [...claim.slice(0, MAX_CLAIM).matchAll(CLAUSE)].map(({ index }) =>
    claim.slice(0, index).trim(),
  );
  return found
    .filter((part) => part.split(/\s+/).length >= LEAST_WORDS)
    .reverse()
    .slice(0, MAX_PREFIXES);
}
