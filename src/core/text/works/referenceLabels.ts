/**
 * Labels each token of a reference with its part: a linear-chain conditional random field (Lafferty et al. 2001) whose weights were fitted
 * on public references that people labelled and on references that citation styles made. See docs/references.md.
 */
import { Context, FEATURES } from './referenceContext';
import { PAD, SHAPES, type Tokens } from './referenceTokens';
import { DISTANCES, LARGE, PAIRS } from './referenceWeights';

/**
 * `f` and `g` begin a name with its family or given name, `F` and `G` go on with either, `A` is between names; `T` is the title, `J` what
 * contains the work, `Y` its date, `E` editors of what contains it, `X` anything else.
 */
export const LABELS = 'AfgFGTJYEX';
export type Label = 'A' | 'f' | 'g' | 'F' | 'G' | 'T' | 'J' | 'Y' | 'E' | 'X';

const MANY = LABELS.length;
/** Weights of one label after another, and of each label at the start. */
const STEPS = (MANY + 1) * MANY;

/** Kinds of borders between two tokens, by the mark or word before them and the word behind. */
const BEFORE = SHAPES.map((name) => {
  const mark = '.,:;()[]“”'.indexOf(name);
  if (name.length === 1 && mark >= 0) return mark;
  if ('?!-/&#'.includes(name)) return 10;
  if (name === 'X' || name === 'X2') return 11;
  if (/^[dYa]/.test(name)) return 12;
  if (name === '<') return 13;
  return name.startsWith('X') ? 14 : 15;
});
const AFTER_KINDS = 7;
const AFTER = SHAPES.map((name) => {
  if (name === 'X' || name === 'X2') return 1;
  if (/^(?:X|xX)/.test(name)) return 0;
  if (/^[xo]/.test(name)) return 2;
  if (/^[dYa]/.test(name)) return 3;
  if ('([“'.includes(name)) return 4;
  return name === '&' || name === 'U' ? 5 : 6;
});
export const BORDERS = 16 * AFTER_KINDS;
export const border = ({ shapes }: Tokens, i: number): number =>
  (BEFORE[shapes[i + PAD - 1] ?? 0] ?? 0) * AFTER_KINDS + (AFTER[shapes[i + PAD] ?? 0] ?? 0);

/** Bits of a feature that choose its weights. */
export const BITS = 16;
/** Where the weights of steps at each border begin, and those of features. */
const AT_BORDERS = STEPS;
const AT_FEATURES = STEPS * (1 + BORDERS);
export const ALL_WEIGHTS = AT_FEATURES + (1 << BITS) * MANY;

/**
 * Weights that aren't 0 are written in digits: how far each is from the last one, in `DISTANCES`, and its value from -5 to 3, two to a digit
 * in `PAIRS`, where 0 means the next one in `LARGE`.
 */
const LEAST = 45;
const digit = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code === 33 ? 57 : code - 35;
};
type Weights = {
  /** Of steps to each label from each label and from the start, at each kind of border. */
  readonly steps: Int16Array;
  /** The row of each feature in `rows`; the first row is empty, because most features have no weights. */
  readonly row: Uint16Array;
  readonly rows: Int8Array;
};
const kindAt = (place: number): number => Math.floor((place - AT_BORDERS) / STEPS);

let known: Weights | undefined;
function weights(): Weights {
  if (known) return known;
  const steps = new Int16Array(STEPS * BORDERS);
  const row = new Uint16Array(1 << BITS);
  const rows = new Array<number>(MANY).fill(0);
  let place = -1;
  let at = 0;
  let large = 0;
  for (let n = 0; at < DISTANCES.length; n++) {
    let distance = 0;
    let unit = 1;
    let d = digit(DISTANCES, at++);
    for (; d >= LEAST; d = digit(DISTANCES, at++)) {
      distance += (d - LEAST) * unit;
      unit *= LEAST;
    }
    place += distance + d * unit;
    const pair = digit(PAIRS, n >> 1);
    const weight = (n % 2 === 0 ? Math.floor(pair / 9) : pair % 9) - 5 || digit(LARGE, large++) - LEAST;
    if (place < AT_FEATURES) {
      // Written from each label to each; used to each label from each.
      const [from, to] = [Math.floor((place % STEPS) / MANY), place % MANY];
      const own = to * (MANY + 1) + from;
      const [first, last] = place < AT_BORDERS ? [0, BORDERS - 1] : [kindAt(place), kindAt(place)];
      for (let kind = first; kind <= last; kind++)
        steps[kind * STEPS + own] = (steps[kind * STEPS + own] ?? 0) + weight;
    } else {
      const feature = Math.floor((place - AT_FEATURES) / MANY);
      if (row[feature] === 0) {
        row[feature] = rows.length / MANY;
        for (let y = 0; y < MANY; y++) rows.push(0);
      }
      rows[(row[feature] ?? 0) * MANY + ((place - AT_FEATURES) % MANY)] = weight;
    }
  }
  return (known = { steps, row, rows: Int8Array.from(rows) });
}

/** The label of each token, which together are the most probable ones. */
export function labels(tokens: Tokens): readonly Label[] {
  const { count } = tokens;
  if (count === 0) return [];
  const { steps, row, rows } = weights();
  const context = new Context(tokens);
  const emitted = new Int32Array(FEATURES);
  const came = new Uint8Array(count * MANY);
  let best = new Int32Array(MANY);
  let next = new Int32Array(MANY);
  for (let i = 0; i < count; i++) {
    const features = context.features(i);
    for (let k = 0; k < FEATURES; k++) emitted[k] = (row[(features[k] ?? 0) >>> (32 - BITS)] ?? 0) * MANY;
    let step = border(tokens, i) * STEPS;
    for (let y = 0; y < MANY; y++, step += MANY + 1) {
      let from = MANY;
      let most = steps[step + MANY] ?? 0;
      if (i > 0) {
        from = 0;
        most = (best[0] ?? 0) + (steps[step] ?? 0);
        for (let x = 1; x < MANY; x++) {
          const sum = (best[x] ?? 0) + (steps[step + x] ?? 0);
          if (sum <= most) continue;
          most = sum;
          from = x;
        }
      }
      came[i * MANY + y] = from;
      for (let k = 0; k < FEATURES; k++) most += rows[(emitted[k] ?? 0) + y] ?? 0;
      next[y] = most;
    }
    [best, next] = [next, best];
  }
  let label = best.indexOf(Math.max(...best));
  const found = new Array<Label>(count);
  for (let i = count - 1; i >= 0; i--) {
    found[i] = LABELS.charAt(label) as Label;
    label = came[i * MANY + label] ?? 0;
  }
  return found;
}
