/** How a command prints, and what its exit code says. */
import type { Severity } from '../core/codes';
import { FORMAT_NAMES, type Format, type Look } from '../core/report';
import { flag, UsageError, word, type Values } from './args';
import { version } from './setup';
import type { Terminal } from './terminal';

export const EXIT = { clean: 0, findings: 1, usage: 2, internal: 3, interrupted: 130 } as const;

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
