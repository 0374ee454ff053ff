import type { BuildOptions, BuildResult } from 'esbuild';

/** Bundles a TypeScript program so that Node can run it; packages stay external. `more` adds or overrides options of esbuild. */
export function bundle(entry: string, outfile: string, more?: BuildOptions): Promise<BuildResult>;

/** The outputs of esbuild's metafile, by path from the project's root. */
type Outputs = Readonly<
  Record<
    string,
    {
      readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: true }[];
    }
  >
>;
export function reached(outputs: Outputs, from: string, later?: boolean): Set<string>;
export function sizeAtStart(outputs: Outputs, root: string): number;
