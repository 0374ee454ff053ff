/** Every quick fix, applied and undone. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Finding } from '../../../src/core/model';
import { archivedLink } from '../../../src/vscode/fixes';
import {
  closeAll,
  codeOf,
  configure,
  diagnosticsOf,
  dialogs,
  judge,
  open,
  pages,
  run,
  until,
  YES,
} from './stage';

const PAGE =
  '<!doctype html><title>Tides</title><p>Spring tides at the harbour rise by about four metres in most years.</p>';

async function fixAt(document: vscode.TextDocument, code: string, title: RegExp): Promise<vscode.CodeAction> {
  const mark = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === code));
  return until(async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      mark.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    return found.find((action) => title.test(action.title));
  });
}

async function applyAndUndo(document: vscode.TextDocument, fix: vscode.CodeAction): Promise<string> {
  const before = document.getText();
  assert.ok(fix.edit && (await vscode.workspace.applyEdit(fix.edit)));
  const after = document.getText();
  assert.notEqual(after, before);
  await vscode.commands.executeCommand('undo');
  await until(() => document.getText() === before);
  return after;
}

describe('quick fixes', () => {
  afterEach(closeAll);

  it('adds the entry that a numbered marker wants, after the last one', async () => {
    const { document } = await open(
      'One [1] and none [7].\n\n## References\n\n[1] Tides. https://tides.example/x\n',
    );
    const after = await applyAndUndo(document, await fixAt(document, 'dangling', /Add an entry/));
    assert.match(after, /https:\/\/tides\.example\/x\n\n\[7\] /);
  });

  it('adds a footnote that is not there', async () => {
    const { document } = await open('A claim of some length[^none] stands here.\n');
    const after = await applyAndUndo(document, await fixAt(document, 'dangling', /Add an entry/));
    assert.match(after, /\n\n\[\^none\]: \n$/);
  });

  it('narrows a claim and keeps its marker', async () => {
    const site = await pages({ '/t': PAGE });
    const model = await judge([
      [
        /./,
        {
          support: 'overstated',
          quote: 'Spring tides at the harbour rise by about four metres',
          suggestion: 'Spring tides at the harbour rise by about four metres.',
        },
      ],
    ]);
    const restore = await configure({
      'network.allowHosts': [site.host],
      'model.provider': 'openai-compatible',
      'model.baseUrl': model.url('/v1'),
      'model.id': 'stub-judge',
    });
    const talk = dialogs(YES);
    try {
      const { document } = await open(
        `Every tide at the harbour always rises by four metres ([tides](${site.url('/t')})). Another sentence.\n`,
      );
      await run('verifyDocument');
      const after = await applyAndUndo(document, await fixAt(document, 'overstated', /Narrow the claim/));
      assert.equal(after.slice(0, 66), 'Spring tides at the harbour rise by about four metres ([tides](htt');
      assert.match(after, /\)\)\. Another sentence\.\n$/);
      for (const title of [/Open the evidence/, /Find a better source/, /Verify this citation again/])
        assert.ok((await fixAt(document, 'overstated', title)).command);
    } finally {
      talk.restore();
      await restore();
      await Promise.all([site.close(), model.close()]);
    }
  });

  it('puts the archived copy in the place of a dead address, and only a well-formed one', () => {
    const text = 'See [x](http://dead.example/p) now.';
    const finding = (archived: string): Finding => ({
      code: 'dead',
      severity: 'warning',
      stage: 'unresolved',
      miss: 'not-found',
      detail: 'http_404',
      archived,
      citation: {
        id: 'a#1',
        style: 'link',
        raw: '[x](http://dead.example/p)',
        marker: { start: 4, end: 30 },
        part: { start: 4, end: 30 },
        identifier: 'http://dead.example/p',
        claim: { text: 'See', span: { start: 0, end: 3 } },
        context: '',
        target: { kind: 'url', url: 'http://dead.example/p' },
      },
    });
    const change = archivedLink({ text }, finding('https://web.archive.org/web/2020/http://dead.example/p'));
    assert.equal(text.slice(change?.span.start, change?.span.end), 'http://dead.example/p');
    assert.match(change?.text ?? '', /^https:\/\/web\.archive\.org/);
    assert.equal(archivedLink({ text }, finding('javascript:alert(1)')), undefined);
  });
});
