/** What the commands work with. Made once, in `extension.ts`. */
import type { ExtensionContext } from 'vscode';
import type { Consent } from '../services/consent';
import type { Engine } from '../services/engine';
import type { SuppressionFiles } from '../suppressions/suppressionWatch';
import type { Secrets } from '../services/secrets';
import type { Session } from '../state/session';

export type Services = {
  readonly context: ExtensionContext;
  readonly session: Session;
  readonly consent: Consent;
  readonly secrets: Secrets;
  readonly engine: Engine;
  readonly repositories: SuppressionFiles;
};
