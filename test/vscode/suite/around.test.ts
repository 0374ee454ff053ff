/** What a text leans on changes without the text: bibliographies, cited files. No problem outlives its cause. */
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { Session } from '../../../src/vscode/state/session';
import { createBibliographyCache, watch } from '../../../src/vscode/services/bibliographyCache';
import {
  at,
  codeOf,
  diagnosticsOf,
  folder,
  has,
  newSession,
  open,
  openFile,
  until,
  writeFile,
} from './stage';

const NOTHING = { bibliographies: () => Promise.resolve(undefined), problems: () => Promise.resolve([]) };

describe('files around a document', () => {
  const keyed = async (place: string) => {
    await writeFile(`${place}/refs.bib`, '@misc{known,\n  title = {Known},\n}\n');
    const { document } = await openFile(
      '---\nbibliography: refs.bib\n---\n\nSo it is [@known; @fresh2020; @other2021].\n',
      `${place}/draft.md`,
    );
    const unknown = () =>
      diagnosticsOf(document)
        .filter((d) => codeOf(d) === 'unknown-key')
        .map(({ range }) => document.getText(range));
    await until(() => unknown().length === 2);
    return { document, unknown };
  };
  const fixFor = async (document: vscode.TextDocument, text: string) => {
    const found = await until(() =>
      diagnosticsOf(document).find(({ range }) => document.getText(range).includes(text)),
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      found.range,
    );
    return actions.find(({ title }) => title.includes(text) && /to the bibliography/.test(title))!.command!;
  };

  it('are awaited even if one of them changes meanwhile', async () => {
    const asked: (() => void)[] = [];
    const session = new Session(
      {
        ...NOTHING,
        // The session scans all open documents, also those that other tests left.
        bibliographies: async (uri) => {
          if (!uri.path.endsWith('settled.md')) return undefined;
          await new Promise<void>((answer) => asked.push(answer));
          return [{ path: 'refs.bib', text: '@misc{known,\n  title = {Known},\n}\n' }];
        },
      },
      2026,
    );
    const view = session.adopt(at('settled.md'), 'So it is [@known].\n', 'markdown');
    const settled = session.settled(view);
    await until(() => asked.length === 1);
    session.refreshContext(() => true);
    asked[0]?.();
    await until(() => asked.length === 2);
    asked[1]?.();
    assert.equal((await settled).scan.citations[0]?.target.kind, 'work');
  });

  it('an unsaved text has its own references, and follows their changes', async () => {
    const matter = '---\nreferences:\n- id: known\n  title: Known\n---\n';
    const { document } = await open(`${matter}\nSo it is [@known; @fresh2020].\n`);
    await until(() => has(document, 'unknown-key') && diagnosticsOf(document).length === 1);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(matter.length - 4), '- id: fresh2020\n  title: F\n');
    await vscode.workspace.applyEdit(edit);
    await until(() => diagnosticsOf(document).length === 0);
  });

  it('a key is known as soon as another program adds its entry', async () => {
    const { unknown } = await keyed('lib-disk');
    await writeFile(
      'lib-disk/refs.bib',
      '@misc{known,\n  title = {Known},\n}\n@misc{fresh2020,\n  title = {F},\n}\n',
    );
    await until(() => unknown().length === 1);
  });

  it('an unsaved bibliography counts, and accepts a second entry after the first', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'off', vscode.ConfigurationTarget.Global); // in a browser the editor saves after a second
    const { document, unknown } = await keyed('lib-dirty');
    for (const key of ['fresh2020', 'other2021']) {
      const { command, arguments: given = [] } = await fixFor(document, key);
      assert.equal(await vscode.commands.executeCommand(command, ...(given as unknown[])), true);
      await until(() => !unknown().some((text) => text.includes(key)));
    }
    const bib = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('lib-dirty/refs.bib'))!;
    assert.ok(bib.isDirty);
    assert.match(
      bib.getText(),
      /@misc\{known,[^@]*\}\n\n@misc\{fresh2020,[^@]*\}\n\n@misc\{other2021,[^@]*\}\n$/,
    );
    await vscode.window.showTextDocument(bib);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until(() => unknown().length === 2);
    await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
  });

  it('notices when a cited file is created, shortened or deleted', async () => {
    await writeFile('bells/clapper.ts', 'one\n');
    const { document } = await openFile('It rings (bells/rope.ts:2).\n', 'cites-rope.md');
    await until(() => has(document, 'file-not-found'));
    await writeFile('bells/rope.ts', 'one\ntwo\n');
    await until(() => diagnosticsOf(document).length === 0);
    await writeFile('bells/rope.ts', 'one\n');
    await until(() => has(document, 'line-out-of-range'));
    await vscode.workspace.fs.delete(at('bells/rope.ts'));
    await until(() => has(document, 'file-not-found'));
  });

  /** A folder with a file comes, leaves, comes again and is deleted. It moves when the watcher rests, which drops a creation that a deletion follows at once. */
  const comesAndGoes = async (name: string, file: string, isThere: () => unknown, isAway: () => unknown) => {
    const [away, inside] = [`${folder().fsPath}-away`, at(name).fsPath];
    await fs.rm(away, { recursive: true, force: true });
    await fs.mkdir(path.dirname(path.join(away, file)), { recursive: true });
    await fs.writeFile(path.join(away, file), '@misc{kept2019,\n  title = {K},\n}\n');
    const move = async (from: string, to: string, seen: () => unknown) => {
      await new Promise((wake) => setTimeout(wake, 500));
      await fs.rename(from, to);
      await seen();
    };
    await move(away, inside, isThere);
    await move(inside, away, isAway);
    await move(away, inside, isThere);
    await fs.rm(inside, { recursive: true });
    await isAway();
  };
  const wrong = async (document: vscode.TextDocument, count: number) =>
    until(() => diagnosticsOf(document).length === count);

  it('notices when a folder with cited files is removed or added', async () => {
    const text = 'It turns (steps.ts:4).\n\nAnd again (stairs/steps.ts:5).\n';
    const { document } = await openFile(text, 'cites-steps.md');
    const [isThere, isAway] = [() => wrong(document, 2), () => wrong(document, 0)];
    await isAway();
    await comesAndGoes('tower', 'stairs/steps.ts', isThere, isAway);
  });

  /** A text that names two bibliographies: its third key is unknown while both are there, and no key is while one is not. */
  const twoLibraries = async (near: string, more: string, name: string) => {
    await writeFile(`${near}/refs.bib`, '@misc{known,\n  title = {Known},\n}\n');
    const { document } = await openFile(
      `---\nbibliography: [${near}/refs.bib, ${more}/more.bib]\n---\n\nSo it is [@known; @kept2019; @never2020].\n`,
      name,
    );
    const unknown = (count: number) => () =>
      until(() => diagnosticsOf(document).filter((d) => codeOf(d) === 'unknown-key').length === count);
    await comesAndGoes(more, 'more.bib', unknown(1), unknown(0));
  };

  it('notices when a folder with a bibliography is removed or added', () =>
    twoLibraries('lib-near', 'lib-kept', 'cites-kept.md'));

  it('notices a folder with a dot in its name', async () => {
    const { document } = await openFile('It turns (dotted-wheel.ts:5).\n', 'cites-wheel.md');
    const [isThere, isAway] = [() => wrong(document, 1), () => wrong(document, 0)];
    await isAway();
    for (const name of ['pkg-1.2', 'wheels.v2', '.wheels'])
      await comesAndGoes(name, 'dotted-wheel.ts', isThere, isAway);
  });

  it('notices a lost bibliography when the removed folder is named like a file', () =>
    twoLibraries('lib-like', 'lib-like.js', 'cites-like.md'));

  it('doesn’t take a new file without an extension for a folder', async () => {
    const looks: Parameters<Session['refreshContext']>[0][] = [];
    const watching = watch({ refreshContext: (leans) => looks.push(leans) }, createBibliographyCache());
    const session = newSession();
    const { scan } = session.adopt(at('cites-none.md'), 'It turns (far/cogs.ts:2).\n', 'markdown');
    assert.equal(scan.citations[0]?.target.kind, 'file');
    try {
      await writeFile('Cogfile', 'all:\n');
      await until(() => looks.length > 0);
      await new Promise((wake) => setTimeout(wake, 1_000));
      assert.ok(!looks.some((leans) => leans(scan)));
      await vscode.workspace.fs.createDirectory(at('cogs.v1'));
      await until(() => looks.some((leans) => leans(scan)));
    } finally {
      watching.dispose();
    }
  });

  it('notices a change while others keep following', async () => {
    const { unknown } = await keyed('lib-storm');
    const bib = await vscode.workspace.openTextDocument(at('lib-storm/refs.bib'));
    const append = async (text: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(bib.uri, bib.lineAt(bib.lineCount - 1).range.end, text);
      await vscode.workspace.applyEdit(edit);
    };
    await append('@misc{fresh2020,\n  title = {F},\n}\n');
    const end = Date.now() + 5_000;
    while (unknown().length > 1 && Date.now() < end) {
      await append(' ');
      await new Promise((wake) => setTimeout(wake, 20));
    }
    assert.equal(unknown().length, 1);
    await vscode.window.showTextDocument(bib);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('a list of references next to a chapter answers its numbers as soon as it is there', async () => {
    const { document } = await openFile('Tides rise [1], fall [2], and turn [3].\n', 'book/01-tides.md');
    await until(() => diagnosticsOf(document).length === 3);
    const list = [1, 2, 3]
      .map((n) => `${n}. Lee, A. (2020). *Tide ${n}*. https://tides.example/${n}\n`)
      .join('');
    await writeFile('book/references.md', list);
    await until(() => diagnosticsOf(document).length === 0);
    const [place] = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('[2]') + 1),
    );
    assert.match(place?.uri.path ?? '', /book\/references\.md$/);
    assert.equal(place?.range.start.line, 1);
    await vscode.workspace.fs.delete(at('book/references.md'));
    await until(() => diagnosticsOf(document).length === 3);
  });

  it('searches for bibliographies again after a failed search', async () => {
    await writeFile('lib-search/refs.bib', '@misc{known,\n  title = {Known},\n}\n');
    let searches = 0;
    const shelf = createBibliographyCache(() =>
      searches++ === 0
        ? Promise.reject(new Error('The search died.'))
        : Promise.resolve([at('lib-search/refs.bib')]),
    );
    const { document } = await openFile('So it is [@known].\n', 'lib-search/draft.md');
    const session = newSession();
    const { scan } = session.currentView(document)!;
    assert.equal(await shelf.bibliographies(document.uri, scan), undefined);
    assert.equal((await shelf.bibliographies(document.uri, scan))?.length, 1);
    assert.equal((await shelf.bibliographies(document.uri, scan))?.length, 1);
    assert.equal(searches, 2);
  });
});
