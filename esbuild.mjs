// Builds dist/, or the folder that `--out=` names. `--watch` rebuilds on change, `--meta` writes meta.json for the tests of sizes and
// licences, `--editor` builds only what the editor runs, in fewer files.
import { build, context, transform } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reached } from './scripts/bundle.mjs';
import { withoutUnused } from './scripts/unused.mjs';

const root = import.meta.dirname;
const watch = process.argv.includes('--watch');
const isForEditor = process.argv.includes('--editor');
const out =
  process.argv.find((arg) => arg.startsWith('--out='))?.slice('--out='.length) ?? path.join(root, 'dist');

/** Every Node and browser that is asked for knows `\p{…}`; esbuild would make a new expression of each at every use. */
const supported = { 'regexp-unicode-property-escapes': true };

const common = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  minify: true,
  legalComments: 'eof',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
  sourcemap: watch && 'inline',
  external: ['vscode'],
  supported,
  plugins: [withoutUnused],
};

/** In a browser there is one file: it includes views and core code that is loaded later; what else the editor loads by `import()` needs Node. */
const nothingLater = {
  name: 'nothing-later',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, importer, path: file }) =>
      kind === 'dynamic-import' &&
      !/[\\/]core[\\/]/.test(importer) &&
      !/^(?:\.\/views\/|\.\.\/\.\.\/(?:core\/|node\/read\/decode$)|\.\/bibliographyFiles$)/.test(file)
        ? { path: file, external: true }
        : undefined,
    );
  },
};

/** The editor in a browser takes one file, and gives it no Node. */
const BROWSER = {
  ...common,
  entryPoints: { web: 'src/vscode/web.ts' },
  platform: 'browser',
  format: 'cjs',
  target: 'es2023',
  plugins: [withoutUnused, nothingLater],
};

/**
 * Everything that runs on Node is built at once, so that what several need is there once, and what is imported by `import()` is read
 * when it is first used.
 */
const NODE = {
  ...common,
  entryPoints: {
    extension: 'src/vscode/extension.ts',
    mcpServer: 'src/mcpServer.ts',
    reader: 'src/node/read/readerWorker.ts',
    ...(!isForEditor && { cli: 'src/cli.ts', hook: 'src/cli/hookWorker.ts' }),
  },
  platform: 'node',
  format: 'esm',
  splitting: true,
  chunkNames: '[hash]',
  target: 'node20',
  write: false,
};

/** The library for other programs: ES modules, nothing of the editor. Bundled packages may call `require`, which such modules lack. */
const LIBRARY = {
  ...common,
  outdir: path.join(out, 'lib'),
  entryPoints: { library: 'src/library.ts' },
  platform: 'node',
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  chunkNames: '[name]-[hash]',
  target: 'node20',
  banner: {
    js: "import{createRequire as createRequireOfModule}from'node:module';const require=createRequireOfModule(import.meta.url);",
  },
};

/**
 * Reads what a file imports from the others once, and exports values. esbuild would make getters, which take half a kilobyte in each file,
 * and ask them at each use, in the innermost loops too: a scan of 1,000 files took 2.75 s instead of 2.17. Safe because no name is assigned
 * again after its file has run, and because files don't import one another: what a file imports is needed by at least the same entry points.
 */
const directly = (text) =>
  text
    .replace(/\bimport("\.\/[\w.-]+");/g, 'require($1);')
    .replace(/\bimport\(("\.\/[\w.-]+")\)/g, 'Promise.resolve().then(()=>require($1))')
    .replace(
      /\bimport\{((?!default\b)[^{}"]*)\}from("[\w./:-]+");/g,
      (_, names, file) => `const{${names.replaceAll(' as ', ':')}}=require(${file});`,
    )
    .replace(
      /\bexport\{([^{}"]*)\};/,
      (_, names) => `module.exports={__esModule:!0,${names.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')}};`,
    );

/**
 * Splitting gives ES modules. The editor hands its proxy and certificates only to what is loaded by `require`, so each file becomes
 * CommonJS here.
 */
const asCommonJs = async ({ path: file, text }, entry, short) => {
  const named = text.replace(/"\.\/(\w+\.js)"/g, (all, name) =>
    short.has(name) ? `"./${short.get(name)}"` : all,
  );
  const { code } = await transform(directly(named), {
    format: 'cjs',
    platform: 'node',
    target: NODE.target,
    supported: { ...supported, 'dynamic-import': false },
    minify: true,
    legalComments: 'eof',
    charset: 'utf8',
    logOverride: { 'commonjs-variable-in-esm': 'silent' },
    sourcemap: common.sourcemap,
    sourcefile: path.basename(file),
  });
  return entry === 'src/cli.ts' ? `#!/usr/bin/env node\n${code}` : code;
};

const OUTSIDE_EDITOR = [
  'src/cli.ts',
  'src/mcpServer.ts',
  'src/cli/hookWorker.ts',
  'src/node/read/readerWorker.ts',
  'src/library.ts',
];

/** Short names in the package of files that others load: their hashes would take 13 KB there, as they hardly compress. */
const shortNames = (entries) =>
  new Map(
    Object.keys(entries)
      .filter((name) => isForEditor && !entries[name])
      .sort()
      .map((name, i) => [name, `${i.toString(36)}.js`]),
  );

/** Only the editor has `vscode`. */
function refuseEditor({ outputs }) {
  for (const [file, { entryPoint }] of Object.entries(outputs))
    if (OUTSIDE_EDITOR.includes(entryPoint) && reached(outputs, file).has('vscode'))
      throw new Error(`${entryPoint} imports vscode`);
}

/** The files that only the editor loads, which the package of the command line leaves out. */
function ofEditor({ outputs }) {
  const files = (isEditor) =>
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint && isEditor === !OUTSIDE_EDITOR.includes(entryPoint))
      .flatMap(([file]) => [...reached(outputs, file)].filter((one) => one in outputs));
  const others = new Set(files(false));
  return [...new Set(files(true))].filter((file) => !others.has(file));
}

const write = {
  name: 'write',
  setup({ onEnd }) {
    onEnd(async ({ outputFiles = [], metafile }) => {
      if (!metafile) return; // it did not build; esbuild has said why
      refuseEditor(metafile);
      const entries = Object.fromEntries(
        Object.entries(metafile.outputs).map(([file, { entryPoint }]) => [path.basename(file), entryPoint]),
      );
      const short = shortNames(entries);
      const nameOf = (file) => short.get(path.basename(file)) ?? path.basename(file);
      const written = new Set(['web.js']);
      const left = ofEditor(metafile).map(nameOf);
      writeFileSync(path.join(out, '.npmignore'), `${['web.js', ...left].join('\n')}\n`);
      for (const file of outputFiles) {
        const name = nameOf(file.path);
        writeFileSync(path.join(out, name), await asCommonJs(file, entries[name], short));
        written.add(name);
      }
      for (const name of readdirSync(out))
        if (name.endsWith('.js') && !written.has(name)) rmSync(path.join(out, name));
    });
  },
};

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

/**
 * A language is one file, `l10n/bundle.l10n.LANGUAGE.json`. The editor wants the strings of the manifest in a file of their own.
 */
function writeManifestStrings() {
  const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const keys = Object.keys(readJson('package.nls.json'));
  for (const name of readdirSync(path.join(root, 'l10n'))) {
    const all = readJson(`l10n/${name}`);
    const own = Object.fromEntries(keys.map((key) => [key, all[key]]));
    writeFileSync(path.join(root, name.replace('bundle.l10n', 'package.nls')), JSON.stringify(own));
  }
}

mkdirSync(out, { recursive: true });
writeManifestStrings();
const builds = [{ ...NODE, plugins: [withoutUnused, write] }, BROWSER, ...(isForEditor ? [] : [LIBRARY])];
rmSync(path.join(out, 'lib'), { recursive: true, force: true });
if (watch) {
  for (const options of builds) await (await context(options)).watch();
} else {
  const metafiles = (await Promise.all(builds.map((options) => build(options)))).map((r) => r.metafile);
  writeFileSync(path.join(out, 'licences.txt'), licences(metafiles));
  if (process.argv.includes('--meta')) {
    const outputs = Object.assign({}, ...metafiles.map((m) => m.outputs));
    writeFileSync(path.join(out, 'meta.json'), JSON.stringify(outputs));
  }
}
