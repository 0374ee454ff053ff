/** Builds dist/ unless it is newer than everything that goes into it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

const changed = (file) => (existsSync(file) ? statSync(file).mtimeMs : -1);
const newest = (file) =>
  existsSync(file) && statSync(file).isDirectory()
    ? Math.max(...readdirSync(file, { recursive: true }).map((name) => changed(path.join(file, name))))
    : changed(file);

/** `meta.json` is the last file that a whole build writes; `npm run watch` writes none. */
function isStale() {
  const built = changed(path.join(ROOT, 'dist/meta.json'));
  const sources = ['src', 'l10n', 'esbuild.mjs', 'package.json', 'package-lock.json', 'dist'];
  return sources.some((name) => newest(path.join(ROOT, name)) > built);
}

export function buildIfStale() {
  if (!isStale()) return;
  execFileSync(process.execPath, [path.join(ROOT, 'esbuild.mjs'), '--meta'], { cwd: ROOT, stdio: 'inherit' });
}
