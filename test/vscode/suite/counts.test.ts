import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fail } from '../../../src/core/causes';
import type { Finding } from '../../../src/core/model';
import { scanText } from '../../../src/core/scan/scanText';
import { logSummary } from '../../../src/vscode/state/findingLabels';
import { countProblems, statusOf } from '../../../src/vscode/state/marks';
import { rowsOf } from '../../../src/vscode/state/resultRows';
import { lensesOf } from '../../../src/vscode/views/codeLens';
import { createResults } from '../../../src/vscode/views/results';
import {
  diagnosticsOf,
  extension,
  lenses,
  newSession,
  onSite,
  open,
  openFile,
  run,
  sourceOf,
  until,
} from './stage';
const isBad = ({ severity }: vscode.Diagnostic) => severity <= vscode.DiagnosticSeverity.Warning;

describe('one count', () => {
  const stage = onSite({
    '/tides': '<!doctype html><title>Tides</title><p>Spring tides rise by four metres.</p>',
  });

  it('is the same in lens, Problems panel, results and final message', async () => {
    const text = `Tides rise ([t](${stage.site.url('/tides')})). Gone ([g](${stage.site.url('/gone')})).\n\nNot there [7]. There [1].\n\n## References\n\n[1] A. ${stage.site.url('/tides')}\n`;
    const { document } = await openFile(text);
    const counted = (from: string) => Number(/(\d+) problems?/.exec(from)?.[1] ?? NaN);
    const shown = async () => counted((await lenses(document))[0]?.title ?? '');
    const agreed = async (expected: number) => {
      await until(async () => (await shown()) === expected);
      await until(() => diagnosticsOf(document).filter(isBad).length === expected);
    };
    await agreed(1);
    await run('verifyDocument');
    await agreed(2);
    assert.equal(counted(stage.talk.texts().at(-1) ?? ''), 2);
  });

  it('of claims of work comes from the log alone', () => {
    const log = JSON.stringify([
      { role: 'user', content: 'Trim the wick.' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'pytest -q' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: '1 failed, 3 passed in 0.1s' }],
      },
      { role: 'assistant', content: 'All tests pass. I pushed to origin.' },
    ]);
    assert.equal(logSummary([scanText(log)]), '2 claims of work: 1 contradicted, 1 not in the log');
    assert.equal(logSummary([scanText('Nothing is claimed.')]), '');
  });

  it('is one for many problems of one code, before and after a run', async () => {
    const { document } = await open(
      `${Array.from({ length: 14 }, (_, i) => `Nothing answers this [${i + 2}].`).join('\n\n')}\n\nBut [1].\n\n## References\n\n[1] A. https://a.example/1\n`,
    );
    const session = newSession();
    const before = session.currentView(document)!;
    const problems = countProblems(before);
    assert.ok(problems > 0 && problems < 14);
    for (const citation of before.scan.citations.filter(({ target }) => target.kind === 'dangling')) {
      const finding: Finding = {
        citation,
        code: 'dangling',
        severity: 'error',
        stage: 'unresolved',
        ...fail('dangling', { label: citation.raw }),
      };
      session.put(document.uri, finding, 1);
    }
    const after = session.view(document.uri)!;
    assert.equal(after.findings.length, 14);
    assert.equal(countProblems(after), problems);
    assert.equal(rowsOf(after).filter(({ group }) => group === 'bad').length, problems);
  });

  it('is not repeated in the lens of a run, which reports a cancel at once', async () => {
    const { document } = await open('Tides rise ([a](https://a.example/1)).\n');
    const session = newSession();
    const citation = session.currentView(document)!.scan.citations[0]!;
    const failure = { stage: 'unresolved', ...fail('not_found') } as const;
    const titles = () => lensesOf(session.view(document.uri)!).map(({ command }) => command!.title);
    const run = session.runs.begin(document.uri, 1);
    assert.match(titles().join(' '), /Verifying….*Cancel$/);
    session.runs.ending(run);
    const finding: Finding = { citation, code: 'not-found', severity: 'error', ...failure };
    session.runs.found(run, finding, 1, { done: 1, total: 1 });
    assert.match(titles()[0] ?? '', /Cancelling…$/);
    session.runs.ended(run);
    assert.match(titles().join(' '), /1 problem.*Verify Again/);
  });

  it('has a check mark only if every citation was proven', async () => {
    const { document } = await open(
      'Tides rise ([a](https://a.example/1)). They fall ([b](https://a.example/2)).\n',
    );
    const session = newSession();
    const [first, second] = session.currentView(document)!.scan.citations;
    const icon = () => statusOf(session.view(document.uri)!).icon;
    const put = (citation: typeof first, result: 'quote-found' | 'related') => {
      const finding: Finding = {
        citation: citation!,
        code: result,
        severity: 'none',
        stage: 'unjudged',
        why: 'no-model',
        cause: 'no_model',
        facts: {},
        source: sourceOf(citation!),
        screen: { result, score: 1 },
      };
      session.put(document.uri, finding, 1);
    };
    assert.equal(icon(), 'quote');
    put(first, 'quote-found');
    assert.equal(icon(), 'quote', 'one of two');
    put(second, 'related');
    assert.equal(icon(), 'quote', 'shared words prove nothing');
    assert.deepEqual(
      rowsOf(session.view(document.uri)!).map(({ group, icon: mark }) => [group, mark]),
      [
        ['good', 'pass'],
        ['open', 'circle-outline'],
      ],
    );
    assert.deepEqual(
      rowsOf(session.view(document.uri)!).map(({ layers }) => layers),
      ['well-formed · source opened · quotation located', 'well-formed · source opened'],
    );
    put(second, 'quote-found');
    assert.equal(icon(), 'pass');
  });

  it('keeps every row of a document that is closed and opened again', async () => {
    const session = newSession();
    const sent: {
      type: string;
      documents?: { uri: string; order: string[]; changed: { id: string }[] }[];
    }[] = [];
    let listener: (message: unknown) => void = () => undefined;
    const panel = {
      visible: true,
      webview: {
        options: {},
        html: '',
        cspSource: 'x',
        asWebviewUri: (uri: vscode.Uri) => uri,
        postMessage: (message: (typeof sent)[number]) => Promise.resolve(sent.push(message) > 0),
        onDidReceiveMessage: (listen: typeof listener) => {
          listener = listen;
          return new vscode.Disposable(() => undefined);
        },
      },
      onDidChangeViewState: () => new vscode.Disposable(() => undefined),
      onDidDispose: () => new vscode.Disposable(() => undefined),
      dispose: () => undefined,
    } as unknown as vscode.WebviewPanel;
    createResults(session, extension()).fill(panel);
    listener({ type: 'ready' });
    const { document } = await open(
      'Nothing answers [7]. But [1].\n\n## References\n\n[1] A. https://a.example/1\n',
    );
    const rowsIn = (message: (typeof sent)[number] | undefined) =>
      message?.documents?.find(({ uri }) => uri === document.uri.toString());
    session.currentView(document);
    const first = await until(() => rowsIn(sent.at(-1)));
    assert.equal(first.changed.length, 1);
    session.forget(document.uri);
    await until(() => !rowsIn(sent.at(-1)));
    session.currentView(document);
    const again = await until(() => rowsIn(sent.at(-1)));
    assert.deepEqual(
      again.changed.map(({ id }) => id),
      again.order,
    );
    assert.equal(again.order.length, 1);
  });
});
