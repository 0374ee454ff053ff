// Runs the tests of one part under mutation (named by run.mjs) hundreds of times: with fewer random cases and shorter timeouts, so that a
// mutant that hangs costs seconds. Builds nothing and watches no sockets.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import '../../test/support/groupBy.mjs';

const quicker = {
  name: 'quicker',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.test.ts')
      ? code
          .replace(/numRuns: [\d_]+/g, 'numRuns: 200')
          .replace(/\b(180|420)_000\b/g, '$1_0') // random addresses
          .replace(/^( *\}), [\d_]+\);$/gm, '$1);')
      : undefined,
};

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  plugins: [quicker],
  test: {
    include: (process.env['CITEWRIGHT_MUTATION_TESTS'] ?? '').split(' '),
    testTimeout: 60_000,
    reporters: [{}],
  },
});
