/**
 * Today's spending, in one small file shared by all processes of a user: command lines, agents and editor windows. Each change takes a lock
 * and renames a new file into place, so that readers see a whole file or none. If the file can't be written, nothing may be spent:
 * otherwise the cap would not hold.
 */
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { reason, type Reason } from '../../core/causes';
import { closeCall, leftOf, onDate, openCall, type Day, type DayBook } from '../../core/judge/dailyBudget';
import { readRegular } from '../files/regularFile';

const Kept = z.strictObject({
  date: z.string(),
  spent: z.number().nonnegative(),
  open: z.record(z.string(), z.number().nonnegative()),
});

/** A lock this old was left by a crashed process; a change takes milliseconds. */
const STALE_LOCK_MS = 5_000;
const LOCK_WAIT_MS = 10_000;
const RETRY_MS = 15;
/** A larger file is invalid. */
const MOST_BYTES = 1024 * 1024;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Runs `work` under the lock. Throws if the lock can't be acquired. */
async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      await (await open(lock, 'wx')).close();
      break;
    } catch (error) {
      // On Windows, a lock that is being removed fails with EPERM.
      if (!['EEXIST', 'EPERM'].includes(codeOf(error) ?? '') || Date.now() > deadline) throw error;
      await removeStale(lock);
      await pause(RETRY_MS * (0.5 + Math.random()));
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Removes the lock of a crashed process. It is renamed first, so that only one of several processes removes it. */
async function removeStale(lock: string): Promise<void> {
  try {
    // A lock dated in the future is stale too: the clock was set back.
    if (Math.abs(Date.now() - (await stat(lock)).mtimeMs) < STALE_LOCK_MS) return;
    const aside = `${lock}.${randomBytes(6).toString('hex')}`;
    await rename(lock, aside);
    await rm(aside, { force: true });
  } catch {
    // Another process removed it first.
  }
}

export interface Spending extends DayBook {
  /** USD left today, minus reservations of calls in flight. */
  left(): Promise<number>;
}

/** Daily spending in `folder`, capped at `capUsd`. `now` returns milliseconds since the epoch. */
export function createSpending(folder: string, capUsd: number, now: () => number): Spending {
  const file = path.join(folder, 'spending.json');
  let broken: Reason | undefined;
  const today = () => new Date(now()).toISOString().slice(0, 10);

  /** Reads the stored day. A missing file starts a new day; an invalid one is an error, not a reset. */
  async function readDay(): Promise<Day> {
    const kept = await readRegular(file, MOST_BYTES);
    if (kept === undefined && (await lstat(file).catch(() => undefined)))
      throw new Error('it cannot be read');
    return onDate(kept && Kept.parse(JSON.parse(kept.toString('utf8'))), today());
  }

  const change = (next: (day: Day) => Day | undefined): Promise<boolean> =>
    locked(file, async () => {
      const day = next(await readDay());
      if (!day) return false;
      const beside = `${file}.${randomBytes(6).toString('hex')}`;
      await writeFile(beside, JSON.stringify(day), { mode: 0o600 });
      await rename(beside, file);
      return true;
    });

  return {
    async open(usd) {
      const id = randomBytes(8).toString('hex');
      try {
        await mkdir(folder, { recursive: true });
        return (await change((day) => openCall(day, id, usd, capUsd))) ? id : undefined;
      } catch {
        broken = reason('day_file', { file });
        return undefined;
      }
    },
    broken: () => broken,
    async close(id, usd) {
      // If the write fails, the reservation stays at its estimate.
      await change((day) => closeCall(day, id, usd)).catch(() => false);
    },
    async left() {
      return readDay().then(
        (day) => Math.max(0, leftOf(day, capUsd)),
        () => 0,
      );
    },
  };
}
