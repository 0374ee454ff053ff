/** The files of “Verify Folder or Files”: by a glob, by a row of the explorer, or by several rows. */
import { l10n, RelativePattern, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import { warn } from '../services/messages';
import { NEVER } from '../services/workspaceContext';
import { asGlob, isExcludedByUser, languageOf, TEXTS } from '../state/documents';
import { readSettings } from '../state/settings';

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
export async function filesOf(
  argument: unknown,
  folders: readonly WorkspaceFolder[],
): Promise<readonly Uri[] | undefined> {
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
export async function filesAmong(chosen: readonly Uri[]): Promise<readonly Uri[]> {
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
export const severalOf = (argument: unknown): readonly Uri[] | undefined =>
  Array.isArray(argument) && argument.length > 1 && argument.every((one) => one instanceof Uri)
    ? argument
    : undefined;
