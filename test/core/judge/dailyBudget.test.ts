import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeCall, onDate, openCall, withDay, withWorkers } from '../../../src/core/judge/dailyBudget';
import type { Day, DayBook } from '../../../src/core/judge/dailyBudget';
import { createLedger, type RunLedger } from '../../../src/core/judge/ledger';

const PRICE = { input: 1, output: 1, asOf: '2026-01-01' };
const M = 1e6;
const never = new AbortController().signal;
/** A call of at most `usd`. */
const calling = (usd: number) => ({ input: usd * M * 0.75, output: usd * M * 0.25 });
const used = (usd: number) => ({ ...calling(usd), cached: 0 });
const ledger = (maxCostUsd = 1_000) => createLedger({ price: PRICE, maxCostUsd });

/** What is spent and reserved. */
const takenOf = ({ spent, open }: Day) => Object.values(open).reduce((sum, usd) => sum + usd, spent);

/** A day in memory that every window of a test writes into; `seen` is called after each change. */
function bookOf(cap: number, seen: (day: Day) => void = () => undefined): DayBook & { day(): Day } {
  let day = onDate(undefined, 'today');
  let n = 0;
  return {
    day: () => day,
    async open(usd) {
      await Promise.resolve();
      const next = openCall(day, `${n}`, usd, cap);
      if (!next) return undefined;
      day = next;
      seen(day);
      return `${n++}`;
    },
    async close(id, usd) {
      await Promise.resolve();
      day = closeCall(day, id, usd);
      seen(day);
    },
  };
}

describe('the budget of a day', () => {
  it('is restored at midnight, and a call is paid on the day it was opened', () => {
    const before = openCall(onDate(undefined, 'a'), 'x', 2, 5)!;
    expect(takenOf(before)).toBe(2);
    const next = onDate(before, 'b');
    expect(takenOf(next)).toBe(0);
    expect(takenOf(closeCall(next, 'x', 1.5))).toBe(1.5);
  });

  it('is not restored by a clock that is set back, or differs between processes', () => {
    const today = openCall(onDate(undefined, 'b'), 'x', 2, 5)!;
    const back = onDate(today, 'a');
    const taken = [back, onDate(back, 'b'), onDate(back, 'c')].map(takenOf);
    expect(taken).toEqual([2, 2, 0]);
  });

  it('allows a call that costs nothing if the cap is 0', () => {
    expect(openCall(onDate(undefined, 'a'), 'x', 0, 0)).toBeDefined();
    expect(openCall(onDate(undefined, 'a'), 'x', 0.01, 0)).toBeUndefined();
  });

  it('keeps the reservation of a dead process until the day ends', () => {
    const day = openCall(onDate(undefined, 'a'), 'x', 2, 3)!;
    expect(openCall(onDate(day, 'a'), 'y', 2, 3)).toBeUndefined();
  });
});

/** Lets all that can go on go on. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the ledger of a day', () => {
  it('resumes a waiting call of its run, and counts each call once', async () => {
    const book = bookOf(2);
    const one = withDay(ledger(), PRICE, book);
    const first = await one.acquire(calling(2), never);
    const run = new AbortController().signal;
    let second: unknown = 'waits';
    void one.acquire(calling(1), run).then((r) => (second = r));
    await settled();
    expect(second).toBe('waits');
    await Promise.all([first?.settle(used(0.5)), first?.settle(used(0.5)), first?.release()]);
    await settled();
    expect(second).toBeDefined();
    expect(second).not.toBe('waits');
    expect(getEventListeners(run, 'abort')).toEqual([]);
    expect(book.day()).toMatchObject({ spent: 0.5, open: { 1: 1 } });
    expect(one.spent()).toMatchObject({ costUsd: 0.5, usage: used(0.5) });
  });

  it.each(['settle', 'release'] as const)('ends a call only after all books store it: %s', async (end) => {
    const [money, tokens] = end === 'settle' ? [bookOf(9), bookOf(99 * M)] : [bookOf(99), bookOf(9 * M)];
    const slow = (book: DayBook): DayBook => ({
      open: (amount) => book.open(amount),
      close: (...call) => settled().then(() => book.close(...call)),
    });
    const one = withWorkers(ledger(), PRICE, { money: slow(money), tokens: slow(tokens) });
    const call = await one.acquire(calling(2), never);
    const spent = end === 'settle' ? 1 : 0;
    await (end === 'settle' ? call?.settle(used(1)) : call?.release());
    expect([money.day().spent, tokens.day().spent]).toEqual([spent, spent * M]);
    expect([money.day().open, tokens.day().open]).toEqual([{}, {}]);
    expect(await one.acquire(calling(10), never)).toBeUndefined();
    expect(one.refusal?.()).toMatchObject({ cause: 'cost_cap' });
  });

  it('returns to the run what the day refused and what was not used', async () => {
    const book = bookOf(0.6);
    const own: RunLedger = ledger(1);
    delete own.refusal;
    const one = withDay(own, PRICE, book);
    expect(one.refusal?.()).toBeUndefined();
    expect(await one.acquire(calling(1), never)).toBeUndefined();
    await (await one.acquire(calling(0.6), never))?.release();
    expect(book.day()).toMatchObject({ spent: 0, open: {} });
    expect(await one.acquire(calling(0.6), never)).toBeDefined();
    expect(one.spent()).toMatchObject({ costUsd: 0 });
  });

  it('counts the reported input and output', async () => {
    const book = bookOf(9);
    const one = withDay(ledger(), PRICE, book);
    await (await one.acquire(calling(5), never))?.settle({ input: M, output: M, cached: 0 });
    expect(book.day().spent).toBe(2);
  });

  it('lets two windows spend no more than the cap', async () => {
    const book = bookOf(3);
    const windows = [withDay(ledger(), PRICE, book), withDay(ledger(), PRICE, book)];
    const got = await Promise.all(
      windows.flatMap((w) =>
        [1, 2, 3].map(async () => void (await w.acquire(calling(1), never))?.settle(used(1))),
      ),
    );
    expect(takenOf(book.day())).toBeLessThanOrEqual(3);
    expect(got).toHaveLength(6);
    const [first] = windows;
    expect(await first!.acquire(calling(1), never)).toBeUndefined();
    expect(first!.refusal?.()).toMatchObject({ cause: 'day_cap' });
  });

  it('releases a waiting call that is cancelled', async () => {
    const one = withDay(ledger(), PRICE, bookOf(2));
    await one.acquire(calling(2), never);
    const stop = new AbortController();
    const second = one.acquire(calling(1), stop.signal);
    stop.abort();
    expect(await second).toBeUndefined();
    expect(one.refusal?.()).toBeUndefined();
  });

  it('counts the estimate if a provider reports no usage, and nothing for a released call', async () => {
    const book = bookOf(9);
    const one = withDay(ledger(), PRICE, book);
    await (await one.acquire(calling(2), never))?.settle(used(0));
    await (await one.acquire(calling(3), never))?.release();
    await one.acquire(calling(1), never);
    expect(book.day().spent).toBe(2);
  });

  it('leaves a run without a price to its own token limit', () => {
    const own = createLedger({ price: undefined, maxCostUsd: 1, maxTokens: 10 });
    expect(withDay(own, undefined, bookOf(0))).toBe(own);
  });

  it('keeps its cap in two thousand random concurrent schedules of several windows', async () => {
    const call = fc.record({
      window: fc.nat(2),
      cents: fc.integer({ min: 1, max: 50 }),
      share: fc.integer({ min: 0, max: 100 }),
      waits: fc.nat(5),
      ends: fc.constantFrom('settle', 'settle', 'settle', 'release', 'dies'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.array(call, { maxLength: 12 }),
        async (cents, calls) => {
          const cap = cents / 100;
          let most = 0;
          const book = bookOf(cap, (day) => (most = Math.max(most, takenOf(day))));
          const stop = new AbortController();
          const windows = [1, 2, 3].map(() => withDay(ledger(1), PRICE, book));
          let paid = 0;
          const run = calls.map(async ({ window, cents: c, share, waits, ends }) => {
            const held = await windows[window]!.acquire(calling(c / 100), stop.signal);
            for (let i = 0; i < waits; i++) await Promise.resolve();
            if (!held) return;
            const usd = (c / 100) * Math.max(0.01, share / 100);
            if (ends !== 'release') paid += usd;
            if (ends === 'settle') await held.settle(used(usd));
            if (ends === 'release') await held.release();
          });
          // A window that died gives nothing back: those that wait for it leave in the end.
          setTimeout(() => stop.abort(), 0);
          await Promise.all(run);
          expect(most).toBeLessThanOrEqual(cap * (1 + 1e-6));
          expect(paid).toBeLessThanOrEqual(cap * (1 + 1e-6));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
