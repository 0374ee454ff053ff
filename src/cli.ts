/** Entry point of the command line. The rest is in `cli/` and the core. */
import { completion } from './cli/completion';
import { EXIT } from './cli/exit';
import { main, type Command } from './cli/main';
import type { CommandName } from './cli/options';

/** Each command is loaded when it runs. */
const COMMANDS: Readonly<Record<CommandName, Command>> = {
  scan: async (...given) => (await import('./cli/scan')).scanCommand(...given),
  resolve: async (...given) => (await import('./cli/resolve')).resolveCommand(...given),
  verify: async (...given) => (await import('./cli/verify')).verifyCommand(...given),
  plan: async (...given) => (await import('./cli/plan')).planCommand(...given),
  work: async (...given) => (await import('./cli/work')).workCommand(...given),
  merge: async (...given) => (await import('./cli/merge')).mergeCommand(...given),
  replay: async (...given) => (await import('./cli/replay')).replayCommand(...given),
  fix: async (...given) => (await import('./cli/fix')).fixCommand(...given),
  watch: async (...given) => (await import('./cli/watch')).watchCommand(...given),
  find: async (...given) => (await import('./cli/find')).findCommand(...given),
  models: async (...given) => (await import('./cli/models')).modelsCommand(...given),
  'check-envelope': async (...given) => (await import('./cli/checkEnvelope')).envelopeCommand(...given),
  mcp: async (...given) => (await import('./cli/mcp')).mcpCommand(...given),
  hook: async (...given) => (await import('./cli/hook')).hookCommand(...given),
  completion: ([shell = ''], _values, { print }) => {
    print(completion(shell));
    return Promise.resolve(EXIT.clean);
  },
};

void main(COMMANDS);
