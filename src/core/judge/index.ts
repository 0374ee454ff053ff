/**
 * The judge: claims and a source in, verdicts out. A model is a witness, not an authority: its answer is checked (`verdictRules.ts`), its cost
 * is bounded (`ask.ts`, `ledger.ts`), and paid answers are cached (`verdictCache.ts`).
 */
import { reason } from '../causes';
import type { Source } from '../model';
import { NO_USAGE } from '../ports';
import { claimKey, type Claim } from './request';
import { EMPTY, judgeAll, startRun, type JudgeOptions, type JudgePorts, type Judgement } from './judgeRun';

export { claimKey, type Claim } from './request';
export type { Judgement, JudgeOptions, JudgePorts } from './judgeRun';
export { judgeGroup, type GroupJudgement } from './group';

/** Judges claims against one source, one judgement each, in order. Never throws for a provider's failure. Equal claims are asked once. */
export async function judge(
  request: { readonly source: Source; readonly claims: readonly Claim[] },
  ports: JudgePorts,
  options: JudgeOptions,
  signal: AbortSignal,
): Promise<Judgement[]> {
  if (request.source.text.trim() === '') return request.claims.map(nothingToRead);
  const done = await judgeAll(startRun([request.source], ports, options, signal), request.claims);
  return request.claims.flatMap((claim) => {
    const judgement = done.get(claimKey(claim));
    return judgement ? [{ ...judgement, id: claim.id }] : [];
  });
}

/** The judgement on a source without text; no model is asked. */
const nothingToRead = ({ id }: Claim): Judgement => ({
  id,
  evidence: EMPTY,
  why: 'withheld',
  ...reason('empty'),
  usage: NO_USAGE,
  fatal: false,
});
