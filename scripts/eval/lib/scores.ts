/** Scores a judge's verdicts against human labels, the same way for ours and for recorded ones of others. */
import type { Support, Verdict } from '../../../src/core/model';
import { wilson } from '../../figures';
import type { Label } from './cases';

export type Said = Label | 'unsure';

/** Maps verdicts to three classes. `unsure` is in none: it neither supports nor alarms. */
export const THREE: Readonly<Record<Support, Said>> = {
  supported: 'supported',
  partly: 'partly',
  overstated: 'partly',
  contradicted: 'not',
  absent: 'not',
  unsure: 'unsure',
};

/** One judged case. `said` is missing if there was no verdict, which counts as wrong. */
export type Scored = {
  readonly id: string;
  readonly label: Label;
  readonly said: Said | undefined;
  readonly verdict?: Verdict;
};

/** `held` of `all`. */
export type Share = readonly [held: number, all: number];
export type Spread = { readonly value: number; readonly low: number; readonly high: number };

export type Scores = {
  readonly threeWay: Share;
  readonly balanced: Spread;
  readonly falseAlarms: Share;
  readonly caught: Share;
  readonly unsure: number;
  readonly without: number;
};

const backed = (said: Said | undefined) => said === 'supported' || said === 'partly';

/** The mean of two shares: supported claims called so, and others judged and not called so. */
function balancedOf(scored: readonly Scored[]): number {
  let [good, kept, bad, refused] = [0, 0, 0, 0];
  for (const { label, said } of scored) {
    if (label === 'not') {
      bad++;
      if (said !== undefined && !backed(said)) refused++;
    } else {
      good++;
      if (backed(said)) kept++;
    }
  }
  const share = (k: number, n: number) => (n === 0 ? 0.5 : k / n);
  return (share(kept, good) + share(refused, bad)) / 2;
}

const RESAMPLES = 1_000;

/** A figure with its 95 % interval from seeded resampling: the same on every machine. */
export function resampled<T>(cases: readonly T[], figure: (cases: readonly T[]) => number): Spread {
  let state = 12_345;
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff);
  const draws = Array.from({ length: RESAMPLES }, () =>
    figure(cases.map(() => cases[(next() >>> 8) % cases.length]!)),
  ).sort((a, b) => a - b);
  const at = (share: number) => draws[Math.floor(share * (RESAMPLES - 1))] ?? 0;
  return { value: figure(cases), low: at(0.025), high: at(0.975) };
}

export function scoresOf(scored: readonly Scored[]): Scores {
  const supported = scored.filter((s) => s.label === 'supported');
  const bad = scored.filter((s) => s.label === 'not');
  const not = (of: readonly Scored[]): Share => [of.filter((s) => s.said === 'not').length, of.length];
  return {
    threeWay: [scored.filter((s) => s.said === s.label).length, scored.length],
    balanced: resampled(scored, balancedOf),
    falseAlarms: not(supported),
    caught: not(bad),
    unsure: scored.filter((s) => s.said === 'unsure').length,
    without: scored.filter((s) => s.said === undefined).length,
  };
}

/** Costs of verdicts, each with its interval; `costUsd` only if a price is known. */
export function costsOf(verdicts: readonly Verdict[]) {
  const mean = (of: (v: Verdict) => number) =>
    resampled(verdicts, (some) => some.reduce((n, v) => n + of(v), 0) / Math.max(1, some.length));
  const needing = verdicts.filter((v) => v.support !== 'absent');
  const priced = verdicts.every((v) => v.costUsd !== undefined);
  const quotes: Share = [needing.filter((v) => v.quote).length, needing.length];
  return {
    quotes,
    lowered: verdicts.filter((v) => v.refused !== undefined).length,
    input: mean((v) => v.usage.input),
    cached: mean((v) => v.usage.cached),
    output: mean((v) => v.usage.output),
    ...(priced && { costUsd: mean((v) => v.costUsd ?? 0) }),
  };
}

/** `0.83 [0.74–0.90] of 94` */
export function told([held, all]: Share): string {
  if (all === 0) return 'none';
  const [low, high] = wilson(held, all);
  return `${(held / all).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}] of ${all}`;
}
/** `0.83 [0.74–0.90]`, `1180 [1100–1260]` */
export const toldSpread = ({ value, low, high }: Spread): string =>
  `${near(value)} [${near(low)}–${near(high)}]`;
const near = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 0.1 || n === 0 ? n.toFixed(2) : n.toPrecision(2));

/** The scores of one judge on one set, on one line. */
export function line(name: string, scored: readonly Scored[]): string {
  const s = scoresOf(scored);
  return [
    name,
    `three-way ${told(s.threeWay)}`,
    `balanced ${toldSpread(s.balanced)}`,
    `false alarms ${told(s.falseAlarms)}`,
    `caught ${told(s.caught)}`,
    `unsure ${s.unsure}`,
    `without a verdict ${s.without}`,
  ].join(' | ');
}
