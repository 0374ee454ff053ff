/**
 * Retrieval within one source: its sentences, their words, and how well each answers a claim (BM25, one scan, no index; 100 000
 * characters take about 10 ms). What screening and judging both read.
 */
import type { Source, Span } from '../model';
import { sentences } from './sentences';
import { countTokens } from './tokens';
import { words } from './words';

/** Sentences of a source with their words, ready for any number of claims. */
export type Reading = {
  readonly source: Pick<Source, 'text' | 'pages' | 'focus'>;
  readonly units: readonly Unit[];
  /** In how many units each key stands. */
  readonly frequency: ReadonlyMap<string, number>;
  readonly averageLength: number;
};
export type Unit = Span & {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly tokens: number;
};

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.6;
/** Longest piece that counts as one sentence; tables and lists without full stops are cut here, at a line's or word's end. */
const MAX_UNIT = 480;

const readings = new WeakMap<object, Reading>();

/** Reads a source into sentences, once: screening and judging ask for the same source in turn. */
export function read(source: Pick<Source, 'text' | 'pages' | 'focus'>): Reading {
  const known = readings.get(source);
  if (known) return known;
  const reading = readNew(source);
  readings.set(source, reading);
  return reading;
}

function readNew(source: Pick<Source, 'text' | 'pages' | 'focus'>): Reading {
  const { text } = source;
  const frequency = new Map<string, number>();
  const found = words(text);
  let next = 0;
  const units = sentences(text)
    .flatMap((s) => cut(text, s))
    .map((span): Unit => {
      const counts = new Map<string, number>();
      const first = next;
      for (let word = found[next]; word && word.start < span.end; word = found[++next])
        counts.set(word.key, (counts.get(word.key) ?? 0) + 1);
      for (const key of counts.keys()) frequency.set(key, (frequency.get(key) ?? 0) + 1);
      const tokens = countTokens(text.slice(span.start, span.end)) + 1;
      return { ...span, counts, length: next - first, tokens };
    });
  return { source, units, frequency, averageLength: found.length / Math.max(1, units.length) };
}

/** A sentence, or its pieces when it is too long to be one. */
function cut(text: string, span: Span): Span[] {
  const found: Span[] = [];
  let start = span.start;
  while (span.end - start > MAX_UNIT) {
    const limit = start + MAX_UNIT;
    const line = text.lastIndexOf('\n', limit);
    const blank = text.lastIndexOf(' ', limit);
    const end = line > start + 40 ? line : blank > start + 40 ? blank : limit;
    found.push({ start, end });
    start = end;
    while (start < span.end && /\s/.test(text.charAt(start))) start++;
  }
  if (start < span.end) found.push({ start, end: span.end });
  return found;
}

/** What is looked for: words with weights. */
export type Query = ReadonlyMap<string, number>;

/** The claim's words at full weight, more for figures and names; the context's words (heading, sentence before) at little. */
export function query(claim: string, context = ''): Query {
  const weights = new Map<string, number>();
  for (const { key, kind } of words(context)) weights.set(key, kind === 'number' ? 0.1 : CONTEXT_WEIGHT);
  let first = true;
  for (const { key, kind, start } of words(claim)) {
    const letter = claim.charAt(start);
    const isName = !first && kind === 'word' && letter !== letter.toLowerCase();
    weights.set(key, kind === 'number' ? NUMBER_WEIGHT : isName ? NAME_WEIGHT : 1);
    first = false;
  }
  return weights;
}
const CONTEXT_WEIGHT = 0.15;
const NUMBER_WEIGHT = 1.8;
const NAME_WEIGHT = 1.2;

/** How well each unit answers the query, by itself. */
export function score({ units, frequency, averageLength }: Reading, wanted: Query): Float64Array {
  const scores = new Float64Array(units.length);
  const rarity = new Map<string, number>();
  for (const [key, weight] of wanted) {
    const n = frequency.get(key) ?? 0;
    if (n > 0) rarity.set(key, weight * Math.log(1 + (units.length - n + 0.5) / (n + 0.5)));
  }
  units.forEach((unit, i) => {
    const norm = K1 * (1 - B + (B * unit.length) / Math.max(1, averageLength));
    let sum = 0;
    for (const [key, idf] of rarity) {
      const tf = unit.counts.get(key);
      if (tf !== undefined) sum += (idf * tf * (K1 + 1)) / (tf + norm);
    }
    scores[i] = sum;
  });
  return scores;
}

/** A unit gains from what stands around it: evidence often runs over two or three sentences. */
export function smooth(own: Float64Array): Float64Array {
  return own.map(
    (s, i) =>
      s + NEAR * ((own[i - 1] ?? 0) + (own[i + 1] ?? 0)) + FAR * ((own[i - 2] ?? 0) + (own[i + 2] ?? 0)),
  );
}
const NEAR = 0.35;
const FAR = 0.2;
