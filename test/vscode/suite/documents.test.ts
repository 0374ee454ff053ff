/** Findings of documents that are renamed, shown twice or not files; runs that end early. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSettings } from '../../../src/vscode/state/settings';
import {
  closeAll,
  codeOf,
  configure,
  diagnosticsOf,
  extension,
  lenses,
  open,
  openFile,
  run,
  until,
  at,
  has,
  onSite,
} from './stage';

const PAGE = `<!doctype html><title>Harbour tides</title><p>Spring tides at the harbour rise by about four metres in most years.</p>
<p>The tables were sold to captains for two pence, and half of the copies were lost in the flood of 1841.</p>`;
/** A page that is not there before a run is cancelled. */
const slow = { body: PAGE, delayMs: 20_000 };

describe('kinds of documents', () => {
  const here = onSite({ '/tides': PAGE, '/slow': slow }, [
    [/for free/, { support: 'contradicted', quote: 'The tables were sold to captains for two pence' }],
    [/rise/, { support: 'supported', quote: 'Spring tides at the harbour rise by about four metres' }],
  ]);
  let number = 0;

  const text = () =>
    `The tables were given away for free ([tides](${here.site.url(`/tides?${number++}`)})).\n`;
  const wrong = (document: vscode.TextDocument) =>
    diagnosticsOf(document).find((d) => codeOf(d) === 'contradicted');

  it('scans a renamed file under its new name and clears the old diagnostics', async () => {
    const { document } = await openFile(
      'None [7].\n\n## References\n\n[1] A. https://a.example/1\n',
      'old-name.md',
    );
    await until(() => diagnosticsOf(document).length > 0);
    const fresh = at('new-name.md');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, fresh, { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until(() => vscode.languages.getDiagnostics(fresh).some((d) => codeOf(d) === 'dangling'));
    await until(() => vscode.languages.getDiagnostics(document.uri).length === 0);
  });

  it('moves findings with a renamed file', async () => {
    const { document } = await openFile(text(), 'found-old.md');
    await run('verifyDocument');
    await until(() => wrong(document));
    const fresh = at('found-new.md');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, fresh, { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until(() => vscode.languages.getDiagnostics(fresh).some((d) => codeOf(d) === 'contradicted'));
    assert.equal(vscode.languages.getDiagnostics(document.uri).length, 0);
  });

  it('shows one document in two editors once', async () => {
    const { document } = await open(text());
    await run('verifyDocument');
    await until(() => wrong(document));
    const before = (await lenses(document)).length;
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await until(() => vscode.window.visibleTextEditors.filter((e) => e.document === document).length === 2);
    assert.equal(diagnosticsOf(document).filter((d) => codeOf(d) === 'contradicted').length, 1);
    assert.ok(before > 1);
    assert.equal((await lenses(document)).length, before);
  });

  it('scans the new side of a diff, not the old', async () => {
    const left = vscode.Uri.from({ scheme: 'git', path: '/old.md', query: '{}' });
    const provider = vscode.workspace.registerTextDocumentContentProvider('git-old', {
      provideTextDocumentContent: () => 'None [8].\n\n## References\n\n[1] A. https://a.example/1\n',
    });
    const old = left.with({ scheme: 'git-old' });
    const { document } = await openFile(
      'None [7].\n\n## References\n\n[1] A. https://a.example/1\n',
      'diffed.md',
    );
    await vscode.commands.executeCommand('vscode.diff', old, document.uri, 'diff');
    await until(() => has(document, 'dangling'));
    await new Promise((wake) => setTimeout(wake, 700));
    assert.deepEqual(vscode.languages.getDiagnostics(old), []);
    provider.dispose();
  });

  it('scans Markdown cells of a notebook, not code cells', async () => {
    const cells = [
      new vscode.NotebookCellData(
        vscode.NotebookCellKind.Markup,
        'None [7].\n\n## References\n\n[1] A. https://a.example/1\n',
        'markdown',
      ),
      new vscode.NotebookCellData(
        vscode.NotebookCellKind.Code,
        'a = b[7]  # [1] A. https://a.example/1',
        'python',
      ),
    ];
    const notebook = await vscode.workspace
      .openNotebookDocument('jupyter-notebook', new vscode.NotebookData(cells))
      .then(
        (found) => found,
        () => undefined,
      );
    if (!notebook) {
      // The offline host has no notebook type of its own: one is registered, which is all that a cell's document needs.
      const serializer = {
        deserializeNotebook: () => new vscode.NotebookData(cells),
        serializeNotebook: () => new Uint8Array(),
      };
      const own = vscode.workspace.registerNotebookSerializer('jupyter-notebook', serializer);
      own.dispose();
    }
    const cell = notebook?.cellAt(0).document;
    assert.ok(notebook && cell, 'this host opens no notebooks');
    await until(() => has(cell, 'dangling'));
    assert.deepEqual(diagnosticsOf(notebook.cellAt(1).document), []);
  });

  it('leaves documents of other schemes unchanged, and says so on request', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('elsewhere', {
      provideTextDocumentContent: () => 'None [7].\n\n## References\n\n[1] A. https://a.example/1\n',
    });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse('elsewhere:/a.md'));
    await vscode.languages.setTextDocumentLanguage(document, 'markdown');
    await vscode.window.showTextDocument(document);
    assert.equal((await run('verifyDocument')).state, 'nothing');
    assert.match(here.talk.texts().join(), /can’t check this type of document/);
    assert.deepEqual(diagnosticsOf(document), []);
    provider.dispose();
  });

  it('never pays twice: after a cancelled run, after a reload, in another document', async () => {
    const sentence = (n: number) =>
      `Spring tides of year ${1800 + n} rise by four metres ([tides](${here.site.url(`/tides?paid`)})).`;
    const last = `Spring tides rise far ([tides](${here.site.url('/slow')})).`;
    const draft = `${[...Array.from({ length: 11 }, (_, n) => sentence(n)), last].join('\n\n')}\n`;
    await open(draft);
    const running = run('verifyDocument');
    await until(() => here.model.requests.length >= 1);
    await new Promise((wake) => setTimeout(wake, 500));
    await vscode.commands.executeCommand('citewright.cancel');
    assert.equal((await running).state, 'cancelled');
    slow.delayMs = 0;
    const whole = await run('verifyDocument');
    assert.equal(whole.summary?.judged, 12);
    const paid = here.model.requests.length;
    await closeAll();
    await open(draft); // a new document: nothing is known of it but what the cache kept
    const again = await run('verifyDocument');
    assert.equal(again.summary?.judged, 12);
    assert.equal(here.model.requests.length, paid);
  });

  it('uses defaults for settings of the wrong type', async () => {
    await configure({
      'scan.exclude': '**/*.log',
      'scan.languages': null,
      severities: { dangling: 'fatal', unresolved: 7 },
      'limits.concurrency': 0,
      'limits.maxCitations': 'many',
      'network.endpoints': ['https://a.example'],
    });
    const { document } = await openFile(
      `${text()}\nNone [7].\n\n## References\n\n[1] A.\n`,
      'wrong-settings.md',
    );
    await until(() => has(document, 'dangling'));
    assert.deepEqual(readSettings(document).severities, {});
    const outcome = await run('verifyDocument');
    assert.equal(outcome.summary?.judged, 1, JSON.stringify([outcome, here.talk.texts()]));
    const log = await openFile('None [7].\n', 'kept-out.log');
    await vscode.languages.setTextDocumentLanguage(log.document, 'markdown');
    here.talk.said.length = 0;
    await run('verifyDocument');
    assert.match(here.talk.texts().join(), /exclude/);
  });
});

describe('settings', () => {
  it('are read as the manifest describes them: wrong types, unknown values, numbers out of range', async () => {
    type Row = { readonly type?: string; readonly minimum?: number; readonly maximum?: number };
    const { contributes } = extension().packageJSON as {
      contributes: { configuration: readonly { properties: Readonly<Record<string, Row>> }[] };
    };
    const rows = contributes.configuration
      .flatMap(({ properties }) => Object.entries(properties))
      .map(([name, row]) => [name.replace(/^citewright\./, ''), row] as const)
      .filter(([name]) => name !== 'models'); // handed on as it is written, and checked where it is read
    const all = (value: (row: Row) => unknown) =>
      Object.fromEntries(rows.map(([name, row]) => [name, value(row)]));
    const defaults = readSettings();
    const { default: languages } = rows.find(([name]) => name === 'scan.languages')?.[1] as {
      default?: unknown;
    };
    assert.deepEqual(defaults.scan.languages, languages);
    const isNumber = ({ type }: Row) => type === 'number' || type === 'integer';
    const other = ({ type = '' }: Row) => ({ number: '1', integer: '1', array: [[], 7] })[type] ?? 5;
    for (const wrong of [() => null, other]) {
      await configure(all(wrong));
      assert.deepEqual(readSettings(), { ...defaults, models: readSettings().models });
    }
    for (const [out, edge] of [[-1e9, 'minimum'] as const, [1e15, 'maximum'] as const]) {
      const numbers = Object.fromEntries(rows.flatMap(([name, row]) => (isNumber(row) ? [[name, out]] : [])));
      await configure(numbers);
      const { cost, limits, network } = readSettings();
      const read: Readonly<Record<string, unknown>> = { ...cost, ...limits, ...network };
      for (const [name, row] of rows)
        if (isNumber(row)) assert.equal(read[name.split('.')[1] ?? ''], row[edge] ?? out, name);
    }
  });
});
