/** System clock and randomness. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../core/ports';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of the alphabet's size that fits into a byte; larger bytes would favor the first letters. */
const FAIR = 256 - (256 % ALPHABET.length);

function nonce(n: number): string {
  let made = '';
  while (made.length < n)
    for (const byte of randomBytes(n)) if (byte < FAIR) made += ALPHABET.charAt(byte % ALPHABET.length);
  return made.slice(0, n);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  nonce,
};
