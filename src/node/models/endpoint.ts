/** Validates a model and its base URL before anything is sent. */
import { reason } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { ModelError } from '../../core/ports';
import type { Endpoint } from './adapter';
import { baseUrlProblem, keyProblem, PROVIDERS, type HttpProvider, type KnownModel } from './catalogue';

export type ModelSpec = {
  readonly provider: HttpProvider;
  readonly id: string;
  /** Passed by the caller, never read from the environment here. Servers without keys get the literal `none`. */
  readonly key?: string | undefined;
  /** Including `/v1`; the provider's default if left out. */
  readonly baseUrl?: string | undefined;
  /** Rows that take precedence over the catalogue: settings, a provider's list. */
  readonly models?: readonly KnownModel[];
  readonly timeoutMs?: number;
};

/** Reasoning models think before they answer; thinking counts as output. */
const THINKING_TOKENS = 2_000;
/** Validates a spec. Throws `ModelError` with a message that is safe to show and has no key. */
export function endpointOf(spec: ModelSpec, row: KnownModel): Endpoint {
  const { provider, id, timeoutMs = DEFAULTS.judgeTimeoutMs } = spec;
  const baseUrl = (spec.baseUrl ?? PROVIDERS[provider].baseUrl).replace(/\/+$/, '');
  const badUrl = baseUrlProblem(baseUrl);
  if (badUrl !== undefined) throw new ModelError('unreachable', reason('bad_base_url', { said: badUrl }));
  const key = (spec.key ?? (provider === 'openai-compatible' ? 'none' : '')).trim();
  const badKey = keyProblem(key);
  if (badKey !== undefined) {
    throw new ModelError(
      'key-invalid',
      reason('bad_key', { service: PROVIDERS[provider].name, said: badKey }),
    );
  }
  return {
    provider,
    id,
    key,
    baseUrl,
    timeoutMs,
    thinking: spec.provider === 'openai' && /^(?:gpt-[5-9]|o\d)/.test(spec.id) ? THINKING_TOKENS : 0,
    responses: row.responses ?? false,
  };
}
