/** Logistic regression and area under the curve, to fit and measure the weights of screening. */

/** The chance that a supported claim scores above an unsupported one; ties share ranks. */
export function auc(scores: readonly number[], good: readonly boolean[]): number {
  const [yes, no] = [true, false].map((g) => scores.filter((_, i) => good[i] === g));
  let wins = 0;
  for (const a of yes!) for (const b of no!) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (yes!.length * no!.length);
}

export type Sample = { readonly x: readonly number[]; readonly good: boolean; readonly weight: number };
/** Weights of the features, then the bias. */
export type Fitted = readonly number[];

/** Ridge-regularized logistic regression on standardized features by gradient descent: small, and the same on every machine. */
export function fit(samples: readonly Sample[]): Fitted {
  const total = samples.reduce((n, s) => n + s.weight, 0);
  const size = samples[0]?.x.length ?? 0;
  const scale = Array.from({ length: size }, (_, k) => {
    const mean = samples.reduce((n, s) => n + s.weight * s.x[k]!, 0) / total;
    const spread =
      Math.sqrt(samples.reduce((n, s) => n + s.weight * (s.x[k]! - mean) ** 2, 0) / total) + 1e-9;
    return { mean, spread };
  });
  const rows = samples.map(({ x }) => x.map((v, k) => (v - scale[k]!.mean) / scale[k]!.spread));
  const beta = Array.from({ length: size + 1 }, () => 0);
  for (let turn = 0; turn < 1_500; turn++) {
    const gradient = beta.map((b, k) => (k < size ? -(5 * b) / total : 0));
    rows.forEach((row, i) => {
      const { good, weight } = samples[i]!;
      const z = row.reduce((n, v, k) => n + v * beta[k]!, beta[size]!);
      const miss = (weight / total) * ((good ? 1 : 0) - 1 / (1 + Math.exp(-z)));
      row.forEach((v, k) => (gradient[k]! += miss * v));
      gradient[size]! += miss;
    });
    gradient.forEach((g, k) => (beta[k]! += 1.5 * g));
  }
  const bias = scale.reduce((n, { mean, spread }, k) => n - (beta[k]! * mean) / spread, beta[size]!);
  return [...scale.map(({ spread }, k) => beta[k]! / spread), bias];
}
