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

/** All outputs of a metafile that `from` loads, at once or later, itself and external modules included. */
export function reached(outputs, from, seen = new Set()) {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const { path: to, external } of outputs[from].imports)
    if (external) seen.add(to);
    else reached(outputs, to, seen);
  return seen;
}
