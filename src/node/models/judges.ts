/** Selects a model by name: its provider, its key, or what is missing. */
import { reason, say } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { withDay, withWorkers, type DayBook } from '../../core/judge/dailyBudget';
import { createLedger, type RunLedger } from '../../core/judge/ledger';
import { ModelError, type Model } from '../../core/ports';
import type { BatchModel, BatchOptions } from './batch';
import { baseUrlProblem, describeModel, isLoopback, providerOf, PROVIDERS } from './catalogue';
import type { HttpProvider } from './catalogue';
import type { ModelSpec } from './endpoint';

type Env = Readonly<Record<string, string | undefined>>;

export type JudgeChoice = {
  /** `none` or undefined: no model is used. */
  readonly judge?: string | undefined;
  readonly provider?: HttpProvider | undefined;
  readonly baseUrl?: string | undefined;
};

/** Why no model can be used, worded for the user. */
export type Refusal = {
  readonly reason: 'unknown-provider' | 'no-key' | 'bad-base-url' | 'bad-key' | 'no-batch';
  readonly message: string;
};

/** Describes the selected model without its key, for commands that don't call it; undefined if no model is wanted. */
export function describeJudge(choice: JudgeChoice): Described | Refusal | undefined {
  const { judge: id, provider, baseUrl } = choice;
  if (id === undefined || id === 'none') return undefined;
  const whose = provider ?? providerOf(id, baseUrl);
  if (!whose)
    return {
      reason: 'unknown-provider',
      message: `unknown provider for model ${id}; name it with --provider, or its server with --base-url`,
    };
  const wrong = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl);
  if (wrong !== undefined) return { reason: 'bad-base-url', message: say(wrong) };
  const { window, price } = describeModel(id, whose);
  const isLocal = isLoopback(baseUrl ?? PROVIDERS[whose].baseUrl);
  return { id, provider: whose, window, ...(price && { price }), ...(isLocal && { isLocal }) };
}

export type Described = Omit<Model, 'ask' | 'provider'> & { readonly provider: HttpProvider };

/** The provider and the key to send, or what is missing; undefined if no model is wanted. */
function choose(choice: JudgeChoice, env: Env): ModelSpec | Refusal | undefined {
  const described = describeJudge(choice);
  if (!described || 'reason' in described) return described;
  const { id, provider: whose } = described;
  const { baseUrl } = choice;
  const { name, keyVariable } = PROVIDERS[whose];
  const key = env[keyVariable]?.trim() || undefined;
  if (key === undefined && whose !== 'openai-compatible')
    return { reason: 'no-key', message: `${id} needs an API key for ${name}: set ${keyVariable}` };
  return { id, provider: whose, key, baseUrl };
}

/** Whether the caps allow no call, so that no key is needed. */
export const spendsNothing = ({ maxCostUsd, maxTokens }: Caps): boolean =>
  maxCostUsd === 0 || maxTokens === 0;

/** A model whose calls fail with `why`. */
export const unaskable = (described: Described, why: ModelError): Model => ({
  ...described,
  ask: () => Promise.reject(why),
});

/**
 * The selected model, or why there is none. Only `judge` enables a model; a key in the environment doesn't. `openai` and `anthropic` get
 * their own keys; compatible servers only get `CITEWRIGHT_API_KEY`. Makes no request. With caps that allow no call, no key is needed.
 */
export async function chooseModel(
  choice: JudgeChoice,
  env: Env,
  caps: Caps = {},
): Promise<Model | Refusal | undefined> {
  if (spendsNothing(caps)) {
    const described = describeJudge(choice);
    return described && 'id' in described
      ? unaskable(described, new ModelError('budget', reason('no_budget')))
      : described;
  }
  const chosen = choose(choice, env);
  if (!chosen || 'reason' in chosen) return chosen;
  const { createModel } = await import('./llm');
  return orRefused(() => createModel(chosen));
}

/** Like `chooseModel`, for batch requests. */
export async function chooseBatchModel(
  choice: JudgeChoice,
  env: Env,
  options: BatchOptions,
): Promise<BatchModel | Refusal | undefined> {
  const chosen = choose(choice, env);
  if (!chosen || 'reason' in chosen) return chosen;
  if (chosen.provider === 'openai-compatible')
    return {
      reason: 'no-batch',
      message: `only ${PROVIDERS.anthropic.name} and ${PROVIDERS.openai.name} have a batch service`,
    };
  const { createBatchModel } = await import('./llm');
  return orRefused(() => createBatchModel(chosen, options));
}

async function orRefused<M extends Model>(make: () => M | Promise<M>): Promise<M | Refusal> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof ModelError) return { reason: 'bad-key', message: error.message };
    throw error;
  }
}

/** The caps of a run. */
export type Caps = {
  readonly maxCostUsd?: number | undefined;
  /** Input and output tokens together. */
  readonly maxTokens?: number | undefined;
  /** Costs also count against the daily budget. */
  readonly day?: DayBook | undefined;
  /** The caps hold for all workers that share this book. */
  readonly shared?: ((unit: 'usd' | 'tokens', cap: number) => DayBook) | undefined;
};

/** Token cap of a run: the given one, else the default for a paid model of unknown price. Others are capped in money, or free. */
export const tokenCap = (
  { price, isLocal }: Pick<Model, 'price' | 'isLocal'>,
  maxTokens?: number,
): number | undefined => maxTokens ?? (price || isLocal ? undefined : DEFAULTS.maxTokensUnpriced);

/** The ledger of a run with `model`. */
export function ledgerFor(model: Model, { maxCostUsd, maxTokens, day, shared }: Caps): RunLedger {
  const { price } = model;
  const caps = { maxCostUsd: maxCostUsd ?? DEFAULTS.maxCostUsd, maxTokens: tokenCap(model, maxTokens) };
  const ledger = createLedger({ price, ...caps });
  const own = day ? withDay(ledger, price, day) : ledger;
  if (!shared) return own;
  const tokens = caps.maxTokens === undefined ? undefined : shared('tokens', caps.maxTokens);
  return withWorkers(own, price, { money: shared('usd', caps.maxCostUsd), tokens });
}
