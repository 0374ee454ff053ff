/** A process of the command line: parses arguments, runs the command, sets the exit code. */
import { version } from '../../package.json';
import { EXIT, flag, readArgs, UsageError, type Values } from './args';
import { helpPage } from './help';
import type { CommandName } from './options';
import { checkOverwriting, voiced } from './output';
import { endFlushed, endSoon, openTerminal, type Terminal } from './terminal';

export type Command = (args: readonly string[], values: Values, terminal: Terminal) => Promise<number>;
type Commands = Readonly<Partial<Record<CommandName, Command>>>;

/** Runs one command and returns its exit code. Throws a `UsageError` for invalid arguments. */
export async function run(commands: Commands, argv: readonly string[], terminal: Terminal): Promise<number> {
  const { command, args, values } = readArgs(argv, terminal.env);
  if (flag(values, 'version')) {
    terminal.print(`${version}\n`);
    return EXIT.clean;
  }
  if (command === undefined || flag(values, 'help')) {
    terminal.print(helpPage(command));
    return flag(values, 'help') ? EXIT.clean : EXIT.usage;
  }
  const runCommand = commands[command];
  if (runCommand === undefined) throw new UsageError(`${command} isn’t part of this program`);
  checkOverwriting(args, values, terminal);
  const { terminal: voice, close } = voiced(terminal, values);
  try {
    return await runCommand(args, values, voice);
  } finally {
    close();
  }
}

/** Runs the command that the process's arguments name and sets the exit code. */
export async function main(commands: Commands): Promise<void> {
  const terminal = openTerminal();
  try {
    process.exitCode = await run(commands, process.argv.slice(2), terminal);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.say(
      isUsage
        ? error.message
        : `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    const usage = terminal.isInterrupted() ? EXIT.interrupted : EXIT.usage; // such as standard input cut short
    process.exitCode = isUsage ? usage : EXIT.internal;
    // Agent hosts read exit code 2 as “stop the agent”, so a usage error of `hook` exits with 1.
    if (process.argv[2] === 'hook' && !process.stdin.isTTY) process.exitCode = EXIT.findings;
  }
  if (terminal.isInterrupted()) endSoon();
  else endFlushed();
}
