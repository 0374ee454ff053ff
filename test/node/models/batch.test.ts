/** Batches in process: who waits, what is sent once, and what becomes of a batch that fails in part or as a whole. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Model, Price, Prompt } from '../../../src/core/ports';
import { createBatchModel, type BatchModel } from '../../../src/node/models/batch';
import { openBatchStore } from '../../../src/node/models/batchStore';
import { cancelled, type Timing } from '../../../src/node/models/gate';
import { anthropicServer, openaiServer } from '../../support/batches';
import { serve, type Served } from '../../support/cli';
import { newFolder } from '../../support/newFolder';

vi.setConfig({ maxConcurrency: 20 });
const never = new AbortController().signal;
const DAY_MS = 24 * 60 * 60 * 1_000;
const home = newFolder();
const open: Served[] = [];
afterAll(() => Promise.all(open.map((server) => server.close())));

/** Waits are written down and take a moment only. */
const quick = (now = Date.now()) => {
  const waits: number[] = [];
  const timing: Timing = {
    now: () => now,
    random: () => 0.5,
    async sleep(ms, signal) {
      await new Promise((wake) => setTimeout(wake, 5));
      if (signal.aborted) throw cancelled();
      waits.push(ms);
    },
  };
  return { timing, waits };
};

const prompt = (text: string): Prompt => ({
  system: 'Judge.',
  blocks: [{ text }],
  schema: { type: 'object', properties: {}, additionalProperties: false, required: [] },
  name: 'verdict',
  maxTokens: 100,
});
const say = (asked: string) => ({ heard: /question \w+/.exec(asked)?.[0] });
const heard = async (model: Model, word: string, signal = never) => {
  const { text, isPaid } = await model.ask(prompt(`question ${word}`), signal);
  return { ...(JSON.parse(text) as object), ...(isPaid && { isPaid }) };
};

type Made = {
  readonly model: BatchModel;
  readonly said: string[];
  readonly waits: readonly number[];
  readonly folder: string;
};
const MODELS = { anthropic: 'claude-haiku-4-5', openai: 'gpt-4o-mini' } as const;
async function make(
  provider: keyof typeof MODELS,
  server: Served,
  { folder, id = MODELS[provider], now }: { folder?: string; id?: string; now?: number } = {},
): Promise<Made> {
  open.push(server);
  const said: string[] = [];
  const { timing, waits } = quick(now);
  const where = folder ?? newFolder();
  const spec = { provider, id, key: 'sk-test-key-of-nobody', baseUrl: `${server.base}/v1` };
  const model = await createBatchModel(spec, { folder: where, say: (text) => said.push(text), timing });
  return { model, said, waits, folder: where };
}
/** What the provider will bill although nobody waits for it. */
const BILLED = { status: 'rejected', reason: { usage: { output: 100 } } };
const posted = ({ calls }: Served) => calls.filter((call) => /^POST .*batches$/.test(call));
/** A server by `METHOD /path`; statuses other than 200 as pairs. */
const routes = (answers: Readonly<Record<string, () => readonly [status: number, value: unknown]>>) =>
  serve(({ method = '', url = '' }, _body, response) => {
    const [status, value] = answers[`${method} ${url}`]?.() ?? [404, { error: { message: 'no such thing' } }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  });
const anthropicBatch = (status: string) => ({
  id: 'msgbatch_1',
  processing_status: status,
  request_counts: { succeeded: 0, errored: 0, canceled: 0, expired: 0 },
});

describe.concurrent.each([
  ['anthropic', anthropicServer],
  ['openai', openaiServer],
] as const)('%s', (name, start) => {
  test('submits questions that arrive together once each, and matches their answers', async () => {
    const provider = await start(say);
    const { model, said, waits } = await make(name, provider);
    const words = ['one', 'two', 'one'];
    expect(await Promise.all(words.map((word) => heard(model, word)))).toEqual(
      words.map((word) => ({ heard: `question ${word}` })),
    );
    expect([...provider.batches.values()].map(({ requests }) => requests.length)).toEqual([2]);
    expect(said.at(-1)).toContain('2 of 2 answered');
    expect(waits.slice(1)).toEqual([50, 50]); // the provider's own Retry-After
    const calls = provider.calls.length;
    await heard(model, 'two');
    expect(provider.calls).toHaveLength(calls);
  });

  test('continues while a caller waits for an answer; submits nothing if all have left', async () => {
    const provider = await start(say);
    const { model } = await make(name, provider);
    const [first, last] = [new AbortController(), new AbortController()];
    const left = heard(model, 'one', first.signal);
    const stays = heard(model, 'one');
    first.abort();
    await expect(left).rejects.toMatchObject({ reason: 'cancelled' });
    expect(await stays).toEqual({ heard: 'question one' });
    const alone = heard(model, 'two', last.signal);
    last.abort();
    await expect(alone).rejects.toMatchObject({ reason: 'cancelled' });
    await expect(heard(model, 'three', last.signal)).rejects.toMatchObject({ reason: 'cancelled' });
    expect(await heard(model, 'four')).toEqual({ heard: 'question four' }); // it can be asked again after that
    expect([...provider.batches.values()].map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  test('collects an earlier process’s batch, which counted it when it was stopped', async () => {
    const provider = await start(say, Infinity);
    const one = await make(name, provider);
    const stop = new AbortController();
    const stopped = Promise.allSettled(['one', 'two'].map((word) => heard(one.model, word, stop.signal)));
    while (one.waits.length < 3) await new Promise((wake) => setTimeout(wake, 20));
    stop.abort();
    expect(await stopped).toMatchObject([BILLED, BILLED]);
    provider.manner.looks = 0;
    provider.manner.lose = (asked) => posted(provider).length === 1 && asked.includes('question two');
    const two = await make(name, provider, { folder: one.folder });
    expect(two.model.nonce(20)).toBe(one.model.nonce(20));
    const answers = await Promise.all(['one', 'two'].map((word) => heard(two.model, word)));
    expect(answers).toEqual([{ heard: 'question one', isPaid: true }, { heard: 'question two' }]);
    expect(two.said[0]).toContain('resumed');
    // What the old batch has left open went out once more, and alone.
    expect([...provider.batches.values()].map(({ requests }) => requests.length)).toEqual([2, 1]);
  });

  test('resubmits a batch that the provider has forgotten', async () => {
    const provider = await start(say, Infinity);
    const one = await make(name, provider);
    const stop = new AbortController();
    const stopped = heard(one.model, 'one', stop.signal);
    while (one.waits.length < 2) await new Promise((wake) => setTimeout(wake, 20));
    stop.abort();
    await expect(stopped).rejects.toMatchObject(BILLED.reason);
    provider.batches.clear();
    provider.manner.looks = 0;
    const two = await make(name, provider, { folder: one.folder });
    expect(await heard(two.model, 'one')).toEqual({ heard: 'question one' });
    expect(posted(provider)).toHaveLength(2);
  });

  test('fails only the questions that a batch left open, with the provider’s reason', async () => {
    const provider = await start(say, 0);
    provider.manner.lose = (asked) => asked.includes('question two');
    const { model } = await make(name, provider);
    const [one, two] = await Promise.allSettled(['one', 'two'].map((word) => heard(model, word)));
    expect(one).toMatchObject({ status: 'fulfilled' });
    expect(two).toMatchObject({
      reason: { reason: 'server-error', message: expect.stringContaining('expired') as string },
    });
  });

  test('retries a busy service later, up to a limit', async () => {
    const provider = await start(say, 0);
    provider.manner.stumble = [429, 529];
    const { model } = await make(name, provider);
    expect(await heard(model, 'one')).toEqual({ heard: 'question one' });
    provider.manner.stumble = [0, ...Array<number>(40).fill(503)]; // the submission is accepted
    await expect(heard(model, 'two')).rejects.toMatchObject({ ...BILLED.reason, fatal: true });
  });

  test('does not repeat a submission that may have arrived, because it could be paid twice', async () => {
    const provider = await start(say);
    provider.manner.stumble = [500];
    const { model } = await make(name, provider);
    await expect(heard(model, 'one')).rejects.toMatchObject({ reason: 'server-error' });
    expect(posted(provider)).toHaveLength(1);
  });

  test('halves every known price', async () => {
    const provider = await start(say);
    open.push(provider);
    const full = { input: 2, output: 8, cacheRead: 0.2, cacheWrite: 2.5, asOf: '2026-01-01' };
    const spec = { provider: name, id: 'm', key: 'sk-test-key', baseUrl: `${provider.base}/v1` } as const;
    const options = { folder: newFolder(), say: () => undefined };
    const row = { id: 'm', provider: name, window: 1_000 };
    const priced = async (price: Price) =>
      createBatchModel({ ...spec, models: [{ ...row, price }] }, options);
    const cached = await priced(full);
    expect(cached.price).toEqual({ ...full, input: 1, output: 4, cacheRead: 0.1, cacheWrite: 1.25 });
    const plain = { input: 2, output: 8, asOf: 'x' };
    expect((await priced(plain)).price).toEqual({ ...plain, input: 1, output: 4 });
    expect((await createBatchModel(spec, options)).price).toBeUndefined();
  });
});

describe.concurrent('Anthropic', () => {
  /** A service that ends its one request with `result`, after lines that are none. */
  const service = (result: object) => {
    let id: string | undefined;
    return serve(({ url = '' }, body, response) => {
      id ??= /"custom_id":"([^"]+)"/.exec(body)?.[1];
      const lines = ['not JSON', '[1]', '{"custom_id":1}', '', JSON.stringify({ custom_id: id, result })];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(url.endsWith('/results') ? lines.join('\n') : JSON.stringify(anthropicBatch('ended')));
    });
  };

  test('drops a parameter that the model refuses', async () => {
    const provider = await anthropicServer(say, 0);
    provider.manner.refuse = (body) => ('thinking' in body ? 'thinking: not with this model' : undefined);
    const { model } = await make('anthropic', provider);
    expect(await heard(model, 'one')).toEqual({ heard: 'question one' });
    expect(posted(provider)).toHaveLength(2);
  });

  test.each([
    ['authentication_error', 'key-invalid'],
    ['billing_error', 'no-credit'],
    ['not_found_error', 'model-not-found'],
    ['request_too_large', 'too-long'],
    ['overloaded_error', 'overloaded'],
    ['something_new', 'server-error'],
    [undefined, 'server-error'],
  ])('a request that ends with %s fails as %s', async (type, reason) => {
    const error = type === undefined ? 'gone wrong' : { type, message: 'gone wrong' };
    const provider = await service({ type: 'errored', error: { type: 'error', error } });
    const { model } = await make('anthropic', provider);
    await expect(heard(model, 'one')).rejects.toMatchObject({ reason });
  });

  test.each([
    ['a name that would leave its path', { ...anthropicBatch('ended'), id: '../../v1/models' }],
    ['another JSON', { hello: 'world' }],
    ['no JSON', '<html>'],
  ])('%s from the service is not a batch API', async (_, value) => {
    const provider = await routes({ 'POST /v1/messages/batches': () => [200, value] });
    const { model } = await make('anthropic', provider);
    await expect(heard(model, 'one')).rejects.toMatchObject({ reason: 'not-an-api' });
    expect(provider.calls).toEqual(['POST /v1/messages/batches']);
  });

  test('an answer without a message is not a verdict', async () => {
    const provider = await service({ type: 'succeeded', message: { content: 'x' } });
    const { model } = await make('anthropic', provider);
    await expect(heard(model, 'one')).rejects.toMatchObject({ reason: 'not-an-api' });
  });
});

describe.concurrent('OpenAI', () => {
  /** A service whose one batch looks as given, and answers its requests with `line`. */
  const service = async (batch: object, line: (id: string) => object = () => ({}), file = 'output') => {
    const asked: { id?: string } = {};
    return serve(({ method, url = '' }, body, response) => {
      asked.id ??= /"custom_id":"([^"]+)"/.exec(body)?.[1] ?? '';
      const whole = { id: 'batch_1', status: 'completed', [`${file}_file_id`]: 'file-2', ...batch };
      const value =
        url === '/v1/files'
          ? { id: 'file-1' }
          : url.endsWith('/content')
            ? { custom_id: asked.id, ...line(asked.id ?? '') }
            : method === 'POST'
              ? { id: 'batch_1', status: 'validating' }
              : whole;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    });
  };

  test.each([
    [{ errors: { data: [{ message: 'line 1 is not valid' }] } }, 'line 1 is not valid'],
    [{ errors: { data: [] } }, '(?)'],
    [{}, '(?)'],
  ])('a batch that is refused fails its questions: %j', async (more, told) => {
    const provider = await service({ status: 'failed', ...more });
    const { model } = await make('openai', provider);
    await expect(heard(model, 'one')).rejects.toMatchObject({
      reason: 'rejected',
      message: expect.stringContaining(told) as string,
    });
  });

  test.each([
    [{ response: { status_code: 401, body: { error: { message: 'no' } } } }, 'key-invalid', ''],
    [{ response: null, error: { code: 'batch_expired' } }, 'server-error', 'batch_expired'],
    [{ response: null, error: { message: 'too late' } }, 'server-error', 'too late'],
    [{ response: null }, 'server-error', 'no answer'],
    [{ response: 'nonsense' }, 'server-error', 'missing'],
    [{ response: { status_code: 200, body: 'nonsense' } }, 'not-an-api', ''],
  ])('a line %j fails its question: %s', async (line, reason, told) => {
    const provider = await service({}, () => line, 'error');
    const { model } = await make('openai', provider);
    await expect(heard(model, 'one')).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(told) as string,
    });
  });

  test('a Responses model uses its own path, and its answer is read from there', async () => {
    const id = 'gpt-5-pro';
    const answer = {
      id: 'resp_1',
      model: id,
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: '{"heard":"it"}' }] }],
      usage: { input_tokens: 7, output_tokens: 3 },
    };
    const provider = await service({}, () => ({ response: { status_code: 200, body: answer } }));
    const { model } = await make('openai', provider, { id });
    const reply = await model.ask(prompt('question one'), never);
    expect(reply).toMatchObject({ text: '{"heard":"it"}', usage: { input: 7, output: 3 } });
    expect(provider.bodies.join('\n')).toContain('"url":"/v1/responses"');
    expect(provider.bodies.join('\n')).toContain('"endpoint":"/v1/responses"');
  });
});

describe('a batch model', () => {
  test('is unavailable for a compatible server', async () => {
    const spec = { provider: 'openai-compatible', id: 'm', baseUrl: 'http://127.0.0.1:1/v1' } as const;
    await expect(createBatchModel(spec, { folder: home, say: () => undefined })).rejects.toMatchObject({
      reason: 'rejected',
    });
  });
});

describe('the store of batches', () => {
  const batch = (name: string, sentAt: number) => ({ name, sentAt, requests: ['c-1'] });
  const kept = async (folder: string) => {
    const [file = ''] = await readdir(path.join(folder, 'batches'));
    return path.join(folder, 'batches', file);
  };

  test('forgets batches that providers have deleted, and finished ones', async () => {
    const folder = newFolder();
    let now = 100 * DAY_MS;
    const store = await openBatchStore(folder, 'm', () => now);
    await store.add(batch('b1', now));
    now += 20 * DAY_MS;
    await store.add(batch('b2', now));
    await store.add({ ...batch('b3', now), requests: ['c-2', 'c-3'] });
    await store.keep('b2', []);
    await store.keep('b3', ['c-3']);
    expect(store.batches().map(({ name, requests }) => [name, requests])).toEqual([
      ['b1', ['c-1']],
      ['b3', ['c-3']],
    ]);
    now += 10 * DAY_MS;
    expect((await openBatchStore(folder, 'm', () => now)).batches().map(({ name }) => name)).toEqual(['b3']);
  });

  test('keeps concurrent writes of two runs', async () => {
    const folder = newFolder();
    const open = () => openBatchStore(folder, 'm', Date.now);
    const [one, two] = await Promise.all([open(), open()]);
    expect(two.secret).toBe(one.secret);
    const names = Array.from({ length: 10 }, (_, i) => `b${i}`);
    await Promise.all(names.map((name, i) => (i % 2 === 0 ? one : two).add(batch(name, Date.now()))));
    const found = (await open()).batches().map(({ name }) => name);
    expect(found.sort()).toEqual(names);
  });

  test.each(['{', '{"version":1,"secret":"short","batches":[]}', '{"version":2}'])(
    'starts over, with another secret, if %s is in the file',
    async (broken) => {
      const folder = newFolder();
      const { secret } = await openBatchStore(folder, 'm', Date.now);
      await writeFile(await kept(folder), broken);
      const store = await openBatchStore(folder, 'm', Date.now);
      expect(store.batches()).toEqual([]);
      expect(store.secret).not.toBe(secret);
      expect(await readFile(await kept(folder), 'utf8')).toContain(store.secret);
    },
  );
});
