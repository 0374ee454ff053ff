/** The editor's entry: makes the parts and joins them. */
import { l10n, type ExtensionContext } from 'vscode';
import * as agentTools from './commands/agentTools';
import * as background from './commands/backgroundChecks';
import * as bulb from './views/codeActions';
import * as commands from './commands/commandTable';
import { createConsent } from './services/consent';
import type { Services } from './commands/services';
import { createEngine } from './services/lazyEngine';
import * as evidence from './views/evidence';
import * as mcpProvider from './services/mcpProvider';
import * as memory from './state/storedFindings';
import { complain } from './services/messages';
import { createSuppressionFiles } from './suppressions/suppressionWatch';
import { registerNavigation } from './registerNavigation';
import { registerTranscripts } from './registerTranscripts';
import { registerViews } from './registerViews';
import { createSecrets } from './services/secrets';
import { Session } from './state/session';
import { keepSettings } from './state/settings';
import { createBibliographyCache, watch } from './services/bibliographyCache';
import { problems } from './services/workspaceContext';

function start(context: ExtensionContext): void {
  context.subscriptions.push(keepSettings()); // first, so that later listeners see the new settings
  const engine = createEngine(context);
  const repositories = createSuppressionFiles();
  const shelf = createBibliographyCache();
  const suppressions = repositories.of.bind(repositories);
  const session = new Session({ ...shelf, problems, suppressions }, new Date().getFullYear());
  const [consent, secrets] = [createConsent(context), createSecrets(context)];
  const services: Services = { context, session, consent, secrets, engine, repositories };
  const kept = memory.register(session, context);
  context.subscriptions.push(
    session,
    engine,
    repositories,
    repositories.onDidChange(() => session.refresh()),
    watch(session, shelf),
    commands.register(services),
    registerViews(session, context),
    registerNavigation(session, async () => {
      const { keyEntries, keySpan } = await import('./services/bibliographyEntries');
      return { entries: ({ uri, scan }) => keyEntries(uri, scan), spanOf: keySpan };
    }),
    evidence.register(session),
    bulb.register(session, {
      actionsFor: async (...at) => (await import('./commands/fixMenu')).actionsFor(...at),
      fixAll: async (...at) => (await import('./commands/fixMenu')).fixAll(...at),
    }),
    kept,
    background.register(services, kept),
    agentTools.register(services),
    mcpProvider.register(services),
    registerTranscripts(session),
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
