/**
 * Runs the property tests on new random values: `npm run eval -- fuzz [--minutes N] [--seed N]`. One seed per round; a failing round prints
 * its seed, which `CITEWRIGHT_SEED=N npm test -- unit` reproduces.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { figure, share } from '../figures';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TRIED = path.join(ROOT, '.cache/tried.txt');
const MINUTE_MS = 60_000;

/** The number after an option. Throws if it isn't one. */
function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isFinite(value)) throw new Error(`${name} wants a number`);
  return value;
}

const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.join('test', file))
  .filter(
    (file) => file.endsWith('.test.ts') && readFileSync(path.join(ROOT, file), 'utf8').includes('fc.assert('),
  );

/**
 * Tries every property with one seed; false if one fails. Failures are tried twice: one that doesn't repeat was a time limit on a busy
 * machine.
 */
const round = (seed: number): boolean => run(seed, TRIED) || run(seed);

function run(seed: number, tried?: string): boolean {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--reporter=dot', '--testTimeout=120000', ...files],
    {
      cwd: ROOT,
      env: { ...process.env, CITEWRIGHT_SEED: String(seed), ...(tried && { CITEWRIGHT_TRIED: tried }) },
      encoding: 'utf8',
    },
  );
  if (status !== 0) console.log(`seed ${seed}\n${stderr.slice(-4_000)}\n${stdout.slice(-1_000)}`);
  return status === 0;
}

/** Values tried, per property and round. */
const tried = (): readonly number[] =>
  existsSync(TRIED) ? readFileSync(TRIED, 'utf8').split('\n').filter(Boolean).map(Number) : [];

mkdirSync(path.dirname(TRIED), { recursive: true });
rmSync(TRIED, { force: true });
const start = performance.now();
const least = option('--minutes', 1) * MINUTE_MS;
const first = option('--seed', 2);
const failed: string[] = [];
let rounds = 0;
let properties = 0;
do {
  if (!round(first + rounds)) failed.push(String(first + rounds));
  rounds += 1;
  if (rounds === 1) properties = tried().length;
} while (performance.now() - start < least);

share('fuzz', `seeds ${first} to ${first + rounds - 1} that find nothing`, rounds - failed.length, rounds, {
  least: 1,
  worst: failed.map((seed) => `${seed} finds something`),
});
figure({ set: 'fuzz', name: `properties tried, in ${files.length} files`, value: properties, least: 1 });
const values = tried().reduce((sum, n) => sum + n, 0);
figure({
  set: 'fuzz',
  name: 'random values, for all properties and seeds together',
  value: values,
  least: 1,
});
const minutes = Math.round((performance.now() - start) / MINUTE_MS);
figure({ set: 'fuzz', name: 'time spent', value: minutes, unit: ' min' });
