/**
 * Measures a large collection: `npm run bench -- scale`. Runs the built command line over 1,000 files with 100,000 citations, and over
 * 10,000 with 1,000,000; reports time and peak memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { figure } from '../figures';

const CLI = path.resolve('dist/cli.js');
const EACH = 100;
const WORDS = 'harbour lantern meadow granite copper window ladder timber canvas marble'.split(' ');
const word = (n: number) => WORDS[n % WORDS.length] ?? '';

/** A page with equal numbers of links and numbered markers, and the list that the markers lead to. */
function page(file: number): string {
  const half = EACH / 2;
  const links = Array.from({ length: half }, (_, i) => {
    const n = file * EACH + i;
    return `The ${word(n)} of the ${word((n / 10) | 0)} was measured in ${1900 + (n % 100)} at ${n % 997} metres [source ${n}](https://site${n % 500}.example/page${n}).\n`;
  });
  const markers = Array.from(
    { length: half },
    (_, i) => `Another ${word(i)} weighs ${i + 3} tonnes [${i + 1}].\n`,
  );
  const list = Array.from(
    { length: half },
    (_, i) =>
      `[${i + 1}] Doe, J. (${1950 + i}). The ${word(i)} of ${file}. https://ref${i}.example/${file}\n`,
  );
  return ['# Page\n', ...links, ...markers, '## References\n', ...list].join('\n');
}

function collection(folder: string, files: number): void {
  for (let n = 0; n < files; n++) {
    const home = path.join(folder, String(n % 40));
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, `page${n}.md`), page(n));
  }
}

/** Written by the process itself when it exits, so that no other program is needed to measure its memory. */
const PROBE =
  "process.once('exit', () => require('node:fs').writeFileSync(process.env.PEAK, JSON.stringify(process.resourceUsage())));";

type Used = { readonly seconds: number; readonly processor: number; readonly mb: number };

function run(folder: string, args: readonly string[]): Used {
  const peak = path.join(folder, '.peak');
  const probe = path.join(folder, '.probe.cjs');
  writeFileSync(probe, PROBE);
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', probe, CLI, ...args, '--fail-on', 'never', '--output', path.join(folder, '.out'), '.'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, PEAK: peak, CITEWRIGHT_ALLOW_NETWORK: '' } },
  );
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  const seconds = (performance.now() - started) / 1_000;
  const used = JSON.parse(readFileSync(peak, 'utf8')) as NodeJS.ResourceUsage;
  const processor = (used.userCPUTime + used.systemCPUTime) / 1_000_000;
  return { seconds, processor, mb: used.maxRSS / 1_024 };
}

type Goal = { readonly seconds?: number; readonly mb: number };

function measure(name: string, folder: string, args: readonly string[], { seconds, mb }: Goal): void {
  const got = run(folder, args);
  figure({
    set: 'scale',
    name: `${name}: seconds`,
    value: got.seconds,
    ...(seconds !== undefined && { most: seconds }),
  });
  figure({ set: 'scale', name: `${name}: seconds of a processor`, value: got.processor });
  figure({ set: 'scale', name: `${name}: MB of memory at most`, value: got.mb, most: mb });
}

const VERIFY = ['verify', '--json', '--cache', 'off', '--max-citations', '1000000'];

for (const [files, scanned, verified] of [
  [1_000, { seconds: 2.5, mb: 300 }, { seconds: 8, mb: 300 }],
  [10_000, { mb: 512 }, { mb: 512 }],
] as const) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'citewright-scale-'));
  try {
    collection(folder, files);
    const size = `${(files * EACH).toLocaleString('en')} citations in ${files.toLocaleString('en')} files`;
    measure(`${size}, scanned`, folder, ['scan', '--json'], scanned);
    measure(`${size}, verified without network`, folder, VERIFY, verified);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
