/**
 * What speaks for the label of each token of a reference: the words and shapes around it, the clause and the sentence that it is in,
 * the marks before and behind it, and what of the reference is already over (a year, a quotation, emphasis).
 */
import { isWord, PAD, SHAPE, type Shape, type Tokens } from './referenceTokens';

/** Features of a token, and how many of them, the first ones, depend on words. */
export const FEATURES = 36;
export const WORD_FEATURES = 8;

const { X: INITIAL, x: LOWER, Y: YEAR, '“': OPENS, '”': CLOSES } = SHAPE;

const setOf = (...names: readonly Shape[]): Uint8Array => {
  const found = new Uint8Array(64);
  for (const name of names) found[SHAPE[name]] = 1;
  return found;
};
const CAPITALIZED = setOf('Xx', 'XX', 'X2', 'xX');
const NUMBERS = setOf('d1', 'd2', 'd3', 'Y', 'd5', 'a');
const MARKS = setOf('.', ',', ':', ';', '(', ')', '[', ']', '“', '”', '?', '!', '/', '-');
const CLAUSE_ENDS = setOf(',', ':', ';', '(', ')', '[', ']', '“', '”');
const SENTENCE_ENDS = setOf('.', '?', '!');
const BRACKET_OPENS = setOf('(', '[');
const BRACKET_CLOSES = setOf(')', ']');

/** How many of the steps a number reaches. */
function level(n: number, steps: readonly number[]): number {
  let i = 0;
  while (i < steps.length && n >= (steps[i] ?? 0)) i++;
  return i;
}
const FEW = [1, 2, 4];
const COUNTS = [1, 2, 3, 4, 6, 9, 14];
const SHARES = [0.35, 0.6, 0.99];
const PLACES = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92];
const POSITIONS = [1, 2, 3, 5, 9, 15, 25];
const SENTENCES = [1, 2, 3, 4, 6];
const STOPS = [1, 2, 3, 5];
const COMMAS = [1, 2, 3, 5, 8];

/** The number and kinds of words between two tokens, as one number. */
function description({ shapes }: Tokens, from: number, to: number): number {
  let [words, capitalized, lower, initials, numbers] = [0, 0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    const s = shapes[i + PAD] ?? 0;
    if (isWord(s)) {
      words++;
      if (s === INITIAL) initials++;
      else if (s === LOWER) lower++;
      else capitalized += CAPITALIZED[s] ?? 0;
    } else numbers += NUMBERS[s] ?? 0;
  }
  return (
    level(words, COUNTS) |
    (level(lower, FEW) << 3) |
    (level(words === 0 ? 0 : capitalized / words, SHARES) << 5) |
    (level(initials, [1, 3]) << 7) |
    (level(numbers, [1, 2]) << 9)
  );
}

/** Stretches of tokens, each with its first token and its description, and the stretch of every token. */
class Stretches {
  readonly of: Uint16Array;
  readonly #found: number[] = [];
  readonly #starts: number[] = [];
  #start = 0;
  constructor(private readonly tokens: Tokens) {
    this.of = new Uint16Array(tokens.count);
  }
  /** Ends a stretch with a token. */
  end(at: number): void {
    if (at < this.#start) return;
    this.of.fill(this.#found.length, this.#start, at + 1);
    this.#found.push(description(this.tokens, this.#start, at));
    this.#starts.push(this.#start);
    this.#start = at + 1;
  }
  start(n: number): number {
    return this.#starts[n] ?? 0;
  }
  get count(): number {
    return this.#found.length;
  }
  at(n: number): number {
    return this.#found[n] ?? NONE;
  }
}
const NONE = 4095;

/** The tokens of a reference in context. */
export class Context {
  readonly #clauses: Stretches;
  readonly #sentences: Stretches;
  /** The mark behind each token, how far it is and what follows it. */
  readonly #next: Uint8Array;
  readonly #distance: Uint8Array;
  readonly #behind: Uint8Array;
  /** Of the whole reference: quotations, emphasis, where its first year is. */
  readonly #whole: number;
  readonly #isItalic: number;
  readonly #isQuoted: number;
  readonly #features = new Int32Array(FEATURES);
  // What the tokens before the current one have shown.
  #quote = 0;
  #bracket = 0;
  #year = 0;
  #emphasis = 0;
  #mark = 0;
  #since = 0;
  #stops = 0;
  #commas = 0;

  constructor(private readonly tokens: Tokens) {
    const { count, shapes, starts, ends, emphasis } = tokens;
    this.#clauses = new Stretches(tokens);
    this.#sentences = new Stretches(tokens);
    for (let i = 0; i < count; i++) {
      const s = shapes[i + PAD] ?? 0;
      const stops =
        SENTENCE_ENDS[s] === 1 &&
        (i + 1 >= count || (starts[i + 1] ?? 0) > (ends[i] ?? 0)) &&
        shapes[i + PAD - 1] !== INITIAL;
      if (CLAUSE_ENDS[s] === 1 || stops) this.#clauses.end(i);
      if (stops) this.#sentences.end(i);
    }
    this.#clauses.end(count);
    this.#sentences.end(count);
    this.#next = new Uint8Array(count);
    this.#distance = new Uint8Array(count);
    this.#behind = new Uint8Array(count);
    let mark = 0;
    let distance = 0;
    let behind = SHAPE['>'];
    for (let i = count - 1; i >= 0; i--) {
      this.#next[i] = mark;
      this.#distance[i] = distance;
      this.#behind[i] = behind;
      const s = shapes[i + PAD] ?? 0;
      if (MARKS[s] === 1) {
        mark = s;
        distance = 0;
        behind = shapes[i + PAD + 1] ?? 0;
      } else distance = Math.min(4, distance + 1);
    }
    const own = shapes.subarray(PAD, PAD + count);
    const year = own.indexOf(YEAR);
    this.#isQuoted = own.includes(OPENS) ? 1 : 0;
    this.#isItalic = emphasis.includes(1) ? 1 : 0;
    this.#whole =
      this.#isQuoted |
      (this.#isItalic << 1) |
      (year > 0 && own[year - 1] === SHAPE['('] ? 4 : 0) |
      ((year < 0 ? 0 : 1 + level(year / count, [0.35, 0.7])) << 3);
  }

  /** The features of the next token, hashes of 32 bits: call it once for each token, in order. The next call overwrites them. */
  features(i: number): Int32Array {
    const { count, shapes, words, endings, emphasis } = this.tokens;
    const at = i + PAD;
    const s = shapes[at] ?? 0;
    const before = shapes[at - 1] ?? 0;
    const before2 = shapes[at - 2] ?? 0;
    const after = shapes[at + 1] ?? 0;
    const after2 = shapes[at + 2] ?? 0;
    const own = emphasis[i] ?? 0;
    this.#emphasis |= own;
    if (s === OPENS) this.#quote = 1;
    const clause = this.#clauses.of[i] ?? 0;
    const sentence = this.#sentences.of[i] ?? 0;
    const c = this.#clauses.at(clause);
    const p = this.#sentences.at(sentence);
    const past = this.#quote | (this.#isQuoted << 2) | (this.#bracket << 3) | (this.#year << 5);
    const style = own | (this.#emphasis << 2) | (this.#isItalic << 4);
    const nth = level(sentence, SENTENCES);
    const place = level(i / count, PLACES);
    const next = this.#next[i] ?? 0;
    const f = this.#features;
    f[0] = mix(0, words[at] ?? 0, 0);
    f[1] = mix(1, words[at - 1] ?? 0, 0);
    f[2] = mix(2, words[at + 1] ?? 0, 0);
    f[3] = mix(3, words[at - 1] ?? 0, s);
    f[4] = mix(4, endings[at] ?? 0, 1);
    f[5] = mix(5, words[at - 2] ?? 0, 0);
    f[6] = mix(6, words[at + 2] ?? 0, 0);
    f[7] = mix(7, words[this.#clauses.start(clause) + PAD] ?? 0, s);

    f[8] = mix(8, before | (before2 << 8), s);
    f[9] = mix(9, before | (after << 8), s);
    f[10] = mix(10, after | (after2 << 8), s);
    f[11] = mix(11, before | (before2 << 8) | (after << 16) | (after2 << 24), s);

    f[12] = mix(12, this.#mark | (level(this.#since, FEW) << 8), s);
    f[13] = mix(13, next | ((this.#distance[i] ?? 0) << 8), s);
    f[14] = mix(14, next | ((this.#behind[i] ?? 0) << 8), s);
    f[15] = mix(15, this.#mark | (next << 8), s);

    f[16] = mix(16, level(i, POSITIONS), s);
    f[17] = mix(17, place, s);
    f[18] = mix(18, past, s);
    f[19] = mix(19, past | (level(this.#stops, STOPS) << 8) | (this.#whole << 12), 0);
    f[20] = mix(20, past | (level(this.#commas, COMMAS) << 8), s);
    f[21] = mix(21, style, s);
    f[22] = mix(22, style | (past << 6), 0);
    f[23] = mix(23, this.#whole, s);
    f[24] = mix(24, this.#whole | (past << 6), place);

    f[25] = mix(25, c, s);
    f[26] = mix(26, c, this.#clauses.at(clause + 1));
    f[27] = mix(27, c, this.#clauses.at(clause - 1));
    f[28] = mix(28, p, 0);
    f[29] = mix(29, p, this.#sentences.at(sentence + 1));
    f[30] = mix(30, p, this.#sentences.at(sentence - 1));
    f[31] = mix(31, nth, Math.min(4, this.#sentences.count - sentence));
    f[32] = mix(32, c, past);
    f[33] = mix(33, p, past);
    f[34] = mix(34, nth | (past << 4), p);
    f[35] = mix(35, c | (this.#mark << 12), next);
    this.#pass(s, before);
    return f;
  }

  #pass(s: number, before: number): void {
    if (s === CLOSES && this.#quote === 1) this.#quote = 2;
    if (BRACKET_OPENS[s] === 1) this.#bracket = 1;
    else if (BRACKET_CLOSES[s] === 1) this.#bracket = 0;
    if (s === YEAR && this.#year === 0) this.#year = this.#bracket + 1;
    if (s === SHAPE['.'] && before !== INITIAL) this.#stops++;
    if (s === SHAPE[',']) this.#commas++;
    if (MARKS[s] === 1) {
      this.#mark = s;
      this.#since = 0;
    } else this.#since++;
  }
}

/** A hash of a feature's number and two values. */
function mix(feature: number, a: number, b: number): number {
  const h =
    Math.imul(a ^ Math.imul(b + feature * 0x101, 0x9e3779b1), 0x85ebca6b) +
    Math.imul(feature + 1, 0xc2b2ae35);
  return Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
}
