/** `scan FILE…`: tier 1, no network. */

import { takeIn } from '../documents';
import { EXIT } from '../exit';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { failOn, formatOf, openReports } from '../output';
import { portsConfig, rootsOf, withPorts } from '../ports';
import { readSettings } from '../settings';

export const scanCommand: Command = async (args, values, terminal) => {
  const settings = await readSettings(values, terminal);
  const reports = openReports(formatOf(values, settings.format), values, terminal);
  const outcome = new RunTotals(failOn(values));
  await withPorts(portsConfig(values, terminal, false), async ({ workspace }) => {
    const roots = rootsOf(values, terminal);
    for await (const taken of takeIn(args, values, settings, roots, workspace, terminal)) {
      outcome.take(taken);
      if (!taken.document) continue;
      const document = { ...taken.document, unchecked: taken.document.citations };
      outcome.add(document, []);
      reports.document(document, []);
    }
  });
  reports.end({ errors: outcome.errors, isInterrupted: terminal.isInterrupted() });
  return terminal.isInterrupted() ? EXIT.interrupted : outcome.exitCode();
};
