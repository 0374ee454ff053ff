/** The commands that start a run: on a document, a selection, a citation, files, the clipboard. */
import pLimit from 'p-limit';
import { commands, env, l10n, Uri, window, workspace } from 'vscode';
import { inform, warn } from '../services/messages';
import { waiting } from '../services/progress';
import { languageOf, openDocument, readText } from '../state/documents';
import type { View } from '../state/view';
import { filesAmong, filesOf, severalOf } from './pickFiles';
import { isTrusted } from './preflight';
import { verify, type RunEnd, type RunOptions } from './runs';
import { editorOf } from './reveal';
import type { Services } from './services';
import { pointed, viewOf } from './subject';
import { overlap } from '../../core/text/lines';

const NOTHING: RunEnd = { state: 'nothing' };
/** How many files are read at once: the files of a workspace may be on another machine. */
const READS = 16;

async function verifyWhole(services: Services, argument: unknown, options: RunOptions = {}): Promise<RunEnd> {
  const view = await viewOf(services, argument);
  return view ? verify(services, [{ view }], options) : NOTHING;
}

export const verifyDocument = (services: Services, uri?: unknown): Promise<RunEnd> =>
  verifyWhole(services, uri);

export const checkLinks = (services: Services, uri?: unknown): Promise<RunEnd> =>
  verifyWhole(services, uri, { linksOnly: true });

export async function verifySelection(services: Services): Promise<RunEnd> {
  const view = await viewOf(services);
  const editor = view && editorOf(view.uri);
  if (!editor) return NOTHING;
  const { document } = editor;
  const chosen = editor.selections.map((s) => ({
    start: document.offsetAt(s.start),
    end: document.offsetAt(s.end),
  }));
  const touched = view.scan.citations.filter((c) =>
    chosen.some((span) => overlap(span, c.claim.span) || overlap(span, c.marker)),
  );
  return verify(services, [{ view, only: new Set(touched.map(({ id }) => id)) }]);
}

export async function verifyCitation(services: Services, uri: unknown, id: unknown): Promise<RunEnd> {
  const at = await pointed(services, uri, id);
  return at ? verify(services, [{ view: at.view, only: new Set(at.ids) }]) : NOTHING;
}

/** The citations of a document that share a source in the tree of sources. */
export async function verifyCitations(services: Services, uri: unknown, ids: unknown): Promise<RunEnd> {
  if (typeof uri !== 'string' || !Array.isArray(ids)) return NOTHING;
  const view = await viewOf(services, uri);
  const named = new Set(ids.filter((id) => typeof id === 'string'));
  return view ? verify(services, [{ view, only: named }]) : NOTHING;
}

/** The views of files, open or not. Leaves out unreadable ones, with a warning. Undefined if the user cancels. */
async function viewsOf({ session }: Services, uris: readonly Uri[]): Promise<readonly View[] | undefined> {
  const fresh = uris.filter((uri) => !session.view(uri));
  const found = await waiting(l10n.t('Reading files'), (signal) =>
    pLimit(READS).map(uris, async (uri) => {
      const document = openDocument(uri);
      if (document) return session.look(document);
      const text = signal.aborted ? undefined : await readText(uri);
      return text === undefined ? undefined : session.adopt(uri, text, languageOf(uri) ?? 'markdown');
    }),
  );
  if (!found) {
    for (const uri of fresh) if (!openDocument(uri)) session.forget(uri);
    return undefined;
  }
  const views = found.filter((view) => view !== undefined);
  if (views.length < uris.length)
    void warn(l10n.t('Skipped {0} of {1} files.', uris.length - views.length, uris.length));
  return views;
}

/** Verifies many files in one run. Reports files that can't be read as text. The explorer passes the clicked row and the selected ones. */
export async function verifyWorkspace(
  services: Services,
  argument: unknown,
  selected?: unknown,
): Promise<RunEnd> {
  if (!workspace.workspaceFolders) {
    void inform(l10n.t('Open a folder first.'));
    return NOTHING;
  }
  if (!isTrusted()) return { state: 'untrusted' };
  const several = severalOf(selected);
  const isFile = !several && argument instanceof Uri && languageOf(argument) !== undefined;
  const files = isFile
    ? []
    : await (several ? filesAmong(several) : filesOf(argument, workspace.workspaceFolders));
  if (!files) return NOTHING; // the question was dismissed
  const views = isFile ? [(await viewOf(services, argument)) ?? []].flat() : await viewsOf(services, files);
  if (!views || (isFile && views.length === 0)) return NOTHING; // cancelled, or a message was shown
  for (const { uri } of views) services.session.keep(uri);
  const outcome = await verify(
    services,
    views.map((view) => ({ view })),
  );
  if (outcome.state === 'done') await commands.executeCommand('citewright.showResults');
  return outcome;
}

export async function verifyClipboard(services: Services): Promise<RunEnd> {
  const content = await env.clipboard.readText();
  if (content.trim() === '') {
    void inform(l10n.t('The clipboard has no text.'));
    return NOTHING;
  }
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document);
  return verifyWhole(services, document.uri);
}
