/** What a scan needs from outside its text: bibliographies, and whether cited files exist. */
import { RelativePattern, Uri, workspace, type WorkspaceFolder } from 'vscode';
import { findBibliographies, wantedBy } from '../../core/scan/bibliographySearch';
import type { Scan } from '../../core/extract';
import type { Problem } from '../../core/model';
import type { TextScan } from '../../core/scan/scanner';
import { currentText, fileOf, homeOf, orUndefined, pathOf } from '../state/documents';
import type { Folder } from './virtualFiles';

/** A larger file is not a bibliography. */
const MAX_BIBLIOGRAPHY = 20 * 1024 * 1024;
const MOST_BIBLIOGRAPHIES = 20;

/** Folders on disk; files of a virtual folder cannot be opened by path. */
export const rootsOf = () =>
  (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');

/** A folder through the editor's file system, local or virtual. */
export const folderAt = ({ uri, name }: { readonly uri: Uri; readonly name: string }): Folder => ({
  name,
  stat: (path) => orUndefined(workspace.fs.stat(Uri.joinPath(uri, path))),
  list: async (path) => (await orUndefined(workspace.fs.readDirectory(Uri.joinPath(uri, path)))) ?? [],
  read: (path) => orUndefined(workspace.fs.readFile(Uri.joinPath(uri, path))),
});

/** Folders of the workspace whose files cannot be opened by path. */
export const virtualFolders = (): readonly Folder[] =>
  (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file').map(folderAt);

/** The folder of a text and those above it, up to the workspace's. */
function foldersOf(uri: Uri, top: Uri): readonly Uri[] {
  const folders: Uri[] = [];
  for (let at = Uri.joinPath(fileOf(uri), '..'); ; at = Uri.joinPath(at, '..')) {
    folders.push(at);
    if (at.path.length <= top.path.length) return folders;
  }
}

/** How bibliographies are found and read. */
export type Library = {
  readonly list: typeof listed;
  read(uri: Uri): Promise<string | undefined>;
};

/** A bibliography as it is now. */
export const textOf = (uri: Uri) => currentText(uri, MAX_BIBLIOGRAPHY);

/** The `.bib` files of a folder of the workspace. */
export const listed = (folder: WorkspaceFolder): Thenable<readonly Uri[]> =>
  workspace.findFiles(
    new RelativePattern(folder, '**/*.bib'),
    '**/{node_modules,.git}/**',
    MOST_BIBLIOGRAPHIES,
  );

const UNCACHED: Library = { list: listed, read: textOf };

type Named = Pick<Scan, 'bibliographies' | 'references' | 'citations' | 'pages'>;

/** The bibliographies with the cite keys of a text; `places` is filled with the location of each file read. */
async function search(uri: Uri, scan: Named, library: Library, places: Map<string, Uri>) {
  const home = homeOf(uri);
  const read = async (file: Uri, path: string): Promise<string | undefined> => {
    const text = await library.read(file);
    if (text !== undefined) places.set(path, file);
    return text;
  };
  return findBibliographies(wantedBy(scan), {
    folders: home ? foldersOf(uri, home.uri) : [],
    read: async (folder, name) => {
      const file = Uri.joinPath(folder, name);
      const isInside = workspace.getWorkspaceFolder(file)?.uri.toString() === home?.uri.toString();
      return /^[\\/~]|^[a-z]+:/i.test(name) || !isInside ? undefined : read(file, name);
    },
    list: async () => {
      const listing = home ? await library.list(home) : [];
      const files = listing.map(async (file) => {
        const path = workspace.asRelativePath(file, false);
        return { path, text: await read(file, path) };
      });
      return (await Promise.all(files)).flatMap(({ path, text }) =>
        text === undefined ? [] : [{ path, text }],
      );
    },
  });
}

/** The bibliographies that explain the cite keys of a text, with their locations; unreadable ones are left out. */
export async function bibliographyFiles(uri: Uri, scan: Named) {
  const places = new Map<string, Uri>();
  const found = await search(uri, scan, UNCACHED, places);
  return found.flatMap(({ path, text }) => {
    const place = places.get(path);
    return place ? [{ path, text, uri: place }] : [];
  });
}

/** The same in the form that a scan accepts. */
export async function bibliographies(uri: Uri, scan: Scan, library = UNCACHED) {
  const found = await search(uri, scan, library, new Map());
  return found.length > 0 ? found : undefined;
}

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
