/** `find QUERY`: searches the registries for papers. */
import { say } from '../../core/causes';
import { isFailure, type Failure, type Paper, type Papers } from '../../core/model';
import { failureJson, papersJson, printable, renderList, type List } from '../../core/report';
import { find, type FindOptions } from '../../core/resolve';
import { EXIT, flag, number, UsageError, type Values } from '../args';
import type { Command } from '../main';
import { listFormatOf, NETWORK_OFF } from '../output';
import { portsConfig } from '../ports';
import { withPorts } from '../../node/ports';

function options(values: Values): FindOptions {
  const from = number(values, 'from', { most: 9999 });
  const to = number(values, 'to', { most: 9999 });
  const limit = number(values, 'limit', { least: 1, most: 50 });
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError(`--from ${from} is later than --to ${to}`);
  return { from, to, limit };
}

/** `--verbose` adds all authors. */
function line({ record: { title = '', authors = [], year, venue, doi }, url }: Paper, isVerbose: boolean) {
  const who = authors.length > 3 && !isVerbose ? `${authors[0] ?? ''} et al.` : authors.join('; ');
  const about = [who, year, venue].filter((x) => x !== undefined && x !== '').join(', ');
  return `${printable(title)}\n  ${printable(about)}\n  ${printable(doi === undefined ? url : `https://doi.org/${doi}`)}\n`;
}

const HEAD = ['title', 'authors', 'year', 'venue', 'doi', 'url'];
const cells = ({ record, url }: Paper) => {
  const { title, authors, year, venue, doi } = record;
  return [title, authors?.join('; '), year?.toString(), venue, doi, url];
};

function listOf(query: string, got: Papers | Failure, isVerbose: boolean): List {
  if (isFailure(got)) {
    const json = { version: 1, query, papers: [], ...failureJson(got) };
    return { head: HEAD, rows: [], text: '', json, parts: [json] };
  }
  const json = { version: 1, query, ...papersJson(got) };
  const text = got.papers.map((paper) => line(paper, isVerbose)).join('\n');
  return { head: HEAD, rows: got.papers.map(cells), text, json, parts: json.papers };
}

export const findCommand: Command = async (args, values, terminal) => {
  const format = listFormatOf(values);
  const query = args.join(' ').trim();
  if (query === '') throw new UsageError('find needs words to search for');
  const wanted = options(values);
  const got = await withPorts(await portsConfig(values, terminal), (ports) =>
    find(query, ports, wanted, terminal.signal),
  );
  terminal.print(renderList(listOf(query, got, flag(values, 'verbose')), format));
  if (isFailure(got)) {
    terminal.say(got.cause === 'disabled' ? NETWORK_OFF : say(got));
    return EXIT.findings;
  }
  for (const { registry, failure } of got.errors) terminal.note(`${registry}: ${say(failure)}`);
  return got.papers.length === 0 ? EXIT.findings : EXIT.clean;
};
