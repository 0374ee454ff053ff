/** Checks that a repository holds its own objects. A checkout can name another one by a file, link or list, and expose its commits. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { exists, isInside, upwards } from '../files/folders';
import { readRegular } from '../files/regularFile';

/** Most bytes of a file that names a folder. */
const LONGEST_NAME = 10_000;
const textOf = async (file: string): Promise<string | undefined> =>
  (await readRegular(file, LONGEST_NAME))?.toString('utf8').trim();
const real = (file: string): Promise<string | undefined> => realpath(file).catch(() => undefined);

/**
 * The folder that a `.git` file names: of a linked worktree, which refers back to the file from inside its repository, or of a submodule,
 * below the `.git` of a parent folder. A checkout can't forge either.
 */
async function named(top: string, file: string): Promise<string | undefined> {
  const [, named] = /^gitdir: (.+)$/.exec((await textOf(file)) ?? '') ?? [];
  const folder = named === undefined ? undefined : await real(path.resolve(top, named));
  if (folder === undefined) return undefined;
  const [back, common] = await Promise.all(
    ['gitdir', 'commondir'].map(async (name) =>
      real(path.resolve(folder, (await textOf(path.join(folder, name))) ?? '')),
    ),
  );
  if (back === (await real(file))) return common === path.resolve(folder, '../..') ? common : undefined;
  const isOfParent = (above: string) => isInside(path.join(above, '.git', 'modules'), folder);
  return [...upwards(path.dirname(top))].some(isOfParent) ? folder : undefined;
}

/** Object folders: 256 for loose objects, plus packs and info. */
const MOST_FOLDERS = 300;
const MOST_FILES = 100_000;

/** Whether all objects are files of this folder and no alternates are named. */
async function holdsObjects(folder: string): Promise<boolean> {
  const objects = path.join(folder, 'objects');
  if ((await lstat(objects).catch(() => undefined))?.isDirectory() !== true) return false;
  const alternates = await lstat(path.join(objects, 'info', 'alternates')).catch(() => undefined);
  if (alternates && !(alternates.isFile() && alternates.size === 0)) return false;
  const entries = await readdir(objects, { withFileTypes: true });
  if (entries.length > MOST_FOLDERS || entries.some((entry) => entry.isSymbolicLink())) return false;
  let files = 0;
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const inside = await readdir(path.join(objects, entry.name), { withFileTypes: true });
    files += inside.length;
    if (files > MOST_FILES || inside.some((one) => one.isSymbolicLink())) return false;
  }
  return true;
}

/** The folder of the repository that `top`/.git is or names; undefined if it doesn't hold its own objects. Never throws. */
export async function ownFolder(top: string): Promise<string | undefined> {
  try {
    const place = path.join(top, '.git');
    const facts = await lstat(place);
    const isOwn = facts.isDirectory() && !(await exists(path.join(place, 'commondir')));
    const folder = facts.isFile() ? await named(top, place) : isOwn ? place : undefined;
    return folder !== undefined && (await holdsObjects(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}
