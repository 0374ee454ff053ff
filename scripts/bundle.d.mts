import type { BuildOptions, BuildResult } from 'esbuild';

/** Bundles a TypeScript program so that Node can run it; packages stay external. `more` adds or overrides options of esbuild. */
export function bundle(entry: string, outfile: string, more?: BuildOptions): Promise<BuildResult>;
