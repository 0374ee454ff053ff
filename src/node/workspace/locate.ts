/** Finds the real path of a cited file inside the workspace: an exact match, else the only file whose path ends with it. */
import { fail, reason } from '../../core/causes';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFailure, type Failure } from '../../core/model';
import type { WrittenIn } from '../../core/ports';
import { isInside, pathFrom } from '../files/folders';
import { ABSOLUTE, ambiguous, isBeside, isFromTop, isUnsafe, outside, spelled } from './fileNames';
import type { Listing } from './fileTree';
import { attempt } from '../../core/attempt';

export type Located = {
  readonly root: string;
  /** Absolute, links resolved. */
  readonly real: string;
  /** Relative to the workspace root, with `/`. */
  readonly path: string;
};

/** A path as written. `roots` and the path of `from` are real paths. */
export type Written = {
  readonly roots: readonly string[];
  readonly written: string;
  /** The document that names the path. */
  readonly from: WrittenIn | undefined;
};
type Query = Written & { readonly tree: (root: string) => Promise<Listing> };

/** Unifies spellings; removes a leftover `file:` scheme. */
export function normalise(written: string): string | Failure {
  const plain = /^file:/i.test(written) ? attempt(() => fileURLToPath(written)) : written;
  return plain === undefined ? outside('path_remote') : spelled(plain);
}

/** The path relative to the folder of the document `from`, for links and paths that begin with `./` or `../`; never outside a root. */
export function beside({ roots, written, from }: Written) {
  const plain = written.replaceAll('\\', '/');
  if (path.isAbsolute(plain) || !isBeside(plain, from)) return undefined;
  const file = path.resolve(path.dirname(from.path), plain);
  const root = roots.find((r) => isInside(r, file));
  return root === undefined ? undefined : { root, relative: pathFrom(root, file) };
}

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

/** Looks up one root: a file, undefined, or a path that leads outside. */
async function exact(roots: readonly string[], root: string, relative: string) {
  for (const spelling of unicodeSpellings(relative)) {
    const hit = await spelt(roots, root, spelling);
    if (hit) return hit;
  }
  return undefined;
}

/** An accented letter is one character or two; editors and file systems differ. */
const unicodeSpellings = (written: string): readonly string[] => [
  ...new Set([written, written.normalize('NFC'), written.normalize('NFD')]),
];

async function spelt(
  roots: readonly string[],
  root: string,
  relative: string,
): Promise<Located | Failure | undefined> {
  const file = path.resolve(root, relative);
  if (!isInside(root, file)) return undefined;
  const real = await realpath(file).catch(() => undefined);
  const isIn =
    real === undefined ? await isReachable(roots, root, file) : roots.some((r) => isInside(r, real));
  if (!isIn) return outside('link_out');
  if (real === undefined) return (await isThere(file)) ? outside('link_broken') : undefined;
  return { root, real, path: pathFrom(root, file) };
}

/** In a multi-root workspace, a path may begin with the name of its root folder. */
const spellings = (root: string, relative: string): readonly string[] => {
  const name = `${path.basename(root)}/`;
  return relative.startsWith(name) ? [relative, relative.slice(name.length)] : [relative];
};

async function everywhere(roots: readonly string[], relative: string) {
  const found: (Located | Failure)[] = [];
  for (const root of roots)
    for (const spelling of spellings(root, relative)) {
      const hit = await exact(roots, root, spelling);
      if (hit) found.push(hit);
      if (hit && !isFailure(hit)) break;
    }
  return found;
}

/**
 * Finds a path that begins at the workspace folder, trying the document's root first. It is reported as missing only if the workspace has
 * the folder it begins with; otherwise it may be a path on the machine.
 */
async function fromTop({ roots, from }: Query, plain: string): Promise<Located | Failure | undefined> {
  const relative = plain.slice(1);
  if (!isFromTop(plain, from) || isUnsafe(relative)) return undefined;
  const own = roots.filter((root) => isInside(root, from.path));
  const hits = await everywhere([...own, ...roots], relative);
  const [first = '', ...rest] = relative.split('/');
  const isHere = async () => (await everywhere(roots, first)).some((hit) => !isFailure(hit));
  return (
    hits.find((hit) => !isFailure(hit)) ??
    hits[0] ??
    (rest.length === 0 || (await isHere()) ? fail('no_file', { path: relative }) : undefined)
  );
}

/** In the folder of a copy: a name alone doesn't mean it. */
const COPY = /(?:^|\/)_?backups?\//i;

async function bySuffix({ roots, tree }: Query, relative: string): Promise<Located | Failure> {
  const ends = unicodeSpellings(`/${relative}`);
  const hits: { root: string; file: string }[] = [];
  let complete = true;
  for (const root of roots) {
    const listing = await tree(root);
    complete &&= listing.complete;
    for (const file of listing.files)
      if (ends.some((end) => file.endsWith(end)) && !COPY.test(file)) hits.push({ root, file });
  }
  const [only] = hits;
  if (hits.length > 1) return ambiguous(hits.map(({ file }) => file));
  const missing = fail('no_file', { path: relative });
  if (complete) return (only && (await exact(roots, only.root, only.file))) ?? missing;
  const why = only ? fail('file_unsure', { count: 1, names: only.file }) : missing;
  return { ...why, also: reason('search_incomplete') };
}

/** Typical file names of tutorials: such a path is more likely an example than a mistake. */
const EXAMPLE = /(?:^|\/)(?:app|main|index|example|foo|bar|baz|hello|file|my-?file|[a-c])\.\w+$/i;

/**
 * Whether the workspace should have the missing file: its folder exists and has other files of its type. Agents create and delete files, so
 * for an agent's log the first folder of the path is enough.
 */
async function isExpected(query: Query): Promise<boolean> {
  const { roots, written, tree, from } = query;
  const isLog = from?.isLog === true;
  const plain = normalise(written);
  const relative = beside(query)?.relative ?? (typeof plain === 'string' ? plain : '');
  const parts = relative.replace(/^\//, '').split('/').slice(0, -1);
  const isNamed = isBeside(written, from) || isFromTop(written, from);
  if (!isNamed && (parts.length === 0 || (!isLog && EXAMPLE.test(relative)))) return false;
  const folder = `/${(isLog ? parts.slice(0, 1) : parts).join('/')}/`.replace('//', '/');
  const ending = path.extname(relative);
  for (const root of roots) {
    const { files } = await tree(root);
    const isOther = (file: string) => path.resolve(root, file) !== from?.path;
    if (files.some((file) => file.endsWith(ending) && `/${file}`.includes(folder) && isOther(file)))
      return true;
  }
  return false;
}

/**
 * Finds a file without opening it. Links and paths that begin with `./` or `../` are first
 * searched in the document's folder. A path that leaves the workspace, by spelling or by a link, is refused; nothing outside is reported as
 * existing or missing. A failure has `isElsewhere` if the path likely belongs to another machine or project, or if there is no workspace.
 */
export async function locate(query: Query): Promise<Located | Failure> {
  const { roots, written } = query;
  if (roots.length === 0) return { ...outside('path_elsewhere'), isElsewhere: true };
  const found = await search(query);
  if (!isFailure(found)) return found;
  const isElsewhere =
    found.kind === 'outside-workspace'
      ? ABSOLUTE.test(written)
      : found.kind === 'not-found' && !(await isExpected(query));
  return isElsewhere ? { ...found, isElsewhere } : found;
}

async function search(query: Query): Promise<Located | Failure> {
  const { roots, written } = query;
  const plain = normalise(written);
  if (typeof plain !== 'string') return plain;
  const absolute = path.isAbsolute(plain);
  const home = absolute ? roots.find((root) => isInside(root, path.resolve(plain))) : undefined;
  if (absolute && home === undefined) return (await fromTop(query, plain)) ?? outside('path_elsewhere');
  const relative = home === undefined ? plain : pathFrom(home, path.resolve(plain));
  if (isUnsafe(relative)) return outside('path_unsafe');
  const near = beside(query);
  const there = near && (await exact(roots, near.root, near.relative));
  if (there) return there;
  const searched = home === undefined ? roots : [home];
  if (!near && searched.every((root) => !isInside(root, path.resolve(root, relative))))
    return outside('path_climbs');
  const hits = await everywhere(searched, relative);
  const files = hits.flatMap((hit) => (isFailure(hit) ? [] : [hit]));
  if (files.length > 1) return ambiguous(files.map((f) => `${path.basename(f.root)}/${f.path}`));
  const first = files[0] ?? hits[0];
  if (first) return first;
  return absolute ? fail('no_file', { path: relative }) : bySuffix(query, relative);
}
