/** What of a resolution is kept, and how long: sources for a week, definite misses for a day, passing failures never. */
import { DEFAULTS } from '../defaults';
import type { Failure, Miss, Source, Target } from '../model';
import * as z from 'zod';
import type { Context } from './context';

/** Misses that will be the same in an hour. The rest are the network's mood, the user's settings, or this machine's state. */
const LASTING: ReadonlySet<Miss> = new Set(['not-found', 'wrong-work']);

/** What is asked, in one string: a target reads the same however its keys are ordered. */
function keyOf(target: Target, { options }: Context): string {
  const fields = Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields, options.depth ?? 'full', options.archive ?? true]);
}

const KEPT = z.union([
  z.object({ miss: z.enum(['not-found', 'wrong-work']), detail: z.string() }).loose(),
  z
    .object({
      target: z.object({ kind: z.string() }).loose(),
      location: z.string(),
      title: z.string(),
      text: z.string(),
      depth: z.enum(['full', 'abstract', 'metadata']),
      via: z.string(),
      truncated: z.boolean(),
      fetchedAt: z.string(),
      bytes: z.number(),
      notices: z.array(z.object({ kind: z.string(), detail: z.string() }).loose()),
    })
    .loose(),
]);

/** A kept answer of the shape that `toCache` writes; anything else counts as absent. */
const isKept = (value: unknown): value is Source | Failure => KEPT.safeParse(value).success;

/** The kept source or definite miss, as it was when it was fetched (`fetchedAt` says when). */
export async function fromCache(target: Target, context: Context): Promise<Source | Failure | undefined> {
  const kept = await context.ports.cache.get('source', keyOf(target, context));
  return kept !== undefined && isKept(kept.value) ? kept.value : undefined;
}

/** Keeps what may be kept. Sources of which a registry's answer is missing are kept for a day only. */
export async function toCache(target: Target, got: Source | Failure, context: Context): Promise<void> {
  const key = keyOf(target, context);
  if ('miss' in got) {
    if (LASTING.has(got.miss)) await context.ports.cache.put('source', key, got, DEFAULTS.cacheNegativeDays);
    return;
  }
  const partial = got.notices.some(({ kind }) => kind === 'incomplete');
  await context.ports.cache.put(
    'source',
    key,
    got,
    partial ? DEFAULTS.cacheNegativeDays : DEFAULTS.cacheSourceDays,
  );
}
