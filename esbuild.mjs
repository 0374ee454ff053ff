// Builds the bundles of dist/. `--watch` rebuilds on change, `--meta` writes dist/meta.json for the size tests.
import { build, context } from 'esbuild';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const watch = process.argv.includes('--watch');

/** Bundles that others load only when used: an import of the module becomes a load of the file beside. */
const LAZY = {
  'src/vscode/works.ts': './works.js',
  'src/node/models/llm.ts': './llm.js',
  'src/mcp.ts': './mcp.js',
};

const lazyBundles = {
  name: 'lazy-bundles',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path: request, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = path.relative(root, path.resolve(resolveDir, `${request}.ts`)).replaceAll('\\', '/');
      return file in LAZY ? { path: LAZY[file], external: true } : undefined;
    });
  },
};

/** The editor runs Node 22, the command line whatever the user has. Only the editor may load `vscode`. */
const BUNDLES = [
  { in: 'src/vscode/extension.ts', out: 'extension', target: 'node22', external: ['vscode'] },
  { in: 'src/vscode/works.ts', out: 'works', target: 'node22' },
  { in: 'src/cli.ts', out: 'cli', target: 'node20', banner: '#!/usr/bin/env node' },
  { in: 'src/mcp.ts', out: 'mcp', target: 'node20' },
  { in: 'src/node/models/llm.ts', out: 'llm', target: 'node20' },
  { in: 'src/node/readerWorker.ts', out: 'reader', target: 'node20' },
];

const options = ({ in: entry, out, target, external = [], banner }) => ({
  entryPoints: { [out]: path.join(root, entry) },
  outdir: path.join(root, 'dist'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target,
  external,
  minify: true,
  keepNames: false,
  sourcemap: watch,
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
  banner: banner ? { js: banner } : {},
  plugins: [lazyBundles],
});

mkdirSync(path.join(root, 'dist'), { recursive: true });
const bundles = BUNDLES.filter((b) => existsSync(path.join(root, b.in)));
if (watch) {
  for (const b of bundles) await (await context(options(b))).watch();
} else {
  const results = await Promise.all(bundles.map((b) => build(options(b))));
  if (process.argv.includes('--meta')) {
    const outputs = Object.assign({}, ...results.map((r) => r.metafile.outputs));
    writeFileSync(path.join(root, 'dist/meta.json'), JSON.stringify(outputs));
  }
}
