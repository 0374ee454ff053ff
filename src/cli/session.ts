/** What every command on documents works with. */
import { withPorts, type HostPorts, type PortsConfig } from '../node/ports';
import type { Values } from './args';
import { capsOf, portsConfig, verifyOptions } from './ports';
import { readSettings, type Settings } from './settings';
import type { Terminal } from './terminal';

/** A command while it runs: what was asked, and what its options and the repository allow. */
export type Session = {
  readonly values: Values;
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly config: PortsConfig;
  readonly ports: HostPorts;
  readonly caps: ReturnType<typeof capsOf>;
  /** The limits of a run without a judge. */
  readonly options: ReturnType<typeof verifyOptions>;
};

/** Runs `work` in a session; an `offline` one fetches nothing, whatever is allowed. Throws a `UsageError` for options or settings that are wrong. */
export async function withSession<T>(
  values: Values,
  terminal: Terminal,
  network: 'online' | 'offline',
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const settings = await readSettings(values, terminal);
  const allowed = await portsConfig(values, terminal, settings.config);
  const config = network === 'online' ? allowed : { ...allowed, allowNetwork: () => false };
  const caps = capsOf(values, terminal, settings.config);
  const options = verifyOptions(values, settings.config);
  return withPorts(config, (ports) => work({ values, terminal, settings, config, ports, caps, options }));
}
