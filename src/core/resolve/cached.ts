/** Caches resolutions: sources for a week, definite misses for a day, other failures for the run only. */
import { hasAnswer, isFailureKind } from '../failureKinds';
import { reason } from '../causes';
import { DEFAULTS } from '../defaults';
import { isFailure, type Failure, type Source, type Target, type Resolution } from '../model';
import * as z from 'zod';
import { Cause, Facts, StoredReason } from '../reasonSchema';
import { fingerprint } from '../text/hash';
import type { Context } from './context';

/** Misses that will not change within an hour. Others, such as an unknown host, depend on the network, the settings or this machine. */
const isLasting = ({ kind, cause }: Failure): boolean =>
  (kind === 'not-found' && cause !== 'dns_not_found') || kind === 'wrong-work';

/** What is asked, in one string: a target reads the same however its keys are ordered. */
function keyOf(target: Target, { options, links }: Context): string {
  const fields = Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1));
  if (links) return JSON.stringify(['links', fields]);
  return JSON.stringify([fields, options.depth ?? 'full', options.archive ?? true]);
}

const word = z.string().optional();
const Why = z.looseObject({
  ...{ kind: z.string(), cause: Cause, facts: Facts, also: StoredReason.optional() },
  ...{ url: word, date: word, archived: word },
});
const Failed = Why.extend({ kind: z.string().refine(isFailureKind) });
const Record = z.looseObject({
  ...{ doi: word, arxiv: word, pmid: word, pmcid: word, isbn: word, url: word, title: word, venue: word },
  authors: z.array(z.string()).optional(),
  year: z.number().optional(),
});
const Span = z.object({ start: z.number(), end: z.number() });
const KEPT = z.union([
  Failed.extend({ text: z.undefined().optional() }),
  z.looseObject({
    target: z.looseObject({ kind: z.string() }),
    location: z.string(),
    title: z.string(),
    text: z.string(),
    depth: z.enum(['full', 'abstract', 'metadata']),
    via: z.string(),
    pages: z.array(z.number()).optional(),
    pageLabels: z.array(z.string()).optional(),
    record: Record.optional(),
    focus: Span.optional(),
    sensitive: Cause.optional(),
    truncated: z.boolean(),
    fetchedAt: z.string(),
    bytes: z.number(),
    contentType: word,
    notices: z.array(Why),
    errors: z.array(z.looseObject({ registry: z.string(), failure: Failed })).optional(),
  }),
]);

/** A kept answer of the shape that `toCache` writes; anything else counts as absent. */
const isKept = (value: unknown): value is Resolution => KEPT.safeParse(value).success;

/** The kept source or definite miss, as it was when it was fetched (`fetchedAt` says when). */
export async function fromCache(target: Target, context: Context): Promise<Resolution | undefined> {
  const kept = await context.ports.cache.get('source', keyOf(target, context));
  return isKept(kept) ? kept : undefined;
}

/** How long the fingerprint of the last text is kept, so that a change can be reported long after the text has expired. */
const TRACE_DAYS = 365;
const Trace = z.object({ print: z.string(), at: z.string() });

/** What was read, with a notice when it is not what was read at this target the last time. */
async function compared(source: Source, key: string, { ports: { cache } }: Context): Promise<Source> {
  const print = fingerprint(source.text.replace(/\s{2,}|[^\S ]/g, ' ').trim());
  const last = Trace.safeParse(await cache.get('answer', `trace ${key}`)).data;
  await cache.put('answer', `trace ${key}`, { print, at: source.fetchedAt }, TRACE_DAYS);
  if (last === undefined || last.print === print) return source;
  const why = reason('text_changed', { date: last.at.slice(0, 10) });
  return { ...source, notices: [...source.notices, { kind: 'changed', ...why, date: last.at }] };
}

/**
 * Keeps what may be kept, and gives it back as it is to be shown: with a notice when the source has changed since the last time.
 * Sources of which a registry's answer is missing are kept for a day only, and not compared; nor are those read in
 * part, as a limit of time may end them elsewhere.
 */
export async function toCache(target: Target, got: Resolution, context: Context): Promise<Resolution> {
  const key = keyOf(target, context);
  const { cache } = context.ports;
  if (isFailure(got) && hasAnswer(got, 'stopped', 'unasked')) return got;
  if (isFailure(got) || context.links) {
    const days = isFailure(got) && isLasting(got) && !context.links ? DEFAULTS.cacheNegativeDays : 0;
    await cache.put('source', key, got, days);
    return got;
  }
  const partial = got.notices.some(({ kind }) => kind === 'incomplete');
  const source = partial || got.truncated ? got : await compared(got, key, context);
  await cache.put('source', key, source, partial ? DEFAULTS.cacheNegativeDays : DEFAULTS.cacheSourceDays);
  return source;
}
