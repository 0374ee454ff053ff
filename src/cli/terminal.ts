/** The process as commands see it: input, output and interrupts. The first interrupt cancels the run, a second ends it. */
import type { Readable } from 'node:stream';
import { printableLines } from '../core/report';
import { EXIT } from './args';

export type Terminal = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Standard input, opened by the first call. */
  readonly stdin: () => Readable;
  /** Aborted by an interrupt, and when output is no longer read. */
  readonly signal: AbortSignal;
  readonly isInterrupted: () => boolean;
  readonly colour: boolean;
  /** Width of the terminal; undefined if the output isn't one. */
  readonly columns: number | undefined;
  readonly print: (text: string) => void;
  /** Prints a message for a person. Names of files, settings and models are escaped. */
  readonly say: (text: string) => void;
  /** As `say`; omitted with `--quiet`. */
  readonly note: (text: string) => void;
  /** As `say`; only with `--verbose`. */
  readonly trace: (text: string) => void;
  /** Replaces the last line of progress, on a terminal only; an empty string clears it. */
  readonly progress: (text: string) => void;
};

/** Ends the process at once, with 130 for the shell. By a signal: an exit would wait for a pending read of a pipe without a writer. */
function die(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

/** Longest time that an interrupted run may keep the process. */
const GRACE_MS = 1_000;
/** Ends the process after a delay, unless it ends by itself. */
export const endSoon = (): void => void setTimeout(die, GRACE_MS).unref();

/** Longest time that final writes, such as the day's spending, may keep the process after its output. */
const LAST_WRITES_MS = 2_000;
/** Ends the process soon after its output is written, unless it ends by itself: pending name lookups no longer matter. */
export const endFlushed = (): void =>
  void process.stdout.write('', () =>
    process.stderr.write('', () => void setTimeout(() => process.exit(), LAST_WRITES_MS).unref()),
  );

/** NO_COLOR (https://no-color.org) overrides FORCE_COLOR, and both override detection. */
function wantsColour({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTerminal && TERM !== 'dumb';
}

/**
 * Handles output errors. A closed pipe (`| head`) isn't an error: the run ends silently with its exit code. Any other, such as a full disk,
 * is reported, and the exit code says that the output is incomplete.
 */
function endWithoutOutput({ stdout, stderr }: NodeJS.Process, stop: AbortController): void {
  let gone = false;
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && !gone) {
      stderr.write(`citewright: the output can’t be written (${code ?? 'unknown error'})\n`);
      process.once('exit', () => (process.exitCode = EXIT.usage));
    }
    gone = true;
    stop.abort();
  });
  // Messages have no reader any more; the output may still be read.
  stderr.on('error', () => undefined);
}

export function openTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const stop = new AbortController();
  let interrupted = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (interrupted) die();
      interrupted = true;
      stop.abort();
    });
  endWithoutOutput(process, stop);
  const say = (text: string) => void stderr.write(`citewright: ${printableLines(text)}\n`);
  return {
    cwd: process.cwd(),
    env,
    stdin: () => process.stdin,
    signal: stop.signal,
    isInterrupted: () => interrupted,
    colour: wantsColour(env, stdout.isTTY),
    columns: stdout.isTTY ? stdout.columns : undefined,
    print: (text) => void stdout.write(text),
    say,
    note: say,
    trace: () => undefined,
    progress: (text) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
    },
  };
}
