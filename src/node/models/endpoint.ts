/** A model at its base URL, validated before anything is sent, and what the module of each provider offers for it. */
import { reason, type Reason } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import { baseUrlProblem, keyProblem, PROVIDERS } from './catalogue';
import type { HttpProvider, KnownModel, Listed } from './catalogue';
import type { Asked } from './errors';
import type { Quirks } from './quirks';

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

/** A model at a base URL, validated. */
export type Endpoint = Asked & {
  readonly timeoutMs: number;
  /** Output tokens reserved for thinking, in addition to the answer. */
  readonly thinking: number;
  readonly responses: boolean;
};

export type Adapter = {
  /** What to assume about the server before its first answer. */
  readonly first: Quirks;
  /** Answer formats to try, strictest first. */
  readonly steps: readonly Quirks['format'][];
  ask(prompt: Prompt, quirks: Quirks, signal: AbortSignal): Promise<Reply>;
  list(signal: AbortSignal): Promise<readonly Listed[]>;
};

/** The system prompt with the schema appended, for servers without structured output. */
export const withSchema = ({ system, schema }: Prompt): string =>
  `${system}\n\nAnswer with one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(schema)}`;

/** The model that a server says it used; `id` if it says nothing usable. */
export const modelOf = (said: unknown, id: string): string =>
  typeof said === 'string' && said !== '' ? said.slice(0, 200) : id;

/** The error for an answer without the requested content. The answer has cost `usage`. */
export const badResponse = (
  id: string,
  usage: Reply['usage'],
  what: string | Reason = reason('wrong_format'),
): ModelError => new ModelError('bad-response', reason('bad_response', { host: id, what }), usage);
