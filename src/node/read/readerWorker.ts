/** Entry point of the reader's worker: one answer per request. `reader.ts` enforces time and memory limits. */
import { parentPort } from 'node:worker_threads';
import { fail } from '../../core/causes';
import { limitAllocations } from './allocation';
import { readBytes } from './readBytes';
import type { ReadRequest } from './readerTypes';

/** Far more than any stream of text needs, but still harmless. */
limitAllocations(64 * 1024 * 1024);

parentPort?.on('message', (request: ReadRequest) => {
  void readBytes(request).then(
    (answer) => parentPort?.postMessage(answer),
    () => parentPort?.postMessage(fail('parse_error')),
  );
});
