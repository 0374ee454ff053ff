/** The text that the user works in: the active one, else the one that was active last. */
import { window, type TextEditor, type Uri } from 'vscode';
import { isWatched } from './documents';
import type { View } from './view';

export function followActive(viewAt: (uri: Uri) => View | undefined) {
  let last: Uri | undefined;
  const note = (editor: TextEditor | undefined) => {
    if (editor && isWatched(editor.document)) last = editor.document.uri;
  };
  note(window.activeTextEditor);
  const listening = window.onDidChangeActiveTextEditor(note);
  return {
    /** The view of that text; for our own documents and views, that of the text used last. */
    get(): View | undefined {
      const active = window.activeTextEditor;
      const view = active && viewAt(active.document.uri);
      if (view || (active && !active.document.uri.scheme.startsWith('citewright-'))) return view;
      const visible = window.visibleTextEditors.flatMap(({ document }) => viewAt(document.uri) ?? [])[0];
      return visible ?? (last && viewAt(last));
    },
    dispose: () => void listening.dispose(),
  };
}
