// Compares the results for the texts in test/**/cases/*.md with the *.json next to them and shows the difference; `--update` saves it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
const cache = path.join(root, '.cache/fixtures');
mkdirSync(cache, { recursive: true });
const outfile = path.join(cache, 'rooms.mjs');
await bundle('test/support/rooms.ts', outfile);
const { ROOMS, namesIn, printedCases } = await import(pathToFileURL(outfile).href);

const update = process.argv.includes('--update');
const stale = [];
for (const room of ROOMS)
  for (const name of namesIn(room)) {
    const file = path.join(room.folder, `${name}.json`);
    const now = await printedCases(room, name);
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : '{}\n';
    if (kept !== now) stale.push({ file, name, now, kept });
  }
for (const { file, name, now, kept } of stale) {
  const [before, after] = ['before', 'after'].map((side) => path.join(cache, `${name}.${side}.json`));
  writeFileSync(before, kept);
  writeFileSync(after, now);
  spawnSync('git', ['--no-pager', 'diff', '--no-index', '-U1', '--', before, after], { stdio: 'inherit' });
  if (update) writeFileSync(file, now);
}
console.log(
  stale.length === 0 ? 'Every expectation holds.' : `${stale.length} files ${update ? 'updated' : 'differ'}.`,
);
process.exitCode = stale.length > 0 && !update ? 1 : 0;
