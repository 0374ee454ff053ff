/** One attempt to fetch a source: a time budget that pauses for our own limits, and one signal that ends everything it opened. */
import { race } from '../limited';
import { cancelled, timedOut, type Fault } from './faults';

type Clock = { readonly stop: AbortController; readonly timer: NodeJS.Timeout; readonly since: number };

/** Ends what is still open after a hop. Created once, because creating an error is slow. */
const ENDED = cancelled();

export class Attempt {
  /** Makes the timeout fault; each phase sets its own. */
  late: () => Fault = () => timedOut('', true);
  /** What remains of the time, in milliseconds; less than 0 if it is over. */
  left: number;
  /** The running clock; undefined between hops and while paused. */
  #clock: Clock | undefined;
  constructor(
    timeoutMs: number,
    readonly cancel: AbortSignal,
  ) {
    this.left = timeoutMs;
  }

  /**
   * Runs one hop within the remaining time. The signal given to `work` fires on timeout or cancellation, and once more at the end, so that
   * nothing stays open. The promise settles at that moment even if `work` does not.
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.cancel.aborted) throw cancelled();
    const stop = new AbortController();
    const onCancel = () => stop.abort(cancelled());
    this.cancel.addEventListener('abort', onCancel, { once: true });
    this.#start(stop);
    try {
      return await race(work(stop.signal), stop.signal);
    } finally {
      this.#halt();
      this.cancel.removeEventListener('abort', onCancel);
      stop.abort(ENDED);
    }
  }

  /** Pauses the clock while waiting for something that isn't the source's fault. */
  async aside(wait: Promise<void>): Promise<void> {
    const stop = this.#halt();
    try {
      await wait;
    } finally {
      if (stop?.signal.aborted === false) this.#start(stop);
    }
  }

  #start(stop: AbortController): void {
    const timer = setTimeout(() => stop.abort(this.late()), Math.max(0, this.left));
    this.#clock = { stop, timer, since: performance.now() };
  }

  #halt(): AbortController | undefined {
    const clock = this.#clock;
    if (!clock) return undefined;
    clearTimeout(clock.timer);
    this.left -= performance.now() - clock.since;
    this.#clock = undefined;
    return clock.stop;
  }
}
