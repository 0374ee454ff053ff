/** Shared by tests of the web port: a real clock, a reader that returns bytes unchanged, both transports. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/core/ports';
import { GuardedWeb, type WebConfig } from '../../src/node/web';
import { nodeHttp } from '../../src/node/web/nodeHttp';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal });
  },
  nonce: (n) => 'x'.repeat(n),
};

/** Returns the bytes as UTF-8 text. */
export const plainReader: WebConfig['reader'] = {
  read: ({ bytes, contentType }) =>
    Promise.resolve({ contentType, title: '', text: Buffer.from(bytes).toString('utf8'), truncated: false }),
};

export type TransportName = 'node:http' | 'undici';

const LOAD: Readonly<Record<TransportName, (proxy?: string) => WebConfig['transport']>> = {
  'node:http': () => () => Promise.resolve(nodeHttp(() => false)),
  // Never loaded in the extension host.
  undici: (proxy) => async () => (await import('../../src/node/web/undici')).undiciTransport(proxy),
};

let current: TransportName = 'undici';

/** The transport of everything that `testWeb` creates from now on in this test file. */
export const useTransport = (name: TransportName): void => void (current = name);
export const transportName = (): TransportName => current;

const opened: { close(): Promise<void> }[] = [];
/** Closes the connections that the web ports kept open. */
export const closeWebs = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((web) => web.close()));
};

export function testWeb({ proxy, ...config }: Partial<WebConfig> & { proxy?: string } = {}) {
  const web = new GuardedWeb({
    allowed: () => true,
    reader: plainReader,
    clock: realClock,
    timeoutMs: 3_000,
    retries: 0,
    transport: LOAD[current](proxy),
    ...config,
  });
  opened.push(web);
  return web;
}

export const never = new AbortController().signal;
