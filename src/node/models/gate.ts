/**
 * Limits calls in flight to one provider. The first call goes alone, so that a wrong key costs one call, not one per citation. A rate limit
 * halves the number and pauses all calls; each success raises it again.
 */
import { reason } from '../../core/causes';
import { ModelError } from '../../core/ports';
import { systemClock } from '../clock';

/** Time and randomness, replaced in tests. */
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

/** Lets a waiter in, or ends its wait with an error. */
type End = (error?: ModelError) => void;

/** Waits in `line` until its entry is called. */
const waitIn = (line: Set<End>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => end(cancelled());
    const end: End = (error) => {
      line.delete(end);
      signal.removeEventListener('abort', stop);
      if (error) reject(error);
      else resolve();
    };
    line.add(end);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });

export function createGate(timing: Timing) {
  /** First come, first served. */
  const line = new Set<End>();
  let proven = false;
  let limit = 1;
  let active = 0;
  let pausedUntil = -Infinity; // a wrong clock may be before 1970

  function admit() {
    for (const letIn of line) {
      if (active >= Math.floor(limit)) return;
      active += 1;
      letIn();
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
      for (const end of line) end(outcome);
    } else if (outcome.reason === 'rate-limited') {
      limit = Math.max(1, Math.floor(active / 2));
    }
  }

  return {
    /** Waits for a slot. Rejects if cancelled, or if the first call failed in a way that this one would too. */
    async enter(signal: AbortSignal): Promise<void> {
      const turn = waitIn(line, signal);
      admit();
      await turn;
      try {
        while (pausedUntil > timing.now()) await timing.sleep(pausedUntil - timing.now(), signal);
      } catch (error) {
        release();
        throw error;
      }
    },
    /** Frees the slot; `refused` means that the call will be retried in another form. */
    leave(outcome: 'answered' | 'refused' | ModelError): void {
      if (outcome !== 'refused') learnFrom(outcome);
      release();
    },
    /** Holds all calls for this long, in milliseconds. */
    pause(ms: number): void {
      pausedUntil = Math.max(pausedUntil, timing.now() + ms);
    },
  };
}
