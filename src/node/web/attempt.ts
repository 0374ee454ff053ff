/**
 * One attempt at a source: a time budget for all its hops and bodies, which stops while the attempt waits for us, and one signal
 * that ends everything opened for it.
 */
import { cancelled, timedOut, type Fault } from './faults';

type Clock = { readonly stop: AbortController; readonly timer: NodeJS.Timeout; readonly since: number };

export class Attempt {
  /** What running out of time means now; each phase sets its own. */
  late: () => Fault = () => timedOut('', true);
  #left: number;
  /** The running clock; undefined between two hops and while the attempt waits for us. */
  #clock: Clock | undefined;
  constructor(
    timeoutMs: number,
    readonly cancel: AbortSignal,
  ) {
    this.#left = timeoutMs;
  }

  /**
   * Runs one hop on the time that is left. `work` gets a signal that fires when time is up or the user cancels, and once more
   * when it is over, so that nothing it opened stays open. The promise ends at that moment even if `work` does not.
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
      stop.abort(cancelled());
    }
  }

  /** Waits for something that is not the source's fault: the hop's clock stops meanwhile. */
  async aside(wait: Promise<void>): Promise<void> {
    const stop = this.#halt();
    await wait;
    if (stop?.signal.aborted === false) this.#start(stop);
  }

  #start(stop: AbortController): void {
    const timer = setTimeout(() => stop.abort(this.late()), Math.max(0, this.#left));
    this.#clock = { stop, timer, since: performance.now() };
  }

  #halt(): AbortController | undefined {
    const clock = this.#clock;
    if (!clock) return undefined;
    clearTimeout(clock.timer);
    this.#left -= performance.now() - clock.since;
    this.#clock = undefined;
    return clock.stop;
  }
}

/** `work`, or the signal's reason as soon as it fires. */
export function race<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : cancelled());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
