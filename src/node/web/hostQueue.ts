/**
 * Limits concurrent requests, in total and per host. First come, first served within a host; the host with the longest queue goes first, so
 * that it isn't left for the end. Waiting can be cancelled.
 */
import { cancelled } from './faults';
import { getOrMake } from '../../core/text/maps';

type Host = { running: number; readonly waiting: (() => void)[] };

export class HostQueue {
  readonly #hosts = new Map<string, Host>();
  #running = 0;
  constructor(
    readonly all: number,
    readonly perHost: number,
  ) {}

  /** Resolves with a function that frees the slot; rejects with a `Fault` if cancelled while waiting. */
  take(name: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled());
        return;
      }
      const host = getOrMake(this.#hosts, name, () => ({ running: 0, waiting: [] }));
      const onAbort = () => {
        const at = host.waiting.indexOf(start);
        if (at >= 0) host.waiting.splice(at, 1);
        this.#forget(name, host);
        reject(cancelled());
      };
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve(this.#occupy(name, host));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (this.#isFree(host)) start();
      else host.waiting.push(start);
    });
  }

  #isFree(host: Host): boolean {
    return this.#running < this.all && host.running < this.perHost;
  }

  #occupy(name: string, host: Host): () => void {
    this.#running += 1;
    host.running += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#running -= 1;
      host.running -= 1;
      this.#next();
      this.#forget(name, host);
    };
  }

  #next(): void {
    let busiest: Host | undefined;
    for (const host of this.#hosts.values()) {
      if (this.#isFree(host) && host.waiting.length > (busiest?.waiting.length ?? 0)) busiest = host;
    }
    busiest?.waiting.shift()?.();
  }

  #forget(name: string, host: Host): void {
    if (host.running === 0 && host.waiting.length === 0) this.#hosts.delete(name);
  }
}
