/** The extension's entry: creates and connects its parts. */
import { l10n, type ExtensionContext } from 'vscode';
import * as agentTools from './commands/agentTools';
import * as backgroundChecks from './commands/backgroundChecks';
import * as commands from './commands/commandTable';
import { createServices } from './commands/services';
import { registerNavigation } from './registerNavigation';
import { registerTranscripts } from './registerTranscripts';
import { registerViews } from './registerViews';
import { watch } from './services/bibliographyCache';
import { complain } from './services/messages';
import { keepSettings } from './state/settings';
import * as storedFindings from './state/storedFindings';
import * as codeActions from './views/codeActions';
import * as evidence from './views/evidence';

function start(context: ExtensionContext): void {
  context.subscriptions.push(keepSettings()); // First, so that later listeners see the new settings.
  const services = createServices(context);
  const { session, repositories, bibliographies } = services;
  const stored = storedFindings.register(session, context);
  context.subscriptions.push(
    session,
    repositories,
    repositories.onDidChange(() => session.refresh()),
    watch(session, bibliographies),
    commands.register(services),
    registerViews(session, context),
    registerNavigation(session, bibliographies),
    registerTranscripts(session),
    evidence.register(session),
    codeActions.register(session, () => import('./commands/fixMenu')),
    stored,
    backgroundChecks.register(services, stored),
    agentTools.register(services),
  );
}

/** Called by the editor when a text, a command or our view needs us. */
export function activate(context: ExtensionContext): void {
  try {
    start(context);
  } catch (error) {
    // The editor does not tell the user when an extension fails to start.
    void complain(l10n.t('Citewright couldn’t start: {0}', String(error)));
    throw error;
  }
}
