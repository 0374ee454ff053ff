/**
 * The editor in a browser: a text is scanned and its problems are shown, which needs nothing but the core. Fetching, judging and
 * files on disk need Node; each command that would says so. A bundle of its own, in which Node's modules do not resolve.
 */
import { commands, l10n, Uri, window, type Disposable, type ExtensionContext } from 'vscode';
import * as diagnostics from './diagnostics';
import * as hover from './hover';
import * as lenses from './lenses';
import * as marks from './marks';
import * as results from './results';
import { Session } from './session';
import * as status from './status';
import { bibliographies } from './surroundings';

/** Says what a browser cannot do, and where it can be done. */
function explain(): void {
  void window.showInformationMessage(
    l10n.t(
      'In the browser Citewright finds citations and checks their form. Verifying them opens connections and reads files: that needs the desktop, or a remote workspace.',
    ),
  );
}

/** Our own commands, by the manifest, that no view here has registered. */
function beyond({ extension }: ExtensionContext): Disposable[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands
    .map(({ command }) => command)
    .filter((command) => command !== 'citewright.showResults')
    .map((command) => commands.registerCommand(command, explain));
}

/** Called by an editor in a browser when a text, a command or our view needs us. */
export function activate(context: ExtensionContext): void {
  const session = new Session(
    { bibliographies, problems: () => Promise.resolve([]) },
    new Date().getFullYear(),
  );
  context.subscriptions.push(
    session,
    diagnostics.register(session, Uri.joinPath(context.extensionUri, 'docs/codes')),
    hover.register(session),
    lenses.register(session),
    marks.register(session),
    status.register(session),
    results.register(session, context),
    ...beyond(context),
  );
}
