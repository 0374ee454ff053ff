import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MemoryBudget, type MemoryReservation } from '../../../src/node/web/memoryBudget';

const SMALL = 256 * 1024;
const MB = 1024 * 1024;

/** Takes `bytes`; the function tells whether they have been given. */
function taking(reservation: MemoryReservation, bytes: number): () => boolean {
  let had = false;
  const waiting = reservation.take(bytes);
  if (waiting === undefined) had = true;
  else void waiting.then(() => (had = true));
  return () => had;
}

describe('memory for bodies', () => {
  it('is granted while available; a further body waits until another is read', async () => {
    const budget = new MemoryBudget(2 * MB);
    const [first, second] = [budget.reserve(), budget.reserve()];
    expect(taking(first, 1.5 * MB)()).toBe(true);
    const had = taking(second, MB);
    await turn();
    expect([had(), second.bytes]).toEqual([false, 0]);
    first.close();
    await turn();
    expect([had(), second.bytes]).toEqual([true, MB]);
  });

  it('is always granted to a small body', () => {
    const budget = new MemoryBudget(MB);
    taking(budget.reserve(), MB);
    expect(taking(budget.reserve(), SMALL)()).toBe(true);
    expect(taking(budget.reserve(), SMALL + 1)()).toBe(false);
  });

  it('allows one body over the limit if nothing else waits', () => {
    const budget = new MemoryBudget(MB);
    const large = budget.reserve();
    for (let i = 0; i < 8; i++) expect(taking(large, MB)()).toBe(true);
    expect(taking(budget.reserve(), MB)()).toBe(false);
  });

  it('lets one body continue if all others wait for more', () => {
    const budget = new MemoryBudget(2 * MB);
    const [first, second] = [budget.reserve(), budget.reserve()];
    expect([taking(first, MB)(), taking(second, MB)()]).toEqual([true, true]);
    expect(taking(first, MB)()).toBe(false);
    expect(taking(second, MB)()).toBe(true);
  });

  it('forgets a waiting body that is cancelled', async () => {
    const budget = new MemoryBudget(MB);
    const [first, second] = [budget.reserve(), budget.reserve()];
    taking(first, MB);
    const had = taking(second, MB);
    second.close();
    first.close();
    await turn();
    expect([had(), first.bytes, second.bytes]).toEqual([false, 0, 0]);
    expect(taking(budget.reserve(), MB)()).toBe(true);
  });

  it('is never left unused by waiting bodies, nor exceeded by more than one', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 * MB }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, async (bodies) => {
        const budget = new MemoryBudget(2 * MB);
        const reservations = bodies.map(() => budget.reserve());
        let held = 0;
        const arrive = async (reservation: MemoryReservation, size: number) => {
          for (let left = size; left > 0; left -= 64 * 1024) {
            await reservation.take(Math.min(left, 64 * 1024));
            held = Math.max(held, sum(reservations));
          }
          await turn(); // read
          reservation.close();
        };
        await Promise.all(reservations.map((reservation, i) => arrive(reservation, bodies[i] ?? 0)));
        const small = SMALL * bodies.length;
        expect(held).toBeLessThanOrEqual(2 * MB + 3 * MB + small);
        expect(sum(reservations)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});

const sum = (reservations: readonly MemoryReservation[]): number =>
  reservations.reduce((all, { bytes }) => all + bytes, 0);
