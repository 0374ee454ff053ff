/** How a command prints. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Severity } from '../core/codes';
import { FORMAT_NAMES, type Format, type Look } from '../core/report';
import { flag, UsageError, word, words, type Values } from './args';
import { version } from './ports';
import type { Terminal } from './terminal';

/** Said where sources were wanted and the network was off. */
export const NETWORK_OFF = 'the network is off: with --allow-network sources are fetched';

const isFormat = (name: string): name is Format => FORMAT_NAMES.some((format) => format === name);

/** The command line's, else the repository's. */
export function formatOf(values: Values, repository?: Format): Format {
  const named = word(values, 'format');
  if (flag(values, 'json')) {
    if (named !== undefined && named !== 'json')
      throw new UsageError(`--json and --format ${named} disagree`);
    return 'json';
  }
  return named !== undefined && isFormat(named) ? named : (repository ?? 'text');
}

/** From which severity on the exit code is 1; nothing for never. */
export function failOn(values: Values): Severity | undefined {
  const level = word(values, 'fail-on') ?? 'error';
  return level === 'error' || level === 'warning' ? level : undefined;
}

export function lookOf(values: Values, { colour, columns }: Terminal): Look {
  const threshold = failOn(values);
  return {
    version,
    colour,
    noText: flag(values, 'no-text'),
    ...(columns !== undefined && { columns }),
    ...(threshold && { failOn: threshold }),
  };
}

export type Wanted = { readonly format: Format; readonly file: string };

/** The reports that are to be written, `FORMAT=FILE` each; a wrong one is told before any work. */
export function reportsOf(values: Values, { cwd }: Terminal): readonly Wanted[] {
  return words(values, 'report').map((given) => {
    const at = given.indexOf('=');
    const format = given.slice(0, Math.max(0, at));
    const file = given.slice(at + 1);
    if (!isFormat(format) || file === '')
      throw new UsageError(`--report is FORMAT=FILE with FORMAT one of ${FORMAT_NAMES.join(', ')}`);
    if (file === '-') throw new UsageError('--report writes to a file; --format is what is printed');
    return { format, file: path.resolve(cwd, file) };
  });
}

/** Prints the report, and writes the others that were asked for: all that can be. Files that cannot be written are a `UsageError`. */
export async function show(
  { print }: Terminal,
  format: Format,
  reports: readonly Wanted[],
  rendered: (format: Format) => string,
): Promise<void> {
  print(rendered(format));
  const lost: string[] = [];
  for (const { format: other, file } of reports) {
    const text = rendered(other);
    await mkdir(path.dirname(file), { recursive: true })
      .then(() => writeFile(file, text))
      .catch(() => lost.push(`--report ${other}: ${file} cannot be written`));
  }
  if (lost.length > 0) throw new UsageError(lost.join('; '));
}
