/** What the commands work with. Made once, in `extension.ts`. */
import type { ExtensionContext } from 'vscode';
import type { Consent } from './consent';
import type { Engine } from './engine';
import type { Repositories } from './repository';
import type { Secrets } from './secrets';
import type { Session } from './session';

export type Desk = {
  readonly context: ExtensionContext;
  readonly session: Session;
  readonly consent: Consent;
  readonly secrets: Secrets;
  readonly engine: Engine;
  readonly repositories: Repositories;
};
