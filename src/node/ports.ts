/** The ports as every host has them: guarded web, workspace, cache, clock. A host adds its model, or leaves it out. */
import { DEFAULTS } from '../core/defaults';
import type { Cache, Endpoint, Model, Ports } from '../core/ports';
import { createCache } from './cache';
import { systemClock } from './clock';
import { ENDPOINTS } from './web/endpoints';
import { createReader } from './reader';
import { createWeb, type WebConfig } from './web';
import { createWorkspace } from './workspace';

export type PortsConfig = Pick<
  WebConfig,
  | 'allowDomains'
  | 'allowHosts'
  | 'timeoutMs'
  | 'linkTimeoutMs'
  | 'maxBytes'
  | 'concurrency'
  | 'perHost'
  | 'retries'
  | 'transport'
  | 'userAgent'
> & {
  /** Has the user said yes to the network? Asked before every request. */
  readonly allowNetwork: () => boolean;
  /** Base addresses by the service's name; names that are no service are left out. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** None when empty. */
  readonly contact?: string | undefined;
  /** Path of the built `reader.js`. */
  readonly worker: string;
  /** The workspace's folders, absolute. */
  readonly roots: readonly string[];
  readonly trusted: boolean;
  readonly cwd?: string | undefined;
  readonly asOf?: string | undefined;
  readonly memory?: string | undefined;
  readonly gitPath?: string | undefined;
  /** Nothing is kept when left out. */
  readonly cacheDir?: string | undefined;
  readonly model?: Model | undefined;
};

export type HostPorts = Ports & {
  /** Ends the reader's workers and the connections. The ports are of no use afterwards. */
  dispose(): Promise<void>;
};

const isEndpoint = (name: string): name is Endpoint => Object.hasOwn(ENDPOINTS, name);
const endpointsOf = (given: Readonly<Record<string, string>>): Partial<Record<Endpoint, string>> =>
  Object.fromEntries(Object.entries(given).filter(([name, base]) => isEndpoint(name) && base !== ''));

/** Leaves out options that are undefined or empty. */
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };
const given = <T extends object>(options: T): Given<T> =>
  Object.fromEntries(Object.entries(options).filter(([, v]) => v !== undefined && v !== '')) as Given<T>;

/** A text cut at another size is another text: a run with a lower cap leaves no half pages for the next one. */
function bySize(cache: Cache, maxBytes: number = DEFAULTS.maxBytes): Cache {
  return maxBytes === DEFAULTS.maxBytes ? cache : named(cache, (key) => `${maxBytes} bytes ${key}`);
}

/**
 * What was read under one list of domains and exceptions is no answer under another: a page from outside the list, or of a private
 * place whose exception is gone, is not served from the cache.
 */
function byPolicy(
  cache: Cache,
  allowDomains: readonly string[] = [],
  allowHosts: readonly string[] = [],
): Cache {
  if (allowDomains.length + allowHosts.length === 0) return cache;
  const policy = JSON.stringify([[...allowDomains].sort(), [...allowHosts].sort()]);
  return named(cache, (key) => `${policy} ${key}`);
}

/** The cache with other names for what was fetched; a verdict is known by what it was given on. */
const named = (cache: Cache, nameOf: (key: string) => string): Cache => ({
  get: (kind, key) => cache.get(kind, kind === 'verdict' ? key : nameOf(key)),
  put: (kind, key, value, ttlDays) => cache.put(kind, kind === 'verdict' ? key : nameOf(key), value, ttlDays),
});

/** Makes the ports. It opens nothing: no file, no connection, no worker. */
export function createPorts(config: PortsConfig): HostPorts {
  const { allowNetwork, endpoints = {}, worker, roots, trusted, cacheDir, model } = config;
  const { asOf, memory, gitPath, cwd, ...rest } = config;
  const reader = createReader({ worker });
  const { allowDomains, allowHosts, timeoutMs, linkTimeoutMs, maxBytes, concurrency } = rest;
  const { perHost, retries, transport, userAgent, contact } = rest;
  const limits = { timeoutMs, linkTimeoutMs, maxBytes, concurrency, perHost, retries };
  const web = createWeb({
    allowed: allowNetwork,
    reader,
    transport,
    clock: systemClock,
    endpoints: endpointsOf(endpoints),
    ...given(limits),
    ...given({ allowDomains, allowHosts, userAgent, contact }),
  });
  return {
    web,
    workspace: createWorkspace({ roots, trusted, ...given({ asOf, memory, gitPath, cwd }) }),
    cache: byPolicy(bySize(createCache(cacheDir, systemClock), maxBytes), allowDomains, allowHosts),
    clock: systemClock,
    ...(model && { model }),
    dispose: async () => {
      await Promise.all([reader.dispose(), web.close()]);
    },
  };
}
