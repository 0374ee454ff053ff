/**
 * Reads fetched bodies in worker threads, so that no page can block or crash the host. Workers stay warm and are replaced after a timeout,
 * a crash or a cancellation. Each request gets exactly one answer and can't affect the next one.
 */
import { Worker } from 'node:worker_threads';
import { CANCELLED } from '../../core/cancel';
import { fail } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import type { Failure } from '../../core/model';
import { isPdf } from './sniff';
import type { Readable, ReadRequest } from './readerTypes';

export type { Readable, ReadRequest, Wall } from './readerTypes';

export type ReaderConfig = {
  /** Path of the built `reader.js`. */
  readonly worker: string;
  readonly timeouts?: { readonly parseMs?: number; readonly pdfMs?: number };
  readonly memoryMb?: number;
  /** Most threads; the second one starts only when the first is busy. */
  readonly threads?: number;
};

/**
 * How often time and memory are checked. A worker is ended when the process has grown by its limit. V8's own limit is higher: one large array
 * or string that exceeds it ends the whole process.
 */
const CHECK_MS = 50;
const rss = (): number => process.memoryUsage.rss();

/** Young generation size. V8's default is three times larger, is never given back, and reads no page faster. */
const YOUNG_MB = 8;

/**
 * Most bytes read at the same time, unless a single body exceeds it. Reading a page takes ten times its size in memory, so large pages take
 * turns and small ones don't wait for them.
 */
const BYTES_AT_WORK = 6 * 1024 * 1024;

type Job = {
  readonly request: ReadRequest;
  readonly size: number;
  readonly timeoutMs: number;
  readonly settle: (answer: Readable | Failure) => void;
};
type Thread = { readonly worker: Worker; job?: Job; timer?: NodeJS.Timeout };

/** The body in a buffer that can be transferred; a slice of a pooled buffer is copied. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

/** A reader with worker threads, started on demand. */
export class Reader {
  readonly #config: Required<Omit<ReaderConfig, 'timeouts'>>;
  readonly #parseMs: number;
  readonly #pdfMs: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #disposed = false;

  constructor({ worker, timeouts, memoryMb = DEFAULTS.workerMemoryMb, threads = 2 }: ReaderConfig) {
    this.#config = { worker, memoryMb, threads };
    this.#parseMs = timeouts?.parseMs ?? DEFAULTS.parseTimeoutMs;
    this.#pdfMs = timeouts?.pdfMs ?? DEFAULTS.pdfTimeoutMs;
  }

  /**
   * Extracts the text of a body; fails with `not-text` or `cancelled`. Never rejects. `bytes` is transferred to the worker: if the array
   * owns its memory, it is empty afterwards.
   */
  read(request: ReadRequest, signal: AbortSignal): Promise<Readable | Failure> {
    if (this.#disposed || signal.aborted) return Promise.resolve(CANCELLED);
    return new Promise((resolve) => {
      const cancel = (): void => this.#cancel(job);
      const job: Job = {
        request,
        size: request.bytes.length,
        timeoutMs: isPdf(request.bytes) ? this.#pdfMs : this.#parseMs,
        settle: (answer) => {
          signal.removeEventListener('abort', cancel);
          resolve(answer);
        },
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Stops the workers; open requests fail with `cancelled`. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const job of this.#queue.splice(0)) job.settle(CANCELLED);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, CANCELLED)));
  }

  #cancel(job: Job): void {
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    for (const thread of this.#threads) if (thread.job === job) void this.#end(thread, CANCELLED);
    job.settle(CANCELLED);
  }

  /** Assigns waiting jobs to free threads. */
  #next(): void {
    for (let job = this.#fitting(); job; job = this.#fitting()) {
      const thread = [...this.#threads].find((t) => !t.job) ?? this.#start();
      if (!thread) return;
      this.#queue.splice(this.#queue.indexOf(job), 1);
      this.#give(job, thread);
    }
  }

  /** The first waiting job that fits into the memory limit. */
  #fitting(): Job | undefined {
    const sizes = [...this.#threads].flatMap(({ job }) => (job ? [job.size] : []));
    const room = BYTES_AT_WORK - sizes.reduce((sum, size) => sum + size, 0);
    return this.#queue.find(({ size }) => size <= room || sizes.length === 0);
  }

  #give(job: Job, thread: Thread): void {
    thread.job = job;
    const [end, most] = [performance.now() + job.timeoutMs, rss() + this.#config.memoryMb * 2 ** 20];
    thread.timer = setInterval(() => {
      if (performance.now() > end)
        void this.#end(thread, fail('parse_timeout', { seconds: job.timeoutMs / 1000 }));
      else if (rss() > most) void this.#end(thread, fail('parse_error'));
    }, CHECK_MS);
    // A busy thread keeps the process alive, an idle one doesn't.
    thread.worker.ref();
    const bytes = owned(job.request.bytes);
    thread.worker.postMessage({ ...job.request, bytes }, [bytes.buffer]);
  }

  #start(): Thread | undefined {
    if (this.#threads.size >= this.#config.threads) return undefined;
    const worker = new Worker(this.#config.worker, {
      resourceLimits: {
        maxOldGenerationSizeMb: this.#config.memoryMb * 4,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
      // Workers get no environment keys, and parser output is not printed.
      env: {},
      stdout: true,
      stderr: true,
    });
    const thread: Thread = { worker };
    worker.on('message', (answer: Readable | Failure) => this.#answer(thread, answer));
    worker.on('error', () => void this.#end(thread, fail('parse_error')));
    worker.on('exit', () => void this.#end(thread, fail('parse_error')));
    worker.unref();
    this.#threads.add(thread);
    return thread;
  }

  #release(thread: Thread): Job | undefined {
    const { job } = thread;
    clearTimeout(thread.timer);
    delete thread.timer;
    delete thread.job;
    return job;
  }

  #answer(thread: Thread, answer: Readable | Failure): void {
    const job = this.#release(thread);
    thread.worker.unref();
    job?.settle(answer);
    this.#next();
  }

  /** Removes a thread; its job, if any, gets `why`. */
  async #end(thread: Thread, why: Failure): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    this.#release(thread)?.settle(why);
    const ended = thread.worker.terminate();
    if (!this.#disposed) this.#next();
    await ended;
  }
}
