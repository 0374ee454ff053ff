/** The process as commands see it: what they may read and where they print. One interrupt cancels the run, a second one ends it. */
import { printableLines } from '../core/report';
import { EXIT } from './exit';

export type Terminal = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by an interrupt, and when nobody reads the output any more. */
  readonly signal: AbortSignal;
  readonly isInterrupted: () => boolean;
  readonly colour: boolean;
  /** Width of the terminal; nothing when the output is no terminal. */
  readonly columns: number | undefined;
  readonly print: (text: string) => void;
  /** Tells the person something; names of files, of settings and of models may stand in it as they are. */
  readonly say: (text: string) => void;
  /** As `say`, for what a person may want to know and `--quiet` leaves out. */
  readonly note: (text: string) => void;
  /** As `say`, for what only `--verbose` tells. */
  readonly trace: (text: string) => void;
  /** Replaces the last line of progress, on a terminal only; an empty text clears it. */
  readonly progress: (text: string) => void;
};

/**
 * Ends the process at once, with 130 for the shell. By a signal, as an exit would wait for a read that never ends, such as one of a
 * named pipe that nobody writes.
 */
function die(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

/** So long may what an interrupted run has left behind hold the process. */
const GRACE_MS = 1_000;
/** Ends the process soon, if it does not end by itself. */
export const endSoon = (): void => void setTimeout(die, GRACE_MS).unref();

/** So long may what is written last, such as the day's spending, keep the process after its output. */
const LAST_WRITES_MS = 2_000;
/**
 * Ends the process soon after its output is written, if it does not end by itself: a look-up that no name server answers is of no use
 * any more.
 */
export const endFlushed = (): void =>
  void process.stdout.write('', () =>
    process.stderr.write('', () => void setTimeout(() => process.exit(), LAST_WRITES_MS).unref()),
  );

/** NO_COLOR (https://no-color.org) wins over FORCE_COLOR, both over what the output is. */
function wantsColour({ NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTerminal && TERM !== 'dumb';
}

/**
 * Output that cannot be written. A reader that has gone (`| head`) is no error: the run ends without a word, with the exit code of
 * what was found. Anything else, such as a full disk, is told, and the exit code says that the output is not whole.
 */
function endWithoutOutput({ stdout, stderr }: NodeJS.Process, stop: AbortController): void {
  let gone = false;
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE' && !gone) {
      stderr.write(`citewright: the output cannot be written (${code ?? 'unknown error'})\n`);
      process.once('exit', () => (process.exitCode = EXIT.usage));
    }
    gone = true;
    stop.abort();
  });
  // Where nobody hears what is said there is nothing to tell, and the output may be read all the same.
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
