/** Entry point of the hook's worker: checks one log in a process of its own, so that the deadline applies whatever the log contains. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkLog, type LogJob } from '../node/hookLog';

void checkLog(workerData as LogJob).then((answer) => parentPort?.postMessage(answer));
