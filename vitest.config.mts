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

const PURE = 'test/core/**/*.test.ts';

export default defineConfig({
  plugins: [builtWorkers],
  test: {
    projects: [
      // Nothing in the core keeps state that a test could see, so its files share processes: a quarter less work.
      { extends: true, test: { name: 'core', include: [PURE], isolate: false } },
      {
        extends: true,
        test: {
          name: 'hosts',
          include: ['test/**/*.test.ts'],
          exclude: [PURE, 'test/vscode/**', '**/node_modules/**'],
        },
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
