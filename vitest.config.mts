import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/vscode/**', '**/node_modules/**'],
    globalSetup: ['test/globalSetup.mjs'],
    setupFiles: ['test/seed.ts'],
    testTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['src/core/**', 'src/node/**'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
});
