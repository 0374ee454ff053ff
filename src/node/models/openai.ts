/**
 * OpenAI's Chat Completions and Responses APIs, and servers compatible with Chat Completions (Ollama, LM Studio, vLLM, OpenRouter). Uses
 * `create`, because `parse` throws on the fenced, truncated and filtered answers of such servers.
 */
import { reason } from '../../core/causes';
import OpenAI from 'openai';
import { at } from '../../core/text/jsonFields';
import type { Usage } from '../../core/model';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import { badResponse, modelOf, withSchema, type Adapter, type Endpoint } from './endpoint';
import { askChecker } from './askChecker';
import { checkerOf } from './claimCheckers';
import type { Quirks } from './quirks';
import { createWire, NotAnApiError } from './wire';

const client = ({ key, baseUrl, timeoutMs }: Endpoint): OpenAI =>
  new OpenAI({
    apiKey: key,
    baseURL: baseUrl,
    organization: null,
    project: null,
    fetch: createWire(key),
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
  });

const systemOf = (prompt: Prompt, { format }: Quirks) =>
  format === 'schema' ? prompt.system : withSchema(prompt);
const userOf = (prompt: Prompt) => prompt.blocks.map((b) => b.text).join('\n\n');

/** Removes the thinking that local reasoning models include in their answer. */
function withoutThoughts(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith('<think>')) return text;
  const end = start.indexOf('</think>');
  return end < 0 ? '' : start.slice(end + '</think>'.length).trimStart();
}

/** Some servers return a list of parts where the API has a string. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => at(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('');
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };

const usageOf = (input?: number | null, output?: number | null, details?: Loose<Details> | null): Usage => ({
  input: input ?? 0,
  output: output ?? 0,
  cached: details?.cached_tokens ?? 0,
  written: details?.cache_write_tokens ?? 0,
});
type Details = OpenAI.CompletionUsage.PromptTokensDetails;

/** Why an answer ended, by both APIs' names. */
const STOPS: Readonly<Record<string, Reply['stop']>> = {
  length: 'length',
  max_output_tokens: 'length',
  content_filter: 'filter',
};

/** Converts an answer to a reply. Compatible servers may omit any field, most often the usage. */
export function chatReply(answer: Loose<OpenAI.ChatCompletion>, id: string): Reply {
  if (!Array.isArray(answer.choices)) throw new NotAnApiError('its JSON isn’t a chat completion');
  const counts: Loose<OpenAI.CompletionUsage> = answer.usage ?? {};
  const usage = usageOf(counts.prompt_tokens, counts.completion_tokens, counts.prompt_tokens_details);
  const choice: Loose<OpenAI.ChatCompletion.Choice> | undefined = answer.choices[0];
  if (!choice) throw badResponse(id, usage);
  const { refusal, content }: Loose<OpenAI.ChatCompletionMessage> = choice.message ?? {};
  const model = modelOf(answer.model, id);
  if (typeof refusal === 'string' && refusal) return { text: refusal, usage, stop: 'refusal', model };
  const why = choice.finish_reason ?? '';
  if (why === 'tool_calls' || why === 'function_call') throw badResponse(id, usage, why);
  return { text: withoutThoughts(textOf(content)), usage, stop: STOPS[why] ?? 'end', model };
}

export function responsesReply(answer: OpenAI.Responses.Response, id: string): Reply {
  const counts: Loose<OpenAI.Responses.ResponseUsage> = answer.usage ?? {};
  const usage = usageOf(counts.input_tokens, counts.output_tokens, counts.input_tokens_details);
  const model = modelOf(answer.model, id);
  const parts = answer.output.flatMap((item) => (item.type === 'message' ? item.content : []));
  const refusal = parts.find((part) => part.type === 'refusal');
  if (refusal) return { text: refusal.refusal, usage, stop: 'refusal', model };
  const text = parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
  const stop = STOPS[answer.incomplete_details?.reason ?? ''];
  if (!stop && answer.status !== undefined && answer.status !== 'completed') {
    throw new ModelError('server-error', reason('bad_response', { host: id, what: answer.status }), usage);
  }
  return { text, usage, stop: stop ?? 'end', model };
}

export function chatBody(prompt: Prompt, quirks: Quirks, { id, provider, thinking }: Endpoint) {
  const { format, dropped } = quirks;
  const ours = provider === 'openai';
  const limit = prompt.maxTokens + thinking;
  // OpenAI renamed the limit; most other servers only know the old name.
  const renamed = ours !== dropped.includes('limit');
  return {
    model: id,
    messages: [
      { role: 'system' as const, content: systemOf(prompt, quirks) },
      { role: 'user' as const, content: userOf(prompt) },
    ],
    ...(renamed ? { max_completion_tokens: limit } : { max_tokens: limit }),
    ...(ours || dropped.includes('temperature') ? {} : { temperature: 0 }),
    ...(thinking > 0 && !dropped.includes('reasoning') ? { reasoning_effort: 'low' as const } : {}),
    ...(format === 'text' ? {} : { response_format: chatFormat(prompt, format) }),
  };
}

const chatFormat = (prompt: Prompt, format: 'schema' | 'object') =>
  format === 'object'
    ? { type: 'json_object' as const }
    : {
        type: 'json_schema' as const,
        json_schema: { name: prompt.name, schema: prompt.schema, strict: true },
      };

export function responsesBody(prompt: Prompt, quirks: Quirks, { id, thinking }: Endpoint) {
  const { format, dropped } = quirks;
  const schema = { type: 'json_schema' as const, name: prompt.name, schema: prompt.schema, strict: true };
  return {
    model: id,
    instructions: systemOf(prompt, quirks),
    input: userOf(prompt),
    max_output_tokens: prompt.maxTokens + thinking,
    ...(thinking > 0 && !dropped.includes('reasoning') ? { reasoning: { effort: 'low' as const } } : {}),
    // The provider stores answers of this API by default.
    ...(dropped.includes('store') ? {} : { store: false }),
    ...(format === 'text'
      ? {}
      : { text: { format: format === 'object' ? { type: 'json_object' as const } : schema } }),
  };
}

/** Answer formats of such servers, strictest first. */
export const OPENAI_STEPS = ['schema', 'object', 'text'] as const;

export function openai(endpoint: Endpoint): Adapter {
  const sdk = client(endpoint);
  const { id, timeoutMs } = endpoint;
  const checker = checkerOf(id);
  return {
    first: { format: 'schema', dropped: [], responses: endpoint.responses },
    steps: OPENAI_STEPS,
    async ask(prompt, quirks, signal) {
      const options = { signal, timeout: timeoutMs, maxRetries: 0 };
      if (checker) {
        const logprobs = !quirks.dropped.includes('logprobs');
        return askChecker(sdk, { id, checker, logprobs }, prompt, options);
      }
      return quirks.responses
        ? responsesReply(await sdk.responses.create(responsesBody(prompt, quirks, endpoint), options), id)
        : chatReply(await sdk.chat.completions.create(chatBody(prompt, quirks, endpoint), options), id);
    },
    async list(signal) {
      const page = await sdk.models.list({ signal, timeout: timeoutMs, maxRetries: 0 });
      return page.data.map((m) => ({ id: m.id }));
    },
  };
}
