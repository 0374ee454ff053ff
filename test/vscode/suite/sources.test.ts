/** The tree of sources, on a session of its own: which claims lean on which source. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Miss } from '../../../src/core/model';
import { Session } from '../../../src/vscode/session';
import { createTree, type Node } from '../../../src/vscode/sources';
import { closeAll, open } from './stage';

const NOTHING = { bibliographies: () => Promise.resolve(undefined), problems: () => Promise.resolve([]) };
const TEXT = `Tides rise [1]. Ships sink [2]. Tides fall [1]. Nothing [9].

## References

[1] Smith, J. (2020). Tide tables of the harbour. https://doi.org/10.5555/tides
[2] Ships. https://ships.example/s
`;

describe('the tree of sources', () => {
  afterEach(closeAll);

  const grown = async () => {
    const { document } = await open(TEXT);
    const session = new Session(NOTHING, 2026);
    const view = session.look(document)!;
    const put = (n: number, miss: Miss) =>
      session.put(
        document.uri,
        {
          citation: view.scan.citations[n]!,
          code: 'network',
          severity: 'info',
          stage: 'unresolved',
          miss,
          detail: 'x',
        },
        1,
      );
    const tree = createTree(() => session.view(document.uri));
    return { session, tree, put, children: (node?: Node) => tree.getChildren(node) as Node[] };
  };
  const labelOf = ({ label }: vscode.TreeItem) => (typeof label === 'string' ? label : (label?.label ?? ''));
  const shown = (item: vscode.TreeItem) =>
    `${labelOf(item)} | ${String(item.description)} | ${(item.iconPath as vscode.ThemeIcon).id}`;

  it('has each source once, with the claims that lean on it, each leading to its place', async () => {
    const { session, tree, children } = await grown();
    const sources = children();
    const items = sources.map((node) => tree.getTreeItem(node) as vscode.TreeItem);
    assert.deepEqual(items.map(shown), [
      'Tide tables of the harbour | 2 claims · not checked | circle-outline',
      'https://ships.example/s | 1 claim · not checked | circle-outline',
      '[9] | 1 claim · not checked | circle-outline',
    ]);
    const claims = children(sources[0]).map((node) => tree.getTreeItem(node) as vscode.TreeItem);
    assert.deepEqual(
      claims.map(({ label }) => label),
      ['Tides rise.', 'Tides fall.'],
    );
    assert.equal(claims[0]!.command!.command, 'citewright.reveal');
    assert.equal(claims[0]!.accessibilityInformation!.label, 'Tides rise., not checked · line 1');
    session.dispose();
  });

  it('shows of each source the gravest verdict, by shape and by word', async () => {
    const { session, tree, put, children } = await grown();
    put(0, 'not-found');
    put(2, 'timeout');
    const [first] = children().map((node) => tree.getTreeItem(node) as vscode.TreeItem);
    assert.match(shown(first!), /2 claims · source not found, no answer in time \| error$/);
    session.dispose();
  });

  it('is empty without a text, and is named in the explorer with words for that', () => {
    assert.deepEqual(createTree(() => undefined).getChildren(), []);
    const { contributes } = vscode.extensions.getExtension('citewright.citewright')!.packageJSON as {
      contributes: {
        views: { explorer: { id: string; when: string }[] };
        viewsWelcome: { view: string; contents: string }[];
      };
    };
    assert.equal(contributes.views.explorer[0]!.when, 'citewright.active');
    assert.match(contributes.viewsWelcome[0]!.contents, /cites nothing yet/);
  });
});
