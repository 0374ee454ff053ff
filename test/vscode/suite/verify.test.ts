import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import {
  cardAt,
  closeAll,
  codeOf,
  configure,
  diagnosticsOf,
  judge,
  judgedBy,
  lenses,
  open,
  openFile,
  pages,
  run,
  until,
  has,
  readFile,
  onSite,
} from './stage';

const PAGE = `<!doctype html><html><head><title>Harbour tides</title></head><body><nav>Home About</nav><article><h1>Harbour tides</h1>
<p>The harbour office printed its first tide tables in 1833, after four years of measurements at the old pier.</p>
<p>Spring tides at the harbour rise by about four metres, while neap tides rise by less than two metres.</p>
<p>The tables were sold to captains for two pence, and half of the copies were lost in the flood of 1841.</p></article></body></html>`;

const draft = (url: string) => `# Tides

The harbour office printed its first tide tables in 1833 [1]. Every tide at the harbour always rises by four metres [1].

The tables were given away for free [1]. Nothing answers this one [7].

## References

[1] Harbour tides. ${url}
`;

const VERDICTS = [
  [
    /printed its first/,
    { support: 'supported', quote: 'The harbour office printed its first tide tables in 1833' },
  ],
  [
    /always rises/,
    {
      support: 'overstated',
      quote: 'Spring tides at the harbour rise by about four metres',
      rationale: 'Only spring tides rise so far.',
      suggestion: 'Spring tides at the harbour rise by about four metres.',
    },
  ],
  [/old pier closed/, { support: 'supported', quote: 'The old pier was closed to every ship in 1907' }],
  [/for free/, { support: 'contradicted', quote: 'The tables were sold to captains for two pence' }],
] as const;

describe('verifying a document', () => {
  const slow = { body: PAGE, delayMs: 20_000 };
  const here = onSite({ '/tides': PAGE, '/slow': slow }, VERDICTS);

  it('asks once, on one page with two switches, and says what leaves the machine', async () => {
    here.talk.answer(/^Manage Consent/, 'Reset all answers');
    await vscode.commands.executeCommand('citewright.manageConsent');
    here.talk.said.length = 0;
    await open(draft(here.site.url('/tides')));
    const first = await run('verifyDocument');
    assert.equal(first.state, 'done');
    const [asked, ...more] = here.talk.said.filter(({ kind }) => kind === 'modal');
    assert.deepEqual(more, []);
    assert.deepEqual(asked?.items, [
      'Fetch cited sources',
      `Send claims and passages to stub-judge (127.0.0.1:${here.model.port})`,
    ]);
    assert.match(
      asked.detail,
      /your document isn’t sent\n.*Crossref[^]*stays on this computer\n.*\bfiles?\b/,
    );
    here.talk.said.length = 0;
    await run('verifyDocument');
    assert.deepEqual(
      here.talk.said.filter(({ kind }) => kind === 'modal'),
      [],
    );
  });

  it('gives every citation one finding and shows problems as diagnostics', async () => {
    const { document } = await open(draft(here.site.url('/tides')));
    const outcome = await run('verifyDocument');
    assert.equal(outcome.summary?.found, 4);
    assert.equal(outcome.summary.judged, 3);
    assert.equal(outcome.summary.supported, 1);
    const found = await until(() => {
      const all = diagnosticsOf(document);
      return all.some((d) => codeOf(d) === 'contradicted') && all;
    });
    assert.deepEqual(found.map(codeOf).sort(), ['contradicted', 'dangling', 'overstated']);
    const overstated = found.find((d) => codeOf(d) === 'overstated')!;
    assert.equal(overstated.severity, vscode.DiagnosticSeverity.Warning);
    const [passage, ...others] = overstated.relatedInformation ?? [];
    assert.deepEqual(others, []); // each is a line in the hover, which the editor cuts off
    assert.equal(passage?.message, 'Passage in the source');
    assert.equal(passage.location.uri.scheme, 'citewright-evidence');
  });

  it('shows verdict, reason, one quotation, link, model and cost once in the hover', async () => {
    const { document } = await open(draft(here.site.url('/tides')));
    await run('verifyDocument');
    const text = await cardAt(document, '[1].\n\nThe tables', /Overstated/);
    for (const part of [
      /Overstated.*Show Evidence.*Verify Again/, // one line, as the editor cuts off what is below a few
      /“Spring tides at the harbour rise by about four metres”/,
      /exact quotation/,
      /\]\(<http:\/\/127\.0\.0\.1:\d+\/tides>\)/,
      /91% confidence · stub-judge · \d+ tokens · checked just now/,
      /Narrower claim: Spring tides/,
    ])
      assert.match(text, part);
    assert.equal(text.split('“Spring tides at the harbour').length, 2);
    assert.doesNotMatch(text, /derivable|scoped/);
    await cardAt(document, 'always rises', /Only spring tides rise so far/);
    await cardAt(document, 'for free', /Contradicted/);
  });

  it('says on which page of a PDF the quotation is, and that the text cites another', async () => {
    const makePdf = path.join(process.env['CITEWRIGHT_TEST_ROOT'] ?? '', 'scripts/start/makePdf.mjs');
    const { pdf } = (await import(pathToFileURL(makePdf).href)) as { pdf: (pages: string[]) => Buffer };
    const text = [
      'Harbour report',
      'Of the light.',
      'Of the oil.',
      'The old pier was closed to every ship in 1907.',
    ];
    const files = await pages({ '/report.pdf': { body: pdf(text), type: 'application/pdf' } });
    const back = await configure({ 'network.allowHosts': [here.site.host, files.host] });
    try {
      const { document } = await open(
        `The old pier closed in 1907 ([report, p. 2](${files.url('/report.pdf')})).\n`,
      );
      await run('verifyDocument');
      const card = await cardAt(document, 'report', /closed to every ship/);
      assert.match(card, /“The old pier was closed to every ship in 1907.?” — .*page 4/);
      assert.match(card, /The quotation is on page 4 of the file; the citation says 2\./);
    } finally {
      await back();
      await files.close();
    }
  });

  it('shows summary lenses above the document and each paragraph', async () => {
    const { document } = await open(draft(here.site.url('/tides')));
    await run('verifyDocument');
    const titles = (
      await until(async () => {
        const all = await lenses(document);
        return all.length === 4 && all;
      })
    ).map(({ line, title, command }) => `${line} ${title} ${command}`);
    assert.match(
      titles[0] ?? '',
      /^0 \$\(warning\).3 problems · 1 of 3 claims supported citewright\.showResults$/,
    );
    assert.equal(titles[1], '0 Verify Again citewright.verifyDocument');
    assert.equal(titles[2], '2 overstated citewright.showResults');
    assert.match(titles[3] ?? '', /^4 contradicted .*citewright\.showResults/);
  });

  it('opens evidence read-only beside the draft, with the quotation selected', async () => {
    const editor = await open(draft(here.site.url('/tides')));
    await run('verifyDocument');
    const at = editor.document.getText().indexOf('[1]. Every');
    editor.selection = new vscode.Selection(
      editor.document.positionAt(at + 1),
      editor.document.positionAt(at + 1),
    );
    await vscode.commands.executeCommand('citewright.showEvidence');
    const shown = await until(
      () =>
        vscode.window.activeTextEditor?.document.uri.scheme === 'citewright-evidence' &&
        vscode.window.activeTextEditor,
    );
    assert.equal(shown.document.languageId, 'citewright-source');
    assert.equal(
      shown.document.getText(shown.selection),
      'The harbour office printed its first tide tables in 1833',
    );
    const text = shown.document.getText();
    await vscode.commands.executeCommand('type', { text: 'x' }).then(undefined, () => undefined);
    assert.equal(shown.document.getText(), text);
    assert.doesNotMatch(shown.document.getText(), /<p>|Home About/);
  });

  it('refreshes open evidence when the source is read again', async () => {
    const page = { body: PAGE };
    const changing = await pages({ '/changing': page });
    await configure({ 'network.allowHosts': [changing.host] });
    const editor = await open(draft(changing.url('/changing')));
    await run('verifyDocument');
    const at = editor.document.positionAt(editor.document.getText().indexOf('[1]. Every') + 1);
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('citewright.showEvidence');
    const shown = await until(() => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.uri.scheme === 'citewright-evidence' && active;
    });
    page.body = PAGE.replace('half of the copies', 'most of the copies');
    await vscode.commands.executeCommand('citewright.clearCache');
    await run('verifyDocument', editor.document.uri.toString());
    await until(() => shown.getText().includes('most of the copies'));
  });

  it('with the disk cache off, asks again about unchanged text', async () => {
    const keep = await configure({ 'cache.disk': false });
    try {
      await open(draft(here.site.url('/tides')));
      await run('verifyDocument');
      const before = here.model.requests.length;
      await run('verifyDocument');
      assert.ok(here.model.requests.length > before);
    } finally {
      await keep();
    }
  });

  it('verifies only the selection or the citation at the cursor', async () => {
    const editor = await open(draft(here.site.url('/tides')));
    const { document } = editor;
    const start = document.getText().indexOf('The tables were given');
    editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(start + 20));
    assert.equal((await run('verifySelection')).summary?.found, 1);
    const cursor = document.positionAt(document.getText().indexOf('[7]') + 1);
    editor.selection = new vscode.Selection(cursor, cursor);
    const one = await run('verifyCitation');
    assert.equal(one.summary?.found, 1);
    assert.equal(one.summary.resolved, 0);
  });

  it('keeps findings after an edit elsewhere and drops those whose claim changed', async () => {
    const editor = await open(draft(here.site.url('/tides')));
    const { document } = editor;
    await run('verifyDocument');
    const contradicted = () => diagnosticsOf(document).find((d) => codeOf(d) === 'contradicted');
    const line = (await until(contradicted)).range.start.line;
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), '\nA line more.\n'));
    await until(() => contradicted()?.range.start.line === line + 2);
    const at = document.getText().indexOf('for free');
    await editor.edit((edit) =>
      edit.replace(new vscode.Range(document.positionAt(at), document.positionAt(at + 8)), 'for two pence'),
    );
    await until(() => contradicted() === undefined);
    await vscode.commands.executeCommand('undo');
    await until(contradicted);
  });

  it('checks only links: HEAD requests, no text, no model', async () => {
    here.site.asked.length = 0;
    const { document } = await open(
      `A link [to the tides](${here.site.url('/tides')}) and one [that is gone](${here.site.url('/gone')}).\n`,
    );
    const outcome = await run('checkLinks');
    assert.equal(outcome.summary?.found, 2);
    assert.equal(outcome.summary.resolved, 1);
    assert.equal(here.model.requests.length, 0);
    assert.ok(
      here.site.asked.every((line) => line.startsWith('HEAD') || line.includes('/gone')),
      here.site.asked.join(', '),
    );
    assert.ok((await until(() => diagnosticsOf(document)[0])).message.length > 0);
  });

  it('starts over when a new run supersedes one', async () => {
    await open(`Slow tides rise by four metres ([slow](${here.site.url('/slow?y')})).\n`);
    const first = run('verifyDocument');
    await until(() => here.site.asked.some((path) => path.includes('/slow')));
    slow.delayMs = 0;
    const second = run('checkLinks');
    assert.equal((await first).state, 'cancelled');
    assert.equal((await second).state, 'done');
  });

  it('verifies the clipboard in a new document', async () => {
    await vscode.env.clipboard.writeText(draft(here.site.url('/tides')));
    const outcome = await run('verifyClipboard');
    assert.equal(outcome.summary?.found, 4);
    assert.equal(vscode.window.activeTextEditor?.document.isUntitled, true);
  });

  it('verifies files by a glob in one run', async () => {
    await openFile(draft(here.site.url('/tides')), 'many/one.md');
    await openFile(draft(here.site.url('/tides')), 'many/two.md');
    await closeAll();
    here.talk.answer(/^Verify Folder/, 'many/*.md');
    const outcome = await run('verifyWorkspace');
    assert.equal(outcome.summary?.found, 8);
    await until(() =>
      vscode.window.tabGroups.all
        .flatMap((g) => g.tabs)
        .some((t) => t.input instanceof vscode.TabInputWebview),
    );
  });

  it('checks links automatically only if enabled, silently and without a model', async () => {
    const text = `A link [that is gone](${here.site.url('/gone-too')}).\n`;
    await openFile(text, 'quiet-one.md');
    await new Promise((wake) => setTimeout(wake, 600));
    assert.ok(!here.site.asked.some((line) => line.includes('gone-too')));
    await closeAll();
    const back = await configure({ 'network.checkLinks': 'onOpen' });
    const { document } = await openFile(text, 'quiet-two.md');
    await until(() => has(document, 'not-found'));
    const asked = here.site.asked.length;
    await closeAll();
    await new Promise((wake) => setTimeout(wake, 300));
    await openFile(text, 'quiet-two.md');
    await new Promise((wake) => setTimeout(wake, 800));
    assert.equal(here.site.asked.length, asked, 'what is known from before is not asked for again');
    assert.deepEqual(here.talk.said, []);
    assert.deepEqual(here.model.requests, []);
    await back();
  });

  it('exports the report in each format', async () => {
    await open(draft(here.site.url('/tides')));
    await run('verifyDocument');
    const target = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'report.out');
    here.talk.answer(/^save$/, target.fsPath);
    const marks = { json: '"version": 1', markdown: '|', html: '<!doctype html', sarif: '2.1.0', csv: ',' };
    for (const [format, mark] of Object.entries(marks)) {
      await vscode.commands.executeCommand('citewright.export', format);
      const text = await readFile(target);
      assert.ok(text.toLowerCase().includes(mark), `${format}: ${text.slice(0, 200)}`);
      assert.ok(text.includes('contradicted') || text.includes('Contradicted'), format);
    }
  });

  it('asks whether the report is about one document or all, and names that, HTML first', async () => {
    const dangling = 'One [7].\n\n## References\n\n[1] A. https://a.example/1\n';
    await openFile(dangling, 'export-one.md');
    const { document } = await openFile(dangling, 'export-two.md');
    await until(() => diagnosticsOf(document).length === 1);
    const target = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, 'scoped.html');
    here.talk.answer(/^save$/, target.fsPath);
    here.talk.answer(/^Export Report: /, 'HTML');
    const exported = async (scope: string) => {
      here.talk.said.length = 0;
      here.talk.answer(/^Export Report$/, scope);
      await run('export');
      return await readFile(target);
    };
    const own = await exported('export-two.md');
    assert.match(own, /<h1>Citations in export-two\.md</);
    assert.deepEqual(here.talk.texts().slice(0, 2), [
      'pick: Export Report',
      'pick: Export Report: export-two.md',
    ]);
    assert.deepEqual(here.talk.said[1]?.items.slice(0, 2), ['HTML', 'Markdown']);
    assert.match(await exported('All'), /export-one\.md[^]*export-two\.md/);
    here.talk.answer(/^Report saved/, () => (fs.rmSync(target.fsPath), 'Open'));
    await run('export');
    // VS Code says there that the file is gone.
    await until(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'scoped.html');
  });
});

describe('failures', () => {
  const here = onSite({ '/tides': PAGE });
  const settle = (values: Readonly<Record<string, unknown>>) =>
    configure({ 'network.allowHosts': [here.site.host], ...values });
  const text = () => draft(here.site.url('/tides'));

  it('refuses a document that isn’t text, with a reason', async () => {
    await open('{}', 'json');
    assert.equal((await run('verifyDocument')).state, 'nothing');
    assert.match(here.talk.texts().join(), /Documents in the language mode “json” aren’t scanned/);
  });

  it('says so for an empty document and for one without citations', async () => {
    await open('  \n');
    await run('verifyDocument');
    assert.match(here.talk.texts().join(), /empty/);
    await open('No citation here.\n');
    assert.equal((await run('verifyDocument')).state, 'nothing');
    assert.match(here.talk.texts().join(), /No citations/);
  });

  it('reports a missing key before any request, with a way to set it', async () => {
    await settle({ 'model.provider': 'anthropic', 'model.id': 'claude-sonnet-5' });
    here.site.asked.length = 0;
    await open(text());
    assert.equal((await run('verifyDocument')).state, 'failed');
    const said = here.talk.said.find(({ kind }) => kind === 'error');
    assert.match(said?.message ?? '', /no API key for Anthropic/);
    assert.ok(said?.items.includes('Set API Key'));
    assert.deepEqual(here.site.asked, []);
  });

  it('reports an unknown model with a choice', async () => {
    await settle({ 'model.provider': 'auto', 'model.id': 'frobnicator-9' });
    await open(text());
    assert.equal((await run('verifyDocument')).state, 'failed');
    assert.match(here.talk.texts().join(), /frobnicator-9/);
  });

  it('reports an unreachable model server and still checks sources', async () => {
    const model = await judge([]);
    await model.close();
    await settle(judgedBy(model));
    await open(text());
    const outcome = await run('verifyDocument');
    assert.equal(outcome.summary?.resolved, 3);
    assert.equal(outcome.summary.judged, 0);
    assert.match(here.talk.texts().join('\n'), /model failed/);
  });

  it('calls what is shown of a cited file neither a quotation nor the closest passage', async () => {
    await settle({ 'model.provider': 'none' });
    const { document } = await open('The tide has a period of 12.42 (src/tide.ts:1).\n');
    await run('verifyDocument');
    assert.doesNotMatch(await cardAt(document, 'src/tide', /no model judged it/), /closest passage/);
  });

  it('refuses a base URL that isn’t https before reading the key', async () => {
    await settle({
      'model.provider': 'openai-compatible',
      'model.baseUrl': 'http://model.example/v1',
      'model.id': 'x',
    });
    await open(text());
    assert.equal((await run('verifyDocument')).state, 'failed');
    assert.match(here.talk.texts().join('\n'), /must use https/);
  });

  it('fetches no private address that isn’t allowed', async () => {
    await configure({ 'network.allowHosts': [] });
    const { document } = await open(text());
    await run('verifyDocument');
    assert.deepEqual(here.site.asked, []);
    await until(() => has(document, 'ssrf'));
  });
});
