/** What providers answer, in all the forms in which they do: waits, refusals, and answers with parts left out. */
import { reason } from '../../../src/core/causes';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/core/ports';
import { requestedWait } from '../../../src/node/models/calls';
import { messageIn, reasonOf, toModelError, type Asked } from '../../../src/node/models/errors';
import { realTiming } from '../../../src/node/models/gate';
import { BrokenAnswerError, NotAnApiError } from '../../../src/node/models/wire';

const NOW = Date.UTC(2026, 0, 1);
const NOTHING = { input: 0, output: 0, cached: 0 };
const asked: Asked = {
  provider: 'openai',
  id: 'm',
  baseUrl: 'https://models.example/v1',
  key: 'sk-secret-key',
};

describe('the wait that a provider asks for', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after-ms': 'soon', 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
    [{ 'x-ratelimit-reset-tokens': '1.5s' }, 1_500],
    [{ 'x-ratelimit-reset-tokens': '250ms' }, 250],
    [{ 'x-ratelimit-reset-tokens': '1h2m3s' }, 3_723_000],
    [{ 'x-ratelimit-reset': '3' }, 3_000],
    [{ 'x-ratelimit-reset': String(NOW / 1_000 + 4) }, 4_000],
    [{ 'x-ratelimit-reset': String(NOW + 4_000) }, 4_000],
    [{ 'x-ratelimit-reset': '2026-01-01T00:00:06Z' }, 6_000],
    [{ 'x-ratelimit-reset': 'in 6m0s' }, undefined],
  ])('in %j is %s ms', (headers, ms) => expect(requestedWait(new Headers(headers), NOW)).toBe(ms));

  it('ends at once with the run', async () => {
    const stop = new AbortController();
    const asleep = realTiming.sleep(60_000, stop.signal);
    stop.abort();
    await expect(asleep).rejects.toMatchObject({ reason: 'cancelled' });
    await expect(realTiming.sleep(60_000, stop.signal)).rejects.toMatchObject({ reason: 'cancelled' });
  });
});

describe('the message of a refusal', () => {
  it.each([
    ['{"error":{"message":"no such thing"}}', 'no such thing'],
    ['{"error":"no such thing"}', 'no such thing'],
    ['{"error":{"detail":"no such thing"}}', 'no such thing'],
    ['{"message":"no such thing"}', 'no such thing'],
    ['"no such thing"', 'no such thing'],
    ['{"error":{"message":7}}', ''],
    ['{"error":{}}', ''],
    ['{"error":null}', ''],
    ['7', ''],
    ['<html>busy</html>', ''],
    [' plain words ', 'plain words'],
  ])('%j becomes %j', (body, said) => expect(messageIn(body)).toBe(said));

  it.each([
    [402, '', 'no-credit'],
    [429, 'insufficient_quota', 'no-credit'],
    [429, '', 'rate-limited'],
    [413, '', 'too-long'],
    [400, 'maximum context length', 'too-long'],
    [404, '', 'model-not-found'],
    [400, 'model_not_found', 'model-not-found'],
    [401, '', 'key-invalid'],
    [403, '', 'key-invalid'],
    [403, '{"error":{"message":"Country, region, or territory not supported"}}', 'rejected'],
    [403, '<html>Blocked by the gateway', 'not-an-api'],
    [404, '404 page not found', 'not-an-api'],
    [503, '', 'overloaded'],
    [200, 'Overloaded', 'overloaded'],
    [408, '', 'server-error'],
    [500, '', 'server-error'],
    [422, '', 'rejected'],
  ])('with status %i and %j is %s', (status, body, reason) => expect(reasonOf(status, body)).toBe(reason));
});

describe('a failure of any kind', () => {
  const caused = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
  it.each<[string, unknown, string, string]>([
    ['of ours', new ModelError('timeout', reason('provider_message', { said: 'late' })), 'timeout', 'late'],
    [
      'of ours inside another',
      new Error('x', { cause: new ModelError('timeout', reason('provider_message', { said: 'late' })) }),
      'timeout',
      'late',
    ],
    ['no API', new NotAnApiError('it answers with text/html'), 'not-an-api', 'text/html'],
    ['a broken answer', new BrokenAnswerError(), 'server-error', 'lost'],
    ['nobody there', caused('ECONNREFUSED'), 'unreachable', 'ECONNREFUSED'],
    ['a connection that broke', caused('ECONNRESET'), 'server-error', 'ECONNRESET'],
    ['no reason given', new TypeError('fetch failed'), 'unreachable', 'fetch failed'],
    ['anything else', new SyntaxError('odd'), 'not-an-api', 'models.example'],
    ['no error at all', 'odd', 'not-an-api', 'models.example'],
  ])('%s has a reason', (_, error, reason, told) => {
    const found = toModelError(error, asked, NOTHING);
    expect([found.reason, found.message]).toEqual([reason, expect.stringContaining(told)]);
  });

  it.each([
    ['http://127.0.0.1:11434/v1', 'Ollama doesn’t respond'],
    ['http://127.0.0.1:1234/v1', 'LM Studio doesn’t respond'],
    ['http://127.0.0.1:9/v1', 'doesn’t respond at http://127.0.0.1:9'],
  ])('of a server at %s names it', (baseUrl, told) => {
    const own = { ...asked, provider: 'openai-compatible', baseUrl } as const;
    expect(toModelError(caused('ECONNREFUSED'), own, NOTHING).message).toContain(told);
  });
});
