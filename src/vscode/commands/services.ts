/** What the commands work with. Created once, at the start. */
import type { ExtensionContext } from 'vscode';
import { createBibliographyCache } from '../services/bibliographyCache';
import { createConsent } from '../services/consent';
import { createEngine } from '../services/lazyEngine';
import { createSecrets } from '../services/secrets';
import { problems } from '../services/workspaceContext';
import { Session } from '../state/session';
import { createSuppressionFiles } from '../suppressions/suppressionWatch';

export type Services = ReturnType<typeof createServices>;

export function createServices(context: ExtensionContext) {
  const repositories = createSuppressionFiles();
  const bibliographies = createBibliographyCache();
  const workspaceContext = { ...bibliographies, problems, suppressions: repositories.of.bind(repositories) };
  return {
    context,
    repositories,
    bibliographies,
    session: new Session(workspaceContext, new Date().getFullYear()),
    consent: createConsent(context),
    secrets: createSecrets(context),
    engine: createEngine(context),
  };
}
