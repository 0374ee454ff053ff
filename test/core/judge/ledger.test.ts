import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reason } from '../../../src/core/causes';
import { costOf, costOfEstimate, createLedger } from '../../../src/core/judge/ledger';
import type { Estimate, Reservation } from '../../../src/core/judge/ledger';

const PRICE = { input: 10, output: 100, cacheRead: 1, cacheWrite: 12.5, asOf: '2026-09-23' };
const usd = (maxCostUsd: number) => createLedger({ price: PRICE, maxCostUsd });
const never = new AbortController().signal;
/** A call of exactly one cent. */
const CENT: Estimate = { input: 0, output: 100 };
const spentCent = { input: 0, output: 100, cached: 0 };

describe('costOf', () => {
  it('prices plain, cached and written input separately', () => {
    expect(costOf(PRICE, { input: 1000, output: 10, cached: 400, written: 500 })).toBeCloseTo(
      (100 * 10 + 400 * 1 + 500 * 12.5 + 10 * 100) / 1e6,
      12,
    );
  });
  it('uses the input price if the provider has no cache price', () => {
    expect(costOf({ input: 2, output: 4, asOf: '' }, { input: 1e6, output: 0, cached: 1e6 })).toBe(2);
  });
  it('is never above the estimate of the same tokens', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(10_000),
        fc.nat(100_000),
        fc.nat(100_000),
        (input, output, a, b) => {
          const cached = Math.min(a, input);
          const written = Math.min(b, input - cached);
          const real = costOf(PRICE, { input, output, cached, written });
          expect(real).toBeLessThanOrEqual(costOfEstimate(PRICE, { input, output }) * (1 + 1e-12));
        },
      ),
    );
  });
});

describe('ledger', () => {
  it('allows exactly as many calls as the cap pays for', () => {
    const ledger = usd(0.03);
    expect([1, 2, 3, 4].map(() => ledger.reserve(CENT) !== undefined)).toEqual([true, true, true, false]);
  });

  it('returns what a call did not use', () => {
    const ledger = usd(0.01);
    ledger.reserve(CENT)?.settle({ input: 0, output: 40, cached: 0 });
    expect(ledger.spent().costUsd).toBeCloseTo(0.004, 12);
    expect(ledger.reserve({ input: 0, output: 60 })).toBeDefined();
    expect(ledger.reserve({ input: 0, output: 1 })).toBeUndefined();
  });

  it('counts the estimate if a provider reports no usage', () => {
    const ledger = usd(0.02);
    ledger.reserve(CENT)?.settle({ input: 0, output: 0, cached: 0 });
    expect(ledger.spent().costUsd).toBeCloseTo(0.01, 12);
  });

  it('raises later estimates after a provider reported more than estimated', () => {
    const ledger = usd(0.2);
    ledger.reserve(CENT)?.settle({ input: 0, output: 1000, cached: 0 });
    expect(ledger.spent().costUsd).toBeCloseTo(0.1, 12);
    expect(ledger.reserve(CENT)).toBeDefined();
    expect(ledger.reserve(CENT)).toBeUndefined();
  });

  it('exceeds the cap by at most one call if every report is ten times the estimate', () => {
    const ledger = usd(0.35);
    for (let call = ledger.reserve(CENT); call; call = ledger.reserve(CENT)) {
      call.settle({ input: 0, output: 1000, cached: 0 });
    }
    expect(ledger.spent().costUsd).toBeLessThanOrEqual(0.35 + 0.1);
  });

  it('does not count a released call, or a call twice', () => {
    const ledger = usd(0.01);
    const call = ledger.reserve(CENT);
    call?.release();
    call?.settle(spentCent);
    expect(ledger.spent().costUsd).toBe(0);
    expect(ledger.reserve(CENT)).toBeDefined();
  });

  it('ignores impossible numbers of a provider', () => {
    const ledger = usd(1);
    ledger.reserve(CENT)?.settle({ input: Number.NaN, output: 50, cached: 1e9, written: -5 });
    ledger.reserve(CENT)?.settle({ input: -100, output: Number.POSITIVE_INFINITY, cached: 0 });
    expect(ledger.spent()).toEqual({
      usage: { input: 0, output: 150, cached: 0, written: 0 },
      costUsd: expect.closeTo(0.015, 12) as number,
    });
  });

  it('caps tokens and reports no cost if the price is unknown', () => {
    const ledger = createLedger({ maxCostUsd: 1, maxTokens: 1000 });
    const call = ledger.reserve({ input: 600, output: 200 });
    expect(ledger.reserve({ input: 201, output: 0 })).toBeUndefined();
    call?.settle({ input: 500, output: 100, cached: 0 });
    expect(ledger.spent()).toEqual({ usage: { input: 500, output: 100, cached: 0, written: 0 } });
    expect(ledger.reserve({ input: 201, output: 0 })).toBeDefined();
  });

  it('caps tokens besides money, and nothing if neither has a cap', () => {
    const both = createLedger({ price: PRICE, maxCostUsd: 1_000, maxTokens: 300 });
    expect(both.reserve({ input: 200, output: 100 })).toBeDefined();
    expect(both.reserve({ input: 1, output: 0 })).toBeUndefined();
    const free = createLedger({ maxCostUsd: 1 });
    expect(free.reserve({ input: 1e9, output: 1e9 })).toBeDefined();
  });

  it('lets a call wait for what running calls return', async () => {
    const ledger = usd(0.02);
    const first = ledger.reserve({ input: 0, output: 200 });
    const waiting = ledger.acquire(CENT, never);
    first?.settle(spentCent);
    expect(await waiting).toBeDefined();
  });

  it('serves waiting calls in order, and refuses the rest when none is running', async () => {
    const ledger = usd(0.02);
    const first = ledger.reserve({ input: 0, output: 200 });
    const order: string[] = [];
    const wait = (name: string, output: number) =>
      ledger.acquire({ input: 0, output }, never).then((r) => {
        order.push(`${name} ${r ? 'yes' : 'no'}`);
        return r;
      });
    const a = wait('a', 100);
    const b = wait('b', 150);
    first?.settle(spentCent);
    (await a)?.settle(spentCent);
    await b;
    expect(order).toEqual(['a yes', 'b no']);
  });

  it('refuses at once what can never fit, without blocking others', async () => {
    const ledger = usd(0.02);
    ledger.reserve(CENT);
    expect(await ledger.acquire({ input: 0, output: 500 }, never)).toBeUndefined();
    expect(await ledger.acquire(CENT, never)).toBeDefined();
  });

  it('releases a waiting call that is cancelled, and serves the next', async () => {
    const ledger = usd(0.02);
    const held = [ledger.reserve(CENT), ledger.reserve(CENT)];
    const stop = new AbortController();
    const big = ledger.acquire({ input: 0, output: 200 }, stop.signal);
    const small = ledger.acquire(CENT, never);
    held[0]?.release();
    stop.abort();
    expect(await big).toBeUndefined();
    expect(await small).toBeDefined();
    expect(await ledger.acquire(CENT, AbortSignal.abort())).toBeUndefined();
  });

  it('keeps a place in the queue for a large call until its whole estimate is free', async () => {
    const ledger = usd(0.02);
    const held = [ledger.reserve(CENT), ledger.reserve(CENT)];
    const order: string[] = [];
    const wait = (name: string, output: number) =>
      ledger.acquire({ input: 0, output }, never).then((r) => {
        order.push(name);
        return r;
      });
    const large = wait('large', 200);
    held[0]?.release();
    const small = wait('small', 100);
    await Promise.resolve();
    expect(order).toEqual([]);
    held[1]?.release();
    expect(await large).toBeDefined();
    (await large)?.release();
    expect(await small).toBeDefined();
    expect(order).toEqual(['large', 'small']);
  });

  it('keeps other waiting calls if a call is cancelled after it was served', async () => {
    const ledger = usd(0.01);
    const first = ledger.reserve(CENT);
    const stop = new AbortController();
    const served = ledger.acquire(CENT, stop.signal);
    const waits = ledger.acquire(CENT, never);
    first?.release();
    const second = await served;
    stop.abort();
    second?.release();
    expect(await waits).toBeDefined();
  });

  it('adds up the reported usage of all calls', () => {
    const ledger = createLedger({ maxCostUsd: 1, maxTokens: 1000 });
    for (const written of [20, 30])
      ledger.reserve({ input: 100, output: 100 })?.settle({ input: 100, output: 100, cached: 10, written });
    expect(ledger.spent().usage).toEqual({ input: 200, output: 200, cached: 20, written: 50 });
    expect(ledger.reserve({ input: 601, output: 0 })).toBeUndefined();
    expect(ledger.reserve({ input: 600, output: 0 })).toBeDefined();
  });

  it('continues after a call that cost more than its estimate of nothing', () => {
    const ledger = usd(0.02);
    ledger.reserve({ input: 0, output: 0 })?.settle(spentCent);
    expect(ledger.reserve(CENT)).toBeDefined();
  });

  it('allows only a call that costs nothing if the cap is 0', () => {
    for (const price of [PRICE, undefined]) {
      const nothing = createLedger({ price, maxCostUsd: 0 });
      expect(nothing.reserve({ input: 0, output: 0 })).toBeDefined();
      expect(nothing.reserve({ input: 0, output: 1 })).toBeUndefined();
      expect(nothing.refusal()).toEqual(reason('no_budget'));
    }
    expect(createLedger({ maxCostUsd: 1, maxTokens: 0 }).refusal()).toEqual(reason('no_budget'));
    expect(createLedger({ maxCostUsd: 1, maxTokens: 1 }).refusal()).toBeUndefined();
  });

  it('keeps its cap in two thousand random concurrent schedules', async () => {
    const call = fc.record({
      estimate: fc.record({ input: fc.nat(2000), output: fc.nat(300) }),
      used: fc.double({ min: 0, max: 1, noNaN: true }),
      end: fc.constantFrom('settle', 'release', 'silent'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 12 }),
        fc.integer({ min: 1, max: 60_000 }),
        fc.boolean(),
        fc.scheduler(),
        async (calls, micro, priced, scheduler) => {
          const cap = priced ? micro / 1e6 : micro;
          const ledger = createLedger({
            ...(priced ? { price: PRICE } : {}),
            maxCostUsd: micro / 1e6,
            maxTokens: micro,
          });
          const spent = () => {
            const { costUsd, usage } = ledger.spent();
            return costUsd ?? usage.input + usage.output;
          };
          const finish = (r: Reservation<void>, { estimate, used, end }: (typeof calls)[number]) => {
            if (end === 'release') r.release();
            else if (end === 'silent') r.settle({ input: 0, output: 0, cached: 0 });
            else {
              const input = Math.floor(estimate.input * used);
              r.settle({ input, output: Math.floor(estimate.output * used), cached: 0, written: input });
            }
          };
          const runs = calls.map(async (c) => {
            await scheduler.schedule(Promise.resolve());
            const r = await ledger.acquire(c.estimate, never);
            await scheduler.schedule(Promise.resolve());
            if (r) finish(r, c);
            expect(spent()).toBeLessThanOrEqual(cap * (1 + 1e-8));
          });
          await scheduler.waitFor(Promise.all(runs));
          expect(spent()).toBeLessThanOrEqual(cap * (1 + 1e-8));
        },
      ),
      { numRuns: 2_000 },
    );
  }, 120_000);
});
