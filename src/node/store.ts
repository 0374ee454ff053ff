/** The folder in which computers collect results of a run, and share its budget and the registries' pace. Entries are whole or absent, and kept. */
import path from 'node:path';
import * as z from 'zod';
import type { DayBook } from '../core/judge/dailyBudget';
import type { Cache, Clock, Endpoint } from '../core/ports';
import { createCache } from './cache';
import { createBook } from './models/dailyBudgetFile';
import { makeFolder } from './files/folders';
import { sharedFile } from './files/sharedFile';
import { ENDPOINTS } from './web/endpoints';

const DAYS = 36_500;

/** The record of a finished unit. */
const Done = z.object({
  /** When it started, in milliseconds since the epoch. */
  startedAt: z.int().nonnegative().max(8.64e15),
  /** This computer's network prevented reaching a source, so the unit may run again. */
  mayPass: z.boolean(),
});
export type Done = z.infer<typeof Done>;

export type Store = ReturnType<typeof openStore>;

/** The time of the next request; one that is farther off than a long queue comes from a wrong clock. */
const Pace = z.strictObject({ next: z.number() }).catch({ next: 0 });
const LONGEST_QUEUE_MS = 60 * 60 * 1_000;

/** Opens the store in `folder`. Its methods throw if the folder isn't writable. */
export function openStore(folder: string, clock: Pick<Clock, 'now'>) {
  const all = createCache(folder, clock, Infinity);
  const only = (kept: Parameters<Cache['get']>[0]): Cache => ({
    get: (kind, key) => (kind === kept ? all.get(kind, key) : Promise.resolve(undefined)),
    put: (kind, key, value) => (kind === kept ? all.put(kind, key, value, DAYS) : Promise.resolve()),
  });
  const replies = only('answer');
  const get = (key: string) => replies.get('answer', key);
  return {
    /** Sources and failures, without expiry; no verdicts. */
    sources: only('source'),
    /** Answers of a model. */
    replies,
    done: async (unit: string) => Done.safeParse(await get(`unit ${unit}`)).data,
    finish: (unit: string, done: Done) => replies.put('answer', `unit ${unit}`, done, DAYS),
    /** The plan that was worked on last. */
    plan: async () => z.string().safeParse(await get('plan')).data,
    keepPlan: (line: string) => replies.put('answer', 'plan', line, DAYS),
    /** What all workers may spend together. Calls of a killed worker stay reserved, because they may have been paid. */
    book: (unit: 'usd' | 'tokens', cap: number): DayBook =>
      createBook(path.join(folder, `spent-${unit}.json`), cap, () => ''),
    /** Reserves the next request to a registry; returns the milliseconds to wait for it. */
    async turn(registry: Endpoint): Promise<number> {
      const now = clock.now();
      let at = now;
      makeFolder(folder);
      await sharedFile(path.join(folder, `pace-${registry}.json`), Pace).change((pace) => {
        const next = pace?.next ?? 0;
        at = next - now > LONGEST_QUEUE_MS ? now : Math.max(now, next);
        return { next: at + ENDPOINTS[registry].everyMs };
      });
      return at - now;
    },
  };
}
