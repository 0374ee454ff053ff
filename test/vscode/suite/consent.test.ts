import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askJudge, hasShownCost } from '../../../src/vscode/services/askConsent';
import { createConsent } from '../../../src/vscode/services/consent';
import type { Services } from '../../../src/vscode/commands/services';
import { manageConsent } from '../../../src/vscode/commands/manageConsent';
import { transcriptUri } from '../../../src/vscode/commands/openTranscript';
import {
  configure,
  dialogs,
  FETCH_ONLY,
  folder,
  judge,
  judgedBy,
  OFFLINE,
  open,
  openFile,
  pages,
  run,
  until,
  YES,
  at,
  writeFile,
} from './stage';

const PAGE =
  '<!doctype html><title>Tides</title><p>The first tide tables were printed in the year 1833 by the harbour office.</p>';
const VERDICT = [
  [/./, { support: 'supported', quote: 'The first tide tables were printed in the year 1833' }],
] as const;
const CANARY = 'canary-key-81b3f0d2aa';

/** With no answer yet. */
function newConsent() {
  const state = new Map<string, unknown>();
  const memento = {
    get: (name: string, fallback?: unknown) => state.get(name) ?? fallback,
    update: (name: string, value: unknown) => Promise.resolve(void state.set(name, value)),
  };
  const context = { workspaceState: memento, globalState: memento };
  return createConsent(context as unknown as vscode.ExtensionContext);
}

describe('consent and keys', () => {
  let site: Awaited<ReturnType<typeof pages>>;
  let model: Awaited<ReturnType<typeof judge>>;
  let other: Awaited<ReturnType<typeof judge>>;
  let restore: () => Promise<void>;
  let talk: ReturnType<typeof dialogs>;
  const text = () => `The first tide tables were printed in 1833 ([tables](${site.url('/tides')})).\n`;

  /** Takes an answer back, or every one of them. */
  async function manage(item: string): Promise<readonly string[]> {
    const asked = dialogs([[/^Manage Consent/, item]]);
    await vscode.commands.executeCommand('citewright.manageConsent');
    asked.restore();
    return asked.texts();
  }

  before(async () => {
    site = await pages({ '/tides': PAGE });
    model = await judge(VERDICT);
    other = await judge(VERDICT);
    restore = await configure({ 'network.allowHosts': [site.host], ...judgedBy(model) });
  });
  after(async () => {
    await restore();
    await Promise.all([site.close(), model.close(), other.close()]);
  });
  beforeEach(async () => {
    talk = dialogs();
    await vscode.commands.executeCommand('citewright.clearCache');
    site.asked.length = 0;
    model.requests.length = 0;
    other.requests.length = 0;
  });

  it('Manage Consent lists every answer and revokes it', async () => {
    talk = dialogs(YES);
    await open(text());
    await run('verifyDocument');
    await vscode.commands.executeCommand('citewright.manageConsent');
    const items = talk.said.at(-1)?.items ?? [];
    assert.ok(items.includes('Fetch sources'));
    assert.ok(items.some((item) => item.startsWith('Send claims') && item.includes(model.host)));
    assert.deepEqual((await manage('Clear cache')).slice(1), ['info: Cache cleared.']);
    await manage('Reset all answers');
    talk = dialogs(YES);
    await run('verifyDocument');
    assert.equal(talk.said.filter(({ kind }) => kind === 'modal').length, 1);
  });

  it('asks again for a new model address, not for a known one', async () => {
    await manage('Reset all answers');
    talk = dialogs(YES);
    await open(text());
    await run('verifyDocument');
    talk.said.length = 0;
    await configure({ 'model.baseUrl': other.url('/v1') });
    await run('verifyDocument');
    const asked = talk.said.filter(({ kind }) => kind === 'modal');
    assert.equal(asked.length, 1);
    assert.ok(asked[0]?.items.some((item) => item.includes(other.host)));
    await configure({ 'model.baseUrl': model.url('/v1') });
    talk.said.length = 0;
    await run('verifyDocument');
    assert.ok(!talk.said.some(({ kind }) => kind === 'modal'));
  });

  it('dismissing the question stops the run before anything is fetched or sent', async () => {
    await manage('Reset all answers');
    talk = dialogs();
    await open(text());
    assert.equal((await run('verifyDocument')).state, 'declined');
    assert.deepEqual(site.asked, []);
    assert.deepEqual(model.requests, []);
  });

  it('every switch is off until the user has turned it on', async () => {
    await manage('Reset all answers');
    const shown = async (...answers: Parameters<typeof dialogs>) => {
      talk = dialogs(...answers);
      await open(text());
      await run('verifyDocument');
      const [page] = talk.said.filter(({ kind }) => kind === 'modal');
      return { items: page?.items.length, on: page?.on };
    };
    assert.deepEqual(await shown(), { items: 2, on: [] });
    assert.deepEqual(await shown(YES), { items: 2, on: [] });
    await configure({ 'model.baseUrl': other.url('/v1') });
    assert.deepEqual(await shown(), { items: 2, on: [FETCH_ONLY] }, 'a new address');
    await configure({ 'model.baseUrl': model.url('/v1') });
  });

  it('fetching alone fetches sources, sends nothing to the model and does not ask again', async () => {
    await manage('Reset all answers');
    talk = dialogs([[/^Allow Citewright/, FETCH_ONLY]]);
    await open(text());
    assert.equal((await run('verifyDocument')).state, 'done');
    assert.ok(site.asked.length > 0);
    await run('verifyDocument');
    assert.equal(talk.said.filter(({ kind }) => kind === 'modal').length, 1);
    assert.deepEqual(model.requests, []);
    await manage('Reset all answers');
  });

  it('two runs that start while a question is open wait for its answer', async () => {
    await manage('Reset all answers');
    talk = dialogs(YES);
    const first = await open(text());
    const second = await open(`Again: ${text()}`);
    const window = vscode.window as unknown as Record<string, unknown>;
    const answered = window['showQuickPick'] as (...given: unknown[]) => Promise<unknown>;
    window['showQuickPick'] = async (...given: unknown[]) => {
      await new Promise((wake) => setTimeout(wake, 300));
      return answered(...given);
    };
    const runs = [first, second].map(({ document }) => run('verifyDocument', document.uri));
    const outcomes = await Promise.all(runs);
    assert.ok(outcomes.every(({ state }) => state === 'done'));
    const asked = talk.said.filter(({ kind }) => kind === 'modal').map(({ message }) => message);
    assert.equal(asked.length, 1, asked.join('\n'));
  });

  it('asks for two models one after the other, for each once', async () => {
    talk = dialogs(YES);
    const to = (owner: string) => ({ owner, name: owner, address: owner, local: false, cost: '$1' });
    const [a, again, b] = [to('a'), to('a'), to('b')];
    const consent = newConsent();
    const answers = await Promise.all([a, b, again, b].map((one) => askJudge(consent, one)));
    assert.deepEqual(answers, ['yes', 'yes', 'yes', 'yes']);
    assert.equal(talk.said.length, 2);
    assert.deepEqual([a, again, b].map(hasShownCost), [true, false, true]);
  });

  it('with both switches off, no connection is opened, nothing more is asked, and local sources are checked', async () => {
    await manage('Reset all answers');
    talk = dialogs([[/^Allow Citewright/, OFFLINE]]);
    await openFile(`${text()}\nThe formula adds up three tides (src/tide.ts:2).\n`, 'offline.md');
    const outcome = await run('verifyDocument');
    assert.equal(outcome.state, 'done');
    assert.equal(outcome.summary?.found, 2);
    assert.equal(outcome.summary.resolved, 1);
    assert.equal(talk.said.filter(({ kind }) => kind === 'modal').length, 1, 'a second question');
    talk.said.length = 0;
    await run('checkLinks');
    const [end, ...others] = talk.said;
    assert.deepEqual(others, []);
    assert.match(end?.message ?? '', /^Offline in this workspace/);
    assert.ok(end?.items.includes('Manage Consent'), 'no way back');
    assert.deepEqual(site.asked, []);
    assert.deepEqual(model.requests, []);
    await manage('Reset all answers');
  });

  it('a disabled folder stays offline whatever the workspace says', async () => {
    talk = dialogs(YES);
    await openFile(text(), 'excluded.md');
    await run('verifyDocument');
    await manage('Folder');
    await vscode.commands.executeCommand('citewright.clearCache');
    site.asked.length = 0;
    await run('verifyDocument');
    assert.deepEqual(site.asked, []);
    await manage('Folder');
    await run('verifyDocument');
    assert.equal(site.asked.length, 1);
  });

  it('Manage Consent shows by path what a parent or closed folder disables, and lifts it', async () => {
    const consent = newConsent();
    const above = at('..');
    const elsewhere = vscode.Uri.file('/else where/$(off)');
    for (const one of [above, elsewhere]) await consent.setExcluded(one, true);
    await consent.setNetwork('yes');
    const draft = at('draft.md');
    assert.equal(consent.network(draft), 'no');
    const services = { consent, session: { refresh: () => undefined } } as unknown as Services;
    const shown: vscode.QuickPickItem[][] = [];
    const lift = async (label: string) => {
      const window = vscode.window as unknown as Record<string, unknown>;
      talk = dialogs();
      window['showQuickPick'] = (items: vscode.QuickPickItem[]) => {
        shown.push(items);
        return Promise.resolve(items.find((item) => item.label === label));
      };
      await manageConsent(services);
    };
    await lift(`Folder ${above.fsPath}`);
    const folders = shown[0]?.filter(({ label }) => label.startsWith('Folder '));
    const { name } = vscode.workspace.workspaceFolders![0]!;
    assert.deepEqual(
      folders?.map(({ label, description }) => [label, description]),
      [
        [`Folder ${name}`, `always offline, because of ${above.fsPath}`],
        [`Folder ${above.fsPath}`, 'always offline'],
        ['Folder /else where/$ (off)', 'always offline'],
      ],
    );
    assert.equal(consent.network(draft), 'yes');
    await lift('Folder /else where/$ (off)');
    assert.deepEqual(consent.excluded(), []);
  });

  it('a disabled folder stays offline for transcripts of its logs', async () => {
    const log = at('excluded.jsonl');
    const message = { role: 'assistant', content: [{ type: 'text', text: text() }] };
    const line = JSON.stringify({ type: 'assistant', timestamp: '2026-02-01T12:00:00Z', message });
    await writeFile(log, line);
    talk = dialogs(YES);
    try {
      assert.ok(await vscode.commands.executeCommand('citewright.openTranscript', log));
      assert.equal((await run('verifyDocument')).summary?.found, 1);
      assert.ok(site.asked.length > 0);
      await manage('Folder');
      await vscode.commands.executeCommand('citewright.clearCache');
      site.asked.length = 0;
      model.requests.length = 0;
      assert.equal((await run('verifyDocument')).summary?.found, 1);
      assert.deepEqual(site.asked, []);
      assert.deepEqual(model.requests, []);
      await manage('Folder');
    } finally {
      await vscode.workspace.fs.delete(log);
    }
  });

  it('disabling a folder applies to everything in it, however it is opened', async () => {
    const consent = newConsent();
    const off = vscode.Uri.file('/elsewhere/off');
    await consent.setNetwork('yes');
    await consent.setExcluded(off, true);
    await consent.setExcluded(folder(), true);
    const cell = (file: vscode.Uri) => file.with({ scheme: 'vscode-notebook-cell', fragment: 'W0sZmlsZQ==' });
    const inside = [
      vscode.Uri.joinPath(off, 'draft.md'),
      vscode.Uri.joinPath(off, 'deep/down/draft.md'),
      at('draft.md'),
    ];
    const shown = inside.flatMap((file) => [
      file,
      transcriptUri(file),
      cell(file),
      file.with({ scheme: 'untitled' }),
    ]);
    for (const uri of shown) {
      assert.ok(consent.isExcluded(uri), uri.toString());
      assert.equal(consent.network(uri), 'no');
    }
    const beside = vscode.Uri.file('/elsewhere/offside/draft.md');
    const others = [beside, transcriptUri(beside), cell(beside), vscode.Uri.parse('untitled:Untitled-1')];
    for (const uri of [...others, vscode.Uri.parse('citewright-transcript:/by-hand.md')]) {
      assert.ok(!consent.isExcluded(uri), uri.toString());
      assert.equal(consent.network(uri), 'yes');
    }
  });

  it('a key is typed into a password box, tested, and sent only to its own address', async () => {
    talk = dialogs([[/^Set API Key/, 'OpenAI-compatible'], [/^API key for/, 'sh ort'], ...YES]);
    await vscode.commands.executeCommand('citewright.setKey');
    assert.match(talk.texts().join('\n'), /invalid: Too short/);
    talk.answer(/^API key for/, 'a key with blanks');
    await vscode.commands.executeCommand('citewright.setKey');
    assert.match(talk.texts().join('\n'), /invalid: Invalid: /);
    talk.answer(/^API key for/, ` ${CANARY} `);
    const owner = await vscode.commands.executeCommand<string>('citewright.setKey');
    assert.equal(owner, `openai-compatible@http://${model.host}`);
    assert.ok(talk.said.some(({ kind }) => kind === 'password'));
    await open(text());
    await run('verifyDocument');
    assert.deepEqual([...new Set(model.requests.map(({ key }) => key))], [`Bearer ${CANARY}`]);
    await configure({ 'model.baseUrl': other.url('/v1') });
    await vscode.commands.executeCommand('citewright.clearCache');
    await run('verifyDocument');
    assert.ok(other.requests.length > 0);
    assert.ok(
      other.requests.every(({ key }) => !key.includes(CANARY)),
      'the key went to another address',
    );
    await configure({ 'model.baseUrl': model.url('/v1') });
    assert.ok(!talk.said.some((one) => JSON.stringify(one).includes(CANARY)), 'the key was shown');
  });

  it('a key can be tested and cleared', async () => {
    talk = dialogs([
      [/^(Set|Test) API Key/, 'OpenAI-compatible'],
      [/^API key for/, CANARY],
      [/^Clear API Key/, `openai-compatible@http://${model.host}`],
    ]);
    await vscode.commands.executeCommand('citewright.setKey');
    assert.equal(await vscode.commands.executeCommand('citewright.testKey'), 'works');
    assert.equal(model.requests[0]?.key, `Bearer ${CANARY}`);
    model.state.refuse = 401;
    assert.equal(await vscode.commands.executeCommand('citewright.testKey'), 'refused');
    model.state.refuse = 0;
    assert.ok(!talk.said.some((one) => JSON.stringify(one).includes(CANARY)), 'the key was shown');
    await vscode.commands.executeCommand('citewright.clearKey');
    model.requests.length = 0;
    await vscode.commands.executeCommand('citewright.testKey');
    assert.ok(model.requests.every(({ key }) => !key.includes(CANARY)));
  });

  it('offers the models that a custom server lists', async () => {
    talk = dialogs([
      [/^Select a Model/, 'OpenAI-compatible'],
      [/^Model Name/, 'stub-judge'],
    ]);
    const chosen = await vscode.commands.executeCommand('citewright.chooseModel');
    assert.deepEqual(chosen, { provider: 'openai-compatible', id: 'stub-judge' });
    const names = talk.said.find(({ message }) => message.startsWith('Model Name'));
    assert.equal(names?.kind, 'pick');
    assert.ok(names.items.includes('Another model…'));
    await configure({ 'model.baseUrl': model.url('/v1') });
  });

  it('saves the chosen model in the user settings', async () => {
    talk = dialogs([[/^Select a Model/, 'claude-haiku-4-5']]);
    await vscode.commands.executeCommand('citewright.chooseModel');
    const config = vscode.workspace.getConfiguration('citewright.model');
    await until(
      () =>
        config.inspect('id')?.globalValue !== undefined ||
        vscode.workspace.getConfiguration('citewright.model').get('id') === 'claude-haiku-4-5',
    );
    const now = vscode.workspace.getConfiguration('citewright.model');
    assert.equal(now.get('id'), 'claude-haiku-4-5');
    assert.equal(now.get('provider'), 'anthropic');
    assert.equal(now.inspect('id')?.workspaceValue, undefined);
    const [shown] = talk.said;
    assert.ok(shown?.items.includes('Automatic') && shown.items.includes('No model'));
    await configure({ ...judgedBy(model) });
  });
});
