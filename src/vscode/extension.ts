/** The extension's entry: creates and connects its parts. */
import { commands, Disposable, EventEmitter, l10n, workspace, type ExtensionContext, type Uri } from 'vscode';
import * as agentTools from './commands/agentTools';
import * as backgroundChecks from './commands/backgroundChecks';
import * as commandTable from './commands/commandTable';
import type { Transcripts } from './commands/openTranscript';
import { createServices } from './commands/services';
import { registerNavigation } from './registerNavigation';
import { registerViews } from './registerViews';
import { watch } from './services/bibliographyCache';
import { complain } from './services/messages';
import { TRANSCRIPT_SCHEME } from './state/documents';
import type { Session } from './state/session';
import { keepSettings } from './state/settings';
import * as storedFindings from './state/storedFindings';
import * as codeActions from './views/codeActions';
import * as evidence from './views/evidence';

/** “Open as Transcript”: the command and its documents; the reader of logs is loaded with the first one. */
function registerTranscripts(session: Session): Disposable {
  const changed = new EventEmitter<Uri>();
  let loading: Promise<Transcripts> | undefined;
  const transcripts = () =>
    (loading ??= import('./commands/openTranscript').then((code) => new code.Transcripts(session, changed)));
  return Disposable.from(
    changed,
    commands.registerCommand('citewright.openTranscript', async (file?: unknown) =>
      (await transcripts()).open(file),
    ),
    workspace.registerTextDocumentContentProvider(TRANSCRIPT_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await transcripts()).provide(uri),
    }),
    new Disposable(() => void loading?.then((one) => one.dispose())),
  );
}

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
    commandTable.register(services),
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
