/** Folders that are not on disk (a browsed repository, a folder of another extension), read through the editor's file system. */
import { FileSystemError, FileType, Uri, workspace, type FileStat, type WorkspaceFolder } from 'vscode';
import { CANCELLED } from '../../core/cancel';
import { fail } from '../../core/causes';
import { DEFAULTS, megabytes } from '../../core/defaults';
import { isFailure, type Failure } from '../../core/model';
import type { Workspace } from '../../core/ports';
import { describeFile } from '../../core/workspace/citedFile';
import { isAbsolute, outside } from '../../core/workspace/fileNames';
import { createTree } from '../../core/workspace/fileTree';
import { locate, type FileText, type Folder, type Found } from '../../core/workspace/locate';
import { decodeFile } from '../../node/read/decode';
import { orUndefined } from '../state/documents';

/** The path without `.` and `..`; undefined if it climbs out. */
function within(written: string): string | undefined {
  if (isAbsolute(written)) return undefined;
  const parts: string[] = [];
  for (const part of written.split('/'))
    if (part === '..' && parts.pop() === undefined) return undefined;
    else if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

const UNSURE = new Set([FileSystemError.Unavailable().code, FileSystemError.NoPermissions().code]);
const isStat = (found: unknown): found is FileStat => !(found instanceof Error);

/** Checks each folder on the way: the target of a link is unknown here, so links aren't followed. */
async function at(root: Uri, path: string): Promise<Found | Failure | undefined> {
  const parts = path.split('/');
  for (const i of parts.keys()) {
    const place = Uri.joinPath(root, ...parts.slice(0, i + 1));
    const stat = await Promise.resolve(workspace.fs.stat(place)).catch((error: unknown) => error);
    // A server that can't be reached, or refuses, doesn't say that the file is missing.
    if (stat instanceof FileSystemError && UNSURE.has(stat.code)) return fail('unreadable');
    if (!isStat(stat)) return undefined;
    if ((stat.type & FileType.SymbolicLink) !== 0) return outside('link_unknown');
  }
  return { path, real: path, read: () => readText(Uri.joinPath(root, path)) };
}

async function readText(file: Uri): Promise<FileText | Failure> {
  const stat = await orUndefined(workspace.fs.stat(file));
  if (stat?.type !== FileType.File) return fail('not_a_file');
  const { maxFileBytes: most } = DEFAULTS;
  if (stat.size > most) return fail('file_too_large', { max: megabytes(most) });
  const bytes = await orUndefined(workspace.fs.readFile(file));
  const text = bytes ? decodeFile(bytes) : fail('unreadable');
  return typeof text === 'string' ? { text, truncated: false } : text;
}

async function list(folder: Uri) {
  const entries = await orUndefined(workspace.fs.readDirectory(folder));
  const ofType = (wanted: FileType) =>
    entries?.flatMap(([name, type]) => (type === wanted ? name : [])) ?? [];
  return entries && { files: ofType(FileType.File), folders: ofType(FileType.Directory) };
}

export type VirtualFolder = Pick<WorkspaceFolder, 'uri' | 'name'>;

const opened = ({ uri, name }: VirtualFolder): Folder => ({
  root: uri.toString(),
  name,
  within,
  at: (path) => at(uri, path),
  files: createTree({
    list: (path) => list(Uri.joinPath(uri, path)),
    now: () => Date.now(),
    mostFiles: 5_000,
    mostMs: 10_000,
  }),
});

/** The contents of these folders. There is no Git here: commits are reported as unverifiable, not as missing. */
export function createVirtualWorkspace(places: readonly VirtualFolder[]): Workspace {
  const folders = places.map(opened);
  return {
    async file(written, lines, signal, from) {
      const asked = { folders, written, from, lines, signal };
      const found = await locate(asked);
      if (isFailure(found)) return found;
      const read = await found.read();
      if (signal.aborted) return CANCELLED;
      return isFailure(read) ? read : describeFile(asked, found, read);
    },
    commit: () => Promise.resolve(fail('no_git')),
    memory: () => Promise.resolve(fail('no_store')),
  };
}
/** The workspace on disk combined with virtual folders: the disk is searched first, if it has folders. */
export function withVirtual(disk: Workspace, onDisk: boolean, folders: readonly VirtualFolder[]): Workspace {
  if (folders.length === 0) return disk;
  const virtual = createVirtualWorkspace(folders);
  if (!onDisk) return { ...virtual, memory: (id) => disk.memory(id) };
  return {
    async file(path, lines, signal, from) {
      const found = await disk.file(path, lines, signal, from);
      return isFailure(found) && found.kind === 'not-found' ? virtual.file(path, lines, signal, from) : found;
    },
    commit: (sha, signal) => disk.commit(sha, signal),
    memory: (id) => disk.memory(id),
    ...(disk.stateAt && { stateAt: disk.stateAt.bind(disk) }),
  };
}
