/**
 * Resolves host names. A lookup occupies one of the process's few threads until the system gives up, and a hostile name server decides when
 * that is. Therefore few lookups run at once, each wait is limited, and failures are remembered: no name delays a run twice.
 */
import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { DEFAULTS } from '../../core/defaults';
import { limited } from '../limited';
import type { Attempt } from './attempt';
import { ENDPOINTS } from './endpoints';
import { Fault, faultOf, timedOut } from './faults';
import type { Checked } from './guard';

export type Address = { readonly address: string; readonly family: number };

/** Returns all addresses of a name, like `dns.promises.lookup(host, { all: true })`. */
export type Resolver = (host: string) => Promise<readonly Address[]>;

/** Looked up on the module at each call, so that a replacement loaded earlier is used. */
const systemResolver: Resolver = (host) => dns.promises.lookup(host, { all: true });

/** The addresses of a host, or why there are none; behind a proxy that may not matter. */
export type Resolved = { readonly list: readonly Address[]; readonly fault?: Fault };

/** `turn` resolves when the lookup starts. */
type Lookup = { readonly turn: Promise<void>; readonly answer: Promise<readonly Address[]> };

/** Out of the process's four threads by default. */
const AT_ONCE = 2;
/** Longest wait for a turn, in ms: longer than most systems try a name server. */
const TURN_MS = 20_000;

/** Runs two lookups at a time. If a turn doesn't come in time, names are refused until a lookup is answered. */
class LookupQueue {
  readonly #waiting: { start: () => void; fail: () => void }[] = [];
  #running = 0;
  #silent = false;
  constructor(readonly resolver: Resolver) {}

  ask(host: string): Lookup {
    const turn = this.#turn(host);
    return { turn, answer: turn.then(() => this.#look(host)) };
  }

  #turn(host: string): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#silent) return Promise.reject(lateFault(host));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(), TURN_MS);
      const ended = (then: () => void) => () => {
        clearTimeout(timer);
        then();
      };
      this.#waiting.push({ start: ended(resolve), fail: ended(() => reject(lateFault(host))) });
    });
  }

  async #look(host: string): Promise<readonly Address[]> {
    const call = this.resolver(host);
    void call.then(
      () => this.#ended(true),
      (error: unknown) => this.#ended(faultOf(error, 'lookup', host).reason === 'dns_not_found'),
    );
    const { signal } = new AbortController(); // the system's lookup can't be cancelled
    const late = () => lateFault(host);
    const list = await limited(() => call, signal, DEFAULTS.lookupTimeoutMs, late);
    if (list.length === 0) throw new Fault('dns_not_found', { host });
    return list;
  }

  /** Passes the thread of a finished lookup to the next one. */
  #ended(answered: boolean): void {
    if (answered) this.#silent = false;
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#running -= 1;
  }

  #giveUp(): void {
    this.#silent = true;
    for (const { fail } of this.#waiting.splice(0)) fail();
  }
}

const lateFault = (host: string) => timedOut(host, false);

/** One queue for all runs, because threads belong to the process. */
const SYSTEM = new LookupQueue(systemResolver);

/** Without a network, many systems say of each name that it doesn't exist. Therefore a missing name counts only if this one is found. */
export const EXISTING = new URL(ENDPOINTS.doi.base).hostname;
/** No host has such a name (RFC 2606). */
const NEVER_ASSIGNED = /\.example$/;

/** For how long an answer or a failure is kept: most runs. A watch or a server lives longer, and addresses change. */
export const KEPT_MS = 600_000;
const MOST_KEPT = 10_000;

/** Resolves each name of a run once. Cached addresses are still checked at every request, and pinned for its connection. */
export class HostResolver {
  readonly #queue: LookupQueue;
  readonly #kept = new Map<string, Lookup & { readonly since: number; readonly isConfirmed: boolean }>();
  constructor(resolver?: Resolver) {
    this.#queue = resolver ? new LookupQueue(resolver) : SYSTEM;
  }

  /** Never throws. Waiting for a turn doesn't count against the source's time. */
  async resolve({ host, literal }: Checked, attempt: Attempt): Promise<Resolved> {
    if (literal) return { list: [{ address: host, family: isIP(host) }] };
    attempt.late = () => lateFault(host);
    const found = await this.#resolve(host, attempt);
    if (found.fault?.reason !== 'dns_not_found' || NEVER_ASSIGNED.test(host)) return found;
    const { fault } = await this.#resolve(EXISTING, attempt);
    if (!fault) return found;
    return { list: [], fault: fault.reason === 'timeout' ? lateFault(host) : new Fault('offline') };
  }

  async #resolve(host: string, attempt: Attempt): Promise<Resolved> {
    const lookup = this.#lookup(host);
    try {
      await attempt.aside(lookup.turn);
      return { list: await lookup.answer };
    } catch (error) {
      return { list: [], fault: faultOf(error, 'lookup', host) };
    }
  }

  /** Looks the name up again, once: a server that redirects to itself may have moved to a private address. */
  confirm(host: string): void {
    if (this.#kept.get(host)?.isConfirmed === false) this.#ask(host, true);
  }

  #lookup(host: string): Lookup {
    const known = this.#kept.get(host);
    return known && performance.now() - known.since < KEPT_MS ? known : this.#ask(host, false);
  }

  #ask(host: string, isConfirmed: boolean): Lookup {
    this.#kept.delete(host);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST_KEPT) this.#kept.delete(oldest);
    const lookup = { ...this.#queue.ask(host), since: performance.now(), isConfirmed };
    this.#kept.set(host, lookup);
    lookup.answer.catch(() => undefined); // reported to those who wait for it
    return lookup;
  }
}

/** The `lookup` of a connection: returns the checked addresses without resolving, and reports that it was called. */
export const lookupOf =
  ({ list, fault }: Resolved, onCall: () => void = () => undefined): LookupFunction =>
  (_host, options, done) => {
    onCall();
    const all = list.map((a) => ({ ...a }));
    const [first] = all;
    process.nextTick(() => {
      if (first === undefined) done(fault ?? new Error('no address'), '', 0);
      else if (options.all === true) done(null, all);
      else done(null, first.address, first.family);
    });
  };
