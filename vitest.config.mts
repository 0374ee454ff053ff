import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const dist = JSON.stringify(path.join(import.meta.dirname, 'dist'));

/** The command line expects its workers next to itself, in the build. */
const builtWorkers = {
  name: 'built-workers',
  transform: (code: string, id: string) =>
    id.includes('/src/cli/') ? code.replaceAll('__dirname', dist) : undefined,
};

/** Tests that replace modules, functions, clocks or variables of their process, or measure it. Those of `node/web` count its sockets. */
const ALONE = /\bvi\.(?:mock|spyOn|stub|useFake|resetModules)|setFlagsFromString|limitAllocations|\/held'/;
const home = path.join(import.meta.dirname, 'test');
const alone = readdirSync(home, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && ALONE.test(readFileSync(path.join(home, name), 'utf8')))
  .map((name) => `test/${name.replaceAll(path.sep, '/')}`);
const ALL = 'test/**/*.test.ts';
const WEB = 'test/node/web/**';
const EDITOR = 'test/vscode/**';

export default defineConfig({
  plugins: [builtWorkers],
  test: {
    projects: [
      // The others share processes, and the modules that they import: a sixth less work.
      {
        extends: true,
        test: { name: 'shared', include: [ALL], exclude: [...alone, WEB, EDITOR], isolate: false },
      },
      {
        extends: true,
        test: { name: 'alone', include: [...alone, `${WEB}/*.test.ts`], exclude: [EDITOR] },
      },
    ],
    globalSetup: ['test/globalSetup.mjs'],
    setupFiles: ['test/seed.ts'],
    // For machines that do other work too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // More than there are cores: half of the time is waiting for servers and processes of a test's own.
    maxWorkers: availableParallelism() * 2,
    // Only what runs in this process is counted: not the built command line, nor the reader in its worker.
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts', 'src/node/**/*.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: '.cache/coverage',
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
