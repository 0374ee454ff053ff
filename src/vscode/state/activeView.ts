/** The text that the user works in: the active one, else the one that was active last. */
import { window, type Disposable, type TextEditor, type Uri } from 'vscode';
import { isWatched } from './documents';
import type { View } from './view';

export class ActiveView implements Disposable {
  readonly #listening: Disposable;
  /** The text that was active last. */
  #last: Uri | undefined;

  constructor(private readonly viewAt: (uri: Uri) => View | undefined) {
    const note = (editor: TextEditor | undefined) => {
      if (editor && isWatched(editor.document)) this.#last = editor.document.uri;
    };
    note(window.activeTextEditor);
    this.#listening = window.onDidChangeActiveTextEditor(note);
  }

  /** The view of that text; for our own documents and views, that of the text used last. */
  get(): View | undefined {
    const active = window.activeTextEditor;
    const view = active && this.viewAt(active.document.uri);
    if (view || (active && !active.document.uri.scheme.startsWith('citewright-'))) return view;
    const visible = window.visibleTextEditors.flatMap(({ document }) => this.viewAt(document.uri) ?? [])[0];
    return visible ?? (this.#last && this.viewAt(this.#last));
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
