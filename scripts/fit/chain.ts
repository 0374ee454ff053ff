/**
 * Expected labels and steps of one reference: the forward-backward algorithm (Rabiner 1989), once over all sequences of labels and once
 * over those that the masks allow. Their difference is the gradient of the log-likelihood of partly labelled sequences.
 */
import { LABELS } from '../../src/core/text/works/referenceLabels';
import type { Example } from './examples';

export const MANY = LABELS.length;
/** Weights of steps: a row for each label, and one for the start. */
export const STEPS = (MANY + 1) * MANY;

export class Chain {
  /** Input: the sum of the weights of each label of each token. */
  readonly sums: Float64Array;
  /** Output: the gradient of each label of each token, and of each step to it. */
  readonly labels: Float64Array;
  readonly steps: Float64Array;
  readonly #factors: Float64Array;
  readonly #stepFactors: Float64Array;
  readonly #forward: Float64Array;
  readonly #backward: Float64Array;
  readonly #scales: Float64Array;

  constructor(longest: number) {
    this.sums = new Float64Array(longest * MANY);
    this.labels = new Float64Array(longest * MANY);
    this.steps = new Float64Array(longest * STEPS);
    this.#factors = new Float64Array(longest * MANY);
    this.#stepFactors = new Float64Array(longest * STEPS);
    this.#forward = new Float64Array(longest * MANY);
    this.#backward = new Float64Array(longest * MANY);
    this.#scales = new Float64Array(longest);
  }

  /**
   * Sets the gradients; returns the log-likelihood, -Infinity if the masks allow no sequence. `powers` holds e to the power of each weight
   * of steps: of any border, then of each kind of border.
   */
  run({ count, masks, borders }: Example, powers: Float64Array): number {
    for (let i = 0; i < count; i++) {
      let most = -Infinity;
      for (let y = 0; y < MANY; y++) most = Math.max(most, this.sums[i * MANY + y]!);
      // The largest factor of a token is 1, so that none overflows.
      for (let y = 0; y < MANY; y++) this.#factors[i * MANY + y] = Math.exp(this.sums[i * MANY + y]! - most);
      const own = (1 + borders[i]!) * STEPS;
      for (let s = 0; s < STEPS; s++) this.#stepFactors[i * STEPS + s] = powers[s]! * powers[own + s]!;
    }
    this.labels.fill(0, 0, count * MANY);
    this.steps.fill(0, 0, count * STEPS);
    const all = this.#pass(count, undefined);
    this.#add(count, -1);
    const allowed = this.#pass(count, masks);
    if (allowed > -Infinity) this.#add(count, 1);
    return allowed - all;
  }

  /** Forward and backward; returns the logarithm of the sum over all sequences. */
  #pass(count: number, masks: Uint16Array | undefined): number {
    const [forward, backward, factors, steps] = [
      this.#forward,
      this.#backward,
      this.#factors,
      this.#stepFactors,
    ];
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const mask = masks ? masks[i]! : -1;
      const at = i * MANY;
      let scale = 0;
      for (let y = 0; y < MANY; y++) {
        const isAllowed = ((mask >> y) & 1) === 1;
        let reached = i === 0 && isAllowed ? steps[MANY * MANY + y]! : 0;
        for (let x = 0; isAllowed && i > 0 && x < MANY; x++)
          reached += forward[at - MANY + x]! * steps[i * STEPS + x * MANY + y]!;
        reached *= factors[at + y]!;
        forward[at + y] = reached;
        scale += reached;
      }
      if (!(scale > 0)) return -Infinity;
      for (let y = 0; y < MANY; y++) forward[at + y]! /= scale;
      this.#scales[i] = scale;
      sum += Math.log(scale);
    }
    backward.fill(1, (count - 1) * MANY, count * MANY);
    for (let i = count - 2; i >= 0; i--) {
      const next = (i + 1) * MANY;
      const mask = masks ? masks[i + 1]! : -1;
      for (let x = 0; x < MANY; x++) {
        let left = 0;
        for (let y = 0; y < MANY; y++)
          if (((mask >> y) & 1) === 1)
            left += steps[(i + 1) * STEPS + x * MANY + y]! * factors[next + y]! * backward[next + y]!;
        backward[i * MANY + x] = left / this.#scales[i + 1]!;
      }
    }
    return sum;
  }

  /** Adds the expectations of the last pass to the gradients. */
  #add(count: number, sign: number): void {
    const [forward, backward, factors, steps] = [
      this.#forward,
      this.#backward,
      this.#factors,
      this.#stepFactors,
    ];
    for (let i = 0; i < count; i++) {
      const at = i * MANY;
      for (let y = 0; y < MANY; y++) {
        // Labels that the masks exclude have no way forward.
        if (forward[at + y] === 0) continue;
        const expected = sign * forward[at + y]! * backward[at + y]!;
        this.labels[at + y]! += expected;
        if (i === 0) {
          this.steps[MANY * MANY + y]! += expected;
          continue;
        }
        const behind = (sign * factors[at + y]! * backward[at + y]!) / this.#scales[i]!;
        for (let x = 0; x < MANY; x++) {
          const step = i * STEPS + x * MANY + y;
          this.steps[step]! += forward[at - MANY + x]! * steps[step]! * behind;
        }
      }
    }
  }
}
