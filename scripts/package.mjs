// Packages the extension as for publishing.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { reached } from './bundle.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Limit of the package that users download. 85 KB of it are undici, for the MCP server that the editor starts. */
const LIMIT = 1_800_000;

/** What the editor runs; other entries of the build belong to the npm package. */
const ENTRIES = ['extension', 'web', 'reader', 'mcpServer'].map((name) => `dist/${name}.js`);

/** Builds, and writes the list of ignored files with only those bundles that the extension loads. Returns its path. */
function ignoreFile() {
  execFileSync(process.execPath, [path.join(ROOT, 'esbuild.mjs'), '--meta'], { cwd: ROOT });
  const outputs = JSON.parse(fs.readFileSync(path.join(ROOT, 'dist/meta.json'), 'utf8'));
  const seen = new Set();
  for (const entry of ENTRIES) reached(outputs, entry, seen);
  const bundles = [...seen].filter((file) => Object.hasOwn(outputs, file)).map((file) => `!${file}`);
  const file = path.join(ROOT, '.cache/vscodeignore');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const rules = fs.readFileSync(path.join(ROOT, '.vscodeignore'), 'utf8');
  fs.writeFileSync(file, rules.replace('!dist/*.js', bundles.sort().join('\n')));
  return file;
}

/** Builds and packages; returns the path of the `.vsix` in the ignored cache. Throws if it exceeds the limit. */
export function packageExtension() {
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const out = path.join(ROOT, `.cache/citewright-${version}.vsix`);
  const vsce = path.join(ROOT, 'node_modules/@vscode/vsce/vsce');
  execFileSync(
    process.execPath,
    [vsce, 'package', '--no-dependencies', '--ignoreFile', ignoreFile(), '-o', out],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const { size } = fs.statSync(out);
  if (size >= LIMIT) throw new Error(`${out} has ${size} bytes, more than ${LIMIT}`);
  return out;
}

if (process.argv[1] === import.meta.filename) console.log(packageExtension());
