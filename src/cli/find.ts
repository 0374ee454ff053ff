/** `find QUERY`: papers from the registries. */
import { say } from '../core/causes';
import { isFailure, type Paper } from '../core/model';
import { failureJson, papersJson, printable } from '../core/report';
import { find, type FindOptions } from '../core/resolve';
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
      terminal.print(
        `${JSON.stringify({ version: 1, query, papers: [], ...failureJson(got) }, undefined, 2)}\n`,
      );
    terminal.say(got.cause === 'disabled' ? NETWORK_OFF : say(got));
    return terminal.isInterrupted() ? EXIT.interrupted : EXIT.findings;
  }
  if (format === 'json')
    terminal.print(`${JSON.stringify({ version: 1, query, ...papersJson(got) }, undefined, 2)}\n`);
  else terminal.print(got.papers.map(line).join('\n'));
  for (const { registry, failure } of got.errors) terminal.say(`${registry}: ${say(failure)}`);
  if (terminal.isInterrupted()) return EXIT.interrupted;
  return got.papers.length === 0 ? EXIT.findings : EXIT.clean;
}
