import type { Plugin } from 'esbuild';

/** A plugin of esbuild that leaves out parts of packages that we never call. */
export const withoutUnused: Plugin;
