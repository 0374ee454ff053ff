/** `models`: servers on loopback only, hostile ones included. */
import os from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { findServers } from '../../../src/node/models/localServers';
import { provider, type Answer } from '../../node/models/server';
import { runInProcess } from '../../support/cli';

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((s) => s.close()));
});

/** A server that answers by path; other paths are not found. */
async function served(paths: Readonly<Record<string, (body: Record<string, unknown>) => unknown>>) {
  const route: Answer = ({ path, body }, response) => {
    const found = paths[path]?.(body);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: 'not found' }));
  };
  const server = await provider(route);
  open.push(server);
  return server;
}

const ollama = () =>
  served({
    '/v1/models': () => ({ object: 'list', data: [{ id: 'qwen3:8b', owned_by: 'library' }] }),
    '/api/tags': () => ({
      models: [
        { name: 'nomic-embed-text:latest', size: 274_302_450 },
        { name: 'qwen3:8b', size: 5_200_000_000 },
        { name: 'granite3-guardian:2b', size: 2_700_000_000 },
        { name: 'bespoke-minicheck:latest', size: 4_700_000_000 },
      ],
    }),
    '/api/show': ({ model }) => ({
      license: model === 'qwen3:8b' ? 'Apache License\nVersion 2.0, January 2004' : 'Some words',
      capabilities: [String(model).startsWith('nomic') ? 'embedding' : 'completion'],
    }),
  });
const cli = (args: readonly string[]) => runInProcess([...args], { cwd: os.tmpdir() });
const never = new AbortController().signal;

describe('models', () => {
  test('lists the models of a server that can judge, with size and licence, checkers first', async () => {
    const { baseUrl, seen } = await ollama();
    const { code, out, err } = await cli(['models', '--base-url', baseUrl, '--json']);
    expect(code).toBe(0);
    expect((JSON.parse(out) as { servers: unknown }).servers).toEqual([
      {
        name: 'Ollama',
        baseUrl,
        models: [
          { id: 'nomic-embed-text:latest', ability: 'none', bytes: 274_302_450 },
          { id: 'qwen3:8b', ability: 'general', bytes: 5_200_000_000, licence: 'Apache-2.0' },
          { id: 'granite3-guardian:2b', ability: 'checker', bytes: 2_700_000_000, licence: 'Apache-2.0' },
          {
            id: 'bespoke-minicheck:latest',
            ability: 'checker',
            bytes: 4_700_000_000,
            licence: 'CC-BY-NC-4.0',
          },
        ],
      },
    ]);
    expect(err).toContain(`--judge granite3-guardian:2b --base-url ${baseUrl}`);
    expect(seen.some((s) => s.headers.authorization !== 'Bearer none')).toBe(false);
    expect((await cli(['models', '--base-url', baseUrl])).out).toContain('2.7 GB');
  });

  test.each([
    ['vllm', 'vLLM'],
    ['llamacpp', 'llama.cpp'],
    ['organization_owner', 'LM Studio'],
    ['somebody', 'Model server'],
  ])('recognizes a server of models owned by %s', async (owned_by, name) => {
    const { origin } = await served({
      '/v1/models': () => ({ data: [{ id: 'ibm-granite/granite-guardian-3.3-8b', owned_by }] }),
    });
    expect(await findServers([origin], never)).toMatchObject([
      { name, models: [{ ability: 'checker', licence: 'Apache-2.0' }] },
    ]);
  });

  test('asks a server below a path', async () => {
    const { origin } = await served({ '/lab/v1/models': () => ({ data: [{ id: 'qwen3:8b' }] }) });
    const { out } = await cli(['models', '--base-url', `${origin}/lab/v1/`]);
    expect(out).toContain(`Model server, ${origin}/lab/v1\n  qwen3:8b`);
  });

  test('suggests what to pull if no model can judge', async () => {
    const { baseUrl } = await served({ '/v1/models': () => ({ data: [{ id: 'bge-m3' }] }) });
    const { code, err } = await cli(['models', '--base-url', baseUrl]);
    expect(code).toBe(1);
    expect(err).toContain('ollama pull granite3-guardian:2b');
  });

  test.each([['https://models.example/v1'], ['http://10.0.0.1:11434/v1'], ['file:///v1'], ['x']])(
    'queries only the given server: %s',
    async (url) => expect((await cli(['models', '--base-url', url])).code).toBe(2),
  );

  test('skips servers without models', async () => {
    const strange = await Promise.all([
      served({ '/v1/models': () => [] }),
      served({ '/v1/models': () => ({ data: 'x' }), '/api/tags': () => ({ models: {} }) }),
      served({}),
    ]);
    const redirecting = await provider((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' });
      response.end();
    });
    const silent = await provider(() => undefined);
    open.push(redirecting, silent);
    const origins = [...strange, redirecting, silent].map(({ origin }) => origin);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 500);
    expect(await findServers(origins, stop.signal)).toEqual([]);
  });

  test('keeps only models with a short name, and removes control characters', async () => {
    const data = [null, 7, { id: 5 }, { id: '' }, { id: 'x'.repeat(5_000) }, { id: 'a\u001b[31mb\n' }];
    const { baseUrl } = await served({ '/v1/models': () => ({ data }) });
    const { out } = await cli(['models', '--base-url', baseUrl]);
    expect(out).not.toContain('\u001b');
    expect(out.match(/^ {2}/gm)).toHaveLength(1);
  });

  test('suggests a model that its server names by the path of its file', async () => {
    const id = '/models/qwen2.5-7b-instruct-q4_k_m.gguf';
    const { baseUrl } = await served({ '/v1/models': () => ({ data: [{ id, owned_by: 'llamacpp' }] }) });
    const { code, err } = await cli(['models', '--base-url', baseUrl]);
    expect(code).toBe(0);
    expect(err).toContain(`--judge ${id} --base-url ${baseUrl}`);
  });
  test('suggests no command with a name that a shell would split', async () => {
    const { baseUrl } = await served({
      '/v1/models': () => ({ data: [{ id: 'x; touch here' }, { id: '--base-url' }, { id: '$(id)' }] }),
    });
    const { code, err } = await cli(['models', '--base-url', baseUrl]);
    expect(code).toBe(1);
    expect(err).not.toContain('citewright verify');
  });
});
