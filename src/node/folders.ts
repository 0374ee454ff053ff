/** Where this machine keeps what programs may throw away. */
import os from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

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
