/** The folder in which several computers collect the results of a run. Entries are whole or absent, and never removed. */
import type { Cache, Clock } from '../core/ports';
import * as z from 'zod';
import { createCache } from './cache';

const DAYS = 36_500;

/** The record of a finished unit. */
const Done = z.object({
  /** When it started, in milliseconds since the epoch. */
  startedAt: z.number(),
  /** This computer's network prevented reaching a source, so the unit may run again. */
  mayPass: z.boolean(),
});
export type Done = z.infer<typeof Done>;

export type Store = {
  /** Sources and failures, without expiry; no verdicts. */
  readonly sources: Cache;
  /** Answers of a model. */
  readonly replies: Cache;
  done(unit: string): Promise<Done | undefined>;
  finish(unit: string, done: Done): Promise<void>;
  /** The plan that was worked on last. */
  plan(): Promise<string | undefined>;
  keepPlan(line: string): Promise<void>;
};

/** Opens the store in `folder`. Its methods throw if the folder isn't writable. */
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
