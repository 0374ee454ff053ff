/** How folders contain each other, and the cache folder of this machine. */
import { existsSync, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether `inner` is the folder `outer` or inside it. Both are absolute real paths. */
export function isInside(outer: string, inner: string): boolean {
  const way = path.relative(outer, inner);
  return !path.isAbsolute(way) && way !== '..' && !way.startsWith(`..${path.sep}`);
}

/** The path of `inner` relative to `outer`, with `/`. */
export const pathFrom = (outer: string, inner: string): string =>
  path.relative(outer, inner).replaceAll(path.sep, '/');

/** The folder and those above it, up to the root of the file system. */
export function* upwards(folder: string): Generator<string> {
  yield folder;
  if (path.dirname(folder) !== folder) yield* upwards(path.dirname(folder));
}

/** Creates a folder and those above it. Node's own recursion doesn't end where the system refuses folders with ENOENT, as in /proc. */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!existsSync(folder)) throw error; // another process may have created it
  }
}

/** Whether there is a file or folder with this path. */
export const exists = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => undefined)) !== undefined;

/** Whether the folder is the top of a git repository. */
export const isTop = (folder: string): Promise<boolean> => exists(path.join(folder, '.git'));

/** Cache folder of the CLI and the MCP server: XDG on Unix, the platform's cache folder elsewhere. */
export function cacheFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const home = os.homedir();
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, 'citewright');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'citewright');
  if (platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'citewright', 'Cache');
  return path.join(home, '.cache', 'citewright');
}
