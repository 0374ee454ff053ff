/** Checks the last turn of the log that a payload names, an untrusted path: only a regular file with a log's extension and size is read. */
import { realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Code } from '../core/codes';
import { megabytes } from '../core/defaults';
import { checkLastTurn, type TurnFinding } from '../core/agentLog/lastTurn';
import { openUnblocked } from './files/regularFile';
import { decodeDocument } from './read/decode';

export type LogJob = {
  readonly log: string;
  readonly codes: readonly Code[];
  readonly message?: string;
  /** How long to wait for `message` to appear in the log, in milliseconds. */
  readonly patienceMs: number;
};
/** Findings, or a sentence saying why the log wasn't checked. */
export type LogAnswer = readonly TurnFinding[] | string;

/** Only the end of a longer log is read: as much as a busy computer checks in a second. */
const MOST_READ = 2 * 1024 * 1024;
const MOST_BYTES = 1024 * 1024 * 1024;
const RETRY_MS = 60;
const NEWLINE = 10;

type Log = { readonly path: string; readonly size: number };
/** Complete lines of a log, from byte `start`. */
type Part = { readonly text: string; readonly start: number };

/** The real path of `given`, or why it isn't read. */
async function findLog(given: string): Promise<Log | string> {
  const full = given.startsWith('~/') ? path.join(os.homedir(), given.slice(2)) : given;
  if (!path.isAbsolute(full)) return 'the path of the log isn’t absolute';
  const real = await realpath(full).catch(() => undefined);
  if (real === undefined) return 'no such log file';
  if (!/\.jsonl?$/i.test(path.extname(real))) return 'the log is neither .jsonl nor .json';
  const facts = await stat(real);
  if (!facts.isFile()) return UNREADABLE;
  if (facts.size > MOST_BYTES) return `the log is larger than ${megabytes(MOST_BYTES)} MB`;
  return { path: real, size: facts.size };
}

/** Counted only for findings with a line: it reads all that precedes the end of a long log. */
async function countLines(file: string, end: number): Promise<number> {
  let count = 0;
  const handle = end === 0 ? undefined : await openUnblocked(file);
  if (!handle) return 0;
  for await (const chunk of handle.createReadStream({ end: end - 1, highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  }
  return count;
}

const UNREADABLE = 'the log isn’t a regular file';

/** The log, or its complete lines at the end. */
async function readLog({ path: file, size }: Log): Promise<Part | string> {
  const start = Math.max(0, size - MOST_READ);
  if (start > 0 && path.extname(file).toLowerCase() === '.json') return 'the log is too large';
  const handle = await openUnblocked(file);
  if (!handle) return UNREADABLE;
  try {
    if (!(await handle.stat()).isFile()) return UNREADABLE;
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    const first = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
    const text = decodeDocument(bytes.subarray(first, bytesRead));
    return typeof text !== 'string' ? 'the log isn’t text' : { text, start: start + first };
  } finally {
    await handle.close();
  }
}

/** Checks the last turn of a log. Hosts may still be writing it, so it is read again until it has the last message. */
export async function checkLog({ log: given, codes, message, patienceMs }: LogJob): Promise<LogAnswer> {
  const until = performance.now() + patienceMs;
  let size = -1;
  for (;;) {
    const log = await findLog(given);
    if (typeof log === 'string') return log;
    if (log.size !== size) {
      const part = await readLog(log);
      if (typeof part === 'string') return part;
      const turn = checkLastTurn(part.text, {
        codes: new Set(codes),
        isTail: part.start > 0,
        ...(message !== undefined && { message }),
      });
      if (!turn) return 'the file isn’t a log that Citewright reads';
      if (turn.isWhole) {
        if (turn.findings.every(({ line }) => line === undefined)) return turn.findings;
        const before = await countLines(log.path, part.start);
        return turn.findings.map((one) =>
          one.line === undefined ? one : { ...one, line: one.line + before },
        );
      }
      size = log.size;
    }
    if (performance.now() + RETRY_MS > until) return 'the log doesn’t hold the last message';
    await pause(RETRY_MS);
  }
}
