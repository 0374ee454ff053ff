/** Loopback servers in place of the two providers, live and in batches, whose model answers a prompt with `say`. */
import type http from 'node:http';
import { completion, serve, type Served } from './cli';

type Say = (prompt: string) => unknown;
type Json = Record<string, unknown>;
/** What a test may set: how often a batch is polled before it has ended, and what happens to single requests. */
export type Manner = {
  looks: number;
  /** Requests that a batch leaves unanswered. */
  lose?: (prompt: string) => boolean;
  /** Refuses a body, like a provider that does not know a parameter. */
  refuse?: (body: Json) => string | undefined;
  /** Statuses with which the service answers instead of working, in order; 0 accepts a request. */
  stumble?: number[];
};
export type Provider = Served & { readonly manner: Manner; readonly batches: Map<string, Batch> };
type Batch = { looked: number; readonly requests: readonly { readonly id: string; readonly body: Json }[] };

const promptIn = (body: Json) => JSON.stringify(body['messages']);
const send = (response: http.ServerResponse, status: number, value: unknown, headers: Json = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...(headers as Record<string, string>) });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
};

async function provider(
  answer: (
    request: { method: string; url: string; body: string },
    state: Provider,
  ) => { status?: number; value: unknown },
  looks: number,
): Promise<Provider> {
  const manner: Manner = { looks };
  const batches = new Map<string, Batch>();
  const state: { it?: Provider } = {};
  const served = await serve((request, body, response) => {
    const stumbles = request.url?.includes('batches') ? manner.stumble?.shift() : undefined;
    if (stumbles !== undefined && stumbles !== 0) {
      send(response, stumbles, { error: { type: 'x', message: 'try later' } }, { 'retry-after': '0' });
      return;
    }
    const { status = 200, value } = answer(
      { method: request.method ?? '', url: request.url ?? '', body },
      state.it!,
    );
    send(response, status, value, { 'retry-after': '0.05' });
  });
  state.it = { ...served, manner, batches };
  return state.it;
}

/** Anthropic's Messages and Message Batches. */
export function anthropicServer(say: Say, looks = 2): Promise<Provider> {
  let made = 0;
  const message = (body: Json) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body['model'],
    content: [{ type: 'text', text: JSON.stringify(say(promptIn(body))) }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 1000,
      output_tokens: 100,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    },
  });
  const refusal = (text: string) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message: text },
  });
  const shape = (id: string, batch: Batch, ended: boolean) => ({
    id,
    type: 'message_batch',
    processing_status: ended ? 'ended' : 'in_progress',
    request_counts: {
      processing: 0,
      succeeded: ended ? batch.requests.length : 0,
      errored: 0,
      canceled: 0,
      expired: 0,
    },
    results_url: ended ? `http://elsewhere.invalid/${id}` : null,
  });
  return provider(({ method, url, body }, { manner, batches }) => {
    if (url === '/v1/messages') {
      const asked = JSON.parse(body) as Json;
      const no = manner.refuse?.(asked);
      return no === undefined ? { value: message(asked) } : { status: 400, value: refusal(no) };
    }
    if (method === 'POST' && url === '/v1/messages/batches') {
      const { requests } = JSON.parse(body) as { requests: { custom_id: string; params: Json }[] };
      const id = `msgbatch_${++made}`;
      const batch = { looked: 0, requests: requests.map((r) => ({ id: r.custom_id, body: r.params })) };
      batches.set(id, batch);
      return { value: shape(id, batch, false) };
    }
    const [, name = '', rest] = /^\/v1\/messages\/batches\/([^/]+)(\/results)?$/.exec(url) ?? [];
    const batch = batches.get(name);
    if (!batch)
      return { status: 404, value: { type: 'error', error: { type: 'not_found_error', message: 'gone' } } };
    if (!rest) return { value: shape(name, batch, ++batch.looked > manner.looks) };
    const lines = batch.requests.map(({ id, body: asked }) => {
      if (manner.lose?.(promptIn(asked))) return { custom_id: id, result: { type: 'expired' } };
      const no = manner.refuse?.(asked);
      return no === undefined
        ? { custom_id: id, result: { type: 'succeeded', message: message(asked) } }
        : { custom_id: id, result: { type: 'errored', error: refusal(no) } };
    });
    return {
      value: `${lines
        .reverse()
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`,
    };
  }, looks);
}

/** OpenAI's Chat Completions, Files and Batch. */
export function openaiServer(say: Say, looks = 2): Promise<Provider> {
  const answer = (body: Json) =>
    completion(body['model'], say(promptIn(body)), { prompt_tokens: 1000, completion_tokens: 100 });
  let made = 0;
  const files = new Map<string, string>();
  const shape = (id: string, ended: boolean) => ({
    id,
    object: 'batch',
    endpoint: '/v1/chat/completions',
    status: ended ? 'completed' : 'in_progress',
    ...(ended ? { output_file_id: `${id}-out`, error_file_id: `${id}-err` } : {}),
    request_counts: { total: 0, completed: 0, failed: 0 },
  });
  return provider(({ method, url, body }, { manner, batches }) => {
    if (url === '/v1/chat/completions') return { value: answer(JSON.parse(body) as Json) };
    if (url === '/v1/files') {
      const id = `file-${files.size + 1}`;
      files.set(id, body);
      return { value: { id, object: 'file', purpose: 'batch' } };
    }
    if (method === 'POST' && url === '/v1/batches') {
      const { input_file_id } = JSON.parse(body) as { input_file_id: string };
      const lines = (files.get(input_file_id) ?? '').split('\n').filter((line) => line.startsWith('{'));
      const requests = lines.map((line) => JSON.parse(line) as { custom_id: string; body: Json });
      const id = `batch_${++made}`;
      batches.set(id, { looked: 0, requests: requests.map((r) => ({ id: r.custom_id, body: r.body })) });
      return { value: shape(id, false) };
    }
    const [, name = '', part] =
      /^\/v1\/(?:batches|files)\/(batch_\d+)(?:-(out|err)\/content)?$/.exec(url) ?? [];
    const batch = batches.get(name);
    if (!batch) return { status: 404, value: { error: { message: 'gone' } } };
    if (!part) return { value: shape(name, ++batch.looked > manner.looks) };
    const lines = batch.requests.flatMap(({ id, body: asked }): Json[] => {
      const isLost = manner.lose?.(promptIn(asked)) ?? false;
      if (isLost !== (part === 'err')) return [];
      return isLost
        ? [{ id: 'r', custom_id: id, response: null, error: { code: 'batch_expired', message: 'too late' } }]
        : [{ id: 'r', custom_id: id, response: { status_code: 200, body: answer(asked) }, error: null }];
    });
    return { value: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
  }, looks);
}
