/** Ranks a source's sentences for a claim (BM25, one scan without an index; 100,000 characters take 10 ms), to screen and to judge. */
import type { Source, Span } from '../../model';
import { sentences } from '../sentences';
import { rarity } from './rarity';
import { countTokens } from './tokens';
import { eachWord, words } from './words';
import { countUp, getOrMake } from '../maps';

/** Sentences of a source with their words, for any number of claims. */
export type Reading = {
  readonly source: Pick<Source, 'text' | 'pages' | 'focus'>;
  readonly units: readonly Unit[];
  /** How often each key is in each unit that has it, by the unit's index, in order. */
  readonly places: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly averageLength: number;
};
/** A sentence with its word count. */
export type Unit = Span & { readonly length: number; readonly tokens: number };

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** Longest sentence in UTF-16 units; tables and lists without full stops are split here, at a line end or between words. */
const MAX_UNIT = 480;

type Readable = Reading['source'];
/** Recent readings, newest first. Not kept with the source, because findings keep their sources and a reading is several times larger. */
let recent: readonly Reading[] = [];
/** Most text characters whose readings are kept; parsing again takes a few milliseconds. */
const RECENT_TEXT = 400_000;

/** Splits a source into sentences; cached, because screening and judging ask for the same source in turn. */
export function read(source: Readable): Reading {
  const reading = recent.find((r) => r.source === source) ?? readNew(source);
  let room = RECENT_TEXT;
  recent = [reading, ...recent.filter((r) => r !== reading)].filter(
    ({ source: { text } }) => (room -= text.length) >= 0,
  );
  return reading;
}

function readNew(source: Readable): Reading {
  const { text } = source;
  const places = new Map<string, Map<number, number>>();
  const units: Unit[] = [];
  let total = 0;
  for (const spans of stretches(sentences(text).flatMap((s) => cut(text, s)))) {
    const from = spans[0]?.start ?? 0;
    const lengths = spans.map(() => 0);
    let at = 0;
    eachWord(text.slice(from, spans.at(-1)?.end), (start, _, key) => {
      while (start + from >= (spans[at]?.end ?? Infinity)) at++;
      lengths[at] = (lengths[at] ?? 0) + 1;
      countUp(getOrMake(places, key, newCounts), units.length + at);
      total++;
    });
    spans.forEach(({ start, end }, i) => {
      const tokens = countTokens(text.slice(start, end)) + 1;
      units.push({ start, end, length: lengths[i] ?? 0, tokens });
    });
  }
  return { source, units, places, averageLength: total / Math.max(1, units.length) };
}

const newCounts = (): Map<number, number> => new Map();

/** Groups neighboring spans for folding: folding a whole book at once would take ten times its memory. */
function* stretches(spans: readonly Span[]): Generator<readonly Span[]> {
  for (let from = 0; from < spans.length;) {
    const limit = (spans[from]?.start ?? 0) + STRETCH;
    let to = from + 1;
    while ((spans[to]?.end ?? Infinity) <= limit) to++;
    yield spans.slice(from, to);
    from = to;
  }
}
const STRETCH = 32_768;

/** A sentence, or its pieces if it is too long. */
function cut(text: string, span: Span): Span[] {
  const found: Span[] = [];
  let start = span.start;
  while (span.end - start > MAX_UNIT) {
    const limit = start + MAX_UNIT;
    // Only this piece is searched: in a text of one line, a search from `limit` would run back to its beginning each time.
    const piece = text.slice(start, limit + 1);
    const [line, blank] = [piece.lastIndexOf('\n'), piece.lastIndexOf(' ')];
    const end = line > 40 ? start + line : blank > 40 ? start + blank : limit;
    found.push({ start, end });
    start = end;
    while (start < span.end && /\s/.test(text.charAt(start))) start++;
  }
  if (start < span.end) found.push({ start, end: span.end });
  return found;
}

/** The query: words with weights. */
export type Query = ReadonlyMap<string, number>;

/** The claim's words at full weight, numbers and names higher; words of the context (heading, previous sentence) at low weight. */
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

/** How much a word in `units` of a source's units counts: rare in the source, and a little more if rare in English. */
export const idf = ({ units: all }: Reading, key: string, units: number): number =>
  Math.log(1 + (all.length - units + 0.5) / (units + 0.5)) * rarity(key) ** RARITY_POWER;
const RARITY_POWER = 0.3;

/** The score of each unit by itself. */
export function score(reading: Reading, wanted: Query): Float64Array {
  const { units, places, averageLength } = reading;
  const scores = new Float64Array(units.length);
  for (const [key, weight] of wanted) {
    const counts = places.get(key);
    if (!counts) continue;
    const telling = weight * idf(reading, key, counts.size);
    for (const [unit, count] of counts) {
      const norm = K1 * (1 - B + (B * (units[unit]?.length ?? 0)) / Math.max(1, averageLength));
      scores[unit] = (scores[unit] ?? 0) + (telling * count * (K1 + 1)) / (count + norm);
    }
  }
  return scores;
}

/** Raises the score of units near high-scoring ones: evidence often spans two or three sentences. */
export const smooth = (own: Float64Array): Float64Array =>
  own.map(
    (s, i) =>
      s + NEAR * ((own[i - 1] ?? 0) + (own[i + 1] ?? 0)) + FAR * ((own[i - 2] ?? 0) + (own[i + 2] ?? 0)),
  );
const NEAR = 0.28;
const FAR = 0.2;
