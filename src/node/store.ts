/** The folder in which several machines gather the results of a run. Entries are whole or absent, and are never removed. */
import type { Cache, Clock } from '../core/ports';
import * as z from 'zod';
import { createCache } from './cache';

const DAYS = 36_500;

/** What is kept of a unit that was done. */
const Done = z.object({
  /** When it was begun, in milliseconds since the epoch. */
  startedAt: z.number(),
  /** A source could not be reached because of this machine's network: the unit may be done again. */
  mayPass: z.boolean(),
});
export type Done = z.infer<typeof Done>;

export type Store = {
  /** Sources and failures, all of them without expiry; no verdicts. */
  readonly sources: Cache;
  /** Answers of a model. */
  readonly replies: Cache;
  done(unit: string): Promise<Done | undefined>;
  finish(unit: string, done: Done): Promise<void>;
  /** The plan that was worked on last. */
  plan(): Promise<string | undefined>;
  keepPlan(line: string): Promise<void>;
};

/** Opens the store in `folder`. Its methods throw if the folder cannot be written. */
export function openStore(folder: string, clock: Pick<Clock, 'now'>): Store {
  const all = createCache(folder, clock, Infinity);
  const only = (kept: Parameters<Cache['get']>[0]): Cache => ({
    get: (kind, key) => (kind === kept ? all.get(kind, key) : Promise.resolve(undefined)),
    put: (kind, key, value) => (kind === kept ? all.put(kind, key, value, DAYS) : Promise.resolve()),
  });
  const replies = only('answer');
  const get = async (key: string) => (await replies.get('answer', key))?.value;
  return {
    sources: only('source'),
    replies,
    done: async (unit) => Done.safeParse(await get(`unit ${unit}`)).data,
    finish: (unit, done) => replies.put('answer', `unit ${unit}`, done, DAYS),
    plan: async () => z.string().safeParse(await get('plan')).data,
    keepPlan: (line) => replies.put('answer', 'plan', line, DAYS),
  };
}
