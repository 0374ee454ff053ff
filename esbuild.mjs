// Builds the bundles of dist/, or of the folder that `--out=` names. `--watch` rebuilds on change, `--meta` writes meta.json for the
// tests of sizes and licences.
import { build, context } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const watch = process.argv.includes('--watch');
const out =
  process.argv.find((arg) => arg.startsWith('--out='))?.slice('--out='.length) ?? path.join(root, 'dist');

/** Bundles that others load only when used: an import of the module becomes a load of the file beside. */
const LAZY = {
  'src/vscode/works.ts': './works.js',
  'src/vscode/remedies.ts': './remedies.js',
  'src/vscode/keys.ts': './keys.js',
  'src/node/models/llm.ts': './llm.js',
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

/**
 * The editor runs Node 22, the one in a browser no Node at all, the command line whatever the user has. Only the editor may load
 * `vscode`.
 */
const BUNDLES = [
  { in: 'src/vscode/extension.ts', out: 'extension', target: 'node22', external: ['vscode'] },
  { in: 'src/vscode/web.ts', out: 'web', target: 'es2023', external: ['vscode'], platform: 'browser' },
  { in: 'src/vscode/works.ts', out: 'works', target: 'node22' },
  { in: 'src/vscode/keys.ts', out: 'keys', target: 'node22', external: ['vscode'] },
  { in: 'src/vscode/remedies.ts', out: 'remedies', target: 'node22', external: ['vscode'] },
  { in: 'src/cli.ts', out: 'cli', target: 'node20', banner: '#!/usr/bin/env node' },
  { in: 'src/node/models/llm.ts', out: 'llm', target: 'node20' },
  { in: 'src/node/readerWorker.ts', out: 'reader', target: 'node20' },
];

const options = ({ in: entry, out: name, target, external = [], banner, platform = 'node' }) => ({
  entryPoints: { [name]: path.join(root, entry) },
  outdir: out,
  bundle: true,
  platform,
  format: 'cjs',
  target,
  external,
  minify: true,
  keepNames: false,
  sourcemap: watch,
  legalComments: 'eof',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
  banner: banner ? { js: banner } : {},
  plugins: [lazyBundles],
});

/** The licences of all packages whose code is in the bundles, each licence text once. */
function licences(metafiles) {
  const folders = new Set(
    metafiles.flatMap((m) =>
      Object.keys(m.inputs).flatMap((f) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(f)?.[0] ?? []),
    ),
  );
  const users = new Map();
  for (const folder of [...folders].sort()) {
    const home = path.join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
    const file = readdirSync(home).find((f) => /^licen[cs]e/i.test(f));
    const text = file ? readFileSync(path.join(home, file), 'utf8').trim() : `Licence: ${license}`;
    users.set(text, [...(users.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...users].map(([text, names]) => `${names.join(', ')}\n\n${text}`);
  const head =
    'Citewright contains code of these packages. unpdf in turn contains PDF.js of the Mozilla Foundation, under the\nApache License 2.0, whose text stands below with @opentelemetry/api.';
  return `${head}\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

mkdirSync(out, { recursive: true });
const bundles = BUNDLES.filter((b) => existsSync(path.join(root, b.in)));
if (watch) {
  for (const b of bundles) await (await context(options(b))).watch();
} else {
  const results = await Promise.all(bundles.map((b) => build(options(b))));
  writeFileSync(path.join(out, 'licences.txt'), licences(results.map((r) => r.metafile)));
  if (process.argv.includes('--meta')) {
    const outputs = Object.assign({}, ...results.map((r) => r.metafile.outputs));
    writeFileSync(path.join(out, 'meta.json'), JSON.stringify(outputs));
  }
}
