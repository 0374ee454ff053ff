/**
 * One attempt at a source: a time budget over all its hops and bodies that stands still while it waits for a slot,
 * and one signal on which everything opened for it ends.
 */
import { cancelled, timedOut, type Fault } from './causes';

export class Attempt {
  /** What a running out of time means just now; each phase sets its own. */
  late: () => Fault = () => timedOut('no answer in time', true);
  #left: number;
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
    const start = performance.now();
    const timer = setTimeout(() => stop.abort(this.late()), Math.max(0, this.#left));
    try {
      return await race(work(stop.signal), stop.signal);
    } finally {
      clearTimeout(timer);
      this.cancel.removeEventListener('abort', onCancel);
      this.#left -= performance.now() - start;
      stop.abort(cancelled());
    }
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
