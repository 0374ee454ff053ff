/** Anthropic's Messages API. Uses `create`, because `parse` drops the usage of refused and truncated answers. */
import { reason } from '../../core/causes';
import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import { as, badResponse, withSchema, type Adapter, type Endpoint } from './endpoint';
import type { Quirks } from './quirks';
import { fieldOf, isObject } from './wire';

/** The provider accepts at most four. */
const CACHE_MARKS = 4;
const THINKING_TOKENS = 2_000;

/** Converts a provider message to a reply. Throws `ModelError` if it has no answer. */
function replyOf(message: Anthropic.Message, id: string): Reply {
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
    model: message.model,
  };
}

/** A request body for the Messages API and its batches. */
function messageBody(
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

const Message = z.custom<Anthropic.Message>(
  (x) => isObject(x) && Array.isArray(x['content']) && isObject(x['usage']),
);
const Models = z.object({
  data: z.array(z.custom<Anthropic.ModelInfo>((x) => typeof fieldOf(x, 'id') === 'string')),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
});
const MOST_PAGES = 10;

export const anthropic = ({ id }: Endpoint): Adapter => ({
  first: { format: 'schema', dropped: [], responses: false },
  steps: ['schema', 'text'],
  question: (prompt, quirks) => ({ path: '/v1/messages', body: messageBody(prompt, quirks, id) }),
  reply: (_path, answer) => replyOf(as(Message, answer), id),
  async list(client, signal) {
    const found: Anthropic.ModelInfo[] = [];
    let after = '';
    for (let page = 0; page < MOST_PAGES; page++) {
      const { value } = await client.get(`/models?limit=100${after}`, signal);
      const { data, has_more: more, last_id: last } = as(Models, value);
      found.push(...data);
      if (!more || last == null) break;
      after = `&after_id=${encodeURIComponent(last)}`;
    }
    return found
      .filter(({ lifecycle }) => lifecycle !== 'retired')
      .map((m) => ({
        id: m.id,
        window: m.max_input_tokens ?? undefined,
        retires: m.retires_at?.slice(0, 10),
      }));
  },
});
