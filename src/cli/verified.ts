/** Verifies single documents without a judge, for commands that do so again and again. */
import { decide } from '../core/findings/suppression';
import type { Finding } from '../core/model';
import type { Ports } from '../core/ports';
import { verifyAll } from '../core/verify/verify';
import type { Values } from './args';
import type { Scanned } from './documents';
import { verifyOptions } from './ports';
import type { Settings } from './settings';
import type { Terminal } from './terminal';

export type Checking = {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly values: Values;
  readonly terminal: Terminal;
};

/** The findings of a document, as comments and settings decide. */
export async function verified(
  document: Scanned,
  { ports, settings, values, terminal }: Checking,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const suppressions = settings.suppressionsIn(document);
  const { options } = verifyOptions(values, terminal, undefined, settings.config);
  for await (const { finding } of verifyAll([document], ports, options, terminal.signal))
    found.push(decide(finding, suppressions));
  return found;
}
