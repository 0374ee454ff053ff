/** What a scan needs from outside its text: the bibliographies that its keys stand in, and whether the files it cites are there. */
import { RelativePattern, Uri, workspace, type WorkspaceFolder } from 'vscode';
import type { Scan, ScanContext } from '../../core/extract';
import type { Problem } from '../../core/model';
import type { TextScan } from '../../core/scanner';
import { fileOf, homeOf, openDocument, pathOf, readText } from '../state/documents';
import type { Folder } from './virtualFiles';

/** A bibliography larger than this is not one. */
const MAX_BIBLIOGRAPHY = 20 * 1024 * 1024;
const MOST_BIBLIOGRAPHIES = 20;

/** Folders on disk; a virtual folder has no files that could be opened as such. */
export const rootsOf = () =>
  (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');

const orNothing = <T>(value: Thenable<T>): Promise<T | undefined> =>
  Promise.resolve(value).catch(() => undefined);

/** A folder through the editor's file system, whatever serves it. */
export const folderAt = ({ uri, name }: { readonly uri: Uri; readonly name: string }): Folder => ({
  name,
  stat: (path) => orNothing(workspace.fs.stat(Uri.joinPath(uri, path))),
  list: async (path) => (await orNothing(workspace.fs.readDirectory(Uri.joinPath(uri, path)))) ?? [],
  read: (path) => orNothing(workspace.fs.readFile(Uri.joinPath(uri, path))),
});

/** Folders of the workspace whose files cannot be opened by path. */
export const virtualFolders = (): readonly Folder[] =>
  (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file').map(folderAt);

/** Where a bibliography that a text names may stand: beside the text, or under a folder of the workspace; never outside. */
function placesOf(uri: Uri, name: string): Uri[] {
  const folder = homeOf(uri);
  if (!folder || /^[\\/~]|^[a-z]+:/i.test(name)) return [];
  return [Uri.joinPath(fileOf(uri), '..', name), Uri.joinPath(folder.uri, name)].filter(
    (place) => workspace.getWorkspaceFolder(place)?.uri.toString() === folder.uri.toString(),
  );
}

/** A bibliography with its place. */
export type Bibliography = { readonly uri: Uri; readonly path: string; readonly text: string };

/** How bibliographies are found and read. */
export type Library = {
  readonly list: typeof listed;
  read(uri: Uri): Promise<string | undefined>;
};

/** A bibliography as it is in the editor when somebody is changing it there, else on disk. */
export async function textOf(uri: Uri): Promise<string | undefined> {
  const document = openDocument(uri);
  return document?.isDirty === true ? document.getText() : readText(uri, MAX_BIBLIOGRAPHY);
}

/** The `.bib` files of a folder of the workspace. */
export const listed = (folder: WorkspaceFolder): Thenable<readonly Uri[]> =>
  workspace.findFiles(
    new RelativePattern(folder, '**/*.bib'),
    '**/{node_modules,.git}/**',
    MOST_BIBLIOGRAPHIES,
  );

const UNCACHED: Library = { list: listed, read: textOf };

async function firstOf(
  path: string,
  places: readonly Uri[],
  library: Library,
): Promise<Bibliography | undefined> {
  for (const uri of places) {
    const text = await library.read(uri);
    if (text !== undefined) return { uri, path, text };
  }
  return undefined;
}

const isThere = <T>(x: T | undefined): x is T => x !== undefined;

/** The bibliographies that a text names; when it names none and uses cite keys, the `.bib` files of its folder of the workspace. */
export async function bibliographyFiles(
  uri: Uri,
  scan: Pick<Scan, 'bibliographies' | 'citations'>,
  library: Library = UNCACHED,
): Promise<readonly Bibliography[]> {
  if (scan.bibliographies.length > 0) {
    const named = scan.bibliographies.map((path) => firstOf(path, placesOf(uri, path), library));
    return (await Promise.all(named)).filter(isThere);
  }
  const folder = homeOf(uri);
  if (!folder || !scan.citations.some(({ style }) => style === 'cite-key')) return [];
  const read = (await library.list(folder)).map((file) =>
    firstOf(workspace.asRelativePath(file, false), [file], library),
  );
  return (await Promise.all(read)).filter(isThere);
}

/** The same as a scan wants them. */
export async function bibliographies(
  uri: Uri,
  scan: Scan,
  library?: Library,
): Promise<ScanContext['bibliographies']> {
  const found = await bibliographyFiles(uri, scan, library);
  return found.length > 0 ? found.map(({ path, text }) => ({ path, text })) : undefined;
}

/** Problems of the files that a text cites, in trusted workspaces. */
export async function problems(uri: Uri, scan: TextScan, signal: AbortSignal): Promise<readonly Problem[]> {
  if (!workspace.isTrusted || !workspace.workspaceFolders?.length) return [];
  if (!scan.citations.some(({ target }) => target.kind === 'file')) return [];
  const roots = rootsOf().map(({ fsPath }) => fsPath);
  return (await import('./citedFiles')).citedFileProblems(pathOf(uri), scan, roots, virtualFolders(), signal);
}
