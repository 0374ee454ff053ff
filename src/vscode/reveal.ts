/** The way from a row, a lens or a leaf of the tree back to the place in the text. */
import { Selection, Uri, ViewColumn, window } from 'vscode';
import { unrepeated } from '../core/finding';
import type { Span } from '../core/model';
import type { Session } from './session';
import type { View } from './view';

const problemSpan = (view: View | undefined, id: string): Span | undefined => {
  const [, index] = /^problem (\d+) /.exec(id) ?? [];
  return view && index !== undefined ? unrepeated(view)[Number(index)]?.span : undefined;
};

/** Selects a citation or a problem in its text. The id of a row that is no citation names its place in the list of problems. */
export async function reveal(session: Session, uri: unknown, id: unknown): Promise<void> {
  if (typeof uri !== 'string' || typeof id !== 'string') return;
  const view = session.view(Uri.parse(uri));
  const span = view?.scan.citations.find((c) => c.id === id)?.part ?? problemSpan(view, id);
  if (!view || !span) return;
  const range = view.lines.range(span);
  const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  const editor = await window.showTextDocument(view.uri, {
    viewColumn: shown?.viewColumn ?? ViewColumn.One,
    selection: range,
  });
  editor.selection = new Selection(range.start, range.end);
}
