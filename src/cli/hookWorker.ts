/** Entry point of the hook's worker: checks one log, so that the deadline holds whatever is in it. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkLog, type LogJob } from '../node/hookLog';

void checkLog(workerData as LogJob).then((answer) => parentPort?.postMessage(answer));
