/** Lists a workspace's files, to find a file by the end of its path. Limited in number and time; links are not followed. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { wordSet } from '../../core/text/wordSet';

const SKIPPED = wordSet('.git .hg .svn node_modules .venv venv __pycache__ .tox .cache .next .gradle');
const MOST_FILES = 200_000;
const MOST_DEPTH = 60;
const LONGEST_MS = 3_000;
/** An older list is rebuilt, because files are created and deleted in an editor. */
const FRESH_MS = 5_000;

export type Listing = {
  /** Relative paths with `/`. */
  readonly files: readonly string[];
  /** False if a limit was reached. */
  readonly complete: boolean;
};

async function list(root: string): Promise<Listing> {
  const files: string[] = [];
  const end = Date.now() + LONGEST_MS;
  let complete = true;
  const folders = [{ name: '', depth: 0 }];
  for (const { name: folder, depth } of folders) {
    const isOver = depth > MOST_DEPTH || files.length > MOST_FILES || Date.now() > end;
    if (isOver) return { files, complete: false };
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => undefined);
    if (!entries) complete = false;
    for (const entry of entries ?? []) {
      const name = folder + entry.name;
      if (entry.isFile()) files.push(name);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name))
        folders.push({ name: `${name}/`, depth: depth + 1 });
    }
  }
  return { files, complete };
}

/** Lists the files of a root; results are cached for a short time. */
export function createTree(): (root: string) => Promise<Listing> {
  const kept = new Map<string, { at: number; listing: Promise<Listing> }>();
  return (root) => {
    const known = kept.get(root);
    if (known && Date.now() - known.at < FRESH_MS) return known.listing;
    const made = { at: Date.now(), listing: list(root) };
    kept.set(root, made);
    return made.listing;
  };
}
