/** Anthropic's Messages API. Uses `create`, because `parse` drops the usage of refused and truncated answers. */
import { reason } from '../../core/causes';
import Anthropic from '@anthropic-ai/sdk';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import { badResponse, modelOf, withSchema, type Adapter, type Endpoint } from './endpoint';
import type { Quirks } from './quirks';
import { createWire } from './wire';

/** The provider accepts at most four. */
const CACHE_MARKS = 4;
const THINKING_TOKENS = 2_000;

function client({ key, baseUrl, timeoutMs }: Endpoint): Anthropic {
  return new Anthropic({
    apiKey: key,
    // The SDK adds `/v1`.
    baseURL: baseUrl.replace(/\/v1$/, ''),
    fetch: createWire(key),
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  });
}

/** Converts a provider message to a reply. Throws `ModelError` if it has no answer. */
export function replyOf(message: Anthropic.Message, id: string): Reply {
  const { usage } = message;
  const cached = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  const all = { input: usage.input_tokens + cached + written, output: usage.output_tokens, cached, written };
  const why = message.stop_reason;
  if (why === 'model_context_window_exceeded')
    throw new ModelError('too-long', reason('too_long', { model: id }), all);
  if (why === 'tool_use' || why === 'pause_turn') throw badResponse(id, all, why);
  return {
    text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    usage: all,
    stop: why === 'max_tokens' ? 'length' : why === 'refusal' ? 'refusal' : 'end',
    model: modelOf(message.model, id),
  };
}

/** A request body for the Messages API and its batches. */
export function messageBody(
  prompt: Prompt,
  { format, dropped }: Quirks,
  id: string,
): Anthropic.MessageCreateParamsNonStreaming {
  const marked = prompt.blocks.flatMap((b, i) => (b.cache ? [i] : [])).slice(-CACHE_MARKS);
  const caches = (i: number) => marked.includes(i) && !dropped.includes('cache');
  const thinks = dropped.includes('thinking');
  return {
    model: id,
    max_tokens: prompt.maxTokens + (thinks ? THINKING_TOKENS : 0),
    system: format === 'schema' ? prompt.system : withSchema(prompt),
    messages: [
      {
        role: 'user',
        content: prompt.blocks.map(({ text }, i) => ({
          type: 'text' as const,
          text,
          ...(caches(i) ? { cache_control: { type: 'ephemeral' as const } } : {}),
        })),
      },
    ],
    // Some models think by default, and some refuse this parameter.
    ...(thinks ? {} : { thinking: { type: 'disabled' } }),
    ...(format === 'schema'
      ? { output_config: { format: { type: 'json_schema', schema: prompt.schema } } }
      : {}),
  };
}

/** Initial assumptions about the provider, and its answer formats. */
export const ANTHROPIC = {
  first: { format: 'schema', dropped: [], responses: false },
  steps: ['schema', 'text'],
} as const satisfies Pick<Adapter, 'first' | 'steps'>;

export function anthropic(endpoint: Endpoint): Adapter {
  const sdk = client(endpoint);
  const { id, timeoutMs } = endpoint;
  return {
    ...ANTHROPIC,
    async ask(prompt, quirks, signal) {
      const options = { signal, timeout: timeoutMs, maxRetries: 0 };
      return replyOf(await sdk.messages.create(messageBody(prompt, quirks, id), options), id);
    },
    async list(signal) {
      const found: Awaited<ReturnType<Adapter['list']>>[number][] = [];
      for await (const m of sdk.models.list({ limit: 100 }, { signal, timeout: timeoutMs, maxRetries: 0 })) {
        if (m.lifecycle === 'retired') continue;
        found.push({
          id: m.id,
          window: m.max_input_tokens ?? undefined,
          retires: m.retires_at?.slice(0, 10),
        });
        if (found.length >= 1_000) break;
      }
      return found;
    },
  };
}
