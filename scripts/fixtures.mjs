// Compares what a scan finds in test/core/extract/cases/*.md with the *.json next to them and shows the difference; `--update` saves it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
const cache = path.join(root, '.cache/fixtures');
mkdirSync(cache, { recursive: true });
const outfile = path.join(cache, 'cases.mjs');
await bundle('test/core/extract/cases.ts', outfile);
const { folder, names, printed, results } = await import(pathToFileURL(outfile).href);

const update = process.argv.includes('--update');
let changed = 0;
for (const name of names()) {
  const kept = path.join(folder, `${name}.json`);
  const now = printed(results(name));
  if (!existsSync(kept)) writeFileSync(kept, '{}\n');
  if (readFileSync(kept, 'utf8') === now) continue;
  changed++;
  const fresh = path.join(cache, `${name}.json`);
  writeFileSync(fresh, now);
  spawnSync('git', ['--no-pager', 'diff', '--no-index', '-U1', '--', kept, fresh], { stdio: 'inherit' });
  if (update) writeFileSync(kept, now);
}
console.log(
  changed === 0 ? 'Every expectation holds.' : `${changed} files ${update ? 'updated' : 'differ'}.`,
);
process.exitCode = changed > 0 && !update ? 1 : 0;
