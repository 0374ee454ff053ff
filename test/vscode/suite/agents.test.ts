/** What agents get of the editor: two tools, and the MCP server. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import type { Consent } from '../../../src/vscode/services/consent';
import type { Engine } from '../../../src/vscode/services/engine';
import { createProvider } from '../../../src/vscode/services/mcpProvider';
import type { Secrets } from '../../../src/vscode/services/secrets';
import { bibliographies } from '../../../src/vscode/services/bibliographyFiles';
import * as surroundings from '../../../src/vscode/services/workspaceContext';
import { findTool } from '../../../src/vscode/commands/languageModelTools';
import type { Services } from '../../../src/vscode/commands/services';
import { confirmation } from '../../../src/vscode/commands/toolCall';
import {
  at,
  closeAll,
  configure,
  extension,
  folder,
  invoke,
  judgedBy,
  newSession,
  open,
  run,
  serverTool,
  until,
  writeFile,
  onSite,
  endpointsAt,
} from './stage';

const PAGE = `<!doctype html><html><head><title>Harbour tides</title></head><body><article><h1>Harbour tides</h1>
<p>The harbour office printed its first tide tables in 1833, after four years of measurements at the old pier.</p>
<p>The tables were sold to captains for two pence, and half of the copies were lost in the flood of 1841.</p></article></body></html>`;
const draft = (url: string) =>
  `The harbour office printed its first tide tables in 1833 [1]. Nothing answers this one [7].\n\n## References\n\n[1] Harbour tides. ${url}\n`;

type Answer = {
  readonly state: string;
  readonly found: number;
  readonly supported: number;
  readonly findings: readonly { readonly code: string; readonly quote?: string }[];
};

/** Consent as somebody gave it. */
const consentOf = (
  network: 'yes' | 'no',
  judges: Readonly<Record<string, 'yes' | 'no'>> = {},
  isExcluded = false,
) =>
  ({
    network: () => network,
    judge: (owner: string) => judges[owner],
    isExcluded: () => isExcluded,
  }) as unknown as Consent;
const secretsOf = (keys: Readonly<Record<string, string>>) => {
  const asked: string[] = [];
  const get = (owner: string) => {
    asked.push(owner);
    return Promise.resolve(keys[owner]);
  };
  return { asked, secrets: { get } as unknown as Secrets };
};

describe('language-model tools', () => {
  const here = onSite(
    {
      '/tides': PAGE,
      '/once': PAGE,
      '/slow': { body: PAGE, delayMs: 20_000 },
      '/later': { body: PAGE, delayMs: 700 },
    },
    [
      [
        /printed its first/,
        { support: 'supported', quote: 'The harbour office printed its first tide tables in 1833' },
      ],
    ],
    (site) => ({ 'network.endpoints': endpointsAt(site) }),
  );

  it('are registered with names and schemas, so that prompts can reference them', () => {
    const names = vscode.lm.tools.map(({ name }) => name);
    assert.ok(
      names.includes('citewright_verifyCitations') && names.includes('citewright_findPapers'),
      names.join(),
    );
  });

  it('verify a text passed by the model and return verdicts with quotations', async () => {
    const said = JSON.parse(
      await invoke('citewright_verifyCitations', { text: draft(here.site.url('/tides')) }),
    ) as Answer;
    assert.equal(said.state, 'done');
    assert.equal(said.found, 2);
    assert.equal(said.supported, 1);
    assert.deepEqual(
      said.findings.map(({ code }) => code),
      ['supported', 'dangling'],
    );
    assert.match(said.findings[0]?.quote ?? '', /printed its first tide tables/);
  });

  it('verify the active editor when no text is given, and show the findings there', async () => {
    const editor = await open(draft(here.site.url('/tides')));
    const said = JSON.parse(await invoke('citewright_verifyCitations', {})) as Answer;
    assert.equal(said.found, 2);
    await until(() =>
      vscode.languages.getDiagnostics(editor.document.uri).some(({ source }) => source === 'Citewright'),
    );
  });

  it('check only links on request, without a model', async () => {
    here.model.requests.length = 0;
    const said = JSON.parse(
      await invoke('citewright_verifyCitations', { text: draft(here.site.url('/tides')), linksOnly: true }),
    ) as Answer;
    assert.deepEqual(
      said.findings.map(({ code }) => code),
      ['reached', 'dangling'],
    );
    assert.equal(here.model.requests.length, 0);
  });

  it('refuse without consent, with a reason', async () => {
    here.talk.answer(/^Manage Consent/, 'Reset all answers');
    await run('manageConsent');
    here.talk.answer(/^Allow Citewright/, undefined);
    const before = here.site.asked.length;
    const said = await invoke('citewright_verifyCitations', { text: draft(here.site.url('/tides')) });
    assert.match(said, /didn’t agree/);
    assert.match(await invoke('citewright_findPapers', { topic: 'tides' }), /not agreed/);
    assert.equal(here.site.asked.length, before);
  });

  it('stop when the agent’s request is cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    const calling = invoke(
      'citewright_verifyCitations',
      { text: `Slow [here](${here.site.url('/slow')}).` },
      source.token,
    );
    await until(() => here.site.asked.some((path) => path.includes('/slow')));
    source.cancel();
    const start = Date.now();
    await calling.catch(() => undefined); // the editor may answer by itself
    assert.ok(Date.now() - start < 5_000);
  });

  it('survive invalid input', async () => {
    assert.match(
      await invoke('citewright_verifyCitations', { file: '../../etc/passwd' }),
      /no such text in the workspace/,
    );
    assert.match(
      await invoke('citewright_verifyCitations', { file: '/etc/passwd' }),
      /no such text in the workspace/,
    );
    assert.match(await invoke('citewright_findPapers', { topic: 7 }), /topic/);
    assert.match(await invoke('citewright_verifyCitations', { text: 7 }), /Give text or file/);
    assert.match(await invoke('citewright_verifyCitations', { text: 'None.' }), /no citation in this text/);
    assert.deepEqual(here.talk.said, [], 'a tool shows no message');
  });

  it('read no file outside the workspace, by `..` or by a symbolic link', async () => {
    const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), 'citewright-elsewhere-'));
    const secret = path.join(elsewhere, 'secret.md');
    const links = ['link-out.md', 'folder-out'].map((name) => path.join(folder().fsPath, name));
    const inside = path.join(folder().fsPath, 'link-in.md');
    fs.writeFileSync(secret, draft(here.site.url('/tides')));
    links.forEach((link, i) => fs.symlinkSync(i === 0 ? secret : elsewhere, link));
    fs.writeFileSync(path.join(folder().fsPath, 'own-tool.md'), draft(here.site.url('/tides')));
    fs.symlinkSync('own-tool.md', inside);
    const before = here.site.asked.length;
    try {
      const steps = path.relative(folder().fsPath, secret);
      for (const file of [
        steps,
        `${folder().fsPath}/${steps}`,
        'src/../link-out.md',
        'link-out.md',
        'folder-out/secret.md',
        'folder-out/../own-tool.md/../../nowhere.md',
      ])
        assert.match(
          await invoke('citewright_verifyCitations', { file }),
          /no such text in the workspace/,
          file,
        );
      assert.equal(here.site.asked.length, before);
      for (const file of ['own-tool.md', 'src/../own-tool.md', 'link-in.md', inside]) {
        const said = JSON.parse(await invoke('citewright_verifyCitations', { file })) as Answer;
        assert.equal(said.found, 2, file);
      }
    } finally {
      for (const link of [...links, inside, path.join(folder().fsPath, 'own-tool.md')]) fs.rmSync(link);
      fs.rmSync(elsewhere, { recursive: true });
    }
  });

  it('answer two simultaneous requests for one file, one after the other', async () => {
    const uri = at('twice.md');
    await writeFile(uri, draft(here.site.url('/later')));
    try {
      const calls = ['twice.md', 'src/../twice.md', uri.fsPath].map((file) =>
        invoke('citewright_verifyCitations', { file }),
      );
      const said = (await Promise.all(calls)).map((text) => JSON.parse(text) as Answer);
      for (const { state, supported, findings } of said) {
        assert.equal(state, 'done');
        assert.equal(supported, 1);
        assert.equal(findings.length, 2);
      }
      assert.equal(here.site.asked.filter((path) => path.includes('/later')).length, 1);
      await until(() => vscode.languages.getDiagnostics(uri).length === 0);
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  it('leave files unchanged that the user never scanned or verified', async () => {
    const uri = at('set-aside/own.md');
    await writeFile(uri, draft(here.site.url('/tides')));
    const call = (file: string) => invoke('citewright_verifyCitations', { file });
    const scan = vscode.workspace.getConfiguration('citewright.scan', uri);
    try {
      await scan.update('exclude', ['set-aside/**'], vscode.ConfigurationTarget.Workspace);
      assert.match(await call('set-aside/own.md'), /excludes .*set-aside\/own\.md/);
      await vscode.window.showTextDocument(uri);
      assert.match(await call(uri.fsPath), /excludes/);
    } finally {
      await scan.update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    }
    assert.equal((JSON.parse(await call('set-aside/own.md')) as Answer).found, 2);
    await closeAll();
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  });

  it('ask once for everything that is sent or paid, and not at all if the cache has the answers', async () => {
    const price = { id: 'stub-judge', provider: 'openai-compatible', input: 1, output: 1 };
    await configure({ models: [price], 'cost.confirmAboveUsd': 0 });
    const asked = async (text: string) => {
      here.talk.said.length = 0;
      const { supported } = JSON.parse(await invoke('citewright_verifyCitations', { text })) as Answer;
      return { supported, modals: here.talk.said.filter(({ kind }) => kind === 'modal') };
    };
    here.talk.answer(/^Manage Consent/, 'Reset all answers');
    await run('manageConsent');
    const text = `${draft(here.site.url('/once'))}\nOnce.\n`;
    const [page, ...more] = (await asked(text)).modals;
    assert.deepEqual(more, []);
    assert.match(page?.detail ?? '', /2 citations are fetched.*127\.0\.0\.1[^]*Estimated cost/);
    here.site.asked.length = here.model.requests.length = 0;
    assert.deepEqual(await asked(text), { supported: 1, modals: [] });
    assert.deepEqual([here.site.asked, here.model.requests], [[], []]);
    here.talk.answer(/^Estimated cost/, 'Verify');
    const other = await asked(text.replace('printed its first', 'printed its very first'));
    assert.match(
      other.modals.map(({ detail }) => detail).join(),
      /^Claims and passages of 2 citations go to /,
    );
    assert.equal(other.modals.length, 1);
  });

  it('state before a verification where requests go, which model judges and what it may cost', async () => {
    const session = newSession({ ...surroundings, bibliographies });
    const uri = vscode.Uri.parse('untitled:confirm.md');
    const view = session.adopt(uri, `One [a](https://one.example/x). Two https://two.example/y.`, 'markdown');
    const { secrets } = secretsOf({});
    let isCached = false;
    const engine = {
      estimate: () => ({ leastUsd: 0.01, mostUsd: 0.02, citations: 2 }),
      isCached: () => Promise.resolve(isCached),
    } as unknown as Engine;
    const owner = `openai-compatible@http://${here.model.host}`;
    const said = async (consent: Consent, text = view, linksOnly = false) =>
      (
        await confirmation({ consent, secrets, engine: () => Promise.resolve(engine) }, text, linksOnly)
      )?.value
        .replaceAll('\\', '')
        .replaceAll('&nbsp;', ' ');
    const agreed = consentOf('yes', { [owner]: 'yes' });
    assert.equal(await said(agreed), undefined, 'the run asks about its cost');
    await configure({ 'cost.confirmAboveUsd': 0.1 });
    const full = (await said(agreed)) ?? '';
    assert.match(full, /2 citations .*one\.example, two\.example/);
    assert.match(full, /Claims and passages go to .*127\.0\.0\.1/);
    assert.match(full, /Estimated cost: \$0\.01 to \$0\.02\. The run stops at \$1\.00/);
    isCached = true;
    assert.equal(await said(agreed), undefined, 'nothing is sent and nothing paid');
    isCached = false;
    const unanswered = { ...agreed, network: () => undefined };
    for (const consent of [unanswered, consentOf('yes')])
      assert.equal(await said(consent), undefined, 'the run asks for consent');
    assert.match((await said(consentOf('yes'), view, true)) ?? '', /2 citations.*is free/s);
    const offline = (await said(consentOf('no', { [owner]: 'yes' }))) ?? '';
    assert.match(offline, /Nothing is fetched.*Claims and passages go/s);
    assert.doesNotMatch(offline, /one\.example/);
    const unjudged = consentOf('yes', { [owner]: 'no' });
    assert.match((await said(unjudged)) ?? '', /2 citations are fetched.*No model is used; this is free/s);
    assert.equal(await said(consentOf('no', {}, true)), undefined, 'nothing is sent from this folder');
    const single = session.adopt(
      vscode.Uri.parse('untitled:single.md'),
      'One [a](https://one.example/x).',
      'markdown',
    );
    assert.match(
      (await said(unjudged, single)) ?? '',
      /The source of 1 citation is fetched .*: one\.example\./,
    );
    const before = here.model.requests.length;
    await configure({ 'model.id': undefined });
    assert.equal(await said(consentOf('yes')), undefined);
    assert.equal(here.model.requests.length, before, 'the server was asked before the user had agreed');
    await configure(judgedBy(here.model));
  });

  it('ask once before a search for papers, with its terms: on the page of consent, else by VS Code', async () => {
    const searched: string[] = [];
    const find = (topic: string) => Promise.resolve({ papers: [], topic: searched.push(topic) });
    const { token } = new vscode.CancellationTokenSource();
    here.talk.answer(/^Allow Citewright/, undefined);
    const asked = async (consent: Consent) => {
      here.talk.said.length = 0;
      const tool = findTool({ consent, engine: () => Promise.resolve({ find }) } as unknown as Services);
      const input = { topic: 'spring tides' };
      const prepared = await tool.prepareInvocation?.({ input }, token);
      await tool.invoke({ input, toolInvocationToken: undefined }, token);
      const { message = '' } = prepared?.confirmationMessages ?? {};
      const shown = [typeof message === 'string' ? message : message.value, here.talk.said[0]?.detail ?? ''];
      return [
        ...shown.map((text) => /spring.tides/.test(text.replaceAll('&nbsp;', ' '))),
        searched.splice(0),
      ];
    };
    assert.deepEqual(await asked(consentOf('yes')), [true, false, ['spring tides']]);
    assert.deepEqual(await asked({ ...consentOf('yes'), network: () => undefined }), [false, true, []]);
    assert.deepEqual(await asked(consentOf('no')), [false, false, []]);
  });
});

describe('the MCP server', () => {
  const cache = path.join(os.tmpdir(), 'citewright', 'cache');
  const contextNow = () =>
    ({
      extensionUri: extension().extensionUri,
      globalStorageUri: vscode.Uri.file(path.dirname(cache)),
      extension: { packageJSON: { version: '1.0.0' } },
    }) as unknown as vscode.ExtensionContext;
  /** What the editor is offered, and how it gets what it starts. */
  const offered = async (consent: Consent, secrets: Secrets) => {
    const provider = createProvider({ context: contextNow(), consent, secrets });
    const { token } = new vscode.CancellationTokenSource();
    const [server] = (await provider.provideMcpServerDefinitions(token)) ?? [];
    assert.ok(server);
    return {
      server,
      resolve: async () => (await provider.resolveMcpServerDefinition(server, token)) ?? server,
    };
  };
  it('is defined without keys and receives those of approved providers, and all limits, when it starts', async () => {
    const anthropic = 'anthropic@https://api.anthropic.com';
    const openai = 'openai@https://api.openai.com';
    const { asked, secrets } = secretsOf({ [anthropic]: 'sk-a', [openai]: 'sk-o' });
    const definitionFor = async (consent: Consent) => {
      const { server, resolve } = await offered(consent, secrets);
      assert.deepEqual(asked, []);
      assert.ok(!JSON.stringify(server).includes('sk-'));
      const resolved = await resolve();
      asked.length = 0;
      return resolved;
    };
    const open = await definitionFor(consentOf('yes', { [anthropic]: 'yes', [openai]: 'no' }));
    assert.ok(open.args.includes('--allow-network'));
    assert.equal(open.env['ANTHROPIC_API_KEY'], 'sk-a');
    assert.equal(open.env['OPENAI_API_KEY'], null, 'nor one that this computer has');
    assert.equal(open.env['CITEWRIGHT_ALLOW_NETWORK'], null);
    const closed = await definitionFor(consentOf('no'));
    assert.ok(!closed.args.includes('--allow-network'));
    assert.equal(closed.env['ANTHROPIC_API_KEY'], null);
    for (const arg of ['--max-cost-per-day=5', '--max-citations=500', `--cache=${cache}`])
      assert.ok(open.args.includes(arg), 'the editor’s limits, and the spending of its windows');
    const disabled = await definitionFor(consentOf('no', { [anthropic]: 'yes' }, true));
    assert.equal(disabled.env['ANTHROPIC_API_KEY'], null);
  });

  it('uses the configured address, like the editor, and only with consent', async () => {
    const proxied = 'anthropic@https://models.example';
    const compatible = 'openai-compatible@https://models.example';
    const keys = { [proxied]: 'sk-p', [compatible]: 'sk-c', 'openai@https://api.openai.com': 'sk-o' };
    const started = async (provider: string, id = '', agreed = Object.keys(keys)) => {
      const judges = Object.fromEntries(agreed.map((owner) => [owner, 'yes' as const]));
      const model = { 'model.baseUrl': 'https://models.example/v1', 'model.provider': provider };
      await configure({ ...model, 'model.id': id });
      const { resolve } = await offered(consentOf('yes', judges), secretsOf(keys).secrets);
      const { args, env } = await resolve();
      assert.ok(!args.some((arg) => arg.includes('sk-')));
      return {
        args: args.filter((arg) => /^--(?:base-url|provider)=/.test(arg)),
        keys: Object.values(env).filter((value) => String(value).startsWith('sk-')),
      };
    };
    const at = '--base-url=https://models.example/v1';
    const none = { args: [], keys: [] };
    const claude = { args: [at, '--provider=anthropic'], keys: ['sk-p'] };
    assert.deepEqual(await started('auto', 'claude-opus-5'), claude);
    assert.deepEqual(await started('auto', 'claude-opus-5', [compatible]), none);
    const own = { args: [at, '--provider=openai-compatible'], keys: ['sk-c'] };
    assert.deepEqual(await started('auto', 'own-8b'), own);
    assert.deepEqual(await started('none'), none);
    assert.deepEqual(await started('vscode'), { args: [], keys: ['sk-o'] });
  });

  it('runs on the editor’s own Node, as defined', async () => {
    const { server } = await offered(consentOf('no'), secretsOf({}).secrets);
    const env = Object.fromEntries(Object.entries(server.env).map(([name, value]) => [name, String(value)]));
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: server.command, args: server.args, env, stderr: 'ignore' }),
    );
    assert.ok((await client.listTools()).tools.some(({ name }) => name === 'verify_citations'));
    await client.close();
  });

  it('is started by the editor and answers', async function () {
    if (/^1\.105\./.test(vscode.version)) {
      console.log(
        '      skipped: this version asks in a dialog, which no test can answer, whether to trust the server',
      );
      this.skip();
    }
    const envelope = { claims: [{ claim: 'x', source: '', evidence: '' }], unverified: [] };
    assert.match(await invoke(await serverTool('check_envelope'), { envelope }), /empty-source/);
  });
});
