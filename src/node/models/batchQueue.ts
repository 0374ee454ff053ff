/**
 * Collects questions until none has arrived for a moment, submits them together and waits for the results. Interrupted runs lose nothing:
 * the next one asks the same questions and collects the answers, which the interrupted run has counted.
 */
import { reason } from '../../core/causes';
import type { Usage } from '../../core/model';
import { ModelError, NO_USAGE, type ModelErrorReason } from '../../core/ports';
import type { Asked, BatchService, Result } from './batchServices';
import type { BatchStore } from './batchStore';
import { requestedWait } from './calls';
import { toModelError, type Asked as Whom } from './errors';
import { cancelled, type Timing } from './gate';
import { HttpError } from './wire';

/** Questions are submitted after this much time without a new one. */
const QUIET_MS = 2_000;
/** Providers accept more: 100,000 and 50,000 requests, 256 and 200 MB. */
const MOST_REQUESTS = 10_000;
const MOST_CHARS = 64 * 1024 * 1024;
/** The delay between polls grows from the first to the longest, unless the provider sends a `Retry-After`. */
const FIRST_POLL_MS = 5_000;
const LONGEST_POLL_MS = 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** Failed polls in a row before a run gives up; the batch continues. */
const MOST_FAILURES = 20;
/** Errors that may pass without action. */
const PASSING: readonly ModelErrorReason[] = ['rate-limited', 'overloaded', 'server-error', 'timeout'];

type Waiter = { readonly resolve: (result: Result) => void; readonly reject: (error: Error) => void };

/** Splits requests into batches: one path each, within the provider's limits. */
function portions(requests: readonly Asked[]): Asked[][] {
  const all: Asked[][] = [];
  const open = new Map<string, { readonly items: Asked[]; chars: number }>();
  for (const request of requests) {
    const chars = JSON.stringify(request.body).length;
    const last = open.get(request.path);
    if (last && last.items.length < MOST_REQUESTS && last.chars + chars <= MOST_CHARS) {
      last.items.push(request);
      last.chars += chars;
    } else {
      const items = [request];
      open.set(request.path, { items, chars });
      all.push(items);
    }
  }
  return all;
}

/** Submits, polls and delivers. Requests are identified by a hash of their content. */
export class BatchQueue {
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #requests = new Map<string, Asked>();
  readonly #results = new Map<string, Result>();
  /** What the requests that this process submitted may cost. */
  readonly #spent = new Map<string, Usage>();
  /** Batches polled so far, and those without further answers for us. */
  readonly #watched = new Set<string>();
  readonly #over = new Set<string>();
  #pending: Asked[] = [];
  /** Ends the current wait for further questions. */
  #quiet = new AbortController();
  /** Aborts all waits when no caller is left. */
  #stop = new AbortController();

  constructor(
    readonly service: BatchService,
    readonly store: BatchStore,
    readonly whom: Whom,
    readonly say: (text: string) => void,
    readonly timing: Timing,
  ) {}

  ask(request: Asked, signal: AbortSignal): Promise<Result> {
    if (signal.aborted) return Promise.reject(cancelled());
    const known = this.#results.get(request.id);
    if (known) return Promise.resolve({ ...known, isPaid: true });
    return new Promise((resolve, reject) => {
      const leave = () => this.#leave(request.id, waiter);
      const end =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', leave);
          how(value);
        };
      const waiter: Waiter = { resolve: end(resolve), reject: end(reject) };
      signal.addEventListener('abort', leave, { once: true });
      this.#enter(request, waiter);
    });
  }

  #enter(request: Asked, waiter: Waiter): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    const others = this.#waiting.get(request.id);
    if (others) {
      others.push(waiter);
      return;
    }
    this.#waiting.set(request.id, [waiter]);
    this.#requests.set(request.id, request);
    const batch = this.store
      .batches()
      .find((b) => b.requests.includes(request.id) && !this.#over.has(b.name));
    if (batch) this.#watch(batch.name, batch.requests.length, true);
    else this.#queue(request);
  }

  #queue(request: Asked): void {
    this.#pending.push(request);
    this.#quiet.abort();
    this.#quiet = new AbortController();
    void this.timing.sleep(QUIET_MS, this.#quiet.signal).then(
      () => this.#flush(),
      () => undefined,
    );
  }

  #leave(id: string, waiter: Waiter): void {
    const rest = (this.#waiting.get(id) ?? []).filter((w) => w !== waiter);
    if (rest.length > 0) this.#waiting.set(id, rest);
    else this.#waiting.delete(id);
    waiter.reject(
      new ModelError('cancelled', reason('cancelled'), rest.length > 0 ? undefined : this.#spent.get(id)),
    );
    if (this.#waiting.size > 0) return;
    this.#quiet.abort();
    this.#pending = [];
    this.#stop.abort();
  }

  async #flush(): Promise<void> {
    const requests = this.#pending.filter(({ id }) => this.#waiting.has(id));
    this.#pending = [];
    for (const portion of portions(requests)) await this.#send(portion);
  }

  async #send(requests: readonly Asked[]): Promise<void> {
    const ids = requests.map(({ id }) => id);
    try {
      // Only retried after a refusal: a lost connection may still have submitted the batch.
      const name = await this.#retrying(() => this.#submit(requests), ['rate-limited', 'overloaded']);
      await this.store.add({ name, sentAt: this.timing.now(), requests: ids });
      this.say(
        `batch ${name}: ${ids.length} requests submitted; to resume a stopped run, repeat the command`,
      );
      this.#watch(name, ids.length, false);
    } catch (error) {
      this.#fail(ids, error);
    }
  }

  /** From here on the requests are paid for, also if the caller leaves or the batch can't be read, unless the service refuses them. */
  async #submit(requests: readonly Asked[]): Promise<string> {
    for (const { id, spent } of requests) this.#spent.set(id, spent);
    try {
      return await this.service.submit(requests, this.#stop.signal);
    } catch (error) {
      for (const { id, spent } of requests)
        if (toModelError(error, this.whom, spent).usage === NO_USAGE) this.#spent.delete(id);
      throw error;
    }
  }

  /** Retries while the service is busy or failing. */
  async #retrying<T>(work: () => Promise<T>, passing = PASSING): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        const { reason: kind } = toModelError(error, this.whom, NO_USAGE);
        if (failures > MOST_FAILURES || !passing.includes(kind)) throw error;
        await this.timing.sleep(this.#pause(failures, error), this.#stop.signal);
      }
    }
  }

  #pause(failures: number, error: unknown): number {
    const requested =
      error instanceof HttpError ? requestedWait(error.headers, this.timing.now()) : undefined;
    const own = FIRST_POLL_MS * 2 ** (failures - 1) * (0.75 + this.timing.random() / 2);
    return Math.min(requested ?? Math.min(own, LONGEST_POLL_MS), LONGEST_WAIT_MS);
  }

  #watch(name: string, size: number, isOld: boolean): void {
    if (this.#watched.has(name)) return;
    this.#watched.add(name);
    if (isOld) this.say(`batch ${name}: resumed`);
    void this.#follow(name, size, isOld).catch((error: unknown) => this.#lose(name, error));
  }

  async #follow(name: string, size: number, isOld: boolean): Promise<void> {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
      const { ended, done, wait } = await this.#retrying(() => this.service.look(name, this.#stop.signal));
      if (ended) break;
      this.say(`batch ${name}: ${done} of ${size} answered`);
      await this.timing.sleep(Math.min(wait ?? pause, LONGEST_WAIT_MS), this.#stop.signal);
    }
    const results = await this.#retrying(() => this.service.collect(name, this.#stop.signal));
    const ids = this.#idsOf(name);
    const own = new Set(ids); // a service may return the results of another batch
    const answered = new Map(results.filter((r) => own.has(r.id) && !('lost' in r)).map((r) => [r.id, r]));
    this.#over.add(name);
    await this.store.keep(
      name,
      ids.filter((id) => answered.has(id)),
    );
    this.say(`batch ${name}: ended, ${answered.size} of ${size} answered`);
    for (const result of answered.values()) this.#settle({ ...result, isPaid: isOld });
    for (const id of ids.filter((open) => !answered.has(open))) {
      const lost = results.find((r) => r.id === id);
      if (isOld) this.#again(id);
      else this.#settle(lost ?? { id, lost: 'missing' });
    }
  }

  #idsOf = (name: string) => this.store.batches().find((b) => b.name === name)?.requests ?? [];

  #settle(result: Result): void {
    this.#results.set(result.id, result);
    this.#spent.delete(result.id);
    const waiters = this.#waiting.get(result.id) ?? [];
    this.#waiting.delete(result.id);
    for (const { resolve } of waiters) resolve(result);
  }

  /** Resubmits a batch that the provider no longer knows; other failures fail its requests. The next run doesn't wait for a refused one. */
  async #lose(name: string, error: unknown): Promise<void> {
    const ids = this.#idsOf(name);
    const isGone = error instanceof HttpError && error.status === 404;
    const isRefused = error instanceof ModelError && error.reason === 'rejected';
    this.#over.add(name);
    if (isGone || isRefused) {
      for (const id of ids) this.#spent.delete(id);
      await this.store.keep(name, []).catch(() => undefined);
    }
    if (!isGone) this.#fail(ids, error);
    else for (const id of ids) this.#again(id);
  }

  /** Resubmits a request left unanswered by an earlier run's batch, if a caller waits for it. */
  #again(id: string): void {
    const request = this.#waiting.has(id) ? this.#requests.get(id) : undefined;
    if (request) this.#queue(request);
  }

  #fail(ids: readonly string[], error: unknown): void {
    const failure = toModelError(error, this.whom, NO_USAGE);
    for (const id of ids) {
      const [waiters, spent] = [this.#waiting.get(id) ?? [], this.#spent.get(id)];
      this.#waiting.delete(id);
      // Lasting, because it must not be submitted again while the batch continues.
      const failed = spent ? new ModelError(failure.reason, failure.why, spent, true) : failure;
      for (const { reject } of waiters) reject(failed);
    }
  }
}
