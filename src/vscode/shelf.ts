/**
 * What texts lean on beside themselves: bibliographies, kept while they stay as they are, since a text is scanned after each pause and a
 * library changes seldom; and a watch over them and over cited files, so that no problem outlives its cause.
 */
import type { Uri } from 'vscode';
import { Disposable, workspace } from 'vscode';
import type { Scan } from '../core/extract';
import { openDocument } from './documents';
import type { Session } from './session';
import { bibliographies, listed, textOf, type Library, type Surroundings } from './surroundings';

export type Shelf = Library & {
  readonly bibliographies: Surroundings['bibliographies'];
  /** Was this address read, or looked for, as a bibliography? */
  isUsed(uri: Uri): boolean;
  /** Looks for bibliographies anew. */
  forgetLists(): void;
};

type Kept = { readonly mtime: number; readonly size: number; readonly text: string };

/**
 * Bibliographies as they are at the time of each question; files that have not changed are not read again. A search for them that failed
 * gives none this time and is made again the next.
 */
export function createShelf(search = listed): Shelf {
  const kept = new Map<string, Kept | undefined>();
  const lists = new Map<string, ReturnType<Library['list']>>();
  const shelf: Library = {
    list(folder) {
      const key = folder.uri.toString();
      const old = lists.get(key);
      if (old) return old;
      const list = search(folder).then(undefined, () => {
        if (lists.get(key) === list) lists.delete(key);
        return [];
      });
      lists.set(key, list);
      return list;
    },
    async read(uri) {
      const key = uri.toString();
      const old = kept.get(key);
      if (!kept.has(key)) kept.set(key, undefined);
      if (openDocument(uri)?.isDirty === true) return textOf(uri);
      const stat = await workspace.fs.stat(uri).then(
        (found) => found,
        () => undefined,
      );
      if (stat && old?.mtime === stat.mtime && old.size === stat.size) return old.text;
      const text = stat && (await textOf(uri));
      kept.set(key, stat && text !== undefined ? { mtime: stat.mtime, size: stat.size, text } : undefined);
      return text;
    },
  };
  return {
    ...shelf,
    bibliographies: (uri, scan) => bibliographies(uri, scan, shelf),
    isUsed: (uri) => kept.has(uri.toString()),
    forgetLists: () => lists.clear(),
  };
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/** Could this be a folder? Asked of what has come or gone; what git writes for itself is none that a text cites. */
const mayBeFolder = ({ path }: Uri) => !nameIn(path).includes('.') && !path.includes('/.git/');
const isLibrary = (uri: Uri) => uri.path.toLowerCase().endsWith('.bib');

/** Changes are looked at together, this long after the first: not after the last, which in a storm of them never comes. */
const GATHER_MS = 300;

/**
 * Has the session look around anew, for the texts that lean on a file that comes, changes or goes, saved or not. A folder comes and goes
 * as one: the editor need not tell of the files in it, and a text may cite one of them by its name alone.
 */
export function watch(session: Session, shelf: Shelf): Disposable {
  const touched = new Map<string, Uri>();
  let folders = false;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    timer = undefined;
    const uris = [...touched.values()];
    const anyFile = folders;
    touched.clear();
    folders = false;
    const library = anyFile || uris.some((uri) => isLibrary(uri) || shelf.isUsed(uri));
    if (library) shelf.forgetLists();
    const names = new Set(uris.map(({ path }) => nameIn(path)));
    const leans = ({ citations, bibliographies: named }: Scan) =>
      (library && (named.length > 0 || citations.some(({ style }) => style === 'cite-key'))) ||
      citations.some(
        ({ target }) =>
          target.kind === 'file' && (anyFile || target.path.split('/').some((name) => names.has(name))),
      );
    session.lookAgain(leans);
  };
  const note = (uri: Uri) => {
    touched.set(uri.toString(), uri);
    timer ??= setTimeout(look, GATHER_MS);
  };
  const cameOrWent = (uri: Uri) => {
    folders ||= mayBeFolder(uri);
    note(uri);
  };
  const watcher = workspace.createFileSystemWatcher('**/*');
  return Disposable.from(
    watcher,
    watcher.onDidCreate(cameOrWent),
    watcher.onDidChange(note),
    watcher.onDidDelete(cameOrWent),
    workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (shelf.isUsed(uri)) note(uri);
    }),
    new Disposable(() => clearTimeout(timer)),
  );
}
