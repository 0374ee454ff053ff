/**
 * Finds files that differ from a revision. Each file is hashed as git hashes blobs and compared with the revision's tree. No command reads
 * the index or the working tree, so nothing that the repository configures is run.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathFrom } from '../files/folders';
import { readRegular } from '../files/regularFile';
import { MOST_BYTES } from '../read/decode';
import { findGit } from './binary';
import { revisionNamed } from './objects';
import { isBlob, Repository, topOf } from './repository';
import { getOrMake } from '../../core/text/maps';

/** Why files can't be compared, worded for the user. */
export type NoComparison = { readonly error: string };

/** Git's hash of a file with these bytes; SHA-1 or SHA-256, as `like` is. */
function blobId(bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Git may have converted LF to CR LF on checkout, which is not a change. */
const withoutReturns = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

const isSame = (bytes: Buffer, id: string) =>
  blobId(bytes, id) === id || (bytes.includes(13) && blobId(withoutReturns(bytes), id) === id);

type Open = { readonly repository: Repository; readonly tree: string };

/** Opens each repository once, at the revision. */
function createOpener(name: string, roots: readonly string[], signal: AbortSignal) {
  const known = new Map<string, Promise<Open | NoComparison>>();
  async function open(top: string): Promise<Open | NoComparison> {
    const git = await findGit([top, ...roots]);
    if (git === undefined) return { error: 'git isn’t installed' };
    const id = await revisionNamed(git, top, name, signal).catch((): NoComparison => ({
      error: `git can’t read the repository ${top}; “git status” there says why`,
    }));
    if (typeof id === 'object') return id;
    const missing = name === 'HEAD' ? 'commit yet' : `commit ${name}`;
    if (id === undefined) return { error: `the repository ${top} has no ${missing}` };
    const repository = new Repository(git, top);
    const commit = await repository.commit(id);
    return commit ? { repository, tree: commit.tree } : { error: `${name} can’t be read` };
  }
  return {
    at: (top: string): Promise<Open | NoComparison> => getOrMake(known, top, () => open(top)),
    async close(): Promise<void> {
      for (const opening of known.values()) {
        const opened = await opening;
        if ('repository' in opened) opened.repository.close();
      }
    },
  };
}

/** True if the repository's current commit has this folder; false without a repository, a commit or git. */
export async function isCommitted(
  folder: string,
  roots: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  const top = await topOf(real);
  if (top === undefined) return false;
  const opener = createOpener('HEAD', roots, signal);
  try {
    const opened = await opener.at(top);
    if (!('repository' in opened)) return false;
    const inside = pathFrom(top, real);
    return inside === '' || (await opened.repository.entry(opened.tree, inside)) !== undefined;
  } finally {
    await opener.close();
  }
}

/**
 * Those of `files` (absolute) that differ from `revision` (`HEAD`, a hash, a branch, a tag), in the given order. Files that are new or
 * can't be read count as changed. Returns the reason if nothing can be compared: no repository, no git, no such revision.
 */
export async function changedSince(
  files: readonly string[],
  revision: string,
  roots: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | NoComparison> {
  const opener = createOpener(revision, roots, signal);
  const changed: string[] = [];
  try {
    for (const file of files) {
      const real = await realpath(file).catch(() => file);
      const top = await topOf(path.dirname(real));
      if (top === undefined) return { error: `${file} isn’t in a git repository` };
      const opened = await opener.at(top);
      if ('error' in opened) return opened;
      const entry = await opened.repository.entry(opened.tree, pathFrom(top, real)).catch(() => undefined);
      const bytes = await readRegular(real, MOST_BYTES);
      if (!entry || !isBlob(entry) || !bytes || !isSame(bytes, entry.id)) changed.push(file);
    }
    return changed;
  } finally {
    await opener.close();
  }
}
