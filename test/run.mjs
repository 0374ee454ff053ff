// Runs the TypeScript programs of one folder of test/: `node test/run.mjs eval scan [arguments]`, or all of them without a name.
// Bundles each into the ignored cache first, so that programs may import src/ as it is written.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [folder, ...rest] = process.argv.slice(2);
const home = path.join(root, 'test', folder);
const named = rest[0] && !rest[0].startsWith('-');
const names = named
  ? [rest[0]]
  : readdirSync(home)
      .filter((f) => f.endsWith('.ts'))
      .map((f) => f.slice(0, -3));
const args = named ? rest.slice(1) : rest;

/** Bundles and runs one program; gives its exit code. */
async function run(name) {
  const entry = path.join(home, `${name}.ts`);
  if (!existsSync(entry)) {
    console.error(`No ${folder} is named ${name}. There are: ${readdirSync(home).join(' ')}`);
    return 2;
  }
  const outfile = path.join(root, '.cache/run', `${folder}-${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    sourcemap: 'inline',
    define: { 'import.meta.dirname': JSON.stringify(home) },
  });
  return (
    spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], { stdio: 'inherit' }).status ?? 1
  );
}

for (const name of names) process.exitCode = Math.max(process.exitCode ?? 0, await run(name));
