import { mkdir, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readArgs } from '../src/cli/args';
import { mcpConfig } from '../src/cli/commands/mcp';
import { createServer } from '../src/mcp';
import { answer as answerWith } from '../src/mcp/result';
import { claudeLine, jsonLines, message, toolCall } from './support/agentLogs';
import {
  CLI,
  modelServer,
  pages,
  quietTerminal,
  reach,
  registriesAt,
  runCli,
  sendHtml,
  serve,
  type Served,
} from './support/cli';
import { serveHere } from './support/serveHere';
import { watchedEnv } from './support/sockets';
import { newFolder } from './support/newFolder';

const BRIDGE = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';
const PAGE = `<html><head><title>Bridges</title></head><body><main><h1>Bridges</h1><p>${BRIDGE}</p>
<p>It has four arches of grey stone and carries the road to the north of the county.</p></main></body></html>`;
const QUOTE = 'opened to traffic in 1932 by the mayor';

let folder: string;
let site: Served;
let judge: Served;
let support = 'supported';
const clients: Client[] = [];

beforeAll(async () => {
  folder = newFolder();
  await mkdir(path.join(folder, 'src'));
  await writeFile(
    path.join(folder, 'src/a.ts'),
    'export const one = 1;\nexport const two = 2;\nexport const three = 3;\n',
  );
  site = await serve(pages({ '/bridge': PAGE, '/other': PAGE }));
  judge = await serve(
    modelServer(() => ({
      rationale: 'The page says so.',
      sentences: [1],
      quote: support === 'supported' ? QUOTE : null,
      support,
      confidence: 0.93,
      suggestion: null,
    })),
  );
});
afterEach(async () => {
  support = 'supported';
  await Promise.all(clients.splice(0).map((c) => c.close()));
});
afterAll(() => Promise.all([site.close(), judge.close()]));

const HOME = path.join(os.tmpdir(), 'citewright-nobody');
type Env = Readonly<Record<string, string>>;
async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  await client.connect(transport);
  return client;
}
/** A client of the server that `citewright mcp ARGS` is, in this process. */
async function connect(args: readonly string[] = network(), env: Env = {}): Promise<Client> {
  const { values } = readArgs(['mcp', ...args]);
  const server = createServer(await mcpConfig(values, quietTerminal(folder, { HOME, ...env })));
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  return connected(here);
}
/** As `connect`, over standard input and output of a process in `cwd`. */
const connectStdio = (args: readonly string[], env: Env = {}, cwd = folder): Promise<Client> =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...args],
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME, ...watchedEnv(), ...env },
      stderr: 'ignore',
    }),
  );
const network = () => [...reach(site), ...['--base-url', `${judge.base}/v1`]];
const withoutNetwork = () => network().filter((arg) => arg !== '--allow-network');

/** Waits until something holds; the test's own time limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

type Answer = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
};
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  return (await client.callTool({ name, arguments: args })) as Answer;
}
type Row = {
  citation: { raw: string; kind: string; identifier: string; offset_start: number; offset_end: number };
  resolve_status: string;
  resolve_error?: { kind: string; message: string };
  warning?: { code: string; message: string };
  source?: Record<string, unknown>;
  judge?: Record<string, unknown>;
};
/** `verify_citations` of a text, with the network. */
const verify = (client: Client, args: Record<string, unknown>): Promise<Answer> =>
  call(client, 'verify_citations', { model: 'stub-model', allow_fetch: true, ...args });
const rowsOf = (answer: Answer) => answer.structuredContent!['citations'] as Row[];
const cited = () => `The bridge was opened to traffic in 1932 by the mayor [here](${site.base}/bridge).`;

describe('an answer', () => {
  const size = (value: unknown) => JSON.stringify(value).length;

  test('has no hidden words, is sent once if it is long, and rejected if it is longer than clients read', () => {
    const of = (length: number) => ({ words: 'x'.repeat(length) });
    expect(JSON.parse((answerWith(of(1_000)).content[0] as { text: string }).text)).toEqual(of(1_000));
    const long = answerWith(of(6_000_000));
    expect(long.structuredContent).toEqual(of(6_000_000));
    expect(size(long)).toBeLessThan(6_001_000);
    const tooLong = answerWith(of(11_000_000));
    expect([tooLong.isError, size(tooLong) < 1_000]).toEqual([true, true]);
    const hidden = { raw: '\u{e0041}', papers: [{ 'a\u202e': 'a\u{e0041}\u202e\tb\u001b\u{e0100}' }] };
    expect(answerWith(hidden).structuredContent).toEqual({ ...hidden, papers: [{ a: 'a b' }] });
  });
});

describe('the workspace', () => {
  /** What the judge is sent of a file that a text cites from there. */
  const sentFrom = async (cwd: string, args: readonly string[], env: Record<string, string> = {}) => {
    const before = judge.bodies.length;
    const file = cwd === '/' && args.length === 0 ? path.join(folder, 'src/a.ts').slice(1) : 'src/a.ts';
    const client = await connectStdio([...network(), ...args], env, cwd);
    await call(client, 'verify_citations', { output: `The constant is one (${file}:1).`, model: 'stub' });
    return judge.bodies.slice(before).join('\n');
  };

  test('is not the root of the disk or a home folder unless it is named', async () => {
    expect(await sentFrom('/', [])).not.toContain('export const');
    expect(await sentFrom(folder, [], { HOME: folder })).not.toContain('export const');
    expect(await sentFrom(folder, [], { HOME: path.join(folder, 'src') })).not.toContain('export const');
    const link = path.join(newFolder(), 'home');
    await symlink(folder, link);
    expect(await sentFrom(folder, [], { HOME: link })).not.toContain('export const');
    expect(await sentFrom('/', ['--workspace', folder])).toContain('export const');
    expect(await sentFrom(folder, [])).toContain('export const');
    expect(await sentFrom(folder, ['--workspace', 'none'])).not.toContain('export const');
  });
});

describe('a message that is too long', () => {
  test('ends the session with a message and an exit code', async () => {
    const { code, err } = await runCli(['mcp'], {
      cwd: folder,
      input: `{"x":"${'y'.repeat(25 * 1024 * 1024)}`,
    });
    expect(code).toBe(2);
    expect(err).toContain('25 MB');
  });
});

test('a line that is no message, or has no parameters, is answered, and the session goes on', async () => {
  const lines = [
    '{',
    '[]',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"check_links","arguments":[]}}',
    '{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"not an address"}}',
    '{"jsonrpc":"2.0","id":5,"method":"ping"}',
  ];
  const { code, out } = await runCli(['mcp'], { cwd: folder, input: `${lines.join('\n')}\n` });
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(answers).toMatchObject([
    { id: null, error: { code: -32_700 } },
    { id: null, error: { code: -32_600 } },
    { id: null, error: { code: -32_600 } },
    { id: 2, error: { code: -32_602, message: expect.stringMatching(/^params: [^[{]+$/) as string } },
    {
      id: 3,
      error: { code: -32_602, message: expect.stringMatching(/^params\.arguments: [^[{]+$/) as string },
    },
    {
      id: 4,
      error: { code: -32_602, message: expect.stringMatching(/no resource not an address$/) as string },
    },
    { id: 5, result: {} },
  ]);
  expect(code).toBe(0);
});

describe('the server', () => {
  test('reports a year range in reverse order', async () => {
    const client = await connect();
    const years = { query: 'bridges', yearFrom: 2020, yearTo: 2010 };
    const { isError, content } = await call(client, 'find_verified_papers', years);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('yearFrom 2020 is later than yearTo 2010');
  });

  test('lists its tools with schemas and annotations, its resources and its prompt', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map((t) => t.name).sort()).toEqual(
      (
        'check_envelope check_links findVerifiedPapers find_verified_papers plan verifyCitation ' +
        'verify_citation verify_citations'
      ).split(' '),
    );
    for (const tool of tools) {
      expect(tool.outputSchema).toBeDefined();
      expect(tool.annotations).toMatchObject({ destructiveHint: false, openWorldHint: tool.name !== 'plan' });
    }
    const { required, properties } = tools.find((t) => t.name === 'verify_citations')!.inputSchema;
    expect(required).toEqual(['output', 'model']);
    expect(Object.keys(properties!)).toEqual(
      (
        'output model provider allow_fetch domain_allowlist max_cost_usd_total max_citations ' +
        'sources per_source_timeout_ms per_source_max_bytes trace_id'
      ).split(' '),
    );
    expect((await client.listResources()).resources.map((r) => r.uri)).toEqual([
      'citation://databases',
      'citation://guidelines',
    ]);
    const databases = await client.readResource({ uri: 'citation://databases' });
    expect(JSON.stringify(databases.contents)).toContain('crossref');
    const prompt = await client.getPrompt({
      name: 'citation-verification-rules',
      arguments: { topic: 'bridges' },
    });
    expect(JSON.stringify(prompt.messages)).toContain('about bridges');
  });
});

describe('verify_citations', () => {
  test('answers in the format of the tool that it replaces', async () => {
    const client = await connect();
    const answer = await verify(client, { output: cited(), trace_id: 't-1' });
    expect(JSON.parse(answer.content[0]!.text)).toEqual(answer.structuredContent);
    const start = cited().indexOf('[here]');
    expect(answer.structuredContent).toMatchObject({
      overall_score: 1,
      passed: true,
      total_citations_found: 1,
      total_resolved: 1,
      total_judged: 1,
      total_supported: 1,
      trace_id: 't-1',
      citations: [
        {
          citation: {
            raw: `[here](${site.base}/bridge)`,
            kind: 'url',
            identifier: `${site.base}/bridge`,
            offset_start: start,
            offset_end: cited().length - 1,
          },
          resolve_status: 'ok',
          source: { url: `${site.base}/bridge`, status: 200, content_type: 'text/html', truncated: false },
          judge: {
            supported: true,
            confidence: 0.93,
            rationale: 'The page says so.',
            input_tokens: 400,
            output_tokens: 60,
          },
        },
      ],
    });
  });

  test('refuses to fetch unless call and server both allow it', async () => {
    const closed = await connect(withoutNetwork());
    const open = await connect();
    for (const [client, allow_fetch] of [
      [closed, true],
      [open, undefined],
      [open, false],
    ] as const) {
      const answer = await verify(client, { allow_fetch, output: cited() });
      expect(rowsOf(answer)[0]).toMatchObject({
        resolve_status: 'error',
        resolve_error: { kind: 'fetch_disabled' },
      });
      expect(answer.structuredContent).toMatchObject({ overall_score: null, passed: null });
    }
  });

  test('may be allowed by the environment to fetch for calls that do not say', async () => {
    const client = await connect(withoutNetwork(), { CITEWRIGHT_ALLOW_NETWORK: '1' });
    const answer = await verify(client, { allow_fetch: undefined, output: cited() });
    expect(rowsOf(answer)[0]).toMatchObject({ resolve_status: 'ok' });
  });

  test('reports kinds and errors in the words of the older tool, and drops nothing', async () => {
    const output = [
      `Gone [a](${site.base}/gone).`,
      'Private [b](http://10.0.0.1/x).',
      'Elsewhere [c](http://127.0.0.1:9/x).',
      'The bridge was opened to traffic in 1932 by the mayor [1].',
      'Nothing answers this [7].',
      'A chat tool left this citeturn0search0.',
      'See src/a.ts:2.',
      `\n\n## References\n\n1. Smith, J. (2020). Bridges. ${site.base}/bridge\n`,
    ].join('\n\n');
    const client = await connect();
    const rows = rowsOf(await verify(client, { output }));
    expect(rows.map((r) => [r.citation.kind, r.resolve_status, r.resolve_error?.kind])).toEqual([
      ['url', 'error', 'bad_status'],
      ['url', 'error', 'ssrf'],
      ['url', 'error', 'ssrf'],
      ['numbered', 'ok', undefined],
      ['numbered', 'skipped', 'unresolvable_kind'],
      ['numbered', 'skipped', 'unresolvable_kind'],
      ['url', 'ok', expect.anything()],
    ]);
    for (const { citation } of rows)
      expect(output.slice(citation.offset_start, citation.offset_end)).toBe(citation.raw);
  });

  test('skips items over the cap and reports their number', async () => {
    const output = Array.from(
      { length: 5 },
      (_, i) => `Claim ${i} about the bridge ${site.base}/bridge?${i} stands.`,
    ).join('\n\n');
    const client = await connect();
    const answer = await verify(client, { output, max_citations: 2 });
    const statuses = rowsOf(answer).map((r) => r.resolve_status);
    expect(statuses).toEqual(['error', 'error', 'skipped', 'skipped', 'skipped']); // no such pages
    expect(answer.structuredContent).toMatchObject({ total_citations_found: 5 });
  });

  test('treats unsure as no verdict', async () => {
    support = 'unsure';
    const answer = await verify(await connect(), { output: cited() });
    const [row] = rowsOf(answer);
    expect(row).toMatchObject({ resolve_status: 'ok', resolve_error: { kind: 'malformed_judge_response' } });
    expect(row).not.toHaveProperty('judge');
    expect(answer.structuredContent).toMatchObject({ overall_score: null, passed: null, total_judged: 0 });
  });

  test('a verdict does not hide that the source has another figure', async () => {
    const client = await connect();
    const [right, wrong] = await Promise.all(
      [cited(), cited().replace('1932', '1931')].map(async (output) =>
        rowsOf(await verify(client, { output })),
      ),
    );
    expect(right![0]).not.toHaveProperty('warning');
    expect(wrong![0]).toMatchObject({ warning: { code: 'figure-differs' } });
    expect(wrong![0]!.warning).toMatchObject({ message: expect.stringContaining('1932') as unknown });
  });

  test('says what a refused verdict was, and that another place is cited', async () => {
    const url = `${site.base}/bridge#:~:text=four%20arches%20of%20grey%20stone`;
    const output = `The bridge was opened to traffic in 1932 for 9,500 pounds, [it says](${url}).`;
    const [row] = rowsOf(await verify(await connect(), { output }));
    expect(row).toMatchObject({
      resolve_error: {
        cause: 'numbers_missing',
        message: expect.stringMatching(/^unsure: .*model answered “supported”, but 9500/) as string,
      },
      notices: [{ kind: 'place', cause: 'section_elsewhere' }],
    });
  });

  test('keeps to the domains of both server and call', async () => {
    const answer = await verify(await connect(), { output: cited(), domain_allowlist: ['example.org'] });
    expect(rowsOf(answer)[0]).toMatchObject({ resolve_error: { kind: 'not_allowed_domain' } });
  });

  test('reports a missing key, an unknown model and invalid arguments as tool errors', async () => {
    const client = await connect(['--allow-network']);
    for (const [args, told] of [
      [{ model: 'gpt-4o', output: 'x' }, 'OPENAI_API_KEY'],
      [{ model: 'claude-haiku-4-5', output: 'x' }, 'ANTHROPIC_API_KEY'],
      [{ model: 'nobody-knows', output: 'x' }, 'Unknown model'],
      [{ model: 'gpt-4o', output: '' }, 'output'],
      [{ model: 'gpt-4o', output: 'x', max_citations: 51 }, 'max_citations'],
      [{ model: 'gpt-4o', output: 'x', max_cost: 0.01 }, 'max_cost'],
    ] as const) {
      const answer = await verify(client, args);
      expect(answer.isError).toBe(true);
      expect(answer.content[0]!.text).toContain(told);
    }
  });

  test('sends no other provider’s key to the address of the server', async () => {
    const asked: (string | undefined)[] = [];
    const answer = modelServer(() => ({ support: 'absent' }));
    const stranger = await serveHere((request, body, response) => {
      asked.push(request.headers.authorization);
      answer(request, body, response);
    });
    const keys = { OPENAI_API_KEY: 'sk-openai-secret', ANTHROPIC_API_KEY: 'sk-ant-secret' };
    const client = await connect([...reach(site), '--base-url', `${stranger.base}/v1`], keys);
    for (const model of ['gpt-4o', 'claude-haiku-4-5', 'some-model'])
      await verify(client, { output: cited(), model });
    expect(new Set(asked)).toEqual(new Set(['Bearer none']));
    const other = await verify(client, { output: cited(), model: 'gpt-4o', provider: 'openai' });
    expect([other.isError, other.content[0]!.text]).toEqual([
      true,
      expect.stringContaining('not OpenAI') as string,
    ]);
    expect(JSON.stringify([asked, stranger.bodies])).not.toContain('secret');
  });

  test('neither passes nor fails a text without citations', async () => {
    const answer = await verify(await connect(), { output: 'Nothing is cited.' });
    expect(answer.structuredContent).toMatchObject({ overall_score: null, passed: null, citations: [] });
  });

  test('ends the call on a cancel during a judge call, without further requests', async () => {
    let open = 0;
    let asked = 0;
    const slow = await serveHere((_request, _body, response) => {
      asked++;
      open++;
      response.on('close', () => open--);
    });
    const client = await connect([...network().slice(0, 3), '--base-url', `${slow.base}/v1`]);
    const stop = new AbortController();
    const output = ['a', 'b', 'c']
      .map((page) => `${cited()} [more](${site.base}/bridge?${page}).`)
      .join('\n\n');
    const args = { model: 'stub-model', allow_fetch: true, output };
    const calling = client.callTool({ name: 'verify_citations', arguments: args }, undefined, {
      signal: stop.signal,
    });
    void until(() => open > 0).then(() => stop.abort());
    await expect(calling).rejects.toThrow();
    await until(() => open === 0);
    const before = asked;
    // A whole further call is enough time for a request that the cancelled one still had to make.
    await call(client, 'check_links', { urls: [`${site.base}/bridge`] });
    expect(asked).toBe(before);
  });

  test('reports claims of work by the log, apart from the score', async () => {
    const said = `All 7 tests pass. ${cited()} It has four arches [more](https://pages.example.org/arches).`;
    const log = [
      message('user', 'Go on.'),
      ...toolCall('Bash', { command: 'pytest -q' }, '2 failed, 5 passed in 0.12s', 'c1'),
      ...toolCall('WebFetch', { url: `${site.base}/other` }, BRIDGE, 'c2'),
      message('assistant', [{ type: 'text', text: said }]),
    ];
    const output = jsonLines(...log.map(claudeLine));
    const client = await connect();
    const answer = await verify(client, { output, max_citations: 1 });
    expect(answer.structuredContent).toMatchObject({
      overall_score: 1,
      total_citations_found: 2,
      total_judged: 1,
      total_supported: 1,
      actions: { claimed: 1, contradicted: 1 },
      sources: { cited: 1, unopened: 1 },
    });
    const [tests, , page] = rowsOf(answer) as (Row & { log: Record<string, unknown>; shown?: string })[];
    const quote = '2 failed, 5 passed in 0.12s';
    expect(tests).toMatchObject({
      citation: { kind: 'claim_of_work', raw: 'All 7 tests pass' },
      log: { code: 'contradicted-by-log', cause: 'run_failed', command: 'pytest -q', quote },
    });
    expect(tests!.judge).toBeUndefined();
    const { offset_start, offset_end } = tests!.log;
    expect(output.slice(offset_start as number, offset_end as number)).toBe(quote);
    expect(page).toMatchObject({ resolve_status: 'skipped', shown: 'never' });
    const plan = await call(client, 'plan', { output, model: 'stub-model', max_citations: 1 });
    expect(plan.structuredContent).toMatchObject({ total_citations: 2, citations_over_limit: 1 });
    expect(plan.structuredContent!['sources']).toHaveLength(1);
  });

  test('rejects more citations than fit into one answer, before any request', async () => {
    const client = await connect();
    const [fetched, asked] = [site.calls.length, judge.calls.length];
    const output = Array.from({ length: 5_001 }, (_, i) => `Claim ${i} ${site.base}/p${i} stands.`).join(
      '\n\n',
    );
    expect((await verify(client, { output })).isError).toBe(true);
    const claims = Array.from({ length: 5_001 }, () => ({ claim: 'x', source: `${site.base}/bridge` }));
    expect((await call(client, 'check_envelope', { envelope: { claims, unverified: [] } })).isError).toBe(
      true,
    );
    expect([site.calls.length, judge.calls.length]).toEqual([fetched, asked]);
  });
});

describe('the other tools', () => {
  test('verify_citation finds the work of a DOI, and recognizes another work', async () => {
    const record = {
      message: {
        DOI: '10.1234/bridges',
        title: ['On the bridges of the north'],
        author: [{ family: 'Smith', given: 'Jane' }],
        issued: { 'date-parts': [[2020]] },
        'container-title': ['Journal of Bridges'],
        URL: 'https://doi.org/10.1234/bridges',
        type: 'journal-article',
      },
    };
    const crossref = await serveHere(({ url = '' }, _body, response) => {
      const isKnown = decodeURIComponent(url).includes('10.1234/bridges');
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown ? record : {}));
    });
    const names = ['crossref', 'datacite', 'doi', 'openalex', 'pubmed', 'semanticscholar', 'europepmc'];
    const client = await connect([...reach(crossref), ...registriesAt(crossref, names)]);
    const doi = '10.1234/bridges';
    const title = 'On the bridges of the north';
    const right = await call(client, 'verify_citation', { doi, title });
    expect(right.structuredContent).toMatchObject({
      verified: true,
      doi: '10.1234/bridges',
      year: 2020,
      journal: 'Journal of Bridges',
      score: 5,
      confidence: 'high',
      errors: [],
    });
    const bare = await call(client, 'verify_citation', { doi });
    expect(bare.structuredContent).toMatchObject({
      verified: true,
      message: expect.stringContaining('No title was given') as string,
    });
    const other = { doi, title: 'Gardening for beginners', year: 1999 };
    const wrong = await call(client, 'verify_citation', other);
    expect(wrong.structuredContent).toMatchObject({ verified: false, miss: 'wrong-work', title });
    expect((await call(client, 'verify_citation', {})).isError).toBe(true);
    const before = crossref.calls.length;
    for (const none of ['unknown', 'N/A', 'Some words in its place'])
      expect((await call(client, 'verify_citation', { doi: none })).structuredContent).toMatchObject({
        verified: false,
        miss: 'not-found',
        cause: 'malformed',
      });
    expect(crossref.calls).toHaveLength(before);
    await call(client, 'verify_citation', { doi: 'unknown', title });
    expect(crossref.calls.length).toBeGreaterThan(before);
    expect(crossref.calls.join('\n')).not.toContain('unknown');
  });

  test('check_links without the network reports that nothing was checked', async () => {
    const client = await connect([]);
    const text = Array.from({ length: 501 }, (_, i) => `https://example.org/${i}\n`).join('');
    const { valid, invalid, unchecked, errors } = (await call(client, 'check_links', { text }))
      .structuredContent as Record<string, object>;
    expect([valid, invalid]).toEqual([[], []]);
    expect(unchecked).toHaveLength(501);
    expect(errors).toMatchObject({ 'https://example.org/500': 'More than 500 addresses' });
  });

  test('verify_citation without the network reports that nothing was checked', async () => {
    const client = await connect([]);
    const answer = await call(client, 'verify_citation', { title: 'On bridges', year: 2020 });
    expect(answer.structuredContent).toMatchObject({ verified: null, miss: 'disabled' });
  });

  test('verifyCitation returns the correct DOI, and the registries that did not answer', async () => {
    const item = {
      DOI: '10.1234/bridges',
      title: ['On the bridges of the north'],
      author: ['Garcia', 'Hansen', 'Ito', 'Jensen'].map((family) => ({ family, given: 'A.' })),
      issued: { 'date-parts': [[2018]] },
      'container-title': ['Journal of Bridges'],
    };
    const stub = await serveHere(({ url = '' }, _body, response) => {
      const isSearch = url.startsWith('/crossref/works?');
      response.writeHead(isSearch ? 200 : url.startsWith('/pubmed') ? 500 : 404);
      response.end(isSearch ? JSON.stringify({ message: { items: [item] } }) : '{}');
    });
    const client = await connect([...reach(stub), ...registriesAt(stub), '--retries', '0']);
    const told = { title: 'On the bridges of the north', authors: ['Garcia'], year: 2018 };
    for (const doi of ['10.1234/dead', '10.12'])
      expect((await call(client, 'verifyCitation', { ...told, doi })).structuredContent).toMatchObject({
        verified: true,
        doi: '10.1234/bridges',
        suggestion: { doi: '10.1234/bridges' },
        notices: expect.arrayContaining([expect.objectContaining({ kind: 'doi-differs' })]) as object[],
        errors: expect.arrayContaining([expect.objectContaining({ registry: 'PubMed' })]) as object[],
      });
  });

  test('check_links distinguishes dead links from closed ones', async () => {
    const mixed = await serveHere(({ url }, _body, response) => {
      response.writeHead(url === '/ok' ? 200 : url === '/closed' ? 403 : 404);
      response.end();
    });
    const client = await connect(reach(mixed));
    const urls = ['ok', 'closed', 'gone'].map((p) => `${mixed.base}/${p}`);
    const told: (string | undefined)[] = [];
    const { structuredContent } = await client.callTool(
      { name: 'check_links', arguments: { urls: [...urls, 'not an address'] } },
      undefined,
      { onprogress: ({ message: text }) => told.push(text) },
    );
    expect(told.sort()).toEqual([...urls, 'not an address'].sort());
    expect(structuredContent).toMatchObject({
      valid: [{ url: urls[0], domain: '127.0.0.1' }],
      blocked: [{ url: urls[1] }],
      invalid: [{ url: urls[2] }, { url: 'not an address' }],
      errors: { [urls[2]!]: 'HTTP 404', 'not an address': 'Invalid URL format' },
    });
  });

  test('check_links waits no longer than the server allows, whatever the call says', async () => {
    const slow = await serveHere(() => undefined); // never answers
    const client = await connect(['--timeout-ms', '300', ...reach(slow)]);
    const start = performance.now();
    const { structuredContent } = await call(client, 'check_links', {
      urls: [`${slow.base}/x`],
      timeout_ms: 60_000,
    });
    expect(structuredContent).toMatchObject({ errors: { [`${slow.base}/x`]: 'Timeout' } });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('check_envelope checks no more claims than the server allows', async () => {
    const client = await connect([...network(), '--max-citations', '1']);
    const claim = { claim: 'Two is two.', source: 'file:src/a.ts:2', evidence: 'export const two = 2;' };
    const answer = await call(client, 'check_envelope', { envelope: { claims: [claim, claim] } });
    const claims = answer.structuredContent!['claims'] as { failures: { cause: string }[] }[];
    expect(claims.map(({ failures }) => failures.map(({ cause }) => cause))).toEqual([[], ['over_limit']]);
  });

  test('check_envelope names the problem of each claim', async () => {
    const client = await connect();
    const claim = (source: string, evidence: string, text = 'The second constant is two.') => ({
      claim: text,
      source,
      evidence,
      scope: 'in this file',
      confidence: 'high',
    });
    const envelope = {
      claims: [
        claim('file:src/a.ts:2', 'export const two = 2;'),
        claim('file:src/a.ts:3', 'export const two = 2;'),
        claim('guess', ''),
        claim(`web:${site.base}/bridge`, QUOTE, 'The bridge was opened in 1932.'),
      ],
      unverified: [{ claim: 'Nobody knows this.' }],
    };
    const answer = await call(client, 'check_envelope', {
      envelope,
      asked: ['Nobody knows this.', 'This was dropped.'],
    });
    const claims = answer.structuredContent!['claims'] as { failures: { name: string }[] }[];
    expect(claims.map((c) => c.failures.map((f) => f.name).join())).toEqual([
      '',
      'invented-place',
      'guess-as-claim',
      '',
    ]);
    expect(answer.structuredContent).toMatchObject({
      passed: false,
      unverified: 1,
      dropped: ['This was dropped.'],
    });
  });
});

describe('a long call', () => {
  const claim = (source: string) => ({
    claim: 'It opened in 1932.',
    source: `web:${source}`,
    evidence: QUOTE,
  });
  test.each([
    [
      'verify_citations',
      (base: string) => ({
        model: 'stub-model',
        allow_fetch: true,
        output: `One [a](${base}/quick). Two [b](${base}/never).`,
      }),
    ],
    [
      'check_envelope',
      (base: string) => ({
        envelope: { claims: [claim(`${base}/quick`), claim(`${base}/never`)], unverified: [] },
      }),
    ],
  ])('of %s reports its progress, and a cancel ends its requests', async (name, args) => {
    let open = 0;
    const slow = await serveHere(({ url }, _body, response) => {
      if (url === '/never') {
        open++;
        response.on('close', () => open--);
        return;
      }
      sendHtml(response, PAGE);
    });
    const client = await connect([...reach(slow), '--base-url', `${judge.base}/v1`]);
    const stop = new AbortController();
    const seen: [number, number | undefined][] = [];
    const calling = client.callTool({ name, arguments: args(slow.base) }, undefined, {
      signal: stop.signal,
      onprogress: ({ progress, total }) => {
        seen.push([progress, total]);
        void until(() => open === 1).then(() => stop.abort());
      },
    });
    await expect(calling).rejects.toThrow();
    expect(seen).toEqual([[1, 2]]);
    await until(() => open === 0);
    // The server is still there for the next call.
    expect((await client.listTools()).tools).toHaveLength(8);
  });
});

describe('the cost of a call', () => {
  test('is planned with what would be fetched and judged, without requests', async () => {
    const client = await connect();
    const [fetched, asked] = [site.calls.length, judge.calls.length];
    const answer = await call(client, 'plan', { output: cited(), model: 'stub-model' });
    expect(answer.structuredContent).toMatchObject({
      sources: [{ place: `127.0.0.1:${site.port}`, citations: 1, claims: 1, judge_calls: 1, cost_usd: null }],
      total_citations: 1,
      judge_calls: 1,
      left_out: { over_limit: { citations: 0 }, not_fetched: { citations: 0 }, over_cap: { citations: 0 } },
      network: true,
      max_cost_usd: 1,
      max_tokens: null,
    });
    const left = await call(client, 'plan', { output: 'See https://10.0.0.1/x.', model: 'stub-model' });
    expect(left.structuredContent).toMatchObject({
      sources: [{ reached: false, judge_calls: 1 }],
      judge_calls: 0,
      left_out: { not_fetched: { citations: 1, judge_calls: 1 } },
    });
    expect([site.calls.length, judge.calls.length]).toEqual([fetched, asked]);
  });

  test('may be approved in part: other sources are not fetched', async () => {
    const client = await connect();
    const text = `${cited()} It has four arches of grey stone [there](${site.base}/other#arches). See src/a.ts:1.`;
    const planned = await call(client, 'plan', { output: text, model: 'stub-model' });
    const sources = planned.structuredContent!['sources'] as { id: string; identifier: string }[];
    expect(sources).toHaveLength(3);
    expect(new Set(sources.map(({ id }) => id)).size).toBe(3);
    const [bridge = ''] = sources
      .filter(({ identifier }) => identifier.includes('/bridge'))
      .map(({ id }) => id);
    const [fetched, asked] = [site.calls.length, judge.calls.length];
    const answer = await verify(client, { output: text, sources: [bridge] });
    const rows = rowsOf(answer);
    expect(rows.map(({ resolve_status }) => resolve_status)).toEqual(['ok', 'skipped', 'skipped']);
    expect(rows[1]).toMatchObject({ resolve_error: { kind: 'fetch_disabled', cause: 'not_approved' } });
    expect(answer.structuredContent).toMatchObject({
      total_citations_found: 3,
      total_judged: 1,
      overall_score: 1,
    });
    expect(site.calls.slice(fetched).filter((made) => made.includes('/other'))).toEqual([]);
    expect(site.calls.length).toBeGreaterThan(fetched);
    expect(judge.calls.length).toBeGreaterThan(asked);
    for (const unknown of [['x'], [bridge, 'x']])
      expect((await verify(client, { output: text, sources: unknown })).isError).toBe(true);
    const nothing = await verify(client, { output: text, sources: [] });
    expect(nothing.structuredContent).toMatchObject({ overall_score: null, passed: null, total_judged: 0 });
  });

  test('stays within the cap of the server', async () => {
    for (const cap of [
      ['--max-cost', '0'],
      ['--max-tokens', '10'],
    ]) {
      const asked = judge.calls.length;
      const client = await connect([...network(), ...cap]);
      const answer = await verify(client, { max_cost_usd_total: 1000, output: cited() });
      expect(rowsOf(answer)[0]).toMatchObject({ resolve_error: { kind: 'cost_cap_reached' } });
      expect(answer.structuredContent).toMatchObject({ overall_score: null, passed: null, total_judged: 0 });
      expect(judge.calls).toHaveLength(asked);
    }
  });
});
