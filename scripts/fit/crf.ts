/**
 * Fits the weights of a linear-chain conditional random field (Lafferty et al. 2001) to partly labelled references: stochastic gradient
 * ascent with AdaGrad (Duchi et al. 2011) and an L1 penalty. Words are left out at random, so that the weights also hold for unknown
 * words; small weights are removed during the fit, so that the others make up for them.
 */
import { ALL_WEIGHTS, BITS, BORDERS } from '../../src/core/text/works/referenceLabels';
import { WORD_FEATURES } from '../../src/core/text/works/referenceContext';
import { Chain, MANY, STEPS } from './chain';
import type { Example } from './examples';
import { removeSmall } from './weights';

export type Options = {
  readonly epochs: number;
  /** The rate of the first epoch; that of epoch n is divided by 1 + `decay` n. */
  readonly rate: number;
  readonly decay: number;
  /** The share of features of words that are left out. */
  readonly drop: number;
  /** A feature of fewer references has no weights. */
  readonly least: number;
  readonly penalty: number;
  /** The result is the mean of the weights after each of the last epochs, which depends less on the order of the references. */
  readonly averaged: number;
  /** How many weights of features and of steps are kept after an epoch. */
  readonly kept: Readonly<Record<number, { readonly features: number; readonly steps: number }>>;
};

export const OPTIONS: Options = {
  epochs: 22,
  rate: 0.025,
  decay: 0.15,
  drop: 0.15,
  least: 3,
  penalty: 0.0003,
  averaged: 6,
  kept: {
    6: { features: 130_000, steps: 8_000 },
    9: { features: 85_000, steps: 5_000 },
    12: { features: 60_000, steps: 4_200 },
    15: { features: 44_300, steps: 3_200 },
  },
};

/** Smaller gradients change nothing. */
const LEAST_OF_LABELS = 1e-3;
const LEAST_OF_STEPS = 1e-4;
/** Keeps the first steps of AdaGrad finite. */
const DAMPING = 1e-3;

/** Where the weights of features begin. */
const FEATURES = STEPS * (1 + BORDERS);

/** The weights in the order in which `referenceLabels.ts` reads them. `told` gets the mean log-likelihood after each epoch. */
export function fit(
  examples: readonly Example[],
  options: Options,
  told: (epoch: number, likelihood: number) => void = () => undefined,
): Float32Array {
  const model = new Model(examples, options);
  const order = examples.flatMap((example, i) => new Array<number>(example.times).fill(i));
  const random = randomFrom(7);
  const mean = new Float32Array(ALL_WEIGHTS);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    let sum = 0;
    const rate = options.rate / (1 + options.decay * epoch);
    for (const i of order) sum += model.learn(examples[i]!, rate, random);
    told(epoch, sum / order.length);
    const kept = options.kept[epoch];
    if (kept) model.remove(kept.features, kept.steps);
    if (epoch >= options.epochs - options.averaged)
      for (let w = 0; w < mean.length; w++) mean[w]! += model.weights[w]! / options.averaged;
  }
  return mean;
}

class Model {
  readonly weights = new Float32Array(ALL_WEIGHTS);
  /** Sums of squared gradients, by which AdaGrad divides; -1 for weights that stay 0. */
  readonly #squares = new Float32Array(ALL_WEIGHTS);
  /** e to the power of each weight of steps. */
  readonly #powers = new Float64Array(FEATURES).fill(1);
  /** How often each feature occurs. */
  readonly #counts = new Uint32Array(1 << BITS);
  readonly #chain: Chain;
  /** Places of the weights of the current reference's features; -1 if left out. */
  readonly #places: Int32Array;

  constructor(
    examples: readonly Example[],
    private readonly options: Options,
  ) {
    const longest = examples.reduce((most, { count }) => Math.max(most, count), 1);
    this.#chain = new Chain(longest);
    this.#places = new Int32Array(examples.reduce((most, e) => Math.max(most, e.features.length), 1));
    const references = new Uint32Array(1 << BITS);
    const last = new Int32Array(1 << BITS).fill(-1);
    for (const [i, { features, times }] of examples.entries())
      for (const feature of features) {
        this.#counts[feature]! += times;
        if (last[feature] === i) continue;
        last[feature] = i;
        references[feature]! += times;
      }
    for (const [feature, n] of references.entries())
      if (n < options.least)
        this.#squares.fill(-1, FEATURES + feature * MANY, FEATURES + (feature + 1) * MANY);
  }

  /** Makes one reference more probable; returns its log-likelihood. */
  learn(example: Example, rate: number, random: () => number): number {
    this.#sum(example, random);
    const likelihood = this.#chain.run(example, this.#powers);
    if (likelihood === -Infinity) return 0;
    this.#changeFeatures(example, rate);
    this.#changeSteps(example, rate);
    return likelihood;
  }

  remove(features: number, steps: number): void {
    removeSmall(this.weights, this.#squares, STEPS, FEATURES, steps, () => 1);
    this.#center();
    // A frequent feature matters more than its weight says.
    const frequency = (at: number) => (this.#counts[Math.floor((at - FEATURES) / MANY)]! + 1) ** 0.2;
    removeSmall(this.weights, this.#squares, FEATURES, ALL_WEIGHTS, features, frequency);
    for (let s = 0; s < FEATURES; s++) this.#powers[s] = Math.exp(this.weights[s]!);
  }

  /** Only differences between labels matter: subtracts the median of each feature's weights, so that more of them are 0. */
  #center(): void {
    for (let at = FEATURES; at < ALL_WEIGHTS; at += MANY) {
      const median = this.weights.slice(at, at + MANY).sort()[MANY >> 1]!;
      if (median !== 0) for (let y = 0; y < MANY; y++) this.weights[at + y]! -= median;
    }
  }

  #sum({ count, features }: Example, random: () => number): void {
    const { sums } = this.#chain;
    const weights = this.weights;
    const each = features.length / count;
    sums.fill(0, 0, count * MANY);
    for (let f = 0; f < features.length; f++) {
      if (f % each < WORD_FEATURES && random() < this.options.drop) {
        this.#places[f] = -1;
        continue;
      }
      const place = FEATURES + features[f]! * MANY;
      const at = Math.floor(f / each) * MANY;
      this.#places[f] = place;
      for (let y = 0; y < MANY; y++) sums[at + y]! += weights[place + y]!;
    }
  }

  #changeFeatures({ count, features }: Example, rate: number): void {
    const gradients = this.#chain.labels;
    const weights = this.weights;
    const squares = this.#squares;
    const each = features.length / count;
    for (let i = 0; i < count; i++)
      for (let y = 0; y < MANY; y++) {
        const gradient = gradients[i * MANY + y]!;
        if (Math.abs(gradient) <= LEAST_OF_LABELS) continue;
        for (let f = i * each; f < (i + 1) * each; f++) {
          const at = this.#places[f]! + y;
          if (at < y || squares[at]! < 0) continue;
          const square = squares[at]! + gradient * gradient;
          const step = rate / (DAMPING + Math.sqrt(square));
          const weight = weights[at]! + step * gradient;
          const less = Math.abs(weight) - step * this.options.penalty;
          squares[at] = square;
          weights[at] = less <= 0 ? 0 : weight > 0 ? less : -less;
        }
      }
  }

  #changeSteps({ count, borders }: Example, rate: number): void {
    const gradients = this.#chain.steps;
    for (let i = 0; i < count; i++)
      for (let s = 0; s < STEPS; s++) {
        const gradient = gradients[i * STEPS + s]!;
        if (Math.abs(gradient) < LEAST_OF_STEPS) continue;
        this.#changeStep(s, gradient, rate);
        this.#changeStep((1 + borders[i]!) * STEPS + s, gradient, rate);
      }
  }

  #changeStep(at: number, gradient: number, rate: number): void {
    const squares = this.#squares;
    if (squares[at]! < 0) return;
    squares[at]! += gradient * gradient;
    this.weights[at]! += (rate / (DAMPING + Math.sqrt(squares[at]!))) * gradient;
    this.#powers[at] = Math.exp(this.weights[at]!);
  }
}

/** Numbers from 0 to 1, the same in every run: Marsaglia's xorshift. */
function randomFrom(seed: number): () => number {
  let s = seed;
  return () => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return (s >>> 0) / 2 ** 32;
  };
}
