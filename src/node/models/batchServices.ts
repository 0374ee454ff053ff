/**
 * The batch services of Anthropic (Message Batches) and OpenAI (Batch): many requests per submission, answered within a day at half the
 * price. This file has the wire formats; `batch.ts` decides when to submit and poll.
 */
import { reason } from '../../core/causes';
import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import * as z from 'zod';
import type { Usage } from '../../core/model';
import { ModelError, type Prompt, type Reply } from '../../core/ports';
import type { Endpoint } from './endpoint';
import { ANTHROPIC, messageBody, replyOf } from './anthropic';
import { requestedWait } from './calls';
import { chatBody, chatReply, OPENAI_STEPS, responsesBody, responsesReply } from './openai';
import type { Quirks } from './quirks';
import { createWire, HttpError, NotAnApiError } from './wire';
import { at, isObject, parseJson, str } from '../../core/text/jsonFields';

/** One request. All requests of a batch have the same `path`. */
export type Question = { readonly path: string; readonly body: unknown };
/** `spent` is the most that it may cost. */
export type Asked = Question & { readonly id: string; readonly spent: Usage };
/** Result of one request: an answer, an error, or neither (expired, cancelled). `isPaid`: its cost was counted before. */
export type Result = { readonly id: string; readonly isPaid?: boolean } & (
  { readonly answer: unknown } | { readonly failed: HttpError } | { readonly lost: string }
);
export type State = {
  readonly ended: boolean;
  readonly done: number;
  /** Wait requested by the provider, in milliseconds. */
  readonly wait: number | undefined;
};

export type BatchService = {
  readonly first: Quirks;
  readonly steps: readonly Quirks['format'][];
  question(prompt: Prompt, quirks: Quirks): Question;
  /** Converts an answer for `path`. Throws `ModelError`, or `NotAnApiError` for anything else. */
  reply(path: string, answer: unknown): Reply;
  /** Submits requests with the same path; returns the batch's name. */
  submit(requests: readonly Asked[], signal: AbortSignal): Promise<string>;
  look(batch: string, signal: AbortSignal): Promise<State>;
  /** Results of a finished batch, in any order. */
  collect(batch: string, signal: AbortSignal): Promise<readonly Result[]>;
};

/** Names become parts of URL paths. */
const Name = z.string().regex(/^[\w-]{1,200}$/);

/** Validates with a schema; throws if the data isn't from such a service. */
function as<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new NotAnApiError('its JSON isn’t the answer of a batch service');
  return read.data;
}

/** Sends requests to one provider with its key. */
function createClient({ key, baseUrl }: Endpoint) {
  const [json, lines] = [createWire(key), createWire(key, { lines: true })];
  const headers = { accept: 'application/json', 'anthropic-version': '2023-06-01' };
  return {
    async get(path: string, signal: AbortSignal) {
      const response = await json(`${baseUrl}${path}`, { headers, signal });
      return { value: await response.json(), wait: requestedWait(response.headers, Date.now()) };
    },
    async post(path: string, body: string | FormData, signal: AbortSignal): Promise<unknown> {
      const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
      const init = { method: 'POST', headers: { ...headers, ...type }, body, signal };
      return (await json(`${baseUrl}${path}`, init)).json();
    },
    /** The objects of a JSON Lines file; invalid lines are skipped. */
    lines: async (path: string, signal: AbortSignal) => {
      const text = await (await lines(`${baseUrl}${path}`, { headers, signal })).text();
      return text.split('\n').map(parseJson).filter(isObject);
    },
  };
}

const AnthropicBatch = z.object({
  id: Name,
  processing_status: z.enum(['in_progress', 'canceling', 'ended']),
  request_counts: z.object({
    succeeded: z.number(),
    errored: z.number(),
    canceled: z.number(),
    expired: z.number(),
  }),
});
const Message = z.custom<Anthropic.Message>(
  (x) => Array.isArray(at(x, 'content')) && isObject(at(x, 'usage')),
);
const AnthropicLine = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion('type', [
    z.object({ type: z.literal('succeeded'), message: z.unknown() }),
    z.object({ type: z.literal('errored'), error: z.unknown() }),
    z.object({ type: z.literal('expired') }),
    z.object({ type: z.literal('canceled') }),
  ]),
});
/** HTTP statuses of Anthropic's error types (API reference, Errors). */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  overloaded_error: 529,
};

/** Accepts `{ type: 'error', error: { type, message } }` or the inner object alone. */
function refusalOf(error: unknown): HttpError {
  const inner = at(error, 'error') ?? error;
  return new HttpError(
    STATUS[str(inner, 'type')] ?? 500,
    new Headers(),
    JSON.stringify({ error: inner }).slice(0, 2_000),
  );
}

function anthropicResult(line: Record<string, unknown>): Result[] {
  const read = AnthropicLine.safeParse(line);
  if (!read.success) return [];
  const { custom_id: id, result } = read.data;
  if (result.type === 'succeeded') return [{ id, answer: result.message }];
  return [result.type === 'errored' ? { id, failed: refusalOf(result.error) } : { id, lost: result.type }];
}

export function anthropicBatches(endpoint: Endpoint): BatchService {
  const client = createClient(endpoint);
  const { id } = endpoint;
  return {
    ...ANTHROPIC,
    question: (prompt, quirks) => ({ path: '/v1/messages', body: messageBody(prompt, quirks, id) }),
    reply: (_path, answer) => replyOf(as(Message, answer), id),
    async submit(requests, signal) {
      const body = { requests: requests.map((r) => ({ custom_id: r.id, params: r.body })) };
      return as(AnthropicBatch, await client.post('/messages/batches', JSON.stringify(body), signal)).id;
    },
    async look(batch, signal) {
      const { value, wait } = await client.get(`/messages/batches/${as(Name, batch)}`, signal);
      const { processing_status: status, request_counts: n } = as(AnthropicBatch, value);
      return { ended: status === 'ended', done: n.succeeded + n.errored + n.canceled + n.expired, wait };
    },
    // Uses the known path instead of the URL in the answer, so that the key goes nowhere else.
    collect: async (batch, signal) =>
      (await client.lines(`/messages/batches/${as(Name, batch)}/results`, signal)).flatMap(anthropicResult),
  };
}

const OpenAiBatch = z.object({
  id: Name,
  status: z.string(),
  output_file_id: Name.nullish(),
  error_file_id: Name.nullish(),
  errors: z.object({ data: z.array(z.object({ message: z.string() })).nullish() }).nullish(),
  request_counts: z.object({ completed: z.number(), failed: z.number() }).nullish(),
});
const File = z.object({ id: Name });
const OpenAiLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
});
const Completion = z.custom<OpenAI.ChatCompletion>(isObject);
const Responded = z.custom<OpenAI.Responses.Response>((x) => Array.isArray(at(x, 'output')));
const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';

function openaiResult(line: Record<string, unknown>): Result[] {
  const read = OpenAiLine.safeParse(line);
  if (!read.success) return [];
  const { custom_id: id, response, error } = read.data;
  if (!response) return [{ id, lost: error?.code ?? error?.message ?? 'no answer' }];
  if (response.status_code < 400) return [{ id, answer: response.body }];
  const body = JSON.stringify(response.body).slice(0, 2_000);
  return [{ id, failed: new HttpError(response.status_code, new Headers(), body) }];
}

/** A JSON Lines file with one request per line. */
function upload(requests: readonly Asked[]): FormData {
  const lines = requests.map(({ id, path, body }) =>
    JSON.stringify({ custom_id: id, method: 'POST', url: path, body }),
  );
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([`${lines.join('\n')}\n`], { type: 'application/jsonl' }), 'citewright.jsonl');
  return form;
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'expired', 'cancelled']);

export function openaiBatches(endpoint: Endpoint): BatchService {
  const client = createClient(endpoint);
  const { id } = endpoint;
  const read = async (batch: string, signal: AbortSignal) => {
    const { value, wait } = await client.get(`/batches/${as(Name, batch)}`, signal);
    return { ...as(OpenAiBatch, value), wait };
  };
  return {
    first: { format: 'schema', dropped: [], responses: endpoint.responses },
    steps: OPENAI_STEPS,
    question: (prompt, quirks) =>
      quirks.responses
        ? { path: RESPONSES, body: responsesBody(prompt, quirks, endpoint) }
        : { path: CHAT, body: chatBody(prompt, quirks, endpoint) },
    reply: (path, answer) =>
      path === RESPONSES ? responsesReply(as(Responded, answer), id) : chatReply(as(Completion, answer), id),
    async submit(requests, signal) {
      const file = as(File, await client.post('/files', upload(requests), signal));
      const order = { input_file_id: file.id, endpoint: requests[0]?.path ?? CHAT, completion_window: '24h' };
      return as(OpenAiBatch, await client.post('/batches', JSON.stringify(order), signal)).id;
    },
    async look(batch, signal) {
      const { status, errors, request_counts: n, wait } = await read(batch, signal);
      if (status === 'failed')
        throw new ModelError(
          'rejected',
          reason('batch_rejected', { said: errors?.data?.[0]?.message.slice(0, 300) ?? '?' }),
        );
      return { ended: ENDED.has(status), done: (n?.completed ?? 0) + (n?.failed ?? 0), wait };
    },
    async collect(batch, signal) {
      const { output_file_id: output, error_file_id: errors } = await read(batch, signal);
      const files = [output, errors].filter((name) => name != null);
      const lines = await Promise.all(files.map((name) => client.lines(`/files/${name}/content`, signal)));
      return lines.flat().flatMap(openaiResult);
    },
  };
}
