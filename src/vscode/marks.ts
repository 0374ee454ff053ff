/** A small mark after each citation that has been checked; off unless the user wants it. */
import { Disposable, ThemeColor, window, type DecorationOptions, type TextEditor } from 'vscode';
import type { Finding } from '../core/model';
import type { Session } from './session';
import { readSettings } from './settings';

type Kind = 'pass' | 'error' | 'warning' | 'open';

const LOOKS: Readonly<Record<Kind, { readonly mark: string; readonly colour: string }>> = {
  pass: { mark: ' ✓', colour: 'testing.iconPassed' },
  error: { mark: ' ✗', colour: 'editorError.foreground' },
  warning: { mark: ' !', colour: 'editorWarning.foreground' },
  open: { mark: ' ?', colour: 'editorInfo.foreground' },
};
const KINDS = Object.keys(LOOKS) as readonly Kind[]; // keys of a closed table

/** The mark of a finding. */
export function kindOf({ severity, code, suppressed }: Finding): Kind {
  if (suppressed || severity === 'none') return code === 'reached' || code === 'related' ? 'open' : 'pass';
  return severity === 'info' ? 'open' : severity;
}

/** Shows the marks in every visible editor. */
export function register(session: Session): Disposable {
  const types = KINDS.map((kind) => {
    const { mark, colour } = LOOKS[kind];
    const after = { contentText: mark, color: new ThemeColor(colour) };
    return { kind, type: window.createTextEditorDecorationType({ after }) };
  });
  const show = (editor: TextEditor) => {
    const view = readSettings(editor.document).editor.marks ? session.view(editor.document.uri) : undefined;
    for (const { kind, type } of types) {
      const options = (view?.findings ?? [])
        .filter((finding) => kindOf(finding) === kind)
        .flatMap((finding): DecorationOptions[] =>
          view ? [{ range: view.lines.range(finding.citation.part) }] : [],
        );
      editor.setDecorations(type, options);
    }
  };
  const showAll = () => window.visibleTextEditors.forEach(show);
  return Disposable.from(
    ...types.map(({ type }) => type),
    session.onDidChange(showAll),
    window.onDidChangeVisibleTextEditors(showAll),
  );
}
