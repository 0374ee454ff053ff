/** From a path as written to a real path inside the workspace: exactly, else by the end of the path when only one file ends so. */
import { fail, reason, type Cause } from '../../core/causes';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFailure, type Failure } from '../../core/model';
import type { WrittenIn } from '../../core/ports';
import { isInside } from '../folders';
import { isBeside, isFromTop, isRemote, isUnsafe } from './fileNames';
import type { Listing } from './fileTree';

export type Located = {
  readonly root: string;
  /** Free of links. */
  readonly real: string;
  /** As it stands in the workspace, relative to its root, `/` as separator. */
  readonly path: string;
};

const outside = (why: Cause): Failure => fail('outside_workspace', { what: reason(why) });

/** A `file:` address that slipped through, a back slash, a leading `./`: one spelling. */
export function normalise(written: string): string | Failure {
  if (isRemote(written)) return outside('path_remote');
  const plain = /^file:/i.test(written) ? fromAddress(written) : written;
  return plain === undefined ? outside('path_remote') : plain.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function fromAddress(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** Where a path leads from the folder of its document `from`: for a link, and a path that begins with `./` or `../`. Only inside. */
export function beside(
  roots: readonly string[],
  written: string,
  from: WrittenIn | undefined,
): { readonly root: string; readonly relative: string } | undefined {
  const plain = written.replaceAll('\\', '/');
  if (path.isAbsolute(plain) || !isBeside(plain, from)) return undefined;
  const file = path.resolve(path.dirname(from.path), plain);
  const root = roots.find((r) => isInside(r, file));
  return root === undefined ? undefined : { root, relative: path.relative(root, file) };
}

/** Is there anything at the path, be it a link that leads nowhere? */
const isThere = async (file: string): Promise<boolean> =>
  (await lstat(file).catch(() => undefined)) !== undefined;

/**
 * Does the way from `root` to `file` stay in the workspace, as far as there is one? What is below a link elsewhere is not said to be
 * there or not, nor is its end. From the top: it costs as many steps as the folders are deep, however long the path is.
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

/** One root's answer: the file, nothing, or a way out of the workspace. */
async function exact(
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
  return { root, real, path: path.relative(root, file).split(path.sep).join('/') };
}

/** The folder a path is relative to may be named in front, as in a workspace of several folders. */
const spellings = (root: string, relative: string): readonly string[] => {
  const name = `${path.basename(root)}/`;
  return relative.startsWith(name) ? [relative, relative.slice(name.length)] : [relative];
};

async function everywhere(
  roots: readonly string[],
  relative: string,
): Promise<readonly (Located | Failure)[]> {
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
 * The file of a path that begins at the workspace's folder, of the document's own folder first. It is only said to be missing where the
 * workspace has the folder that it begins with: else it may be a file of the machine.
 */
async function fromTop(
  roots: readonly string[],
  plain: string,
  from: WrittenIn | undefined,
): Promise<Located | Failure | undefined> {
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

/** So many are named when several files fit. */
const NAMED = 5;

function ambiguous(names: readonly string[]): Failure {
  const shown = [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])];
  return fail('file_ambiguous', { count: names.length, names: shown });
}

async function bySuffix(
  roots: readonly string[],
  relative: string,
  tree: (root: string) => Promise<Listing>,
): Promise<Located | Failure> {
  const hits: { root: string; file: string }[] = [];
  let complete = true;
  for (const root of roots) {
    const listing = await tree(root);
    complete &&= listing.complete;
    for (const file of listing.files) if (file.endsWith(`/${relative}`)) hits.push({ root, file });
  }
  const [only] = hits;
  if (hits.length > 1) return ambiguous(hits.map(({ file }) => file));
  const missing = fail('no_file', { path: relative });
  if (complete) return (only && (await exact(roots, only.root, only.file))) ?? missing;
  const why = only ? fail('file_unsure', { count: 1, names: only.file }) : missing;
  return { ...why, also: reason('search_incomplete') };
}

/** A path of some machine, from its root, a drive, a share or a home folder; or one that is cut short (`.../a.ts`). */
const ABSOLUTE = /^(?:[\\/~$]|\.{3}|…|file:|[a-z]:[\\/])/i;

/** Names that a tutorial gives its files: such a path is more often an example than a mistake. */
const EXAMPLE = /(?:^|\/)(?:app|main|index|example|foo|bar|baz|hello|file|my-?file|[a-c])\.\w+$/i;

/**
 * Is a missing file one that the workspace should have? Its folder is here and holds other files of its kind; of an agent's log, whose files
 * come and go, the folder that the path begins with is enough.
 */
async function isExpected(
  roots: readonly string[],
  written: string,
  tree: (root: string) => Promise<Listing>,
  from: WrittenIn | undefined,
): Promise<boolean> {
  const isLog = from?.isLog === true;
  const plain = normalise(written);
  const relative =
    beside(roots, written, from)?.relative.split(path.sep).join('/') ??
    (typeof plain === 'string' ? plain : '');
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
 * Finds a file. `roots` and the path of `from` are real. A link, and a path that begins with `./` or `../`, is looked for from the
 * document's folder first. Nothing is opened; a path that leads out, by its spelling or by a link, is refused, and what is outside
 * is never said to exist or not. A failure says `isElsewhere` where the path is likely another machine's or another project's.
 */
export async function locate(
  roots: readonly string[],
  written: string,
  tree: (root: string) => Promise<Listing>,
  from?: WrittenIn,
): Promise<Located | Failure> {
  const found = await search(roots, written, tree, from);
  if (!isFailure(found)) return found;
  const isElsewhere =
    found.kind === 'outside-workspace'
      ? ABSOLUTE.test(written)
      : found.kind === 'not-found' && !(await isExpected(roots, written, tree, from));
  return isElsewhere ? { ...found, isElsewhere } : found;
}

async function search(
  roots: readonly string[],
  written: string,
  tree: (root: string) => Promise<Listing>,
  from: WrittenIn | undefined,
): Promise<Located | Failure> {
  const plain = normalise(written);
  if (typeof plain !== 'string') return plain;
  if (plain === '' || plain.length > 4_096) return fail('no_path');
  const absolute = path.isAbsolute(plain);
  const home = absolute ? roots.find((root) => isInside(root, path.resolve(plain))) : undefined;
  if (absolute && home === undefined) return (await fromTop(roots, plain, from)) ?? outside('path_elsewhere');
  const relative =
    home === undefined ? plain : path.relative(home, path.resolve(plain)).split(path.sep).join('/');
  if (isUnsafe(relative)) return outside('path_unsafe');
  const near = beside(roots, written, from);
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
  return relative.split('/').includes('..') || absolute
    ? fail('no_file', { path: relative })
    : bySuffix(roots, relative, tree);
}
