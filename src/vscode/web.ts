/**
 * The editor in a browser: a text is scanned and its problems are shown, which needs only the core. Fetching, judging and files on disk
 * need Node; commands that need them say so. A separate bundle, in which Node's modules do not resolve.
 */
import { commands, l10n, workspace, type Disposable, type ExtensionContext } from 'vscode';
import { fileProblems } from '../core/scan/fileProblems';
import { pathOf } from './state/documents';
import { inform } from './services/messages';
import { reveal } from './commands/reveal';
import { registerViews } from './registerViews';
import { Session } from './state/session';
import { keepSettings } from './state/settings';
import { createBibliographyCache, watch } from './services/bibliographyCache';
import type { WorkspaceContext } from './state/documentState';
import { createVirtualWorkspace } from './services/virtualFiles';

function explain(): void {
  void inform(
    l10n.t(
      'In the browser, Citewright finds citations and checks their form. To verify them, use the desktop editor or a remote workspace.',
    ),
  );
}

/** What links, rows and the tree call, and no menu names. */
const UNLISTED = ['citewright.verifyCitations', 'citewright.openSource', 'citewright.openExample'];

/** Our own commands in the manifest that no view here has registered. */
function beyond({ extension }: ExtensionContext): Disposable[] {
  const own = ['citewright.showResults', 'citewright.showSources', 'citewright.refreshSources'];
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return [...contributes.commands.map(({ command }) => command), ...UNLISTED]
    .filter((command) => !own.includes(command) && !command.startsWith('citewright.sources.'))
    .map((command) => commands.registerCommand(command, explain));
}

const problems: WorkspaceContext['problems'] = (uri, scan, signal) =>
  workspace.isTrusted && workspace.workspaceFolders?.length
    ? fileProblems(scan, createVirtualWorkspace(workspace.workspaceFolders), pathOf(uri), signal)
    : Promise.resolve([]);

/** Called by an editor in a browser when a text, a command or our view needs us. */
export function activate(context: ExtensionContext): void {
  context.subscriptions.push(keepSettings());
  const bibliographies = createBibliographyCache();
  const session = new Session({ ...bibliographies, problems }, new Date().getFullYear());
  context.subscriptions.push(
    session,
    watch(session, bibliographies),
    registerViews(session, context),
    commands.registerCommand('citewright.reveal', (uri: unknown, id: unknown) => reveal(session, uri, id)),
    ...beyond(context),
  );
}
