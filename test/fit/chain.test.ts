import { expect, it } from 'vitest';
import { Chain, MANY, STEPS } from '../../scripts/fit/chain';
import { BORDERS } from '../../src/core/text/works/referenceLabels';

/** Weights that look random. */
const weightAt = (n: number) => Math.sin(n * 12.9898 + 4.1) * 2;

const COUNT = 3;
const ALL = (1 << MANY) - 1;
const borders = Uint8Array.from([4, 7, 4]);
const powers = Float64Array.from({ length: STEPS * (1 + BORDERS) }, (_, i) => Math.exp(weightAt(i)));
const sums = Float64Array.from({ length: COUNT * MANY }, (_, i) => 3 * weightAt(i + 0.5));

/** The sum over all sequences that the masks allow, and for each label of each token the sum over those that have it. */
function summed(masks: readonly number[]): { sum: number; labels: Float64Array; steps: Float64Array } {
  const found = { sum: 0, labels: new Float64Array(COUNT * MANY), steps: new Float64Array(COUNT * STEPS) };
  for (let n = 0; n < MANY ** COUNT; n++) {
    const sequence = [n % MANY, Math.floor(n / MANY) % MANY, Math.floor(n / MANY ** 2)];
    if (sequence.some((y, i) => ((masks[i]! >> y) & 1) === 0)) continue;
    const stepTo = (i: number) => (i === 0 ? MANY : sequence[i - 1]!) * MANY + sequence[i]!;
    let power = 1;
    for (const [i, y] of sequence.entries())
      power *=
        Math.exp(sums[i * MANY + y]!) * powers[stepTo(i)]! * powers[(1 + borders[i]!) * STEPS + stepTo(i)]!;
    found.sum += power;
    for (const [i, y] of sequence.entries()) {
      found.labels[i * MANY + y]! += power;
      found.steps[i * STEPS + stepTo(i)]! += power;
    }
  }
  return found;
}

function run(masks: readonly number[]) {
  const chain = new Chain(COUNT);
  chain.sums.set(sums);
  const example = {
    count: COUNT,
    masks: Uint16Array.from(masks),
    borders,
    features: new Uint16Array(0),
    times: 1,
  };
  return { chain, likelihood: chain.run(example, powers) };
}

it('gives the likelihood and the gradient that follow from all sequences', () => {
  const masks = [0b1000000011, ALL, 0b0000110100];
  const [all, allowed] = [summed([ALL, ALL, ALL]), summed(masks)];
  const { chain, likelihood } = run(masks);
  expect(likelihood).toBeCloseTo(Math.log(allowed.sum / all.sum), 9);
  for (const kind of ['labels', 'steps'] as const) {
    const expected = all[kind].map((sum, i) => allowed[kind][i]! / allowed.sum - sum / all.sum);
    for (const [i, gradient] of expected.entries()) expect(chain[kind][i]).toBeCloseTo(gradient, 9);
  }
});

it('has no gradient if every label is allowed', () => {
  const { chain, likelihood } = run([ALL, ALL, ALL]);
  expect(likelihood).toBeCloseTo(0, 9);
  expect(Math.max(...chain.labels.map(Math.abs), ...chain.steps.map(Math.abs))).toBeLessThan(1e-9);
});

it('gives no likelihood if none is allowed', () => {
  expect(run([ALL, 0, ALL]).likelihood).toBe(-Infinity);
});
