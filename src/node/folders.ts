/** What lies in which folder, and where this machine keeps what programs may throw away. */
import os from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Is `inner` the folder `outer` or inside it? Both absolute and free of links. */
export function isInside(outer: string, inner: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || (!path.isAbsolute(way) && way !== '..' && !way.startsWith(`..${path.sep}`));
}

/** The cache of the command line and the MCP server: XDG's on Unix, the system's own elsewhere. */
export function cacheFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const home = os.homedir();
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, 'citewright');
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'citewright');
  if (platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'citewright', 'Cache');
  return path.join(home, '.cache', 'citewright');
}
