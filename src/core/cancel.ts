/** Cancellation: work that has not started or does not stop by itself fails with `cancelled`. */
import { fail } from './causes';
import type { Failure } from './model';

export const CANCELLED: Failure = fail('cancelled');

/** Settles with `work`, or with `CANCELLED` as soon as `signal` aborts, so that a slow port doesn't delay the run. */
export const orCancelled = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | Failure> =>
  new Promise((settle, reject) => {
    const leave = () => settle(CANCELLED);
    work.then(settle, reject).finally(() => signal.removeEventListener('abort', leave));
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
