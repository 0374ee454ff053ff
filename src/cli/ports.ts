/** Builds ports from options: what a command may read and request is set by the command line alone. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';
import { DEFAULTS, megabytes } from '../core/defaults';
import type { DayBook } from '../core/judge/dailyBudget';
import type { Model } from '../core/ports';
import type { ResolveOptions } from '../core/resolve';
import { defined, parseJson } from '../core/text/jsonFields';
import type { RepositoryConfig } from '../node/config';
import { cacheFolder } from '../node/files/folders';
import { chooseBatchModel, chooseModel, describeJudge } from '../node/models/judges';
import type { Caps, Described, JudgeChoice } from '../node/models/judges';
import type { BatchModel } from '../node/models/batch';
import { halved } from '../node/models/catalogue';
import type { PortsConfig } from '../node/ports';
import { MOST_BYTES } from '../node/workspace/memories';
import { createSpending } from '../node/models/dailyBudgetFile';
import { allowHosts, allowsNetwork, endpoints, flag, number, proxy, UsageError, word, words } from './args';
import type { Values } from './args';
import { attempt } from '../core/attempt';
import { checkAsOf, checkContact, checkResults, checkWorkspace, factsOf } from './validatePaths';
import { PROVIDER_CHOICES, type OptionName } from './options';
import { absolute, rootsOf, type Place } from './roots';
import type { Terminal } from './terminal';

export { version };

/** `--memory`: a JSON file. It is read when a memory is cited. */
function checkMemory(file: string): void {
  const facts = factsOf(file);
  if (!facts?.isFile()) throw new UsageError(`--memory must be a JSON file that exists, not ${file}`);
  if (facts.size > MOST_BYTES)
    throw new UsageError(`--memory ${file}: more than ${megabytes(MOST_BYTES)} MB`);
  const text = attempt(() => readFileSync(file, 'utf8'));
  if (text === undefined) throw new UsageError(`--memory ${file}: the file can’t be read`);
  if (parseJson(text) === undefined) throw new UsageError(`--memory ${file}: the file isn’t JSON`);
}

/** Pages from addresses that only this command line names (`--allow-host`, `--endpoint`, `--base-url`) stay out of the default cache. */
function cacheDir(values: Values, place: Place): string | undefined {
  const given = word(values, 'cache');
  if (given === 'off') return undefined;
  if (given !== undefined) return absolute(given, place);
  const isOwn = words(values, 'allow-host').length + words(values, 'endpoint').length > 0;
  return isOwn || word(values, 'base-url') !== undefined ? undefined : cacheFolder(place.env);
}

/** Checks what the options name before any work. Throws a `UsageError`. */
async function checkNamed(values: Values, place: Terminal): Promise<void> {
  const checked = (name: OptionName, given: string | undefined, check: (given: string) => void) => {
    if (word(values, name) !== undefined && given !== undefined) check(given);
  };
  if (words(values, 'workspace').length > 0) rootsOf(values, place).forEach(checkWorkspace);
  checked('memory', absolute(word(values, 'memory'), place), checkMemory);
  checked('as-of', word(values, 'as-of'), checkAsOf);
  checked('contact', word(values, 'contact'), checkContact);
  const cache = cacheDir(values, place);
  if (word(values, 'cache') !== undefined && cache !== undefined) await checkResults('--cache', cache, place);
}

/** undici is large, so it is loaded with the first request. */
const transportOf = (proxy: string | undefined) => async () =>
  (await import('../node/web/undici')).undiciTransport(proxy);

/** The ports that the options allow. Throws a `UsageError`. */
export async function portsConfig(
  values: Values,
  place: Terminal,
  repository: RepositoryConfig = {},
): Promise<PortsConfig> {
  const allowed = allowsNetwork(values, place.env);
  const limits = {
    timeoutMs: number(values, 'timeout-ms', { least: 1 }) ?? repository.timeoutMs,
    maxBytes: number(values, 'max-bytes', { least: 1 }) ?? repository.maxBytes,
    retries: number(values, 'retries', { most: 2 }),
    concurrency: concurrency(values, repository),
  };
  await checkNamed(values, place);
  const folder = cacheDir(values, place);
  return {
    allowNetwork: () => allowed,
    allowDomains: words(values, 'allow-domain'),
    allowHosts: allowHosts(values),
    endpoints: endpoints(values),
    transport: transportOf(proxy(values)),
    contact: word(values, 'contact'),
    ...limits,
    linkTimeoutMs: limits.timeoutMs,
    worker: path.join(__dirname, 'reader.js'),
    roots: rootsOf(values, place),
    cwd: place.cwd,
    trusted: true, // running a command in a folder implies trust
    asOf: word(values, 'as-of'),
    memory: absolute(word(values, 'memory'), place),
    cacheDir: folder,
    onCacheLost: (code) =>
      place.say(`the cache ${folder} can’t be written (${code}); the run continues without it`),
    userAgent: `Citewright/${version}`,
  };
}

/** The judge that the options name, if any. */
export const choiceOf = (values: Values): JudgeChoice => ({
  judge: word(values, 'judge'),
  provider: PROVIDER_CHOICES.find((name) => name === word(values, 'provider')),
  baseUrl: word(values, 'base-url'),
});

/** The requested judge. Throws a `UsageError` before any request if something is missing. */
export async function judgeOf(values: Values, place: Place, caps: Caps): Promise<Model | undefined> {
  const chosen = await chooseModel(choiceOf(values), place.env, caps);
  if (chosen && 'reason' in chosen) throw new UsageError(`--judge: ${chosen.message}`);
  return chosen;
}

/** The judge that was named, for commands that ask it nothing and so need no key. */
export function namedJudge(values: Values): Described | undefined {
  const named = describeJudge(choiceOf(values));
  if (named && 'reason' in named) throw new UsageError(`--judge: ${named.message}`);
  return named?.price && flag(values, 'batch') ? { ...named, price: halved(named.price) } : named;
}

/** The judge for `--batch`. It needs a cache, which records the batch of each request. */
export async function batchJudgeOf(
  values: Values,
  { env, say }: Terminal,
  folder: string | undefined,
): Promise<BatchModel> {
  if (folder === undefined)
    throw new UsageError('--batch records its requests in the cache: name a folder with --cache DIR');
  const chosen = await chooseBatchModel(choiceOf(values), env, { folder, say });
  if (!chosen) throw new UsageError('--batch needs a judge: name one with --judge');
  if ('reason' in chosen) throw new UsageError(`--batch: ${chosen.message}`);
  return chosen;
}

export const resolveOptions = (values: Values): ResolveOptions =>
  defined({ contact: word(values, 'contact') });

/** Where the day's spending is kept: the named cache, else the user's, because the cap applies to all runs. */
function dayOf(values: Values, place: Place): DayBook | undefined {
  const most = number(values, 'max-cost-per-day', { fraction: true });
  const given = word(values, 'cache');
  const named = given === 'off' ? undefined : absolute(given, place);
  return most === undefined ? undefined : createSpending(named ?? cacheFolder(place.env), most, Date.now);
}

const concurrency = (values: Values, repository: RepositoryConfig) =>
  number(values, 'concurrency', { least: 1, most: 256 }) ?? repository.concurrency;

/** The budget that the options set, else the repository's, else the default. */
export const capsOf = (values: Values, place: Place, repository: RepositoryConfig = {}) => ({
  maxCostUsd: number(values, 'max-cost', { fraction: true }) ?? repository.maxCostUsd ?? DEFAULTS.maxCostUsd,
  maxTokens: number(values, 'max-tokens'),
  day: dayOf(values, place),
});

/** The command line's limits, else the repository's, which can only lower the defaults. */
export const verifyOptions = (values: Values, repository: RepositoryConfig = {}) => ({
  linksOnly: flag(values, 'links-only'),
  concurrency: concurrency(values, repository) ?? DEFAULTS.concurrency,
  maxCitations: number(values, 'max-citations') ?? repository.maxCitations ?? DEFAULTS.maxCitations,
  resolve: resolveOptions(values),
});
