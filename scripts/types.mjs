// Writes dist/types/: the declarations of the library and of their dependencies. Part of `npm run build`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const out = path.join(ROOT, 'dist/types');

rmSync(out, { recursive: true, force: true });
const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'scripts/tsconfig.types.json'], { cwd: ROOT, stdio: 'inherit' });

/** The declarations that a declaration depends on, including itself. */
function needed(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    const base = path.resolve(path.dirname(file), name);
    const found = [`${base}.d.ts`, path.join(base, 'index.d.ts')].find((one) => existsSync(one));
    if (found) needed(found, seen);
  }
  return seen;
}

const kept = needed(path.join(out, 'library.d.ts'));
for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (entry.isFile() && !kept.has(file)) rmSync(file);
}
