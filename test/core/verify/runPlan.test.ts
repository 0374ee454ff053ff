/** The estimate before a run, compared with the request that would be sent. */
import { expect, it } from 'vitest';
import { createPrompt, show } from '../../../src/core/judge/prompt';
import { scan } from '../../../src/core/extract';
import { planRun } from '../../../src/core/verify/runPlan';
import { sourceOf } from '../../fakes';

/** One dollar for each token of input. */
const price = { input: 1e6, output: 0, asOf: '2026-01-01' };

it('the lowest estimate is below the shortest request, and the highest is above it', () => {
  const { citations } = scan('It [rained](https://a.example/x).\n', { year: 2026 });
  const { leastUsd = NaN, costUsd = NaN } = planRun([{ citations }], { model: { price } }).total;
  const source = show(sourceOf({ title: '', text: 'It rained.' }), {
    passages: [{ text: 'It rained.', span: { start: 0, end: 10 } }],
    tokens: 3,
  });
  const { system, blocks } = createPrompt([{ text: 'It rained.' }], [source], 'nonce', 10);
  const tokens = blocks.reduce((sum, { text }) => sum + text.length, system.length) / 4;
  expect(tokens).toBeGreaterThan(leastUsd);
  expect(tokens).toBeLessThan(costUsd);
});

it('plans no source for a remark, which a run leaves open', () => {
  const remark =
    'I owe this point to a friend who told me about it on a train from Leeds to London in the hot summer of 2019 and who would rather not be named in public.';
  const { citations } = scan(
    `It rained[^1] and snowed[^2].\n\n[^1]: ${remark}\n[^2]: Vaswani, A. (2017). Attention is all you need. *NeurIPS*.\n`,
    { year: 2026 },
  );
  const { sources, total } = planRun([{ citations }], { model: { price } });
  expect(sources.map(({ target }) => 'title' in target && target.title)).toEqual([
    'Attention is all you need',
  ]);
  expect(total).toMatchObject({ citations: 2, sources: 1, calls: 1 });
});
