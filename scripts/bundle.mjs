/** Bundles a program in TypeScript so that Node can run it; packages stay where they are. */
import { build } from 'esbuild';

/** `more` are options of esbuild beside or instead of these. */
export const bundle = (entry, outfile, more = {}) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    ...more,
  });
