/**
 * The reservation ledger: money is set aside before a call and settled after it, so that a cap holds although many calls are
 * in flight at once. Pure: it keeps numbers, knows no clock and no provider.
 */
import type { Reason } from '../causes';
import type { Usage } from '../model';
import type { Price } from '../ports';

/** What one call may cost at most: tokens really to be sent, and the answer's limit. */
export type Estimate = { readonly input: number; readonly output: number };

export type LedgerOptions = {
  /** Without a price only tokens can be counted; then nothing is spent at all where nothing may be. */
  readonly price?: Price | undefined;
  /** What this run may spend: the run's cap, or what is left of the day's, whichever is less. */
  readonly maxCostUsd: number;
  /** Input and output tokens together; no cap when left out. */
  readonly maxTokens?: number | undefined;
};

export type Reservation = {
  /** Ends the reservation with what the provider reported; nothing reported (all zero) counts as the estimate. */
  settle(usage: Usage): void;
  /** Ends it with nothing spent: no request reached the provider. Ending twice has no effect. */
  release(): void;
};

export type Ledger = {
  /** Sets the estimate aside, or gives nothing when the cap would not hold. */
  reserve(estimate: Estimate): Reservation | undefined;
  /**
   * As `reserve`, but while calls are in flight it waits, first come first served, for what they give back. Gives nothing when
   * the cap would not hold even then, and when `signal` aborts.
   */
  acquire(estimate: Estimate, signal: AbortSignal): Promise<Reservation | undefined>;
  /** Settled so far; `costUsd` is missing when the price is not known. */
  spent(): { readonly usage: Usage; readonly costUsd?: number };
};

/** What a run needs of a ledger. `refusal` says which cap left no room, where it is not the run's own. */
export type RunLedger = Pick<Ledger, 'acquire' | 'spent'> & { refusal?(): Reason | undefined };

const MILLION = 1_000_000;
/** Sums of decimal fractions are off by a hair: three times 0.01 must fit into 0.03. */
const SLACK = 1 + 1e-9;

/**
 * USD for a usage. `input` counts all input tokens, `cached` those of them read from the provider's cache, `written` those
 * written to it.
 */
export function costOf(price: Price, { input, output, cached, written = 0 }: Usage): number {
  const plain = Math.max(0, input - cached - written);
  return (
    (plain * price.input +
      cached * (price.cacheRead ?? price.input) +
      written * (price.cacheWrite ?? price.input) +
      output * price.output) /
    MILLION
  );
}

/** The dearest that an estimate can become: its whole input written to the cache, its whole answer used. */
export function costOfEstimate(price: Price, { input, output }: Estimate): number {
  return (input * Math.max(price.input, price.cacheWrite ?? 0) + output * price.output) / MILLION;
}

/** A provider's number, made safe: nothing negative, nothing infinite. */
const sane = (n = 0) => (Number.isFinite(n) ? Math.max(0, n) : 0);
const saneUsage = (u: Usage) => ({
  input: sane(u.input),
  output: sane(u.output),
  cached: Math.min(sane(u.cached), sane(u.input)),
  written: Math.min(sane(u.written), sane(u.input)),
});

/** One thing that is capped: money, or tokens. */
function createAccount(most: number, weigh: (u: Usage) => number, weighEstimate: (e: Estimate) => number) {
  const cap = most * SLACK;
  let settled = 0;
  let factor = 1;
  return {
    fits: (open: readonly Estimate[]) =>
      settled + open.reduce((sum, estimate) => sum + weighEstimate(estimate), 0) * factor <= cap,
    settle(estimate: Estimate, real: Usage) {
      settled += weigh(real);
      const estimated = weighEstimate(estimate);
      if (estimated > 0) factor = Math.max(factor, weigh(real) / estimated);
    },
    settled: () => settled,
  };
}

/** The numbers of a ledger: what is settled and what is set aside. `freed` is called whenever a reservation ends. */
function createBook({ price, maxCostUsd, maxTokens = Infinity }: LedgerOptions, freed: () => void) {
  const money = createAccount(
    price ? maxCostUsd : maxCostUsd > 0 ? Infinity : 0,
    (u) => (price ? costOf(price, u) : u.input + u.output),
    (e) => (price ? costOfEstimate(price, e) : e.input + e.output),
  );
  const tokens = createAccount(
    maxTokens,
    (u) => u.input + u.output,
    (e) => e.input + e.output,
  );
  const claims = new Set<Estimate>();
  let usage = { input: 0, output: 0, cached: 0, written: 0 };

  function settle(estimate: Estimate, reported: Usage) {
    const report = saneUsage(reported);
    const missing = report.input + report.output === 0;
    const real = missing ? { ...estimate, cached: 0, written: 0 } : report;
    usage = {
      input: usage.input + real.input,
      output: usage.output + real.output,
      cached: usage.cached + real.cached,
      written: usage.written + real.written,
    };
    for (const account of [money, tokens]) account.settle(estimate, real);
  }

  const fits = (estimate: Estimate, others: readonly Estimate[]) =>
    [money, tokens].every((account) => account.fits([...others, estimate]));

  function reserve(wanted: Estimate): Reservation | undefined {
    const estimate = { ...wanted };
    if (!fits(estimate, [...claims])) return undefined;
    claims.add(estimate);
    const end = (close: () => void) => {
      if (!claims.delete(estimate)) return;
      close();
      freed();
    };
    return {
      settle: (reported) => end(() => settle(estimate, reported)),
      release: () => end(() => undefined),
    };
  }

  return {
    reserve,
    /** Would it fit if the calls in flight turned out to cost nothing? */
    hopeful: (estimate: Estimate) => fits(estimate, []),
    // From the totals: a sum of fractions would differ in its last digit with the order of the calls.
    spent: () => (price ? { usage, costUsd: costOf(price, usage) } : { usage }),
  };
}

type Waiter = { readonly estimate: Estimate; readonly answer: (r: Reservation | undefined) => void };

/**
 * A ledger for one run. Settled plus reserved never passes the cap; what is really spent can pass it only where a provider
 * reports more than the estimate, and from that moment on later estimates are raised by the same factor.
 */
export function createLedger(options: LedgerOptions): Ledger {
  const waiters: Waiter[] = [];
  const book = createBook(options, wake);

  /** Serves those who wait, in order, until the first for whom it is worth waiting on. */
  function wake() {
    for (let first = waiters[0]; first; first = waiters[0]) {
      const reservation = book.reserve(first.estimate);
      if (!reservation && book.hopeful(first.estimate)) return;
      waiters.shift();
      first.answer(reservation);
    }
  }

  function acquire(estimate: Estimate, signal: AbortSignal): Promise<Reservation | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const now = waiters.length === 0 ? book.reserve(estimate) : undefined;
    if (now || !book.hopeful(estimate)) return Promise.resolve(now);
    return new Promise((resolve) => {
      const leave = () => {
        waiters.splice(waiters.indexOf(waiter), 1);
        resolve(undefined);
        wake();
      };
      const waiter: Waiter = {
        estimate,
        answer: (reservation) => {
          signal.removeEventListener('abort', leave);
          resolve(reservation);
        },
      };
      waiters.push(waiter);
      signal.addEventListener('abort', leave);
    });
  }

  return { reserve: book.reserve, acquire, spent: book.spent };
}
