/** Runs a judge on labelled cases: concurrently, within a cap, from recorded answers if available. */
import { say } from '../../../src/core/causes';
import pLimit from 'p-limit';
import { judge } from '../../../src/core/judge';
import type { Ledger } from '../../../src/core/judge/ledger';
import type { Clock, Model } from '../../../src/core/ports';
import type { Case } from './cases';
import { THREE, type Scored } from './scores';
import { sourceOf } from './source';

/** The fence's name, the same in every run, so that the same question gives the same prompt. */
export const NONCE = 'measured';

const clock: Clock = {
  now: () => Math.round(performance.now()),
  nonce: () => NONCE,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export type Ran = {
  readonly scored: readonly Scored[];
  /** Why not all cases were judged: the cap, a refused key, an answer that isn't recorded. */
  readonly stopped?: string;
};

/** Judges cases, `concurrency` at once. Ends at the cap or at a failure that every call would meet; returns the results so far. */
export async function measure(
  cases: readonly Case[],
  model: Model,
  { ledger, concurrency }: { readonly ledger: Pick<Ledger, 'acquire'>; readonly concurrency: number },
): Promise<Ran> {
  const slots = pLimit(concurrency);
  const stop = new AbortController();
  let stopped: string | undefined;
  const one = async (c: Case): Promise<Scored[]> => {
    if (stop.signal.aborted) return [];
    const [judgement] = await judge(
      { source: sourceOf(c.title, c.text), claims: [{ id: c.id, text: c.claim, context: c.context }] },
      { model, clock },
      { ledger },
      stop.signal,
    );
    if (!judgement) return [];
    if ('verdict' in judgement) {
      const { verdict } = judgement;
      return [{ id: c.id, label: c.label, said: THREE[verdict.support], verdict }];
    }
    const ends = judgement.fatal || judgement.why === 'budget';
    if (ends) {
      stopped ??= say(judgement);
      stop.abort();
    }
    return ends || judgement.why === 'cancelled' ? [] : [{ id: c.id, label: c.label, said: undefined }];
  };
  const scored = (await Promise.all(cases.map((c) => slots(() => one(c))))).flat();
  return { scored, ...(stopped !== undefined && { stopped }) };
}
