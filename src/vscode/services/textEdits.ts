/** Helpers of commands that change a text: the citation that their arguments name, and one edit that a single undo reverts. */
import { l10n, workspace, WorkspaceEdit, type Uri } from 'vscode';
import type { Changes } from '../../core/edits/textEdit';
import type { Citation, Finding } from '../../core/model';
import { openDocument } from '../state/documents';
import { createLines } from '../state/offsets';
import type { Session } from '../state/session';
import type { View } from '../state/view';
import { inform } from './messages';

export type Named = {
  readonly view: View;
  readonly citation: Citation;
  readonly finding: Finding | undefined;
};

/** Says that a citation was deleted since it was shown. */
export const gone = () => inform(l10n.t('The document has changed; this citation no longer exists.'));

/** What the arguments of a command name; undefined, with a message, if the text has changed. */
export function named(
  { session }: { readonly session: Session },
  uri: unknown,
  id: unknown,
): Named | undefined {
  if (typeof uri !== 'string' || typeof id !== 'string') return undefined;
  const document = openDocument(uri);
  const view = document && session.currentView(document);
  const citation = view?.scan.citations.find((c) => c.id === id);
  if (!view || !citation) return void gone();
  return { view, citation, finding: view.findings.find((f) => f.citation.id === id) };
}

/** Says that an edit no longer fits its text. */
export function changed(): false {
  void inform(l10n.t('The document has changed. Try again.'));
  return false;
}

/** Makes changes in documents, as one step for undo. */
export async function edit(
  ...parts: readonly { readonly uri: Uri; readonly text: string; readonly changes: Changes }[]
): Promise<boolean> {
  const all = new WorkspaceEdit();
  for (const { uri, text, changes } of parts) {
    const lines = createLines(text);
    for (const change of changes) all.replace(uri, lines.range(change.span), change.text);
  }
  return workspace.applyEdit(all);
}
