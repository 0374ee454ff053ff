/** A process of the command line: parses arguments, runs the command, sets the exit code. */
import { version } from '../../package.json';
import { EXIT, flag, readArgs, UsageError, type Values } from './args';
import { COMMAND_NAMES, commandRow, optionRow, type CommandName, type OptionName } from './options';
import { checkOverwriting, configureTerminal } from './output';
import { endFlushed, endSoon, openTerminal, type Terminal } from './terminal';

const EXITS = `Exit codes: 0 nothing at or above --fail-on, 1 findings (resolve: a target failed), 2 wrong usage or
settings or an unreadable file, 3 internal error, 4 nothing judged (--require-verdict), 5 units missing
(work, merge), 130 interrupted (not mcp and hook, which other programs end).`;

const KEYS = `Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY, for other servers CITEWRIGHT_API_KEY. They have no effect without --judge.`;

const CODES = `What each code means: https://github.com/citewright/citewright/blob/main/docs/codes.md`;

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
};

function optionColumns(command: CommandName, name: OptionName): readonly [string, string] {
  const { repeats, among, help, short, ...row } = optionRow(name);
  const { formats, values } = commandRow(command);
  const value = values?.[name] ?? row.value;
  const choices = (name === 'format' && formats) || among;
  const [, text = help, about = ''] = /^(.*) \((.*)\)$/.exec(help) ?? [];
  const notes = [about, repeats ? 'may be repeated' : ''].filter(Boolean).join('; ');
  return [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    `${text}${choices ? `: ${choices.join(', ')}` : ''}${notes && ` (${notes})`}`,
  ];
}

function commandHelp(name: CommandName): string {
  const { args, help, options } = commandRow(name);
  return `citewright ${`${name} [options] ${args}`.trimEnd()}\n\n${help}\n\n${columns(options.map((option) => optionColumns(name, option)))}\n`;
}

const overview =
  () => `Citewright checks that the sources a text cites exist, are the cited works, and support the text.

citewright COMMAND [options] …    (- reads standard input, -- ends the options)

${columns(COMMAND_NAMES.map((name) => [`${name} ${commandRow(name).args}`, commandRow(name).help]))}
citewright COMMAND --help lists a command's options.
${KEYS}
${EXITS}
${CODES}
`;

/** The `--help` page of a command, or of all commands, from the tables of `options.ts`. */
const helpPage = (command: CommandName | undefined): string =>
  command === undefined ? overview() : commandHelp(command);

export type Command = (args: readonly string[], values: Values, terminal: Terminal) => Promise<number>;
type Commands = Readonly<Partial<Record<CommandName, Command>>>;

/** Commands that another program ends when it no longer needs them. */
const SERVING: ReadonlySet<CommandName> = new Set<CommandName>(['mcp', 'hook']);

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
  const { terminal: voice, close } = configureTerminal(terminal, values);
  try {
    const code = await runCommand(args, values, voice);
    return voice.isInterrupted() && !SERVING.has(command) ? EXIT.interrupted : code;
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
