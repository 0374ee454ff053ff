/**
 * The flow that most checkers have, as a baseline: one citation after the other, each source fetched anew, the first 12 000 characters
 * of it and one claim in each call.
 */
import type { Citation } from '../../../src/core/model';

export type Sequential = {
  readonly fetch: (url: string) => Promise<string>;
  readonly ask: (prompt: string) => Promise<string>;
};

/** Checks the citations of web pages in order; gives what was sent to the model, in characters. */
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
