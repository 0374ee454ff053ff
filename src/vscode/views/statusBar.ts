/** The status bar: how the active document stands, what runs, what it cost. */
import { commands, Disposable, l10n, StatusBarAlignment, window } from 'vscode';
import { countBad } from '../state/resultRows';
import type { Session } from '../state/session';
import type { View } from '../state/view';
import { money } from '../state/labels';

export type Status = { readonly text: string; readonly tooltip: string };

/** The line for a view; nothing when the active document is none of ours. */
export function statusOf(view: View | undefined): Status | undefined {
  if (!view) return undefined;
  const { scan, findings, summary, progress } = view;
  const bad = countBad(view);
  if (progress)
    return {
      text: `$(sync~spin) ${progress.done}/${progress.total}`,
      tooltip: l10n.t('Citewright is checking citations: {0} of {1}.', progress.done, progress.total),
    };
  const found = l10n.t('Citations: {0}. Problems: {1}.', scan.citations.length, bad);
  if (findings.length === 0)
    return {
      text: `$(quote) ${scan.citations.length}${bad > 0 ? ` $(warning) ${bad}` : ''}`,
      tooltip: `Citewright. ${found} ${l10n.t('Not verified yet.')}`,
    };
  const { judged, supported, resolved, costUsd, usage } = summary;
  const cost = judged > 0 ? ` · ${money(costUsd, usage)}` : '';
  const [part, whole] = judged > 0 ? [supported, judged] : [resolved, findings.length];
  const words =
    judged > 0
      ? l10n.t('Supported: {0} of {1}.', part, whole)
      : l10n.t('Sources found: {0} of {1}.', part, whole);
  return {
    text: `$(${part < whole ? 'warning' : 'pass'}) ${part}/${whole}${cost}`,
    tooltip: `Citewright. ${found} ${words}`,
  };
}

/** Shows the active document's status, and keeps the context keys that menus look at. */
export function register(session: Session): Disposable {
  const item = window.createStatusBarItem('citewright.status', StatusBarAlignment.Right, 90);
  item.name = 'Citewright';
  item.command = 'citewright.showResults';
  const context = new Map<string, boolean>();
  const setContext = (key: string, value: boolean) => {
    if (context.get(key) === value) return;
    context.set(key, value);
    void commands.executeCommand('setContext', key, value);
  };
  const show = () => {
    const view = session.current();
    const status = statusOf(view);
    setContext('citewright.citations', (view?.scan.citations.length ?? 0) > 0);
    setContext('citewright.running', session.running);
    if (!status) {
      item.hide();
      return;
    }
    item.text = status.text;
    item.tooltip = status.tooltip;
    item.accessibilityInformation = { label: status.tooltip, role: 'button' };
    item.show();
  };
  show();
  const listening = [session.onDidChange(show), window.onDidChangeActiveTextEditor(show)];
  return Disposable.from(...listening, item);
}
