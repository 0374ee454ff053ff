// The first step of `npm start` and `npm test`: installs the dependencies of the lock file.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Installs dependencies if they are missing or older than the lock file; exits if that fails. */
export function install() {
  const installed = path.join(ROOT, 'node_modules/.package-lock.json');
  const lock = path.join(ROOT, 'package-lock.json');
  // A linked folder belongs to another checkout, and npm would empty it.
  const linked = lstatSync(path.join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink();
  if (linked) return;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Installing dependencies: npm ci');
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: ROOT, stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
}
