/**
 * Measures how long an agent's log takes: `npm run bench -- transcripts`. Reads logs of 1 to 10 MB and judges the claims of work in them;
 * reading is compared with `JSON.parse` of each line in the same run.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readTranscript, type Transcript } from '../../src/core/transcript';
import { scanTranscript } from '../../src/core/agentLog/transcriptScan';
import { shownSources } from '../../src/core/agentLog/unseenSources';
import { actionCitations } from '../../src/core/agentLog/actionCitations';
import { curve, figure } from '../figures';
import { agentLog } from './lib/agentLog';

const MB = 1_000_000;
const SIZES = [1, 2, 5, 10] as const;
const TURNS = 7;

const fastest = (all: readonly number[]): number => Math.min(...all);

function timed<T>(act: () => T): readonly [result: T, ms: number] {
  const start = performance.now();
  const result = act();
  return [result, performance.now() - start];
}

const read = (log: string): Transcript => {
  const transcript = readTranscript(log);
  if (!transcript) throw new Error('not read as a transcript');
  return transcript;
};

type Times = Readonly<Record<'parse' | 'read' | 'actions' | 'scan', number>>;

/** The fastest of runs in turns, which other programs slow down least; each turn reads the log again, so that nothing is cached. */
function measure(log: string): Times {
  const all = { parse: [] as number[], read: [] as number[], actions: [] as number[], scan: [] as number[] };
  for (let turn = 0; turn <= TURNS; turn++) {
    const [, parse] = timed(() => log.split('\n').map((line): unknown => JSON.parse(line)));
    const [transcript, reading] = timed(() => read(log));
    const [, actions] = timed(() => [actionCitations(transcript), shownSources(transcript, [])]);
    const again = read(log);
    const [, scan] = timed(() => scanTranscript(again));
    if (turn === 0) continue;
    all.parse.push(parse);
    all.read.push(reading);
    all.actions.push(actions);
    all.scan.push(scan);
  }
  return {
    parse: fastest(all.parse),
    read: fastest(all.read),
    actions: fastest(all.actions),
    scan: fastest(all.scan),
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** Memory in bytes of a transcript and its claims, without the log. */
function held(log: string): number {
  const before = heap();
  const transcript = read(log);
  const scan = scanTranscript(transcript);
  const bytes = heap() - before;
  if (scan.citations.length === 0 || transcript.turns.length === 0) throw new Error('nothing was found');
  return bytes;
}

const points = SIZES.map((size) => {
  const log = agentLog(size * MB);
  return { size: log.length, times: measure(log), held: held(log) };
});
const [first, , , last] = points;
if (first && last) {
  const { parse, read: reading, actions, scan } = last.times;
  const set = 'transcripts';
  console.log(
    `      10 MB: parse ${parse.toFixed(0)} ms, read ${reading.toFixed(0)} ms, claims of work ${actions.toFixed(0)} ms, whole scan ${scan.toFixed(0)} ms`,
  );
  figure({ set, name: 'reading 10 MB against JSON.parse', value: reading / parse });
  figure({ set, name: 'claims of work in 10 MB, above reading', value: actions, unit: 'ms', most: 150 });
  figure({ set, name: 'claims of work against reading', value: actions / reading });
  figure({ set, name: 'whole scan of 10 MB, above reading', value: scan, unit: 'ms', most: 150 });
  const time = ({ times }: typeof first) => times.read + times.scan;
  figure({
    set,
    name: 'exponent of time from 1 to 10 MB',
    value: Math.log(time(last) / time(first)) / Math.log(last.size / first.size),
    most: 1.15,
  });
  figure({ set, name: 'memory held, as a multiple of the log', value: last.held / last.size, most: 4 });
}
for (const name of ['read', 'actions', 'scan'] as const)
  curve({
    set: 'transcripts',
    name,
    x: 'characters',
    y: 'ms',
    points: points.map((p) => [p.size, p.times[name]]),
  });
