// `npm run release`: packages once and publishes the same files to both extension marketplaces and npm. Needs VSCE_PAT, OVSX_PAT and
// NPM_TOKEN in the environment; `-- --dry-run` packages and prints what it would do. Run `npm test` first: it is not run here.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { packageExtension } from './package.mjs';
import './types.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const dry = process.argv.includes('--dry-run');
const vsix = packageExtension();

const STEPS = [
  {
    to: 'Visual Studio Marketplace',
    token: 'VSCE_PAT',
    run: [
      process.execPath,
      path.join(ROOT, 'node_modules/@vscode/vsce/vsce'),
      'publish',
      '--packagePath',
      vsix,
    ],
  },
  { to: 'Open VSX', token: 'OVSX_PAT', run: ['npx', '--yes', 'ovsx@1.3.0', 'publish', vsix] },
  { to: 'npm', token: 'NPM_TOKEN', run: ['npm', 'publish', '--ignore-scripts', '--provenance=false'] },
];

const missing = STEPS.filter(({ token }) => !process.env[token]).map(({ token }) => token);
if (!dry && missing.length > 0) {
  console.error(`Nothing was published: set ${missing.join(', ')}, or try it with --dry-run.`);
  process.exit(2);
}
for (const { to, run } of STEPS) {
  console.log(`${dry ? 'Would publish' : 'Publishing'} to ${to}: ${run.slice(-2).join(' ')}`);
  if (dry) continue;
  const [command, ...args] = run;
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  // What is published can't be withdrawn; retry the rest.
  if (status !== 0) process.exit(status ?? 1);
}
