/**
 * The day's cap: what all runs and all windows of one user may spend between two midnights (UTC). The arithmetic stands here, pure; where the
 * day is kept is its owner's business (`node/spending.ts`).
 */
import { reason, type Reason } from '../causes';
import type { Usage } from '../model';
import type { Price } from '../ports';
import { costOf, costOfEstimate, type Estimate, type Reservation, type RunLedger } from './ledger';

/**
 * What was spent on a date, and what is set aside for calls in flight, by the call. A process that dies leaves its calls set aside until the
 * day ends: they may have been paid for.
 */
export type Day = {
  readonly date: string;
  readonly spent: number;
  readonly open: Readonly<Record<string, number>>;
};

/** As in the ledger: three times 0.01 must fit into 0.03. */
const SLACK = 1 + 1e-9;

/** The day as it stands on `date`: another date begins anew. */
export const onDate = (day: Day | undefined, date: string): Day =>
  day?.date === date ? day : { date, spent: 0, open: {} };

const setAside = ({ open }: Day) => Object.values(open).reduce((n, usd) => n + usd, 0);

/** What is left for another call. */
export const leftOf = (day: Day, cap: number): number => cap - day.spent - setAside(day);

/** Sets `usd` aside for the call `id`, or gives nothing where the cap would not hold. */
export function openCall(day: Day, id: string, usd: number, cap: number): Day | undefined {
  if (day.spent + setAside(day) + usd > cap * SLACK) return undefined;
  return { ...day, open: { ...day.open, [id]: usd } };
}

/** Ends the call `id` with what it cost. One that was opened on the day before is paid for today. */
export function closeCall(day: Day, id: string, usd: number): Day {
  const { [id]: _, ...open } = day.open;
  return { ...day, spent: day.spent + Math.max(0, usd), open };
}

/** Where the day is kept, for all processes at once. */
export interface DayBook {
  /** Sets `usd` aside and gives the call's name; nothing where the cap would not hold. */
  open(usd: number): Promise<string | undefined>;
  close(id: string, usd: number): Promise<void>;
  /** Why the book cannot be kept, where that and not the cap left no room. */
  broken?(): Reason | undefined;
}

/**
 * A ledger whose calls count against the day too. While calls of this run are in flight a refused one waits for what they give
 * back. Without a price nothing can be counted in money, and the run's cap on tokens alone holds.
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

/** What a provider reported; nothing reported counts as the estimate. */
function real(price: Price, usage: Usage, most: number): number {
  const usd = costOf(price, usage);
  return usage.input + usage.output > 0 && Number.isFinite(usd) ? usd : most;
}
