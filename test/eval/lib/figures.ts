/** Shares with their uncertainty. */

/** Wilson's 95 % interval of `k` in `n`. */
export function interval(k: number, n: number): readonly [number, number] {
  if (n === 0) return [0, 1];
  const z = 1.96;
  const p = k / n;
  const middle = p + (z * z) / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [(middle - spread) / (1 + (z * z) / n), (middle + spread) / (1 + (z * z) / n)];
}

/** `0.83 [0.74–0.90] of 94` */
export function share(k: number, n: number): string {
  if (n === 0) return 'none';
  const [low, high] = interval(k, n);
  return `${(k / n).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}] of ${n}`;
}

/** A seeded shuffle, the same on every machine. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const out = [...list];
  let state = seed;
  for (let i = out.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const j = state % (i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
