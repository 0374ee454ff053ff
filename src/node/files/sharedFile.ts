/**
 * A small JSON file that processes, also of several computers, change in turn. Each change takes a lock and renames a new file into place,
 * so that readers see a whole file or none. A process that stalls so long that it loses its lock starts its change again.
 */
import { randomBytes } from 'node:crypto';
import { lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { parseJson } from '../../core/text/jsonFields';
import { readRegular } from './regularFile';

/** A lock this old was left by a crashed process; a change takes milliseconds. */
const STALE_LOCK_MS = 5_000;
const LOCK_WAIT_MS = 10_000;
const RETRY_MS = 15;
/** A larger file is invalid, unless another size is given. */
const MOST_BYTES = 1024 * 1024;

const beside = (file: string) => `${file}.${randomBytes(6).toString('hex')}`;

/** Runs `work` under the lock, which `isHeld` tests. Throws if the lock can't be acquired. */
async function locked<T>(file: string, work: (isHeld: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  const owner = randomBytes(8).toString('hex');
  const isHeld = async () => (await readFile(lock, 'utf8').catch(() => undefined)) === owner;
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      await writeFile(lock, owner, { flag: 'wx' });
      break;
    } catch (error) {
      // On Windows, a lock that is being removed fails with EPERM.
      const code = String(Reflect.get(Object(error), 'code'));
      if (!['EEXIST', 'EPERM'].includes(code) || Date.now() > deadline) throw error;
      await removeStale(lock);
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }
  try {
    return await work(isHeld);
  } finally {
    if (await isHeld()) await rm(lock, { force: true });
  }
}

/** Removes the lock of a crashed process. It is renamed first, so that only one of several processes removes it. */
async function removeStale(lock: string): Promise<void> {
  const aside = beside(lock);
  try {
    // The file server's clock dates both. A lock dated in the future is stale too: that clock was set back.
    await writeFile(aside, '');
    const [now, then] = await Promise.all([stat(aside), stat(lock)]);
    if (Math.abs(now.mtimeMs - then.mtimeMs) >= STALE_LOCK_MS) await rename(lock, aside);
  } catch {
    // Another process removed it first.
  } finally {
    await rm(aside, { force: true });
  }
}

/** The file at `file`, whose value has the form of `schema` and at most `mostBytes` bytes. */
export function sharedFile<T>(file: string, schema: z.ZodType<T>, mostBytes = MOST_BYTES) {
  /** Undefined if there is no file. Throws for one that can't be read or has another form. */
  async function read(): Promise<T | undefined> {
    const kept = await readRegular(file, mostBytes);
    if (kept === undefined && (await lstat(file).catch(() => undefined))) throw new Error('it can’t be read');
    return kept && schema.parse(parseJson(kept.toString('utf8')));
  }
  /** Undefined if another process took the lock. */
  const changeOnce = (next: (value: T | undefined) => T | undefined) =>
    locked(file, async (isHeld) => {
      const value = next(await read());
      if (value === undefined) return false;
      const made = beside(file);
      await writeFile(made, JSON.stringify(value), { mode: 0o600 });
      if (await isHeld()) return rename(made, file).then(() => true);
      return rm(made, { force: true }).then(() => undefined);
    });
  return {
    read,
    /**
     * Replaces the value, unless `next` returns undefined; returns whether it did. Calls `next` again if the lock was lost. Throws as `read`,
     * and if the file can't be written. Its folder must exist.
     */
    async change(next: (value: T | undefined) => T | undefined): Promise<boolean> {
      for (;;) {
        const isChanged = await changeOnce(next);
        if (isChanged !== undefined) return isChanged;
      }
    },
  };
}
