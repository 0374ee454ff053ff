/**
 * Which files differ from a revision: a file's own bytes, hashed as git hashes them, against the hash in the revision's tree. No
 * command looks at index or working tree, so nothing that a repository configures runs.
 */
import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findGit } from './binary';
import { revisionNamed } from './objects';
import { isBlob, Repository, topOf } from './repository';

/** Why nothing can be compared, in words. */
export type NoComparison = { readonly error: string };

/** The hash that git gives to a file of these bytes; as long as `like`. */
function blobId(bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** A checkout may have turned LF into CR LF: that is no change. */
const withoutReturns = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

const isSame = (bytes: Buffer, id: string) =>
  blobId(bytes, id) === id || (bytes.includes(13) && blobId(withoutReturns(bytes), id) === id);

type Open = { readonly repository: Repository; readonly tree: string };

/** Repositories at the revision, each opened once. */
function createOpener(name: string, roots: readonly string[], signal: AbortSignal) {
  const known = new Map<string, Promise<Open | NoComparison>>();
  async function open(top: string): Promise<Open | NoComparison> {
    const git = await findGit([top, ...roots]);
    if (git === undefined) return { error: 'git is not installed' };
    const id = await revisionNamed(git, top, name, signal);
    if (id === undefined) return { error: `the repository ${top} has no commit ${name}` };
    const repository = new Repository(git, top);
    const commit = await repository.commit(id);
    return commit ? { repository, tree: commit.tree } : { error: `${name} cannot be read` };
  }
  return {
    at(top: string): Promise<Open | NoComparison> {
      const opening = known.get(top) ?? open(top);
      known.set(top, opening);
      return opening;
    },
    async close(): Promise<void> {
      for (const opening of known.values()) {
        const opened = await opening;
        if ('repository' in opened) opened.repository.close();
      }
    },
  };
}

/**
 * Those of `files` (absolute) that are not byte for byte what they were at `revision` (`HEAD`, a hash, a branch, a tag), in their
 * order; a file that was not there then has changed, one that cannot be read too. The reason where nothing can be compared: no
 * repository, no git, no such revision.
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
      if (top === undefined) return { error: `${file} is in no git repository` };
      const opened = await opener.at(top);
      if ('error' in opened) return opened;
      const inside = path.relative(top, real).split(path.sep).join('/');
      const entry = await opened.repository.entry(opened.tree, inside);
      const bytes = await readFile(real).catch(() => undefined);
      if (!entry || !isBlob(entry) || !bytes || !isSame(bytes, entry.id)) changed.push(file);
    }
    return changed;
  } finally {
    await opener.close();
  }
}
