/** What the commands work with. Created once, at the start. */
import type { ExtensionContext } from 'vscode';
import { createBibliographyCache } from '../services/bibliographyCache';
import { createConsent } from '../services/consent';
import type { Engine } from '../services/engine';
import { createSecrets } from '../services/secrets';
import { problems } from '../services/workspaceContext';
import { Session } from '../state/session';
import { createSuppressionFiles } from '../suppressions/suppressionWatch';

async function loadEngine(context: ExtensionContext): Promise<Engine> {
  const engine = (await import('../services/engine')).createEngine(context);
  context.subscriptions.push(engine);
  return engine;
}

export type Services = ReturnType<typeof createServices>;

export function createServices(context: ExtensionContext) {
  let engine: Promise<Engine> | undefined;
  const repositories = createSuppressionFiles();
  const bibliographies = createBibliographyCache();
  const workspaceContext = { ...bibliographies, problems, suppressions: repositories.of };
  return {
    context,
    repositories,
    bibliographies,
    session: new Session(workspaceContext, new Date().getFullYear()),
    consent: createConsent(context),
    secrets: createSecrets(context),
    /** Loads registries, judge, fetcher and workers at the first call, so that opening a document costs only a scan. */
    engine: () => (engine ??= loadEngine(context)),
  };
}
