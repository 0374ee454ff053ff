// Unit tests drive the built worker and command line: build them once before the run.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import './support/groupBy.mjs';
import { watchSockets } from './support/sockets.ts';

export default function setup() {
  execFileSync(process.execPath, [path.resolve(import.meta.dirname, '../esbuild.mjs'), '--meta'], {
    stdio: 'inherit',
  });
  return watchSockets();
}
