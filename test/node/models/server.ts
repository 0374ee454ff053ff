/** A loopback server in place of a model provider: records each request byte for byte and answers from a list. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { serve } from '../../support/cli';

export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
};

export type Answer =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | ((seen: Seen, response: ServerResponse) => void);

/** Starts a server; the last answer repeats. */
export async function provider(...answers: readonly Answer[]) {
  const seen: Seen[] = [];
  const server = await serve(({ method = '', url = '', headers: sent }, text, response) => {
    const given = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const one: Seen = { method, path: url, headers: sent, text, body: given };
    const answer = answers[Math.min(seen.length, answers.length - 1)]!;
    seen.push(one);
    if (typeof answer === 'function') {
      answer(one, response);
      return;
    }
    const { status = 200, headers = {}, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { seen, origin: server.base, baseUrl: `${server.base}/v1`, close: () => server.close() };
}

/** Answers in the real format. */
export const chat = (
  content: unknown,
  more: Record<string, unknown> = {},
  choice: Record<string, unknown> = {},
) => ({
  body: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'gpt-5.4-mini-2026-03-17',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
        ...choice,
      },
    ],
    usage: {
      prompt_tokens: 1200,
      completion_tokens: 80,
      total_tokens: 1280,
      prompt_tokens_details: { cached_tokens: 1000, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    service_tier: 'default',
    ...more,
  },
});

export const message = (text: string, more: Record<string, unknown> = {}) => ({
  body: {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5-20251001',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 200,
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 700,
      output_tokens: 80,
      service_tier: 'standard',
    },
    ...more,
  },
});

export const response = (content: readonly unknown[], more: Record<string, unknown> = {}) => ({
  body: {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-5.5-pro-2026-04-23',
    output: [
      { id: 'rs_1', type: 'reasoning', summary: [] },
      { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content },
    ],
    usage: {
      input_tokens: 900,
      input_tokens_details: { cached_tokens: 100 },
      output_tokens: 60,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 960,
    },
    ...more,
  },
});

export const apiError = (
  status: number,
  error: Record<string, unknown>,
  headers: Record<string, string> = {},
): Answer => ({ status, headers, body: { error } });

export const anthropicError = (status: number, type: string, text: string): Answer => ({
  status,
  headers: { 'request-id': 'req_1' },
  body: { type: 'error', error: { type, message: text }, request_id: 'req_1' },
});
