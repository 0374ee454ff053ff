/** `--max-cost-per-day`: one cap over runs that know nothing of one another. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openaiServer, type Provider } from '../support/batches';
import { pages, reach, runCli, serve, type Served } from '../support/cli';
import { newFolder } from '../support/newFolder';

const FACT = 'The bridge over the river was opened to traffic in 1932 by the mayor of the town.';
const PAGE = `<html><head><title>Bridge</title></head><body><main><p>${FACT} It carries the road to the north of the county.</p></main></body></html>`;

let folder: string;
let site: Served;
let provider: Provider;
beforeEach(async () => {
  folder = newFolder();
  site = await serve(pages({ '/a': PAGE }));
  provider = await openaiServer(() => ({
    rationale: 'It says so.',
    sentences: [1],
    quote: FACT,
    support: 'supported',
    confidence: 0.9,
    suggestion: '',
  }));
});
afterEach(() => Promise.all([site.close(), provider.close()]));

type Verified = {
  documents: { findings: { stage: string; why?: string; detail?: string }[] }[];
  summary: { costUsd: number };
};

/** Verifies a text of its own, so that no verdict is remembered. */
async function run(name: string, perDay: number): Promise<Verified> {
  await writeFile(
    path.join(folder, name),
    `In 1932 ${name} the mayor opened the bridge [source](${site.base}/a).\n`,
  );
  const { out, err } = await runCli(
    [
      ...['verify', '--json', '--no-text', ...reach(site)],
      ...['--provider', 'openai', '--judge', 'gpt-4o-mini', '--base-url', `${provider.base}/v1`],
      ...['--max-cost-per-day', String(perDay), name],
    ],
    { cwd: folder, env: { OPENAI_API_KEY: 'sk-canary-of-the-day' } },
  );
  expect(out + err).not.toContain('canary');
  return JSON.parse(out) as Verified;
}

test('the runs of a day share its cap, and a refused run names that cap', async () => {
  const first = await run('one.md', 1);
  expect(first.documents[0]?.findings[0]?.stage).toBe('judged');
  const { costUsd } = first.summary;
  expect(costUsd).toBeGreaterThan(0);
  // Room for what was spent and half a call more.
  const second = await run('two.md', costUsd * 1.5);
  expect(second.documents[0]?.findings[0]).toMatchObject({
    stage: 'unjudged',
    why: 'budget',
    cause: 'day_cap',
  });
  const third = await run('three.md', 1);
  expect(third.documents[0]?.findings[0]?.stage).toBe('judged');
  const kept = await readFile(path.join(folder, '.cache/citewright/spending.json'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ open: {} });
  expect((JSON.parse(kept) as { spent: number }).spent).toBeCloseTo(costUsd + third.summary.costUsd, 9);
});

test('two simultaneous runs spend no more than the cap of the day', async () => {
  const { summary } = await run('first.md', 1);
  // A call sets aside a few times what it costs in the end: room for one of the two at most.
  const runs = await Promise.all(['a.md', 'b.md', 'c.md'].map((name) => run(name, summary.costUsd + 0.0007)));
  const spent = runs.reduce((n, r) => n + r.summary.costUsd, 0);
  expect(spent).toBeLessThanOrEqual(0.0007);
  expect(runs.some((r) => r.documents[0]?.findings[0]?.stage === 'judged')).toBe(true);
});
