/** A workspace of several folders: each file by its own folder's settings, cited places and bibliographies in all of them, one run over all. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  codeOf,
  configure,
  diagnosticsOf,
  dialogs,
  invoke,
  judge,
  judgedBy,
  pages,
  run,
  serverTool,
  until,
  YES,
  quickFixes,
  writeFile,
  has,
  readFile,
} from './stage';

const DRAFT = 'None [7].\n\n## References\n\n[1] A. https://a.example/1\n';

describe('in a workspace of several folders', () => {
  const folders = () => vscode.workspace.workspaceFolders!.map(({ uri }) => uri);
  const place = (n: number, name: string) => vscode.Uri.joinPath(folders()[n]!, name);
  const show = async (n: number, name: string, text: string) => {
    await writeFile(place(n, name), text);
    return (await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(place(n, name))))
      .document;
  };

  it('each folder’s settings apply to its files', async () => {
    assert.equal(folders().length, 2);
    const first = await show(0, 'draft.md', DRAFT);
    const error = await until(() => diagnosticsOf(first).find((d) => codeOf(d) === 'dangling'));
    assert.equal(error.severity, vscode.DiagnosticSeverity.Error);
    const second = await show(1, 'draft.md', DRAFT);
    const warning = await until(() => diagnosticsOf(second).find((d) => codeOf(d) === 'dangling'));
    assert.equal(warning.severity, vscode.DiagnosticSeverity.Warning);
    const excluded = await show(1, 'drafts/old.md', DRAFT);
    const later = await show(1, 'later.md', DRAFT);
    await until(() => has(later, 'dangling'));
    assert.deepEqual(diagnosticsOf(excluded), []);
  });

  it('configuration above a folder, up to its repository root, applies as in the CLI', async () => {
    const above = vscode.Uri.joinPath(folders()[0]!, '..', 'citewright.json');
    const document = await show(0, 'above.md', DRAFT);
    await until(() => has(document, 'dangling'));
    try {
      // Above the workspace nothing is watched before a file was found there: one that comes in the folder makes it look.
      await writeFile(above, '{ "severities": { "dangling": "none" } }');
      await writeFile(place(0, 'citewright.json'), '{}');
      await vscode.workspace.fs.delete(place(0, 'citewright.json'));
      await until(() => !has(document, 'dangling'));
      await writeFile(above, '{ "severities": { "dangling": "warning" } }');
      await until(() =>
        diagnosticsOf(document).some((d) => d.severity === vscode.DiagnosticSeverity.Warning),
      );
    } finally {
      await vscode.workspace.fs.delete(above);
      await until(() => diagnosticsOf(document).some((d) => d.severity === vscode.DiagnosticSeverity.Error));
    }
  });

  it('a hostile .code-workspace changes no setting that names a host, a model or a cap', () => {
    const config = vscode.workspace.getConfiguration('citewright');
    assert.equal(config.get('editor.marks'), true, 'the file was not read: the rest shows nothing');
    for (const name of [
      'model.baseUrl',
      'model.provider',
      'models',
      'cost.maxUsd',
      'cost.maxUsdPerDay',
      'network.allowHosts',
      'network.endpoints',
      'network.checkLinks',
      'cache.disk',
    ]) {
      const seen = config.inspect(name);
      assert.equal(seen?.workspaceValue, undefined, name);
      assert.deepEqual(config.get(name), seen?.defaultValue, name);
    }
  });

  it('a report tells files of the same name apart by folder', async () => {
    for (const n of [0, 1]) {
      const document = await show(n, 'README.md', DRAFT);
      await until(() => diagnosticsOf(document).length > 0);
    }
    const file = place(0, 'report.json');
    dialogs([[/^save$/, file.fsPath]]);
    await vscode.commands.executeCommand('citewright.export', 'json');
    const report = await readFile(file);
    for (const { name } of vscode.workspace.workspaceFolders!)
      assert.ok(report.includes(`"${name}/README.md"`), report.slice(0, 600));
  });

  it('cited files are found in every folder, also by folder name', async () => {
    await writeFile(place(1, 'src/tide.ts'), 'one\ntwo\n');
    const document = await show(
      0,
      'places.md',
      'It rings (src/tide.ts:2, second/src/tide.ts:1). It stops (src/tide.ts:9).\n',
    );
    await until(() => has(document, 'line-out-of-range'));
    assert.deepEqual(diagnosticsOf(document).map(codeOf), ['line-out-of-range']);
  });

  it('the MCP server, started by the editor, reads the files of every folder', async () => {
    const evidence = ['Spring tides rise by four metres.', 'Neap tides rise by two metres.'];
    for (const n of [0, 1]) await writeFile(place(n, `tides-${n}.txt`), evidence[n]!);
    const claims = [0, 1].map((n) => ({
      claim: evidence[n],
      source: `tides-${n}.txt`,
      evidence: evidence[n],
    }));
    const answer = await invoke(await serverTool('check_envelope'), { envelope: { claims, unverified: [] } });
    assert.deepEqual(answer.match(/"derivable":\s*"\w+"/g), Array(2).fill('"derivable":"pass"'));
  });

  it('a key is looked up in its own folder’s bibliography', async () => {
    await writeFile(
      place(1, 'refs.bib'),
      '@book{tides1833, title = {Tides}, author = {A. B.}, year = {1833}}\n',
    );
    await writeFile(
      place(0, 'other.bib'),
      '@book{moon1850, title = {Moons}, author = {C. D.}, year = {1850}}\n',
    );
    const keys = 'The tables were printed in 1833 [@tides1833]. The moons came in 1850 [@moon1850].\n';
    const unknown = async (n: number, name: string) => {
      const document = await show(n, 'keys.md', `---\nbibliography: ${name}\n---\n\n${keys}`);
      const found = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === 'unknown-key'));
      return document.getText(found.range);
    };
    assert.match(await unknown(1, 'refs.bib'), /moon1850/);
    assert.match(await unknown(0, 'other.bib'), /tides1833/);
  });

  it('one run over a glob covers all folders, and marks go to each folder’s repository', async () => {
    const site = await pages({
      '/t': '<!doctype html><title>T</title><p>Spring tides rise by about four metres.</p>',
    });
    const model = await judge([
      [/./, { support: 'overstated', quote: 'Spring tides rise by about four metres' }],
    ]);
    await configure({ 'network.allowHosts': [site.host], ...judgedBy(model) });
    dialogs([[/^Verify Folder/, '**/run-*.md'], [/^Accept Finding/, 'seen'], ...YES]);
    for (const n of [0, 1])
      await writeFile(place(n, `run-${n}.md`), `All tides rise ([t](${site.url('/t')})).\n`);
    const outcome = await run('verifyWorkspace');
    assert.equal(outcome.summary?.found, 2);
    const document = await show(1, 'run-1.md', `All tides rise ([t](${site.url('/t')})).\n`);
    const found = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === 'overstated'));
    const command = await until(
      async () =>
        (await quickFixes(document, found.range)).find(({ title }) => /^Accept finding/.test(title))?.command,
    );
    await vscode.commands.executeCommand(command.command, ...(command.arguments as readonly unknown[]));
    const kept = await until(() => readFile(place(1, '.citewright/accepted.json')).catch(() => undefined));
    assert.match(kept, /seen/);
    await until(() => !has(document, 'overstated'));
  });
});
