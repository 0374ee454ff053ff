/** What a scan needs from outside its text: the bibliographies that its keys stand in, and whether the files it cites are there. */
import { RelativePattern, Uri, workspace } from 'vscode';
import type { Scan, ScanContext } from '../core/extract';
import type { Problem } from '../core/model';
import { readText } from './documents';

/** A bibliography larger than this is not one. */
const MAX_BIBLIOGRAPHY = 20 * 1024 * 1024;
const MOST_BIBLIOGRAPHIES = 20;

/** Folders on disk; a virtual folder has no files that could be opened as such. */
export const rootsOf = () =>
  (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');

/** Where a bibliography that a text names may stand: beside the text, or under a folder of the workspace; never outside. */
function placesOf(uri: Uri, name: string): Uri[] {
  const folder = workspace.getWorkspaceFolder(uri);
  if (!folder || /^[\\/~]|^[a-z]+:/i.test(name)) return [];
  return [Uri.joinPath(uri, '..', name), Uri.joinPath(folder.uri, name)].filter(
    (place) => workspace.getWorkspaceFolder(place)?.uri.toString() === folder.uri.toString(),
  );
}

async function firstText(places: readonly Uri[]): Promise<string | undefined> {
  for (const place of places) {
    const text = await readText(place, MAX_BIBLIOGRAPHY);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The bibliographies that a text names; when it names none and uses cite keys, the `.bib` files of its folder of the workspace. */
export async function bibliographies(uri: Uri, scan: Scan): Promise<ScanContext['bibliographies']> {
  const named = await Promise.all(
    scan.bibliographies.map(async (path) => ({ path, text: await firstText(placesOf(uri, path)) })),
  );
  const found = named.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  if (scan.bibliographies.length > 0) return found.length > 0 ? found : undefined;
  const folder = workspace.getWorkspaceFolder(uri);
  if (!folder || !scan.citations.some(({ style }) => style === 'cite-key')) return undefined;
  const files = await workspace.findFiles(
    new RelativePattern(folder, '**/*.bib'),
    '**/{node_modules,.git}/**',
    MOST_BIBLIOGRAPHIES,
  );
  const texts = await Promise.all(
    files.map(async (file) => ({
      path: workspace.asRelativePath(file, false),
      text: await readText(file, MAX_BIBLIOGRAPHY),
    })),
  );
  const all = texts.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
  return all.length > 0 ? all : undefined;
}

/** Problems of the files that a text cites; in folders on disk, in trusted workspaces. */
export async function problems(_uri: Uri, scan: Scan, signal: AbortSignal): Promise<readonly Problem[]> {
  const roots = rootsOf();
  const cited = scan.citations.filter(({ target }) => target.kind === 'file');
  if (!workspace.isTrusted || roots.length === 0 || cited.length === 0) return [];
  const { placeProblems, createWorkspace } = await import('./works');
  const files = createWorkspace({ roots: roots.map(({ fsPath }) => fsPath), trusted: true });
  return placeProblems(cited, files, signal);
}
