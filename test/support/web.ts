/** What tests of the web port share: a real clock, a reader that takes bytes as they are. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/core/ports';
import { createWeb, type WebConfig } from '../../src/node/web';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal });
  },
  nonce: (n) => 'x'.repeat(n),
};

/** Gives the bytes back as UTF-8 text. */
export const plainReader: WebConfig['reader'] = {
  read: ({ bytes, contentType }) =>
    Promise.resolve({
      contentType,
      title: '',
      text: Buffer.from(bytes).toString('utf8'),
      meta: {},
      truncated: false,
    }),
};

export const testWeb = (config: Partial<WebConfig> = {}) =>
  createWeb({
    allowed: () => true,
    reader: plainReader,
    clock: realClock,
    timeoutMs: 3_000,
    retries: 0,
    ...config,
  });

export const never = new AbortController().signal;
