/** Marks after citations, icons in the gutter, and a card that says nothing twice. */
import { fail } from '../../../src/core/causes';
import { grade, type UngradedFinding } from '../../../src/core/findings/finding';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Finding, FailureKind } from '../../../src/core/model';
import { card } from '../../../src/vscode/state/card';
import { createPulse, lensesOf } from '../../../src/vscode/views/codeLens';
import { hintsOf, linesOf, register } from '../../../src/vscode/views/decorations';
import { keepSettings, readSettings } from '../../../src/vscode/state/settings';
import { rowsOf } from '../../../src/vscode/state/resultRows';
import { counted } from '../../../src/vscode/state/labels';
import { judgedOf } from '../../fakes';
import {
  cardAt,
  codeOf,
  configure,
  diagnosticsOf,
  dialogs,
  judge,
  judgedBy,
  newSession,
  open,
  pages,
  run,
  until,
  YES,
} from './stage';
const TEXT = `Tides rise [1] and fall [2].

Ships sink [3]. None of it [4] is so.

## References

[1] https://a.example/1
[2] https://a.example/2
[3] https://a.example/3
[4] https://a.example/4
`;

describe('marks and icons', () => {
  it('uses the singular beside 1', () => {
    assert.deepEqual([counted(1, 'problem'), counted(2, 'problem')], ['1 problem', '2 problems']);
  });

  it('the editor is told of new lenses less and less often until it asks, and of a run’s end at once', async () => {
    let told = 0;
    const { start, asked, stop } = createPulse(() => told++);
    for (const end = Date.now() + 1_200; Date.now() < end; await new Promise((wake) => setTimeout(wake, 50)))
      start(true);
    assert.equal(told, 2); // At once and after half a second; then after one and a half.
    start(false); // The run ends.
    assert.equal(told, 3);
    asked();
    start(false);
    await until(() => told === 4);
    stop();
  });

  it('a lens says what a run has left open, and its tooltip why', async () => {
    const { document } = await open(TEXT);
    const session = newSession();
    const [first, ...others] = session.currentView(document)!.scan.citations;
    const said = () => {
      const { title, tooltip } = lensesOf(session.view(document.uri)!)[0]!.command!;
      return `${title}|${tooltip}`;
    };
    const put = (finding: UngradedFinding) => session.put(document.uri, grade(finding), 1);
    const cancelled = (citation: typeof first) =>
      put({ citation: citation!, stage: 'unresolved', ...fail('cancelled') });
    cancelled(first);
    assert.match(said(), /0 of 1 source found · 4 not checked\|.* · the run was cancelled · /);
    others.forEach(cancelled);
    assert.match(said(), /0 of 4 sources found · 4 not checked\|.* · the run was cancelled · /);
    put(judgedOf({ citation: first! }, { support: 'supported' }));
    assert.match(said(), /1 of 1 claims supported · 3 not judged\|.* · the run was cancelled · /);
    put({ citation: others[0]!, stage: 'unresolved', ...fail('offline') });
    assert.match(
      said(),
      /3 not judged\|.* · there seems to be no network connection · the run was cancelled · /,
    );
    put(judgedOf({ citation: others[1]! }, { support: 'unsure' }));
    assert.match(said(), /1 of 2 claims supported · 2 not judged\|/);
    const groups = rowsOf(session.view(document.uri)!).map(({ group }) => group);
    assert.deepEqual(groups, ['good', 'open', 'other', 'open']);
  });

  it('a suppressed finding doesn’t look proven, says why, and isn’t counted in a lens', async () => {
    const { document } = await open(
      'Tides rise ([t](https://a.example/1)). <!-- citewright-ignore-line not-found: it was moved -->\n',
    );
    const session = newSession();
    const citation = session.currentView(document)!.scan.citations[0]!;
    const finding: Finding = {
      citation,
      code: 'not-found',
      severity: 'error',
      stage: 'unresolved',
      ...fail('not_found'),
    };
    session.put(document.uri, finding, 1);
    const view = session.view(document.uri)!;
    const [hint] = hintsOf(view, new vscode.Range(0, 0, 9, 0));
    assert.equal(hint?.label, '–');
    assert.equal(hint.tooltip, 'Source not found · Ignored on this line: it was moved');
    assert.deepEqual([...linesOf(view).values()], ['suppressed']);
    assert.equal(rowsOf(view)[0]?.group, 'suppressed');
    assert.deepEqual(card(view.findings[0]!, undefined, 1).notes, ['Ignored on this line: it was moved']);
    assert.deepEqual(
      lensesOf(view).map(({ range }) => range.start.line),
      [0, 0],
    );
  });

  /** A session that misses the source of each citation, for these reasons. */
  const found = (document: vscode.TextDocument, misses: readonly FailureKind[]) => {
    const session = newSession();
    const view = session.currentView(document)!;
    misses.forEach((miss, i) => {
      const finding: Finding = {
        citation: view.scan.citations[i]!,
        code: 'network', // graded by the session
        severity: 'info',
        stage: 'unresolved',
        ...fail('internal_error', {}, miss),
      };
      session.put(document.uri, finding, 1);
    });
    return session;
  };
  const ICONS = ['M4 4l8 8M12 4l-8 8', 'M8 2.5v7M8 12.5v1', 'M5.5 6', 'M3 8.5', 'M4 8h8'];

  it('each line has one icon, of its most severe finding; none if disabled', async () => {
    const editor = await open(TEXT);
    const window = vscode.window as unknown as Record<string, unknown>;
    const real = vscode.window.createTextEditorDecorationType;
    const made: { type: vscode.TextEditorDecorationType; icon: string; theme: string[] }[] = [];
    window['createTextEditorDecorationType'] = (options: vscode.DecorationRenderOptions) => {
      const type = real(options);
      const [light, dark] = [options.light, options.dark].map((one) =>
        Buffer.from(String(one?.gutterIconPath).split(/base64,|base64%2C/)[1] ?? '', 'base64').toString(),
      ) as [string, string];
      made.push({ type, icon: ICONS.find((path) => light.includes(path)) ?? '', theme: [light, dark] });
      return type;
    };
    const shown = new Map<string, number[]>();
    const spied = Object.create(editor, {
      setDecorations: {
        value: (type: vscode.TextEditorDecorationType, ranges: readonly vscode.Range[]) => {
          const { icon } = made.find((one) => one.type === type)!;
          shown.set(
            icon,
            ranges.map(({ start }) => start.line),
          );
        },
      },
    }) as vscode.TextEditor;
    const property = Object.getOwnPropertyDescriptor(vscode.window, 'visibleTextEditors');
    Object.defineProperty(vscode.window, 'visibleTextEditors', { configurable: true, get: () => [spied] });
    const session = found(editor.document, ['timeout', 'redirect-loop', 'not-found', 'timeout']);
    const registered = register(session);
    try {
      session.refresh();
      assert.equal(shown.size, 0, 'nothing is sent to an editor that wants no icons');
      const back = await configure({ 'editor.gutter': true });
      session.refresh();
      assert.deepEqual(
        ICONS.map((icon) => shown.get(icon)),
        [[2], [0], [], [], []],
      );
      for (const { theme } of made)
        assert.notEqual(theme[0], theme[1], 'light and dark have their own colour');
      await back();
      session.refresh();
      assert.deepEqual([...shown.values()].flat(), []);
    } finally {
      registered.dispose();
      session.dispose();
      window['createTextEditorDecorationType'] = real;
      if (property) Object.defineProperty(vscode.window, 'visibleTextEditors', property);
    }
  });

  it('marks are inlay hints after citations, only for the visible range', async () => {
    const site = await pages({ '/tides': '<!doctype html><title>Tides</title><p>Spring tides rise.</p>' });
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none', 'editor.marks': true });
    dialogs(YES);
    const { document } = await open(
      `All tides sink ([a](${site.url('/gone')})).\n\nSpring tides rise ([b](${site.url('/tides')})).\n`,
    );
    await run('checkLinks');
    const hintsIn = async (range: vscode.Range) =>
      (
        await vscode.commands.executeCommand<vscode.InlayHint[]>(
          'vscode.executeInlayHintProvider',
          document.uri,
          range,
        )
      ).map(({ label, position }) => `${typeof label === 'string' ? label : ''} ${position.line}`);
    const whole = new vscode.Range(0, 0, 9, 0);
    assert.deepEqual(await hintsIn(whole), ['✗ 0', '? 2']);
    assert.deepEqual(await hintsIn(new vscode.Range(2, 0, 3, 0)), ['? 2']);
    await vscode.workspace
      .getConfiguration('citewright')
      .update('editor.marks', false, vscode.ConfigurationTarget.Global);
    await until(async () => (await hintsIn(whole)).length === 0);
  });

  it('the hover doesn’t repeat the diagnostic’s message; elsewhere it shows it', async () => {
    const site = await pages({});
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    dialogs(YES);
    const { document } = await open(`All tides sink ([a](${site.url('/gone')})).\n`);
    await run('verifyDocument');
    const onMarker = await cardAt(document, '[a](', /Source not found/, 2);
    assert.doesNotMatch(onMarker, /returned HTTP 404/);
    await cardAt(document, 'tides', /returned HTTP 404/);
  });

  it('the hover of an unverified citation shows its reference, link and state', async () => {
    const { document } = await open(
      'Tides rise [1].\n\n## References\n\n[1] Office. Tide tables. 1911. https://a.example/tables\n',
    );
    const text = await cardAt(document, '[1]', /Not verified yet/);
    assert.match(text, /Office. Tide tables. 1911/);
    assert.match(text, /\]\(<https:\/\/a\.example\/tables>\)/);
  });

  it('the hover of a refused verdict says what happened, not the model’s reason', async () => {
    const site = await pages({ '/tides': '<!doctype html><title>Tides</title><p>Spring tides rise.</p>' });
    const rationale = 'The page says so plainly.';
    const model = await judge([
      [/tides rise/, { support: 'supported', quote: 'the tides of autumn are high here', rationale }],
    ]);
    await configure({ 'network.allowHosts': [site.host], ...judgedBy(model) });
    dialogs(YES);
    const { document } = await open(`Spring tides rise ([b](${site.url('/tides')})).\n`);
    await run('verifyDocument');
    const text = await cardAt(document, 'tides rise', /Unsure/, 1);
    assert.match(text, /The model answered “supported”, but the quotation/);
    assert.doesNotMatch(text, /says so plainly/);
    const [hint, ...more] = diagnosticsOf(document);
    assert.deepEqual([hint && codeOf(hint), hint?.severity], ['unsure', vscode.DiagnosticSeverity.Hint]);
    assert.deepEqual(more, []);
    assert.match(hint?.message ?? '', /the model answered “supported”, but the quotation/);
    assert.doesNotMatch(hint?.message ?? '', /says so plainly/);
    // On the marker the editor shows the hint's message above the card.
    assert.doesNotMatch(await cardAt(document, '[b](', /Unsure/, 1), /the model answered/i);
  });

  it('a finding that needs no action is a hint or not underlined', async () => {
    const site = await pages({
      '/blocked': { status: 403, body: 'No.' },
      '/busy': { status: 503, body: 'Later.' },
      '/gone': { status: 410, body: 'Gone.' },
    });
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    dialogs(YES);
    const links = ['/blocked', '/busy', '/gone'].map((path) => `Tides rise ([t](${site.url(path)})).\n`);
    const { document } = await open(links.join('\n'));
    await run('verifyDocument');
    const worse = () =>
      diagnosticsOf(document).filter(({ severity }) => severity !== vscode.DiagnosticSeverity.Hint);
    await until(() => worse().length > 0);
    assert.deepEqual(
      worse().map(({ range }) => range.start.line),
      [4],
    );
    await cardAt(document, site.url('/blocked'), /Access blocked/);
    await cardAt(document, site.url('/busy'), /Unreachable/);
  });
});

describe('settings', () => {
  it('are read once between changes, and changes apply at once', async () => {
    const keeping = keepSettings();
    try {
      assert.equal(readSettings(), readSettings());
      assert.equal(readSettings().editor.marks, false);
      const back = await configure({ 'editor.marks': true });
      assert.equal(readSettings().editor.marks, true);
      await back();
      assert.equal(readSettings().editor.marks, false);
    } finally {
      keeping.dispose();
    }
    assert.notEqual(readSettings(), readSettings(), 'nothing is kept without it');
  });
});
