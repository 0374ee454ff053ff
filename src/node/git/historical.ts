/** Looks up a path in a commit: the exact path, else the only file whose path ends with it. */
import type { LineRange } from '../../core/model';
import type { Then } from '../../core/ports';
import { splitLines } from '../../core/workspace/citedFile';
import { isBlob, isTree, textOf, type Repository } from './repository';

/** Room for the paths of a commit, about 100,000: a tree of few objects may list the same one in billions of places. */
const MOST_PATHS = 15_000_000;
const PER_PATH = 50;
const MOST_DEPTH = 60;

/** Paths of the files in a tree; undefined if there are too many. Unchanged folders are read once for all commits. */
export async function filesOf(repository: Repository, tree: string): Promise<readonly string[] | undefined> {
  const files: string[] = [];
  const folders = [{ id: tree, path: '', depth: 0 }];
  let room = MOST_PATHS;
  for (const { id, path: folder, depth } of folders) {
    if (depth > MOST_DEPTH || room < 0) return undefined;
    for (const entry of await repository.tree(id)) {
      const path = folder + entry.name;
      room -= path.length + PER_PATH;
      if (isTree(entry)) folders.push({ id: entry.id, path: `${path}/`, depth: depth + 1 });
      else if (isBlob(entry)) files.push(path);
    }
  }
  return files;
}

/** A commit and the paths of its files. */
export type Snapshot = { readonly id: string; readonly tree: string; readonly files: readonly string[] };

/** `written` is relative to `folder` (`''` or ending in `/`) of the repository, with `/` as separator. Undefined if its lines are unknown. */
export async function stateThen(
  repository: Repository,
  { id, tree, files }: Snapshot,
  folder: string,
  written: string,
  lines: LineRange | undefined,
): Promise<Then | undefined> {
  const commit = id.slice(0, 10);
  const whole = folder + written;
  const fits = files.includes(whole)
    ? [whole]
    : files.filter((file) => file.startsWith(folder) && file.endsWith(`/${written}`));
  const [path] = fits;
  if (fits.length > 1) return { state: 'ambiguous', commit };
  if (path === undefined) return { state: 'missing', commit };
  if (!lines) return { state: 'ok', commit, path };
  const entry = await repository.entry(tree, path);
  const blob = entry && (await repository.blob(entry.id));
  const text = blob && textOf(blob.content);
  if (text === undefined) return undefined;
  const count = blob?.truncated ? Infinity : splitLines(text).length;
  const isThere = lines[0] >= 1 && lines[1] >= lines[0] && lines[1] <= count;
  return { state: isThere ? 'ok' : 'line-out-of-range', commit, path };
}
