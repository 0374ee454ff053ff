/**
 * The suppressions of a workspace folder, shared with the command line: `citewright.json` and `.citewright/accepted.json`. Read only in
 * trusted folders on disk. A file that sets more than it may is reported and ignored.
 */
import pLimit from 'p-limit';
import { Disposable, EventEmitter, l10n, RelativePattern, Uri, workspace } from 'vscode';
import type { GlobPattern, WorkspaceFolder } from 'vscode';
import type { ConfigError, RepositorySuppressions } from '../../node/config';
import { exists, homeOf } from '../state/documents';
import { warn } from '../services/messages';
import { clean, reasonText } from '../state/labels';
import type * as store from './suppressionStore';

const NAMES = ['citewright.json', '.citewright/accepted.json'];

/** Whether one of the files is in a folder, or above it up to the top of its repository: the places where the reader looks, too. */
async function isAround(folder: Uri): Promise<boolean> {
  for (let at = folder; ; at = Uri.joinPath(at, '..')) {
    const [top = false, ...there] = await Promise.all(
      ['.git', ...NAMES].map((name) => exists(Uri.joinPath(at, name))),
    );
    if (there.includes(true)) return true;
    if (top || Uri.joinPath(at, '..').path === at.path) return false;
  }
}

/** A complaint is shown once for each invalid text. */
function sayWrong({ path, error }: ConfigError, shown: Set<string>): void {
  const text = l10n.t('{0} ignored: {1}', clean(workspace.asRelativePath(path)), reasonText(error));
  if (shown.has(text)) return;
  shown.add(text);
  void warn(text);
}

/**
 * Fires when one of the files is created, changed or deleted, in the workspace or in a named folder above it. Of a folder that is moved or
 * deleted with its files, the editor names the folder alone.
 */
function watchFiles(tell: () => void): { dispose(): void; watchAbove(home: Uri): void } {
  const watching: Disposable[] = [];
  const above = new Set<string>();
  const watch = (pattern: GlobPattern) => {
    const watcher = workspace.createFileSystemWatcher(pattern);
    watching.push(watcher, watcher.onDidCreate(tell), watcher.onDidChange(tell), watcher.onDidDelete(tell));
  };
  for (const name of [...NAMES, '.citewright']) watch(`**/${name}`);
  return {
    watchAbove(home) {
      if (workspace.getWorkspaceFolder(home) || above.has(home.toString())) return;
      above.add(home.toString());
      watch(new RelativePattern(home, '{citewright.json,.citewright}'));
      watch(new RelativePattern(Uri.joinPath(home, '.citewright'), 'accepted.json'));
    },
    dispose() {
      for (const one of watching) one.dispose();
    },
  };
}

/** The folder of a document, if it is one that may be read and written. */
function folderOf(uri: Uri): WorkspaceFolder | undefined {
  const folder = homeOf(uri);
  return workspace.isTrusted && folder?.uri.scheme === 'file' ? folder : undefined;
}

export type SuppressionFiles = ReturnType<typeof createSuppressionFiles>;

export function createSuppressionFiles() {
  const changed = new EventEmitter<void>();
  const known = new Map<string, RepositorySuppressions>();
  const shown = new Set<string>();
  /** One after another: a read that began before a write must not replace what was read after it. */
  const inTurn = pLimit(1);

  async function suppressionsIn(folder: WorkspaceFolder): Promise<RepositorySuppressions | undefined> {
    const { readRepository, suppressionsOf } = await import('../../node/config');
    const repository = await readRepository(folder.uri.fsPath);
    if (!('error' in repository)) {
      for (const home of [repository.folder, repository.home]) files.watchAbove(Uri.file(home));
      return suppressionsOf(repository);
    }
    sayWrong(repository, shown);
    return undefined;
  }

  async function read(folder: WorkspaceFolder): Promise<void> {
    const key = folder.uri.toString();
    const found = (await isAround(folder.uri)) ? await suppressionsIn(folder) : undefined;
    const had = known.delete(key);
    if (found) known.set(key, found);
    if (had || found) changed.fire();
  }

  const readAll = () => {
    if (!workspace.isTrusted) return;
    for (const folder of workspace.workspaceFolders ?? [])
      if (folder.uri.scheme === 'file') void inTurn(() => read(folder));
  };

  const files = watchFiles(readAll);
  const all = Disposable.from(
    files,
    changed,
    workspace.onDidGrantWorkspaceTrust(readAll),
    workspace.onDidChangeWorkspaceFolders(readAll),
  );
  readAll();

  return {
    /** The suppressions for a document's folder; undefined before they were read or if there are none. */
    of: (uri: Uri): RepositorySuppressions | undefined => {
      const folder = folderOf(uri);
      return folder && known.get(folder.uri.toString());
    },
    onDidChange: changed.event,
    /** Changes the suppressions of a document's folder, and reads them again; undefined if that is not allowed. */
    async change<T>(
      uri: Uri,
      write: (writing: typeof store, folder: Uri) => Promise<T>,
    ): Promise<T | undefined> {
      const folder = folderOf(uri);
      if (!folder) return undefined;
      return inTurn(async () => {
        const done = await write(await import('./suppressionStore'), folder.uri);
        await read(folder);
        return done;
      });
    },
    dispose: () => void all.dispose(),
  };
}
