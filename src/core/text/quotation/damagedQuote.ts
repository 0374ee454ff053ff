/**
 * Finds a quotation in a source damaged by copying, scanning or typesetting: missing or extra spaces, running heads, page and line numbers,
 * footnotes and note numbers between words, lost ligatures, Greek letters by name, LaTeX commands, single misread letters. All letters and
 * digits of the quotation must occur in the source, in order. Only parts of the source that are recognizably not part of the sentence may
 * be skipped. The number of steps is bounded.
 */
import type { Span } from '../../model';
import { isDigit } from '../chars';
import { isFoldedWordUnit, type Folded } from '../fold';
import { furnitureOf, type Furniture } from './pageFurniture';
import { rarity } from '../relevance/rarity';
import { RARITY_TOP } from '../relevance/rarityTable';
import { words } from '../relevance/words';
import { wordSet } from '../wordSet';

/** A shorter quotation has too few letters to be distinctive. */
const MIN_UNITS = 30;
const SEED_UNITS = 10;
const MAX_SEEDS = 24;
const MAX_PLACES_PER_SEED = 16;
const MAX_PLACES = 64;
const MAX_LOOKS = 1_000;
const STEPS_PER_UNIT = 8;
/** Tolerance: one misread letter and one lost ligature per this many units, and one wrong space per this many word boundaries. */
const UNITS_PER_MISREADING = 100;
const UNITS_PER_LIGATURE = 40;
const BOUNDARIES_PER_SLIP = 2;
/** An unknown word of at least this length is assumed to be spelled correctly if it occurs elsewhere in the source. */
const MIN_RARE_WORD = 5;

const DOLLAR = 36;
const isGreek = (c: number) => c >= 0x3b1 && c <= 0x3c9;
const isAsciiLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90);

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
/** LaTeX commands that only format their argument, and those that produce a character. */
const SETTING = wordSet(
  'mathrm mathbf mathit mathsf mathcal text textit textbf textrm emph operatorname left right rm bf it mbox ensuremath',
);
const SIGNS: Readonly<Record<string, string>> = {
  sim: '~', approx: '≈', pm: '±', leq: '≤', le: '≤', geq: '≥', ge: '≥', times: '', cdot: '', frac: '', sqrt: '', degree: '°', circ: '°',
}; // prettier-ignore

/** The number over the line of `\frac{1}{2}`. */
const TOP = /^\{(\d{1,6})\}\{\d/;
const LONGEST_FORMULA = 80;
/** `$3` is money, `$3 \times 10^{4}$` a formula. */
const isCurrency = (behind: string): boolean =>
  /^\s?\d/.test(behind) && !/^[^$\n]*[\\^_][^$\n]*\$/.test(behind);

/** Replaces names of Greek letters and LaTeX commands in a squeezed text by the characters they show. */
export function spellOut(squeezed: Folded): Folded {
  const { text, starts, ends, source } = squeezed;
  const units: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const push = (word: string, start: number, end: number): void => {
    for (const unit of word) {
      units.push(unit);
      from.push(start);
      to.push(end);
    }
  };
  let last = 0;
  const flush = (until: number): void => {
    for (; last < until; last++) push(text.charAt(last), starts[last] ?? 0, ends[last] ?? 0);
  };
  /** Shows `word`, at `start`–`end` of the source, in place of `length` units from `k`. */
  const show = (word: string, start: number, end: number, k: number, length = 1): void => {
    flush(k);
    push(word, start, end);
    last = k + length;
  };
  for (let k = 0; k < text.length; k++) {
    const c = text.charCodeAt(k);
    const start = starts[k] ?? 0;
    const end = ends[k] ?? 0;
    if (c === DOLLAR && !isCurrency(source.slice(start + 1, start + LONGEST_FORMULA)))
      show('', start, end, k); // a formula delimiter, not a currency
    else if (isDigit(c) && /\^\{?$/.test(source.slice(Math.max(0, start - 2), start)))
      show(text.charAt(k), ends[k - 1] ?? start, end, k); // `10^{4}` shows 10⁴
    else if (isGreek(c) && !isGreek(text.charCodeAt(k - 1)) && !isGreek(text.charCodeAt(k + 1)))
      show(GREEK[c - 0x3b1] ?? '', start, end, k);
    else if (isAsciiLetter(c) && source.charCodeAt(start - 1) === 92) {
      const [name = ''] = /^[a-z]{0,20}/i.exec(source.slice(start, start + 20)) ?? [];
      if (!SETTING.has(name) && SIGNS[name] === undefined) continue;
      const after = start + name.length;
      const top = name === 'frac' ? TOP.exec(source.slice(after, after + 20))?.[1] : undefined;
      if (top === undefined) show(SIGNS[name] ?? '', start, after, k, name.length);
      else show(`${top}/`, start, after + top.length + 1, k, name.length + top.length);
      k = last - 1;
    }
  }
  if (last === 0) return squeezed;
  flush(text.length);
  return { text: units.join(''), starts: Uint32Array.from(from), ends: Uint32Array.from(to), source };
}

/** Letters that scanners confuse, in addition to any single letter of an unknown word. */
const LOOK_ALIKE: readonly (readonly [string, string])[] = [['rn', 'm'], ['cl', 'd'], ['vv', 'w'], ['li', 'h'], ['ii', 'u']]; // prettier-ignore
const LIGATURES = ['ffi', 'ffl', 'ff', 'fi', 'fl'];

/** Aligns the quotation with the source, starting where both agree. */
class Alignment {
  /** The source unit for each unit of the quotation, or -1 if it was lost. */
  readonly #path: Int32Array;
  #steps = 0;
  #misread = 0;
  #lost = 0;

  constructor(
    private readonly source: Folded,
    private readonly quote: Folded,
    private readonly furniture: Furniture,
    private readonly ownFurniture: Furniture,
  ) {
    this.#path = new Int32Array(quote.text.length);
  }

  /** The span in the source if the whole quotation can be aligned from unit `at` of it and unit `place` of the source. */
  from(at: number, place: number): Span | undefined {
    this.#steps = this.quote.text.length * STEPS_PER_UNIT;
    this.#misread = this.#lost = 0;
    this.#path.fill(-1);
    if (!this.#go(at, place, 1) || !this.#go(at - 1, place - 1, -1)) return undefined;
    return this.#isSound() ? this.#span() : undefined;
  }

  /** Aligns all units from `i` in one direction, undoing steps that lead nowhere. */
  #go(i: number, j: number, way: 1 | -1): boolean {
    const [q, s] = [this.quote.text, this.source.text];
    const branches: [i: number, j: number, misread: number, lost: number][] = [];
    for (;;) {
      while (i >= 0 && i < q.length && q.charCodeAt(i) === s.charCodeAt(j)) {
        const skip = this.#skip(this.furniture, j, way);
        if (skip !== undefined) branches.push([i, skip, this.#misread, this.#lost]);
        this.#path[i] = j;
        i += way;
        j += way;
        if (--this.#steps < 0) return false;
      }
      if (i < 0 || i >= q.length) return true;
      const next = this.#mend(i, j, way) ?? this.#back(branches);
      if (!next || --this.#steps < 0) return false;
      [i, j] = next;
    }
  }

  #back(branches: [number, number, number, number][]): readonly [number, number] | undefined {
    const branch = branches.pop();
    if (!branch) return undefined;
    const [i, j, misread, lost] = branch;
    this.#misread = misread;
    this.#lost = lost;
    return [i, j];
  }

  /** Where to continue after the units at `i` and `j` differ. */
  #mend(i: number, j: number, way: 1 | -1): readonly [number, number] | undefined {
    const skip = this.#skip(this.furniture, j, way);
    const own = this.#skip(this.ownFurniture, i, way);
    if (skip !== undefined && own !== undefined) return undefined; // two different numbers
    if (skip !== undefined) return [i, skip];
    if (own !== undefined) return [own, j];
    return this.#ligature(i, j, way) ?? this.#misreading(i, j, way);
  }

  #skip(furniture: Furniture, at: number, way: 1 | -1): number | undefined {
    if (way === 1) return furniture.from.get(at);
    const start = furniture.to.get(at + 1);
    return start === undefined ? undefined : start - 1;
  }

  #ligature(i: number, j: number, way: 1 | -1): readonly [number, number] | undefined {
    if (this.#lost >= 1 + this.quote.text.length / UNITS_PER_LIGATURE) return undefined;
    const q = this.quote.text;
    const s = this.source.text;
    for (const lost of LIGATURES) {
      const at = way === 1 ? i : i - lost.length + 1;
      const next = i + way * lost.length;
      if (!q.startsWith(lost, at) || q.charCodeAt(next) !== s.charCodeAt(j)) continue;
      if (!this.#isGap(way === 1 ? j : j + 1)) continue;
      this.#lost++;
      return [next, j];
    }
    return undefined;
  }

  /** Whether unit `j` of the source follows a non-letter. */
  #isGap(j: number): boolean {
    return (this.source.starts[j] ?? 0) > (this.source.ends[j - 1] ?? 0);
  }

  #misreading(i: number, j: number, way: 1 | -1): readonly [number, number] | undefined {
    if (this.#misread >= 1 + Math.floor(this.quote.text.length / UNITS_PER_MISREADING)) return undefined;
    if (!this.#isBrokenWord(i, j)) return undefined;
    const [q, s] = [this.quote.text, this.source.text];
    const reads = (text: string, word: string, at: number): boolean =>
      text.startsWith(word, way === 1 ? at : at - word.length + 1);
    this.#misread++;
    for (const [wide, narrow] of LOOK_ALIKE) {
      if (reads(q, wide, i) && reads(s, narrow, j)) return [i + way * 2, j + way];
      if (reads(q, narrow, i) && reads(s, wide, j)) return [i + way, j + way * 2];
    }
    return [i + way, j + way];
  }

  /** Whether unit `j` of the source is in a word unknown elsewhere that is neither a name nor a number. */
  #isBrokenWord(i: number, j: number): boolean {
    const [start, end] = this.#word(this.source, j);
    const [qStart, qEnd] = this.#word(this.quote, i);
    if (Math.abs(end - start - (qEnd - qStart)) > 1) return false;
    const isUnit = isDigit(this.source.text.charCodeAt(start - 1)) && end - start < MIN_RARE_WORD;
    if (isUnit) return false;
    const [there, here] = [this.source.text.slice(start, end), this.quote.text.slice(qStart, qEnd)];
    if (/\d/.test(here) || (there.match(/\d/g) ?? []).length > 1) return false;
    if (isKnown(there) || this.#count(there) > 1) return false;
    const isName = /\p{Lu}/u.test(this.source.source.charAt(this.source.starts[start] ?? 0));
    return isKnown(here) || (here.length >= MIN_RARE_WORD && this.#count(here) > (isName ? 1 : 0));
  }

  /** How often the source contains this word on its own: 0, 1, or 2 for more. */
  #count(word: string): number {
    const { text } = this.source;
    let count = 0;
    let at = text.indexOf(word);
    for (let turn = 0; at >= 0 && count < 2; turn++) {
      if (turn > MAX_LOOKS) return 2;
      const [start, end] = this.#word(this.source, at);
      if (start === at && end === at + word.length) count++;
      at = text.indexOf(word, at + 1);
    }
    return count;
  }

  /** The word around unit `at`: adjacent units without a gap. */
  #word({ text, starts, ends }: Folded, at: number): readonly [number, number] {
    const joins = (k: number): boolean =>
      k > 0 &&
      k < text.length &&
      starts[k] === ends[k - 1] &&
      isFoldedWordUnit(text.charCodeAt(k)) &&
      isFoldedWordUnit(text.charCodeAt(k - 1));
    let start = at;
    let end = at + 1;
    while (joins(start) && at - start < 40) start--;
    while (joins(end) && end - at < 40) end++;
    return [start, end];
  }

  /** Whether numbers are separated as in the quotation, most spaces agree, and both ends are at word boundaries. */
  #isSound(): boolean {
    const [q, path] = [this.quote, this.#path];
    let [slips, boundaries, before] = [0, 0, -1];
    for (let i = 0; i < path.length; i++) {
      const j = path[i] ?? -1;
      if (j < 0) continue;
      if (before >= 0 && j === before + 1 && path[i - 1] === before) {
        const [inQuote, inSource] = [isApart(q, i), isApart(this.source, j)];
        if (inQuote) boundaries++;
        if (inQuote !== inSource) {
          if (isDigit(q.text.charCodeAt(i - 1)) && isDigit(q.text.charCodeAt(i))) return false;
          slips++;
        }
      }
      before = j;
    }
    return slips <= boundaries / BOUNDARIES_PER_SLIP && this.#endsAtWords();
  }

  #endsAtWords(): boolean {
    const known = this.#path.filter((j) => j >= 0);
    const [first, last] = [known[0] ?? 0, (known.at(-1) ?? 0) + 1];
    const isEdge = (k: number): boolean =>
      k <= 0 ||
      k >= this.source.text.length ||
      isApart(this.source, k) ||
      this.furniture.from.has(k) ||
      this.furniture.to.has(k);
    return isEdge(first) && isEdge(last);
  }

  #span(): Span {
    const known = this.#path.filter((j) => j >= 0);
    return { start: this.source.starts[known[0] ?? 0] ?? 0, end: this.source.ends[known.at(-1) ?? 0] ?? 0 };
  }
}

const isApart = ({ starts, ends }: Folded, k: number): boolean => (starts[k] ?? 0) > (ends[k - 1] ?? 0);

/** Whether the word is common in other texts. */
function isKnown(word: string): boolean {
  const [found] = words(word);
  return found === undefined || rarity(found.key) < RARITY_TOP;
}

/** Makes a finder of damaged quotations in one source; what can be skipped in it is detected once. */
export function createDamagedFinder(squeezed: Folded): (quote: Folded, from: number) => Span | undefined {
  const source = spellOut(squeezed);
  const furniture = furnitureOf(source);
  return (given, from) => {
    const quote = spellOut(given);
    if (quote.text.length < MIN_UNITS) return undefined;
    const alignment = new Alignment(source, quote, furniture, furnitureOf(quote));
    for (const [at, place] of seeds(source, quote, from)) {
      const span = alignment.from(at, place);
      if (span && span.start >= from) return span;
    }
    return undefined;
  };
}

/** Positions where parts of the quotation occur in the source, those from its middle first. */
function* seeds(
  source: Folded,
  quote: Folded,
  from: number,
): Generator<readonly [at: number, place: number]> {
  const step = Math.max(SEED_UNITS >> 1, Math.floor(quote.text.length / MAX_SEEDS));
  const tried = new Set<number>();
  for (let at = 0; at + SEED_UNITS <= quote.text.length; at += step) {
    const seed = quote.text.slice(at, at + SEED_UNITS);
    let place = source.text.indexOf(seed);
    for (let n = 0; place >= 0 && n < MAX_PLACES_PER_SEED; n++) {
      // Seeds of the same occurrence lie near one diagonal.
      const diagonal = (place - at) >> 6;
      if ((source.ends[place] ?? 0) > from && !tried.has(diagonal)) {
        tried.add(diagonal);
        yield [at, place];
        if (tried.size >= MAX_PLACES) return;
      }
      place = source.text.indexOf(seed, place + 1);
    }
  }
}
