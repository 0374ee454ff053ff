// Packages the extension as for publishing.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Limit of the package that users download. 85 KB of it are undici, for the MCP server that the editor starts. */
const LIMIT = 1_850_000;

/** Builds and packages; returns the path of the `.vsix` in the ignored cache. Throws if it exceeds the limit. */
export function packageExtension() {
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const out = path.join(ROOT, `.cache/citewright-${version}.vsix`);
  fs.mkdirSync(path.dirname(out), { recursive: true });
  const vsce = path.join(ROOT, 'node_modules/@vscode/vsce/vsce');
  execFileSync(process.execPath, [vsce, 'package', '--no-dependencies', '-o', out], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { size } = fs.statSync(out);
  if (size >= LIMIT) throw new Error(`${out} has ${size} bytes, more than ${LIMIT}`);
  return out;
}

if (process.argv[1] === import.meta.filename) console.log(packageExtension());
