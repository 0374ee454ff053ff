import { describe, expect, it } from 'vitest';
import { reason, say } from '../../../src/core/causes';
import {
  baseUrlProblem,
  CATALOGUE,
  describeModel,
  findModel,
  keyProblem,
  originOf,
  providerOf,
  readModels,
  refresh,
} from '../../../src/node/models/catalogue';

describe('catalogue', () => {
  it('has each id once, under the provider its name implies', () => {
    expect(new Set(CATALOGUE.map((m) => m.id)).size).toBe(CATALOGUE.length);
    for (const { id, provider } of CATALOGUE) expect(providerOf(id)).toBe(provider);
  });

  it('dates every price, with cache reads cheaper and cache writes dearer than input', () => {
    const prices = CATALOGUE.flatMap(({ price }) => price ?? []);
    expect(prices.length).toBeGreaterThan(5);
    for (const price of prices) {
      expect(price.asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(price.output).toBeGreaterThan(price.input);
      expect(price.cacheRead ?? 0).toBeLessThan(price.input);
      expect(price.cacheWrite ?? price.input).toBeGreaterThanOrEqual(price.input);
    }
  });

  it('never confuses two models', () => {
    expect(findModel('claude-sonnet-5')?.price?.input).toBe(2);
    expect(findModel('claude-sonnet-5-5')?.price).toBeUndefined();
    expect(findModel('claude-sonnet-5-20260101')).toBeUndefined();
    expect(findModel('GPT-5.4')).toBeUndefined();
    expect(describeModel('gpt-5.4-2026-01-01', 'openai').price).toBeUndefined();
  });

  it.each([
    ['claude-next-9', undefined, 'anthropic'],
    ['gpt-7-nova', undefined, 'openai'],
    ['o4-mini', undefined, 'openai'],
    ['gpt-oss:20b', 'http://127.0.0.1:11434/v1', 'openai-compatible'],
    ['anthropic/claude-sonnet-5', 'https://openrouter.ai/api/v1', 'openai-compatible'],
    ['olmo-2', 'http://127.0.0.1:1234/v1', 'openai-compatible'],
    ['demo', 'http://127.0.0.1:47811/v1', 'openai-compatible'],
    ['gpt-oss:20b', undefined, undefined],
    ['qwen3', undefined, undefined],
    ['o100', undefined, undefined],
  ])('finds the provider of %s at %s', (id, baseUrl, provider) => {
    expect(providerOf(id, baseUrl)).toBe(provider);
  });

  it('accepts provider and price from settings', () => {
    const { models, problems } = readModels([
      { id: 'house', provider: 'openai-compatible', window: 8192, input: 0.1, output: 0.2 },
      { id: 'gpt-5.4', provider: 'openai', input: 9, output: 9, cacheRead: 1, asOf: '2026-11-01' },
      { id: 'half', provider: 'openai', input: 9 },
    ]);
    expect(problems).toEqual([]);
    expect(providerOf('house', undefined, models)).toBe('openai-compatible');
    expect(findModel('gpt-5.4', models)?.price).toEqual({
      input: 9,
      output: 9,
      cacheRead: 1,
      asOf: '2026-11-01',
    });
    expect(findModel('half', models)?.price).toBeUndefined();
  });

  it('names an invalid row and keeps the others', () => {
    const { models, problems } = readModels([
      { id: 'good', provider: 'openai' },
      { id: 'bad', provider: 'openai', input: -1, output: 1 },
      { id: '', provider: 'nobody', colour: 'red' },
      'text',
    ]);
    expect(models.map((m) => m.id)).toEqual(['good']);
    expect(problems.map((one) => say(one))).toEqual([
      'citewright.models[1].input must be at least 0',
      'citewright.models[2].id has an invalid value',
      'citewright.models[3] must be of type object',
    ]);
    expect(readModels({}).problems.map((one) => say(one))).toEqual([
      'citewright.models must be of type array',
    ]);
  });
});

describe('a provider’s own list', () => {
  it('overrides the catalogue except for prices; new models have none, unlisted ones are removed', () => {
    const listed = [
      { id: 'claude-new-7', window: 2_000_000 },
      { id: 'claude-sonnet-5', window: 500_000, retires: '2027-06-01' },
    ];
    expect(refresh('anthropic', listed)).toEqual([
      { ...findModel('claude-sonnet-5'), window: 500_000, retires: '2027-06-01' },
      { id: 'claude-new-7', provider: 'anthropic', window: 2_000_000 },
    ]);
  });

  it('of OpenAI includes speech, image and search models, which are dropped', () => {
    const ids = 'gpt-5.4 gpt-4o-audio-preview gpt-image-1 text-embedding-3-large whisper-1 o3'.split(' ');
    expect(
      refresh(
        'openai',
        ids.map((id) => ({ id })),
      ).map((m) => m.id),
    ).toEqual(['gpt-5.4', 'o3']);
  });

  it('is priced by the user’s rows first', () => {
    const { models } = readModels([{ id: 'gpt-9', provider: 'openai', input: 1, output: 2 }]);
    expect(refresh('openai', [{ id: 'gpt-9' }], models)[0]?.price).toMatchObject({ input: 1, output: 2 });
  });
});

describe('base URL', () => {
  it.each(
    (
      'https://api.openai.com/v1 https://gateway.example.org:8443/openai/v1 ' +
      'http://localhost:11434/v1 http://127.0.0.1:47811/v1 http://127.8.9.1:80/v1 ' +
      'http://[::1]:1234/v1'
    ).split(' '),
  )('accepts %s', (url) => {
    expect(baseUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ['http://api.openai.com/v1', 'base_url_plain'],
    ['http://192.168.1.5:11434/v1', 'base_url_plain'],
    ['http://localhost.evil.example/v1', 'base_url_plain'],
    ['http://127.0.0.1.evil.example/v1', 'base_url_plain'],
    ['http://0.0.0.0:11434/v1', 'base_url_plain'],
    ['http://[::2]/v1', 'base_url_plain'],
    ['file:///etc/passwd', 'base_url_scheme'],
    ['https://u:p@example.org/v1', 'base_url_credentials'],
    ['https://example.org/v1?a=b', 'base_url_query'],
    ['https://example.org/v1#x', 'base_url_query'],
    ['localhost:11434', 'base_url_scheme'],
    ['', 'base_url_invalid'],
  ])('rejects %s', (url, cause) => {
    expect(baseUrlProblem(url)?.cause).toBe(cause);
  });
});

describe('keys', () => {
  it('accepts printable ASCII with surrounding white space, nothing else', () => {
    expect(keyProblem('sk-abc_123')).toBeUndefined();
    expect(keyProblem(' sk-abc\n')).toBeUndefined();
    for (const key of ['', '  ', 'a b', 'a\nb', 'clé', 'a\u0000b']) {
      const problem = keyProblem(key);
      expect(problem).toEqual(reason(key.trim() === '' ? 'key_empty' : 'key_characters'));
    }
  });

  it('are stored per provider and origin, so that a changed origin asks again', () => {
    expect(originOf('openai')).toBe('openai@https://api.openai.com');
    expect(originOf('openai', 'https://proxy.example.org/openai/v1')).toBe(
      'openai@https://proxy.example.org',
    );
  });
});
