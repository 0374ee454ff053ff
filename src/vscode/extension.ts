/** The editor's entry: makes the parts and joins them. */
import { l10n, Uri, workspace, type ExtensionContext } from 'vscode';
import * as agentTools from './agentTools';
import * as background from './background';
import * as bulb from './bulb';
import * as commands from './commands';
import { createConsent } from './consent';
import type { Desk } from './desk';
import * as diagnostics from './diagnostics';
import { createEngine } from './engine';
import * as evidence from './evidence';
import * as hover from './hover';
import * as lenses from './lenses';
import * as marks from './marks';
import * as mcpProvider from './mcpProvider';
import * as memory from './memory';
import { complain } from './messages';
import { createRepositories } from './repository';
import * as results from './results';
import { createSecrets } from './secrets';
import { Session } from './session';
import { keepSettings } from './settings';
import { createShelf, watch } from './shelf';
import * as sources from './sources';
import * as status from './status';
import { problems, type Surroundings } from './surroundings';
import * as transcripts from './transcripts';

function start(context: ExtensionContext): void {
  context.subscriptions.push(keepSettings()); // first: who listens to changes reads what holds after them
  const consent = createConsent(context);
  const secrets = createSecrets(context);
  const engine = createEngine(context);
  const repositories = createRepositories();
  const shelf = createShelf();
  const around: Surroundings = {
    bibliographies: shelf.bibliographies,
    problems,
    aside: (uri) => repositories.of(uri),
  };
  const session = new Session(around, new Date().getFullYear());
  const desk: Desk = { context, session, consent, secrets, engine, repositories };
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
    bulb.register(session),
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
    void complain(l10n.t('Citewright could not start: {0}', String(error)));
    throw error;
  }
}
