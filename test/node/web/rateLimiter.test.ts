import { expect, it } from 'vitest';
import { RateLimiter } from '../../../src/node/web/rateLimiter';

const { signal } = new AbortController();

it.each([-60 * 365 * 24 * 3_600_000, 0, Date.UTC(2026, 0, 1)])(
  'the first request starts at once, the others in turn, at %d ms',
  async (start) => {
    const waits: number[] = [];
    const clock = {
      now: () => start,
      sleep: (ms: number) => Promise.resolve(void waits.push(ms)),
      nonce: () => '',
    };
    const limiter = new RateLimiter('Crossref', 100, clock);
    for (let i = 0; i < 3; i++) await limiter.turn(signal);
    expect(waits).toEqual([100, 200]);
  },
);
