/**
 * Language models over HTTP: the only module that loads the providers' SDKs. It is a bundle of its own (`dist/llm.js`), loaded by
 * `await import()` when a model is first needed.
 */
import { setMaxListeners } from 'node:events';
import { DEFAULTS } from '../../core/defaults';
import { ModelError, type Model, type ModelErrorReason, type Price, type Prompt } from '../../core/ports';
import type { Adapter, Endpoint, Listed } from './adapter';
import { anthropic } from './anthropic';
import { createCaller, plus } from './calls';
import {
  baseUrlProblem,
  describeModel,
  keyProblem,
  originOf,
  PROVIDERS,
  type HttpProvider,
  type KnownModel,
} from './catalogue';
import { realTiming, type Timing } from './gate';
import { openai } from './openai';
import { lessonsOf, type Quirks } from './quirks';

export { forgetLessons } from './quirks';
export type { Listed } from './adapter';

export type ModelSpec = {
  readonly provider: HttpProvider;
  readonly id: string;
  /** Given by the caller, never taken from the environment here. Key-less servers get the literal `none`. */
  readonly key?: string | undefined;
  /** With `/v1`; the provider's own when left out. */
  readonly baseUrl?: string | undefined;
  /** Shown wherever its verdicts are. */
  readonly label?: string | undefined;
  /** Rows that come before the catalogue's: settings, a provider's list. */
  readonly models?: readonly KnownModel[];
  readonly price?: Price | undefined;
  readonly timeoutMs?: number;
};

/** Reasoning models think before they answer, and what they think counts as output. */
const THINKING_TOKENS = 2_000;
const thinks = ({ provider, id }: ModelSpec) => provider === 'openai' && /^(?:gpt-[5-9]|o\d)/.test(id);
/** Characters of a token, on the low side: what a lost request may have cost is not to be underrated. */
const CHARS_PER_TOKEN = 3;
/** Longest wait for a list of models: a person is looking. */
const LIST_TIMEOUT_MS = 10_000;

/** A spec, checked. Throws `ModelError` whose message is fit for a person and holds no key. */
function endpointOf(spec: ModelSpec, row: KnownModel): Endpoint {
  const { provider, id, timeoutMs = DEFAULTS.judgeTimeoutMs } = spec;
  const baseUrl = (spec.baseUrl ?? PROVIDERS[provider].baseUrl).replace(/\/+$/, '');
  const badUrl = baseUrlProblem(baseUrl);
  if (badUrl !== undefined) throw new ModelError('unreachable', `The model cannot be asked: ${badUrl}.`);
  const key = (spec.key ?? (provider === 'openai-compatible' ? 'none' : '')).trim();
  const badKey = keyProblem(key);
  if (badKey !== undefined) {
    throw new ModelError(
      'key-invalid',
      `The API key for ${PROVIDERS[provider].name} cannot be used: ${badKey}.`,
    );
  }
  return {
    provider,
    id,
    key,
    baseUrl,
    timeoutMs,
    thinking: thinks(spec) ? THINKING_TOKENS : 0,
    responses: row.responses ?? false,
  };
}

const adapterOf = (endpoint: Endpoint): Adapter =>
  endpoint.provider === 'anthropic' ? anthropic(endpoint) : openai(endpoint);

const lengthOf = ({ system, blocks }: Prompt) => blocks.reduce((n, b) => n + b.text.length, system.length);

/** A model ready to be asked. No request is made yet. Throws `ModelError` when key or base URL cannot be used. */
export function createModel(spec: ModelSpec, timing: Timing = realTiming): Model {
  const { provider, id, label } = spec;
  const row = describeModel(id, provider, spec.models);
  const endpoint = endpointOf(spec, row);
  const adapter = adapterOf(endpoint);
  const caller = createCaller(endpoint, endpoint.timeoutMs, timing);
  const lessons = lessonsOf(originOf(provider, endpoint.baseUrl), id, adapter.first, adapter.steps);
  const price = spec.price ?? row.price;
  return {
    id,
    provider,
    window: row.window,
    thinking: endpoint.thinking,
    ...(label === undefined ? {} : { label }),
    ...(price === undefined ? {} : { price }),
    async ask(prompt, signal) {
      // One signal ends a whole run: hundreds of waiting calls listen to it, and that is no leak.
      setMaxListeners(0, signal);
      let sent: Quirks = lessons.current();
      const { answer, lost } = await caller.call(
        {
          work: (own) => {
            sent = lessons.current();
            return adapter.ask(prompt, sent, own);
          },
          learn: (error) => lessons.learn(error, sent),
          spent: { input: Math.ceil(lengthOf(prompt) / CHARS_PER_TOKEN), output: 0, cached: 0 },
        },
        signal,
      );
      return { ...answer, usage: plus(answer.usage, lost) };
    },
  };
}

/** The models that the provider itself lists. Throws `ModelError`. */
export async function listModels(
  spec: Omit<ModelSpec, 'id'>,
  signal: AbortSignal,
  timing: Timing = realTiming,
): Promise<readonly Listed[]> {
  const full = { timeoutMs: LIST_TIMEOUT_MS, ...spec, id: '' };
  const endpoint = endpointOf(full, describeModel('', spec.provider));
  const caller = createCaller({ ...endpoint, id: 'the list of models' }, endpoint.timeoutMs, timing);
  const adapter = adapterOf(endpoint);
  const free = { input: 0, output: 0, cached: 0 };
  return (await caller.call({ work: (own) => adapter.list(own), spent: free }, signal)).answer;
}

/** Does the provider take this key? Asks for its list of models, which costs nothing. */
export async function checkKey(
  spec: Omit<ModelSpec, 'id'>,
  signal: AbortSignal,
): Promise<
  | { readonly ok: true; readonly models: readonly Listed[] }
  | { readonly ok: false; readonly reason: ModelErrorReason; readonly message: string }
> {
  try {
    return { ok: true, models: await listModels(spec, signal) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ok: false, reason: error.reason, message: error.message };
  }
}
