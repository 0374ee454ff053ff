/** The commands that start a run: on a document, a selection, a citation, files, the clipboard. */
import pLimit from 'p-limit';
import { commands, env, l10n, RelativePattern, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import { inform, warn } from '../services/messages';
import { NEVER } from '../services/workspaceContext';
import { asGlob, isExcludedByUser, languageOf, openDocument, readText, TEXTS } from '../state/documents';
import { readSettings } from '../state/settings';
import type { View } from '../state/view';
import { isTrusted, waiting } from './preflight';
import { verify, type RunEnd, type RunOptions } from './runs';
import { editorOf } from './reveal';
import type { Services } from './services';
import { pointed, viewOf } from './subject';
import { overlap } from '../../core/text/lines';

/** Maximum number of files per run, so that a wrong glob doesn't read a whole disk. */
const MOST_FILES = 2_000;

/** Files of a workspace folder that match a glob, without those that the user excludes; one more than the limit if there are more. */
const filesIn = (folder: WorkspaceFolder, glob: string): Thenable<readonly Uri[]> => {
  const never = [NEVER, ...readSettings(folder.uri).scan.exclude];
  return workspace.findFiles(new RelativePattern(folder, glob), `{${never.join(',')}}`, MOST_FILES + 1);
};

/** The path in its workspace folder as a glob; empty for the folder itself. */
const globOf = ({ uri: home }: WorkspaceFolder, { path }: Uri): string =>
  asGlob(path.slice(home.path.length + 1));
const below = (start: string): string => (start === '' ? TEXTS : `${start}/${TEXTS}`);

/** Each file once, even if workspace folders are nested, up to the limit of a run, with a warning if there are more. */
function atMost(found: readonly (readonly Uri[])[]): readonly Uri[] {
  const files = [...new Map(found.flat().map((uri) => [uri.toString(), uri])).values()];
  if (files.length > MOST_FILES)
    void warn(l10n.t('Too many files match; only the first {0} are verified.', MOST_FILES));
  return files.slice(0, MOST_FILES);
}

/** The chosen files: below the folder that an argument names, else anywhere in the workspace. */
async function filesOf(argument: unknown, folders: readonly WorkspaceFolder[]) {
  const home = argument instanceof Uri ? workspace.getWorkspaceFolder(argument) : undefined;
  // A clicked folder is the answer.
  if (home && argument instanceof Uri) return atMost([await filesIn(home, below(globOf(home, argument)))]);
  const glob = await window.showInputBox({
    title: l10n.t('Verify Folder or Files'),
    prompt: l10n.t('Files to verify, as a glob pattern'),
    value: TEXTS,
  });
  if (glob === undefined) return undefined;
  return atMost(await Promise.all(folders.map((folder) => filesIn(folder, glob))));
}

/** The files selected in several rows of the explorer: files themselves, and texts below folders, without excluded ones. */
async function filesAmong(chosen: readonly Uri[]): Promise<readonly Uri[]> {
  const texts = chosen.filter((uri) => languageOf(uri) !== undefined);
  const wanted = texts.filter((uri) => !isExcludedByUser(uri, languageOf(uri) ?? ''));
  const found = chosen.map(async (uri) => {
    const home = workspace.getWorkspaceFolder(uri);
    return home && !texts.includes(uri) ? filesIn(home, below(globOf(home, uri))) : [];
  });
  if (wanted.length < texts.length)
    void warn(l10n.t('Skipped {0} of {1} files.', texts.length - wanted.length, texts.length));
  return atMost([wanted, ...(await Promise.all(found))]);
}

/** The selected rows, if there are several. */
const severalOf = (argument: unknown): readonly Uri[] | undefined =>
  Array.isArray(argument) && argument.length > 1 && argument.every((one) => one instanceof Uri)
    ? argument
    : undefined;

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
      if (document) return session.currentView(document);
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
