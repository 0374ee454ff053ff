/** What a call of an MCP client may ask for: less than the server was started with, never more. */
import { describe, expect, it, vi } from 'vitest';
import { reason } from '../../src/core/causes';
import { DEFAULTS } from '../../src/core/defaults';
import type { Source } from '../../src/core/model';
import {
  capsFor,
  CITATIONS,
  choiceFor,
  modelFor,
  mostCitations,
  narrow,
  withCallPorts,
  type McpConfig,
} from '../../src/mcp/config';
import { found } from '../../src/mcp/workTools';
import { sourceOf } from '../fakes';
import type { PortsConfig } from '../../src/node/ports';

const ports: PortsConfig = {
  allowNetwork: () => true,
  worker: 'reader.js',
  roots: [],
  cwd: '/',
  trusted: true,
  userAgent: 'test',
} as unknown as PortsConfig;
const config = (given: Partial<McpConfig> = {}): McpConfig => ({
  version: '1',
  ports,
  fetchByDefault: false,
  env: {},
  judge: { judge: undefined, provider: undefined, baseUrl: undefined },
  caps: {},
  maxCitations: undefined,
  ...given,
});

const BOOK = { kind: 'work', title: 'On bridges', isbn: '978-0-306-40615-7' } as const;

describe('the answer about a source', () => {
  it.each<[Partial<Source>, string]>([
    [{}, 'The source exists.'],
    [{ via: 'wayback' }, 'The address is dead.'],
    [{ notices: [{ kind: 'doi-differs', ...reason('identifier_dead') }] }, 'its identifier is another'],
    [{ target: BOOK, record: { title: 'On bridges', isbn: '9780306406157' } }, '"confidence":"high"'],
    [{ target: BOOK, record: { title: 'On bridges' } }, '"score":2,"confidence":"low"'],
  ])('%j says: %s', ({ target = { kind: 'url', url: 'https://a.example/' }, ...source }, said) =>
    expect(JSON.stringify(found(target, sourceOf({ target, ...source })))).toContain(said),
  );
});

describe('the domains of a call', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['are those of the server if the call names none', ['a.org'], [], ['a.org']],
    ['are those of the call if the server allows all', [], ['a.org'], ['a.org']],
    ['may be below those of the server', ['a.org'], ['en.a.org'], ['en.a.org']],
    ['are those of the server where the call names more', ['en.a.org'], ['a.org'], ['en.a.org']],
    ['are none outside', ['a.org'], ['b.org'], ['nowhere.invalid']],
    ['are none that only ends alike', ['a.org'], ['ba.org'], ['nowhere.invalid']],
    ['are the same in another spelling', ['A.org.'], ['*.a.ORG'], ['*.a.ORG', 'A.org.']],
    ['are the same with a dot before', ['.a.org'], ['x.a.org'], ['x.a.org']],
    ['may be below one of several', ['a.org', 'b.org'], ['x.b.org'], ['x.b.org']],
    ['are those of the server below one of several', ['x.b.org'], ['a.org', 'b.org'], ['x.b.org']],
    ['are told once', ['a.org', 'b.org'], ['a.org', 'c.org'], ['a.org']],
  ])('%s', (_, server, call, both) => expect(narrow(server, call)).toEqual(both));
});

describe('the caps of a call', () => {
  it('are never above those of the server', () => {
    expect(capsFor(config({ caps: { maxCostUsd: 0.5 } }), 9).maxCostUsd).toBe(0.5);
    expect(capsFor(config({ caps: { maxCostUsd: 0.5 } }), 0.1).maxCostUsd).toBe(0.1);
    expect(capsFor(config({ caps: { maxCostUsd: 0 } }), 9).maxCostUsd).toBe(0);
    expect(capsFor(config({ caps: { maxTokens: 7 } }))).toEqual({
      maxTokens: 7,
      maxCostUsd: DEFAULTS.maxCostUsd,
    });
    expect(capsFor(config(), 1_000).maxCostUsd).toBe(DEFAULTS.maxCostUsd);
  });
  it('hold for the number of citations', () => {
    expect(mostCitations(config())).toBe(CITATIONS.usual);
    expect(mostCitations(config(), 1_000)).toBe(CITATIONS.most);
    expect(mostCitations(config(), 3)).toBe(3);
    expect(mostCitations(config({ maxCitations: 5 }), 30)).toBe(5);
    expect(mostCitations(config({ maxCitations: 500 }), 100)).toBe(CITATIONS.most);
  });
});

vi.mock('../../src/node/ports', () => ({
  withPorts: (made: PortsConfig, work: (made: PortsConfig) => unknown) => work(made),
}));

describe('the ports of a call', () => {
  const made = (base: Partial<PortsConfig>, call: Parameters<typeof withCallPorts>[1]) =>
    withCallPorts(config({ ports: { ...ports, ...base } }), call, undefined, (given) =>
      Promise.resolve(given as unknown as PortsConfig),
    );
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])('allow the network only if server and call do: %s, %s', async (server, call, both) =>
    expect((await made({ allowNetwork: () => server }, { fetch: call })).allowNetwork()).toBe(both),
  );
  it('have the smaller of both limits, and the domains of both', async () => {
    const base = { timeoutMs: 500, maxBytes: 100, allowDomains: ['a.org'] };
    const wide = await made(base, { fetch: true, timeoutMs: 900, maxBytes: 900, domains: ['b.org'] });
    expect(wide).toMatchObject({ timeoutMs: 500, maxBytes: 100, allowDomains: ['nowhere.invalid'] });
    const less = await made(base, { fetch: true, timeoutMs: 9, maxBytes: 8 });
    expect(less).toMatchObject({ timeoutMs: 9, maxBytes: 8, allowDomains: ['a.org'] });
    expect(await made({}, { fetch: true, timeoutMs: 9 })).toMatchObject({ timeoutMs: 9, allowDomains: [] });
    expect(await made(base, { fetch: true })).toMatchObject({ timeoutMs: 500, maxBytes: 100 });
    const bare = await made({}, { fetch: true });
    expect([bare.timeoutMs, bare.maxBytes]).toEqual([undefined, undefined]);
  });
});

describe('the judge of a call', () => {
  const own = { judge: 'own', provider: undefined, baseUrl: 'http://127.0.0.1:9/v1' } as const;
  it('is asked at the address of the server alone', () => {
    const server = config({ judge: own });
    expect(choiceFor(server, 'claude-x')).toEqual({
      ...own,
      judge: 'claude-x',
      provider: 'openai-compatible',
    });
    expect(choiceFor(server, undefined)).toEqual({ ...own, provider: 'openai-compatible' });
    expect(choiceFor(server, 'x', 'openai-compatible')).toMatchObject({ baseUrl: own.baseUrl });
    expect(choiceFor(server, 'x', 'anthropic')).toEqual({
      reason: 'bad-base-url',
      message: 'this server asks the model server that it was started with, not Anthropic',
    });
    expect(choiceFor(config({ judge: { ...own, judge: 'claude-x' } }), 'x')).toMatchObject({
      provider: 'anthropic',
    });
    expect(choiceFor(config({ judge: { ...own, judge: 'none' } }), 'x')).toMatchObject({
      provider: 'openai-compatible',
    });
    expect(choiceFor(config({ judge: { ...own, provider: 'anthropic' } }), 'gpt-x')).toMatchObject({
      provider: 'anthropic',
    });
  });
  it('is of the provider that the call names if the server has no address', () => {
    for (const judge of [undefined, 'gpt-5'])
      expect(
        choiceFor(config({ judge: { ...own, judge, baseUrl: undefined } }), 'x', 'anthropic'),
      ).toMatchObject({ judge: 'x', provider: 'anthropic' });
    expect(choiceFor(config(), undefined)).toEqual({
      judge: undefined,
      provider: undefined,
      baseUrl: undefined,
    });
  });
  it('is refused with its reason', async () => {
    expect(await modelFor(config({ judge: own }), {}, 'x', 'anthropic')).toMatchObject({
      reason: 'bad-base-url',
    });
    expect(await modelFor(config(), {}, 'claude-sonnet-4-5')).toMatchObject({
      reason: expect.any(String) as string,
    });
    expect(await modelFor(config(), {}, undefined)).toBeUndefined();
  });
});
