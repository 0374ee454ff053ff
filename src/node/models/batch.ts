/**
 * A model that is asked in batches. `ask` waits: questions are gathered until none has come for a moment, go out together, and are
 * answered when the provider has worked them off. The pipeline above knows nothing of it, so that a batch gives the findings of a
 * live run. A run that is stopped loses nothing: the next one puts the same questions and collects what was answered meanwhile.
 */
import { reason } from '../../core/causes';
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { ModelError, type Model, type ModelErrorReason, type Price, type Reply } from '../../core/ports';
import { openBatchStore, type BatchStore } from './batchStore';
import { anthropicBatches, openaiBatches, type Asked, type BatchService, type Result } from './batchServices';
import { plus, waitAsked } from './calls';
import { describeModel, originOf } from './catalogue';
import { endpointOf, type ModelSpec } from './endpoint';
import { toModelError, type Asked as Whom } from './errors';
import { cancelled, realTiming, type Timing } from './gate';
import { lessonsOf } from './quirks';
import { HttpError } from './wire';

export type BatchOptions = {
  /** Where the names of batches are kept. */
  readonly folder: string;
  /** Told in words what goes on. */
  readonly say: (text: string) => void;
  readonly timing?: Timing;
};
export type BatchModel = Model & {
  /** In place of a chance word: the same in every run, so that the same question can be known again. Nobody else knows it. */
  readonly nonce: (length: number) => string;
};

/** Nothing has come for so long: what is there goes out. */
const QUIET_MS = 2_000;
/** Both providers take more (100,000 and 50,000 requests, 256 and 200 MB). */
const MOST_REQUESTS = 10_000;
const MOST_CHARS = 64 * 1024 * 1024;
/** Looks at a batch: soon at first, then once a minute. The provider's `Retry-After` goes before. */
const FIRST_LOOK_MS = 5_000;
const LAST_LOOK_MS = 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** Failed looks in a row before a run gives up waiting; the batch goes on without it. */
const MOST_FAILURES = 20;
/** What a service may get over by itself. */
const PASSING: readonly ModelErrorReason[] = ['rate-limited', 'overloaded', 'server-error', 'timeout'];
const NOTHING = { input: 0, output: 0, cached: 0 };

type Waiter = { readonly resolve: (result: Result) => void; readonly reject: (error: Error) => void };

const halved = ({ input, output, cacheRead, cacheWrite, asOf }: Price): Price => ({
  input: input / 2,
  output: output / 2,
  ...(cacheRead === undefined ? {} : { cacheRead: cacheRead / 2 }),
  ...(cacheWrite === undefined ? {} : { cacheWrite: cacheWrite / 2 }),
  asOf,
});

/** Splits what is to go out: one path a batch, and not more than a service takes. */
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

/** Sends, waits and hands out. Knows requests by their ids, which are hashes of what is asked. */
class Desk {
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #requests = new Map<string, Asked>();
  readonly #results = new Map<string, Result>();
  /** Batches that are looked at, or were; and those that hold nothing more for us. */
  readonly #watched = new Set<string>();
  readonly #over = new Set<string>();
  #pending: Asked[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Ends every sleep when nobody waits any more. */
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
    if (known) return Promise.resolve(known);
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), QUIET_MS);
  }

  #leave(id: string, waiter: Waiter): void {
    const rest = (this.#waiting.get(id) ?? []).filter((w) => w !== waiter);
    if (rest.length > 0) this.#waiting.set(id, rest);
    else this.#waiting.delete(id);
    waiter.reject(cancelled());
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
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
      // A connection that was lost may have handed over all the same: only a refusal is tried again.
      const submit = () => this.service.submit(requests, this.#stop.signal);
      const name = await this.#patiently(submit, ['rate-limited', 'overloaded']);
      await this.store.add({ name, sentAt: this.timing.now(), requests: ids });
      this.say(
        `batch ${name}: ${ids.length} requests handed over; a stopped run is taken up by running it again`,
      );
      this.#watch(name, ids.length, false);
    } catch (error) {
      this.#fail(ids, error);
    }
  }

  /** Tries again what a busy or broken service may do later. */
  async #patiently<T>(work: () => Promise<T>, passing = PASSING): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        const { reason } = toModelError(error, this.whom, NOTHING);
        if (failures > MOST_FAILURES || !passing.includes(reason)) throw error;
        await this.timing.sleep(this.#pause(failures, error), this.#stop.signal);
      }
    }
  }

  #pause(failures: number, error: unknown): number {
    const asked = error instanceof HttpError ? waitAsked(error.headers, this.timing.now()) : undefined;
    const own = FIRST_LOOK_MS * 2 ** (failures - 1) * (0.75 + this.timing.random() / 2);
    return Math.min(asked ?? Math.min(own, LAST_LOOK_MS), LONGEST_WAIT_MS);
  }

  #watch(name: string, size: number, isOld: boolean): void {
    if (this.#watched.has(name)) return;
    this.#watched.add(name);
    if (isOld) this.say(`batch ${name}: taken up again`);
    void this.#follow(name, size, isOld).catch((error: unknown) => this.#lose(name, error));
  }

  async #follow(name: string, size: number, isOld: boolean): Promise<void> {
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
      const { ended, done, wait } = await this.#patiently(() => this.service.look(name, this.#stop.signal));
      if (ended) break;
      this.say(`batch ${name}: ${done} of ${size} answered`);
      await this.timing.sleep(Math.min(wait ?? pause, LONGEST_WAIT_MS), this.#stop.signal);
    }
    const results = await this.#patiently(() => this.service.collect(name, this.#stop.signal));
    const answered = new Map(results.filter((r) => !('lost' in r)).map((r) => [r.id, r]));
    const ids = this.#idsOf(name);
    this.#over.add(name);
    await this.store.keep(
      name,
      ids.filter((id) => answered.has(id)),
    );
    this.say(`batch ${name}: ended, ${answered.size} of ${size} answered`);
    for (const result of answered.values()) this.#settle(result);
    for (const id of ids.filter((open) => !answered.has(open))) {
      const lost = results.find((r) => r.id === id);
      if (isOld) this.#again(id);
      else this.#settle(lost ?? { id, lost: 'missing' });
    }
  }

  #idsOf = (name: string) => this.store.batches().find((b) => b.name === name)?.requests ?? [];

  #settle(result: Result): void {
    this.#results.set(result.id, result);
    const waiters = this.#waiting.get(result.id) ?? [];
    this.#waiting.delete(result.id);
    for (const { resolve } of waiters) resolve(result);
  }

  /** A batch that the provider no longer knows is sent anew; any other failure is that of its requests. */
  async #lose(name: string, error: unknown): Promise<void> {
    const ids = this.#idsOf(name);
    const isGone = error instanceof HttpError && error.status === 404;
    this.#over.add(name);
    if (!isGone) {
      this.#fail(ids, error);
      return;
    }
    await this.store.keep(name, []).catch(() => undefined);
    for (const id of ids) this.#again(id);
  }

  /** What an earlier run's batch left open goes out once more, if somebody waits for it. */
  #again(id: string): void {
    const request = this.#waiting.has(id) ? this.#requests.get(id) : undefined;
    if (request) this.#queue(request);
  }

  #fail(ids: readonly string[], error: unknown): void {
    const told = toModelError(error, this.whom, NOTHING);
    for (const id of ids) {
      const waiters = this.#waiting.get(id) ?? [];
      this.#waiting.delete(id);
      for (const { reject } of waiters) reject(told);
    }
  }
}

/** What is asked names the request: the same question in another run is the same request. */
const idOf = (path: string, body: unknown) =>
  `c-${createHash('sha256')
    .update(`${path}\n${JSON.stringify(body)}`)
    .digest('hex')
    .slice(0, 48)}`;

/**
 * A model whose questions go out in batches, at the batch price. Throws `ModelError` when key or base URL cannot be used, or the
 * provider has no batch service, and what the disk throws when `folder` cannot be written.
 */
export async function createBatchModel(spec: ModelSpec, options: BatchOptions): Promise<BatchModel> {
  const { provider, id, label } = spec;
  const { folder, say, timing = realTiming } = options;
  const row = describeModel(id, provider, spec.models);
  const endpoint = endpointOf(spec, row);
  if (provider === 'openai-compatible') throw new ModelError('rejected', reason('no_batches'));
  const service = provider === 'anthropic' ? anthropicBatches(endpoint) : openaiBatches(endpoint);
  const owner = originOf(provider, endpoint.baseUrl);
  const store = await openBatchStore(folder, `${owner} ${id}`, () => timing.now());
  const lessons = lessonsOf(owner, id, service.first, service.steps);
  const desk = new Desk(service, store, endpoint, say, timing);
  const price = spec.price ?? row.price;

  async function replyTo(prompt: Parameters<Model['ask']>[0], signal: AbortSignal): Promise<Reply> {
    for (;;) {
      const quirks = lessons.current();
      const { path, body } = service.question(prompt, quirks);
      const result = await desk.ask({ id: idOf(path, body), path, body }, signal);
      if ('answer' in result) {
        const reply = service.reply(path, result.answer);
        return { ...reply, usage: plus(reply.usage, NOTHING) }; // in the form of a live answer
      }
      if ('lost' in result) throw new ModelError('server-error', reason('batch_lost', { said: result.lost }));
      if (!lessons.learn(result.failed, quirks)) throw result.failed;
    }
  }

  return {
    id,
    provider,
    window: row.window,
    thinking: endpoint.thinking,
    ...(label === undefined ? {} : { label }),
    ...(price === undefined ? {} : { price: halved(price) }),
    nonce: (length) => store.secret.slice(0, length),
    async ask(prompt, signal) {
      setMaxListeners(0, signal);
      try {
        return await replyTo(prompt, signal);
      } catch (error) {
        throw toModelError(error, endpoint, NOTHING);
      }
    },
  };
}
