/** From the name of a model to a model that can be asked: whose it is, which key it gets, or what is missing. */
import { DEFAULTS } from '../core/defaults';
import { createLedger, type Ledger } from '../core/judge/ledger';
import { ModelError, type Model } from '../core/ports';
import { baseUrlProblem, providerOf, PROVIDERS, type HttpProvider } from './models/catalogue';

type Env = Readonly<Record<string, string | undefined>>;

export type JudgeChoice = {
  /** `none` or nothing: no model is asked. */
  readonly judge?: string | undefined;
  readonly provider?: HttpProvider | undefined;
  readonly baseUrl?: string | undefined;
};

/** A judge cannot be had, in words for the person who asked for it. */
export type Refusal = {
  readonly reason: 'unknown-provider' | 'no-key' | 'bad-base-url' | 'bad-key';
  readonly message: string;
};

/**
 * The model that a choice means, or why there is none. A key in the environment never starts a judge: only `judge` does.
 * `openai` and `anthropic` get their own key, a compatible server gets `CITEWRIGHT_API_KEY` and no other. Makes no request.
 */
export async function chooseModel(
  { judge: id, provider, baseUrl }: JudgeChoice,
  env: Env,
): Promise<Model | Refusal | undefined> {
  if (id === undefined || id === 'none') return undefined;
  const whose = provider ?? providerOf(id, baseUrl);
  if (!whose)
    return {
      reason: 'unknown-provider',
      message: `whose model ${id} is cannot be told: name the provider, or the base URL of the server that has it`,
    };
  const wrong = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl);
  if (wrong !== undefined) return { reason: 'bad-base-url', message: wrong };
  const { name, keyVariable } = PROVIDERS[whose];
  const key = env[keyVariable]?.trim() || undefined;
  if (key === undefined && whose !== 'openai-compatible')
    return { reason: 'no-key', message: `${id} needs a key of ${name}: set ${keyVariable}` };
  const { createModel } = await import('./models/llm');
  try {
    return createModel({ provider: whose, id, key, baseUrl });
  } catch (error) {
    if (error instanceof ModelError) return { reason: 'bad-key', message: error.message };
    throw error;
  }
}

/** The ledger of a run with `model`. */
export const ledgerFor = (model: Model, maxCostUsd: number = DEFAULTS.maxCostUsd): Ledger =>
  createLedger({ price: model.price, maxCostUsd, maxTokens: DEFAULTS.maxTokensUnpriced });
