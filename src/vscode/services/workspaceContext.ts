/** What scans, runs and servers need from outside: folders, files of bibliographies, and whether cited files exist. */
import { FileType, RelativePattern, Uri, workspace } from 'vscode';
import type { ExtensionContext, WorkspaceFolder } from 'vscode';
import type { Problem } from '../../core/model';
import type { TextScan } from '../../core/scan/scanner';
import { currentText, orUndefined, pathOf } from '../state/documents';

/** Folders on disk; files of a virtual folder cannot be opened by path. */
export const rootsOf = () =>
  (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');

/** The cache of all windows, with the day's spending. */
export const cacheIn = ({ globalStorageUri }: Pick<ExtensionContext, 'globalStorageUri'>): string =>
  Uri.joinPath(globalStorageUri, 'cache').fsPath;

/** Folders of the workspace whose files cannot be opened by path. */
export const virtualFolders = () =>
  (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');

/** A larger file is not a bibliography. */
const MAX_BIBLIOGRAPHY = 20 * 1024 * 1024;
const MOST_BIBLIOGRAPHIES = 20;

export type Library = {
  readonly list: typeof listed;
  readonly names: typeof namesIn;
  read(uri: Uri): Promise<string | undefined>;
};

/** A bibliography as it is now. */
export const textOf = (uri: Uri) => currentText(uri, MAX_BIBLIOGRAPHY);

/** What no search for files enters, as a glob. */
export const NEVER = '**/{node_modules,.git}/**';

/** The `.bib` files of a folder of the workspace. */
export const listed = (folder: WorkspaceFolder): Thenable<readonly Uri[]> =>
  workspace.findFiles(new RelativePattern(folder, '**/*.bib'), NEVER, MOST_BIBLIOGRAPHIES);

/** The names of the files in a folder. */
export const namesIn = async (folder: Uri): Promise<readonly string[]> =>
  ((await orUndefined(workspace.fs.readDirectory(folder))) ?? []).flatMap(([name, type]) =>
    type === FileType.File ? name : [],
  );

/** Problems of the files that a text cites and links to, in trusted workspaces. */
export async function problems(uri: Uri, scan: TextScan, signal: AbortSignal): Promise<readonly Problem[]> {
  if (!workspace.isTrusted || !workspace.workspaceFolders?.length) return [];
  // Broken links that VS Code's own Markdown validation reports aren't reported twice.
  const isValidated = workspace.getConfiguration('markdown', uri).get<boolean>('validate.enabled') === true;
  const links = isValidated ? [] : scan.links;
  if (links.length === 0 && !scan.citations.some(({ target }) => target.kind === 'file')) return [];
  const roots = rootsOf().map(({ fsPath }) => fsPath);
  const { citedFileProblems } = await import('./citedFiles');
  return citedFileProblems(pathOf(uri), { ...scan, links }, roots, virtualFolders(), signal);
}
