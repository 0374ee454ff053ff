/**
 * Reads fetched bodies to text in worker threads, so that no page, whatever it holds, can stop or kill the host
 * Workers are kept warm and replaced after a time-out, a crash or a cancel; each request gets exactly one
 * answer, and the next one is not harmed by the last.
 */
import { Worker } from 'node:worker_threads';
import { CANCELLED } from '../core/cancel';
import { fail } from '../core/causes';
import { DEFAULTS } from '../core/defaults';
import type { Failure } from '../core/model';
import { isPdf } from './read/sniff';
import type { Readable, ReadRequest } from './read/readerTypes';

export type { Readable, ReadRequest, Wall } from './read/readerTypes';

export interface Reader {
  /**
   * Reads a body to text, or says why it has none (`not-text`, or `cancelled`). Never rejects.
   * `bytes` are handed to the worker: the array is empty afterwards when it owned its memory.
   */
  read(request: ReadRequest, signal: AbortSignal): Promise<Readable | Failure>;
  /** Ends the workers; requests still open answer `cancelled`. */
  dispose(): Promise<void>;
}

export type ReaderConfig = {
  /** Path of the built `reader.js`. */
  readonly worker: string;
  readonly timeouts?: { readonly parseMs?: number; readonly pdfMs?: number };
  readonly memoryMb?: number;
  /** Threads at most; the second starts only when the first is busy. */
  readonly threads?: number;
};

/** Room for what is new: V8 takes three times more by default, gives none of it back, and a page is read no faster for it. */
const YOUNG_MB = 8;

/**
 * Bodies that are read at the same time are no larger together, unless one alone is. A page takes ten times its size while it is
 * read, so large ones take turns, and small ones need not wait for them.
 */
const BYTES_AT_WORK = 6 * 1024 * 1024;

type Job = {
  readonly request: ReadRequest;
  readonly size: number;
  readonly timeoutMs: number;
  readonly settle: (answer: Readable | Failure) => void;
};
type Thread = { readonly worker: Worker; job?: Job; timer?: NodeJS.Timeout };

/** A body whose memory can be given away as it is; a piece of a pool is copied out of it. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

class Threads implements Reader {
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

  /** Gives waiting jobs to free threads. */
  #next(): void {
    for (let job = this.#fitting(); job; job = this.#fitting()) {
      const thread = [...this.#threads].find((t) => !t.job) ?? this.#start();
      if (!thread) return;
      this.#queue.splice(this.#queue.indexOf(job), 1);
      this.#give(job, thread);
    }
  }

  /** The first job that there is room for beside those at work. */
  #fitting(): Job | undefined {
    const sizes = [...this.#threads].flatMap(({ job }) => (job ? [job.size] : []));
    const room = BYTES_AT_WORK - sizes.reduce((sum, size) => sum + size, 0);
    return this.#queue.find(({ size }) => size <= room || sizes.length === 0);
  }

  #give(job: Job, thread: Thread): void {
    thread.job = job;
    thread.timer = setTimeout(() => {
      void this.#end(thread, fail('parse_timeout', { seconds: job.timeoutMs / 1000 }));
    }, job.timeoutMs);
    // A busy thread keeps the process alive, a waiting one does not.
    thread.worker.ref();
    const bytes = owned(job.request.bytes);
    thread.worker.postMessage({ ...job.request, bytes }, [bytes.buffer]);
  }

  #start(): Thread | undefined {
    if (this.#threads.size >= this.#config.threads) return undefined;
    const worker = new Worker(this.#config.worker, {
      resourceLimits: { maxOldGenerationSizeMb: this.#config.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // Keys of the environment and what a parser prints are nobody's business here.
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

  /** Takes a thread out of service; its job, if it has one, answers `why`. */
  async #end(thread: Thread, why: Failure): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    this.#release(thread)?.settle(why);
    const ended = thread.worker.terminate();
    if (!this.#disposed) this.#next();
    await ended;
  }
}

/** A reader over worker threads; none is started before the first request. */
export function createReader(config: ReaderConfig): Reader {
  return new Threads(config);
}
