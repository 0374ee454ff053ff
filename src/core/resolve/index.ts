/** Resolves a target to its source: the only switch over kinds of targets. Caches here, where it's known what may be kept for how long. */
import { CANCELLED } from '../cancel';
import { fail } from '../causes';
import { hasAnswer } from '../failureKinds';
import { isFailure } from '../model';
import type { Failure, Source, Target, Work, Resolution } from '../model';
import { fromCache, toCache } from './cached';
import { sourceNow, type Context, type ResolveOptions } from './context';
import { identify } from './identify';
import { resolveCommit, resolveFile, resolveMemory } from './local';
import { readWork } from './fullText';
import { ROUTES } from './registries';
import { workAtAddress } from '../text/works/workAddresses';
import { resolveUrl, snapshot, webOptions } from './webPage';

export type { ResolveOptions } from './context';
export { find, type FindOptions } from './workSearch';
export { matchWork, sharesIdentifier } from './match';
export { parseTarget } from './target';

type Resolving = Context['ports'];

const IDS = ROUTES.map(({ key }) => key);
/** A reference with an address and no identifier is the page at that address. */
const addressOf = (work: Work): string | undefined =>
  IDS.some((key) => work[key] !== undefined) ? undefined : work.url;

/**
 * Resolves a target to its readable source, or to the precise reason why there is none. Never throws because of the network, a registry or
 * the target; ends soon after `signal` aborts.
 */
export async function resolve(
  target: Target,
  ports: Resolving,
  options: ResolveOptions,
  signal: AbortSignal,
): Promise<Resolution> {
  const context: Context = { ports, options, signal };
  if (signal.aborted) return CANCELLED;
  const given = await options.given?.(target, signal);
  if (given) return given;
  switch (target.kind) {
    case 'url':
      return remembered(target, context, () => resolveAddress(target, target.url, {}, context));
    case 'work':
      return remembered(target, context, () => resolveWork(target, context));
    case 'file':
      return resolveFile(target, context);
    case 'commit':
      return resolveCommit(target, context);
    case 'memory':
      return resolveMemory(target, context);
    case 'guess':
    case 'action': // judged by its log before anything is resolved
      return fail('guess');
    case 'dangling':
      return fail('dangling', { label: target.label });
  }
}

async function resolveWork(target: Extract<Target, { kind: 'work' }>, context: Context): Promise<Resolution> {
  const address = addressOf(target);
  if (address !== undefined) return resolveAddress(target, address, target, context);
  const found = await identify(target, context);
  return isFailure(found) ? found : readWork(target, found, context);
}

/** Whether a failure of a page says nothing about the work. */
const isRefused = (page: Failure): boolean => hasAnswer(page, 'closed', 'fault', 'silent');

/**
 * A page by its address. If the address identifies a work, the record is added, and the work is read elsewhere if the page refuses readers;
 * the page stays the location.
 */
async function resolveAddress(target: Target, url: string, cited: Work, context: Context) {
  const id = workAtAddress(url);
  if (id === undefined) return resolveUrl(target, url, context);
  const [page, found] = await Promise.all([
    resolveUrl(target, url, context),
    identify({ ...cited, ...id }, context),
  ]);
  if (isFailure(found)) return isFailure(page) && found.kind === 'wrong-work' ? found : page;
  const { record, notices } = found.hit;
  if (!isFailure(page)) return { ...page, record, notices: [...page.notices, ...found.notices, ...notices] };
  if (!isRefused(page)) return page;
  const source = await readWork(target, found, context);
  return isFailure(source) ? source : { ...source, location: url };
}

/** From the cache, otherwise resolved and cached. */
async function remembered(target: Target, context: Context, ask: () => Promise<Resolution>) {
  const known = await fromCache(target, context);
  if (known !== undefined) return known;
  const got = await ask();
  if (context.signal.aborted) return isFailure(got) ? CANCELLED : got;
  return toCache(target, got, context);
}

/** A target that answers: its address, or what is known without reading it. */
export type Reached = { readonly location: string; readonly title: string; readonly record?: Work };

/**
 * Links only: whether the target exists and answers. Reads no text and caches nothing. A work is looked up in its registry and compared
 * with the reference; a page gets a HEAD request. Each request is limited to 3 s, or to `options.timeoutMs`.
 */
export async function probe(
  target: Target,
  ports: Resolving,
  signal: AbortSignal,
  options: ResolveOptions = {},
): Promise<Reached | Failure> {
  const context: Context = { ports, options, signal, links: true };
  if (signal.aborted) return CANCELLED;
  const url = target.kind === 'url' ? target.url : target.kind === 'work' ? addressOf(target) : undefined;
  if (url !== undefined) return probeUrl(url, context);
  if (target.kind === 'work') {
    const found = await identify(target, context);
    return isFailure(found)
      ? found
      : { location: found.hit.url, title: found.hit.record.title ?? '', record: found.hit.record };
  }
  const source = await resolve(target, ports, options, signal);
  return isFailure(source) ? source : { location: source.location, title: source.title };
}

/** The origin of a source without text. */
const VIA: Readonly<Partial<Record<Target['kind'], Source['via']>>> = {
  file: 'workspace',
  commit: 'git',
  memory: 'memory',
};

/** As `probe`, with the result as a source without text. A divided run probes each target once. */
export async function reach(
  target: Target,
  ports: Resolving,
  options: ResolveOptions,
  signal: AbortSignal,
): Promise<Resolution> {
  const context: Context = { ports, options, signal, links: true };
  const ask = async () => {
    const got = await probe(target, ports, signal, options);
    if (isFailure(got)) return got;
    const via = VIA[target.kind] ?? 'direct';
    return sourceNow(context, { target, ...got, text: '', depth: 'metadata', via });
  };
  const given = await options.given?.(target, signal);
  if (given) return given;
  return target.kind === 'url' || target.kind === 'work' ? remembered(target, context, ask) : ask();
}

async function probeUrl(url: string, context: Context): Promise<Reached | Failure> {
  const answer = await context.ports.web.probe(url, context.signal, webOptions(context));
  if (!isFailure(answer)) return { location: answer.url, title: '' };
  const id = isRefused(answer) ? workAtAddress(url) : undefined;
  const found = id && (await identify(id, context));
  if (found && !isFailure(found))
    return { location: url, title: found.hit.record.title ?? '', record: found.hit.record };
  if (!hasAnswer(answer, 'gone') || context.options.archive === false || context.signal.aborted)
    return answer;
  const copy = await snapshot(url, context);
  return copy === undefined ? answer : { ...answer, archived: copy.url };
}
