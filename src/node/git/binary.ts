/** Finds git on PATH: only by an absolute path, and never inside a workspace folder, which may be hostile. */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../files/folders';

const NAMES = process.platform === 'win32' ? ['git.exe'] : ['git'];

/** The real path of a program if it is an executable file outside `roots`. */
async function usable(file: string, roots: readonly string[]): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK);
    const [real, facts] = [await realpath(file), await stat(file)];
    return facts.isFile() && !roots.some((root) => isInside(root, real) || isInside(root, file))
      ? file
      : undefined;
  } catch {
    return undefined;
  }
}

/** The first git on `searchPath` outside `roots`; relative entries are ignored. */
export async function findGit(
  roots: readonly string[],
  searchPath = process.env['PATH'] ?? '',
): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter).filter((entry) => path.isAbsolute(entry)))
    for (const name of NAMES) {
      const found = await usable(path.join(folder, name), roots);
      if (found !== undefined) return found;
    }
  return undefined;
}
