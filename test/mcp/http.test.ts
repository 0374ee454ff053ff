/** `mcp --http` with the SDK's own client, and without the manners that it has. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLI, runCli } from '../support/cli';
import { watchedEnv } from '../support/sockets';
import { newFolder } from '../support/newFolder';

const TOKEN = 'a-token-for-this-test';
let folder: string;
let server: ChildProcess;
let url: URL;
let said: string;

beforeEach(async () => {
  folder = newFolder();
  server = spawn(process.execPath, [CLI, 'mcp', '--http', '0'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: path.join(os.tmpdir(), 'citewright-nobody'),
      ...watchedEnv(),
      CITEWRIGHT_MCP_TOKEN: TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  said = '';
  server.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!/listening on (\S+)/.test(said)) await new Promise((r) => setTimeout(r, 20));
  url = new URL(/listening on (\S+)/.exec(said)![1]!);
});
afterEach(async () => {
  const ended = server.exitCode === null ? once(server, 'exit') : Promise.resolve();
  server.kill('SIGTERM');
  await ended;
});

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** A request as it is, with headers that a browser or an agent would not let one set. */
function post(
  headers: Record<string, string>,
  body: unknown,
  where = url.pathname,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port: url.port,
        path: where,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        response.resume();
        resolve(response);
      },
    );
    request.on('error', reject).end(JSON.stringify(body));
  });
}
const authorization = `Bearer ${TOKEN}`;
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

describe('mcp --http', () => {
  test('serves the same tools to several clients at once, on loopback', async () => {
    expect(url.hostname).toBe('127.0.0.1');
    expect(said).not.toContain(TOKEN);
    const [one, two] = await Promise.all([connect(), connect()]);
    expect((await one.listTools()).tools).toHaveLength(8);
    const answer = await two.callTool({
      name: 'check_envelope',
      arguments: { envelope: { claims: [], unverified: [] } },
    });
    expect(answer.structuredContent).toMatchObject({ passed: null });
    await Promise.all([one.close(), two.close()]);
  });

  test.each([
    ['without a token', {}, 401],
    ['with another token', { authorization: 'Bearer another' }, 401],
    ['from a page of another origin', { authorization, origin: 'https://evil.example' }, 403],
    ['from a page of no origin', { authorization, origin: 'null' }, 403],
    ['under a name that was pointed here', { authorization, host: 'evil.example' }, 403],
    ['with a session that is none', { authorization, 'mcp-session-id': 'none' }, 404],
  ] as const)('refuses a request %s', async (_who, headers, status) => {
    expect((await post({ ...headers }, initialize)).statusCode).toBe(status);
  });

  test('refuses other paths and bodies that aren’t JSON, and accepts its own origin', async () => {
    expect((await post({ authorization }, initialize, '/other')).statusCode).toBe(404);
    expect((await post({ authorization }, 'x'.repeat(25 << 20))).statusCode).toBe(413);
    expect(
      (await post({ authorization, origin: `http://localhost:${url.port}` }, initialize)).statusCode,
    ).toBe(200);
    const broken = await fetch(url, { method: 'POST', headers: { authorization }, body: '{' });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ id: null, error: { code: -32_700 } });
  });

  test('ends the connection of a refused client that goes on sending', async () => {
    const socket = net.connect(Number(url.port), '127.0.0.1').on('error', () => undefined);
    socket.write('POST /mcp HTTP/1.1\r\nhost: elsewhere\r\ncontent-length: 999999999\r\n\r\n');
    const sending = setInterval(() => socket.write('x'.repeat(10_000)), 50);
    expect(String(await once(socket, 'data'))).toContain('403 Forbidden');
    await once(socket, 'close');
    clearInterval(sending);
  });

  test.each([
    ['GET', undefined, 400],
    ['DELETE', undefined, 400],
    ['GET', 'none', 404],
    ['PUT', undefined, 405],
  ])('refuses %s with the session %s', async (method, session, status) => {
    const headers = { authorization, ...(session !== undefined && { 'mcp-session-id': session }) };
    expect((await fetch(url, { method, headers })).status).toBe(status);
  });

  test('answers at most twenty requests a minute', async () => {
    const client = await connect(); // one request and one notification
    for (let i = 0; i < 19; i++) await client.ping();
    await expect(client.ping()).rejects.toThrow(/429|requests a minute/);
    const response = await post({ authorization }, initialize);
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('a port in use causes exit 2', async () => {
  const { code, err } = await runCli(['mcp', '--http', url.port], { cwd: folder });
  expect([code, err]).toEqual([2, `citewright: --http ${url.port}: another program has this port\n`]);
});

test('a short token and an invalid port exit with 2', async () => {
  const short = await runCli(['mcp', '--http', '0'], { cwd: folder, env: { CITEWRIGHT_MCP_TOKEN: 'short' } });
  expect([short.code, short.err]).toEqual([2, expect.stringContaining('CITEWRIGHT_MCP_TOKEN')]);
  expect((await runCli(['mcp', '--http', '70000'], { cwd: folder })).code).toBe(2);
});
