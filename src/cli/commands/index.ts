/** The commands of the command line. */
import { completion } from './completion';
import { EXIT } from '../args';
import type { Command } from '../main';
import type { CommandName } from '../options';

/** Each command is loaded when it runs. */
export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  scan: async (...given) => (await import('./scan')).scanCommand(...given),
  resolve: async (...given) => (await import('./resolve')).resolveCommand(...given),
  verify: async (...given) => (await import('./verify')).verifyCommand(...given),
  plan: async (...given) => (await import('./plan')).planCommand(...given),
  work: async (...given) => (await import('./work')).workCommand(...given),
  merge: async (...given) => (await import('./merge')).mergeCommand(...given),
  replay: async (...given) => (await import('./replay')).replayCommand(...given),
  fix: async (...given) => (await import('./fix')).fixCommand(...given),
  watch: async (...given) => (await import('./watch')).watchCommand(...given),
  find: async (...given) => (await import('./find')).findCommand(...given),
  models: async (...given) => (await import('./models')).modelsCommand(...given),
  'check-envelope': async (...given) => (await import('./checkEnvelope')).envelopeCommand(...given),
  mcp: async (...given) => (await import('./mcp')).mcpCommand(...given),
  hook: async (...given) => (await import('./hook')).hookCommand(...given),
  completion: ([shell = ''], _values, { print }) => {
    print(completion(shell));
    return Promise.resolve(EXIT.clean);
  },
};
