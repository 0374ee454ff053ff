/** Entry point of the command line: parses arguments, runs the command, sets the exit code. The rest is in `cli/` and the core. */
import { flag, readArgs, UsageError } from './cli/args';
import { completion } from './cli/completion';
import { envelopeCommand } from './cli/checkEnvelope';
import { EXIT } from './cli/exit';
import { findCommand } from './cli/find';
import { fixCommand } from './cli/fix';
import { helpPage } from './cli/help';
import { hookCommand } from './cli/hook';
import { mcpCommand } from './cli/mcp';
import { modelsCommand } from './cli/models';
import type { CommandName } from './cli/options';
import { voiced } from './cli/output';
import { resolveCommand } from './cli/resolve';
import { scanCommand } from './cli/scan';
import { version } from './cli/ports';
import { endFlushed, endSoon, openTerminal, type Terminal } from './cli/terminal';
import { verifyCommand } from './cli/verify';
import { watchCommand } from './cli/watch';
import type { Values } from './cli/args';

type Command = (args: readonly string[], values: Values, terminal: Terminal) => Promise<number>;

const COMMANDS: Readonly<Record<CommandName, Command>> = {
  scan: scanCommand,
  resolve: resolveCommand,
  verify: verifyCommand,
  plan: async (...given) => (await import('./cli/plan')).planCommand(...given),
  work: async (...given) => (await import('./cli/work')).workCommand(...given),
  merge: async (...given) => (await import('./cli/merge')).mergeCommand(...given),
  replay: async (...given) => (await import('./cli/replay')).replayCommand(...given),
  fix: fixCommand,
  watch: watchCommand,
  find: findCommand,
  models: modelsCommand,
  'check-envelope': envelopeCommand,
  mcp: mcpCommand,
  hook: hookCommand,
  completion: ([shell = ''], _values, { print }) => {
    print(completion(shell));
    return Promise.resolve(EXIT.clean);
  },
};

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { command, args, values } = readArgs(argv);
  if (flag(values, 'version')) {
    terminal.print(`${version}\n`);
    return EXIT.clean;
  }
  if (command === undefined || flag(values, 'help')) {
    terminal.print(helpPage(command));
    return flag(values, 'help') ? EXIT.clean : EXIT.usage;
  }
  const { terminal: voice, close } = voiced(terminal, values);
  try {
    return await COMMANDS[command](args, values, voice);
  } finally {
    close();
  }
}

async function main(): Promise<void> {
  const terminal = openTerminal();
  try {
    process.exitCode = await run(process.argv.slice(2), terminal);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    terminal.say(
      isUsage
        ? error.message
        : `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exitCode = isUsage ? EXIT.usage : EXIT.internal;
    // To hosts of agents 2 means: stop the agent. A host that starts the hook wrongly is told so, and the agent is left alone.
    if (process.argv[2] === 'hook' && !process.stdin.isTTY) process.exitCode = EXIT.findings;
  }
  if (terminal.isInterrupted()) endSoon();
  else endFlushed();
}

void main();
