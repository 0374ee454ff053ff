/** Cancelling: what was not begun, or does not end by itself, is the failure `cancelled`. */
import { fail } from './causes';
import type { Failure } from './model';

export const CANCELLED: Failure = fail('cancelled');

/** `work`, or `CANCELLED` as soon as `signal` aborts: a port that is slow to notice does not hold the run. */
export function orCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Failure> {
  return new Promise((settle, reject) => {
    const leave = () => settle(CANCELLED);
    const left = () => signal.removeEventListener('abort', leave);
    work.then(settle, reject).finally(left);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
