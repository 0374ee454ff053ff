/** Files that a run has read and no editor shows: what is known of them stays, follows the disk, and can be worked with. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  at,
  closeAll,
  codeOf,
  codesAt,
  configure,
  dialogs,
  extension,
  newSession,
  onSite,
  pages,
  run,
  until,
  unused,
  writeFile,
  YES,
} from './stage';

const PAGE =
  '<!doctype html><title>Harbour tides</title><p>Spring tides at the harbour rise by about four metres in most years.</p>';
describe('files not open in an editor', () => {
  const here = onSite({ '/tides': PAGE });
  let number = 0;

  const dead = () => `This one is gone ([gone](${here.site.url(`/gone?${number++}`)})).\n`;
  const alive = () =>
    `Spring tides at the harbour rise by about four metres ([tides](${here.site.url(`/tides?${number++}`)})).\n`;
  const idIn = (uri: vscode.Uri, text: string) => {
    const session = newSession();
    try {
      return session.adopt(uri, text, 'markdown').scan.citations[0]!.id;
    } finally {
      session.dispose();
    }
  };
  /** Verifies the files of a new folder in one run, none of them open. */
  const verified = async (name: string, texts: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(texts)) await writeFile(`${name}/${file}`, text);
    here.talk.answer(/^Verify Folder/, `${name}/*.md`);
    const outcome = await run('verifyWorkspace');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    return outcome;
  };

  it('are verified again, and show evidence, from a results row', async () => {
    const text = alive();
    const home = unused('rows');
    await verified(home, { 'a.md': text });
    const uri = at(`${home}/a.md`);
    const id = idIn(uri, text);
    assert.equal((await run('verifyCitation', uri.toString(), id)).summary?.found, 1);
    await vscode.commands.executeCommand('citewright.showEvidence', uri.toString(), id);
    await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'citewright-evidence');
  });

  it('are opened by Go to Text; a missing one is reported', async () => {
    const text = alive();
    await extension().activate();
    const uri = at(`${unused('back')}/a.md`);
    await writeFile(uri, text);
    await run('reveal', uri.toString(), idIn(uri, text));
    const editor = await until(() => vscode.window.activeTextEditor);
    assert.equal(editor.document.uri.toString(), uri.toString());
    assert.match(editor.document.getText(editor.selection), /^\[tides\]\(/);
    assert.deepEqual(here.talk.texts(), []);
    for (const gone of [at('back/none.md').toString(), 'untitled:Nothing-9', 'file:///etc/hostname'])
      await run('reveal', gone, 'x');
    assert.deepEqual(here.talk.texts(), Array<string>(3).fill('info: The document no longer exists.'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  it('are revealed in their existing tab', async () => {
    const text = alive();
    const home = unused('hidden');
    const hidden = (name: string) => at(`${home}/${name}`);
    for (const name of ['a.md', 'b.md', 'c.md']) await writeFile(hidden(name), text);
    const show = (name: string, viewColumn: vscode.ViewColumn) =>
      vscode.window.showTextDocument(hidden(name), { viewColumn, preview: false });
    await show('c.md', vscode.ViewColumn.One);
    await show('a.md', vscode.ViewColumn.Two);
    await show('b.md', vscode.ViewColumn.Two);
    await show('c.md', vscode.ViewColumn.One);
    const uri = hidden('a.md');
    await run('reveal', uri.toString(), idIn(uri, text));
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString());
    assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.Two);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs.filter(({ label }) => label === 'a.md').length, 1);
  });

  it('keep findings when one is opened and closed again', async () => {
    await verified('looked', { 'a.md': dead() });
    const uri = at('looked/a.md');
    await until(() => codesAt(uri).includes('not-found'));
    await vscode.commands.executeCommand('vscode.open', uri); // what a test opens itself lives on for minutes
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => !vscode.workspace.textDocuments.some((d) => d.uri.toString() === uri.toString()));
    await new Promise((wake) => setTimeout(wake, 500));
    assert.deepEqual(codesAt(uri), ['not-found']);
  });

  it('are not read when excluded', async () => {
    await configure({ 'scan.exclude': ['left/out*.md'] });
    const outcome = await verified('left', { 'in.md': dead(), 'out.md': dead() });
    assert.equal(outcome.summary?.found, 1);
    assert.deepEqual(codesAt(at('left/out.md')), []);
    assert.equal((await run('verifyWorkspace', at('left/out.md'))).state, 'nothing');
  });

  it('are all verified when several files and folders are selected in the Explorer', async () => {
    for (const name of ['a.md', 'b[1].md', 'b1.md', 'c.md', 'deep/d.md', 'out.md'])
      await writeFile(`picked/${name}`, dead());
    await configure({ 'scan.exclude': ['picked/out.md'] });
    const rows = ['picked/a.md', 'picked/b[1].md', 'picked/deep', 'picked/out.md'].map(at);
    const outcome = await run('verifyWorkspace', rows[0], rows);
    assert.equal(outcome.summary?.found, 3);
    await until(() => ['picked/b[1].md', 'picked/deep/d.md'].every((name) => codesAt(at(name)).length > 0));
    for (const name of ['b1.md', 'c.md', 'out.md']) assert.deepEqual(codesAt(at(`picked/${name}`)), []);
    assert.ok(here.talk.texts().includes('warning: Skipped 1 of 3 files.'), here.talk.texts().join('\n'));
    assert.ok(
      !here.talk.texts().some((text) => text.startsWith('input: ')),
      'what is selected needs no glob',
    );
    const one = await run('verifyWorkspace', rows[0], [rows[0]]);
    assert.equal(one.summary?.found, 1);
  });

  it('are those below a clicked folder, without a question', async () => {
    await vscode.workspace.fs.createDirectory(at('clicked'));
    await writeFile('clicked/a.md', dead());
    const outcome = await run('verifyWorkspace', at('clicked'));
    assert.equal(outcome.summary?.found, 1);
    assert.ok(!here.talk.texts().some((text) => text.startsWith('input: ')));
  });

  it('dismissing the file picker reports nothing', async () => {
    assert.equal((await run('verifyWorkspace')).state, 'nothing');
    assert.deepEqual(here.talk.texts(), ['input: Verify Folder or Files']);
  });

  it('are limited in number, counted once, and the limit is reported', async () => {
    const workspace = vscode.workspace as unknown as Record<string, unknown>;
    const real = workspace['findFiles'];
    const found = Array.from({ length: 2_002 }, (_, i) =>
      at(`none/${i % 2_001}.md`).with({ scheme: 'none' }),
    );
    here.talk.answer(/^Verify Folder/, 'none/*.md');
    try {
      workspace['findFiles'] = (_: unknown, __: unknown, most: number) =>
        Promise.resolve(found.slice(0, most + 1));
      await run('verifyWorkspace');
      workspace['findFiles'] = () => Promise.resolve([found[0], found[1], found[0]]);
      await run('verifyWorkspace');
    } finally {
      workspace['findFiles'] = real;
    }
    const said = here.talk.texts().filter((text) => text.startsWith('warning: '));
    assert.deepEqual(said, [
      'warning: Too many files match; only the first 2000 are verified.',
      'warning: Skipped 2000 of 2000 files.',
      'warning: Skipped 2 of 2 files.',
    ]);
  });

  it('follow a change of settings', async () => {
    await verified('graded', { 'a.md': dead() });
    const uri = at('graded/a.md');
    await until(() => codesAt(uri).length > 0);
    await configure({ severities: { 'not-found': 'none' } });
    await until(() => codesAt(uri).length === 0);
  });

  it('lose diagnostics when deleted and keep them when renamed', async () => {
    await verified('moved', { 'a.md': dead(), 'b.md': dead() });
    const [a, b, c] = [at('moved/a.md'), at('moved/b.md'), at('moved/c.md')];
    await until(() => codesAt(a).length > 0 && codesAt(b).length > 0);
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(a);
    edit.renameFile(b, c);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until(() => codesAt(a).length === 0 && codesAt(b).length === 0);
    await until(() => codesAt(c).includes('not-found'));
  });

  it('keep findings when an agent checks one of them', async () => {
    await verified('asked', { 'a.md': dead() });
    await until(() => codesAt(at('asked/a.md')).includes('not-found'));
    await vscode.lm.invokeTool('citewright_verifyCitations', {
      input: { file: 'asked/a.md', linksOnly: true },
      toolInvocationToken: undefined,
    });
    await new Promise((wake) => setTimeout(wake, 300));
    assert.deepEqual(codesAt(at('asked/a.md')), ['not-found']);
  });

  it('are decoded by their byte order mark', async () => {
    const text = `\uFEFF${dead()}`;
    await writeFile('wide/x.md', 'x');
    await vscode.workspace.fs.writeFile(at('wide/a.md'), Buffer.from(text, 'utf16le'));
    here.talk.answer(/^Verify Folder/, 'wide/a.md');
    assert.equal((await run('verifyWorkspace')).summary?.found, 1);
  });
});

describe('findings of a document', () => {
  it('stay when an untitled document is saved', async () => {
    const site = await pages({});
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    dialogs(YES);
    const uri = at(`named-${Date.now()}.md`);
    const untitled = uri.with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(untitled);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) =>
      edit.insert(new vscode.Position(0, 0), `It is gone ([gone](${site.url('/gone')})).\n`),
    );
    await vscode.languages.setTextDocumentLanguage(document, 'markdown');
    await run('verifyDocument');
    const has = (at: vscode.Uri) =>
      vscode.languages.getDiagnostics(at).some((d) => codeOf(d) === 'not-found');
    await until(() => has(untitled));
    await vscode.window.activeTextEditor!.document.save(); // false if the editor has saved it by itself
    await until(() => has(uri));
  });

  it('survive a reload even if the document is closed right after the run', async () => {
    const site = await pages({});
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    dialogs(YES);
    const uri = at(`${unused('soon')}.md`);
    const text = `It is gone ([gone](${site.url('/gone?soon')})).\n`;
    await writeFile(uri, text);
    await vscode.commands.executeCommand('vscode.open', uri);
    const document = await until(() => vscode.window.activeTextEditor?.document);
    await run('verifyDocument');
    await closeAll();
    await until(() => document.isClosed);
    site.asked.length = 0;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(document.uri));
    await until(
      () => vscode.languages.getDiagnostics(document.uri).some((d) => codeOf(d) === 'not-found'),
      4_000,
    );
    assert.deepEqual(site.asked, []);
  });
});
