/** `scan FILE…`: tier 1, no network. */
import { takeIn } from '../documents';
import type { Command } from '../main';
import { RunTotals } from '../outcome';
import { failOn, formatOf, openReports } from '../output';
import { withSession } from '../session';

export const scanCommand: Command = async (args, values, terminal) => {
  const outcome = new RunTotals(failOn(values));
  await withSession(values, terminal, 'offline', async (session) => {
    const reports = openReports(formatOf(values, session.settings.format), values, terminal);
    for await (const scanned of outcome.documents(takeIn(args, session))) {
      const document = { ...scanned, unchecked: scanned.citations };
      outcome.add(document, []);
      reports.document(document, []);
    }
    reports.end({ errors: outcome.errors, isInterrupted: terminal.isInterrupted() });
  });
  return outcome.exitCode();
};
