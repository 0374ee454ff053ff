/**
 * The `Web` port: the only place that fetches what a document, page or registry names. This file interprets answers and decides on retries;
 * `redirects.ts` follows redirects, a transport connects, `guard.ts` decides what is allowed.
 */
import { setMaxListeners } from 'node:events';
import { fail } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { isFailure, type Failure } from '../../core/model';
import type { Answer, Clock, Endpoint, Page, Web, WebOptions } from '../../core/ports';
import { Attempt } from './attempt';
import { ACCEPT_PAGE, answerOf, isMedia, isReadable, pageOf, wallFault } from './answers';
import { cancelled, Fault } from './faults';
import { ENDPOINTS } from './endpoints';
import { checkUrl, type GuardPolicy } from './guard';
import { fetchOnce, type Request, type Response, type Route } from './redirects';
import { HostResolver, type Resolver } from './dns';
import { RateLimiter, withRetries } from './rateLimiter';
import { CaptivePortalDetector } from './captivePortal';
import { needsEnd } from '../read/sniff';
import type { Reader } from '../read/reader';
import { MemoryBudget } from './memoryBudget';
import { HostQueue } from './hostQueue';
import { maybeChallenge, retryAfter, statusFault } from './status';
import type { Transport } from './transport';
import { getOrMake } from '../../core/text/maps';

export type WebConfig = GuardPolicy & {
  /** Whether the user has allowed network access; checked before every call. */
  readonly allowed: () => boolean;
  readonly reader: Pick<Reader, 'read'>;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
  /** Used instead of `timeoutMs` by `probe`. */
  readonly linkTimeoutMs?: number | undefined;
  readonly maxBytes?: number | undefined;
  /** Concurrent requests, in total. */
  readonly concurrency?: number | undefined;
  /** Retries after a failure that may pass. */
  readonly retries?: number | undefined;
  /** Loads the transport on the first request. */
  readonly transport: () => Promise<Transport>;
  /** Other base URLs for registries; on loopback their `HOST:PORT` must also be in `allowHosts`. */
  readonly endpoints?: Partial<Readonly<Record<Endpoint, string>>>;
  /** `Citewright/VERSION`. */
  readonly userAgent?: string | undefined;
  /** Email address, sent only to registries that give known users better service; not sent if empty. */
  readonly contact?: string | undefined;
  /** Replaces `dns.promises.lookup`. */
  readonly resolver?: Resolver;
};

/** Limit for all bodies being received or read, in bytes. */
const MEMORY_BYTES = 12 * 1024 * 1024;

/** Longest wait of a timer in milliseconds, and largest buffer in bytes, on all systems. */
const MOST = 2 ** 31 - 1;

/** Bytes of an error page searched for signs of a bot wall. */
const PROBE_BYTES = 65_536;

/** Registries that get the user's email address in the User-Agent. */
const TOLD_CONTACT: ReadonlySet<Endpoint> = new Set<Endpoint>(['crossref', 'openalex', 'unpaywall']);

/** Statuses that end a probe: a second request would be impolite or change nothing. */
const FINAL: readonly number[] = [407, 410, 429, 511];

type Wants = Pick<Request, 'wantsBody'> & {
  readonly accept: string;
  readonly contact?: string | undefined;
  readonly method?: 'GET' | 'HEAD';
  readonly range?: string;
};

/** The port. Connections may stay open between calls; `close` ends them. */
export class GuardedWeb implements Web {
  readonly #route: Route;
  readonly #limiters = new Map<Endpoint, RateLimiter>();
  readonly #memory = new MemoryBudget(MEMORY_BYTES);
  #transport: Promise<Transport> | undefined;
  constructor(readonly config: WebConfig) {
    this.#route = {
      policy: config,
      resolver: new HostResolver(config.resolver),
      transport: () => (this.#transport ??= config.transport()),
      queue: new HostQueue(config.concurrency ?? DEFAULTS.concurrency, DEFAULTS.perHost),
      captivePortal: new CaptivePortalDetector(),
    };
  }

  async close(): Promise<void> {
    await (await this.#transport)?.close();
  }

  isPrivate(url: string): boolean {
    const checked = checkUrl(url, this.config);
    return !isFailure(checked) && checked.exempt;
  }

  read(url: string, signal: AbortSignal, options: WebOptions = {}): Promise<Page | Failure> {
    const request = this.#request(url, { accept: ACCEPT_PAGE, wantsBody: isReadable }, options);
    return this.#guarded(signal, async () => {
      const { value, fault } = await this.#retrying(signal, () => this.#fetchReserved(request, signal));
      try {
        if (fault !== undefined) throw fault;
        return await this.#page(value.response, signal);
      } finally {
        value.memory.close();
      }
    });
  }

  query(
    endpoint: Endpoint,
    path: string,
    signal: AbortSignal,
    accept = 'application/json',
    options: WebOptions = {},
  ): Promise<Answer | Failure> {
    return this.#guarded(signal, async () => {
      const own = this.config.endpoints?.[endpoint];
      const base = (own ?? ENDPOINTS[endpoint].base).replace(/\/+$/, '');
      const contact = TOLD_CONTACT.has(endpoint) ? this.config.contact : undefined;
      const wants = { accept, wantsBody: () => true, contact };
      const request = this.#request(base + path, wants, options);
      const limiter = this.#limiterOf(endpoint, own === undefined);
      const { value } = await this.#retrying(signal, async () => {
        await limiter.turn(signal);
        const outcome = await this.#fetch(request, signal);
        const { status, headers } = outcome.value;
        if (status === 429 || status === 503) limiter.hold(retryAfter(headers, this.config.clock.now()) ?? 0);
        return outcome;
      });
      return { ...answerOf(value), isElsewhere: new URL(value.url).host !== new URL(base).host };
    });
  }

  probe(
    url: string,
    signal: AbortSignal,
    options: WebOptions = {},
  ): Promise<{ url: string; status: number } | Failure> {
    return this.#guarded(signal, async () => {
      const timeoutMs = this.#timeout({ ...options, links: true });
      const attempt = new Attempt(timeoutMs, signal); // for both requests
      const look = (method: 'HEAD' | 'GET') => {
        const wants = {
          method,
          accept: ACCEPT_PAGE,
          wantsBody: maybeChallenge,
          ...(method === 'GET' && { range: 'bytes=0-0' }),
        };
        return this.#fetch(this.#request(url, wants, { maxBytes: PROBE_BYTES, timeoutMs }), signal, attempt);
      };
      const head = await look('HEAD').catch(headRefused);
      const isSettled = head && (head.fault === undefined || FINAL.includes(head.value.status));
      const { value, fault } = isSettled ? head : await look('GET');
      if (fault !== undefined) throw fault;
      return { url: value.url, status: value.status };
    });
  }

  /** Checks consent, and turns errors thrown below into failures. */
  async #guarded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | Failure> {
    if (!this.config.allowed()) return fail('disabled');
    // Many waiting requests listen to the signal of one run, which is not a leak.
    setMaxListeners(0, signal);
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return cancelled().failure;
      if (error instanceof Fault) return error.failure;
      throw error;
    }
  }

  async #fetch(request: Request, signal: AbortSignal, attempt?: Attempt) {
    const value: Response = await fetchOnce(request, this.#route, signal, attempt);
    const { status, headers, bytes, notices } = value;
    const { host, protocol } = new URL(value.url);
    const start = Buffer.from(bytes.subarray(0, PROBE_BYTES)).toString('latin1');
    // In a tunnel, the answer is the source's.
    const isProxied = protocol === 'http:' && notices.some(({ kind }) => kind === 'through-proxy');
    const fault = statusFault({ status, headers, host, isProxied }, start, this.config.clock.now());
    return { value, ...(fault && { fault }) };
  }

  /** Reserves memory for the body. After a fault the body isn't read, so its memory is released at once. */
  async #fetchReserved(request: Request, signal: AbortSignal) {
    const memory = this.#memory.reserve();
    let isKept = false;
    try {
      const { value, fault } = await this.#fetch({ ...request, memory }, signal);
      isKept = fault === undefined;
      return { value: { response: value, memory }, ...(fault && { fault }) };
    } finally {
      if (!isKept) memory.close();
    }
  }

  #retrying<T>(signal: AbortSignal, once: () => Promise<{ value: T; fault?: Fault }>) {
    const { retries = DEFAULTS.retries, clock } = this.config;
    return withRetries(once, retries, clock, signal);
  }

  #request(url: string, wants: Wants, options: WebOptions): Request {
    const { maxBytes, userAgent = 'Citewright' } = this.config;
    const { method = 'GET', accept, wantsBody, range, contact } = wants;
    return {
      url,
      method,
      wantsBody,
      timeoutMs: this.#timeout(options),
      maxBytes: Math.min(MOST, options.maxBytes ?? maxBytes ?? DEFAULTS.maxBytes),
      headers: {
        accept,
        ...(range !== undefined && { range }),
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': contact ? `${userAgent} (mailto:${contact})` : userAgent,
      },
    };
  }

  #timeout({ timeoutMs, links }: WebOptions): number {
    const { config } = this;
    const usual = links === true ? config.linkTimeoutMs : config.timeoutMs;
    return Math.min(MOST, timeoutMs ?? usual ?? DEFAULTS[links === true ? 'linkTimeoutMs' : 'timeoutMs']);
  }

  #limiterOf(endpoint: Endpoint, isPublic: boolean): RateLimiter {
    const everyMs = isPublic ? ENDPOINTS[endpoint].everyMs : 0;
    return getOrMake(this.#limiters, endpoint, () => new RateLimiter(endpoint, everyMs, this.config.clock));
  }

  async #page(response: Response, signal: AbortSignal): Promise<Page | Failure> {
    const { url, headers, bytes } = response;
    const contentType = headers['content-type'] ?? '';
    const { host } = new URL(url);
    if (isMedia(contentType)) throw new Fault('not_text', { host, what: contentType });
    if (bytes.length === 0) throw new Fault('empty', { host });
    if (response.truncated && needsEnd(bytes)) throw new Fault('too_large', { host });
    const size = bytes.length;
    const read = await this.config.reader.read({ bytes, url, contentType }, signal);
    if (isFailure(read)) return read;
    if (read.wall !== undefined) throw wallFault(read.wall, host);
    return pageOf(read, response, size, new Date(this.config.clock.now()).toISOString());
  }
}

/** Some servers drop a HEAD connection instead of refusing it; a GET decides then. */
function headRefused(error: unknown): undefined {
  if (error instanceof Fault && ['bad_response', 'connection_reset'].includes(error.reason)) return undefined;
  throw error;
}
