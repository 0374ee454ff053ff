// Builds dist/ before the run if a test that was asked for drives it and it is older than its sources; watches the connections of the run,
// and removes its temporary files.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../scripts/fresh.mjs';
import './support/groupBy.mjs';
import { watchSockets } from './support/sockets.ts';

export default async function setup(project) {
  const { testFiles } = await project.globTestFiles(project.vitest.filenamePattern);
  if (testFiles.some((file) => drivesDist(file))) buildIfStale();
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
