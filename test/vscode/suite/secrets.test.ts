/** Keys in the real editor: what happens when the secret storage fails, where a key turns up after faults, and what a change of it does. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Services } from '../../../src/vscode/commands/services';
import { serverAddress, setKey } from '../../../src/vscode/commands/apiKeys';
import { createSecrets } from '../../../src/vscode/services/secrets';
import {
  configure,
  diagnosticsOf,
  dialogs,
  extension,
  hoverAt,
  judge,
  judgedBy,
  open,
  pages,
  readable,
  run,
  YES,
} from './stage';

const PAGE =
  '<!doctype html><title>Tides</title><p>The first tide tables were printed in the year 1833 by the harbour office.</p>';
const CANARY = 'canary-key-4d9e17c0b6';
const draft = (url: string) => `The first tide tables were printed in 1833 ([tables](${url})).\n`;

/** What a broken or hostile provider may do with a key: give it back in every way it can. */
const FAULTS: readonly ((key: string, response: http.ServerResponse) => void)[] = [
  ...[400, 401, 403, 404, 409, 422, 429, 500, 503].map(
    (status) => (key: string, response: http.ServerResponse) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-echo': key, 'retry-after': '0' });
      response.end(
        JSON.stringify({ error: { message: `Wrong key ${key}: ${key.slice(7)}`, code: key, param: key } }),
      );
    },
  ),
  (key, response) => response.writeHead(302, { location: `http://127.0.0.1:9/?key=${key}` }).end(),
  (key, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${key}</h1>`),
  (key, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: key, choices: [{ message: { content: key }, finish_reason: key }] })),
  (_, response) => void response.destroy(),
];

async function faulty() {
  const state = { fault: 0, seen: 0 };
  const server = http.createServer((request, response) => {
    state.seen++;
    request.resume().on('end', () => FAULTS[state.fault]?.(request.headers.authorization ?? '', response));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** Every file that the editor's server has written for this run: logs, storage, caches. */
function* written(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* written(file);
    else if (entry.isFile()) yield file;
  }
}

describe('keys', () => {
  let site: Awaited<ReturnType<typeof pages>>;
  let talk: ReturnType<typeof dialogs>;
  before(async () => {
    site = await pages({ '/tides': PAGE });
  });
  after(() => site.close());

  const storeKey = async (key: string) => {
    talk.answer(/^Set API Key/, 'OpenAI-compatible');
    talk.answer(/^API key for 127\.0\.0\.1:\d+$/, key);
    return vscode.commands.executeCommand<string>('citewright.setKey');
  };

  it('a failing secret storage is reported, and nothing is stored elsewhere', async () => {
    const kept: unknown[] = [];
    const failing = createSecrets({
      secrets: {
        store: () => Promise.reject(new Error('the key ring is locked')),
        get: () => Promise.reject(new Error('the key ring is locked')),
        delete: () => Promise.resolve(),
        onDidChange: () => new vscode.Disposable(() => undefined),
      },
      globalState: {
        get: (_: string, fallback: unknown) => fallback,
        update: (...args: unknown[]) => kept.push(args),
      },
    } as unknown as vscode.ExtensionContext);
    talk = dialogs([
      [/^Set API Key/, 'Anthropic'],
      [/^API key for Anthropic$/, CANARY],
    ]);
    assert.equal(await setKey({ secrets: failing } as Services), undefined);
    assert.match(talk.texts().join('\n'), /error: Couldn’t save the key to secret storage/);
    assert.deepEqual(kept, []);
    assert.ok(!JSON.stringify(talk.said).includes(CANARY));
  });

  it('are requested after an unusable address is replaced', async () => {
    const bad = 'http://lan.example:8000/v1';
    await configure({ 'model.provider': 'openai-compatible', 'model.baseUrl': bad });
    const good = 'https://models.example/v1';
    talk = dialogs([
      [/^(?:Set API Key|Select a Model)/, 'OpenAI-compatible'],
      [/^API key for/, 'some-key-000'],
    ]);
    const box = () => talk.said.find(({ message }) => message === 'Model server URL');
    try {
      assert.equal(await run('setKey'), undefined, 'put away');
      assert.match(box()?.detail ?? '', /^Invalid: .*lan\.example:8000\.$/);
      talk.said.length = 0;
      assert.equal(await run('chooseModel'), undefined, 'put away');
      assert.match(box()?.detail ?? '', /^Invalid: /);
      talk.answer(/^Model server URL/, good);
      assert.equal(await run('setKey'), 'openai-compatible@https://models.example');
      assert.equal(vscode.workspace.getConfiguration('citewright.model').get('baseUrl'), good);
    } finally {
      talk.answer(/^Clear API Key/, 'models.example');
      await run('clearKey');
    }
  });

  it('never appear anywhere, even when a provider’s error echoes them', async function () {
    this.timeout(120_000);
    const server = await faulty();
    await configure({
      'network.allowHosts': [site.host],
      'model.provider': 'openai-compatible',
      'model.baseUrl': server.url,
      'model.id': 'stub-judge',
    });
    talk = dialogs(YES);
    try {
      await storeKey(CANARY);
      const { document } = await open(draft(site.url('/tides')));
      for (const [fault] of FAULTS.entries()) {
        server.state.fault = fault;
        talk.answer(/^Test API Key/, 'OpenAI-compatible');
        await vscode.commands.executeCommand('citewright.testKey');
        await run('verifyDocument');
        const shown = [
          ...diagnosticsOf(document).map((d) => JSON.stringify(d)),
          readable(await hoverAt(document, '[tables', 2)),
        ].join('\n');
        assert.ok(!shown.includes(CANARY), `fault ${fault}: on the screen`);
      }
      assert.ok(server.state.seen >= FAULTS.length, 'the provider was not asked');
      assert.ok(!JSON.stringify(talk.said).includes(CANARY), 'in a message');
      const home = process.env['XDG_RUNTIME_DIR']; // the harness keeps all of the server's files there
      if (home !== undefined && fs.existsSync(path.join(home, 'data')))
        for (const file of written(home))
          assert.ok(!fs.readFileSync(file).includes(CANARY), `the key stands in ${file}`);
      else console.log('      skipped: the files of this editor are not in a folder of their own');
      assert.ok(!Object.values(process.env).some((value) => value?.includes(CANARY)));
    } finally {
      talk.answer(/^Clear API Key/, (said) =>
        said.items.find((item) => item.includes(server.url.slice(0, -3))),
      );
      await vscode.commands.executeCommand('citewright.clearKey');
    }
  });

  it('a new key applies from the next request; a cleared one is never sent again', async () => {
    const model = await judge([
      [/./, { support: 'supported', quote: 'The first tide tables were printed in the year 1833' }],
    ]);
    await configure({ 'network.allowHosts': [site.host], ...judgedBy(model) });
    talk = dialogs(YES);
    const keys = async () => {
      model.requests.length = 0;
      await vscode.commands.executeCommand('citewright.clearCache');
      await run('verifyDocument');
      return [...new Set(model.requests.map(({ key }) => key))];
    };
    await open(draft(site.url('/tides')));
    const owner = await storeKey('first-key-000');
    assert.deepEqual(await keys(), ['Bearer first-key-000']);
    await storeKey('second-key-000');
    assert.deepEqual(await keys(), ['Bearer second-key-000']);
    talk.answer(/^Clear API Key/, owner);
    await vscode.commands.executeCommand('citewright.clearKey');
    const after = await keys();
    assert.ok(after.length > 0 && after.every((key) => !key.includes('-key-')));
  });

  it('the extension exports nothing', async () => {
    talk = dialogs();
    assert.equal(await extension().activate(), undefined);
    assert.equal(extension().exports, undefined);
  });
});

describe('the address of a model server', () => {
  it('is completed with scheme and path', () => {
    for (const [typed, meant] of [
      ['localhost:11434', 'http://localhost:11434/v1'],
      ['127.0.0.1:8080/', 'http://127.0.0.1:8080/v1'],
      ['models.example', 'https://models.example/v1'],
      ['http://localhost:11434/api/v1', 'http://localhost:11434/api/v1'],
      ['https://me:pw@models.example', 'https://me:pw@models.example'],
    ] as const)
      assert.equal(serverAddress(typed), meant);
  });
});
