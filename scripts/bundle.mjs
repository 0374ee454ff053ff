/** Bundles a TypeScript program so that Node can run it; packages stay external. */
import { build } from 'esbuild';
import { statSync } from 'node:fs';
import path from 'node:path';

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

/** All outputs that `from` loads, at once and unless `later` is false also later, itself and external modules included. */
export function reached(outputs, from, later = true, seen = new Set()) {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const { path: to, kind, external } of outputs[from].imports)
    if (external) seen.add(to);
    else if (later || kind !== 'dynamic-import') reached(outputs, to, later, seen);
  return seen;
}

/** The size in bytes of our code that the editor reads at the start, for the outputs of a metafile of the project at `root`. */
export const sizeAtStart = (outputs, root) =>
  [...reached(outputs, 'dist/extension.js', false)]
    .filter((file) => file in outputs)
    .reduce((sum, file) => sum + statSync(path.join(root, file)).size, 0);
