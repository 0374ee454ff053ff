/** A proposed version of a text, shown against the text as a diff before anything is changed. */
import { commands, l10n, Selection, TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { Position, Tab } from 'vscode';
import { nameOf } from '../state/resultRows';

const SCHEME = 'citewright-proposal';
let proposals = 0;

/** Shows a diff to `text`, scrolled to the place, and asks. Closes the diff whatever the answer. */
export async function askWhetherToTake(document: Uri, text: string, at: Position): Promise<boolean> {
  // Each has a unique address, because another diff may be open for the same text.
  const query = `${++proposals} ${document.toString()}`;
  const proposal = Uri.from({ scheme: SCHEME, path: document.path || '/text', query });
  const serving = workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => (uri.toString() === proposal.toString() ? text : undefined),
  });
  const title = l10n.t('{0}: narrower claim', nameOf(document));
  try {
    await commands.executeCommand('vscode.diff', document, proposal, title, {
      selection: new Selection(at, at),
    });
    const take = l10n.t('Use Narrower Claim');
    // A notification would hide after some seconds and leave the diff without its question.
    const answer = await window.showQuickPick([take, l10n.t('Keep Original')], {
      title: l10n.t('Use the narrower claim? You can undo this.'),
      ignoreFocusOut: true,
    });
    const isProposal = ({ input }: Tab) =>
      input instanceof TabInputTextDiff && input.modified.toString() === proposal.toString();
    await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isProposal)));
    return answer === take;
  } finally {
    serving.dispose();
  }
}
