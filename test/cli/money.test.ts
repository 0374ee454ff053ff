/** What judging may cost: told before, capped during, never guessed. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/core/defaults';
import type { Model } from '../../src/core/ports';
import { tokenCap } from '../../src/node/models/judges';
import { modelServer, pages, reach, runInProcess, serve, type Served } from '../support/cli';
import { newFolder } from '../support/newFolder';

const FACT = 'The lighthouse was built in 1888 on the northern rock of the bay.';
let folder: string;
let site: Served;
let judge: Served;

beforeAll(async () => {
  folder = newFolder();
  site = await serve(pages({ '/light': `<html><title>Lights</title><body><p>${FACT}</p></body></html>` }));
  judge = await serve(
    modelServer(() => ({
      verdicts: [
        {
          claim: 1,
          verdict: 'supported',
          confidence: 0.9,
          rationale: 'It says so.',
          quote: FACT,
          sentences: [1],
        },
      ],
    })),
  );
  await writeFile(
    path.join(folder, 'a.md'),
    `${FACT} [a](${site.base}/light) [b](${site.base}/light)\n\nIt is red. [c](${site.base}/red)\n`,
  );
});
afterEach(() => {
  judge.calls.length = 0;
  site.calls.length = 0;
});
afterAll(() => Promise.all([site.close(), judge.close()]));
const judged = () => [
  ...[...reach(site), '--cache', 'off'],
  ...['--judge', 'stub', '--base-url', `${judge.base}/v1`],
];
const verify = (...more: string[]) => runInProcess(['verify', 'a.md', ...judged(), ...more], { cwd: folder });

describe('an estimate', () => {
  test('lists what would be fetched and judged, and does neither', async () => {
    const { code, out } = await verify('--estimate', '--json');
    expect([code, site.calls, judge.calls]).toEqual([0, [], []]);
    expect(JSON.parse(out)).toMatchObject({
      sources: [
        { action: 'fetch', place: `127.0.0.1:${site.port}`, citations: 2, calls: 1 },
        { action: 'fetch', citations: 1, calls: 1 },
      ],
      summary: {
        citations: 3,
        sources: 2,
        calls: 2,
        costUsd: null,
        model: 'stub',
        maxTokens: null,
        network: true,
      },
    });
  });

  test('needs no key, and shows prices, limits and that the network is off', async () => {
    const priced = 'verify a.md --estimate --json --judge claude-haiku-4-5 --max-citations 1'.split(' ');
    const online = [...priced, ...reach(site)];
    const open = await runInProcess(online, { cwd: folder });
    const { summary } = JSON.parse(open.out) as { summary: { costUsd: number; left: number } };
    expect([summary.costUsd > 0, summary.left]).toEqual([true, 2]);
    const off = await runInProcess(priced, { cwd: folder });
    expect(JSON.parse(off.out)).toMatchObject({
      sources: [{ action: 'skip' }],
      summary: { calls: 0, costUsd: 0, network: false },
    });
    const batched = await runInProcess([...online, '--batch'], { cwd: folder });
    const half = JSON.parse(batched.out) as { summary: { costUsd: number } };
    expect(half.summary.costUsd).toBeCloseTo(summary.costUsd / 2, 9);
    const told = await runInProcess(['verify', 'a.md', '--estimate'], { cwd: folder });
    expect(told.out).toContain('2 sources for 3 citations.');
    await writeFile(
      path.join(folder, 'works.md'),
      'Old [1], see `works.md:1`, bright [2].\n\n## References\n\n[1] Berg, A. (2018). Walls of the old harbour. Coastal Light, 12, 1-9.\n[2] https://a.example/lamp\n',
    );
    const works = await runInProcess(['verify', 'works.md', '--estimate'], { cwd: folder });
    const more = 'Old [3], see `works.md:1`.\n\n## References\n\n[1] https://a.example/lamp\n';
    await writeFile(path.join(folder, 'open.md'), more);
    const dangling = await runInProcess(['verify', 'open.md', '--estimate'], { cwd: folder });
    expect(dangling.out).toContain('2 sources for 2 of 3 citations.');
    expect(works.out).toMatch(/^ {2}read works\.md {2}.*\nNot looked up.*\n {2}Walls of the old harbour /);
    expect(works.out).toMatch(/^ {2}https:\/\/a\.example\/lamp {2}\(a\.example, 1 citation\)$/m);
  });
});

describe('what an estimate omits', () => {
  type Cost = { citations: number; calls: number; costUsd: number };
  type Summary = Cost & { leftOut: Record<'overLimit' | 'unreached' | 'overCap', Cost> };
  const summaryOf = async (...more: string[]) => {
    const args = ['verify', 'a.md', '--estimate', '--json', '--judge', 'claude-haiku-4-5', ...more];
    const { out, code } = await runInProcess(args, { cwd: folder });
    expect(code).toBe(0);
    return (JSON.parse(out) as { summary: Summary }).summary;
  };
  const network = () => reach(site);

  test.each([
    ['citations over the limit', 'overLimit', 1, 1, () => [...network(), '--max-citations', '2']],
    ['sources without network', 'unreached', 3, 2, () => []],
    ['sources of other domains', 'unreached', 3, 2, () => ['--allow-network', '--allow-domain', 'a.example']],
    ['calls over the cap', 'overCap', 1, 1, () => [...network(), '--max-cost', '0.005']],
    ['calls over the cap on tokens', 'overCap', 1, 1, () => [...network(), '--max-tokens', '3000']],
    ['all calls for nothing', 'overCap', 3, 2, () => [...network(), '--max-cost', '0']],
  ] as const)('is priced, but not part of the total: %s', async (_, part, citations, calls, args) => {
    const whole = await summaryOf(...network());
    const { costUsd, leftOut, ...summary } = await summaryOf(...args());
    expect(whole.leftOut[part]).toMatchObject({ citations: 0, calls: 0, costUsd: 0 });
    expect(leftOut[part]).toMatchObject({ citations, calls });
    expect([summary.calls, summary.citations]).toEqual([whole.calls - calls, 3]);
    expect(costUsd + leftOut[part].costUsd).toBeCloseTo(whole.costUsd, 9);
    expect(leftOut[part].costUsd).toBeGreaterThan(0);
  });
});

describe('a cap', () => {
  test.each(['--max-cost', '--max-tokens'])('%s of zero needs no key', async (option) => {
    const args = ['verify', 'a.md', '--judge', 'claude-haiku-4-5', '--json', option, '0', '--cache', 'off'];
    for (const more of [[], ['--batch']]) {
      const { out, err } = await runInProcess([...args, ...more], { cwd: folder });
      expect([err, JSON.parse(out)]).toMatchObject(['', { summary: { judged: 0, passed: null } }]);
    }
    const { code } = await runInProcess(args.toSpliced(-4, 2), { cwd: folder });
    expect(code).toBe(2);
  });

  test('of zero queries no model, whether or not its price is known', async () => {
    const { out } = await verify('--max-cost', '0', '--json');
    expect(judge.calls).toEqual([]);
    expect(JSON.parse(out)).toMatchObject({ summary: { judged: 0, passed: null } });
    expect(out).toContain('"cause": "no_budget"');
    expect(out).not.toContain('"cause": "cost_cap"');
  });

  test('of tokens applies to a model without a price', async () => {
    await verify('--max-tokens', '10');
    expect(judge.calls).toEqual([]);
    await verify('--max-tokens', '100000');
    expect(judge.calls.length).toBeGreaterThan(0);
  });

  test('is set by default only for a remote model of unknown price', () => {
    const price = { input: 1, output: 1, asOf: '2026-01-01' };
    const cap = (model: Partial<Model>, given?: number) => tokenCap(model, given);
    expect(cap({})).toBe(DEFAULTS.maxTokensUnpriced);
    expect([cap({ price }), cap({ isLocal: true }), cap({}, 7), cap({ price }, 7)]).toEqual([
      undefined,
      undefined,
      7,
      7,
    ]);
  });
});

test('a run without verdicts has its own exit code if a verdict is required', async () => {
  const off = ['verify', 'a.md', '--fail-on', 'never', '--cache', 'off'];
  expect((await runInProcess(off, { cwd: folder })).code).toBe(0);
  expect((await runInProcess([...off, '--require-verdict'], { cwd: folder })).code).toBe(4);
});
