/** Entry point of the command line. The rest is in `cli/` and the core. */
import { completion } from './cli/completion';
import { envelopeCommand } from './cli/checkEnvelope';
import { EXIT } from './cli/exit';
import { findCommand } from './cli/find';
import { fixCommand } from './cli/fix';
import { hookCommand } from './cli/hook';
import { mcpCommand } from './cli/mcp';
import { modelsCommand } from './cli/models';
import { resolveCommand } from './cli/resolve';
import { scanCommand } from './cli/scan';
import { main, type Command } from './cli/main';
import type { CommandName } from './cli/options';
import { verifyCommand } from './cli/verify';
import { watchCommand } from './cli/watch';

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

void main(COMMANDS);
