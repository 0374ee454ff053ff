/** Registers the views that need only the session, on the desktop and in a browser. What opening doesn't need is loaded at first use. */
import { commands, Disposable, languages, Uri, window, workspace } from 'vscode';
import type { ExtensionContext, WebviewPanel } from 'vscode';
import { ANY } from './state/documents';
import type { Session } from './state/session';
import { readSettings } from './state/settings';
import * as lenses from './views/codeLens';
import * as diagnostics from './views/diagnostics';
import * as sources from './views/sourcesTree';
import * as status from './views/statusBar';

/** The results panel, and the command that shows it; a panel that was open is restored after a reload. */
function registerResults(session: Session, context: ExtensionContext): Disposable {
  let loading: Promise<{ show(): void; fill(panel: WebviewPanel): void; dispose(): void }> | undefined;
  const results = () =>
    (loading ??= import('./views/results').then(({ createResults }) => createResults(session, context)));
  return Disposable.from(
    commands.registerCommand('citewright.showResults', async () => {
      (await results()).show();
      await commands.executeCommand('setContext', 'citewright.results', true); // Completes a step of the walkthrough.
    }),
    window.registerWebviewPanelSerializer('citewright.results', {
      deserializeWebviewPanel: async (panel) => (await results()).fill(panel),
    }),
    new Disposable(() => void loading?.then((one) => one.dispose())),
  );
}

/** Marks and gutter icons, loaded when a visible document needs them. */
function registerMarks(session: Session): Disposable {
  const parts: Disposable[] = [];
  let isLoading = false;
  const look = () => {
    const wanted = window.visibleTextEditors.some(({ document }) => {
      const { marks, gutter } = readSettings(document).editor;
      return marks || gutter;
    });
    if (!wanted || isLoading) return;
    isLoading = true;
    void import('./views/decorations').then(({ register }) => parts.push(register(session)));
  };
  parts.push(workspace.onDidChangeConfiguration(look), window.onDidChangeVisibleTextEditors(look));
  look();
  return new Disposable(() => parts.forEach((part) => void part.dispose()));
}

/** Registers the views of a session until they are disposed. */
export const registerViews = (session: Session, context: ExtensionContext): Disposable =>
  Disposable.from(
    diagnostics.register(session, Uri.joinPath(context.extensionUri, 'docs/codes')),
    languages.registerHoverProvider(ANY, {
      provideHover: async (document, position) =>
        (await import('./views/hover')).hoverAt(session, document, document.offsetAt(position)),
    }),
    lenses.register(session),
    registerMarks(session),
    sources.register(session),
    status.register(session),
    registerResults(session, context),
  );
