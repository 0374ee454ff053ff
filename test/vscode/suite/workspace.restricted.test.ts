/** Restricted Mode: the workspace is not trusted. Scan only, no connection, no process, and a way out that is said (V01). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  codeOf,
  configure,
  diagnosticsOf,
  dialogs,
  hoverAt,
  lenses,
  openFile,
  pages,
  readable,
  run,
  until,
  YES,
} from './stage';

describe('in a workspace that is not trusted', () => {
  it('texts are scanned all the same', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const { document } = await openFile(
      'Nothing answers this one [7].\n\n## References\n\n[1] Tides. https://tides.example/x\n',
    );
    await until(() => diagnosticsOf(document).some((d) => codeOf(d) === 'dangling'));
    assert.match((await lenses(document))[0]?.title ?? '', /verify$/);
    assert.match(readable(await hoverAt(document, '[7]')), /Verify/);
  });

  it('verifying explains and offers to manage trust, and opens no connection', async () => {
    const site = await pages({ '/x': 'text' });
    const restore = await configure({ 'network.allowHosts': [site.host] });
    const talk = dialogs(YES);
    await openFile(`A claim of some length here ([x](${site.url('/x')})), see \`src/tide.ts:2\`.\n`);
    for (const command of ['verifyDocument', 'checkLinks', 'verifyWorkspace', 'verifyClipboard']) {
      await vscode.env.clipboard.writeText(`A claim of some length ([x](${site.url('/x')})).`);
      assert.equal((await run(command)).state, 'untrusted', command);
    }
    await vscode.commands.executeCommand('citewright.findPapers');
    assert.ok(talk.said.every(({ kind }) => kind === 'warning'));
    assert.ok(talk.said.every(({ items }) => items.includes('Manage Workspace Trust')));
    assert.deepEqual(site.asked, []);
    talk.restore();
    await restore();
    await site.close();
  });
});
