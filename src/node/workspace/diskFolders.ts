/** The folders of the workspace on disk. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { outside } from '../../core/workspace/fileNames';
import { createTree } from '../../core/workspace/fileTree';
import type { Folder } from '../../core/workspace/locate';
import { isInside, pathFrom } from '../files/folders';
import { readText } from './readFile';

/** Whether the path exists, even as a broken link. */
const isThere = async (file: string): Promise<boolean> =>
  (await lstat(file).catch(() => undefined)) !== undefined;

/**
 * Whether the existing part of the path from `root` to `file` stays inside the workspace. Below a link that leads outside, nothing is
 * reported as existing or missing. Walks from the top, so the cost depends on the depth of the folders, not on the length of the path.
 */
async function isReachable(roots: readonly string[], root: string, file: string): Promise<boolean> {
  let folder = root;
  for (const name of path.relative(root, path.dirname(file)).split(path.sep)) {
    folder = path.join(folder, name);
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) return !(await isThere(folder));
    if (!roots.some((r) => isInside(r, real))) return false;
  }
  return true;
}

async function at(roots: readonly string[], root: string, name: string) {
  const file = path.resolve(root, name);
  const real = await realpath(file).catch(() => undefined);
  const isIn =
    real === undefined ? await isReachable(roots, root, file) : roots.some((r) => isInside(r, real));
  if (!isIn) return outside('link_out');
  if (real === undefined) return (await isThere(file)) ? outside('link_broken') : undefined;
  return { path: name, real: pathFrom(root, real), read: () => readText(real) };
}

async function list(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  if (!Array.isArray(entries)) return entries === 'ENOENT' ? 'gone' : undefined;
  const names = (is: 'isFile' | 'isDirectory') => entries.flatMap((entry) => (entry[is]() ? entry.name : []));
  return { files: names('isFile'), folders: names('isDirectory') };
}

function folderOf(given: string, root: string, roots: readonly string[]): Folder {
  return {
    root,
    name: path.basename(root),
    within(written) {
      // An absolute path may lead through a workspace folder that is itself a link.
      const base = [root, given].find((one) => isInside(one, path.resolve(one, written)));
      return base === undefined ? undefined : pathFrom(base, path.resolve(base, written));
    },
    at: (name) => at(roots, root, name),
    files: createTree({
      list: (name) => list(path.join(root, name)),
      now: () => Date.now(),
      mostFiles: 200_000,
      mostMs: 3_000,
    }),
  };
}

/** The folders by their real paths; those that can't be opened are dropped. A link from one into another is followed. */
export async function openFolders(all: readonly string[]): Promise<readonly Folder[]> {
  const real = await Promise.all(all.map((root) => realpath(root).catch(() => undefined)));
  const roots = real.filter((root) => root !== undefined);
  return all.flatMap((given, i) => (real[i] === undefined ? [] : folderOf(given, real[i], roots)));
}
