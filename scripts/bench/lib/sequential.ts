/**
 * The flow of most checkers, as a baseline: one citation after another, each source fetched again, its first 12,000 characters and one
 * claim per call.
 */
import type { Citation } from '../../../src/core/model';

export type Sequential = {
  readonly fetch: (url: string) => Promise<string>;
  readonly ask: (prompt: string) => Promise<string>;
};

/** Checks citations of web pages in order; returns the characters sent to the model. */
export async function checkSequentially(
  citations: readonly Citation[],
  { fetch, ask }: Sequential,
): Promise<{ readonly verdicts: number; readonly sent: number }> {
  let [verdicts, sent] = [0, 0];
  for (const { target, claim } of citations) {
    if (target.kind !== 'url') continue;
    const text = (await fetch(target.url)).slice(0, 12_000);
    const prompt = `Does this source support the claim?\nClaim: ${claim.text}\nSource:\n${text}\nAnswer as JSON.`;
    sent += prompt.length;
    await ask(prompt);
    verdicts++;
  }
  return { verdicts, sent };
}
