/** Every quick fix, applied and undone. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { marks as marksOf } from '../../../src/vscode/state/marks';
import { fixesOf } from '../../../src/vscode/commands/quickFixes';
import {
  at,
  call,
  closeAll,
  codeOf,
  diagnosticsOf,
  dialogs,
  has,
  lenses,
  matching,
  newSession,
  open,
  openFile,
  quickFixes,
  readFile,
  run,
  until,
  unused,
  writeFile,
  onSite,
  endpointsAt,
} from './stage';

const PAGE =
  '<!doctype html><title>Tides</title><p>Spring tides at the harbour rise by about four metres in most years.</p>';

const QUERY = 'vscode.executeCodeActionProvider';

async function fixesAt(document: vscode.TextDocument, code: string): Promise<vscode.CodeAction[]> {
  const mark = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === code));
  return quickFixes(document, mark.range);
}

const fixAt = async (document: vscode.TextDocument, code: string, title: RegExp) =>
  until(async () => (await fixesAt(document, code)).find((action) => title.test(action.title)));

const undone = async (document: vscode.TextDocument, before: string) => {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('undo');
  await until(() => document.getText() === before);
};

/** Applies an edit, takes it back, and gives the text between. */
async function applyAndUndo(document: vscode.TextDocument, fix: vscode.CodeAction): Promise<string> {
  const before = document.getText();
  assert.ok(fix.edit && (await vscode.workspace.applyEdit(fix.edit)));
  const after = document.getText();
  assert.notEqual(after, before);
  await undone(document, before);
  return after;
}

/** Runs a fix that asks first, takes it back, and gives the text between. */
async function runAndUndo(document: vscode.TextDocument, fix: vscode.CodeAction): Promise<string> {
  const before = document.getText();
  assert.equal(await call(fix), true, fix.title);
  const after = document.getText();
  assert.notEqual(after, before);
  await undone(document, before);
  return after;
}

describe('quick fixes without a network', () => {
  it('adds the missing entry for a numbered marker, after the last one', async () => {
    const { document } = await open(
      'One [1] and none [7].\n\n## References\n\n[1] Tides. https://tides.example/x\n',
    );
    const after = await applyAndUndo(document, await fixAt(document, 'dangling', /Add a reference/));
    assert.match(after, /https:\/\/tides\.example\/x\n\n\[7\] /);
  });

  it('puts the cursor where the text of an added reference goes', async () => {
    const editor = await open(
      'One [1] and none [7].\n\n## References\n\n[1] Tides. https://tides.example/x\n',
    );
    const add = await fixAt(editor.document, 'dangling', /Add a reference for \[7\]/);
    assert.ok(await vscode.workspace.applyEdit(add.edit!));
    await call(add);
    const { line, character } = editor.selection.active;
    assert.equal(editor.document.lineAt(line).text, '[7] ');
    assert.equal(character, 4);
  });

  it('offers at most six fixes at a place, one preferred and one that ignores, and lists the others behind the last', async () => {
    const { document } = await open(
      'None [7] and none [8].\n\n## References\n\n[1] Tides. https://tides.example/x\n',
    );
    await until(() => diagnosticsOf(document).length === 2);
    const here = new vscode.Range(0, 0, 0, 20);
    const menu = async () =>
      vscode.commands.executeCommand<vscode.CodeAction[]>(
        QUERY,
        document.uri,
        here,
        vscode.CodeActionKind.QuickFix.value,
      );
    const shown = await until(async () => {
      const found = await menu();
      return found.length > 1 && found;
    });
    assert.equal(shown.length, 6);
    assert.equal(shown.filter(({ isPreferred }) => isPreferred).length, 1);
    assert.ok(shown[0]?.isPreferred);
    assert.equal(shown.filter(({ title }) => title.startsWith('Ignore')).length, 1);
    assert.equal(shown.at(-1)?.title, 'More Citewright Fixes…');
    const all = (await quickFixes(document, here)).map(({ title }) => title);
    assert.equal(new Set(all).size, all.length);
    dialogs([[/^Citewright Fixes$/, 'in this file']]);
    assert.equal(await call(shown.at(-1)!), true);
    assert.match(document.getText(), /citewright-ignore-file dangling/);
  });

  it('renumbers a list and its markers', async () => {
    const { document } = await open(
      'One [1], two [2], four [4].\n\n## References\n\n[1] A. https://a.example/1\n[2] B. https://a.example/2\n[4] C. https://a.example/4\n',
    );
    const after = await applyAndUndo(document, await fixAt(document, 'numbering-gap', /^Renumber/));
    assert.match(after, /four \[3\]\.[^]*\[3\] C\./);
  });

  it('removes an uncited entry and renumbers', async () => {
    const { document } = await open(
      'One [1], three [3].\n\n## References\n\n[1] A. https://a.example/1\n[2] B. https://a.example/2\n[3] C. https://a.example/3\n',
    );
    const after = await applyAndUndo(document, await fixAt(document, 'uncited', /Remove reference/));
    assert.match(after, /^One \[1\], three \[2\]\.[^]*\/1\n\[2\] C\./);
  });

  it('adds a key’s entry to the bibliography and opens it beside the document', async () => {
    await writeFile('keys/refs.bib', '@misc{known,\n  title = {Known},\n}\n');
    const { document } = await openFile(
      '---\nbibliography: refs.bib\n---\n\nSo it is [@known; @unknown2020].\n',
      'keys/draft.md',
    );
    const fix = await fixAt(document, 'unknown-key', /to the bibliography/);
    assert.equal(await call(fix), true);
    const bib = await until(() =>
      vscode.workspace.textDocuments.find((d) => d.uri.path.endsWith('keys/refs.bib')),
    );
    assert.match(bib.getText(), /title = \{Known\},\n\}\n\n@misc\{unknown2020,\n/);
    const shown = await until(() => {
      const editors = vscode.window.visibleTextEditors;
      return [bib, document].every((one) => editors.some((editor) => editor.document === one)) && editors;
    });
    assert.equal(new Set(shown.map(({ viewColumn }) => viewColumn)).size, 2, 'beside the draft, not over it');
    assert.equal(vscode.window.activeTextEditor?.document, document);
    await vscode.window.showTextDocument(bib);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  for (const [written, meant] of [
    ['citewright-ignore-line danglign', 'citewright-ignore-line dangling'],
    ['citewright-ignore-nextline', 'citewright-ignore-next-line'],
    ['citewright-ignore', 'citewright-ignore-line'],
  ] as const)
    it(`corrects a mistyped word of an ignore comment: ${written}`, async () => {
      const { document } = await open(`None [7]. <!-- ${written} -->\n`);
      const word = meant.split(' ').at(-1) ?? '';
      const fix = await fixAt(document, 'unknown-ignore', new RegExp(`^Did you mean ${word}\\?$`));
      assert.ok((await applyAndUndo(document, fix)).includes(`<!-- ${meant} -->`));
    });

  it('removes chat markers, one or all in the document', async () => {
    const text =
      'Cats sleep a lot 【9†source】. Read [this](https://a.example/x?utm_source=chatgpt.com) and [that](https://a.example/y?utm_source=chatgpt.com&p=1).\n';
    const { document } = await open(text);
    const residue = await fixAt(document, 'chat-residue', /^Remove 【9†source】$/);
    assert.ok(residue.isPreferred);
    assert.match(await applyAndUndo(document, residue), /^Cats sleep a lot\. Read/);
    const parameter = await fixAt(document, 'tracking-parameter', /^Remove tracking parameters$/);
    assert.match(await applyAndUndo(document, parameter), /\(https:\/\/a\.example\/x\) and/);
    const kind = vscode.CodeActionKind.SourceFixAll.append('citewright').value;
    const [all, ...more] = await until(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        QUERY,
        document.uri,
        new vscode.Range(0, 0, 0, 0),
        kind,
      );
      return found.length > 0 && found;
    });
    assert.deepEqual(more, []);
    assert.equal(
      await applyAndUndo(document, all!),
      'Cats sleep a lot. Read [this](https://a.example/x) and [that](https://a.example/y?p=1).\n',
    );
  });

  it('makes by `source.fixAll` what has one right fix, and leaves the rest', async () => {
    const text =
      'Tides rise 【9†source】, fall ([b](https://tides.example/b?utm_source=chatgpt.com)) and turn [7].\n';
    const { document } = await open(text);
    const action = await until(async () => {
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const kind = vscode.CodeActionKind.SourceFixAll.value;
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        QUERY,
        document.uri,
        whole,
        kind,
      );
      return found.find(({ title }) => title === 'Fix all auto-fixable citation problems');
    });
    assert.equal(action.kind?.value, 'source.fixAll.citewright');
    assert.equal(
      await applyAndUndo(document, action),
      'Tides rise, fall ([b](https://tides.example/b)) and turn [7].\n',
    );
  });

  it('suggests the intended key, footnote or number, with one preferred fix', async () => {
    await writeFile('meant/refs.bib', '@article{mikolov2013efficient,\n  title = {Word vectors}\n}\n');
    const { document } = await openFile(
      '---\nbibliography: refs.bib\n---\n\nWords [@mikolov2013eficient] and notes[^nte] and [1-3].\n\n[^note]: A note.\n\n## References\n\n[1] A. B. 2020.\n\n[2] C. D. 2021.\n',
      'meant/draft.md',
    );
    const key = await fixAt(document, 'unknown-key', /^Did you mean mikolov2013efficient\?$/);
    assert.match(await applyAndUndo(document, key), /\[@mikolov2013efficient\]/);
    const dangling = async (piece: string) => {
      const at = document.positionAt(document.getText().indexOf(piece) + 2);
      const kind = vscode.CodeActionKind.QuickFix.value;
      return vscode.commands.executeCommand<vscode.CodeAction[]>(
        QUERY,
        document.uri,
        new vscode.Range(at, at),
        kind,
      );
    };
    const note = await until(async () =>
      (await dangling('[^nte]')).find(({ title }) => title === 'Did you mean note?'),
    );
    assert.match(await applyAndUndo(document, note), /notes\[\^note\] and/);
    const number = await until(async () => {
      const found = await dangling('[1-3]');
      return found.some(({ title }) => title === 'Add a reference for [3]') && found;
    });
    assert.equal(number.filter(({ isPreferred }) => isPreferred).length, 1);
  });

  it('offers no ignore comment in a log, where it would have no effect', async () => {
    const session = newSession();
    const content = 'One [7].\n\n[1] A. https://a.example/1\n';
    const log = `## User\n\nWrite.\n\n## Assistant\n\n${content}`;
    const uri = vscode.Uri.parse('untitled:log');
    const titles = async (text: string) => {
      session.adopt(uri, text, 'markdown');
      // The code that reads logs is loaded with the first one.
      const view = await until(() => {
        const now = session.view(uri);
        return now?.text === text && (text === content || now.scan.log) && now;
      });
      return marksOf(view).flatMap((mark) =>
        fixesOf(view, 'markdown', mark, { notes: [], keys: [] }).map(({ title }) => title),
      );
    };
    const ofLog = await titles(log);
    assert.ok(ofLog.some((title) => /in this workspace/.test(title)));
    assert.deepEqual(
      ofLog.filter((title) => /on this line|in this file/.test(title)),
      [],
    );
    assert.ok((await titles(content)).some((title) => /on this line/.test(title)));
  });

  it('ignores a code in a line or file by a comment', async () => {
    const { document } = await open('One [7].\nTwo [8].\n\n## References\n\n[1] A. https://a.example/1\n');
    const line = await fixAt(document, 'dangling', /on this line/);
    const before = document.getText();
    assert.ok(await vscode.workspace.applyEdit(line.edit!));
    assert.match(document.getText(), /^One \[7\]\. <!-- citewright-ignore-line dangling -->\n/);
    await until(() => diagnosticsOf(document).filter((d) => codeOf(d) === 'dangling').length === 1);
    await undone(document, before);
    await until(() => diagnosticsOf(document).filter((d) => codeOf(d) === 'dangling').length === 2);
    const after = await applyAndUndo(document, await fixAt(document, 'dangling', /in this file/));
    assert.match(after, /\n\n<!-- citewright-ignore-file dangling -->\n$/);
  });

  it('ignores a code in the workspace by a rule that the CLI also reads', async () => {
    const { document } = await openFile(
      'One [7].\n\n## References\n\n[1] A. https://a.example/1\n',
      'ruled.md',
    );
    const watcher = vscode.workspace.createFileSystemWatcher('**/citewright.json');
    let isSeen = false;
    watcher.onDidCreate(() => (isSeen = true));
    const fix = await fixAt(document, 'dangling', /in this workspace/);
    assert.equal(await call(fix), true);
    assert.match(await readFile('citewright.json'), /"ignore": \[\s+\{\s+"code": "dangling"/);
    await until(() => !has(document, 'dangling'));
    // The editor keeps a file to itself that comes and goes between two looks.
    await until(() => isSeen);
    watcher.dispose();
    await vscode.workspace.fs.delete(at('citewright.json'));
    await until(() => has(document, 'dangling'));
  });
});

const RECORD = {
  DOI: '10.5555/tides.1',
  title: ['Spring tides at the harbour of the old town'],
  author: [
    { family: 'Smith', given: 'Jane' },
    { family: 'Lee', given: 'Carl' },
  ],
  issued: { 'date-parts': [[2020]] },
  'container-title': ['Journal of Tides'],
  type: 'journal-article',
  abstract:
    'Spring tides at the harbour rise by about four metres in most years, as four years of measurement show.',
};
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

describe('quick fixes that need a registry, a model or an answer', () => {
  const rise = 'Spring tides at the harbour rise by about four metres';
  const here = onSite(
    {
      '/t': PAGE,
      '/pay': { status: 402, body: 'Pay first' },
      '/crossref/works': json({ message: { items: [RECORD] } }),
      '/crossref/works/10.5555%2Ftides.1': json({ message: RECORD }),
      '/crossref/works/10.5555/tides.1': json({ message: RECORD }),
    },
    [[/always/, { support: 'overstated', quote: rise, suggestion: `${rise}.` }]],
    (site) => ({ 'network.endpoints': endpointsAt(site, { crossref: '/crossref' }) }),
  );

  const overstated = async () => {
    const { document } = await openFile(
      `Every tide at the harbour always rises by four metres ([tides](${here.site.url('/t')})). Another sentence.\n`,
    );
    await run('verifyDocument');
    return document;
  };

  it('narrows a claim, and keeps its marker', async () => {
    const document = await overstated();
    const after = await applyAndUndo(document, await fixAt(document, 'overstated', /^Narrow claim/));
    assert.equal(after.slice(0, 66), 'Spring tides at the harbour rise by about four metres ([tides](htt');
    assert.match(after, /\)\)\. Another sentence\.\n$/);
  });

  it('verifies again and opens the evidence', async () => {
    const document = await overstated();
    const again = (await call(await fixAt(document, 'overstated', /^Verify .* again$/))) as { state: string };
    assert.equal(again.state, 'done');
    await call(await fixAt(document, 'overstated', /Show evidence/));
    const evidence = await until(() => {
      const shown = vscode.window.activeTextEditor;
      return shown?.document.uri.scheme === 'citewright-evidence' && shown;
    });
    const titles = async () => (await lenses(evidence.document)).map(({ title }) => title).join('\n');
    await matching(titles, /^Go to Text\nOverstated: Every tide/);
    const above = await lenses(evidence.document);
    assert.equal(above[0]?.line, evidence.selection.start.line);
  });

  it('marks a citation as a guess', async () => {
    const document = await overstated();
    const after = await applyAndUndo(
      document,
      await fixAt(document, 'overstated', /^Mark .* as unverified$/),
    );
    assert.match(after, /four metres \(\[guess\]\)\. Another/);
  });

  it('accepts a finding with a note, also for the CLI, until the claim changes', async () => {
    const document = await overstated();
    here.talk.answer(/^Accept Finding/, 'The harbour is an old one.');
    assert.equal(await call(await fixAt(document, 'overstated', /Accept finding/)), true);
    const marks = await readFile('.citewright/accepted.json');
    assert.match(marks, /"note": "The harbour is an old one\."/);
    assert.match(marks, /^\{\n {2}"version": 1,\n/);
    await until(() => !has(document, 'overstated'));
    await vscode.workspace.fs.rename(at('.citewright'), at('apart'));
    await until(() => has(document, 'overstated'));
    await vscode.workspace.fs.rename(at('apart'), at('.citewright'));
    await until(() => !has(document, 'overstated'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'Nearly every harbour knows: ');
    await vscode.workspace.applyEdit(edit);
    await run('verifyDocument');
    await until(() => has(document, 'overstated'));
    await vscode.workspace.fs.delete(at('.citewright'), { recursive: true });
  });

  const cited = (reference: string) =>
    `Spring tides always rise by four metres [1].\n\n## References\n\n[1] ${reference}\n`;

  it('replaces an unknown DOI with that of the record', async () => {
    const { document } = await open(
      cited(
        'Smith, J., & Lee, C. (2020). Spring tides at the harbour of the old town. Journal of Tides. https://doi.org/10.5555/wrong.9',
      ),
    );
    await run('verifyDocument');
    const found = await until(() =>
      diagnosticsOf(document).find((d) => ['doi-differs', 'network'].includes(codeOf(d))),
    );
    assert.equal(codeOf(found), 'doi-differs', found.message);
    const after = await runAndUndo(document, await fixAt(document, 'doi-differs', /Look up the DOI of/));
    assert.match(after, /Journal of Tides\. https:\/\/doi\.org\/10\.5555\/tides\.1\n$/);
  });

  it('corrects only the fields of an entry that differ from the record', async () => {
    const { document } = await open(
      cited(
        'Smith, J., & Lee, C. (2017). Spring tides at the harbour of the old town. Journal of Tides, 4(2), 1–9. https://doi.org/10.5555/tides.1',
      ),
    );
    await run('verifyDocument');
    const mark = await until(() =>
      diagnosticsOf(document).find((d) => ['wrong-work', 'overstated'].includes(codeOf(d))),
    );
    const after = await applyAndUndo(document, await fixAt(document, codeOf(mark), /Update reference/));
    assert.match(
      after,
      /Smith, J\., & Lee, C\. \(2020\)\. Spring tides at the harbour of the old town\. Journal of Tides, 4\(2\), 1–9\./,
    );
  });

  /** A document and its bibliography, whose one entry has these fields beside its authors and title. */
  const verifiedWith = async (fields: string) => {
    const uri = at(`${unused('bib')}/refs.bib`);
    await writeFile(
      uri,
      `@article{smith,\n  author = {Smith, Jane and Lee, Carl},\n  title = {Spring tides at the harbour of the old town},\n  ${fields}\n}\n`,
    );
    const { document } = await openFile(
      '---\nbibliography: refs.bib\n---\n\nSpring tides always rise by four metres [@smith].\n',
      vscode.Uri.joinPath(uri, '../draft.md'),
    );
    await until(async () => (await lenses(document))[0]?.title.includes('1 citation'));
    await run('verifyDocument');
    return { document, bib: await vscode.workspace.openTextDocument(uri) };
  };

  it('sets the fields of a BibTeX entry from the record', async () => {
    const { document, bib } = await verifiedWith('doi = {10.5555/tides.1}');
    assert.equal(await call(await fixAt(document, 'overstated', /Update reference/)), true);
    assert.match(
      bib.getText(),
      /doi = \{10\.5555\/tides\.1\},\n {2}journal = \{Journal of Tides\},\n {2}year = \{2020\}\n\}/,
    );
    await vscode.window.showTextDocument(bib);
    await vscode.commands.executeCommand('undo');
    await until(() => !bib.getText().includes('journal'));
  });

  it('writes the correct DOI into a BibTeX entry, or says that nothing needs to change', async () => {
    const { document, bib } = await verifiedWith('year = {2020},\n  doi = {10.5555/wrong.9}');
    const right = await fixAt(document, 'doi-differs', /Look up the DOI of/);
    const before = document.getText();
    assert.equal(await call(right), true);
    assert.equal(document.getText(), before);
    assert.match(bib.getText(), /year = \{2020\},\n {2}doi = \{10\.5555\/tides\.1\}\n\}/);
    // The editor may be saving it by itself, and then says so later.
    await until(async () => (await bib.save()) || !bib.isDirty);
    assert.equal(await call(right), false);
    assert.match(
      here.talk.texts().at(-1) ?? '',
      /^info: (?:Nothing to change: the reference smith|The document has changed)/,
    );
    await vscode.window.showTextDocument(bib);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('leaves a correct DOI unchanged', async () => {
    const { document } = await open(
      cited(
        'Smith, J., & Lee, C. (2020). Spring tides at the harbour of the old town. Journal of Tides. https://doi.org/10.5555/tides.1',
      ),
    );
    await run('verifyDocument');
    const again = await fixAt(document, 'overstated', /^Verify .* again$/);
    const named = again.command!.arguments as readonly unknown[];
    assert.equal(await vscode.commands.executeCommand('citewright.fixDoi', ...named), false);
    assert.equal(
      here.talk.texts().at(-1),
      'info: Nothing to change: the record has the DOI 10.5555/tides.1.',
    );
  });

  it('finds a better source and cites it in the document’s style, beside or instead', async () => {
    const { document } = await open(cited(`Tides. ${here.site.url('/t')}`));
    await run('verifyDocument');
    here.talk.answer(/^Find Papers/, 'spring tides');
    here.talk.answer(/^Papers/, 'Spring tides at the harbour');
    here.talk.answer(/^Where to Cite/, 'Add next to it');
    const beside = await runAndUndo(document, await fixAt(document, 'overstated', /better source/));
    assert.match(
      beside,
      /metres \[1\] \[2\]\.[^]*\n\n\[2\] Smith, J\., & Lee, C\. \(2020\)\. Spring tides .*10\.5555\/tides\.1\n$/,
    );
    here.talk.answer(/^Where to Cite/, 'Replace [1]');
    const instead = await runAndUndo(document, await fixAt(document, 'overstated', /better source/));
    assert.match(instead, /metres \[2\]\./);
  });

  it('fills in the missing entry of a marker from a registry', async () => {
    const { document } = await open(
      'Spring tides rise [4]. And [1].\n\n## References\n\n[1] Adams, A. (2019). One. https://a.example/1\n',
    );
    here.talk.answer(/^Find Papers/, 'spring tides');
    here.talk.answer(/^Papers/, 'Spring tides at the harbour');
    const after = await runAndUndo(document, await fixAt(document, 'dangling', /Find a source for/));
    assert.match(after, /\n\n\[4\] Smith, J\., & Lee, C\. \(2020\)\./);
  });

  it('explains, before any input, why no registry is queried offline or in a disabled folder', async () => {
    const { document } = await openFile(cited(`Tides. ${here.site.url('/t')}`));
    await run('verifyDocument');
    const better = await fixAt(document, 'overstated', /better source/);
    const ask = async () => {
      here.talk.said.length = 0;
      const asked = here.site.asked.length;
      assert.equal(await run('findPapers'), undefined);
      assert.equal(await call(better), false);
      assert.equal(here.site.asked.length, asked);
      return here.talk.texts();
    };
    const answer = async (item: string) => {
      here.talk.answer(/^Manage Consent$/, item);
      await run('manageConsent');
      here.talk.answer(/^Manage Consent$/, undefined);
    };
    const switched = `Folder ${vscode.workspace.workspaceFolders![0]!.name}`;
    try {
      await answer('Fetch sources');
      here.talk.answer(/is offline/, 'Manage Consent');
      const offline = 'info: Citewright is offline in this workspace, so registries aren’t searched.';
      assert.deepEqual(
        (await ask()).filter((text) => !text.startsWith('pick: ')),
        [offline, offline],
      );
      await until(() => here.talk.texts().filter((text) => text === 'pick: Manage Consent').length === 2);
      await answer('Fetch sources');
      await answer(switched);
      const out = 'info: Citewright is always offline for this folder, so registries aren’t searched.';
      assert.deepEqual(await ask(), [out, out]);
    } finally {
      await answer(switched);
      await answer('Reset all answers');
    }
  });

  it('cites a paper at the cursor with an entry of the bibliography', async () => {
    const bibUri = at(`${unused('cite')}/refs.bib`);
    await writeFile(bibUri, '@misc{known,\n  title = {Known},\n}\n');
    const editor = await openFile(
      '---\nbibliography: refs.bib\n---\n\nSo it is [@known]. Tides rise\n',
      vscode.Uri.joinPath(bibUri, '../draft.md'),
    );
    const end = editor.document.lineAt(4).range.end;
    editor.selection = new vscode.Selection(end, end);
    here.talk.answer(/^Find Papers/, 'spring tides');
    here.talk.answer(/^Papers/, 'Spring tides at the harbour');
    assert.equal(await run('findPapers'), 1);
    assert.match(editor.document.getText(), /Tides rise \[@smith2020spring\]\n$/);
    const bib = vscode.workspace.textDocuments.find((d) => d.uri.path === bibUri.path);
    assert.match(
      bib?.getText() ?? '',
      /@article\{smith2020spring,\n {2}author = \{Smith, Jane and Lee, Carl\}/,
    );
  });

  it('copies a paper if no document is open, and says so', async () => {
    await closeAll();
    here.talk.answer(/^Find Papers/, 'spring tides');
    here.talk.answer(/^Papers/, 'Spring tides at the harbour');
    assert.equal(await run('findPapers'), 1);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^\[Spring tides.*\]\(https:\/\/doi\.org\/10\.5555\/tides\.1\)$/,
    );
    assert.match(here.talk.texts().at(-1) ?? '', /^info: Copied to the clipboard: Spring tides/);
  });

  const paywalled = async () => {
    const page = here.site.url(`/pay?${unused('a')}`);
    const { document } = await openFile(`Every tide always rises by four metres ([paid](${page})).\n`);
    await run('verifyDocument');
    return document;
  };

  it('judges with the text of a paywalled source that the user provides', async () => {
    const document = await paywalled();
    const mark = await until(() => diagnosticsOf(document)[0]);
    assert.equal(codeOf(mark), 'paywalled');
    await vscode.env.clipboard.writeText(
      'Tides\n\nSpring tides at the harbour rise by about four metres in most years.',
    );
    here.talk.answer(/^Attach Source/, 'The text on the clipboard');
    here.talk.answer(/^Where to Keep/, 'On this computer only');
    assert.equal(await call(await fixAt(document, 'paywalled', /Attach source/)), true);
    await until(() => has(document, 'overstated'));
    const stored = at('.citewright');
    await assert.rejects(async () => vscode.workspace.fs.stat(stored));
  });

  it('keeps a source in the repository on request', async () => {
    const document = await paywalled();
    const file = at('given.txt');
    await writeFile(file, 'Spring tides at the harbour rise by about four metres in most years.');
    here.talk.answer(/^open$/, file.fsPath);
    here.talk.answer(/^Where to Keep/, 'In the repository');
    here.talk.answer(/^Attach Source/, 'A file: PDF, HTML or text…');
    assert.equal(await call(await fixAt(document, 'paywalled', /Attach source/)), true);
    assert.match(await readFile('.citewright/attachments/attachments.json'), /"name": "given\.txt"/);
    await vscode.workspace.fs.delete(at('.citewright'), { recursive: true });
  });

  it('refuses a file that is too large for a source', async () => {
    const document = await paywalled();
    const file = at('large.pdf');
    fs.writeFileSync(file.fsPath, Buffer.alloc(50 * 1024 * 1024 + 1));
    here.talk.answer(/^open$/, file.fsPath);
    here.talk.answer(/^Attach Source/, 'A file: PDF, HTML or text…');
    const isAttached = await call(await fixAt(document, 'paywalled', /Attach source/));
    fs.rmSync(file.fsPath);
    assert.equal(isAttached, false);
    assert.equal(here.talk.texts().at(-1), 'error: Not attached: the file is larger than 50 MB.');
  });

  it('says why no DOI was found, except to a user who cancelled', async () => {
    const { document } = await open(
      cited('Adams, B. (1987). A history of lighthouses in the north. https://doi.org/10.5555/wrong.9'),
    );
    await run('verifyDocument');
    const again = await fixAt(document, 'not-found', /^Verify .* again$/);
    const named = again.command!.arguments as readonly unknown[];
    assert.equal(await vscode.commands.executeCommand('citewright.fixDoi', ...named), false);
    assert.match(here.talk.texts().at(-1) ?? '', /^info: No DOI was found: (?![a-z0-9_]+: )./);
    const window = vscode.window as unknown as Record<string, unknown>;
    const [real, said] = [window['withProgress'], here.talk.texts().length];
    const token = { isCancellationRequested: true, onCancellationRequested: () => undefined };
    window['withProgress'] = (_: unknown, task: (...given: unknown[]) => unknown) => task({}, token);
    assert.equal(await vscode.commands.executeCommand('citewright.fixDoi', ...named), false);
    window['withProgress'] = real;
    assert.equal(here.talk.texts().length, said);
  });

  it('replaces a dead address with its archived copy', async () => {
    const { document } = await open(`Tides rise by four metres ([gone](${here.site.url('/gone')})).\n`);
    await run('checkLinks');
    const mark = await until(() => diagnosticsOf(document)[0]);
    assert.equal(codeOf(mark), 'not-found'); // no copy is known: then none is offered
    const offered = (await fixesAt(document, 'not-found')).map(({ title }) => title);
    assert.ok(!offered.some((title) => /archived/.test(title)));
  });
});
