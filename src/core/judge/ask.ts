/** One paid call: reserves its cost before, settles it after, and turns every failure of the provider into data. */
import { reason, type Reason } from '../causes';
import type { Usage, UnjudgedReason } from '../model';
import { addUsage, ModelError, NO_USAGE, type Clock, type Model, type Prompt, type Reply } from '../ports';
import { tokensIn, type Estimate, type RunLedger } from './ledger';
import { countTokens, countTokensSafely } from '../text/relevance/tokens';

/** Why there is no answer. `fatal`: the next call would fail in the same way. */
export type Refusal = Reason & {
  readonly why: UnjudgedReason;
  readonly usage: Usage;
  readonly fatal: boolean;
  /** The prompt was too long for the model; a shorter one may succeed. */
  readonly tooLong: boolean;
};
export type TimedReply = Reply & { readonly latencyMs: number };

export type Asking = {
  readonly model: Model;
  readonly clock: Clock;
  readonly ledger?: Pick<RunLedger, 'acquire' | 'refusal'> | undefined;
};

const textOf = (prompt: Prompt) => [prompt.system, ...prompt.blocks.map((b) => b.text)].join('\n\n');

/** The tokens of a prompt with its schema. */
export const tokensOf = (prompt: Prompt, count = countTokens): number =>
  count(textOf(prompt)) + count(JSON.stringify(prompt.schema));

const reservationFor = (prompt: Prompt, thinking = 0): Estimate => ({
  input: tokensOf(prompt, countTokensSafely),
  output: prompt.maxTokens + thinking,
});

export const refusal = (why: UnjudgedReason, said: Reason, more: Partial<Refusal> = {}): Refusal => ({
  ...said,
  why,
  usage: NO_USAGE,
  fatal: false,
  tooLong: false,
  ...more,
});
/** A function, because the signal may change between two reads. */
const stopped = (signal: AbortSignal): boolean => signal.aborted;
const cancelled = () => refusal('cancelled', reason('cancelled'));

/** Asks once, within the ledger; settles once the cost is stored. Throws a `ModelError`; if its reason is `budget`, nothing was asked. */
export async function askWithin(
  prompt: Prompt,
  { model, clock, ledger }: Asking,
  signal: AbortSignal,
): Promise<TimedReply> {
  const reservation = await ledger?.acquire(reservationFor(prompt, model.thinking), signal);
  if (ledger && !reservation)
    throw stopped(signal)
      ? new ModelError('cancelled', reason('cancelled'))
      : new ModelError('budget', ledger.refusal?.() ?? reason('cost_cap'));
  const started = clock.now();
  try {
    const reply = await model.ask(prompt, signal);
    const usage = addUsage(reply.usage, NO_USAGE);
    await (reply.isPaid === true ? reservation?.release() : reservation?.settle(usage));
    return { ...reply, usage, latencyMs: reply.latencyMs ?? clock.now() - started };
  } catch (error) {
    const isFree = error instanceof ModelError && tokensIn(error.usage) === 0;
    if (isFree) await reservation?.release();
    else await reservation?.settle(error instanceof ModelError ? error.usage : NO_USAGE);
    throw error;
  }
}

/** Asks again, with a reservation of its own, if the first answer was lost on its way and may be billed. */
async function afterLoss(lost: unknown, put: () => Promise<TimedReply>): Promise<TimedReply> {
  if (!(lost instanceof ModelError) || !/^(?:timeout|server-error)$/.test(lost.reason)) throw lost;
  if (lost.usage.input === 0 || lost.fatal) throw lost;
  try {
    const reply = await put();
    return { ...reply, usage: addUsage(reply.usage, lost.usage) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { reason: kind, why, usage, isLasting } = error;
    throw kind === 'budget' ? lost : new ModelError(kind, why, addUsage(usage, lost.usage), isLasting);
  }
}

/** Asks once, or again for a lost answer. Returns the reply or why there is none; throws only for bugs. */
export async function ask(
  prompt: Prompt,
  asking: Asking,
  signal: AbortSignal,
): Promise<TimedReply | Refusal> {
  if (stopped(signal)) return cancelled();
  try {
    const put = () => askWithin(prompt, asking, signal);
    const reply = await put().catch((error: unknown) => afterLoss(error, put));
    if (tokensIn(reply.usage) > 0) return reply;
    // Some providers report no usage.
    return { ...reply, usage: { input: tokensOf(prompt), output: countTokens(reply.text), cached: 0 } };
  } catch (error) {
    return explain(error, signal);
  }
}

function explain(error: unknown, signal: AbortSignal): Refusal {
  if (!(error instanceof ModelError)) {
    if (signal.aborted) return cancelled();
    throw error;
  }
  const { reason: kind, usage } = error;
  if (kind === 'cancelled' || signal.aborted) return { ...cancelled(), usage };
  if (kind === 'budget') return refusal('budget', error.why);
  return refusal('model-error', error.why, { usage, fatal: error.fatal, tooLong: kind === 'too-long' });
}

/** The share of a call's usage for claim `i` of `n`; the shares add up to the whole. */
export function shareUsage(usage: Usage, i: number, n: number): Usage {
  const part = (total: number) => Math.floor((total * (i + 1)) / n) - Math.floor((total * i) / n);
  return {
    input: part(usage.input),
    output: part(usage.output),
    cached: part(usage.cached),
    ...(usage.written !== undefined && { written: part(usage.written) }),
  };
}
