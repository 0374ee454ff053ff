// Runs `npm start -- --no-editor` like a newcomer, on its own port, and checks the output.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { DRAFTS } from './workspace.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A free port. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const port = await freePort();
const run = spawnSync('npm', ['start', '--', '--no-editor'], {
  cwd: ROOT,
  encoding: 'utf8',
  env: { ...process.env, CITEWRIGHT_EXAMPLES_PORT: String(port) },
  shell: process.platform === 'win32',
});
const wanted = [
  ['ends with exit code 0', run.status === 0],
  ['says where the sources are', run.stdout.includes(`http://127.0.0.1:${port}`)],
  ['names who judged', run.stdout.includes('judged by demo: recorded answers')],
  ['shows every draft', DRAFTS.every((name) => run.stdout.includes(name))],
  [
    'shows verdicts of every kind',
    ['supported', 'overstated', 'contradicted', 'absent'].every((w) => run.stdout.includes(w)),
  ],
  [
    'shows the dead source and the marker that dangles',
    /not-found/.test(run.stdout) && /dangling/.test(run.stdout),
  ],
  ['opens no editor', !run.stdout.includes('Open\n')],
];
for (const [name, ok] of wanted) console.log(`  ${ok ? '✓' : '✗'} npm start -- --no-editor ${name}`);
const failed = wanted.filter(([, ok]) => !ok).length;
if (failed > 0) console.error(run.stdout, run.stderr);
console.log(`${wanted.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
