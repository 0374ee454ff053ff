/** The reservation ledger: money is reserved before a call and settled after, so that a cap holds with many calls in flight. Pure. */
import { reason, type Reason } from '../causes';
import type { Usage } from '../model';
import { addUsage, NO_USAGE, type Price } from '../ports';

/** The most that one call may take: the tokens to send and the answer's limit. */
export type Estimate = { readonly input: number; readonly output: number };

export type LedgerOptions = {
  /** Without a price only tokens are counted; a cap of zero still allows no call. */
  readonly price?: Price | undefined;
  /** The lower of the run's cap and the rest of the day's. */
  readonly maxCostUsd: number;
  /** Input and output tokens together; no cap if undefined. */
  readonly maxTokens?: number | undefined;
};

/** Its two methods end it; a second call of either has no effect. They resolve when all books have stored the end. */
export type Reservation<Stored = void | Promise<void>> = {
  /** Settles the reservation with the reported usage; all zero counts as the estimate. */
  settle(usage: Usage): Stored;
  /** Ends it without cost, because no request reached the provider. */
  release(): Stored;
};

export type Ledger = {
  /** Reserves the estimate; undefined if that exceeds the cap. */
  reserve(estimate: Estimate): Reservation<void> | undefined;
  /**
   * Like `reserve`, but waits, first come first served, for money that calls in flight may release. Undefined if the estimate exceeds the cap
   * even then, or `signal` aborts.
   */
  acquire(estimate: Estimate, signal: AbortSignal): Promise<Reservation<void> | undefined>;
  /** Settled so far; `costUsd` is undefined without a price. */
  spent(): { readonly usage: Usage; readonly costUsd?: number };
  /** Why every call is refused, if the cap is zero. */
  refusal(): Reason | undefined;
};

/** The ledger of a run. `refusal` names the cap that refused, if it isn't the run's own. */
export type RunLedger = Pick<Ledger, 'spent'> & {
  acquire(...call: Parameters<Ledger['acquire']>): Promise<Reservation | undefined>;
  refusal?(): Reason | undefined;
};

const MILLION = 1_000_000;
/** Tolerance for sums of decimal fractions: three times 0.01 must fit into 0.03. */
export const SLACK = 1 + 1e-9;

/** USD for a usage. `input` counts all input tokens, `cached` those of them read from the provider's cache, `written` those written. */
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

/** The highest cost of an estimate: all input written to the cache, the whole answer used. */
export const costOfEstimate = (price: Price, { input, output }: Estimate): number =>
  (input * Math.max(price.input, price.cacheWrite ?? 0) + output * price.output) / MILLION;

/** The tokens of an estimate or a usage. */
export const tokensIn = ({ input, output }: Estimate): number => input + output;

/** A capped quantity: money or tokens. */
function createAccount(most: number, weigh: (u: Usage) => number, weighEstimate: (e: Estimate) => number) {
  const cap = most * SLACK;
  let [settled, factor] = [0, 1];
  return {
    fits: (open: readonly Estimate[]) =>
      settled + open.reduce((sum, estimate) => sum + weighEstimate(estimate), 0) * factor <= cap,
    settle(estimate: Estimate, real: Usage) {
      settled += weigh(real);
      const estimated = weighEstimate(estimate);
      if (estimated > 0) factor = Math.max(factor, weigh(real) / estimated);
    },
  };
}

/** Settled and reserved amounts. `freed` is called when a reservation ends. */
function createBook({ price, maxCostUsd, maxTokens = Infinity }: LedgerOptions, freed: () => void) {
  const accounts = [createAccount(price || maxCostUsd > 0 ? maxTokens : 0, tokensIn, tokensIn)];
  if (price)
    accounts.push(
      createAccount(
        maxCostUsd,
        (used) => costOf(price, used),
        (estimate) => costOfEstimate(price, estimate),
      ),
    );
  const claims = new Set<Estimate>();
  let usage: Usage = { ...NO_USAGE, written: 0 };

  function settle(estimate: Estimate, reported: Usage) {
    const report = addUsage(reported, NO_USAGE);
    const real = tokensIn(report) === 0 ? { ...estimate, cached: 0 } : report;
    usage = { written: 0, ...addUsage(usage, real) };
    for (const account of accounts) account.settle(estimate, real);
  }

  const fits = (estimate: Estimate, others: readonly Estimate[]) =>
    accounts.every((account) => account.fits([...others, estimate]));

  function reserve(wanted: Estimate): Reservation<void> | undefined {
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
    /** Whether it would fit if the calls in flight cost nothing. */
    hopeful: (estimate: Estimate) => fits(estimate, []),
    // From the totals: a sum of fractions would differ in its last digit with the order of the calls.
    spent: () => (price ? { usage, costUsd: costOf(price, usage) } : { usage }),
  };
}

type Waiter = { readonly estimate: Estimate; readonly answer: (r: Reservation<void> | undefined) => void };

/**
 * Creates the ledger of a run. Settled plus reserved never exceeds the cap. Real costs exceed it only if a provider reports more than the
 * estimate; later estimates are then raised by the same factor.
 */
export function createLedger(options: LedgerOptions): Ledger {
  const waiters: Waiter[] = [];
  const book = createBook(options, wake);

  /** Serves waiting calls in order, up to the first that should wait longer. */
  function wake() {
    for (let first = waiters[0]; first; first = waiters[0]) {
      const reservation = book.reserve(first.estimate);
      if (!reservation && book.hopeful(first.estimate)) return;
      waiters.shift();
      first.answer(reservation);
    }
  }

  function acquire(estimate: Estimate, signal: AbortSignal): Promise<Reservation<void> | undefined> {
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

  const isZero = options.maxCostUsd === 0 || options.maxTokens === 0;
  const refusal = () => (isZero ? reason('no_budget') : undefined);
  return { reserve: book.reserve, acquire, spent: book.spent, refusal };
}
