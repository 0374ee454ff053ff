// Builds dist/ before the run if a test that was asked for drives it and it is older than its sources; watches the connections of the run,
// and removes its temporary files.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import './support/groupBy.mjs';
import { watchSockets } from './support/sockets.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

export default async function setup(project) {
  const { testFiles } = await project.globTestFiles(project.vitest.filenamePattern);
  if (testFiles.some((file) => drivesDist(file)) && isStale())
    execFileSync(process.execPath, [path.join(ROOT, 'esbuild.mjs'), '--meta'], { stdio: 'inherit' });
  const home = mkdtempSync(path.join(tmpdir(), 'citewright-tests-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = home; // of every worker
  const endWatch = watchSockets();
  return () => {
    try {
      endWatch();
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
}

/** Does a test, or a helper that it imports, name the folder of the bundles? */
function drivesDist(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (/\bdist\//.test(text)) return true;
  return [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, to]) => `${path.resolve(path.dirname(file), to)}.ts`)
    .some((to) => to.startsWith(import.meta.dirname) && existsSync(to) && drivesDist(to, seen));
}

/** `meta.json` is the last file that a whole build writes; `npm run watch` writes none. */
function isStale() {
  const built = changed(path.join(ROOT, 'dist/meta.json'));
  const sources = ['src', 'esbuild.mjs', 'package.json', 'package-lock.json', 'dist'];
  return sources.some((name) => newest(path.join(ROOT, name)) > built);
}

const changed = (file) => (existsSync(file) ? statSync(file).mtimeMs : -1);
const newest = (file) =>
  existsSync(file) && statSync(file).isDirectory()
    ? Math.max(...readdirSync(file, { recursive: true }).map((name) => changed(path.join(file, name))))
    : changed(file);
