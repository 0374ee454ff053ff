/**
 * How many calls to one provider may be in flight. The first goes alone, so that a wrong key costs one call and not one per
 * citation; a rate limit halves the number and makes everybody wait, each success lets it grow again.
 */
import { reason } from '../../core/causes';
import { ModelError } from '../../core/ports';
import { systemClock } from '../clock';

/** Time and chance, replaced in tests. */
export type Timing = {
  now(): number;
  random(): number;
  /** Resolves after `ms`, or rejects with a cancelled `ModelError` when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export const cancelled = () => new ModelError('cancelled', reason('cancelled'));

export const realTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    systemClock.sleep(ms, signal).catch(() => {
      throw cancelled();
    }),
};

/** Those who wait for a slot, first come first served. */
function createLine() {
  const queue: { readonly go: () => void; readonly fail: (error: ModelError) => void }[] = [];
  return {
    wait: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) {
          reject(cancelled());
          return;
        }
        const stop = () => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(cancelled());
        };
        const done = (end: () => void) => {
          signal.removeEventListener('abort', stop);
          end();
        };
        const waiter = {
          go: () => done(resolve),
          fail: (error: ModelError) => done(() => reject(error)),
        };
        signal.addEventListener('abort', stop, { once: true });
        queue.push(waiter);
      }),
    next: () => queue.shift(),
    failAll: (error: ModelError) => queue.splice(0).forEach((waiter) => waiter.fail(error)),
  };
}

export type Gate = {
  /** Waits for a slot; rejects when cancelled, or when the call that went ahead failed in a way this one would too. */
  enter(signal: AbortSignal): Promise<void>;
  /** Gives the slot back; `refused` means that the call is about to be made again in another form. */
  leave(outcome: 'answered' | 'refused' | ModelError): void;
  /** Nobody calls before this much time has passed. */
  pause(ms: number): void;
};

export function createGate(timing: Timing): Gate {
  const line = createLine();
  let proven = false;
  let limit = 1;
  let active = 0;
  let pausedUntil = 0;

  function admit() {
    while (active < Math.floor(limit)) {
      const waiter = line.next();
      if (!waiter) return;
      active += 1;
      waiter.go();
    }
  }

  function release() {
    active -= 1;
    admit();
  }

  function learnFrom(outcome: 'answered' | ModelError) {
    if (outcome === 'answered') {
      limit = proven ? limit + 1 / limit : Number.POSITIVE_INFINITY;
      proven = true;
    } else if (outcome.fatal) {
      proven = false;
      limit = 1;
      line.failAll(outcome);
    } else if (outcome.reason === 'rate-limited') {
      limit = Math.max(1, Math.floor(active / 2));
    }
  }

  return {
    async enter(signal) {
      const turn = line.wait(signal);
      admit();
      await turn;
      try {
        while (pausedUntil > timing.now()) await timing.sleep(pausedUntil - timing.now(), signal);
      } catch (error) {
        release();
        throw error;
      }
    },
    leave(outcome) {
      if (outcome !== 'refused') learnFrom(outcome);
      release();
    },
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, timing.now() + ms);
    },
  };
}
