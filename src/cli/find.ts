/** `find QUERY`: papers from the registries. */
import { inWords } from '../core/finding';
import { isFailure } from '../core/model';
import { printable } from '../core/report';
import { find, type FindOptions, type Paper } from '../core/resolve';
import { number, UsageError, type Values } from './args';
import { EXIT } from './exit';
import { formatOf, NETWORK_OFF } from './output';
import { portsConfig, withPorts } from './ports';
import type { Terminal } from './terminal';

function options(values: Values): FindOptions {
  const from = number(values, 'from', { most: 9999 });
  const to = number(values, 'to', { most: 9999 });
  const limit = number(values, 'limit', { least: 1, most: 50 });
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError(`--from ${from} is later than --to ${to}`);
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(limit !== undefined && { limit }),
  };
}

function line({ record: { title = '', authors = [], year, venue, doi }, url }: Paper): string {
  const who = authors.length > 3 ? `${authors[0] ?? ''} et al.` : authors.join('; ');
  const about = [who, year, venue].filter((x) => x !== undefined && x !== '').join(', ');
  return `${printable(title)}\n  ${printable(about)}\n  ${printable(doi === undefined ? url : `https://doi.org/${doi}`)}\n`;
}

export async function findCommand(
  args: readonly string[],
  values: Values,
  terminal: Terminal,
): Promise<number> {
  const format = formatOf(values);
  if (format !== 'json' && format !== 'text') throw new UsageError(`find prints text or json, not ${format}`);
  const query = args.join(' ');
  const wanted = options(values);
  const got = await withPorts(portsConfig(values, terminal, true), (ports) =>
    find(query, ports, wanted, terminal.signal),
  );
  if (isFailure(got)) {
    if (format === 'json')
      terminal.print(`${JSON.stringify({ version: 1, query, papers: [], ...got }, undefined, 2)}\n`);
    terminal.say(got.miss === 'disabled' ? NETWORK_OFF : inWords(got.detail));
    return terminal.isInterrupted() ? EXIT.interrupted : EXIT.findings;
  }
  if (format === 'json') terminal.print(`${JSON.stringify({ version: 1, query, ...got }, undefined, 2)}\n`);
  else terminal.print(got.papers.map(line).join('\n'));
  for (const { registry, detail } of got.errors) terminal.say(`${registry}: ${inWords(detail)}`);
  if (terminal.isInterrupted()) return EXIT.interrupted;
  return got.papers.length === 0 ? EXIT.findings : EXIT.clean;
}
