/** From a row, a lens or a node of the tree to the place in the text. */
import {
  commands,
  l10n,
  Selection,
  TabInputNotebook,
  TabInputText,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { Range, Tab, TextEditor } from 'vscode';
import { attempt } from '../../core/attempt';
import type { Span } from '../../core/model';
import { inform } from '../services/messages';
import { gone } from '../services/textEdits';
import { CELL_SCHEME, fileOf, orUndefined } from '../state/documents';
import type { Session } from '../state/session';
import type { View } from '../state/view';

const problemSpan = (view: View | undefined, id: string): Span | undefined => {
  const [, index] = /^problem (\d+) /.exec(id) ?? [];
  return view && index !== undefined ? view.problems[Number(index)]?.span : undefined;
};

/** Whether a link may open a text: one of the workspace, or the document of the evidence. */
const isOurs = (at: Uri): boolean =>
  workspace.getWorkspaceFolder(at) !== undefined ||
  workspace.textDocuments.some(
    ({ uri: { scheme, query } }) =>
      scheme === 'citewright-evidence' && query.includes(JSON.stringify(at.toString())),
  );

/** The view of a document that was closed meanwhile, read again; undefined if it no longer exists, like an untitled one. */
async function reopened(session: Session, uri: string): Promise<View | undefined> {
  const at = attempt(() => Uri.parse(uri));
  if (!at || at.scheme === 'untitled' || !isOurs(at)) return undefined;
  const document = await orUndefined(workspace.openTextDocument(at));
  const view = document && session.currentView(document);
  return view && session.settled(view);
}

/** The editor that shows a document, which may be open twice: the active one first. */
export const editorOf = (uri: Uri): TextEditor | undefined =>
  [window.activeTextEditor, ...window.visibleTextEditors].find(
    (editor) => editor?.document.uri.toString() === uri.toString(),
  );

/** Whether a tab shows a document. */
export const shows =
  (uri: Uri) =>
  ({ input }: Tab): boolean =>
    input instanceof TabInputText
      ? input.uri.toString() === uri.toString()
      : input instanceof TabInputNotebook && input.uri.toString() === fileOf(uri).toString();

/** The column that already contains a document, visible or behind another tab. */
export const columnOf = (uri: Uri): ViewColumn | undefined =>
  editorOf(uri)?.viewColumn ?? window.tabGroups.all.find(({ tabs }) => tabs.some(shows(uri)))?.viewColumn;

/** Shows and selects a place. */
export async function select(uri: Uri, selection: Range): Promise<void> {
  const options = { viewColumn: columnOf(uri) ?? ViewColumn.One, selection };
  // `showTextDocument` shows the cell of a notebook too, but then fails, because the cell has no text editor of its own.
  if (uri.scheme === CELL_SCHEME) await commands.executeCommand('vscode.open', uri, options);
  else
    (await window.showTextDocument(uri, options)).selection = new Selection(selection.start, selection.end);
}

/** Selects a citation or a problem in its text. The id of a row without citation is the index in the list of problems. */
export async function reveal(session: Session, uri: unknown, id: unknown): Promise<void> {
  if (typeof uri !== 'string' || typeof id !== 'string') return;
  const view = session.view(uri) ?? (await reopened(session, uri));
  if (!view) return void inform(l10n.t('The document no longer exists.'));
  const span = view.scan.citations.find((c) => c.id === id)?.part ?? problemSpan(view, id);
  if (!span) return void gone();
  await select(view.uri, view.lines.range(span));
}
