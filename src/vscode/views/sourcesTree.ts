/** The tree of sources in the explorer, for the active text. Its contents are loaded when it is first shown. */
import { commands, Disposable, EventEmitter, window } from 'vscode';
import { attempt } from '../../core/attempt';
import { throttled } from '../state/throttle';
import type { Session } from '../state/session';
import type { Action, Node } from '../state/sourceNodes';

export const VIEW = 'citewright.sources';

const nodes = () => import('../state/sourceNodes');

const ACTIONS: readonly Action[] = ['verify', 'evidence', 'open', 'reveal'];

/** The commands of the tree's menus and keys: each acts on the given node, else on the selected one. */
const actions = (selected: () => Node | undefined): Disposable[] =>
  ACTIONS.map((action) =>
    commands.registerCommand(`citewright.sources.${action}`, async (given: unknown) => {
      const node = (given ?? selected()) as Node | undefined;
      const { CALLS } = await nodes();
      const call = node && attempt(() => CALLS[action](node, node.view.uri.toString())); // Fails if it is forged.
      return call && commands.executeCommand(String(call[0]), ...call.slice(1));
    }),
  );

/** Changes closer together are shown as one. */
const GATHER_MS = 200;

/** The view in the explorer, for the active text. */
export function register(session: Session): Disposable {
  const changed = new EventEmitter<void>();
  const tree = window.createTreeView<Node>(VIEW, {
    treeDataProvider: {
      getChildren: async (node) => (await nodes()).childrenOf(node, session.current()),
      getTreeItem: async (node) => (await nodes()).itemOf(node),
      onDidChangeTreeData: changed.event,
    },
    showCollapseAll: true,
  });
  // A tree that is empty when first shown loses the keys when its rows arrive, unless it has a message; and its layout takes two
  // seconds, unless its message changes.
  tree.message = ' ';
  const soon = throttled(GATHER_MS, () => tree.visible && changed.fire());
  void commands.executeCommand('setContext', 'citewright.active', true);
  return Disposable.from(
    tree,
    changed,
    soon,
    session.onDidChange(soon),
    window.onDidChangeActiveTextEditor(soon),
    tree.onDidChangeVisibility(({ visible }) => {
      if (visible) tree.message = '';
      soon();
    }),
    commands.registerCommand('citewright.refreshSources', () => changed.fire()),
    commands.registerCommand('citewright.showSources', () => commands.executeCommand(`${VIEW}.focus`)),
    ...actions(() => tree.selection[0]),
  );
}
