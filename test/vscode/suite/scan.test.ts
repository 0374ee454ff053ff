import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  closeAll,
  codeOf,
  configure,
  diagnosticsOf,
  extension,
  lenses,
  matching,
  open,
  openFile,
  until,
  writeFile,
  has,
} from './stage';

const DRAFT = `# Tides

The tables were first printed in 1833 [1]. Nothing answers this one [7].

## References

[1] Tide tables. https://tides.example/tables.html
`;

describe('scanning a document', () => {
  it('starts when a Markdown file is opened, and underlines problems', async () => {
    const { document } = await open(DRAFT);
    const found = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === 'dangling'));
    assert.equal(document.getText(found.range), '[7]');
    assert.equal(found.severity, vscode.DiagnosticSeverity.Error);
    assert.match(found.message, /No reference found for/);
    const target = typeof found.code === 'object' ? found.code.target : undefined;
    assert.ok(target !== undefined && target.path.endsWith('/docs/codes/dangling.md'));
    assert.ok((await vscode.workspace.fs.stat(target)).size > 100);
    assert.equal(extension().isActive, true);
  });

  it('groups many problems of one code into one with related locations, with fixes at each', async () => {
    const markers = Array.from({ length: 20_000 }, (_, i) => `Nothing answers this one [${(i % 900) + 10}].`);
    const { document } = await open(`${markers.join('\n\n')}\n\n## References\n\n[1] Tide tables.\n`);
    const dangling = () => diagnosticsOf(document).filter((d) => codeOf(d) === 'dangling');
    const [found, ...rest] = await until(() => dangling().length > 0 && dangling());
    assert.deepEqual(rest, []);
    assert.equal(document.getText(found?.range), 'References');
    assert.match(found?.message ?? '', /19.?999 more in this document/);
    const places = found?.relatedInformation ?? [];
    assert.equal(document.getText(places[0]?.location.range), '[10]');
    const range = places[5]!.location.range;
    const fixes = () =>
      vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
      );
    await until(async () => (await fixes()).some(({ title }) => title.includes('“dangling”')));
  });

  it('counts in one lens, verifies in another', async () => {
    const { document } = await open(DRAFT);
    await until(() => diagnosticsOf(document).length > 0);
    const [first, second] = await until(async () => {
      const shown = await lenses(document);
      return / 2 citations$/.test(shown[0]?.title ?? '') && shown;
    });
    assert.match(first?.title ?? '', /^\$\(warning\).1 problem · 2 citations$/);
    assert.equal(first?.command, 'citewright.showResults');
    assert.equal(second?.title, 'Verify');
    assert.equal(second.command, 'citewright.verifyDocument');
  });

  it('scans only on save if so configured, even when lenses are requested after each edit', async () => {
    await configure({ 'scan.onType': false });
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'off', vscode.ConfigurationTarget.Global); // in a browser the editor saves after a second
    try {
      const editor = await openFile(DRAFT);
      const { document } = editor;
      const wrong = () => diagnosticsOf(document).filter((d) => codeOf(d) === 'dangling').length;
      await until(() => wrong() === 1);
      await editor.edit((edit) => edit.insert(document.lineAt(2).range.end, ' Nor this one [8].'));
      await matching(async () => (await lenses(document))[0]?.title ?? '', /1 problem · 2 citations/);
      await new Promise((go) => setTimeout(go, 800));
      assert.equal(wrong(), 1);
      await document.save();
      await until(() => wrong() === 2);
    } finally {
      await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('follows edits: a diagnostic moves with its marker, disappears with it, and returns with undo', async () => {
    const editor = await open(DRAFT);
    const { document } = editor;
    const dangling = () => diagnosticsOf(document).find((d) => codeOf(d) === 'dangling');
    await until(dangling);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'A new first line.\n\n'));
    await until(() => dangling()?.range.start.line === 4);
    const at = document.getText().indexOf(' [7]');
    const range = new vscode.Range(document.positionAt(at), document.positionAt(at + 4));
    await editor.edit((edit) => edit.delete(range));
    await until(() => dangling() === undefined);
    await vscode.commands.executeCommand('undo');
    await until(() => dangling() !== undefined);
  });

  it('reads plain text, but no other language and no excluded file', async () => {
    await configure({ 'scan.exclude': ['**/quiet-*.md'] });
    const { document: code } = await open(DRAFT, 'json');
    const { document: quiet } = await openFile(DRAFT, 'quiet-1.md');
    const { document: text } = await open(DRAFT, 'plaintext');
    await until(() => diagnosticsOf(text).length > 0); // later than the others would be
    assert.deepEqual([code, quiet].flatMap(diagnosticsOf), []);
  });

  it('takes severities by code from the settings', async () => {
    await configure({ severities: { dangling: 'none' } });
    const { document } = await open(DRAFT);
    await until(async () => (await lenses(document)).length > 0);
    await new Promise((wake) => setTimeout(wake, 300));
    assert.equal(has(document, 'dangling'), false);
  });

  it('reports only file citations that the workspace cannot resolve', async () => {
    const { document } = await openFile('See `src/tide.ts:2` and `src/none.ts:3`, and `src/tide.ts:900`.\n');
    await until(() => diagnosticsOf(document).length > 1);
    assert.deepEqual(diagnosticsOf(document).map(codeOf).sort(), ['file-not-found', 'line-out-of-range']);
  });

  it('reports residue of a chat tool once, by its own name', async () => {
    const { document } = await open(
      'Cats sleep 【9†source】. See [this](https://a.example/x?utm_source=chatgpt.com).\n',
    );
    await until(() => diagnosticsOf(document).length > 1);
    assert.deepEqual(
      diagnosticsOf(document).map((d) => [codeOf(d), document.getText(d.range)]),
      [
        ['chat-residue', '【9†source】'],
        ['tracking-parameter', 'utm_source=chatgpt.com'],
      ],
    );
    assert.ok(diagnosticsOf(document)[0]?.message.includes('【9†source】'));
  });

  it('reports a link or image that leads to no file, and a mistyped label, unless the editor does', async () => {
    for (const name of ['there.md', 'there.png']) await writeFile(`below/${name}`, 'Here.\n'); // others of their kind
    const text =
      '[a](there.md), [b](none.md), ![c](none.png), [d][harbor]\n\n[harbour]: https://a.example/\n';
    const { document } = await openFile(text, 'below/paths.md');
    const shown = () => diagnosticsOf(document).map((d) => [codeOf(d), document.getText(d.range)]);
    await until(() => shown().length > 2);
    assert.deepEqual(shown(), [
      ['file-not-found', 'none.md'],
      ['file-not-found', 'none.png'],
      ['dangling', 'harbor'],
    ]);
    const markdown = vscode.workspace.getConfiguration('markdown');
    await markdown.update('validate.enabled', true, vscode.ConfigurationTarget.Global);
    try {
      const { document: again } = await openFile(
        `${text}\nBut [7].\n\n## References\n\n[1] A.\n`,
        'below/validated.md',
      );
      await until(() => diagnosticsOf(again).map(codeOf).join() === 'dangling');
    } finally {
      await markdown.update('validate.enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('follows a link relative to its document', async () => {
    const text = 'See [one](../src/tide.ts#L2), [two](../src/tide.ts#L900) and [three](../../out.ts#L1).\n';
    const { document } = await openFile(text, 'below/links.md');
    await until(() => diagnosticsOf(document).length > 1);
    assert.deepEqual(
      diagnosticsOf(document).map((d) => [codeOf(d), document.getText(d.range)]),
      [
        ['line-out-of-range', '[two](../src/tide.ts#L900)'],
        ['outside-workspace', '[three](../../out.ts#L1)'],
      ],
    );
  });

  it('clears its diagnostics when the document is closed', async () => {
    const { document } = await open(DRAFT);
    const { uri } = document;
    await until(() => diagnosticsOf(document).length > 0);
    await closeAll();
    await until(() => vscode.languages.getDiagnostics(uri).length === 0);
  });

  it('survives half-typed, empty and hostile texts', async () => {
    for (const text of ['', '[', '[1](', '\ud800[^', '['.repeat(5000), '\u0000\u0001[2]']) {
      await open(text);
      const { document } = await open(DRAFT);
      await until(() => has(document, 'dangling'));
    }
  });

  it('skips a document above the size limit and says so', async function () {
    this.timeout(90_000); // the editor itself needs seconds for it
    const { document } = await open(`${'A word of this text. '.repeat(40)}[1].\n`.repeat(24_000));
    const found = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === 'too-large'));
    assert.equal(found.range.start.line, 0);
    assert.match(found.message, /limit is 20000000/);
    const { document: next } = await open(DRAFT);
    await until(() => has(next, 'dangling'));
  });
});
