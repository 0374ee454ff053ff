/** From a path as written to a real path inside the workspace: exactly, else by the end of the path when only one file ends so. */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failure } from '../../core/model';
import { isInside } from '../git/binary';
import { isRemote, refusal } from './names';
import type { Listing } from './tree';

export type Located = {
  readonly root: string;
  /** Free of links. */
  readonly real: string;
  /** As it stands in the workspace, relative to its root, `/` as separator. */
  readonly path: string;
};

const outside = (why: string): Failure => ({
  miss: 'outside-workspace',
  detail: `outside_workspace: ${why}`,
});

/** A `file:` address that slipped through, a back slash, a leading `./`: one spelling. */
export function normalise(written: string): string | Failure {
  if (isRemote(written)) return outside('the path names another machine or a device');
  const plain = /^file:/i.test(written) ? fromAddress(written) : written;
  return plain === undefined
    ? outside('the address names another machine')
    : plain.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function fromAddress(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** Is there anything at the path, be it a link that leads nowhere? */
const isThere = async (file: string): Promise<boolean> =>
  (await lstat(file).catch(() => undefined)) !== undefined;

/** One root's answer: the file, nothing, or a way out of the workspace. */
async function exact(
  roots: readonly string[],
  root: string,
  relative: string,
): Promise<Located | Failure | undefined> {
  const file = path.resolve(root, relative);
  if (!isInside(root, file)) return undefined;
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return (await isThere(file)) ? outside('a link leads nowhere') : undefined;
  const home = roots.find((r) => isInside(r, real));
  if (home === undefined) return outside('a link leads out of the workspace');
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
      if (hit && !('miss' in hit)) break;
    }
  return found;
}

/** So many are named when several files fit. */
const NAMED = 5;

function ambiguous(names: readonly string[]): Failure {
  const more = names.length > NAMED ? ', …' : '';
  return {
    miss: 'ambiguous',
    detail: `ambiguous: ${names.length} files fit: ${names.slice(0, NAMED).join(', ')}${more}`,
  };
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
  if (only && complete)
    return (
      (await exact(roots, only.root, only.file)) ?? {
        miss: 'not-found',
        detail: 'not_found: the file is gone',
      }
    );
  const rest = complete ? '' : '; the workspace is too large to be searched whole';
  return only
    ? { miss: 'ambiguous', detail: `ambiguous: 1 file fits so far: ${only.file}${rest}` }
    : { miss: 'not-found', detail: `not_found: no file of the workspace is ${relative}${rest}` };
}

/**
 * Finds a file. `roots` are real paths. Nothing is opened; a path that leads out, by its spelling or by a link, is refused, and
 * what is outside is never said to exist or not.
 */
export async function locate(
  roots: readonly string[],
  written: string,
  tree: (root: string) => Promise<Listing>,
): Promise<Located | Failure> {
  const plain = normalise(written);
  if (typeof plain !== 'string') return plain;
  if (plain === '' || plain.length > 4_096)
    return { miss: 'not-found', detail: 'not_found: no path is given' };
  const absolute = path.isAbsolute(plain);
  const home = absolute ? roots.find((root) => isInside(root, path.resolve(plain))) : undefined;
  if (absolute && home === undefined) return outside('the path lies elsewhere');
  const relative =
    home === undefined ? plain : path.relative(home, path.resolve(plain)).split(path.sep).join('/');
  const refused = refusal(relative);
  if (refused !== undefined) return outside(refused);
  const searched = home === undefined ? roots : [home];
  if (searched.every((root) => !isInside(root, path.resolve(root, relative))))
    return outside('the path leads out of the workspace');
  const hits = await everywhere(searched, relative);
  const files = hits.flatMap((hit) => ('miss' in hit ? [] : [hit]));
  if (files.length > 1) return ambiguous(files.map((f) => `${path.basename(f.root)}/${f.path}`));
  const first = files[0] ?? hits[0];
  if (first) return first;
  return relative.split('/').includes('..') || absolute
    ? { miss: 'not-found', detail: `not_found: the workspace has no file ${relative}` }
    : bySuffix(roots, relative, tree);
}
