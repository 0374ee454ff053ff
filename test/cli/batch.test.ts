/** `verify --batch` over the wire formats of both services: the findings of a live run, at half its price, whatever stops it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi, type TestContext } from 'vitest';
import { anthropicServer, openaiServer } from '../support/batches';
import { pages, reach, runInProcess, serve, type Served } from '../support/cli';
import { newFolder } from '../support/newFolder';

// Waits take half of their time.
vi.mock(import('../../src/node/models/gate'), async (original) => {
  const { realTiming, ...rest } = await original();
  const sleep: typeof realTiming.sleep = (ms, signal) => realTiming.sleep(ms / 2, signal);
  return { ...rest, realTiming: { ...realTiming, sleep } };
});

const FACTS = [
  'opened to traffic in 1932 by the mayor',
  'four arches of grey stone and a parapet',
  'closed for repair in the winter of 1971',
];
const PAGE = (fact: string) =>
  `<html><head><title>Bridge</title></head><body><main><h1>Bridge</h1><p>The bridge over the river was ${fact} of the town, as the chronicle of the county tells at length.</p>
<p>It carries the road to the north, and it is the oldest of its kind that is still in use today.</p></main></body></html>`;

/** Says of each claim of a prompt what its page says. */
const say = (prompt: string) => {
  const fact = FACTS.find((f) => prompt.includes(f)) ?? '';
  return {
    rationale: 'The page says so.',
    sentences: [1],
    quote: fact,
    support: 'supported',
    confidence: 0.9,
    suggestion: null,
  };
};

/** A folder with a text that cites three pages of a server. */
async function cited({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const folder = newFolder();
  const site = await serve(pages(Object.fromEntries(FACTS.map((fact, i) => [`/${i}`, PAGE(fact)]))));
  const claims = FACTS.map((fact, i) => `The bridge was ${fact} [source](${site.base}/${i}).`);
  await writeFile(path.join(folder, 'a.md'), `${claims.join('\n\n')}\n`);
  onTestFinished(async () => {
    await site.close();
  });
  return { folder, site };
}

type Finding = {
  stage: string;
  code: string;
  why?: string;
  verdict?: Record<string, unknown>;
  citation: { id: string };
};
type Verified = { documents: { findings: Finding[] }[]; summary: { judged: number; costUsd: number } };

const KEYS = { ANTHROPIC_API_KEY: 'sk-ant-test-key', OPENAI_API_KEY: 'sk-test-key' };
const SERVICES = [
  ['anthropic', 'claude-haiku-4-5', anthropicServer],
  ['openai', 'gpt-4o-mini', openaiServer],
] as const;
const asked = (name: string, model: string, base: string, site: Served) => [
  ...reach(site),
  ...['--provider', name, '--judge', model, '--base-url', `${base}/v1`],
];
const words = (name: string, model: string, base: string, cache: string, site: Served) => [
  ...['verify', '--json', '--no-text', ...asked(name, model, base, site), '--cache', cache, 'a.md'],
];
/** What of a finding is the same whenever it is made. */
const essence = ({ documents }: Verified) =>
  documents[0]!.findings.map(({ stage, code, why, verdict, citation }) => {
    const { costUsd: _cost, latencyMs: _time, ...rest } = verdict ?? {};
    return { stage, code, why, id: citation.id, ...rest };
  });
const posted = ({ calls }: Served) => calls.filter((call) => /^POST .*batches$/.test(call));

// Most of the time is waiting for the next look at a batch: the tests wait side by side.
describe.concurrent.each(SERVICES)('%s', (name, model, start) => {
  const stage = async (context: TestContext, looks?: number) => {
    const { folder, site } = await cited(context);
    const provider = await start(say, looks);
    context.onTestFinished(() => provider.close());
    const run = (cache: string, more: readonly string[], stop = new AbortController()) =>
      runInProcess([...words(name, model, provider.base, cache, site), ...more], {
        cwd: folder,
        env: KEYS,
        stop,
      });
    /** Starts a run and interrupts it when the batch has been looked at. */
    const stopped = async (start: (stop: AbortController) => ReturnType<typeof run>) => {
      const stop = new AbortController();
      const running = start(stop);
      const isLooked = () => [...provider.batches.values()].some((b) => b.looked > 1);
      await vi.waitUntil(isLooked, { interval: 5, timeout: 60_000 });
      stop.abort();
      return running;
    };
    /** The ids of all requests. A slow machine may send them in several batches. */
    const requested = () => [...provider.batches.values()].flatMap((b) => b.requests.map(({ id }) => id));
    return { folder, site, provider, run, stopped, requested };
  };
  const read = (out: string) => JSON.parse(out) as Verified;

  test('returns the findings of a live run at half the price, in one batch', async (context) => {
    const { expect } = context;
    const { provider, run } = await stage(context);
    const live = await run('live', []);
    const batched = await run('batched', ['--batch']);
    expect([live.code, batched.code]).toEqual([0, 0]);
    const [once, twice] = [read(live.out), read(batched.out)];
    expect(essence(twice)).toEqual(essence(once));
    expect(twice.summary.judged).toBe(3);
    expect(once.summary.costUsd).toBeGreaterThan(0);
    expect(twice.summary.costUsd).toBeCloseTo(once.summary.costUsd / 2, 9);
    expect(posted(provider)).toHaveLength(1);
    expect(batched.err).toContain('3 of 3 answered');
  });

  test('resumes a stopped run without sending or paying twice', async (context) => {
    const { expect } = context;
    const { folder, provider, run, stopped, requested } = await stage(context, Infinity);
    const { code, out } = await stopped((stop) => run('cache', ['--batch'], stop));
    expect(code).toBe(130);
    expect(read(out).documents[0]!.findings.map((f) => f.why)).toEqual(Array(3).fill('cancelled'));
    provider.manner.looks = 0;
    const again = await run('cache', ['--batch']);
    expect(again.err).toContain('resumed');
    expect(read(again.out).summary.judged).toBe(3);
    expect([requested().length, new Set(requested()).size]).toEqual([3, 3]);
    // And a third time nobody is asked at all.
    const calls = provider.calls.length;
    expect(read((await run('cache', ['--batch'])).out).summary).toMatchObject({ judged: 3, costUsd: 0 });
    expect(provider.calls).toHaveLength(calls);
    const kept = await Promise.all(
      (await readdir(path.join(folder, 'cache/batches'))).map((file) =>
        readFile(path.join(folder, 'cache/batches', file), 'utf8'),
      ),
    );
    for (const text of kept) expect(text).not.toMatch(/sk-|bridge/);
  });

  test('leaves unanswered requests without a verdict, and sends them again in the next run', async (context) => {
    const { expect } = context;
    const { provider, run, requested } = await stage(context);
    provider.manner.lose = (prompt) => prompt.includes('1932');
    const first = read((await run('cache', ['--batch'])).out);
    expect(first.documents[0]!.findings.map((f) => f.why)).toEqual(['model-error', undefined, undefined]);
    provider.manner.lose = () => false;
    const second = read((await run('cache', ['--batch'])).out);
    expect(second.summary.judged).toBe(3);
    expect([requested().length, new Set(requested()).size]).toEqual([4, 3]);
  });

  test('returns the findings of one run with workers, and resumes a stopped one', async (context) => {
    const { expect } = context;
    const { folder, site, provider, run, stopped, requested } = await stage(context, Infinity);
    const inFolder = (args: readonly string[], more: object = {}) =>
      runInProcess(args, { cwd: folder, env: KEYS, ...more });
    const planned = await inFolder(['plan', '--batch', '--provider', name, '--judge', model, 'a.md']);
    const work = (stop = new AbortController()) =>
      inFolder(['work', '--batch', ...asked(name, model, provider.base, site)], { input: planned.out, stop });
    expect((await stopped(work)).code).toBe(130);
    provider.manner.looks = 0;
    expect((await work()).out).toContain('"state":"done"');
    expect([requested().length, new Set(requested()).size]).toEqual([3, 3]);
    await writeFile(path.join(folder, 'plan.jsonl'), planned.out);
    const merged = await inFolder(['merge', '--json', '--no-text', 'plan.jsonl']);
    const one = await run('batched', ['--batch']);
    expect(essence(read(merged.out))).toEqual(essence(read(one.out)));
    expect(read(merged.out).summary.costUsd).toBeCloseTo(read(one.out).summary.costUsd, 9);
    const calls = provider.calls.length;
    expect((await work()).out).toContain('"state":"known"');
    expect(provider.calls).toHaveLength(calls);
  });

  test('sends nothing beyond the cap', async (context) => {
    const { expect } = context;
    const { provider, run } = await stage(context);
    const { out } = await run('cache', ['--batch', '--max-cost', '0.0000001']);
    expect(read(out).documents[0]!.findings.map((f) => f.why)).toEqual(Array(3).fill('budget'));
    expect(posted(provider)).toEqual([]);
  });
});

test.concurrent.each([
  [['--judge', 'none', '--cache', 'c'], 'without --judge'],
  [['--judge', 'claude-haiku-4-5', '--cache', 'off'], '--cache'],
  [
    [
      '--judge',
      'm',
      '--provider',
      'openai-compatible',
      '--base-url',
      'http://127.0.0.1:1/v1',
      '--cache',
      'c',
    ],
    'batch service',
  ],
  [['--judge', 'claude-haiku-4-5', '--links-only', '--cache', 'c'], '--links-only'],
])('--batch with %j exits with 2 and a reason', async (args, told) => {
  const { code, err } = await runInProcess(['verify', '--batch', ...args, 'a.md'], {
    cwd: os.tmpdir(),
    env: KEYS,
  });
  expect([code, err]).toEqual([2, expect.stringContaining(told)]);
});
