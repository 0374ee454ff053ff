/** The tree of sources, on a session of its own: which claims lean on which source. */
import { fail } from '../../../src/core/causes';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FailureKind } from '../../../src/core/model';
import { childrenOf, itemOf, type Node } from '../../../src/vscode/state/sourceNodes';
import { configure, dialogs, extension, newSession, open, pages, run, until, YES } from './stage';
import type { Outcome } from './stage';
const TEXT = `Tides rise [1]. Ships sink [2]. Tides fall [1]. Nothing [9].

## References

[1] Smith, J. (2020). Tide tables of the harbour. https://doi.org/10.5555/tides
[2] Ships. https://ships.example/s
`;

describe('the tree of sources', () => {
  const grown = async () => {
    const { document } = await open(TEXT);
    const session = newSession();
    const view = session.currentView(document)!;
    const put = (n: number, kind: FailureKind) =>
      session.put(
        document.uri,
        {
          citation: view.scan.citations[n]!,
          code: 'network',
          severity: 'info',
          stage: 'unresolved',
          ...fail('internal_error', {}, kind),
        },
        1,
      );
    return { session, put, children: (node?: Node) => childrenOf(node, session.view(document.uri)) };
  };
  const labelOf = ({ label }: vscode.TreeItem) => (typeof label === 'string' ? label : (label?.label ?? ''));
  const shown = (item: vscode.TreeItem) =>
    `${labelOf(item)} | ${String(item.description)} | ${(item.iconPath as vscode.ThemeIcon).id}`;

  it('lists each source once, with its claims, each linked to its place', async () => {
    const { children } = await grown();
    const sources = children();
    const items = sources.map(itemOf);
    assert.deepEqual(items.map(shown), [
      'Tide tables of the harbour | 2 claims · not checked | circle-outline',
      'Ships. | 1 claim · not checked | circle-outline',
      '[9] | 1 claim · unresolved reference | error',
    ]);
    const claims = children(sources[0]).map(itemOf);
    assert.deepEqual(
      claims.map(({ label }) => label),
      ['Tides rise.', 'Tides fall.'],
    );
    assert.equal(claims[0]!.command!.command, 'citewright.reveal');
    assert.equal(claims[0]!.accessibilityInformation!.label, 'Tides rise., not checked · line 1');
  });

  it('opens a source’s web address, checked or not, and offers that only if there is one', async () => {
    await extension().activate();
    const { document } = await open(
      `${TEXT}\nNot on the web (src/tide.ts:1). As the report has it (arXiv:2301.12345). Plain ([p](http://plain.example/)).\n`,
    );
    const session = newSession();
    const view = session.currentView(document)!;
    const items = childrenOf(undefined, view).map(itemOf);
    const offered = items.filter(({ contextValue }) => /\.link/.test(contextValue ?? '')).map(labelOf);
    const env = vscode.env as unknown as Record<string, unknown>;
    const real = env['openExternal'];
    const opened: string[] = [];
    const talk = dialogs();
    try {
      env['openExternal'] = (uri: vscode.Uri) => Promise.resolve(opened.push(uri.toString(true)) > 0);
      for (const { id } of view.scan.citations) await run('openSource', document.uri.toString(), id);
    } finally {
      env['openExternal'] = real;
      session.dispose();
    }
    assert.deepEqual(
      [...new Set(opened)],
      ['https://doi.org/10.5555/tides', 'https://ships.example/s', 'https://arxiv.org/abs/2301.12345'],
    );
    assert.equal(offered.length, 3, offered.join(', '));
    const said = talk
      .texts()
      .filter((text) => /^info: Can’t open .* because it isn’t an https address\.$/.test(text));
    assert.equal(said.length, 3, talk.texts().join('\n'));
  });

  it('shows each source’s most severe verdict by icon and label', async () => {
    const { put, children } = await grown();
    put(0, 'not-found');
    put(2, 'timeout');
    const [first] = children().map(itemOf);
    assert.match(shown(first!), /2 claims · source not found, timed out \| error$/);
  });

  it('treats lines of one file as one source and shows each claim’s problem', async () => {
    const { document } = await open(
      'It rings (src/tide.ts:1). It stops (src/tide.ts:2). None [9].\n\n## References\n\n[1] A.\n',
    );
    const session = newSession();
    const view = session.currentView(document)!;
    const [file] = childrenOf(undefined, view);
    assert.equal(labelOf(itemOf(file!)), 'src/tide.ts');
    assert.equal(childrenOf(file, view).length, 2);
    assert.ok(view.problems.some(({ code }) => code === 'dangling'));
  });

  it('shows evidence, opens, reveals and verifies from a source or claim', async () => {
    const site = await pages({
      '/tides': '<!doctype html><title>Tides</title><p>Spring tides rise by four metres.</p>',
    });
    await configure({ 'network.allowHosts': [site.host], 'model.provider': 'none' });
    dialogs(YES);
    const { document } = await open(
      `Tides rise ([a](${site.url('/tides')})). Tides fall ([a](${site.url('/tides')})).\n`,
    );
    const session = newSession();
    const view = session.currentView(document);
    const [source] = childrenOf(undefined, view);
    const [, claim] = childrenOf(source, view);
    const act = (name: string, node: unknown) =>
      vscode.commands.executeCommand<Outcome>(`citewright.sources.${name}`, node);
    try {
      assert.equal((await act('verify', source)).summary?.found, 2);
      assert.equal((await act('verify', claim)).summary?.found, 1);
      await act('reveal', claim);
      const { activeTextEditor } = vscode.window;
      assert.equal(
        activeTextEditor?.document.getText(activeTextEditor.selection),
        `[a](${site.url('/tides')})`,
      );
      assert.ok(activeTextEditor.selection.start.character > 40);
      await act('evidence', source);
      await until(() => vscode.window.activeTextEditor?.document.uri.scheme === 'citewright-evidence');
      for (const wrong of [undefined, 7, {}, 'x', { view: {} }])
        assert.equal(await act('verify', wrong), undefined);
      for (const wrong of [[], [7], ['nothing'], {}])
        assert.equal((await run('verifyCitations', document.uri.toString(), wrong)).state, 'nothing');
    } finally {
      session.dispose();
    }
  });

  it('is reached by a command, and its actions by menus', async () => {
    await extension().activate();
    const { contributes } = extension().packageJSON as {
      contributes: { menus: Record<string, { command: string; when?: string; group?: string }[]> };
    };
    const items = contributes.menus['view/item/context']!;
    const names = [...new Set(items.map(({ command }) => command.replace('citewright.sources.', '')))].sort();
    assert.deepEqual(names, ['evidence', 'open', 'reveal', 'verify']);
    assert.ok(items.every(({ when }) => when?.includes('view == citewright.sources')));
    const hidden = contributes.menus['commandPalette']!.filter(({ when }) => when === 'false');
    assert.equal(hidden.filter(({ command }) => command.startsWith('citewright.sources.')).length, 4);
    await vscode.commands.executeCommand('citewright.showSources');
  });

  it('is empty without a document, with a welcome text', () => {
    assert.deepEqual(childrenOf(undefined, undefined), []);
    const { contributes } = vscode.extensions.getExtension('citewright.citewright')!.packageJSON as {
      contributes: {
        views: { explorer: { id: string; when: string }[] };
        viewsWelcome: { view: string; contents: string }[];
      };
    };
    assert.match(contributes.views.explorer[0]!.when, /^citewright\.active \|\| /); // or a language that the user added
    assert.match(contributes.viewsWelcome[0]!.contents, /has no citations/);
  });
});
