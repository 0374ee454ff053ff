/**
 * Bodies that wait for their reader. While they are many bytes no further page is begun: the network is faster than reading, and
 * what it brings ahead of time only fills the memory. Small pages never notice.
 */
import { cancelled } from './causes';

export class Backlog {
  #bytes = 0;
  readonly #waiting: (() => void)[] = [];
  constructor(readonly most: number) {}

  /** Does `work` when there is room for another page; throws when the user cancels before. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    while (this.#bytes > this.most) await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** Counts `bytes` as waiting until `reading` has ended. */
  async hold<T>(bytes: number, reading: Promise<T>): Promise<T> {
    this.#bytes += bytes;
    try {
      return await reading;
    } finally {
      this.#bytes -= bytes;
      this.#waiting.shift()?.();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(cancelled());
      };
      const go = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      if (signal.aborted) {
        reject(cancelled());
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(go);
    });
  }
}
