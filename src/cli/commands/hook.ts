/**
 * `hook`: the Stop hook of an agent host. Checks the last turn of the agent's log without network or model and answers in the host's form.
 * Nothing that fails here may stop an agent: the exit code is 0, and the reason is on standard error.
 */
import { createHash } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { CONTRADICTIONS, message, type Code } from '../../core/codes';
import { megabytes } from '../../core/defaults';
import type { TurnFinding } from '../../core/agentLog/lastTurn';
import { jsonText, plural, printable } from '../../core/report';
import { holdsCredentials } from '../../core/text/credentials';
import { drain } from '../../node/files/drain';
import { cacheFolder, makeFolder } from '../../node/files/folders';
import type { LogAnswer, LogJob } from '../../node/hookLog';
import { readRegular } from '../../node/files/regularFile';
import { EXIT, number, UsageError, word, words, type Values } from '../args';
import type { Command } from '../main';
import { blockIn, readStop, type Stop } from '../hookPayload';
import { BLOCKABLE } from '../options';
import { parseJson } from '../../core/text/jsonFields';
import type { Terminal } from '../terminal';
import { checkResults } from '../validatePaths';

/** Hosts wait for the hook: this long, counted from the start of the process. */
const DEADLINE_MS = 2_000;
/** What remains of it to print the answer. */
const RESERVE_MS = 150;
const PATIENCE_MS = 700;
const MOST_PAYLOAD = 8 * 1024 * 1024;
const MOST_TOLD = 1_000;
const MOST_STATE = 64 * 1024;
const MOST_SHOWN = 10;
const LONGEST = 240;

type Left = () => number;
const timeout = (ms: number) =>
  new Promise<undefined>((resolve) => void setTimeout(resolve, Math.max(0, ms), undefined).unref());

/** Runs the built worker at `file`; undefined if it gives no answer in time. */
export async function runWorker(file: string, job: LogJob, ms: number): Promise<LogAnswer | undefined> {
  const worker = new Worker(file, { workerData: job, stdin: false, stdout: true, stderr: true });
  const answer = new Promise<LogAnswer>((resolve) => {
    worker.once('message', (found: LogAnswer) => resolve(found));
    worker.once('error', (error: unknown) =>
      resolve(`the log can’t be checked (${error instanceof Error ? error.message : String(error)})`),
    );
  });
  try {
    return await Promise.race([answer, timeout(ms)]);
  } finally {
    void worker.terminate();
  }
}

/** Text of a log, for a person or an agent: on one line, without control characters or secrets. */
const shown = (text: string) =>
  holdsCredentials(text) ? '(hidden: it looks like a credential)' : printable(text, LONGEST);

function row({ code, facts, claim, line }: TurnFinding, i: number): string {
  const place = line === undefined ? '' : ` (line ${line} of the log)`;
  return `${i + 1}. “${shown(claim)}” [${code}] ${shown(message(code, facts))}${place}`;
}

function reasonText(findings: readonly TurnFinding[]): string {
  const rest = findings.length - MOST_SHOWN;
  return [
    `Citewright compared your last turn with this session’s log: ${plural(findings.length, 'statement')} not backed by it.`,
    ...findings.slice(0, MOST_SHOWN).map(row),
    ...(rest > 0 ? [`… and ${rest} more.`] : []),
    'Run the missing command, open the source, or correct the statement. This is reported once.',
  ].join('\n');
}

const OLD_MS = 30 * 24 * 3_600_000;
/** Deletes the notes of sessions that ended long ago. */
async function forgetOld(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).slice(0, 1_000)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > OLD_MS) await rm(file, { force: true });
  }
}

/** Ids of the findings already reported to a session, in one small file each. */
function createMemory(folder: string, session: string) {
  const name = createHash('sha256').update(session).digest('hex').slice(0, 32);
  const file = path.join(folder, 'hook', `${name}.json`);
  return {
    async told(): Promise<readonly string[]> {
      const bytes = await readRegular(file, MOST_STATE);
      const kept = bytes && parseJson(bytes.toString('utf8'));
      return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
    },
    async keep(ids: readonly string[]): Promise<void> {
      makeFolder(path.dirname(file), 0o700);
      await forgetOld(path.dirname(file));
      const next = `${file}.${process.pid}`;
      await writeFile(next, JSON.stringify(ids.slice(-MOST_TOLD)), { mode: 0o600 });
      await rename(next, file);
    },
  };
}

/** Findings not yet reported to the session, or why nothing was checked. */
async function check(stop: Stop, codes: readonly Code[], folder: string, left: Left) {
  const memory = createMemory(folder, stop.session);
  const job: LogJob = {
    log: stop.log,
    codes,
    patienceMs: Math.min(PATIENCE_MS, left() / 2),
    ...(stop.message !== undefined && { message: stop.message }),
  };
  const found = await runWorker(path.join(__dirname, 'hook.js'), job, left());
  if (found === undefined) return 'the check took too long';
  if (typeof found === 'string') return found;
  const told = await memory.told();
  const fresh = [...new Map(found.map((one) => [one.id, one])).values()].filter(
    ({ id }) => !told.includes(id),
  );
  // Without the note the agent might be stopped for the same again: then rather not at all.
  if (fresh.length > 0) await memory.keep([...told, ...fresh.map(({ id }) => id)]);
  return fresh;
}

/** Answers the host; returns why nothing was checked. */
async function run(values: Values, { env, cwd, print, trace }: Terminal, left: Left) {
  const reading = drain(process.stdin, MOST_PAYLOAD).then((bytes) => ({ bytes }));
  const payload = await Promise.race([reading, timeout(left())]);
  if (!payload) return 'the payload didn’t end in time';
  if (!payload.bytes) return `the payload is larger than ${megabytes(MOST_PAYLOAD)} MB`;
  const stop = readStop(parseJson(payload.bytes.toString('utf8')));
  if (typeof stop === 'string') return stop;
  if (stop.isContinued) return 'a hook has already continued the agent';
  const chosen = words(values, 'block');
  const codes = chosen.length === 0 ? CONTRADICTIONS : BLOCKABLE.filter((code) => chosen.includes(code));
  const named = word(values, 'cache');
  const folder = named === undefined ? cacheFolder(env) : path.resolve(cwd, named);
  const found = await check(stop, codes, folder, left);
  if (typeof found === 'string') return found;
  trace(plural(found.length, 'new finding'));
  if (found.length > 0) print(`${jsonText(blockIn(stop, reasonText(found)), 0)}\n`);
  return undefined;
}

export const hookCommand: Command = async (_args, values, terminal) => {
  if (process.stdin.isTTY)
    throw new UsageError('hook reads the payload of an agent host from standard input');
  const cache = word(values, 'cache');
  if (cache === 'off')
    throw new UsageError('hook records reported findings in the cache: name a folder with --cache DIR');
  if (cache !== undefined) await checkResults('--cache', path.resolve(terminal.cwd, cache), terminal);
  const deadline = number(values, 'deadline', { least: 1, most: 60_000 }) ?? DEADLINE_MS;
  try {
    const why = await run(values, terminal, () => deadline - RESERVE_MS - performance.now());
    if (why !== undefined) terminal.say(`not checked: ${why}`);
  } catch (error) {
    terminal.say(`not checked: ${error instanceof Error ? error.message : String(error)}`);
  }
  process.stdin.destroy();
  return EXIT.clean;
};
