/** The subject of a command: the document, view or citation that its arguments or the cursor name. Arguments are never trusted. */
import { ConfigurationTarget, l10n, Uri, window, workspace, type TextDocument } from 'vscode';
import { DEFAULTS } from '../../core/defaults';
import { inform, warn } from '../services/messages';
import { isWatched, openDocument, orUndefined, refusal, type Refusal } from '../state/documents';
import { readSettings } from '../state/settings';
import type { Session } from '../state/session';
import { citationsAt, type View } from '../state/view';
import { editorOf } from './reveal';
import type { Services } from './services';

/** Undefined if the file is missing, a folder, or not text. */
const openAt = (uri: Uri) => orUndefined(workspace.openTextDocument(uri));

/** The document that an argument names; without an argument the active one, or the last active one. */
export async function documentOf(session: Session, argument?: unknown): Promise<TextDocument | undefined> {
  if (typeof argument === 'string' && argument !== '') {
    const known = session.view(argument); // From a link or a row: opened only if it is a file of an earlier run.
    return openDocument(argument) ?? (known && openAt(known.uri));
  }
  if (argument instanceof Uri) return openDocument(argument) ?? openAt(argument);
  const active = window.activeTextEditor?.document;
  if (active && isWatched(active)) return active;
  const current = session.current(); // for example behind the results or the walkthrough
  const visible = window.visibleTextEditors.map(({ document }) => document).find(isWatched);
  return (current && openDocument(current.uri)) ?? visible ?? active;
}

async function offerLanguage(document: TextDocument): Promise<void> {
  const { languageId } = document;
  const add = l10n.t('Scan This Language');
  const text = l10n.t('Documents in the language mode “{0}” aren’t scanned for citations.', languageId);
  if ((await warn(text, add)) !== add) return;
  const { languages } = readSettings(document).scan;
  const config = workspace.getConfiguration('citewright', document);
  const isOwn = config.inspect('scan.languages')?.workspaceValue !== undefined;
  const target = isOwn ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await config.update('scan.languages', [...languages, languageId], target);
}

function refuse(document: TextDocument, why: Refusal): void {
  if (why === 'language') void offerLanguage(document);
  else if (why === 'place') void warn(l10n.t('Citewright can’t check this type of document.'));
  else void warn(l10n.t('This file is excluded by the setting “citewright.scan.exclude”.'));
}

/** The view to work on; shows a message if there is none. */
export async function viewOf({ session }: Services, argument?: unknown): Promise<View | undefined> {
  const document = await documentOf(session, argument);
  if (!document) return void inform(l10n.t('Open a document first.'));
  const why = refusal(document);
  if (why !== undefined) {
    refuse(document, why);
    return undefined;
  }
  const view = session.currentView(document);
  if (!view || view.text.length > DEFAULTS.maxDocument)
    void warn(l10n.t('This document is too large. The limit is {0} characters.', DEFAULTS.maxDocument));
  else if (view.text.trim() === '') void inform(l10n.t('This document is empty.'));
  else return view;
  return undefined;
}

/** The citations at the cursor, or the one that the arguments name. */
export async function pointed(
  services: Services,
  uri: unknown,
  id: unknown,
): Promise<{ view: View; ids: readonly string[] } | undefined> {
  // A menu passes the document's URI and more; a link passes two strings. Anything else is not from us.
  const linked = typeof uri === 'string' && typeof id === 'string';
  if (!linked && uri !== undefined && !(uri instanceof Uri)) return undefined;
  const view = await viewOf(services, uri);
  if (!view) return undefined;
  if (linked) return { view, ids: view.scan.citations.filter((c) => c.id === id).map((c) => c.id) };
  const editor = editorOf(view.uri);
  if (!editor) return undefined;
  return { view, ids: citationsAt(view, editor.document.offsetAt(editor.selection.active)).map((c) => c.id) };
}
