/** Weights as text: the counterpart of the decoding in `referenceLabels.ts`, which describes the digits. */

/** Weights are written in fifths, at most 45 of them. */
const UNITS = 5;
const MOST = 45;

export const rounded = (weights: Float32Array): Int8Array =>
  Int8Array.from(weights, (weight) => Math.max(-MOST, Math.min(MOST, Math.round(weight * UNITS))));

/** The distance of each weight that isn't 0 from the last one; their values, two to a digit; and those that are too large for that. */
export function packed(units: Int8Array): Readonly<Record<'DISTANCES' | 'PAIRS' | 'LARGE', string>> {
  let [distances, pairs, large] = ['', '', ''];
  let last = -1;
  const smalls: number[] = [];
  for (const [i, value] of units.entries()) {
    if (value === 0) continue;
    let distance = i - last;
    last = i;
    for (; distance >= MOST; distance = Math.floor(distance / MOST))
      distances += digit(MOST + (distance % MOST));
    distances += digit(distance);
    const isSmall = value >= -5 && value <= 3;
    if (!isSmall) large += digit(value + MOST);
    smalls.push(isSmall ? value + 5 : 5);
  }
  for (let n = 0; n < smalls.length; n += 2) pairs += digit(smalls[n]! * 9 + (smalls[n + 1] ?? 5));
  return { DISTANCES: distances, PAIRS: pairs, LARGE: large };
}

/** The source of `referenceWeights.ts`. */
export const sourceOf = (units: Int8Array): string =>
  '/** Weights of the labels of references, fitted as docs/references.md says: the distance from each to the next, and their values. */\n' +
  Object.entries(packed(units))
    .map(([name, digits]) => `export const ${name} =\n  "${digits}";\n`)
    .join('');

/** Printable characters without quotation mark and backslash. */
const digit = (value: number): string => (value + 35 === 92 ? '!' : String.fromCharCode(value + 35));

/** Keeps the given number of weights, those whose size times `factor` is largest; the others stay 0 from then on, marked by -1. */
export function removeSmall(
  weights: Float32Array,
  squares: Float32Array,
  from: number,
  to: number,
  kept: number,
  factor: (at: number) => number,
): void {
  const sizes = new Float64Array(to - from);
  for (let at = from; at < to; at++) sizes[at - from] = Math.abs(weights[at]!) * factor(at);
  const sorted = sizes.toSorted();
  const least = kept >= sizes.length ? 0 : sorted[sizes.length - kept]!;
  for (let at = from; at < to; at++) {
    if (sizes[at - from]! >= least && sizes[at - from]! > 0) continue;
    weights[at] = 0;
    squares[at] = -1;
  }
}
