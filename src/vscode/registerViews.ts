/** The views that need nothing but the session: the same on the desktop and in a browser. */
import { Disposable, Uri, type ExtensionContext } from 'vscode';
import type { Session } from './state/session';
import * as lenses from './views/codeLens';
import * as marks from './views/decorations';
import * as diagnostics from './views/diagnostics';
import * as hover from './views/hover';
import * as results from './views/results';
import * as sources from './views/sourcesTree';
import * as status from './views/statusBar';

/** Registers the views of a session until they are disposed of. */
export const registerViews = (session: Session, context: ExtensionContext): Disposable =>
  Disposable.from(
    diagnostics.register(session, Uri.joinPath(context.extensionUri, 'docs/codes')),
    hover.register(session),
    lenses.register(session),
    marks.register(session),
    sources.register(session),
    status.register(session),
    results.register(session, context),
  );
