/** Checks which URLs answer: headers only, all at once, independently. */
import pLimit from 'p-limit';
import { say } from '../causes';
import { DEFAULTS } from '../defaults';
import { hasAnswer, isOwnNetwork } from '../failureKinds';
import { isFailure, type Failure } from '../model';
import type { Ports } from '../ports';
import { probe } from '../resolve';
import { displayDomain } from '../text/url';

export type LinkCheck = {
  readonly url: string;
  /** For display: without `www.` and port. */
  readonly domain: string;
  /** `blocked`: there, but closed to programs. `unchecked`: not known; the address is private or not allowed, or the server or this network has a fault. */
  readonly state: 'valid' | 'invalid' | 'blocked' | 'unchecked';
  /** Why it is not valid: `HTTP 404`, `Timeout`, `Invalid URL format`, else a sentence. */
  readonly error?: string;
};

function stateOf(failure: Failure | undefined): LinkCheck['state'] {
  if (!failure) return 'valid';
  if (failure.kind === 'blocked' || failure.kind === 'paywalled') return 'blocked';
  return isOwnNetwork(failure) || hasAnswer(failure, 'stopped', 'unasked', 'fault') ? 'unchecked' : 'invalid';
}

function errorOf(failure: Failure): string {
  const { status } = failure.facts;
  if (typeof status === 'number') return `HTTP ${status}`;
  if (failure.kind === 'timeout') return 'Timeout';
  if (failure.kind === 'bad-scheme') return 'Invalid URL format';
  return say(failure);
}

/** Links by state, as `shown`, and why each that is not valid isn't, by address. */
export function byState<T>(all: readonly LinkCheck[], shown: (link: LinkCheck) => T) {
  const links = (state: LinkCheck['state']) => all.filter((one) => one.state === state).map(shown);
  return {
    valid: links('valid'),
    invalid: links('invalid'),
    blocked: links('blocked'),
    unchecked: links('unchecked'),
    errors: Object.fromEntries(all.flatMap(({ url, error }) => (error === undefined ? [] : [[url, error]]))),
  };
}

type Options = {
  /** Milliseconds for each address. */
  readonly timeout?: number | undefined;
  readonly concurrency?: number | undefined;
  /** Called after each address. */
  readonly onChecked?: (done: number, link: LinkCheck) => Promise<void>;
};

/** Checks URLs, in order. Anything that is not a web URL is `invalid` without a request. */
export async function checkLinks(
  urls: readonly string[],
  ports: Ports,
  { timeout, concurrency = DEFAULTS.concurrency, onChecked }: Options,
  signal: AbortSignal,
): Promise<readonly LinkCheck[]> {
  const slots = pLimit(concurrency);
  const options = { archive: false, ...(timeout !== undefined && { timeoutMs: timeout }) };
  let done = 0;
  const one = async (url: string): Promise<LinkCheck> => {
    const got = await probe({ kind: 'url', url }, ports, AbortSignal.any([signal]), options);
    const failure = isFailure(got) ? got : undefined;
    const link: LinkCheck = {
      url,
      domain: displayDomain(url),
      state: stateOf(failure),
      ...(failure && { error: errorOf(failure) }),
    };
    await onChecked?.(++done, link);
    return link;
  };
  return Promise.all(urls.map((url) => slots(() => one(url))));
}
