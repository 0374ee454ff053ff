/** The status bar: the state of the active document, and running verifications. */
import { commands, Disposable, l10n, StatusBarAlignment, window, workspace } from 'vscode';
import { counted } from '../state/labels';
import { countProblems, statusOf } from '../state/marks';
import type { Session } from '../state/session';
import { readSettings } from '../state/settings';
import type { View } from '../state/view';

/** Only the number of problems, if any: the bar has little room. */
function shownOf(view: View): { readonly text: string; readonly tooltip: string } {
  const { progress, scan } = view;
  if (progress) {
    const { done, total, isEnding } = progress;
    const [text, tooltip] = isEnding
      ? [l10n.t('Cancelling…'), l10n.t('Citewright is cancelling the run.')]
      : [`${done}/${total}`, l10n.t('Citewright is checking citations: {0} of {1}.', done, total)];
    return { text: `$(sync~spin) ${text}`, tooltip };
  }
  const { icon, tooltip } = statusOf(view);
  const problems = countProblems(view);
  const text =
    problems > 0 ? counted(problems, 'citation problem') : counted(scan.citations.length, 'citation');
  return { text: `$(${icon}) ${text}`, tooltip: `Citewright: ${tooltip}` };
}

/** Shows the active document's status, and updates the context keys that menus use. */
export function register(session: Session): Disposable {
  const item = window.createStatusBarItem('citewright.status', StatusBarAlignment.Right, 90);
  item.name = 'Citewright';
  item.command = 'citewright.showResults';
  const context = new Map<string, string>();
  const setContext = (key: string, value: boolean | readonly string[]) => {
    const written = JSON.stringify(value);
    if (context.get(key) === written) return;
    context.set(key, written);
    void commands.executeCommand('setContext', key, value);
  };
  const show = () => {
    const view = session.current();
    setContext('citewright.citations', (view?.scan.citations.length ?? 0) > 0);
    setContext('citewright.findings', (view?.findings.length ?? 0) > 0);
    setContext('citewright.running', session.running);
    setContext('citewright.languages', readSettings(window.activeTextEditor?.document).scan.languages);
    if (!view) {
      item.hide();
      return;
    }
    const { text, tooltip } = shownOf(view);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: tooltip, role: 'button' };
    item.show();
  };
  show();
  return Disposable.from(
    session.onDidChange(show),
    window.onDidChangeActiveTextEditor(show),
    window.onDidChangeNotebookEditorSelection(show),
    workspace.onDidChangeConfiguration(show),
    item,
  );
}
