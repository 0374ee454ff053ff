/** Output of a command. */
import { closeSync, constants, openSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';
import type { Severity } from '../core/codes';
import type { Finding } from '../core/model';
import { FORMAT_NAMES, LIST_FORMATS, writer } from '../core/report';
import type { DocumentReport, ListFormat, Format, Look, Report } from '../core/report';
import { isInside, makeFolder } from '../node/files/folders';
import { flag, UsageError, word, words, type Values } from './args';
import type { Terminal } from './terminal';
import { factsOf } from './validatePaths';

/** Shown if sources were requested while the network was off. */
export const NETWORK_OFF = 'nothing was fetched; add --allow-network to fetch sources';

const isFormat = (name: string): name is Format => FORMAT_NAMES.some((format) => format === name);

/** The command line's value, else the repository's. */
export function formatOf(values: Values, repository?: Format): Format {
  const named = word(values, 'format');
  if (flag(values, 'json')) {
    if (named !== undefined && named !== 'json')
      throw new UsageError(`--json can’t be combined with --format ${named}`);
    return 'json';
  }
  return named !== undefined && isFormat(named) ? named : (repository ?? 'text');
}

/** The format of a command that prints a list; `readArgs` has rejected unsupported ones. */
export function listFormatOf(values: Values): ListFormat {
  const format = formatOf(values);
  return LIST_FORMATS.find((one) => one === format) ?? 'text';
}

/** The lowest severity that gives exit code 1; undefined for never. */
export function failOn(values: Values): Severity | undefined {
  const level = word(values, 'fail-on') ?? 'error';
  return level === 'error' || level === 'warning' ? level : undefined;
}

export function lookOf(values: Values, { colour, columns }: Terminal): Look {
  const threshold = failOn(values);
  return {
    version,
    date: new Date().toISOString().slice(0, 10),
    colour,
    noText: flag(values, 'no-text'),
    quiet: flag(values, 'quiet'),
    verbose: flag(values, 'verbose'),
    ...(columns !== undefined && { columns }),
    ...(threshold && { failOn: threshold }),
  };
}

/** Only JSON has the text of sources. Throws a `UsageError`. */
export function checkNoText(values: Values, formats: readonly Format[]): void {
  if (flag(values, 'no-text') && !formats.some((one) => one.startsWith('json')))
    throw new UsageError(`--no-text has no effect on ${formats.join(' and ')}`);
}

type Target = { readonly format: Format; readonly file: string };

/** The reports to write, each `FORMAT=FILE`. */
const reportsOf = (values: Values, { cwd }: Terminal): readonly Target[] =>
  words(values, 'report').map((given) => {
    const at = given.indexOf('=');
    const format = given.slice(0, Math.max(0, at));
    const file = given.slice(at + 1);
    if (!isFormat(format) || file === '')
      throw new UsageError(`--report is FORMAT=FILE with FORMAT one of ${FORMAT_NAMES.join(', ')}`);
    if (file === '-') throw new UsageError('--report writes to a file; --format is for standard output');
    return { format, file: path.resolve(cwd, file) };
  });

/** Identifies a regular file, under whatever name; undefined for anything else. */
function identityOf(file: string): string | undefined {
  const facts = factsOf(file);
  return facts?.isFile() ? `${facts.dev} ${facts.ino}` : undefined;
}

/** Finds the option by which the command writes to a file; undefined if it doesn't. */
export function writtenBy(values: Values, terminal: Terminal): (name: string) => string | undefined {
  const absolute = (name: string) => path.resolve(terminal.cwd, name);
  const named = (['output', 'bundle'] as const).flatMap((option) => {
    const file = word(values, option);
    return file === undefined || file === '-' ? [] : [{ option, file: absolute(file) }];
  });
  const reports = reportsOf(values, terminal).map(({ file }) => ({ option: 'report', file }));
  const written = new Map(
    [...named, ...reports].map(({ option, file }) => [identityOf(file), `--${option}`]),
  );
  written.delete(undefined);
  return (name) => (written.size === 0 || name === '-' ? undefined : written.get(identityOf(absolute(name))));
}

/** Throws a `UsageError` if the command would write over a file that it reads. */
export function checkOverwriting(args: readonly string[], values: Values, terminal: Terminal): void {
  const optionOf = writtenBy(values, terminal);
  // A report may replace its baseline, which is read before; --output is opened first.
  const early = (['baseline', 'memory', 'expect'] as const).flatMap((name) => word(values, name) ?? []);
  for (const name of [...args, ...early]) {
    const option = optionOf(name);
    if (option === '--output' || (option !== undefined && args.includes(name)))
      throw new UsageError(`${option}: ${name} is read by this command and would be overwritten`);
  }
}

type File = { readonly write: (text: string) => void; readonly close: () => void };

/**
 * How to open a file for writing: never through a link inside the working folder, because a checkout may contain one that leads to any file
 * of the user. A link to a device or pipe, such as /dev/stdout, is followed. Throws if a parent folder is such a link.
 */
function flagsFor(file: string, cwd: string): string | number {
  const folder = path.relative(realpathSync(cwd), realpathSync(path.dirname(file)));
  if (isInside(cwd, file) && folder !== path.relative(cwd, path.dirname(file)))
    throw Object.assign(new Error(), { code: 'ELOOP' });
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  return isFile ? O_WRONLY | O_CREAT | O_TRUNC | (O_NOFOLLOW || 0) : 'w';
}

/** The error for a file or folder that can’t be written. Rethrows what isn’t an error of the file system. */
export function unwritable(option: string, place: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return new UsageError(`${option}: ${place} can’t be written (${code})`);
}

/** A file written in pieces; creates its folder if missing. Throws a `UsageError` before any work if it can't be written. */
export function openFile(option: string, file: string, cwd: string): File {
  const tried = <T>(make: () => T): T => {
    try {
      return make();
    } catch (error) {
      throw unwritable(option, file, error);
    }
  };
  return tried(() => {
    makeFolder(path.dirname(file));
    const handle = openSync(file, flagsFor(file, cwd));
    return { write: (text) => tried(() => writeFileSync(handle, text)), close: () => closeSync(handle) };
  });
}

/** The terminal as the options configure it: output to a file, quiet or verbose. */
export function configureTerminal(
  terminal: Terminal,
  values: Values,
): { readonly terminal: Terminal; readonly close: () => void } {
  const silent = () => undefined;
  const quiet = flag(values, 'quiet');
  const verbose = flag(values, 'verbose');
  const base = {
    ...terminal,
    ...(quiet && { note: silent }),
    ...(verbose && { trace: terminal.say }),
    ...((quiet || verbose) && { progress: silent }),
  };
  const name = word(values, 'output');
  if (name === undefined || name === '-') return { terminal: base, close: silent };
  const file = openFile('--output', path.resolve(terminal.cwd, name), terminal.cwd);
  return { terminal: { ...base, print: file.write, colour: false, columns: undefined }, close: file.close };
}

/** Writes a command's reports as results arrive: printed and in files. A file that can't be written is a `UsageError` at the end. */
export type Reports = {
  readonly formats: readonly Format[];
  /** Prints a finding as it arrives, if the printed format lists findings; the document then follows without it. */
  readonly finding: ((document: DocumentReport, finding: Finding) => void) | undefined;
  document(document: DocumentReport, findings: readonly Finding[]): void;
  end(rest: Omit<Report, 'documents'>): void;
};

export function openReports(format: Format, values: Values, terminal: Terminal): Reports {
  const look = lookOf(values, terminal);
  const main = writer(format, look);
  const lost: string[] = [];
  const others = reportsOf(values, terminal).flatMap(({ format: other, file }) => {
    try {
      const to = writer(other, { ...look, colour: false });
      return [{ to, file: openFile(`--report ${other}`, file, terminal.cwd), format: other }];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      lost.push(error.message);
      return [];
    }
  });
  const finding = main.finding?.bind(main);
  const formats = [format, ...others.map((one) => one.format)];
  checkNoText(values, formats);
  return {
    formats,
    finding: finding && ((document, one) => terminal.print(finding(document, one))),
    document(document, findings) {
      terminal.print(main.document(finding ? document : { ...document, findings }));
      for (const { to, file } of others) file.write(to.document({ ...document, findings }));
    },
    end(rest) {
      terminal.print(main.end(rest));
      for (const { to, file } of others) {
        file.write(to.end(rest));
        file.close();
      }
      if (lost.length > 0) throw new UsageError(lost.join('; '));
    },
  };
}
