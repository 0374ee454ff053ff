/** Bibliographies, cached while unchanged, and a watcher for them and for cited files, so that problems disappear with their cause. */
import { Disposable, FileType, workspace, type Uri } from 'vscode';
import type { Scan } from '../../core/extract';
import { namesListFile } from '../../core/extract/references/listHeadings';
import { wantedBy, wantsAny } from '../../core/scan/scanner';
import { baseName, openDocument, orUndefined } from '../state/documents';
import { throttled } from '../state/throttle';
import type { Session } from '../state/session';
import { getOrMake } from '../../core/text/maps';
import { listed, namesIn, textOf, type Library } from './workspaceContext';

export type BibliographyCache = ReturnType<typeof createBibliographyCache>;

type Kept = { readonly mtime: number; readonly size: number; readonly text: string };

/** Reads bibliographies again only if they have changed. A failed search finds none, and is repeated the next time. */
export function createBibliographyCache(search = listed) {
  const kept = new Map<string, Kept | undefined>();
  const lists = new Map<string, ReturnType<Library['list']>>();
  const names = new Map<string, ReturnType<Library['names']>>();
  const library: Library = {
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
    names: (folder) => getOrMake(names, folder.toString(), () => namesIn(folder)),
    async read(uri) {
      const key = uri.toString();
      const old = kept.get(key);
      if (!kept.has(key)) kept.set(key, undefined);
      if (openDocument(uri)?.isDirty === true) return textOf(uri);
      const stat = await orUndefined(workspace.fs.stat(uri));
      if (stat && old?.mtime === stat.mtime && old.size === stat.size) return old.text;
      const text = stat && (await textOf(uri));
      kept.set(key, stat && text !== undefined ? { mtime: stat.mtime, size: stat.size, text } : undefined);
      return text;
    },
  };
  return {
    ...library,
    async bibliographies(uri: Uri, scan: Scan) {
      if (!wantsAny(wantedBy(scan))) return undefined;
      const { bibliographies } = await import('./bibliographyFiles');
      return bibliographies(uri, scan, library);
    },
    /** Whether a URI was read, or searched for, as a bibliography. */
    isUsed: (uri: Uri) => kept.has(uri.toString()),
    isUsedBelow: (uri: Uri) => [...kept.keys()].some((address) => address.startsWith(`${uri.toString()}/`)),
    forgetLists() {
      lists.clear();
      names.clear();
    },
  };
}

/** Files that git writes for itself, which no text cites. */
const isOfGit = ({ path }: Uri) => path.includes('/.git/');
/** A usual file extension: `a.md`, `b.mp4`, but not `refs.v2`, `pkg-1.2` or `.github`. */
const ENDING = /[^/]\.(?!v\d+$)[a-z]\w*$/i;
/**
 * Whether a deleted path may have been a folder, judged by its name. A folder named like a file (`node.js`) is taken for a file: then the
 * bibliographies read in it and the files cited by a path through it are noticed, but not files cited by their name alone.
 */
const mayHaveBeenFolder = (uri: Uri) => !isOfGit(uri) && !ENDING.test(uri.path);

/** If more paths than this appear at once, one of them is assumed to be a folder. */
const MOST_ASKED = 50;

/** False if it was deleted again, which is another event. */
const isFolder = async (uri: Uri): Promise<boolean> =>
  (((await orUndefined(workspace.fs.stat(uri)))?.type ?? 0) & FileType.Directory) !== 0;

/** Changes closer together are handled as one. */
const GATHER_MS = 300;

/**
 * Rescans the texts that depend on a file that was created, changed or deleted, saved or not. VS Code reports a folder without the files in
 * it, and a text may cite one of them by its name alone.
 */
export function watch(session: Pick<Session, 'refreshContext'>, cache: BibliographyCache): Disposable {
  const touched = new Map<string, Uri>();
  const created = new Map<string, Uri>();
  let folderWent = false;
  const look = async () => {
    const uris = [...touched.values()];
    const fresh = [...created.values()];
    const went = folderWent;
    touched.clear();
    created.clear();
    folderWent = false;
    const anyFile =
      went || fresh.length > MOST_ASKED || (await Promise.all(fresh.map(isFolder))).includes(true);
    const isBibliography = (uri: Uri) =>
      uri.path.toLowerCase().endsWith('.bib') || namesListFile(baseName(uri)) || cache.isUsed(uri);
    const library = anyFile || uris.some(isBibliography);
    if (library) cache.forgetLists();
    const names = new Set(uris.map(baseName));
    const isAffected = (scan: Scan) =>
      (library && wantsAny(wantedBy(scan))) ||
      scan.citations.some(
        ({ target }) =>
          target.kind === 'file' && (anyFile || target.path.split('/').some((name) => names.has(name))),
      );
    session.refreshContext(isAffected);
  };
  const soon = throttled(GATHER_MS, () => void look());
  const note = (uri: Uri) => {
    touched.set(uri.toString(), uri);
    soon();
  };
  const onCreated = (uri: Uri) => {
    if (!isOfGit(uri)) created.set(uri.toString(), uri);
    note(uri);
  };
  const onDeleted = (uri: Uri) => {
    folderWent ||= mayHaveBeenFolder(uri) || cache.isUsedBelow(uri);
    note(uri);
  };
  const watcher = workspace.createFileSystemWatcher('**/*');
  return Disposable.from(
    soon,
    watcher,
    watcher.onDidCreate(onCreated),
    watcher.onDidChange(note),
    watcher.onDidDelete(onDeleted),
    workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (cache.isUsed(uri)) note(uri);
    }),
  );
}
