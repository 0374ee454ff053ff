import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelError, type Prompt, type Reply } from '../../../src/core/ports';
import { toModelError } from '../../../src/node/models/errors';
import { realTiming, type Timing } from '../../../src/node/models/gate';
import type { ModelSpec } from '../../../src/node/models/endpoint';
import { checkKey, createModel } from '../../../src/node/models/llm';
import { forgetLessons } from '../../../src/node/models/quirks';
import { anthropicError, apiError, chat, message, provider, response, type Answer } from './server';

const KEY = 'sk-canary-5c1f0b7e9d2a44c8';
const PROMPT: Prompt = {
  system: 'Compare claim and source.',
  blocks: [
    { text: 'SOURCE: the bridge opened in 1907.', cache: true },
    { text: 'CLAIM: it opened in 1907. „ß“ 橋' },
  ],
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['support'],
    properties: { support: { type: 'string', enum: ['supported', 'absent'] } },
  },
  name: 'verdict',
  maxTokens: 700,
};
const VERDICT = '{"support":"supported"}';
const never = new AbortController().signal;

/** Sleeps at once and records for how long it was asked to. */
function instant() {
  const slept: number[] = [];
  let now = 0;
  const timing: Timing = {
    now: () => now,
    random: () => 0.5,
    sleep: (ms) => {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  return { timing, slept };
}

const open: { close: () => Promise<void> }[] = [];
async function serve(...answers: readonly Answer[]) {
  const server = await provider(...answers);
  open.push(server);
  return server;
}
beforeEach(() => forgetLessons());
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((s) => s.close()));
});

const SPECS = {
  anthropic: { provider: 'anthropic', id: 'claude-haiku-4-5', key: KEY },
  openai: { provider: 'openai', id: 'gpt-4o-mini', key: KEY },
  compatible: { provider: 'openai-compatible', id: 'qwen3:8b', key: KEY },
  responses: { provider: 'openai', id: 'gpt-5.5-pro', key: KEY },
} as const satisfies Record<string, ModelSpec>;
type Kind = keyof typeof SPECS;

const GOOD: Record<Kind, Answer> = {
  anthropic: message(VERDICT),
  openai: chat(VERDICT),
  compatible: chat(VERDICT),
  responses: response([{ type: 'output_text', text: VERDICT, annotations: [] }]),
};
const KINDS = Object.keys(SPECS) as Kind[];

const send = (r: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void r.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const goodBody = (kind: Kind) => (GOOD[kind] as { body: unknown }).body;

/** Asks once and gives the reply or the error. */
async function ask(
  kind: Kind,
  baseUrl: string,
  timing: Timing = instant().timing,
  more: Partial<ModelSpec> = {},
) {
  try {
    return await createModel({ ...SPECS[kind], baseUrl, ...more }, timing).ask(PROMPT, never);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    expect(`${error.message} ${error.stack ?? ''}`).not.toContain(KEY);
    expect(JSON.stringify(error)).not.toContain(KEY);
    return error;
  }
}
const reply = (x: Reply | ModelError): Reply => {
  if (x instanceof ModelError) throw x;
  return x;
};
const reason = (x: Reply | ModelError) => (x instanceof ModelError ? x.reason : `answered ${x.text}`);

describe('requests', () => {
  it('sends Anthropic a message with the schema, cache marks and thinking off, and nothing else', async () => {
    const server = await serve(GOOD.anthropic);
    await ask('anthropic', server.baseUrl);
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(seen?.body).toEqual({
      model: 'claude-haiku-4-5',
      max_tokens: 700,
      system: PROMPT.system,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: PROMPT.blocks[0]!.text, cache_control: { type: 'ephemeral' } },
            { type: 'text', text: PROMPT.blocks[1]!.text },
          ],
        },
      ],
      thinking: { type: 'disabled' },
      output_config: { format: { type: 'json_schema', schema: PROMPT.schema } },
    });
    expect(seen?.headers['anthropic-version']).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('sends OpenAI a strict schema and the new name of the limit', async () => {
    const server = await serve(GOOD.openai);
    await ask('openai', server.baseUrl);
    expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(server.seen[0]?.body).toEqual({
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: PROMPT.system },
        { role: 'user', content: PROMPT.blocks.map((b) => b.text).join('\n\n') },
      ],
      max_completion_tokens: 700,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'verdict', schema: PROMPT.schema, strict: true },
      },
    });
  });

  it('reserves tokens for a reasoning model to think, and includes them in the estimate', async () => {
    const server = await serve(GOOD.openai);
    const model = createModel({ ...SPECS.openai, id: 'gpt-5.4-mini', baseUrl: server.baseUrl });
    await model.ask(PROMPT, never);
    expect(server.seen[0]?.body).toMatchObject({ reasoning_effort: 'low', max_completion_tokens: 2700 });
    expect(model.thinking).toBe(2000);
  });

  it('sends a compatible server the old name of the limit and temperature zero', async () => {
    const server = await serve(GOOD.compatible);
    await ask('compatible', server.baseUrl);
    expect(server.seen[0]?.path).toBe('/v1/chat/completions');
    expect(server.seen[0]?.body).toMatchObject({ model: 'qwen3:8b', max_tokens: 700, temperature: 0 });
    expect(server.seen[0]?.body).not.toHaveProperty('max_completion_tokens');
  });

  it('uses the Responses API for Responses-only models, without storage', async () => {
    const server = await serve(GOOD.responses);
    await ask('responses', server.baseUrl);
    expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/v1/responses' });
    expect(server.seen[0]?.body).toEqual({
      model: 'gpt-5.5-pro',
      instructions: PROMPT.system,
      input: PROMPT.blocks.map((b) => b.text).join('\n\n'),
      max_output_tokens: 2700,
      reasoning: { effort: 'low' },
      store: false,
      text: { format: { type: 'json_schema', name: 'verdict', schema: PROMPT.schema, strict: true } },
    });
  });

  it.each(KINDS)('%s: sends only these headers, whatever the environment contains', async (kind) => {
    for (const [name, value] of Object.entries({
      ANTHROPIC_API_KEY: 'env-anthropic',
      ANTHROPIC_AUTH_TOKEN: 'env-token',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/elsewhere',
      ANTHROPIC_CUSTOM_HEADERS: 'x-leak: env-leak\nAuthorization: Bearer env-leak',
      ANTHROPIC_LOG: 'debug',
      OPENAI_API_KEY: 'env-openai',
      OPENAI_ADMIN_KEY: 'env-admin',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/elsewhere',
      OPENAI_CUSTOM_HEADERS: 'x-leak: env-leak',
      OPENAI_ORG_ID: 'env-org',
      OPENAI_PROJECT_ID: 'env-project',
      OPENAI_LOG: 'debug',
      CITEWRIGHT_API_KEY: 'env-citewright',
    })) {
      vi.stubEnv(name, value);
    }
    const logs = (['log', 'debug', 'info', 'warn', 'error'] as const).map((m) => vi.spyOn(console, m));
    const server = await serve(GOOD[kind]);
    reply(await ask(kind, server.baseUrl));
    const headers = server.seen[0]?.headers ?? {};
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(headers['user-agent']).toBe('citewright');
    const transport = 'host connection content-length accept-language sec-fetch-mode accept-encoding';
    const ours = 'accept content-type anthropic-version authorization user-agent';
    const expected = `${transport} ${ours}`.split(' ');
    expect(Object.keys(headers).filter((h) => !expected.includes(h))).toEqual([]);
    expect(JSON.stringify(headers) + (server.seen[0]?.text ?? '')).not.toContain('env-');
    for (const log of logs) expect(log).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('sends a placeholder to a server without a key, never a key of the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'env-openai');
    const server = await serve(GOOD.compatible);
    await createModel({ provider: 'openai-compatible', id: 'm', baseUrl: server.baseUrl }).ask(PROMPT, never);
    expect(server.seen[0]?.headers.authorization).toBe('Bearer none');
  });

  it('accepts a base URL with a trailing slash, and for Anthropic one without /v1', async () => {
    const server = await serve(GOOD.anthropic, GOOD.anthropic, GOOD.openai);
    await ask('anthropic', server.origin);
    await ask('anthropic', `${server.baseUrl}/`);
    await ask('openai', `${server.baseUrl}/`);
    expect(server.seen.map((s) => s.path)).toEqual(['/v1/messages', '/v1/messages', '/v1/chat/completions']);
  });
});

describe('answers', () => {
  it('reads text and usage of Anthropic, with cache reads and writes separate', async () => {
    const server = await serve(GOOD.anthropic);
    expect(await ask('anthropic', server.baseUrl)).toEqual({
      text: VERDICT,
      usage: { input: 1200, output: 80, cached: 700, written: 300 },
      stop: 'end',
      model: 'claude-haiku-4-5-20251001',
    });
  });

  it('reads text and usage of OpenAI in both APIs', async () => {
    const server = await serve(GOOD.openai, GOOD.responses);
    expect(await ask('openai', server.baseUrl)).toEqual({
      text: VERDICT,
      usage: { input: 1200, output: 80, cached: 1000 },
      stop: 'end',
      model: 'gpt-5.4-mini-2026-03-17',
    });
    expect(await ask('responses', server.baseUrl)).toMatchObject({
      text: VERDICT,
      usage: { input: 900, output: 60, cached: 100 },
      stop: 'end',
    });
  });

  const incomplete = (why: string) =>
    response([], { status: 'incomplete', incomplete_details: { reason: why } });
  const stops: readonly [Kind, string, Answer, string][] = [
    ['anthropic', 'stop_sequence', message(VERDICT, { stop_reason: 'stop_sequence' }), 'end'],
    ['anthropic', 'max_tokens', message('{"supp', { stop_reason: 'max_tokens' }), 'length'],
    ['anthropic', 'refusal', message('', { content: [], stop_reason: 'refusal' }), 'refusal'],
    ['openai', 'length', chat('{"supp', {}, { finish_reason: 'length' }), 'length'],
    ['openai', 'content_filter', chat('', {}, { finish_reason: 'content_filter' }), 'filter'],
    ['openai', 'refusal', chat(null, {}, { message: { content: null, refusal: 'I can’t.' } }), 'refusal'],
    ['compatible', 'no finish_reason', chat(VERDICT, {}, { finish_reason: null }), 'end'],
    ['compatible', 'an unknown finish_reason', chat(VERDICT, {}, { finish_reason: 'eos' }), 'end'],
    ['responses', 'refusal', response([{ type: 'refusal', refusal: 'No.' }]), 'refusal'],
    ['responses', 'max_output_tokens', incomplete('max_output_tokens'), 'length'],
    ['responses', 'content_filter', incomplete('content_filter'), 'filter'],
  ];
  it.each(stops)('%s: %s is recognized', async (kind, _name, answer, stop) => {
    const server = await serve(answer);
    expect(reply(await ask(kind, server.baseUrl)).stop).toBe(stop);
  });

  it.each([
    ['anthropic', message('', { stop_reason: 'model_context_window_exceeded' }), 'too-long'],
    ['anthropic', message('', { stop_reason: 'tool_use' }), 'bad-response'],
    ['anthropic', message('', { stop_reason: 'pause_turn' }), 'bad-response'],
    ['openai', chat(null, {}, { finish_reason: 'tool_calls' }), 'bad-response'],
    [
      'responses',
      response([], { status: 'failed', error: { code: 'server_error', message: 'x' } }),
      'server-error',
    ],
  ] as const)('%s: a stop without an answer is a failure that counts its cost', async (kind, answer, why) => {
    const server = await serve(answer);
    const error = await ask(kind, server.baseUrl);
    expect(reason(error)).toBe(why);
    expect((error as ModelError).usage.input).toBeGreaterThan(0);
  });

  it.each([
    ['nothing but a message', { choices: [{ message: { content: VERDICT } }] }, VERDICT],
    ['a list of parts', { choices: [{ message: { content: [{ type: 'text', text: VERDICT }] } }] }, VERDICT],
    [
      'thoughts before it',
      { choices: [{ message: { content: `<think>{"a":1} hm</think>\n${VERDICT}` } }] },
      VERDICT,
    ],
    ['thoughts only', { choices: [{ message: { content: '<think>hm, and then' } }] }, ''],
    ['no content at all', { choices: [{ message: { role: 'assistant', reasoning: 'hm' } }] }, ''],
    ['no message', { choices: [{}] }, ''],
  ])('compatible: an answer with %s is read', async (_name, body, text) => {
    const server = await serve({ body });
    expect(await ask('compatible', server.baseUrl)).toMatchObject({
      text,
      usage: { input: 0, output: 0, cached: 0 },
      model: 'qwen3:8b',
    });
  });
});

describe('errors', () => {
  const cases = JSON.parse(readFileSync('test/fixtures/models/errors.json', 'utf8')) as readonly {
    readonly kind: Kind;
    readonly name: string;
    readonly reason: string;
    readonly answer: Answer;
  }[];
  it.each(cases)('$kind: $name is $reason', async ({ kind, answer, reason: why }) => {
    const server = await serve(answer);
    expect(reason(await ask(kind, server.baseUrl))).toBe(why);
  });

  it('names the missing model and the server’s message', async () => {
    const server = await serve({ status: 404, body: { error: 'model not found, try pulling it first' } });
    const error = await ask('compatible', server.baseUrl);
    expect((error as ModelError).message).toMatch(/qwen3:8b.*try pulling it first/s);
  });

  it.each(KINDS)('%s: removes a key from the body of an error', async (kind) => {
    const server = await serve(
      apiError(400, { message: `bad value in "Bearer ${KEY}" and ${KEY.slice(0, 12)}… and sk-c****44c8` }),
    );
    const error = await ask(kind, server.baseUrl);
    expect((error as ModelError).message).not.toMatch(/canary|44c8/);
    expect((error as ModelError).message).toContain('bad value');
  });

  it.each(KINDS)('%s: keeps no key of an answer, and no model that is not a name', async (kind) => {
    const echo = JSON.stringify(goodBody(kind)).replaceAll('supported', KEY);
    const server = await serve({ status: 200, body: { ...(JSON.parse(echo) as object), model: { a: KEY } } });
    expect(reply(await ask(kind, server.baseUrl))).toMatchObject({
      text: '{"support":"[…]"}',
      model: SPECS[kind].id,
    });
    const odd = await serve({ status: 200, headers: { 'content-type': `text/${KEY}` }, body: '<' });
    expect(reason(await ask(kind, odd.baseUrl))).toBe('not-an-api');
  });

  it.each(KINDS)('%s: sends neither key nor prompt to a redirect', async (kind) => {
    const other = await serve(GOOD[kind]);
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await serve({ status, headers: { location: `${other.origin}/v1/x` }, body: '' });
      const error = await ask(kind, server.baseUrl);
      expect(reason(error)).toBe('not-an-api');
      expect((error as ModelError).message).toContain('aren’t sent on');
      expect(server.seen).toHaveLength(1);
    }
    expect(other.seen).toHaveLength(0);
  });

  it.each(KINDS)('%s: an unreachable server is named, once and without delay', async (kind) => {
    const server = await serve(GOOD[kind]);
    await server.close();
    open.pop();
    const { timing, slept } = instant();
    const error = await ask(kind, server.baseUrl, timing);
    expect(reason(error)).toBe('unreachable');
    expect((error as ModelError).message).toContain(new URL(server.origin).host);
    expect((error as ModelError).fatal).toBe(true);
    expect(slept).toEqual([]);
  });

  it('is called at once if the clock is before 1970', async () => {
    const server = await serve(GOOD.openai);
    const { timing, slept } = instant();
    const early = { ...timing, now: () => timing.now() - 60 * 365 * 86_400_000 };
    expect(reply(await ask('openai', server.baseUrl, early)).text).toBe(VERDICT);
    expect(slept).toEqual([]);
  });

  it('gives a hint if Ollama does not answer', () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    });
    const asked = { ...SPECS.compatible, baseUrl: 'http://localhost:11434/v1' };
    const error = toModelError(refused, asked, { input: 1, output: 0, cached: 0 });
    expect(error.why).toMatchObject({
      cause: 'not_running',
      facts: { service: 'Ollama', origin: 'http://localhost:11434', what: 'ECONNREFUSED' },
    });
    expect(error.usage.input).toBe(0);
  });

  it.each(KINDS)(
    '%s: leaves to the budget whether a broken answer, which may be billed, is asked again',
    async (kind) => {
      const server = await serve((_, r) => {
        r.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        r.write('{"id": "x"');
        setTimeout(() => r.destroy(), 20);
      });
      const error = await ask(kind, server.baseUrl);
      expect(reason(error)).toBe('server-error');
      expect(server.seen).toHaveLength(1);
      expect((error as ModelError).usage.input).toBeGreaterThan(20);
      expect((error as ModelError).usage.output).toBeGreaterThan(600);
    },
  );

  it('does not read an endless answer, which may be billed', async () => {
    const server = await serve((_, r) => {
      r.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!r.destroyed && r.write(' '.repeat(65_536)));
        r.once('drain', more);
      };
      more();
    });
    const error = (await ask('compatible', server.baseUrl)) as ModelError;
    expect([reason(error), error.usage.input > 20]).toEqual(['not-an-api', true]);
  });
});

describe('retries', () => {
  it('waits as each kind of header asks, then answers', async () => {
    const headers: readonly [Record<string, string>, number][] = [
      [{ 'retry-after': '7' }, 7_000],
      [{ 'retry-after-ms': '1500', 'retry-after': '30' }, 1_500],
      [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }, 9_000],
      [{ 'x-ratelimit-reset-requests': '1m2s' }, 0],
      [{ 'x-ratelimit-reset-tokens': '6ms' }, 6],
      [{}, 2_000],
    ];
    for (const [header, wait] of headers) {
      const server = await serve(apiError(429, { message: 'Rate limit reached' }, header), GOOD.openai);
      const { timing, slept } = instant();
      const answer = await ask('openai', server.baseUrl, timing);
      if (wait === 0) {
        expect(reason(answer)).toBe('rate-limited'); // 62 s is longer than anybody waits
        expect(server.seen).toHaveLength(1);
      } else {
        expect(reply(answer).text).toBe(VERDICT);
        expect(slept[0]).toBe(wait);
      }
    }
  });

  it.each([
    ['rate-limited', apiError(429, { message: 'slow down' }), 6],
    ['overloaded', anthropicError(529, 'overloaded_error', 'Overloaded'), 4],
    ['server-error', anthropicError(500, 'api_error', 'oops'), 4],
    ['key-invalid', anthropicError(401, 'authentication_error', 'no'), 1],
    ['no-credit', apiError(429, { message: 'x', code: 'insufficient_quota' }), 1],
    ['model-not-found', anthropicError(404, 'not_found_error', 'model'), 1],
    ['too-long', anthropicError(413, 'request_too_large', 'x'), 1],
  ])('%s is retried the documented number of times', async (why, answer, times) => {
    const server = await serve(answer);
    const { timing, slept } = instant();
    expect(reason(await ask('anthropic', server.baseUrl, timing))).toBe(why);
    expect(server.seen).toHaveLength(times);
    if (why === 'overloaded') expect(slept).toEqual([2_000, 4_000, 8_000]);
  });

  it.each([
    [429, '600', false],
    [503, '86400', true],
    [429, '31536000', true],
  ])('does not wait for a Retry-After over a minute, and ends the run for one of hours', async (...row) => {
    const [status, wait, fatal] = row;
    const server = await serve(apiError(status, { message: 'x' }, { 'retry-after': wait }));
    const { timing, slept } = instant();
    expect(await ask('openai', server.baseUrl, timing)).toMatchObject({ fatal });
    expect(slept).toEqual([]);
  });

  it('counts what an answer that does not come in time may cost', async () => {
    const dead = await serve(() => undefined);
    const error = await ask('openai', dead.baseUrl, realTiming, { timeoutMs: 150 });
    expect(reason(error)).toBe('timeout');
    expect((error as ModelError).usage.output).toBeGreaterThan(600);
    expect(dead.seen).toHaveLength(1);
  });

  it('ends the run after three calls to a server that never answers, not to one that did', async () => {
    const fatal = async (...answers: readonly Answer[]) => {
      const spec = { ...SPECS.openai, baseUrl: (await serve(...answers)).baseUrl, timeoutMs: 100 };
      const model = createModel(spec, realTiming);
      const fails = (error: unknown) => (error as ModelError).fatal;
      const all: unknown[] = [];
      for (let i = 0; i < 4; i++) all.push(await model.ask(PROMPT, never).then(() => 'answered', fails));
      return all;
    };
    expect(await fatal(() => undefined)).toEqual([false, false, true, true]);
    expect(await fatal(GOOD.openai, () => undefined)).toEqual(['answered', false, false, false]);
  });

  it('limits the time of a slow answer', async () => {
    const server = await serve((_, r) => {
      r.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => r.write(' '), 20);
      r.on('close', () => clearInterval(drip));
    });
    expect(reason(await ask('anthropic', server.baseUrl, realTiming, { timeoutMs: 200 }))).toBe('timeout');
  });

  it.each(KINDS)('%s: cancels, whatever it waits for', async (kind) => {
    const waits: readonly Answer[] = [
      () => undefined,
      apiError(429, { message: 'x' }, { 'retry-after': '50' }),
      (_, r) => {
        r.writeHead(200, { 'content-type': 'application/json' });
        r.write('{');
      },
    ];
    for (const wait of waits) {
      const server = await serve(wait);
      const stop = new AbortController();
      const model = createModel({ ...SPECS[kind], baseUrl: server.baseUrl });
      const asked = model.ask(PROMPT, stop.signal).catch((e: unknown) => e);
      const queued = model.ask(PROMPT, stop.signal).catch((e: unknown) => e);
      await vi.waitFor(() => expect(server.seen).toHaveLength(1));
      await new Promise((r) => setTimeout(r, 30));
      stop.abort();
      expect(await asked).toMatchObject({ name: 'ModelError', reason: 'cancelled' });
      expect(await queued).toMatchObject({ name: 'ModelError', reason: 'cancelled' });
      expect(server.seen).toHaveLength(1);
    }
  });

  it('cancels even if the transport does not', async () => {
    const real = globalThis.fetch;
    globalThis.fetch = () => new Promise(() => undefined);
    try {
      const stop = new AbortController();
      const asked = createModel(SPECS.openai).ask(PROMPT, stop.signal);
      setTimeout(() => stop.abort(), 20);
      await expect(asked).rejects.toMatchObject({ reason: 'cancelled' });
    } finally {
      globalThis.fetch = real;
    }
  });
});

describe('concurrent calls', () => {
  it('an address that is not a model API costs one call and no money', async () => {
    const server = await serve({ body: { hello: 'world' } });
    const model = createModel({ ...SPECS.openai, baseUrl: server.baseUrl });
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => model.ask(PROMPT, never)));
    for (const r of all) {
      expect(r).toMatchObject({ status: 'rejected', reason: { reason: 'not-an-api', fatal: true } });
      expect(r).toMatchObject({ reason: { usage: { input: 0, output: 0 } } });
    }
    expect(server.seen).toHaveLength(1);
  });

  it('an invalid answer without a usage costs what was sent', async () => {
    const server = await serve({ body: { choices: [] } });
    const error = await ask('compatible', server.baseUrl);
    expect(error).toMatchObject({ reason: 'bad-response', fatal: false });
    expect((error as ModelError).usage.input).toBeGreaterThan(20);
  });

  it.each(KINDS)('%s: a wrong key costs one call, not one per citation', async (kind) => {
    const server = await serve(apiError(401, { message: 'no' }));
    const model = createModel({ ...SPECS[kind], baseUrl: server.baseUrl }, instant().timing);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => model.ask(PROMPT, never)));
    expect(
      all.every((r) => r.status === 'rejected' && (r.reason as ModelError).reason === 'key-invalid'),
    ).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  it('sends the first alone and the rest together', async () => {
    let active = 0;
    let most = 0;
    const server = await serve((_, r) => {
      active += 1;
      most = Math.max(most, active);
      setTimeout(() => {
        active -= 1;
        send(r, 200, goodBody('openai'));
      }, 50);
    });
    const model = createModel({ ...SPECS.openai, baseUrl: server.baseUrl });
    await Promise.all(Array.from({ length: 9 }, () => model.ask(PROMPT, never)));
    expect(most).toBe(8);
  });

  it('halves the number in flight after a rate limit', async () => {
    let active = 0;
    let calls = 0;
    const after: number[] = [];
    const server = await serve((_, r) => {
      calls += 1;
      active += 1;
      const limited = calls > 1 && calls <= 9;
      if (calls > 9) after.push(active);
      setTimeout(() => {
        active -= 1;
        if (limited) send(r, 429, { error: { message: 'slow' } }, { 'retry-after-ms': '10' });
        else send(r, 200, goodBody('openai'));
      }, 40);
    });
    const model = createModel({ ...SPECS.openai, baseUrl: server.baseUrl });
    const all = await Promise.all(Array.from({ length: 9 }, () => model.ask(PROMPT, never)));
    expect(all).toHaveLength(9);
    expect(Math.max(...after)).toBeLessThanOrEqual(4);
  });
});

describe('unsupported parameters', () => {
  const refusing =
    (words: string, test: (body: Record<string, unknown>) => boolean, kind: Kind = 'compatible'): Answer =>
    (seen, r) =>
      test(seen.body) ? send(r, 400, { error: { message: words } }) : send(r, 200, goodBody(kind));
  const formatOf = (body: Record<string, unknown>) =>
    (body['response_format'] as { type: string } | undefined)?.type ?? 'text';

  it('tries weaker answer formats, includes the schema in the prompt, and remembers', async () => {
    const server = await serve(
      refusing("'response_format' of this type is not supported", (b) => formatOf(b) !== 'text'),
    );
    const model = createModel({ ...SPECS.compatible, baseUrl: server.baseUrl });
    expect((await model.ask(PROMPT, never)).text).toBe(VERDICT);
    expect(server.seen.map((s) => formatOf(s.body))).toEqual(['json_schema', 'json_object', 'text']);
    expect(server.seen[0]?.text).not.toContain('JSON Schema');
    expect(server.seen[2]?.text).toContain('JSON Schema');
    await createModel({ ...SPECS.compatible, baseUrl: server.baseUrl }).ask(PROMPT, never);
    expect(server.seen).toHaveLength(4);
    await createModel({ ...SPECS.compatible, id: 'other', baseUrl: server.baseUrl }).ask(PROMPT, never);
    expect(formatOf(server.seen[4]!.body)).toBe('json_schema');
  });

  it('stops at the first format that works', async () => {
    const server = await serve(
      refusing('json_schema is not supported by this model', (b) => formatOf(b) === 'json_schema'),
    );
    reply(await ask('compatible', server.baseUrl));
    expect(server.seen.map((s) => formatOf(s.body))).toEqual(['json_schema', 'json_object']);
  });

  it.each([
    ['compatible', 'temperature', "Unsupported value: 'temperature' does not support 0 with this model."],
    ['compatible', 'max_tokens', "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."],
    ['anthropic', 'thinking', 'thinking: Input tag disabled is not supported for this model'],
    ['responses', 'reasoning', "Unsupported parameter: 'reasoning.effort' is not supported with this model."],
    ['responses', 'store', "Unknown parameter: 'store'."],
  ] as const)('%s: drops %s after one refusal', async (kind, name, words) => {
    const server = await serve(refusing(words, (body) => name in body, kind));
    expect(reply(await ask(kind, server.baseUrl)).text).toBe(VERDICT);
    expect(server.seen).toHaveLength(2);
  });

  it('Anthropic without structured output gets the schema in the prompt', async () => {
    const server = await serve(
      anthropicError(400, 'invalid_request_error', 'output_config.format: not supported for this model'),
      GOOD.anthropic,
    );
    reply(await ask('anthropic', server.baseUrl));
    expect(server.seen[1]?.body).not.toHaveProperty('output_config');
    expect(server.seen[1]?.body['system']).toContain('JSON Schema');
  });

  it('switches to the Responses API if the model supports no other', async () => {
    const server = await serve(
      apiError(404, {
        message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
      }),
      GOOD.responses,
    );
    reply(await ask('openai', server.baseUrl));
    expect(server.seen.map((s) => s.path)).toEqual(['/v1/chat/completions', '/v1/responses']);
  });

  it('gives up on a refusal that it cannot fix', async () => {
    const server = await serve(refusing('response_format is never right', () => true));
    expect(reason(await ask('compatible', server.baseUrl))).toBe('rejected');
    expect(server.seen).toHaveLength(3);
  });
});

describe('specs', () => {
  it.each([
    ['http://example.org/v1', 'base_url_plain'],
    ['ftp://example.org', 'base_url_scheme'],
    ['https://user:secret@example.org/v1', 'base_url_credentials'],
    ['https://example.org/v1?key=secret', 'base_url_query'],
    ['not an address', 'base_url_invalid'],
  ])('refuses the base URL %s before any request', (baseUrl, cause) => {
    let refused: unknown;
    try {
      createModel({ ...SPECS.openai, baseUrl });
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ why: { cause: 'bad_base_url', facts: { said: { cause } } } });
    expect(String(refused)).not.toMatch(/secret/);
  });

  it.each([['sk-\nbroken'], ['ключ'], [''], ['two words']])(
    'refuses the key %j without repeating it',
    (key) => {
      const make = () => createModel({ ...SPECS.openai, key });
      expect(make).toThrow(ModelError);
      if (key) expect(make).not.toThrow(key);
    },
  );

  it('trims the line break of a pasted key', async () => {
    const server = await serve(GOOD.openai);
    await createModel({ ...SPECS.openai, key: ` ${KEY}\n`, baseUrl: server.baseUrl }).ask(PROMPT, never);
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('knows price and window of a known id, and no price of an unknown one', () => {
    expect(createModel(SPECS.anthropic)).toMatchObject({ window: 200_000, price: { input: 1, output: 5 } });
    const unknown = createModel({ ...SPECS.anthropic, id: 'claude-haiku-4-5-preview' });
    expect(unknown.price).toBeUndefined();
  });

  it('takes price and window from the settings', () => {
    const price = { input: 0.5, output: 1, asOf: 'settings' };
    const model = createModel({
      ...SPECS.compatible,
      id: 'mine',
      models: [{ id: 'mine', provider: 'openai-compatible', window: 8_192, price }],
    });
    expect(model).toMatchObject({ window: 8_192, price });
  });
});

describe('keys and lists', () => {
  it('lists Anthropic’s models, without retired ones', async () => {
    const row = (id: string, lifecycle: string, retires: string | null = null) => ({
      id,
      type: 'model',
      display_name: id,
      created_at: '2026-01-01T00:00:00Z',
      lifecycle,
      retires_at: retires,
      max_input_tokens: 200_000,
    });
    const data = [row('a', 'active'), row('b', 'deprecated', '2027-01-02T00:00:00Z'), row('c', 'retired')];
    const server = await serve({ body: { data, has_more: false, first_id: 'a', last_id: 'c' } });
    expect(await checkKey({ provider: 'anthropic', key: KEY, baseUrl: server.baseUrl }, never)).toEqual({
      ok: true,
      models: [
        { id: 'a', window: 200_000 },
        { id: 'b', window: 200_000, retires: '2027-01-02' },
      ],
    });
    expect(server.seen[0]).toMatchObject({ method: 'GET' });
    expect(server.seen[0]?.path).toMatch(/^\/v1\/models/);
  });

  it('lists the models of a compatible server', async () => {
    const server = await serve({ body: { object: 'list', data: [{ id: 'qwen3:8b', object: 'model' }] } });
    const found = await checkKey({ provider: 'openai-compatible', baseUrl: server.baseUrl }, never);
    expect(found).toEqual({ ok: true, models: [{ id: 'qwen3:8b' }] });
  });

  it('distinguishes a valid key, a refused one and an unreachable server', async () => {
    const good = await serve({ body: { object: 'list', data: [] } });
    const bad = await serve(apiError(401, { message: KEY }));
    const spec = { provider: 'openai', key: KEY } as const;
    expect(await checkKey({ ...spec, baseUrl: good.baseUrl }, never)).toEqual({ ok: true, models: [] });
    const refused = await checkKey({ ...spec, baseUrl: bad.baseUrl }, never);
    expect(refused).toMatchObject({ ok: false, error: { reason: 'key-invalid' } });
    expect(JSON.stringify(refused)).not.toContain(KEY);
    await bad.close();
    open.splice(1, 1);
    expect(await checkKey({ ...spec, baseUrl: bad.baseUrl }, never)).toMatchObject({
      ok: false,
      error: { reason: 'unreachable' },
    });
    expect(await checkKey({ provider: 'anthropic' }, never)).toMatchObject({
      ok: false,
      error: { reason: 'key-invalid' },
    });
  });

  it('reports an address that is not a model API', async () => {
    const other = createServer((socket) => socket.end('220 mail ready\r\n'));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { port: number };
    const spec = { provider: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` } as const;
    expect(await checkKey(spec, never)).toMatchObject({ ok: false });
    other.close();
  });
});
