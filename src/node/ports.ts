/** The ports that all hosts share: guarded web, workspace, cache, clock. The host adds a model if it has one. */
import { version } from '../../package.json';
import { DEFAULTS } from '../core/defaults';
import type { Cache, Endpoint, Model, Ports } from '../core/ports';
import { isFailure } from '../core/model';
import type { Limits } from '../core/verify/runPlan';
import { createCache, type CacheLost } from './cache';
import { systemClock } from './clock';
import { ENDPOINTS } from './web/endpoints';
import { Reader } from './read/reader';
import { GuardedWeb, type WebConfig } from './web';
import { checkUrl } from './web/guard';
import { createWorkspace, type WorkspaceConfig } from './workspace';

export type PortsConfig = Omit<WebConfig, 'allowed' | 'reader' | 'clock' | 'endpoints'> &
  WorkspaceConfig & {
    /** Whether the user has allowed network access; checked before every request. */
    readonly allowNetwork: () => boolean;
    /** Base URLs by service name; unknown names are ignored. */
    readonly endpoints?: Readonly<Record<string, string>>;
    /** Path of the built `reader.js`. */
    readonly worker: string;
    /** If undefined, nothing is cached. */
    readonly cacheDir?: string | undefined;
    readonly onCacheLost?: CacheLost;
    readonly model?: Model | undefined;
  };

export type HostPorts = Ports & {
  /** Stops the reader's workers and closes connections. The ports can't be used afterwards. */
  dispose(): Promise<void>;
};

/** Whether a run with this configuration may fetch a planned source. A work may also lead to a domain that is not allowed. */
export const reachesWith =
  ({ allowNetwork, allowDomains = [], allowHosts = [] }: PortsConfig): Limits['reaches'] =>
  ({ place, target }) => {
    if (place === 'workspace') return true;
    return (
      allowNetwork() &&
      (target.kind !== 'url' || !isFailure(checkUrl(target.url, { allowDomains, allowHosts })))
    );
  };

const endpointsOf = (given: Readonly<Record<string, string>>): Partial<Record<Endpoint, string>> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, base]) => Object.hasOwn(ENDPOINTS, name) && base !== ''),
  );

/**
 * Keys cached sources by this program's version, which may read them otherwise, and by size cap, allowed domains, exceptions and registries,
 * so that what a run truncated, or could read only by its own list, isn't served to others. A verdict is identified by its input.
 */
function byLimits(
  cache: Cache,
  { maxBytes = DEFAULTS.maxBytes, allowDomains = [], allowHosts = [], endpoints = {} }: PortsConfig,
): Cache {
  const lists = [allowDomains, allowHosts, Object.entries(endpoints)].map((list) => [...list].sort());
  const limits = JSON.stringify([version, maxBytes, lists]);
  const own = (kind: string, key: string) => (kind === 'verdict' ? key : `${limits} ${key}`);
  return {
    get: (kind, key) => cache.get(kind, own(kind, key)),
    put: (kind, key, value, ttlDays) => cache.put(kind, own(kind, key), value, ttlDays),
  };
}

/** Provides ports while `work` runs. */
export async function withPorts<T>(config: PortsConfig, work: (ports: HostPorts) => Promise<T>): Promise<T> {
  const ports = createPorts(config);
  try {
    return await work(ports);
  } finally {
    await ports.dispose();
  }
}

/** Creates the ports without opening a file, connection or worker. */
export function createPorts(config: PortsConfig): HostPorts {
  const { allowNetwork: allowed, endpoints = {}, worker, cacheDir, model } = config;
  const reader = new Reader({ worker });
  const clock = systemClock;
  const web = new GuardedWeb({ ...config, allowed, reader, clock, endpoints: endpointsOf(endpoints) });
  return {
    web,
    workspace: createWorkspace(config),
    cache: byLimits(createCache(cacheDir, clock, undefined, config.onCacheLost), config),
    clock,
    ...(model && { model }),
    dispose: async () => {
      await Promise.all([reader.dispose(), web.close()]);
    },
  };
}
