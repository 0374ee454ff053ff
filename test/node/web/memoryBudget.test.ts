import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MemoryBudget, type MemoryReservation } from '../../../src/node/web/memoryBudget';

const SMALL = 256 * 1024;
const MB = 1024 * 1024;

/** Takes `bytes` and tells once they are had. */
function taking(share: MemoryReservation, bytes: number): () => boolean {
  let had = false;
  const waiting = share.take(bytes);
  if (waiting === undefined) had = true;
  else void waiting.then(() => (had = true));
  return () => had;
}

describe('room for bodies', () => {
  it('is given at once while there is some; a body beyond it waits until another is read', async () => {
    const room = new MemoryBudget(2 * MB);
    const [first, second] = [room.share(), room.share()];
    expect(taking(first, 1.5 * MB)()).toBe(true);
    const had = taking(second, MB);
    await turn();
    expect([had(), second.bytes]).toEqual([false, 0]);
    first.close();
    await turn();
    expect([had(), second.bytes]).toEqual([true, MB]);
  });

  it('is always there for a small body', () => {
    const room = new MemoryBudget(MB);
    taking(room.share(), MB);
    expect(taking(room.share(), SMALL)()).toBe(true);
    expect(taking(room.share(), SMALL + 1)()).toBe(false);
  });

  it('holds one body larger than itself when there is nothing else to wait for', () => {
    const room = new MemoryBudget(MB);
    const large = room.share();
    for (let i = 0; i < 8; i++) expect(taking(large, MB)()).toBe(true);
    expect(taking(room.share(), MB)()).toBe(false);
  });

  it('lets one go on where all that hold some wait for more', () => {
    const room = new MemoryBudget(2 * MB);
    const [first, second] = [room.share(), room.share()];
    expect([taking(first, MB)(), taking(second, MB)()]).toEqual([true, true]);
    expect(taking(first, MB)()).toBe(false);
    expect(taking(second, MB)()).toBe(true);
  });

  it('forgets the wait of a body that is given up', async () => {
    const room = new MemoryBudget(MB);
    const [first, second] = [room.share(), room.share()];
    taking(first, MB);
    const had = taking(second, MB);
    second.close();
    first.close();
    await turn();
    expect([had(), first.bytes, second.bytes]).toEqual([false, 0, 0]);
    expect(taking(room.share(), MB)()).toBe(true);
  });

  it('is never left empty by bodies that wait, nor overdrawn by more than one of them', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 * MB }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, async (bodies) => {
        const room = new MemoryBudget(2 * MB);
        const shares = bodies.map(() => room.share());
        let held = 0;
        const arrive = async (share: MemoryReservation, size: number) => {
          for (let left = size; left > 0; left -= 64 * 1024) {
            await share.take(Math.min(left, 64 * 1024));
            held = Math.max(held, sum(shares));
          }
          await turn(); // read
          share.close();
        };
        await Promise.all(shares.map((share, i) => arrive(share, bodies[i] ?? 0)));
        const small = SMALL * bodies.length;
        expect(held).toBeLessThanOrEqual(2 * MB + 3 * MB + small);
        expect(sum(shares)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});

const sum = (shares: readonly MemoryReservation[]): number =>
  shares.reduce((all, { bytes }) => all + bytes, 0);
