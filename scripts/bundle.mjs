/** Bundles a TypeScript program so that Node can run it; packages stay external. */
import { build } from 'esbuild';

/** `more` adds or overrides options of esbuild. */
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
