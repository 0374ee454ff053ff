/**
 * Measures the extension in a real VS Code: `npm run bench -- editor`. Runs the measurements of `test/vscode/suite/speed.test.ts` in the
 * newest offline host, and reports the size of the package that users install.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sizeAtStart } from '../bundle.mjs';
import { figure } from '../figures';

const ROOT = path.resolve(import.meta.dirname, '../..');
const KB = 1024;

/** Runs one of our programs and returns its output. Throws if it fails. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout.slice(-2_000)}`);
  return stdout;
}

run(['esbuild.mjs', '--meta']);
const said = run(['test/vscode/extension.mjs', 'newest'], { CITEWRIGHT_TEST_GREP: 'speed' });

/** The number at the expression's group in a line of the host's output. Throws if it is missing. */
function told(line: RegExp): number {
  const found = line.exec(said)?.[1];
  if (found === undefined) throw new Error(`the host said nothing like ${line.source}`);
  return Number(found);
}

const check = (name: string, value: number, unit: string, most?: number): boolean =>
  figure({ set: 'editor', name, value, unit, ...(most !== undefined && { most }) });

check('activate(), median of 10', told(/^activate\(\): median ([\d.]+) ms/m), ' ms', 50);
check('loading its code, median of 10', told(/loading its code: median ([\d.]+) ms/), ' ms');
const outputs = JSON.parse(readFileSync(path.join(ROOT, 'dist/meta.json'), 'utf8')) as Parameters<
  typeof sizeAtStart
>[0];
check('code read at the start', Math.round(sizeAtStart(outputs, ROOT) / KB), ' KB', 352);
check(
  'a keystroke with completion, definitions and links in 300 KB with 500 citations, 95th percentile',
  told(/^keystroke: .* p95 ([\d.]+) ms/m),
  ' ms',
  10,
);
check('the slowest, which completes a citation', told(/^keystroke: .* slowest ([\d.]+) ms/m), ' ms');
check(
  'the same with the time in which it waits for a processor',
  told(/^with waits .* p95 ([\d.]+) ms/m),
  ' ms',
);
check('memory of 500 findings', told(/^500 findings: ([\d.]+) MB in use more/m), ' MB', 60);

const packing = "console.log((await import('./scripts/package.mjs')).packageExtension())";
const file = run(['--input-type=module', '-e', packing]).trim().split('\n').at(-1) ?? '';
check('package', statSync(file).size / KB, ' KB', 1_500_000 / KB);
