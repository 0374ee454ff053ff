/** Entry of the reader's worker: one request in, one answer out. Its limits and its end are the business of `reader.ts`. */
import { parentPort } from 'node:worker_threads';
import { fail } from '../core/causes';
import { limitAllocations } from './read/allocation';
import { readBytes } from './read/readBytes';
import type { ReadRequest } from './read/readerTypes';

/** Far above any stream of text, far below what would hurt. */
limitAllocations(64 * 1024 * 1024);

parentPort?.on('message', (request: ReadRequest) => {
  void readBytes(request).then(
    (answer) => parentPort?.postMessage(answer),
    () => parentPort?.postMessage(fail('parse_error')),
  );
});
