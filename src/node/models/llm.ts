/** Language models over HTTP. The only module that loads the providers' SDKs; import it dynamically when a model is first needed. */
import { setMaxListeners } from 'node:events';
import { addUsage, ModelError, NO_USAGE } from '../../core/ports';
import type { Model } from '../../core/ports';
import { type Adapter, type Endpoint, endpointOf, type ModelSpec } from './endpoint';
import { anthropic } from './anthropic';
import { createCaller, mostSpent } from './calls';
import { MAX_REQUESTS } from './askChecker';
import { checkerOf } from './claimCheckers';
import { describeModel, isLoopback, originOf, type Listed } from './catalogue';
import { realTiming, type Timing } from './gate';
import { openai } from './openai';
import { lessonsOf, type Quirks } from './quirks';

export { createBatchModel, type BatchModel, type BatchOptions } from './batch';

/** Longest wait for a list of models, because the user is waiting. */
const LIST_TIMEOUT_MS = 10_000;

const adapterOf = (endpoint: Endpoint): Adapter =>
  endpoint.provider === 'anthropic' ? anthropic(endpoint) : openai(endpoint);

/** Creates a model without making a request. Throws `ModelError` if the key or base URL is invalid. */
export function createModel(spec: ModelSpec, timing: Timing = realTiming): Model {
  const { provider, id } = spec;
  const row = describeModel(id, provider, spec.models);
  const endpoint = endpointOf(spec, row);
  const adapter = adapterOf(endpoint);
  const readsWhole = isLoopback(endpoint.baseUrl) && checkerOf(id) !== undefined;
  const caller = createCaller(endpoint, endpoint.timeoutMs * (readsWhole ? MAX_REQUESTS : 1), timing);
  const origin = originOf(provider, endpoint.baseUrl);
  const lessons = lessonsOf(origin, id, adapter.first, adapter.steps);
  const { price, window } = row;
  return {
    id,
    provider,
    ...(spec.baseUrl !== undefined && { origin }),
    window,
    thinking: endpoint.thinking,
    ...(price && { price }),
    ...(isLoopback(endpoint.baseUrl) && { isLocal: true as const }),
    ...(readsWhole && { readsWhole }),
    async ask(prompt, signal) {
      // Hundreds of waiting calls listen to the signal of one run, which is not a leak.
      setMaxListeners(0, signal);
      let sent: Quirks = lessons.current();
      const { answer, lost } = await caller.call(
        {
          work: (own) => {
            sent = lessons.current();
            return adapter.ask(prompt, sent, own);
          },
          learn: (error) => lessons.learn(error, sent),
          spent: mostSpent(prompt, endpoint.thinking),
        },
        signal,
      );
      return { ...answer, usage: addUsage(answer.usage, lost) };
    },
  };
}

/** Checks the key by listing the provider's models, which is free. */
export async function checkKey(
  spec: Omit<ModelSpec, 'id'>,
  signal: AbortSignal,
): Promise<
  | { readonly ok: true; readonly models: readonly Listed[] }
  | { readonly ok: false; readonly error: ModelError }
> {
  try {
    const full = { timeoutMs: LIST_TIMEOUT_MS, ...spec, id: '' };
    const endpoint = endpointOf(full, describeModel('', spec.provider));
    const caller = createCaller({ ...endpoint, id: 'the list of models' }, endpoint.timeoutMs, realTiming);
    const work = (own: AbortSignal) => adapterOf(endpoint).list(own);
    return { ok: true, models: (await caller.call({ work, spent: NO_USAGE }, signal)).answer };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ok: false, error };
  }
}
