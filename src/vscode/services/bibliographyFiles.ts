/** Finds and reads the bibliographies of a text, and their entries with their places. Loaded with the first text that needs one. */
import { Uri, workspace } from 'vscode';
import { entryIn } from '../../core/extract';
import { readBibliographies } from '../../core/extract/references/bibliography';
import type { Citation, Span, Work } from '../../core/model';
import { findBibliographies } from '../../core/scan/bibliographySearch';
import { wantedBy, type Cited } from '../../core/scan/scanner';
import { baseName, fileOf, homeOf } from '../state/documents';
import type { KeyEntry } from '../state/reference';
import { listed, namesIn, textOf, type Library } from './workspaceContext';

/** The folder of a text and those above it, up to the workspace's. */
function foldersOf(uri: Uri, top: Uri): readonly Uri[] {
  const folders: Uri[] = [];
  for (let at = Uri.joinPath(fileOf(uri), '..'); ; at = Uri.joinPath(at, '..')) {
    folders.push(at);
    if (at.path.length <= top.path.length) return folders;
  }
}

const UNCACHED: Library = { list: listed, names: namesIn, read: textOf };

/** The bibliographies of a text; `places` is filled with the location of each file read. */
async function search(uri: Uri, scan: Cited, library: Library, places: Map<string, Uri>) {
  const home = homeOf(uri);
  const folders = home ? foldersOf(uri, home.uri) : [];
  const read = async (file: Uri, path: string): Promise<string | undefined> => {
    const text = await library.read(file);
    if (text !== undefined) places.set(path, file);
    return text;
  };
  return findBibliographies(wantedBy(scan), {
    folders,
    home: home && { name: baseName(fileOf(uri)), near: folders.slice(0, 2) },
    names: (folder) => library.names(folder),
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

/** The bibliographies of a text, with their locations; unreadable ones are left out. */
export async function bibliographyFiles(uri: Uri, scan: Cited, library = UNCACHED) {
  const places = new Map<string, Uri>();
  const found = await search(uri, scan, library, places);
  return found.flatMap((file) => {
    const place = places.get(file.path);
    return place ? [{ ...file, uri: place }] : [];
  });
}

/** The same in the form that a scan accepts. */
export async function bibliographies(uri: Uri, scan: Cited, library = UNCACHED) {
  const found = await search(uri, scan, library, new Map());
  return found.length > 0 ? found : undefined;
}

const read = new Map<string, { readonly text: string; readonly works: ReadonlyMap<string, Work> }>();

function worksOf(uri: Uri, path: string, text: string): ReadonlyMap<string, Work> {
  const known = read.get(uri.toString());
  if (known?.text === text) return known.works;
  const works = readBibliographies(text, path);
  read.set(uri.toString(), { text, works });
  return works;
}

/** Every entry of the bibliographies for the keys of a text. */
export async function keyEntries(uri: Uri, scan: Cited, library?: Library): Promise<readonly KeyEntry[]> {
  const files = await bibliographyFiles(uri, scan, library);
  return files.flatMap(({ uri: file, path, text, isList }) =>
    isList ? [] : Array.from(worksOf(file, path, text), ([key, work]) => ({ key, work, uri: file, text })),
  );
}

/** The reference of a citation in a list next to its text. */
export async function listedEntry(uri: Uri, scan: Cited, { target }: Citation) {
  for (const file of await bibliographyFiles(uri, scan)) {
    const span = file.isList && entryIn(file, target);
    if (span) return { ...file, span };
  }
  return undefined;
}

/** Where an entry's key is in its file: after `@type{` in BibTeX, after `id` elsewhere. */
export function keySpan({ key, text }: Pick<KeyEntry, 'key' | 'text'>): Span | undefined {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const before = text.slice(Math.max(0, at - 40), at);
    const after = text.charAt(at + key.length);
    const isBibtex = /@\w{2,30}\s{0,9}[{(]\s{0,9}$/.test(before) && /[,\s})]/.test(after);
    const isId = /(?:^|[\s,{[])["']?id["']?\s{0,9}:\s{0,9}["']?$/m.test(before) && !/[\w:.-]/.test(after);
    if (isBibtex || isId) return { start: at, end: at + key.length };
  }
  return undefined;
}
