/** Request rate per registry, and pauses when it asks to slow down. */
import type { Clock } from '../../core/ports';
import { DEFAULTS } from '../../core/defaults';
import { Fault } from './faults';

/** A longer `Retry-After` is cut to this: it may be a mistake, and would last until the editor restarts. */
const LONGEST_CLOSED_MS = 60 * 60 * 1_000;

/** Spaces out requests to one service; all wait when it asks one to wait. */
export class RateLimiter {
  // Not 0, because a clock may be set before 1970.
  #next = -Infinity;
  #closedUntil = -Infinity;
  constructor(
    readonly name: string,
    readonly everyMs: number,
    readonly clock: Clock,
  ) {}

  /** Resolves when it is this request's turn; throws `rate_limited` during a long pause. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (this.#closedUntil > now) {
      const seconds = Math.ceil((this.#closedUntil - now) / 1000);
      throw new Fault('rate_limited', { host: this.name, seconds });
    }
    const at = Math.max(now, this.#next);
    this.#next = at + this.everyMs;
    if (at > now) await this.clock.sleep(at - now, signal);
  }

  /** Pauses as the service asked; during a long pause requests fail instead of waiting. */
  hold(ms: number): void {
    const until = this.clock.now() + Math.min(ms, LONGEST_CLOSED_MS);
    if (ms > DEFAULTS.maxRetryAfterMs) this.#closedUntil = until;
    else this.#next = Math.max(this.#next, until);
  }
}

type Outcome<T> = { readonly value: T; readonly fault?: Fault };

/**
 * Runs `once` and retries while its fault may pass: at most `retries` times, with waits below the limit for one source in total. A fault
 * with a value is returned with it; one without is thrown.
 */
export async function withRetries<T>(
  once: () => Promise<Outcome<T>>,
  retries: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  for (let done = 0, waited = 0; ; done += 1) {
    const outcome = await settle(once);
    const { fault } = outcome;
    if (fault !== undefined && done < Math.min(retries, fault.again.times)) {
      const wait = fault.again.afterMs ?? backOff(done);
      waited += wait;
      if (waited <= DEFAULTS.maxRetryAfterMs) {
        await clock.sleep(wait, signal);
        continue;
      }
    }
    if (!('value' in outcome)) throw outcome.fault;
    return outcome;
  }
}

const settle = <T>(once: () => Promise<Outcome<T>>): Promise<Outcome<T> | { readonly fault: Fault }> =>
  once().catch((error: unknown) => {
    if (error instanceof Fault) return { fault: error };
    throw error;
  });

/** 1 s, then 3 s, plus up to a quarter, so that retries don't arrive together. */
const backOff = (done: number): number => (done === 0 ? 1_000 : 3_000) * (1 + Math.random() / 4);
