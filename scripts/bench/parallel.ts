/**
 * Measures a verification on several machines: `npm run bench -- parallel`. GNU parallel runs four workers over loopback servers with
 * simulated waits: how much faster than one worker, and what is repeated when a worker is killed at 50 random points.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  findParallel,
  judge,
  openFleet,
  reach,
  repeated,
  runFleet,
  timeless,
  writePlan,
  writeTexts,
  type Fleet,
} from '../../test/support/fleet';
import { runCli } from '../../test/support/cli';
import { figure, skipped } from '../figures';

const WORKERS = 4;
const KILLS = 50;
const PLANNED = ['--judge', 'test-model', '--provider', 'openai-compatible'];

async function inFolder<T>(fleet: Fleet, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'citewright-parallel-'));
  try {
    return await work(folder);
  } finally {
    await fleet.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const calm = { kills: 0, every: Infinity, random: Math.random };

async function speed(): Promise<void> {
  const fleet = await openFleet(16, 500);
  const [one, four] = await inFolder(fleet, async (folder) => {
    const names = writeTexts(folder, fleet, 12);
    const seconds: number[] = [];
    for (const workers of [1, WORKERS]) {
      await writePlan(folder, [...names, ...(workers === 1 ? ['--as-of', '2026-01-01'] : [])]);
      rmSync(path.join(folder, 'store'), { recursive: true, force: true });
      seconds.push((await runFleet(folder, fleet, reach(fleet), { workers, ...calm })).seconds);
    }
    return seconds;
  });
  const set = 'GNU parallel, 16 hosts with 12 pages of 0.5 s';
  figure({ set, name: 'seconds with one worker', value: one ?? 0 });
  figure({ set, name: `seconds with ${WORKERS} workers`, value: four ?? 0 });
  figure({
    set,
    name: 'share of the ideal speed-up',
    value: (one ?? 0) / (four ?? 1) / WORKERS,
    least: 0.85,
  });
}

async function deaths(): Promise<void> {
  const fleet = await openFleet(16, 150);
  const set = `GNU parallel, ${WORKERS} workers, killed`;
  await inFolder(fleet, async (folder) => {
    const names = writeTexts(folder, fleet, 12);
    const asked = [...reach(fleet), ...judge(fleet)];
    await writePlan(folder, [...PLANNED, ...names]);
    const one = await runCli(
      ['verify', '--json', '--cache', 'off', '--max-citations', '100000', ...asked, ...names],
      { cwd: folder },
    );
    const [sources, questions] = [fleet.fetched.size, fleet.paid.size];
    fleet.forget();
    const shift = await runFleet(folder, fleet, asked, {
      workers: WORKERS,
      kills: KILLS,
      every: 12,
      random: Math.random,
    });
    const merged = await runCli(['merge', '--json', '--store', 'store'], { cwd: folder });
    const isEqual = timeless(merged.out) === timeless(one.out);
    figure({ set, name: 'workers killed', value: shift.kills, least: KILLS });
    figure({ set, name: 'times that the plan was run', value: shift.rounds });
    figure({
      set,
      name: 'report equal to that of one run',
      value: isEqual ? 1 : 0,
      of: [isEqual ? 1 : 0, 1],
      least: 1,
    });
    figure({ set, name: `sources lost, of ${sources}`, value: sources - fleet.fetched.size, most: 0 });
    figure({
      set,
      name: 'fetches repeated: in flight or in reading when killed',
      value: repeated(fleet.fetched),
      most: 4 * shift.kills,
    });
    figure({
      set,
      name: `answers paid twice, of ${questions}: read, killed before written`,
      value: repeated(fleet.paid) - shift.unread,
      most: 2,
    });
    figure({ set, name: 'answers paid twice: on the wire when killed', value: shift.unread });
    figure({ set, name: 'questions without an answer when killed', value: shift.unanswered });
    figure({ set, name: 'requests to one host at a time, at most', value: fleet.busiest(), most: 2 });
  });
}

if (findParallel()) {
  await deaths();
  await speed();
} else {
  skipped('GNU parallel', 'it is not installed');
}
