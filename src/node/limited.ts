/** Limits how long to wait for work that may not stop by itself. */

/** Settles with `work`, or rejects with the signal's reason as soon as it aborts. */
export const race = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });

/** Settles with `work`; rejects after `ms` milliseconds or when `signal` aborts, with the error of `late`, which also ends `work`. */
export async function limited<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  ms: number,
  late: (why: 'timeout' | 'cancelled') => Error,
): Promise<T> {
  if (signal.aborted) throw late('cancelled');
  const own = new AbortController();
  const cancel = () => own.abort(late('cancelled'));
  const timer = setTimeout(() => own.abort(late('timeout')), ms);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await race(work(own.signal), own.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}
