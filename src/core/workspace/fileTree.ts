/** Lists the files of a folder, to find one by the end of its path. Limited in number and time; links are not followed. */
import type { Clock } from '../ports';
import type { IgnoreRule } from '../text/glob';

/** Folders that are never searched: those of tools, whose files nobody writes, and the names of a folder itself and its parent. */
export const SKIPPED_FOLDERS: readonly string[] =
  '. .. .git .hg .svn node_modules .venv venv __pycache__ .tox .cache .next .gradle'.split(' ');

const MOST_DEPTH = 60;
/** Listed in any case: on a busy machine, a few folders can take seconds. */
const LEAST_FOLDERS = 100;
/** An older list is rebuilt, because files are created and deleted in an editor. */
const FRESH_MS = 5_000;

/** What git ignores in a folder: all of it, or what its rules and those of the folders above match. */
export type Ignores = {
  readonly length: number;
  readonly rules: readonly IgnoreRule[];
  readonly isAll: boolean;
};

export type Listing = {
  /** Relative paths with `/`. */
  readonly files: readonly string[];
  /** False if a limit was reached. */
  readonly complete: boolean;
  /** What git ignores in its folders, as far as that was asked. */
  ignores?: Map<string, Promise<Ignores>>;
};

/** How a host lists a folder, and when it stops. */
export type Tree = Pick<Clock, 'now'> & {
  /** The names in a folder, without links; undefined if it can't be read, `gone` if it was deleted or moved meanwhile. */
  readonly list: (
    folder: string,
  ) => Promise<Record<'files' | 'folders', readonly string[]> | 'gone' | undefined>;
  readonly mostFiles: number;
  readonly mostMs: number;
};

/** What a folder that moved held may have been passed over, so all is listed once more. */
async function listAll(tree: Tree, isLast = false): Promise<Listing> {
  const files: string[] = [];
  const end = tree.now() + tree.mostMs;
  let complete = true;
  const folders = [{ name: '', depth: 0 }];
  for (const [i, { name, depth }] of folders.entries()) {
    const isLate = i >= LEAST_FOLDERS && tree.now() > end;
    if (depth > MOST_DEPTH || files.length > tree.mostFiles || isLate) return { files, complete: false };
    const found = await tree.list(name);
    if (found === 'gone' && !isLast) return listAll(tree, true);
    if (!found || found === 'gone') complete = false;
    else {
      for (const file of found.files) files.push(name + file);
      for (const folder of found.folders)
        if (!SKIPPED_FOLDERS.includes(folder)) folders.push({ name: `${name}${folder}/`, depth: depth + 1 });
    }
  }
  return { files, complete };
}

/** Lists the files below a folder; the result is cached for a short time. */
export function createTree(tree: Tree): () => Promise<Listing> {
  let kept: Promise<Listing> | undefined;
  let since = Infinity; // while it is being made
  return () => {
    if (kept && tree.now() - since < FRESH_MS) return kept;
    since = Infinity;
    return (kept = listAll(tree).finally(() => (since = tree.now())));
  };
}
