/** Taking back what was set aside: by a mark, by a rule, by a comment, from the light bulb, the card and a row of the results. */
import { fail } from '../../../src/core/causes';
import assert from 'node:assert/strict';
import fsp from 'node:fs/promises';
import * as vscode from 'vscode';
import { suppressionsOf } from '../../../src/node/config';
import { readMessage } from '../../../src/vscode/views/results';
import { nameOf, rowsOf } from '../../../src/vscode/state/resultRows';
import { createSuppressionFiles } from '../../../src/vscode/suppressions/suppressionWatch';
import {
  at,
  call,
  closeAll,
  diagnosticsOf,
  folder,
  has,
  hoverAt,
  newSession,
  onSite,
  open,
  openFile,
  quickFixes,
  readFile,
  run,
  until,
  writeFile,
} from './stage';

const write = async (name: string, value: unknown) =>
  writeFile(name, typeof value === 'string' ? value : JSON.stringify(value));

/** The fixes where `text` stands first. */
async function fixesAt(document: vscode.TextDocument, text: string): Promise<vscode.CodeAction[]> {
  const place = document.positionAt(document.getText().indexOf(text) + 1);
  return quickFixes(document, new vscode.Range(place, place));
}
const fixAt = (document: vscode.TextDocument, text: string, title: string) =>
  until(async () => (await fixesAt(document, text)).find((fix) => fix.title === title));
const titlesAt = async (document: vscode.TextDocument, text: string) =>
  (await fixesAt(document, text)).map(({ title }) => title);

/** The link of the card at `[gone]` that removes its suppression. */
const takeBackLink = (document: vscode.TextDocument) =>
  until(async () => {
    for (const card of await hoverAt(document, '[gone]')) {
      const link = /\[\$\(discard\) (.*?)\]\(command:citewright\.takeBack\?([^)]+)\)/.exec(card.value);
      const [, title = '', args = ''] = link ?? [];
      if (link) return { card, title, named: JSON.parse(decodeURIComponent(args)) as readonly unknown[] };
    }
    return undefined;
  });

const LIST = '\n\n## References\n\n[1] A. https://a.example/1\n';

describe('suppressions', () => {
  const here = onSite({});
  let number = 0;
  const dead = () => `This one is gone ([gone](${here.site.url(`/gone?aside${number++}`)})).\n`;

  beforeEach(() => here.talk.answer(/^Remove the rule/, 'Remove Rule'));
  afterEach(async () => {
    for (const name of ['.citewright', 'citewright.json'])
      await vscode.workspace.fs.delete(at(name), { recursive: true }).then(undefined, () => undefined);
  });

  const OTHER = {
    citation: 'other',
    code: 'dead',
    source: 'abc',
    claim: 'Another claim.',
    note: 'Leave me.',
  };
  const accepted = async () => {
    await write('.citewright/accepted.json', { version: 1, accepted: [OTHER] });
    const { document } = await openFile(dead());
    await run('verifyDocument');
    await until(() => has(document, 'not-found'));
    here.talk.answer(/^Accept Finding/, 'It was moved.');
    await call(await fixAt(document, '[gone]', 'Accept finding on “gone”…'));
    await until(() => !has(document, 'not-found'));
    return document;
  };

  it('an accepted finding returns when its acceptance is undone; other marks stay', async () => {
    const document = await accepted();
    assert.equal(await call(await fixAt(document, '[gone]', 'Undo acceptance')), true);
    await until(() => has(document, 'not-found'));
    assert.deepEqual(JSON.parse(await readFile('.citewright/accepted.json')), {
      version: 1,
      accepted: [OTHER],
    });
    await until(async () => !(await titlesAt(document, '[gone]')).includes('Undo acceptance'));
  });

  it('can be undone from the hover; a second time says there is nothing to undo', async () => {
    const document = await accepted();
    const { title, named, card } = await takeBackLink(document);
    assert.equal(title, 'Undo acceptance');
    assert.ok(
      typeof card.isTrusted === 'object' && card.isTrusted.enabledCommands.includes('citewright.takeBack'),
    );
    assert.equal(await run('takeBack', ...named), true);
    await until(() => has(document, 'not-found'));
    assert.equal(await run('takeBack', ...named), false);
    assert.equal(here.talk.texts().at(-1), 'info: This is no longer suppressed.');
  });

  it('an unreadable file of marks is not overwritten', async () => {
    const document = await accepted();
    const fix = await fixAt(document, '[gone]', 'Undo acceptance');
    const broken = '{ "version": 1, "accepted": [';
    await write('.citewright/accepted.json', broken);
    // The command meets the file before or after the editor has: it fails, or says that nothing is set aside.
    await Promise.resolve(call(fix)).catch(() => undefined);
    assert.equal(await readFile('.citewright/accepted.json'), broken);
    await write('citewright.json', broken);
    await run('stopIgnoring', document.uri.toString(), JSON.stringify({ code: 'dead' }));
    assert.equal(await readFile('citewright.json'), broken);
    // The editor may say at the same time that it does not use the file.
    assert.ok(here.talk.texts().includes('info: This is no longer suppressed.'));
  });

  it('a finding returns when its rule is removed; the title names the rule, and the rest of the file stays', async () => {
    const config = {
      severities: { uncited: 'info' },
      ignore: [
        { code: 'uncited', note: 'Mine.' },
        { code: 'dangling', citation: '[8]', note: 'x' },
        { code: 'dangling' },
      ],
      exclude: ['old/**'],
    };
    const { document } = await openFile(`One [7]. Two [8].${LIST}`);
    await until(() => has(document, 'dangling'));
    await write('citewright.json', config);
    await until(() => !has(document, 'dangling'));
    const title = 'Stop ignoring in this workspace: dangling';
    const stop = await fixAt(document, '[7]', title);
    assert.deepEqual(
      (await titlesAt(document, '[7]')).filter((one) => one.startsWith('Stop')),
      [title],
    );
    assert.equal(await call(stop), true);
    await until(() => has(document, 'dangling'));
    const [uncited, second] = config.ignore;
    assert.equal(
      await readFile('citewright.json'),
      `${JSON.stringify({ ...config, ignore: [uncited, second] }, undefined, 2)}\n`,
    );
  });

  it('a rule can be removed from a results row, whether the file is open or not', async () => {
    const text = dead();
    const { document } = await openFile(text, 'row.md');
    await run('verifyDocument');
    await until(() => has(document, 'not-found'));
    await write('citewright.json', { ignore: [{ path: 'row.md', code: 'not-found' }] });
    await until(() => !has(document, 'not-found'));
    const session = newSession();
    const citation = session.currentView(document)!.scan.citations[0]!;
    const failure = { stage: 'unresolved', ...fail('not_found') } as const;
    session.put(document.uri, { citation, code: 'not-found', severity: 'error', ...failure }, 1);
    const view = session.view(document.uri)!;
    const row = (by: string) =>
      rowsOf({
        ...view,
        suppressions: suppressionsOf({
          config: { ignore: [{ path: '**', code: 'not-found' }] },
          folder: folder().fsPath,
          home: folder().fsPath,
          marks: [],
        }).at(document.uri.fsPath),
        findings: view.findings.map((one) => ({ ...one, suppressed: { by } })),
      })[0]?.takeBack;
    assert.deepEqual(['accepted', 'ignore', 'baseline'].map(row), [
      'Undo acceptance',
      'Stop ignoring in this workspace: not-found · **',
      undefined,
    ]);
    const asked = readMessage({ type: 'takeBack', uri: document.uri.toString(), id: citation.id });
    assert.ok(asked?.type === 'takeBack');
    assert.equal(await run('takeBack', asked.uri, asked.id), true);
    await until(() => has(document, 'not-found'));
    assert.deepEqual(JSON.parse(await readFile('citewright.json')), { ignore: [] });
  });

  it('removing a rule for several citations asks first and says what it covers', async () => {
    const { document } = await openFile(`${dead()}\n${dead()}`, 'asked.md');
    await run('verifyDocument');
    await until(() => has(document, 'not-found'));
    const config = { ignore: [{ path: '{asked.md,](command:x)}' }] };
    await write('citewright.json', config);
    await until(() => !has(document, 'not-found'));
    const { title, named, card } = await takeBackLink(document);
    assert.match(title, /^Stop ignoring in this workspace&colon; everything · /);
    assert.ok(!card.value.includes('](command:x'), card.value);
    here.talk.answer(/^Remove the rule/, undefined);
    assert.equal(await run('takeBack', ...named), false);
    const question = here.talk.said.at(-1)!;
    assert.equal(question.kind, 'modal');
    assert.match(question.message, /^Remove the rule “everything · \{asked\.md,/);
    assert.match(
      question.detail,
      /^It applies to every document that matches “\{asked\.md,.*reappear: 2\. This/,
    );
    assert.deepEqual(question.items, ['Remove Rule']);
    assert.deepEqual(JSON.parse(await readFile('citewright.json')), config);
    here.talk.answer(/^Remove the rule/, 'Remove Rule');
    assert.equal(await run('takeBack', ...named), true);
    await until(() => has(document, 'not-found'));
    assert.deepEqual(JSON.parse(await readFile('citewright.json')), { ignore: [] });
  });

  it('a slow read of the files never replaces a later one', async () => {
    const { readFile } = fsp;
    let [started, ended] = [0, 0];
    let release = () => {};
    let held: Promise<void> | undefined = new Promise((wake) => (release = wake));
    await write('citewright.json', { ignore: [] });
    fsp.readFile = (async (...given: Parameters<typeof readFile>) => {
      const [text, waiting] = [await readFile(...given), held];
      if (typeof given[0] !== 'string' || !given[0].endsWith('citewright.json')) return text;
      started++;
      await waiting;
      ended++;
      return text;
    }) as typeof readFile;
    const files = createSuppressionFiles();
    try {
      await until(() => started > 0);
      held = undefined;
      const { fsPath } = at('slow.md');
      const change = files.change(at('slow.md'), (store, home) => store.ignore(home, { code: 'dead' }));
      // What was read before the change ends after it, unless the change waits for its turn.
      await Promise.race([change, new Promise((wake) => setTimeout(wake, 300))]);
      release();
      await change;
      await until(() => ended === started);
      await new Promise((wake) => setTimeout(wake, 100)); // what follows a late read
      assert.deepEqual(files.of(at('slow.md'))?.at(fsPath).rules, [{ code: 'dead' }]);
    } finally {
      files.dispose();
      fsp.readFile = readFile;
    }
  });

  it('removing a rule for one citation doesn’t ask', async () => {
    const { document } = await openFile(dead());
    await run('verifyDocument');
    await until(() => has(document, 'not-found'));
    await call(await fixAt(document, '[gone]', 'Ignore “not-found” in this workspace'));
    await until(() => !has(document, 'not-found'));
    const title = await until(async () =>
      (await titlesAt(document, '[gone]')).find((one) => one.startsWith('Stop')),
    );
    assert.match(title, /^Stop ignoring in this workspace: not-found · http/);
    assert.equal(await call(await fixAt(document, '[gone]', title)), true);
    await until(() => has(document, 'not-found'));
    assert.ok(!here.talk.texts().some((text) => text.includes('Remove the rule')));
  });

  it('the row of an ignore comment says whether it covers the line or the file, one code or all', () => {
    const session = newSession();
    const titleOf = (line: string, end: string) => {
      const uri = at('titles.md');
      const text = `This one is gone ([gone](https://a.example/gone)).${line}\n\nMore.\n\n${end}\n`;
      const citation = session.adopt(uri, text, 'markdown').scan.citations[0]!;
      const failure = { stage: 'unresolved', ...fail('not_found') } as const;
      session.put(uri, { citation, code: 'not-found', severity: 'error', ...failure }, 1);
      return rowsOf(session.view(uri)!)[0]?.takeBack;
    };
    const [one, all] = ['<!-- citewright-ignore-file dead, not-found -->', '<!-- citewright-ignore-file -->'];
    const line = ' <!-- citewright-ignore-line not-found: soon -->';
    assert.deepEqual(
      [
        titleOf('', ''),
        titleOf(line, ''),
        titleOf(' <!-- citewright-ignore-line: soon -->', one),
        titleOf('', one),
        titleOf('', all),
        titleOf(line, all),
      ],
      [
        undefined,
        'Stop ignoring “not-found” on this line',
        'Stop ignoring everything on this line',
        'Stop ignoring “not-found” in this file',
        'Stop ignoring everything in this file',
        'Stop ignoring “not-found” on this line',
      ],
    );
  });

  /** Sets a code aside by a rule for the text's own file, sees that it holds, and takes it back. */
  const ruled = async (document: vscode.TextDocument, file: string) => {
    await until(() => has(document, 'dangling'));
    await call(await fixAt(document, '[7]', 'Ignore “dangling” in this workspace'));
    await until(() => !has(document, 'dangling'));
    await write('citewright.json', { ignore: [{ code: 'dangling', path: file }] });
    const title = `Stop ignoring in this workspace: dangling · ${file}`;
    assert.equal(await call(await fixAt(document, '[7]', title)), true);
    assert.deepEqual(JSON.parse(await readFile('citewright.json')), { ignore: [] });
    await until(() => has(document, 'dangling'));
  };
  const NUMBERED = `One [7].${LIST}`;

  it('suppressions of a folder apply to its transcripts', async () => {
    const message = { role: 'assistant', content: [{ type: 'text', text: NUMBERED }] };
    await write('aside.jsonl', { type: 'assistant', timestamp: '2026-02-01T12:00:00Z', message });
    const shown = (await run('openTranscript', at('aside.jsonl'))) as unknown as vscode.Uri;
    assert.equal(nameOf(shown), 'aside.md');
    await ruled(await vscode.workspace.openTextDocument(shown), 'aside.jsonl');
    await vscode.workspace.fs.delete(at('aside.jsonl'));
  });

  it('suppressions of a folder apply to its notebook cells', async () => {
    const cell = { cell_type: 'markdown', metadata: {}, source: NUMBERED };
    await write('aside.ipynb', { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 2 });
    const notebook = await vscode.workspace.openNotebookDocument(at('aside.ipynb'));
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(0);
    assert.equal(nameOf(document.uri), 'aside.ipynb (cell 1)');
    await until(() => has(document, 'dangling'));
    const session = newSession();
    assert.equal(
      session.currentView(document),
      session.current(),
      'the selected cell is what the user works in',
    );
    await run('reveal', document.uri.toString(), 'problem 0 dangling');
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.doesNotMatch(here.talk.texts().join('\n'), /^error/m);
    // The editor asks for no fixes in a cell that nobody is writing in.
    assert.equal(await run('ignoreInWorkspace', document.uri.toString(), 'dangling '), true);
    await until(() => !has(document, 'dangling'));
    const rule = { path: 'aside.ipynb' };
    await write('citewright.json', { ignore: [rule] });
    await new Promise((wake) => setTimeout(wake, 1_000));
    assert.ok(!has(document, 'dangling'));
    assert.equal(await run('stopIgnoring', document.uri.toString(), JSON.stringify(rule)), true);
    await until(() => has(document, 'dangling'));
    await closeAll();
    await vscode.workspace.fs.delete(at('aside.ipynb'));
  });

  it('suppressions of a folder apply to an untitled document that will be saved there', async () => {
    const uri = at('aside-new.md').with({ scheme: 'untitled' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const insert = new vscode.WorkspaceEdit();
    insert.insert(uri, new vscode.Position(0, 0), `Two [1]. ${NUMBERED}`);
    await vscode.workspace.applyEdit(insert);
    await ruled(document, 'aside-new.md');
    const session = newSession();
    const cited = session.currentView(document)!.scan.citations.find(({ raw }) => raw === '[1]')!;
    await vscode.env.clipboard.writeText('Tides rise.');
    here.talk.answer(/^Attach Source/, 'The text on the clipboard');
    assert.equal(await run('attachSource', uri.toString(), cited.id), false);
    assert.equal(here.talk.texts().at(-1), 'pick: Where to Keep the Source');
  });

  it('a finding returns when its code is removed from the comment; undo restores it', async () => {
    const { document } = await open(
      `One [7]. <!-- citewright-ignore-line dangling: soon -->\n\nTwo [8]. <!-- citewright-ignore-line -->\n\nThree [1].${LIST}[2] B. https://a.example/2\n\n<!-- citewright-ignore-file uncited, dead -->\n`,
    );
    const before = document.getText();
    const apply = async (place: string, title: string) => {
      const { edit } = await fixAt(document, place, title);
      assert.ok(edit && (await vscode.workspace.applyEdit(edit)));
    };
    await apply('[7]', 'Stop ignoring “dangling” on this line');
    assert.match(document.getText(), /^One \[7\]\.\n\nTwo/);
    await until(() => diagnosticsOf(document).length === 1);
    await apply('[8]', 'Stop ignoring everything on this line');
    assert.match(document.getText(), /\n\nTwo \[8\]\.\n\n/);
    await apply('[2] B', 'Stop ignoring “uncited” in this file');
    assert.match(document.getText(), /\n<!-- citewright-ignore-file dead -->\n$/);
    await until(() => diagnosticsOf(document).length === 3);
    for (let i = 0; i < 3; i++) await vscode.commands.executeCommand('undo');
    await until(() => document.getText() === before);
    await until(() => diagnosticsOf(document).length === 0);
  });

  it('a command can remove an ignore comment', async () => {
    const { document } = await open(dead());
    await run('verifyDocument');
    await until(() => has(document, 'not-found'));
    const insert = new vscode.WorkspaceEdit();
    insert.insert(document.uri, document.lineAt(0).range.end, ' <!-- citewright-ignore-line not-found -->');
    await vscode.workspace.applyEdit(insert);
    await until(() => !has(document, 'not-found'));
    const { title, named } = await takeBackLink(document);
    assert.match(title, /^Stop ignoring/);
    assert.equal(await run('takeBack', ...named), true);
    assert.match(document.getText(), /\)\)\.\n$/);
    await until(() => has(document, 'not-found'));
  });
});
