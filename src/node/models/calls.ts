/**
 * One call to a provider: with a deadline, cancelled promptly, retried only where that helps. The SDKs' own retries are off: they ignore
 * the budget, retry on an empty account, and obey a `Retry-After` of days.
 */
import { reason } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import type { Usage } from '../../core/model';
import { countTokensSafely } from '../../core/text/relevance/tokens';
import { addUsage, ModelError, NO_USAGE, type ModelErrorReason, type Prompt } from '../../core/ports';
import { limited } from '../limited';
import { dateWait } from '../web/status';
import { causes, toModelError, type Asked } from './errors';
import { createGate, type Timing } from './gate';
import { HttpError } from './wire';

/** Retries per failure; all others would fail again. */
const RETRIES: Partial<Record<ModelErrorReason, number>> = {
  'rate-limited': 5,
  overloaded: 3,
  'server-error': 3,
  timeout: 1,
};
const FIRST_WAIT_MS = 2_000;
/** A server that asks for a longer wait, or that never answered and let so many calls time out, ends the run. */
const LASTING_MS = 600_000;
const MOST_SILENT = 3;

/** Converts `6m0s`, `1.5s`, `250ms` to milliseconds. */
function duration(text: string): number | undefined {
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map((p) => p[0]).join('') !== text) return undefined;
  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * (units[unit ?? ''] ?? 0), 0);
}

/** The wait that the provider requests in any of its headers, in milliseconds. */
export function requestedWait(headers: Headers, now: number): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = headers.get('retry-after');
  if (after !== null) return Number(after) >= 0 ? Number(after) * 1_000 : dateWait(after, now);
  const resets = ['x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens', 'x-ratelimit-reset'];
  const reset = resets.map((name) => headers.get(name)).find((value) => value !== null);
  if (reset == null) return undefined;
  const n = Number(reset);
  // A bare number is a number of seconds, or a time in seconds or milliseconds since the epoch.
  if (!Number.isNaN(n)) return Math.max(0, n > 1e12 ? n - now : n > 1e9 ? n * 1_000 - now : n * 1_000);
  return duration(reset) ?? dateWait(reset, now);
}

/** The most that a request without an answer may have cost. */
export const mostSpent = ({ system, blocks, maxTokens }: Prompt, thinking = 0): Usage => ({
  input: countTokensSafely([system, ...blocks.map(({ text }) => text)].join('\n')),
  output: maxTokens + thinking,
  cached: 0,
});

export type Call<T> = {
  readonly work: (signal: AbortSignal) => Promise<T>;
  /** The most that an attempt without an answer may have cost. */
  readonly spent: Usage;
  /** Learns from a refused request format; true if the call should be retried in another form at once. */
  readonly learn?: (error: HttpError) => boolean;
};

/** An invalid answer cost something, even if the server doesn't report it. */
export const priced = (error: ModelError, spent: Usage): ModelError =>
  error.reason === 'bad-response' && error.usage.input === 0
    ? new ModelError(error.reason, error.why, spent)
    : error;

class Failed {
  constructor(
    readonly error: ModelError,
    readonly http: HttpError | undefined,
    readonly learnt: boolean,
  ) {}
}

export function createCaller(asked: Asked, timeoutMs: number, timing: Timing) {
  const gate = createGate(timing);
  /** Calls that timed out; undefined after the first answer. */
  let silent: number | undefined = 0;

  async function attempt<T>({ work, spent, learn }: Call<T>, signal: AbortSignal): Promise<T | Failed> {
    await gate.enter(signal);
    try {
      const late = (why: 'timeout' | 'cancelled') =>
        new ModelError(why, reason(why, { host: asked.id }), spent);
      const answer = await limited(work, signal, timeoutMs, late);
      gate.leave('answered');
      silent = undefined;
      return answer;
    } catch (thrown) {
      const http = [...causes(thrown)].find((error) => error instanceof HttpError);
      const learnt = http !== undefined && (learn?.(http) ?? false);
      const { reason: kind, why, usage } = priced(toModelError(thrown, asked, spent), spent);
      if (kind === 'timeout' && silent !== undefined) silent += 1;
      const asks = http && requestedWait(http.headers, timing.now());
      const isLasting = (asks ?? 0) > LASTING_MS || (kind === 'timeout' && (silent ?? 0) >= MOST_SILENT);
      const error = new ModelError(kind, why, usage, isLasting);
      // Before the next call takes the slot.
      if (kind === 'rate-limited') gate.pause(Math.min(asks ?? FIRST_WAIT_MS, DEFAULTS.maxRetryAfterMs));
      gate.leave(learnt ? 'refused' : error);
      return new Failed(error, http, learnt);
    }
  }

  /** Waits before the next attempt; false if there is none. What may be billed is asked again only within the budget, by `judge/ask`. */
  async function waitFor({ error, http }: Failed, tries: number, signal: AbortSignal): Promise<boolean> {
    if (error.usage.input > 0) return false;
    const lostConnection = error.reason === 'server-error' && !http;
    const allowed = lostConnection ? 1 : (RETRIES[error.reason] ?? 0);
    if (tries >= allowed) return false;
    const backoff = FIRST_WAIT_MS * 2 ** tries * (0.75 + timing.random() / 2);
    const asks = http && requestedWait(http.headers, timing.now());
    if (asks !== undefined && asks > DEFAULTS.maxRetryAfterMs) return false;
    await timing.sleep(error.reason === 'timeout' ? 0 : (asks ?? backoff), signal);
    return true;
  }

  return {
    /** Returns the answer and what failed attempts may have cost; throws `ModelError`. */
    async call<T>(call: Call<T>, signal: AbortSignal): Promise<{ readonly answer: T; readonly lost: Usage }> {
      const tries = new Map<ModelErrorReason, number>();
      let lost = NO_USAGE;
      for (;;) {
        const answer = await attempt(call, signal);
        if (!(answer instanceof Failed)) return { answer, lost };
        const { error } = answer;
        lost = addUsage(lost, error.usage);
        if (answer.learnt) continue;
        const before = tries.get(error.reason) ?? 0;
        tries.set(error.reason, before + 1);
        const again = await waitFor(answer, before, signal).catch(() => false);
        if (signal.aborted) throw new ModelError('cancelled', reason('cancelled'), lost);
        if (!again) throw new ModelError(error.reason, error.why, lost, error.isLasting);
      }
    },
  };
}
