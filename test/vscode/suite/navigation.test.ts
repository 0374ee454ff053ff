import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { at, openFile, until, writeFile } from './stage';

const BIB = `@article{tides1833,
  title = {Tide tables},
  author = {Office, Harbour},
  year = {1833}
}
`;
const TEXT = `---
bibliography: nav.bib
---

Tides rise [2], fall [1, 2], turn [@tides1833] and stop (src/tide.ts:2).[^n] See doi:10.1000/182.

[^n]: A note.

## References

[1] Office, H. Tide tables. 1833.
[2] Board, H. Annual report. 1834.
`;

describe('citations as symbols', () => {
  let document: vscode.TextDocument;
  before(async () => {
    await writeFile('nav.bib', BIB);
  });
  beforeEach(async () => {
    ({ document } = await openFile(TEXT, 'nav.md'));
  });

  const place = (piece: string, into = 1) => document.positionAt(document.getText().indexOf(piece) + into);
  const ask = <T>(command: string, ...more: unknown[]) =>
    vscode.commands.executeCommand<T>(`vscode.${command}`, document.uri, ...more);
  const definition = (piece: string, into?: number) =>
    until(async () => {
      const found = await ask<(vscode.Location | vscode.LocationLink)[]>(
        'executeDefinitionProvider',
        place(piece, into),
      );
      const [first] = found.flatMap((one) => (one instanceof vscode.Location ? one : []));
      return first;
    });

  it('go to the reference, the footnote, the bibliography entry and the line of a file', async () => {
    const textAt = async ({ uri, range }: vscode.Location) =>
      (await vscode.workspace.openTextDocument(uri)).getText(range);
    assert.match(await textAt(await definition('[2], fall')), /^\[2\] Board/);
    assert.match(await textAt(await definition('[^n] See', 2)), /A note/);
    const entry = await definition('@tides1833', 3);
    assert.equal(await textAt(entry), 'tides1833');
    assert.match(entry.uri.path, /nav\.bib$/);
    const file = await definition('src/tide.ts', 3);
    assert.match(file.uri.path, /src\/tide\.ts$/);
    assert.equal(file.range.start.line, 1);
  });

  it('go to the entry of an author and a year, and are found from it', async () => {
    const text = 'Tides rise (Smith, 2020).\n\n## References\n\nSmith, J. (2020). Tides. Sea Press.\n';
    ({ document } = await openFile(text, 'years.md'));
    const entry = await definition('(Smith', 2);
    assert.match(document.getText(entry.range), /^Smith, J\./);
    const places = await ask<vscode.Location[]>('executeReferenceProvider', place('Smith, J.'));
    assert.deepEqual(
      places
        .map(({ range }) => document.getText(range))
        .filter((one) => one.includes('2020)') && !one.includes('J.')),
      ['(Smith, 2020)'],
    );
  });

  it('are found from their reference', async () => {
    const found = await until(async () => {
      const places = await ask<vscode.Location[]>('executeReferenceProvider', place('[2] Board'));
      return places.length > 0 && places;
    });
    // The editor's own Markdown adds its link references.
    const texts = found.map(({ range }) => document.getText(range));
    for (const text of ['[2]', '2']) assert.ok(texts.includes(text), texts.join());
  });

  it('are renamed with their footnote and bibliography', async () => {
    const rename = async (piece: string, into: number, name: string) => {
      const edit = await ask<vscode.WorkspaceEdit>('executeDocumentRenameProvider', place(piece, into), name);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    await rename('[^n] See', 2, 'note');
    assert.match(document.getText(), /stop \(src\/tide\.ts:2\)\.\[\^note\] See[^]*\[\^note\]: A note/);
    await rename('@tides1833', 3, 'office1833');
    assert.match(document.getText(), /\[@office1833\]/);
    const bib = await vscode.workspace.openTextDocument(at('nav.bib'));
    assert.match(bib.getText(), /^@article\{office1833,/);
    await bib.save();
    await writeFile('nav.bib', BIB);
    await rename('[2], fall', 1, '7');
    assert.match(document.getText(), /rise \[7\], fall \[1, 7\], turn[^]*\n\[7\] Board/);
  });

  it('are completed from list, footnotes and bibliography, with titles', async () => {
    const editor = vscode.window.activeTextEditor!;
    const offered = async (typed: string) => {
      const end = document.lineAt(4).range.end;
      await editor.edit((edit) => edit.insert(end, typed));
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        end.translate(0, typed.length),
        typed.slice(-1),
      );
      await vscode.commands.executeCommand('undo');
      return list.items.flatMap(({ label }) =>
        typeof label === 'string' ? [] : `${label.label} ${label.description}`,
      );
    };
    assert.ok((await offered(' [')).includes('2 Board, H. Annual report. 1834.'));
    assert.ok((await offered(' [^')).includes('n A note.'));
    assert.ok((await offered(' [@')).some((one) => /^tides1833 .*Tide tables/.test(one)));
  });

  it('are document links and symbols, and the reference list folds', async () => {
    const links = await until(async () => {
      const found = await ask<vscode.DocumentLink[]>('executeLinkProvider', 20);
      return found.some(({ target }) => target?.toString().includes('10.1000')) && found;
    });
    assert.ok(links.some(({ target }) => target?.path.endsWith('src/tide.ts') && target.fragment === 'L2'));
    const entriesIn = async () => {
      // Undefined until the editor's own Markdown has started.
      const symbols = await until(async () =>
        ask<vscode.DocumentSymbol[] | undefined>('executeDocumentSymbolProvider'),
      );
      return symbols.flatMap(({ children }) => children.map(({ name }) => name));
    };
    const entry = '[1] Office, H. Tide tables. 1833.';
    assert.ok(!(await entriesIn()).includes(entry), 'a short list adds no level to the outline of Markdown');
    const markdown = document;
    document = await vscode.languages.setTextDocumentLanguage(markdown, 'plaintext');
    await until(async () => (await entriesIn()).includes(entry));
    document = await vscode.languages.setTextDocumentLanguage(document, 'markdown');
    const folding = `${TEXT}${[3, 4, 5, 6].map((n) => `[${n}] Pier, O. Report ${n}. 1835.\n`).join('')}`;
    ({ document } = await openFile(folding, 'folding.md'));
    const folds = await until(async () => {
      const found = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider');
      return found.some(({ start, end }) => start === 10 && end >= 15) && found;
    });
    assert.ok(folds.length > 0);
    const symbols = await until(async () => {
      const found = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider');
      return found.some(({ name }) => name === 'References') && found;
    });
    assert.deepEqual(symbols.map(({ name }) => name).sort(), ['## References', 'References']);
    const own = symbols.find(({ name }) => name === 'References');
    assert.deepEqual(
      own?.children.map(({ name }) => name.slice(0, 3)),
      ['[1]', '[2]', '[3]', '[4]', '[5]', '[6]'],
    );
  });
});
