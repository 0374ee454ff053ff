/** `scan FILE…`: tier 1, no network. */
import { fails, render, scanJson, type Report } from '../core/report';
import type { Values } from './args';
import { takeIn } from './documents';
import { EXIT } from './exit';
import { failOn, formatOf, lookOf, reportsOf, show } from './output';
import { portsConfig, rootsOf, withPorts } from './ports';
import { readSettings } from './settings';
import type { Terminal } from './terminal';

export async function scanCommand(
  args: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const settings = await readSettings(values, terminal);
  const format = formatOf(values, settings.format);
  const reports = reportsOf(values, terminal);
  const threshold = failOn(values);
  const { documents, errors, partial } = await withPorts(
    portsConfig(values, terminal, false),
    ({ workspace }) => takeIn(args, values, settings, rootsOf(values, terminal), workspace, terminal),
  );
  const report: Report = {
    documents: documents.map((d) => ({ ...d, findings: [], unchecked: d.citations })),
    errors,
    isInterrupted: terminal.isInterrupted(),
  };
  const look = lookOf(values, terminal);
  await show(terminal, format, reports, (as) =>
    as === 'json' ? scanJson(documents, errors) : render(report, as, look),
  );
  if (terminal.isInterrupted()) return EXIT.interrupted;
  if (partial) return EXIT.usage;
  return threshold && fails(report, threshold) ? EXIT.findings : EXIT.clean;
}
