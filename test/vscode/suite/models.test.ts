/** Who judges: the order of choice, and the editor's own models behind the port. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ModelError } from '../../../src/core/ports';
import { fromEditor } from '../../../src/vscode/services/languageModel';
import {
  ALL,
  answerTo,
  configure,
  dialogs,
  FETCH_ONLY,
  judge,
  judgedBy,
  OFFLINE,
  open,
  run,
  until,
  type Answer,
  onSite,
} from './stage';

type Script = (text: string, options: vscode.LanguageModelChatRequestOptions) => readonly unknown[];

/** A language model of the editor that answers from a script. `asked` keeps what it was sent. */
function chatOf(script: Script, id = 'fake-1') {
  const asked: {
    text: string;
    options: vscode.LanguageModelChatRequestOptions;
    token: vscode.CancellationToken;
  }[] = [];
  const chat = {
    id,
    name: `Fake ${id}`,
    vendor: 'fake',
    family: 'fake',
    version: '1',
    maxInputTokens: 16_000,
    countTokens: (text: string) => Promise.resolve(Math.ceil(text.length / 4)),
    sendRequest: (
      messages: vscode.LanguageModelChatMessage[],
      options: vscode.LanguageModelChatRequestOptions,
      token: vscode.CancellationToken,
    ) => {
      const text = messages
        .flatMap(({ content }) =>
          content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')),
        )
        .join('\n');
      asked.push({ text, options, token });
      const parts = script(text, options);
      return Promise.resolve({
        stream: (async function* () {
          for (const part of parts) {
            await new Promise((wake) => setTimeout(wake, 5));
            if (part instanceof Error) throw part;
            yield part;
          }
        })(),
        text: (async function* () {})(),
      });
    },
  };
  return { asked, chat: chat as unknown as vscode.LanguageModelChat };
}

const PROMPT = {
  system: 'You judge.',
  blocks: [{ text: 'SOURCE' }, { text: 'CLAIM' }],
  schema: { type: 'object', properties: {} },
  name: 'verdict',
  maxTokens: 100,
};
const signal = () => new AbortController().signal;

describe('a language model of the editor', () => {
  it('reports its answer as a tool call', async () => {
    const { chat, asked } = chatOf(() => [
      new vscode.LanguageModelTextPart('Let me see.'),
      new vscode.LanguageModelToolCallPart('1', 'verdict', { support: 'absent' }),
    ]);
    const reply = await fromEditor(chat).ask(PROMPT, signal());
    assert.deepEqual(JSON.parse(reply.text), { support: 'absent' });
    assert.equal(asked[0]?.options.toolMode, vscode.LanguageModelChatToolMode.Required);
    assert.equal(asked[0].options.tools?.[0]?.name, 'verdict');
    assert.ok((asked[0].options.justification ?? '').length > 10);
    assert.ok(reply.usage.input > 0 && reply.usage.output > 0);
  });

  it('is prompted again with the schema if it has no tool support', async () => {
    const { chat, asked } = chatOf((_, { tools }) =>
      tools
        ? [new Error('tools are not supported')]
        : [new vscode.LanguageModelTextPart('{"a":'), new vscode.LanguageModelTextPart('1}')],
    );
    assert.equal((await fromEditor(chat).ask(PROMPT, signal())).text, '{"a":1}');
    assert.equal(asked.length, 2);
    assert.match(asked[1]?.text ?? '', /Its schema:/);
  });

  it('ends the run without a second request if the user refuses', async () => {
    const { chat, asked } = chatOf(() => [vscode.LanguageModelError.NoPermissions('no')]);
    await assert.rejects(
      fromEditor(chat).ask(PROMPT, signal()),
      (e) => e instanceof ModelError && e.reason === 'refused-consent' && e.fatal,
    );
    assert.equal(asked.length, 1);
  });

  it('is cancelled with the run', async () => {
    const stop = new AbortController();
    const { chat, asked } = chatOf(() =>
      Array.from({ length: 100 }, () => new vscode.LanguageModelTextPart('x')),
    );
    const asking = fromEditor(chat).ask(PROMPT, stop.signal);
    setTimeout(() => stop.abort(), 30);
    await assert.rejects(asking, (e) => e instanceof ModelError && e.reason === 'cancelled');
    assert.equal(asked[0]?.token.isCancellationRequested, true);
  });
});

describe('the picker of models', () => {
  it('has sections from free to paid, one recommendation first, and offers to verify at once', async () => {
    const window = vscode.window as unknown as Record<string, unknown>;
    const lm = vscode.lm as unknown as Record<string, unknown>;
    const [select, real] = [lm['selectChatModels'], window['showQuickPick']];
    lm['selectChatModels'] = () => Promise.resolve([chatOf(() => []).chat]);
    await configure({ 'model.provider': 'openai' });
    const talk = dialogs([
      [/^Citewright will/, 'Verify Now'],
      [/^Allow Citewright/, undefined],
    ]);
    let items: readonly vscode.QuickPickItem[] = [];
    window['showQuickPick'] = async (given: unknown) => {
      items = (await given) as readonly vscode.QuickPickItem[];
      return items[0];
    };
    try {
      await open('No citation.\n');
      await run('chooseModel');
    } finally {
      lm['selectChatModels'] = select;
      window['showQuickPick'] = real;
    }
    const isHeading = ({ kind }: vscode.QuickPickItem) => kind === vscode.QuickPickItemKind.Separator;
    assert.deepEqual(
      items.filter(isHeading).map(({ label }) => label),
      [
        'In this editor, no key needed',
        'Local or own server',
        'API keys',
        'Anthropic · needs a key',
        'OpenAI · needs a key',
      ],
    );
    const under = (heading: string) => {
      const rest = items.slice(items.findIndex(({ label }) => label.startsWith(heading)) + 1);
      return rest.slice(0, rest.findIndex(isHeading)).map(({ label }) => label);
    };
    assert.deepEqual(under('In this editor'), ['Fake fake-1']);
    assert.deepEqual(under('Local'), ['OpenAI-compatible server']);
    const recommended = items.filter(({ description = '' }) => description.startsWith('recommended'));
    assert.deepEqual(recommended, [items[0]]);
    assert.deepEqual(talk.said.find(({ message }) => message.startsWith('Citewright will'))?.items, [
      'Verify Now',
    ]);
    await until(() => talk.texts().some((text) => text.includes('No citations to verify')));
    assert.equal(vscode.workspace.getConfiguration('citewright').get('model.provider'), 'auto');
  });
});

describe('the default model', () => {
  const PAGE =
    '<!doctype html><title>Tides</title><p>The first tide tables were printed in the year 1833 by the harbour office.</p>';
  const VERDICT = {
    support: 'supported',
    quote: 'The first tide tables were printed in the year 1833',
  } as const;
  const lm = vscode.lm as unknown as Record<string, unknown>;
  const real = lm['selectChatModels'];
  const here = onSite({ '/tides': PAGE }, undefined, () => ({ 'model.provider': 'auto' }));
  afterEach(() => void (lm['selectChatModels'] = real));
  const text = () => `The first tide tables were printed in 1833 ([tables](${here.site.url('/tides')})).\n`;

  it('is one of the editor’s models, after its own consent question', async () => {
    const { chat } = chatOf((body) => {
      const said = answerTo(JSON.stringify({ messages: [{ content: body }] }), [[/./, VERDICT]]);
      return [new vscode.LanguageModelToolCallPart('1', 'verdict', JSON.parse(said) as object)];
    });
    lm['selectChatModels'] = () => Promise.resolve([chat]);
    here.talk.answer(/^Manage Consent/, 'Reset all answers');
    await vscode.commands.executeCommand('citewright.manageConsent');
    await open(text());
    const outcome = await run('verifyDocument');
    assert.equal(outcome.summary?.supported, 1);
    assert.match(outcome.model ?? '', /Fake fake-1 \(editor model\)/);
    assert.ok(
      here.talk.said.some(
        ({ kind, items }) => kind === 'modal' && items.join().includes('Fake fake-1 (editor model)'),
      ),
    );
  });

  it('a configured model has priority', async () => {
    const set = await judge([[/./, VERDICT]]);
    const { chat, asked } = chatOf(() => []);
    lm['selectChatModels'] = () => Promise.resolve([chat]);
    const back = await configure({ ...judgedBy(set) });
    await open(text());
    const outcome = await run('verifyDocument');
    assert.match(outcome.model ?? '', /stub-judge/);
    assert.equal(asked.length, 0);
    await back();
    await set.close();
  });

  it('is priced by the user’s list; an invalid row is reported before any request', async () => {
    const set = await judge([[/./, VERDICT]]);
    const row = { id: 'stub-judge', provider: 'openai-compatible', input: 10, output: 10 };
    const stub = { 'model.baseUrl': set.url('/v1'), 'model.id': 'stub-judge', 'cost.confirmAboveUsd': 1 };
    const back = await configure({ ...stub, models: [row] });
    await open(text());
    assert.ok(((await run('verifyDocument')).summary?.costUsd ?? 0) > 0);
    await back();
    const again = await configure({ ...stub, models: [{ ...row, input: -1 }] });
    await run('verifyDocument');
    assert.match(here.talk.texts().join('\n'), /Invalid setting: citewright\.models\[0\]\.input must be/);
    await again();
    await set.close();
  });

  it('is none if there is none, which is reported', async () => {
    lm['selectChatModels'] = () => Promise.reject(new Error('no such thing here'));
    await open(text());
    const outcome = await run('verifyDocument');
    assert.equal(outcome.summary?.judged, 0);
    assert.equal(outcome.model, undefined);
    assert.match(here.talk.texts().join('\n'), /Checked without a model/);
  });

  it('of a configured server without a model is its first, requested only after consent', async () => {
    const set = await judge([[/./, VERDICT]]);
    const back = await configure({ ...judgedBy(set), 'model.id': undefined });
    const name = `127.0.0.1:${set.port}`;
    const put = async (answer: Answer) => {
      here.talk.answer(/^Manage Consent/, 'Reset all answers');
      await vscode.commands.executeCommand('citewright.manageConsent');
      here.talk.answer(/^Allow Citewright/, answer);
      return run('verifyDocument');
    };
    await open(text());
    assert.equal((await put(undefined)).state, 'declined');
    assert.equal((await put(FETCH_ONLY)).summary?.judged, 0);
    assert.equal((await put(OFFLINE)).state, 'done');
    assert.equal(set.requests.length, 0);
    assert.ok(
      here.talk.said.some(
        ({ kind, items }) => kind === 'modal' && items.at(-1)?.endsWith(`passages to ${name}`),
      ),
    );
    const outcome = await put(ALL);
    assert.equal(outcome.summary?.supported, 1);
    assert.equal(outcome.model, `stub-judge (${name})`);
    assert.match(set.requests[0]?.path ?? '', /models$/);
    set.state.refuse = 500;
    assert.equal((await put(ALL)).state, 'failed');
    assert.match(here.talk.texts().join('\n'), /error: The model failed: 127.* didn’t respond in time/);
    await back();
    await set.close();
  });

  it('is named in the one dialog of the first run, and is sent nothing before', async () => {
    const { chat, asked } = chatOf(() => []);
    const requests = () => asked.length;
    lm['selectChatModels'] = () => Promise.resolve([chat]);
    const put = async (answer: Answer) => {
      here.talk.answer(/^Manage Consent/, 'Reset all answers');
      await vscode.commands.executeCommand('citewright.manageConsent');
      here.talk.answer(/^Allow Citewright/, answer);
      here.talk.said.length = 0;
      const { state } = await run('verifyDocument');
      return { state, modals: here.talk.said.filter(({ kind }) => kind === 'modal') };
    };
    await open(text());
    const dismissed = await put(undefined);
    assert.equal(dismissed.state, 'declined');
    assert.match(dismissed.modals[0]?.items.at(-1) ?? '', /to Fake fake-1 \(editor model\)/);
    assert.equal(requests(), 0);
    const agreed = await put(ALL);
    assert.equal(agreed.modals.length, 1);
    assert.ok(requests() > 0);
  });
});
