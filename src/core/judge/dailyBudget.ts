/**
 * The daily budget: what all runs and windows of one user may spend between two midnights (UTC). Pure arithmetic; the host stores the day.
 */
import { reason, type Reason } from '../causes';
import type { Usage } from '../model';
import type { Price } from '../ports';
import { costOf, costOfEstimate, type Estimate, type Reservation, type RunLedger } from './ledger';

/**
 * What was spent on a date, and what is reserved for calls in flight, by call. The reservations of a process that dies remain until the day
 * ends, because its calls may have been paid.
 */
export type Day = {
  readonly date: string;
  readonly spent: number;
  readonly open: Readonly<Record<string, number>>;
};

/** As in the ledger: three times 0.01 must fit into 0.03. */
const SLACK = 1 + 1e-9;

/** The day on `date`; a new date starts from zero. */
export const onDate = (day: Day | undefined, date: string): Day =>
  day?.date === date ? day : { date, spent: 0, open: {} };

const setAside = ({ open }: Day) => Object.values(open).reduce((n, usd) => n + usd, 0);

/** The amount left for another call. */
export const leftOf = (day: Day, cap: number): number => cap - day.spent - setAside(day);

/** Reserves `usd` for the call `id`; undefined if that exceeds the cap. */
export function openCall(day: Day, id: string, usd: number, cap: number): Day | undefined {
  if (day.spent + setAside(day) + usd > cap * SLACK) return undefined;
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

/**
 * A ledger whose calls also count against the day. A refused call waits while other calls of this run may release money. Without a price only
 * the run's token cap applies.
 */
export function withDay(ledger: RunLedger, price: Price | undefined, book: DayBook): RunLedger {
  if (!price) return ledger;
  let inFlight = 0;
  let full = false;
  let waiting: (() => void)[] = [];
  const freed = () => {
    const all = waiting;
    waiting = [];
    all.forEach((wake) => wake());
  };

  const openFor = async (usd: number, signal: AbortSignal): Promise<string | undefined> => {
    for (;;) {
      const id = await book.open(usd);
      if (id !== undefined) inFlight++;
      if (id !== undefined || inFlight === 0 || signal.aborted) return id;
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.push(wake);
        signal.addEventListener('abort', wake);
      });
    }
  };
  const end = async (id: string, usd: number) => {
    await book.close(id, usd);
    inFlight--;
    freed();
  };

  const acquire = async (estimate: Estimate, signal: AbortSignal): Promise<Reservation | undefined> => {
    const reservation = await ledger.acquire(estimate, signal);
    if (!reservation) return undefined;
    const most = costOfEstimate(price, estimate);
    const id = await openFor(most, signal);
    if (id === undefined) {
      full ||= !signal.aborted;
      reservation.release();
      return undefined;
    }
    let ended = false;
    const close = (usd: number) => {
      if (!ended) void end(id, usd);
      ended = true;
    };
    return {
      settle(usage) {
        reservation.settle(usage);
        close(real(price, usage, most));
      },
      release() {
        reservation.release();
        close(0);
      },
    };
  };
  const refusal = (): Reason | undefined => (full ? (book.broken?.() ?? reason('day_cap')) : undefined);
  return { acquire, spent: () => ledger.spent(), refusal };
}

/** The reported usage, or the estimate if none is reported. */
function real(price: Price, usage: Usage, most: number): number {
  const usd = costOf(price, usage);
  return usage.input + usage.output > 0 && Number.isFinite(usd) ? usd : most;
}
