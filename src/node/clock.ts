/** System clock and randomness. */
import { randomBytes } from 'node:crypto';
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

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

export const systemClock: Clock = { now: () => Date.now(), sleep, nonce };
