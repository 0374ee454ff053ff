/** How long a thread was blocked by its own work, as opposed to waiting for a busy machine. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds that this process' main thread has run, if the system reports it (Linux). */
function threadMs(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` and returns an upper bound, in milliseconds, of the longest time in which nothing else could run on this thread: the longest
 * delay of the event loop, or the thread's processor time meanwhile, whichever is less. Other programs add to the first, never to the
 * second.
 */
export async function held<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const interval = 20; // With finer resolution its own ticks would dominate.
  const lag = monitorEventLoopDelay({ resolution: interval });
  lag.enable();
  const before = threadMs();
  const value = await work();
  const after = threadMs();
  lag.disable();
  const delay = Math.max(0, lag.max / 1e6 - interval);
  return { value, ms: before === undefined || after === undefined ? delay : Math.min(delay, after - before) };
}
