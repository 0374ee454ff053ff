// `npm test`: everything, from a clean clone. Installs what is missing, runs each step, ends with a one-line summary. `npm test -- unit
// host` runs the named steps only.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { install } from './install.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const bin = (name) => path.join(ROOT, 'node_modules/.bin', name);
/** The requested steps; all if none are named. */
const asked = process.argv.slice(2);
const isAsked = (name) => asked.length === 0 || asked.includes(name);
const script = (name) => path.join(ROOT, 'test/vscode', name);
/** Checks cache results for unchanged files, so that a second run takes seconds. A clean clone, as in CI, has no cache. */
const kept = (name) => ['--cache', '--cache-location', path.join(ROOT, '.cache', name)];
const builds = (name) => [
  '--incremental',
  '--tsBuildInfoFile',
  path.join(ROOT, '.cache', `${name}.tsbuildinfo`),
];

/** Checks spend a quarter of their time collecting garbage in the default young generation. */
const ROOMY = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=128` };

/**
 * A step with `check` counts as one test; the others report passed and failed. The lanes of a stage run side by side, and their steps one
 * after another: first what keeps the processors busy, then the editors, which mostly wait.
 */
const STAGES = [
  [
    [
      {
        name: 'lint',
        check: true,
        run: [bin('eslint'), '.', '--max-warnings', '0', '--cache-strategy', 'content', ...kept('eslint')],
      },
      {
        name: 'format',
        check: true,
        run: [bin('prettier'), '--check', '--log-level', 'warn', ...kept('prettier'), '.'],
      },
      { name: 'types', check: true, run: [bin('tsc'), '--noEmit', '-p', '.', ...builds('tsconfig')] },
      { name: 'unused', check: true, run: [bin('knip'), '--no-progress', ...kept('knip')] },
      { name: 'media', check: true, run: [bin('tsc'), '--noEmit', '-p', 'media', ...builds('media')] },
    ],
    [
      { name: 'build', check: true, run: [process.execPath, path.join(ROOT, 'esbuild.mjs'), '--meta'] },
      {
        name: 'unit',
        run: [
          bin('vitest'),
          'run',
          ...(asked.length === 0 ? ['--coverage'] : []), // a sixth of the time, so only the whole run measures it
          '--reporter=default',
          '--reporter=json',
          '--outputFile.json=.cache/unit.json',
        ],
      },
      { name: 'start', run: [process.execPath, path.join(ROOT, 'scripts/start/check.mjs')] },
    ],
    // Waits for a network, on a clean clone.
    [{ name: 'editors', check: true, run: [process.execPath, script('editors.mjs')] }],
  ],
  [
    [{ name: 'host', run: [process.execPath, script('extension.mjs')] }],
    [{ name: 'ui', run: [process.execPath, script('ui.mjs')] }],
  ],
];

/** Runs a step and shows its output, that of a check at its end; returns its exit code and the counts of its `N passed, N failed` lines. */
function runStep({ check, run: [command, ...args] }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...(check && ROOMY) },
      stdio: ['ignore', 'pipe', check ? 'pipe' : 'inherit'],
    });
    let text = '';
    const hear = (data) => {
      text += data;
      if (!check) process.stdout.write(data);
    };
    child.stdout.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', (code) => {
      if (check) process.stdout.write(text);
      const lines = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
      const sum = (group) => lines.reduce((total, line) => total + Number(line[group]), 0);
      resolve({ ok: code === 0, passed: sum(1), failed: sum(2) });
    });
  });
}

/** What a step adds to the totals. A step that fails without naming a failed test counts as one. */
function count(step, { ok, passed, failed }) {
  if (step.name === 'unit' && existsSync(path.join(ROOT, '.cache/unit.json'))) {
    const report = JSON.parse(readFileSync(path.join(ROOT, '.cache/unit.json'), 'utf8'));
    [passed, failed] = [report.numPassedTests, report.numFailedTests];
  }
  if (step.check) return ok ? [1, 0] : [0, 1];
  if (ok && passed === 0) return [0, 1]; // a step without tests has shown nothing
  return [passed, ok ? failed : Math.max(failed, 1)];
}

install();
const totals = [0, 0];
const broken = [];
async function take(step) {
  const start = Date.now();
  if (!step.check) console.log(`\n── ${step.name} ──`);
  const result = await runStep(step);
  const [passed, failed] = count(step, result);
  totals[0] += passed;
  totals[1] += failed;
  if (failed > 0) broken.push(step.name);
  console.log(
    `── ${step.name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - start) / 1000).toFixed(1)} s`,
  );
}

async function takeAll(lane) {
  for (const step of lane) if (isAsked(step.name)) await take(step);
}
for (const lanes of STAGES) await Promise.all(lanes.map(takeAll));
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${totals[0]} passed, ${totals[1]} failed`);
process.exitCode = totals[1] === 0 && totals[0] > 0 ? 0 : 1;
