/** The editor's entry: makes the parts and joins them. */
import { l10n, Uri, workspace, type ExtensionContext } from 'vscode';
import * as agentTools from './commands/agentTools';
import * as background from './commands/backgroundChecks';
import * as bulb from './views/codeActions';
import * as commands from './commands/commandTable';
import { createConsent } from './services/consent';
import type { Services } from './commands/services';
import * as diagnostics from './views/diagnostics';
import { createEngine } from './services/lazyEngine';
import * as evidence from './views/evidence';
import * as hover from './views/hover';
import * as lenses from './views/codeLens';
import * as marks from './views/decorations';
import * as mcpProvider from './services/mcpProvider';
import * as memory from './state/storedFindings';
import { complain } from './services/messages';
import { createSuppressionFiles } from './suppressions/suppressionWatch';
import * as results from './views/results';
import { createSecrets } from './services/secrets';
import { Session } from './state/session';
import { keepSettings } from './state/settings';
import { createBibliographyCache, watch } from './services/bibliographyCache';
import * as sources from './views/sourcesTree';
import * as status from './views/statusBar';
import type { WorkspaceContext } from './state/documentState';
import { problems } from './services/workspaceContext';
import * as transcripts from './commands/openTranscript';

function start(context: ExtensionContext): void {
  context.subscriptions.push(keepSettings()); // first: who listens to changes reads what holds after them
  const consent = createConsent(context);
  const secrets = createSecrets(context);
  const engine = createEngine(context);
  const repositories = createSuppressionFiles();
  const shelf = createBibliographyCache();
  const around: WorkspaceContext = {
    bibliographies: shelf.bibliographies,
    problems,
    suppressions: (uri) => repositories.of(uri),
  };
  const session = new Session(around, new Date().getFullYear());
  const desk: Services = { context, session, consent, secrets, engine, repositories };
  const kept = memory.register(session, context);
  context.subscriptions.push(
    session,
    engine,
    repositories,
    repositories.onDidChange(() => session.refresh()),
    watch(session, shelf),
    commands.register(desk),
    diagnostics.register(session, Uri.joinPath(context.extensionUri, 'docs/codes')),
    hover.register(session),
    lenses.register(session),
    marks.register(session),
    evidence.register(session),
    bulb.register(session, async (...at) => (await import('./commands/quickFixes')).actionsFor(...at)),
    sources.register(session),
    status.register(session),
    results.register(session, context),
    kept,
    background.register(desk, kept),
    agentTools.register(desk),
    mcpProvider.register(desk),
    transcripts.register(session),
    workspace.onDidGrantWorkspaceTrust(() => session.rescan()),
    workspace.onDidChangeWorkspaceFolders(() => session.rescan()),
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
