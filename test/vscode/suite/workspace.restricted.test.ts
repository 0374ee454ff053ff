/** Restricted Mode: the workspace is not trusted. Scan only, no connection, no process, and a way out that is said. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { createScanner } from '../../../src/core/extract';
import type { Finding } from '../../../src/core/model';
import { pack } from '../../../src/vscode/state/storedFindings';
import {
  at,
  cardAt,
  codeOf,
  configure,
  diagnosticsOf,
  dialogs,
  extension,
  has,
  lenses,
  openFile,
  pages,
  run,
  sourceOf,
  until,
  YES,
} from './stage';

const QUOTE = 'Spring tides rise by about four metres';

/** A finding as an earlier, trusted window left it. */
function overstated(text: string): Finding {
  const [citation] = createScanner({ year: 2026 }).scan(text).citations;
  assert.ok(citation);
  return {
    stage: 'judged',
    code: 'overstated',
    severity: 'warning',
    citation,
    source: sourceOf(citation, {
      location: 'https://tides.example/x',
      title: 'Harbour tides',
      text: `${QUOTE}.`,
    }),
    screen: { result: 'related', score: 1 },
    evidence: { passages: [], tokens: 0 },
    verdict: {
      support: 'overstated',
      confidence: 0.9,
      rationale: 'Only spring tides rise so far.',
      quote: { text: QUOTE, span: { start: 0, end: QUOTE.length }, match: 'exact' },
      model: 'stub-judge',
      usage: { input: 1, output: 1, cached: 0 },
      latencyMs: 1,
    },
  };
}

/** Where the editor keeps what the extension stores for this workspace; nothing where that is not known. */
function storages(): string[] {
  const home = path.join(process.env['XDG_RUNTIME_DIR'] ?? '/none', 'data/User/workspaceStorage');
  return fs.existsSync(home) ? fs.readdirSync(home).map((name) => path.join(home, name)) : [];
}

describe('in a workspace that is not trusted', () => {
  it('documents are scanned', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const { document } = await openFile(
      'Nothing answers this one [7].\n\n## References\n\n[1] Tides. https://tides.example/x\n',
    );
    await until(() => has(document, 'dangling'));
    await until(async () => (await lenses(document))[1]?.title === 'Verify');
    await cardAt(document, '[7]', /Verify/);
  });

  it('earlier findings are shown without a connection', async function () {
    const text = 'Every tide always rises by four metres ([tides](https://tides.example/x)).\n';
    const uri = at('kept.md');
    await extension().activate();
    const places = await until(() => storages().length > 0 && storages(), 3000).catch(() => []);
    if (places.length === 0) this.skip();
    const name = createHash('sha256').update(uri.toString()).digest('hex').slice(0, 32);
    for (const place of places) {
      const home = path.join(place, extension().id, 'findings');
      fs.mkdirSync(home, { recursive: true });
      const kept = pack([{ finding: overstated(text), at: Date.now() - 3_600_000 }]);
      fs.writeFileSync(path.join(home, `${name}.json`), `${uri.toString()}\n${JSON.stringify(kept)}`);
    }
    const { document } = await openFile(text, 'kept.md');
    const found = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === 'overstated'));
    assert.equal(found.relatedInformation?.[0]?.location.uri.scheme, 'citewright-evidence');
    const card = await cardAt(document, '[tides', /Overstated.*90% confidence/s, 2);
    assert.match(card, /checked 1 hour ago/);
  });

  it('verifying explains, offers to manage trust, and opens no connection', async () => {
    const site = await pages({ '/x': 'text' });
    await configure({ 'network.allowHosts': [site.host] });
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
    await site.close();
  });
});
