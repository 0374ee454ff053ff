/** How many requests run at once: so many in all, so many per host. Waiting is fair within a host and can be cancelled. */
import { cancelled } from './causes';

type Waiter = { readonly host: string; readonly start: () => void };

export class Slots {
  readonly #busy = new Map<string, number>();
  #running = 0;
  #waiting: Waiter[] = [];
  constructor(
    readonly all: number,
    readonly perHost: number,
  ) {}

  /** Resolves with the function that gives the slot back; rejects with a `Fault` when cancelled while waiting. */
  take(host: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled());
        return;
      }
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((w) => w !== waiter);
        reject(cancelled());
      };
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve(this.#occupy(host));
      };
      const waiter = { host, start };
      signal.addEventListener('abort', onAbort, { once: true });
      if (this.#isFree(host)) start();
      else this.#waiting.push(waiter);
    });
  }

  #isFree(host: string): boolean {
    return this.#running < this.all && (this.#busy.get(host) ?? 0) < this.perHost;
  }

  #occupy(host: string): () => void {
    this.#running += 1;
    this.#busy.set(host, (this.#busy.get(host) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#running -= 1;
      const left = (this.#busy.get(host) ?? 1) - 1;
      if (left === 0) this.#busy.delete(host);
      else this.#busy.set(host, left);
      this.#next();
    };
  }

  #next(): void {
    const next = this.#waiting.findIndex((w) => this.#isFree(w.host));
    const [waiter] = next < 0 ? [] : this.#waiting.splice(next, 1);
    waiter?.start();
  }
}
