/** Runs: estimates, caps of a run and of a day, many files at once, cancelling. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createEngine } from '../../../src/vscode/services/engine';
import { RenameTracker } from '../../../src/vscode/state/renames';
import {
  at,
  closeAll,
  codeOf,
  codesAt,
  configure,
  diagnosticsOf,
  dialogs,
  extension,
  lenses,
  matching,
  newSession,
  onSite,
  open,
  openFile,
  pages,
  run,
  until,
  YES,
  writeFile,
} from './stage';

const PAGE =
  '<!doctype html><title>Harbour tides</title><p>Spring tides at the harbour rise by about four metres in most years.</p>';
const QUOTE = 'Spring tides at the harbour rise by about four metres';
/** A dollar for a thousand tokens: one answer of the stub costs 96 cents. */
const DEAR = [{ id: 'stub-judge', provider: 'openai-compatible', input: 1000, output: 1000 }];

describe('the budget of a run', () => {
  const here = onSite({ '/tides': PAGE }, [[/./, { support: 'supported', quote: QUOTE }]], () => ({
    models: DEAR,
    'cost.maxUsd': 100,
    'cost.maxUsdPerDay': 10_000,
    'cost.confirmAboveUsd': 1_000,
  }));
  let number = 0;
  const text = (claims = 1) =>
    `${Array.from({ length: claims }, () => `Spring tides of ${1800 + number++} rise by four metres ([t](${here.site.url(`/tides?${number}`)})).`).join('\n\n')}\n`;

  it('is confirmed above the threshold; a dismissed question spends nothing', async () => {
    await open(text());
    await run('verifyDocument'); // consent, whose page shows the cost of this run
    here.model.requests.length = 0;
    await configure({ 'cost.confirmAboveUsd': 0.5 });
    await open(text());
    assert.equal((await run('verifyDocument')).state, 'declined');
    const question = here.talk.said.find(({ message }) => message.startsWith('Estimated cost: '));
    assert.match(
      question?.detail ?? '',
      /1 citation go to .*stub-judge.*127\.0\.0\.1.*\nThe run stops at \$100\.00\.$/,
    );
    assert.equal(here.model.requests.length, 0);
    here.talk.answer(/^Estimated cost/, 'Verify');
    const done = await run('verifyDocument');
    assert.equal(done.summary?.judged, 1);
    assert.equal(done.summary.costUsd?.toFixed(2), '0.96');
  });

  it('is confirmed before each run that may cost something, until the user accepts an amount', async () => {
    await configure({ models: [{ ...DEAR[0], input: 1, output: 1 }], 'cost.confirmAboveUsd': undefined });
    here.talk.answer(/^Manage Consent/, 'Reset all answers');
    await vscode.commands.executeCommand('citewright.manageConsent');
    const asked = async () => {
      here.talk.said.length = 0;
      here.model.requests.length = 0;
      await open(text());
      const { state } = await run('verifyDocument');
      const modals = here.talk.said.filter(({ kind }) => kind === 'modal');
      return { state, modals, requests: here.model.requests.length };
    };
    const first = await asked();
    assert.equal(first.modals.length, 1, 'the page of consent shows the cost');
    assert.match(first.modals[0]?.detail ?? '', /Estimated cost: .+ to .+\. The run stops at \$100\.00\./);
    assert.deepEqual([first.state, first.requests], ['done', 1]);
    const dismissed = await asked();
    assert.match(dismissed.modals[0]?.message ?? '', /^Estimated cost: /);
    assert.deepEqual([dismissed.state, dismissed.requests], ['declined', 0]);
    here.talk.answer(/^Estimated cost/, 'Don’t Ask Below $0.10');
    assert.equal((await asked()).requests, 1);
    const accepted = await asked();
    assert.deepEqual([accepted.modals.length, accepted.requests], [0, 1]);
  });

  it('is confirmed with a range that holds, and says how far the budget reaches', async () => {
    await configure({ 'cost.confirmAboveUsd': 0.5, 'cost.maxUsd': 3 });
    await open(text(6));
    assert.equal((await run('verifyDocument')).state, 'declined');
    const question = here.talk.said.find(({ message }) => message.startsWith('Estimated cost: '));
    const [, least, most] = /: \$([\d.]+) to \$([\d.]+)$/.exec(question?.message ?? '') ?? [];
    assert.ok(Number(least) < Number(most) && Number(most) > 3, question?.message);
    const [, enough] =
      /stops at \$3\.00\. That may be enough for (\d) of 6/.exec(question?.detail ?? '') ?? [];
    assert.equal(Number(enough), Math.floor((6 * 3) / Number(most)));
    assert.deepEqual(question?.items, ['Verify', 'Change Budget…']);
  });

  it('stops at the daily cap: the second run sends nothing and says why', async () => {
    await open(text());
    assert.equal((await run('verifyDocument')).summary?.judged, 1);
    await closeAll();
    here.model.requests.length = 0;
    await configure({ 'cost.maxUsdPerDay': 0.5 }); // less than the first has cost
    const { document } = await open(text());
    const second = await run('verifyDocument');
    assert.equal(second.summary?.judged, 0);
    assert.equal(second.summary.found, 1);
    assert.equal(here.model.requests.length, 0);
    const said = here.talk.said.at(-1);
    assert.match(said?.message ?? '', /^Daily budget \(\$0\.50\) reached\. So far: .* · 1 not judged · /);
    assert.match(said?.message ?? '', /citewright\.cost\.maxUsdPerDay.*midnight UTC/);
    assert.ok(said?.items.includes('Open Settings'));
    // The free comparison with the source still is made.
    const paid = diagnosticsOf(document).filter((d) => codeOf(d) !== 'figure-differs');
    assert.deepEqual(paid, [], 'a cap says nothing against the text');
  });

  it('stops at its cap, keeps paid verdicts, and continues from there', async () => {
    await configure({ 'cost.maxUsd': 4, 'limits.concurrency': 1 });
    const draft = text(6);
    await open(draft);
    const first = await run('verifyDocument');
    const judged = first.summary?.judged ?? 0;
    assert.ok(judged >= 1 && judged < 6, String(judged));
    assert.ok((first.summary?.costUsd ?? 99) <= 4);
    assert.match(
      here.talk.said.at(-1)?.message ?? '',
      /^Run budget \(\$4\.00\) reached.*Run again.*citewright\.cost\.maxUsd”/,
    );
    const second = await run('verifyDocument');
    assert.ok((second.summary?.judged ?? 0) > judged);
  });
});

describe('runs over many files', () => {
  it('show progress, stop on cancel, keep findings, and report no false problem', async () => {
    const site = await pages({ '/fast': PAGE, '/slow': { body: PAGE, delayMs: 4_000 } });
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    const talk = dialogs([[/^Verify Folder/, 'batch/*.md'], ...YES]);
    const window = vscode.window as unknown as Record<string, unknown>;
    const real = window['withProgress'];
    const told: string[] = [];
    window['withProgress'] = (options: vscode.ProgressOptions, task: (...given: unknown[]) => unknown) => {
      assert.equal(options.cancellable, true);
      const source = new vscode.CancellationTokenSource();
      const report = ({ message = '' }: { message?: string }) => {
        told.push(message);
        if (told.length === 3) source.cancel();
      };
      return task({ report }, source.token);
    };
    try {
      for (let i = 0; i < 6; i++)
        await openFile(
          `Spring tides rise ([t](${site.url(i < 3 ? `/fast?${i}` : `/slow?${i}`)})).\n`,
          `batch/${i}.md`,
        );
      const outcome = await run('verifyWorkspace');
      assert.equal(outcome.state, 'cancelled');
      assert.equal(outcome.summary?.found, 6);
      assert.deepEqual(told.slice(0, 3), ['1 of 6', '2 of 6', '3 of 6']);
      assert.match(talk.texts().at(-1) ?? '', /^info: Cancelled\. So far: 3 of 6 sources found/);
      const wrong = vscode.workspace.textDocuments
        .filter(({ uri }) => uri.path.includes('/batch/'))
        .flatMap((d) => diagnosticsOf(d))
        .map(codeOf);
      assert.deepEqual(wrong, []);
    } finally {
      window['withProgress'] = real;
    }
  });
});

describe('a cache that can’t be written', () => {
  const here = onSite({ '/tides': PAGE });

  it('is reported once in a window', async () => {
    const { document } = await openFile(`Tides rise ([t](${here.site.url('/tides')})).\n`, 'storage.md');
    const own = { extension: extension(), extensionUri: extension().extensionUri };
    const engine = createEngine({ ...own, globalStorageUri: document.uri } as vscode.ExtensionContext);
    const { citations } = newSession().currentView(document)!.scan;
    const { signal } = new AbortController();
    const piece = { uri: document.uri, text: document.getText(), citations, suppressions: {} };
    for await (const { finding } of engine.verify([piece], { network: true, linksOnly: false }, signal))
      assert.notEqual(finding.stage, 'unresolved');
    assert.deepEqual([engine.takeCacheLost(), engine.takeCacheLost()], ['ENOTDIR', undefined]);
  });
});

describe('a file renamed during its run', () => {
  const slow = { status: 404, body: 'gone', delayMs: 4_000 };
  const here = onSite({ '/gone': { status: 404, body: 'gone' }, '/slow': slow });
  let number = 0;
  const draft = () =>
    ['/gone', '/slow']
      .map((path) => `This one is gone ([t](${here.site.url(`${path}?moved${number++}`)})).\n`)
      .join('\n');
  const rename = async (from: vscode.Uri, to: vscode.Uri) => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(from, to, { overwrite: true });
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  const slowly = () => until(() => here.site.asked.some((asked) => asked.includes('/slow')));

  it('has earlier and later findings under its new name', async () => {
    const { document } = await openFile(draft(), 'moving-a.md');
    const running = run('verifyDocument');
    await until(() => diagnosticsOf(document).length === 1);
    await slowly();
    await rename(document.uri, at('moving-b.md'));
    await until(() => codesAt(at('moving-b.md')).length === 1);
    const moved = await vscode.workspace.openTextDocument(at('moving-b.md'));
    await matching(async () => (await lenses(moved))[0]?.title ?? '', /Verifying…/);
    const outcome = await running;
    assert.equal(outcome.state, 'done');
    assert.deepEqual(codesAt(at('moving-b.md')), ['not-found', 'not-found']);
    assert.deepEqual(codesAt(document.uri), []);
    assert.match(here.talk.texts().at(-1) ?? '', /0 of 2 sources found · 2 problems/);
  });

  it('keeps its run when its folder is renamed, open or closed, even twice', async () => {
    for (const name of ['open.md', 'closed.md']) await writeFile(`moving-c/${name}`, draft());
    here.talk.answer(/^Verify Folder/, 'moving-c/*.md');
    const running = run('verifyWorkspace');
    await vscode.window.showTextDocument(at('moving-c/open.md'));
    await slowly();
    await rename(at('moving-c'), at('moving-d'));
    await new Promise((wake) => setTimeout(wake, 700));
    await rename(at('moving-d'), at('moving-e'));
    assert.equal((await running).state, 'done');
    for (const name of ['open.md', 'closed.md']) {
      await until(() => codesAt(at(`moving-e/${name}`)).length === 2);
      assert.deepEqual(codesAt(at(`moving-c/${name}`)), []);
    }
  });

  it('can still have its run cancelled', async () => {
    slow.delayMs = 20_000;
    const { document } = await openFile(draft(), 'moving-f.md');
    const running = run('verifyDocument');
    await slowly();
    await rename(document.uri, at('moving-g.md'));
    await until(() => vscode.window.activeTextEditor?.document.uri.path.endsWith('moving-g.md'));
    await new Promise((wake) => setTimeout(wake, 500));
    await vscode.commands.executeCommand('citewright.cancel');
    assert.equal((await running).state, 'cancelled');
    assert.deepEqual(codesAt(at('moving-g.md')), ['not-found']);
  });

  it('ends its run when it is closed instead', async () => {
    const uri = at('moving-h.md');
    await writeFile(uri, draft());
    await vscode.commands.executeCommand('vscode.open', uri); // what a test opens itself lives on for minutes
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === uri.toString());
    const running = run('verifyDocument');
    await until(() => codesAt(uri).length === 1);
    await closeAll();
    assert.equal((await running).state, 'cancelled');
    assert.match(here.talk.texts().at(-1) ?? '', / · 1 problem\./);
  });
});

describe('a rename in progress', () => {
  const uri = (name: string) => vscode.Uri.parse(`file:///moving/${name}`);
  const move = (from: string, to: string) => ({ oldUri: uri(from), newUri: uri(to) });
  const text = (name: string) => ({ uri: uri(name), text: name, known: new Map<string, never>() });
  const open = (...texts: readonly ReturnType<typeof text>[]) =>
    new Map(texts.map((one) => [one.uri.toString(), one]));

  it('is dropped after a timeout', async () => {
    const heirs = new RenameTracker<ReturnType<typeof text>>(50);
    const [a, x] = [text('a.md'), text('x.md')];
    heirs.leave(move('a.md', 'b.md'), open(a, x));
    heirs.leave(move('x.md', 'y.md'), open(a, x));
    heirs.arrive(move('x.md', 'y.md'));
    assert.ok(heirs.holds(a));
    await until(() => !heirs.holds(a), 2_000);
    assert.ok(heirs.holds(x), 'what has come waits until it is opened');
    heirs.arrive(move('a.md', 'b.md'));
    assert.equal(heirs.take(uri('b.md')), undefined);
    assert.equal(heirs.take(uri('y.md')), x);
    assert.equal(heirs.take(uri('y.md')), undefined);
  });

  it('isn’t given to another file of that name', () => {
    const heirs = new RenameTracker<ReturnType<typeof text>>();
    const a = text('a.md');
    heirs.leave(move('a.md', 'b.md'), open(a));
    heirs.leave(move('z.md', 'b.md'), open(a));
    heirs.arrive(move('z.md', 'b.md'));
    assert.equal(heirs.take(uri('b.md')), undefined);
    heirs.arrive(move('a.md', 'b.md'));
    assert.equal(heirs.take(uri('b.md')), a);
  });

  it('continues to a third name before the second was opened', () => {
    const heirs = new RenameTracker<ReturnType<typeof text>>();
    const a = text('in/a.md');
    heirs.leave(move('in/a.md', 'in/b.md'), open(a));
    heirs.arrive(move('in/a.md', 'in/b.md'));
    heirs.leave(move('in', 'out'), open());
    heirs.arrive(move('in', 'out'));
    assert.equal(heirs.take(uri('in/b.md')), undefined);
    assert.equal(heirs.take(uri('out/b.md')), a);
    assert.ok(!heirs.holds(a));
  });

  it('stays where it is if the next rename is dropped; a newer document has priority', async () => {
    const heirs = new RenameTracker<ReturnType<typeof text>>(50);
    const [a, b] = [text('a.md'), text('b.md')];
    heirs.leave(move('a.md', 'b.md'), open(a));
    heirs.arrive(move('a.md', 'b.md'));
    heirs.leave(move('b.md', 'c.md'), open());
    await new Promise((wake) => setTimeout(wake, 150));
    heirs.arrive(move('b.md', 'c.md'));
    assert.equal(heirs.take(uri('c.md')), undefined);
    assert.ok(heirs.holds(a));
    heirs.leave(move('b.md', 'c.md'), open(b));
    heirs.arrive(move('b.md', 'c.md'));
    assert.equal(heirs.take(uri('c.md')), b);
  });

  it('two files that swap names keep their findings', () => {
    const heirs = new RenameTracker<ReturnType<typeof text>>();
    const [a, b] = [text('a.md'), text('b.md')];
    const both = [move('a.md', 'b.md'), move('b.md', 'a.md')];
    for (const one of both) heirs.leave(one, open(a, b));
    for (const one of both) heirs.arrive(one);
    assert.equal(heirs.take(uri('a.md')), b);
    assert.equal(heirs.take(uri('b.md')), a);
  });
});

describe('a draft in two groups of editors', () => {
  it('is verified at the selection of the active group', async () => {
    const site = await pages({ '/tides': PAGE });
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    dialogs(YES);
    const line = (path: string) => `Spring tides rise by four metres ([t](${site.url(path)})).`;
    const first = await openFile(`${line('/tides?one')}\n\n${line('/gone?two')}\n`, 'both.md');
    first.selection = new vscode.Selection(0, 3, 0, 3);
    const { document } = first;
    const second = await vscode.window.showTextDocument(document, vscode.ViewColumn.Two);
    second.selection = new vscode.Selection(2, 0, 2, 20);
    await until(() => vscode.window.activeTextEditor?.viewColumn === vscode.ViewColumn.Two);
    const asked = () => site.asked.splice(0).map((one) => one.replace(/^.*\?/, ''));
    await run('verifySelection');
    assert.deepEqual([...new Set(asked())], ['two']);
    await vscode.commands.executeCommand('citewright.clearCache');
    await run('verifyCitation');
    assert.deepEqual([...new Set(asked())], ['two']);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await run('verifyCitation');
    assert.deepEqual([...new Set(asked())], ['one']);
  });
});

describe('settings by language', () => {
  it('lenses and severities can differ by language', async () => {
    const config = (languageId: string) => vscode.workspace.getConfiguration('citewright', { languageId });
    const set = async (name: string, value: unknown) =>
      config('plaintext').update(name, value, vscode.ConfigurationTarget.Global, true);
    const DRAFT = 'None [7].\n\nReferences\n\n[1] A. https://a.example/1\n';
    await set('editor.codeLens', false);
    await set('severities', { dangling: 'info' });
    try {
      const severityOf = async (language: string) => {
        const { document } = await open(DRAFT, language);
        const found = await until(() => diagnosticsOf(document).find((d) => codeOf(d) === 'dangling'));
        return { severity: found.severity, lenses: (await lenses(document)).length };
      };
      assert.deepEqual(await severityOf('plaintext'), {
        severity: vscode.DiagnosticSeverity.Information,
        lenses: 0,
      });
      assert.deepEqual(await severityOf('markdown'), {
        severity: vscode.DiagnosticSeverity.Error,
        lenses: 2, // to verify, and its problems
      });
    } finally {
      await set('editor.codeLens', undefined);
      await set('severities', undefined);
    }
  });
});
