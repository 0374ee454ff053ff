/** A proposed version of a text, shown against the text as a diff before anything is changed. */
import { commands, l10n, Uri, window, workspace, type Position, Selection } from 'vscode';
import { inform } from '../services/messages';
import { nameOf } from '../state/resultRows';

const SCHEME = 'citewright-proposal';
let proposals = 0;

/** Shows a diff to `text`, with the place in view, and asks. Closes the diff whatever the answer. */
export async function askWhetherToTake(document: Uri, text: string, at: Position): Promise<boolean> {
  // Each has an address of its own: another may be open for the same text, with other words.
  const query = `${++proposals} ${document.toString()}`;
  const proposal = Uri.from({ scheme: SCHEME, path: document.path || '/text', query });
  const serving = workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => (uri.toString() === proposal.toString() ? text : undefined),
  });
  const title = l10n.t('{0}: narrower claim', nameOf(document));
  await commands.executeCommand('vscode.diff', document, proposal, title, {
    selection: new Selection(at, at),
  });
  const take = l10n.t('Use Narrower Claim');
  const answer = await inform(
    l10n.t('Use the narrower claim? You can undo this.'),
    take,
    l10n.t('Keep Original'),
  );
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const diff = tabs.filter(({ input }) => isProposal(input, proposal));
  await window.tabGroups.close(diff);
  serving.dispose();
  return answer === take;
}

const isProposal = (input: unknown, proposal: Uri): boolean =>
  typeof input === 'object' &&
  input !== null &&
  'modified' in input &&
  input.modified instanceof Uri &&
  input.modified.toString() === proposal.toString();
