// Unit tests drive the built worker and command line: build them once before the run.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { watchSockets } from './support/sockets.ts';

// Node 20 has no Map.groupBy, which vitest 5 calls when it prints a failure.
Map.groupBy ??= (items, key) => {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

export default function setup() {
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../esbuild.mjs'), '--meta'], {
    stdio: 'inherit',
  });
  return watchSockets();
}
