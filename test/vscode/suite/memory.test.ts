/** Findings in the editor's storage: how many there may be, and what becomes of them when their text is renamed, deleted or gone. */
import { fail } from '../../../src/core/causes';
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Finding } from '../../../src/core/model';
import * as memory from '../../../src/vscode/state/storedFindings';
import type { Session } from '../../../src/vscode/state/session';
import { tidy } from '../../../src/vscode/state/findingStore';
import { at, closeAll, newSession, open as openText, until, writeFile } from './stage';

describe('stored findings', () => {
  let home: string;
  let session: Session;
  let kept: memory.Memory;

  beforeEach(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'citewright-kept-'));
    session = newSession();
    kept = memory.register(session, { storageUri: vscode.Uri.file(home) });
  });
  afterEach(async () => {
    session.dispose();
    kept.dispose();
    await fs.rm(home, { recursive: true });
  });

  /** How many findings are in the only file of a folder. */
  const count = async (place: string) => {
    const [name] = await fs.readdir(place).catch(() => []);
    const [, text] = name ? (await fs.readFile(path.join(place, name), 'utf8')).split('\n') : [];
    return memory.unpack(text ?? '').length;
  };
  const found = (uri: vscode.Uri, text: string): Finding => ({
    citation: session.adopt(uri, text, 'markdown').scan.citations[0]!,
    code: 'not-found',
    severity: 'error',
    stage: 'unresolved',
    ...fail('not_found'),
  });

  it('are written, also in a run, and restored, however many', async () => {
    const uri = at('many.md');
    const one = found(uri, 'It is gone ([gone](https://gone.example/)).\n');
    const many = new Map(
      Array.from({ length: 140_000 }, (_, i) => [`id-${i}`, { finding: one, at: i + 1 }] as const),
    );
    const changed = new vscode.EventEmitter<vscode.Uri>();
    let taken = 0;
    const text = {
      known: () => (taken === 0 ? many : new Map<string, never>()),
      onDidChange: changed.event,
      put: () => taken++,
      view: () => ({ ...session.view(uri)!, progress: { done: 1, total: 2 } }),
    };
    const other = path.join(home, 'other');
    const open = () => {
      const opened = memory.register(text, { storageUri: vscode.Uri.file(other) }, 1);
      changed.fire(uri);
      return opened;
    };
    const first = open();
    await first.loaded(uri);
    await until(async () => (await count(path.join(other, 'findings'))) === many.size);
    first.dispose();
    taken = 1;
    const second = open();
    await second.loaded(uri);
    second.dispose();
    assert.equal(taken, 1 + many.size);
  });

  const text = 'It is gone ([gone](https://gone.example/)).\n';
  const write = async (name: string) => writeFile(name, text);
  /** Puts a file into the workspace and a finding of it into the storage; nobody has it open. */
  const checked = async (name: string) => {
    await write(name);
    const finding = found(at(name), text);
    await kept.loaded(at(name));
    session.put(at(name), finding, 1);
    session.forget(at(name));
    await until(async () => (await names()).some((address) => address === at(name).toString()));
  };
  /** The addresses of the texts that findings are stored of. */
  const names = async () => {
    const place = path.join(home, 'findings');
    const files = await fs.readdir(place).catch(() => []);
    const texts = files.map((file) => fs.readFile(path.join(place, file), 'utf8').catch(() => ''));
    return (await Promise.all(texts)).flatMap((one) => (one === '' ? [] : [one.split('\n')[0]])).sort();
  };
  const stored = async (...wanted: readonly string[]) => {
    const addresses = wanted.map((name) => at(name).toString()).sort();
    await until(async () => isDeepStrictEqual(await names(), addresses));
  };
  /** The codes of what is known of a file as soon as somebody opens it. */
  const knownOf = async (name: string) => {
    session.adopt(at(name), text, 'markdown');
    await kept.loaded(at(name));
    const codes = session.view(at(name))!.findings.map(({ code }) => code);
    session.forget(at(name));
    return codes;
  };
  const apply = async (change: (edit: vscode.WorkspaceEdit) => void) => {
    const edit = new vscode.WorkspaceEdit();
    change(edit);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };

  it('stay with an untitled document whose language changes', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
    const [citation] = session.currentView(document)!.scan.citations;
    session.put(document.uri, { ...found(at('other.md'), text), citation: citation! }, 1);
    assert.equal(session.view(document.uri)?.findings.length, 1);
    const other = await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await until(() => session.view(other.uri)?.scan.citations.length === 1);
    assert.deepEqual(
      session.view(other.uri)?.findings.map(({ code }) => code),
      ['not-found'],
    );
  });

  it('end with an untitled document, because the next may have its name', async () => {
    const { document } = await openText(text);
    session.put(
      document.uri,
      { ...found(at('other.md'), text), citation: session.currentView(document)!.scan.citations[0]! },
      1,
    );
    await closeAll();
    await until(() => document.isClosed);
    assert.equal(session.currentView(document), undefined);
    const next = await openText('Nothing is cited.\n');
    assert.deepEqual(session.currentView(next.document)?.scan.citations, []);
  });

  it('a document whose language changes is scanned as the new one', async () => {
    const body = 'So [it is](https://a.example/) there.\n\n    [b](https://b.example/)\n';
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: body });
    session.adopt(document.uri, body, 'markdown');
    assert.equal(session.view(document.uri)?.scan.citations.length, 1);
    session.adopt(document.uri, body, 'plaintext');
    assert.equal(session.view(document.uri)?.scan.citations.length, 2);
  });

  it('move when a closed file or its folder is renamed', async () => {
    await checked('kept-a/one.md');
    await checked('kept-a/deep/two.md');
    await checked('kept-ab/three.md');
    await apply((edit) => edit.renameFile(at('kept-a/one.md'), at('kept-a/first.md')));
    await apply((edit) => edit.renameFile(at('kept-a'), at('kept-b')));
    const wanted = ['kept-ab/three.md', 'kept-b/deep/two.md', 'kept-b/first.md'];
    await stored(...wanted);
    for (const name of wanted) assert.deepEqual(await knownOf(name), ['not-found'], name);
    assert.deepEqual(await knownOf('kept-a/one.md'), []);
  });

  it('are deleted with their file or its folder', async () => {
    await checked('kept-c/one.md');
    await checked('kept-c/deep/two.md');
    await checked('kept-cd.md');
    await apply((edit) => edit.deleteFile(at('kept-c'), { recursive: true }));
    await stored('kept-cd.md');
    await apply((edit) => edit.deleteFile(at('kept-cd.md')));
    await stored();
    await write('kept-cd.md');
    assert.deepEqual(await knownOf('kept-cd.md'), []);
  });

  it('of files deleted outside the editor are kept for thirty days', async () => {
    for (const name of ['kept-there.md', 'kept-gone.md', 'kept-gone-lately.md']) await checked(name);
    await vscode.workspace.fs.delete(at('kept-gone.md'));
    await vscode.workspace.fs.delete(at('kept-gone-lately.md'));
    const place = path.join(home, 'findings');
    for (const file of await fs.readdir(place)) {
      const [address] = (await fs.readFile(path.join(place, file), 'utf8')).split('\n');
      const days = address?.endsWith('lately.md') ? 29 : 31;
      const then = Date.now() / 1000 - days * 86_400;
      await fs.utimes(path.join(place, file), then, then);
    }
    kept.dispose();
    kept = memory.register(session, { storageUri: vscode.Uri.file(home) });
    await stored('kept-gone-lately.md', 'kept-there.md');
  });

  it('beyond the limit are dropped, oldest first', async () => {
    const place = path.join(home, 'findings');
    await fs.mkdir(place, { recursive: true });
    for (let i = 0; i < 1_003; i++) {
      await fs.writeFile(path.join(place, `${i}.json`), '{}');
      await fs.utimes(path.join(place, `${i}.json`), 1_000_000 + i, 1_000_000 + i);
    }
    await tidy(vscode.Uri.file(place), Date.now());
    const left = await fs.readdir(place);
    assert.equal(left.length, 1_000);
    assert.deepEqual(
      ['0.json', '1.json', '2.json', '3.json'].filter((name) => left.includes(name)),
      ['3.json'],
    );
  });
});
