/** The daily budget: what all runs and windows of a user may spend between two midnights (UTC). Pure arithmetic; the host stores it. */
import { orCancelled } from '../cancel';
import { reason, type Cause, type Reason } from '../causes';
import type { Usage } from '../model';
import type { Price } from '../ports';
import {
  costOf,
  costOfEstimate,
  SLACK,
  tokensIn,
  type Estimate,
  type Reservation,
  type RunLedger,
} from './ledger';

/**
 * What was spent on a date, and what is reserved for calls in flight, by call. The reservations of a process that dies remain until the day
 * ends, because its calls may have been paid.
 */
export type Day = {
  readonly date: string;
  readonly spent: number;
  readonly open: Readonly<Record<string, number>>;
};

/** The day on `date`: a later date starts from zero. An earlier one means that the clock was set back, and goes on with the day that is kept. */
export const onDate = (day: Day | undefined, date: string): Day =>
  day && day.date >= date ? day : { date, spent: 0, open: {} };

/** Reserves `usd` for the call `id`; undefined if that exceeds the cap. */
export function openCall(day: Day, id: string, usd: number, cap: number): Day | undefined {
  const reserved = Object.values(day.open).reduce((n, one) => n + one, 0);
  if (day.spent + reserved + usd > cap * SLACK) return undefined;
  return { ...day, open: { ...day.open, [id]: usd } };
}

/** Settles the call `id`. A call from the previous day counts today. */
export function closeCall(day: Day, id: string, usd: number): Day {
  const { [id]: _, ...open } = day.open;
  return { ...day, spent: day.spent + Math.max(0, usd), open };
}

/** The stored day, shared by all processes. */
export interface DayBook {
  /** Reserves `usd` and returns the call's id; undefined if that exceeds the cap. */
  open(usd: number): Promise<string | undefined>;
  close(id: string, usd: number): Promise<void>;
  /** Why the day can't be stored, if that is the reason for a refusal. */
  broken?(): Reason | undefined;
}

/** How a shared book counts calls: what one may take at most, and what it took. */
type Measure = { readonly most: (estimate: Estimate) => number; readonly real: (usage: Usage) => number };
const inMoney = (price: Price): Measure => ({
  most: (estimate) => costOfEstimate(price, estimate),
  real: (usage) => costOf(price, usage),
});
const IN_TOKENS: Measure = { most: tokensIn, real: tokensIn };

/**
 * A ledger whose calls also count against a book that other processes share. A refused call waits while other calls of this run may release
 * something. `full` is the cause of a refusal.
 */
function withBook(ledger: RunLedger, { most, real }: Measure, book: DayBook, full: Cause): RunLedger {
  let inFlight = 0;
  let isFull = false;
  let waiting: (() => void)[] = [];
  const freed = () => {
    const all = waiting;
    waiting = [];
    all.forEach((wake) => wake());
  };

  const openFor = async (amount: number, signal: AbortSignal): Promise<string | undefined> => {
    for (;;) {
      const id = await book.open(amount);
      if (id !== undefined) inFlight++;
      if (id !== undefined || inFlight === 0 || signal.aborted) return id;
      await orCancelled(new Promise<void>((wake) => waiting.push(wake)), signal);
    }
  };
  const end = async (id: string, amount: number) => {
    await book.close(id, amount);
    inFlight--;
    freed();
  };

  const acquire = async (estimate: Estimate, signal: AbortSignal): Promise<Reservation | undefined> => {
    const reservation = await ledger.acquire(estimate, signal);
    if (!reservation) return undefined;
    const reserved = most(estimate);
    const id = await openFor(reserved, signal);
    if (id === undefined) {
      isFull ||= !signal.aborted;
      await reservation.release();
      return undefined;
    }
    let ended: Promise<void> | undefined;
    const close = async (amount: number, own: void | Promise<void>) => {
      await Promise.all([own, (ended ??= end(id, amount))]);
    };
    return {
      settle(usage) {
        const amount = real(usage);
        // Without a report, the estimate counts.
        const counted = tokensIn(usage) > 0 && Number.isFinite(amount) ? amount : reserved;
        return close(counted, reservation.settle(usage));
      },
      release: () => close(0, reservation.release()),
    };
  };
  const refusal = () => (isFull ? (book.broken?.() ?? reason(full)) : ledger.refusal?.());
  return { acquire, spent: () => ledger.spent(), refusal };
}

/** A ledger whose calls also count against the day. Without a price only the run's token cap applies. */
export const withDay = (ledger: RunLedger, price: Price | undefined, book: DayBook): RunLedger =>
  price ? withBook(ledger, inMoney(price), book, 'day_cap') : ledger;

/** A ledger whose calls also count against what all workers of a run may spend, in money if `price` is known, and in tokens. */
export function withWorkers(
  ledger: RunLedger,
  price: Price | undefined,
  { money, tokens }: { readonly money: DayBook; readonly tokens: DayBook | undefined },
): RunLedger {
  const capped = price ? withBook(ledger, inMoney(price), money, 'cost_cap') : ledger;
  return tokens ? withBook(capped, IN_TOKENS, tokens, 'cost_cap') : capped;
}
