/** The language of a message, with the compiled words of that language. */
import { compile, type Reader } from '../marks';
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';
import { GERMAN } from './german';

type Language = { readonly lexicon: Lexicon; readonly common: RegExp };

/** Frequent words that English does not have. */
const LANGUAGES: readonly Language[] = [
  {
    lexicon: GERMAN,
    common: /\b(?:und|der|die|das|ist|sind|nicht|mit|ich|habe|wurde|wurden|alle|keine|jetzt|auch)\b/gi,
  },
];

const SAMPLE = 2_000;
/** A message is in a language if at least this share of its words, and at least two, are common words of it. */
const SHARE = 1 / 12;

function lexiconOf(words: string): Lexicon {
  const sample = words.slice(0, SAMPLE);
  const least = Math.max(2, sample.split(/\s+/).length * SHARE);
  return LANGUAGES.find(({ common }) => (sample.match(common)?.length ?? 0) >= least)?.lexicon ?? ENGLISH;
}

const readers = new Map<Lexicon, Reader>();

/** Reads claims in the language of `words`; compiled when first used. */
export function readerOf(words: string): Reader {
  const lexicon = lexiconOf(words);
  const known = readers.get(lexicon) ?? compile(lexicon);
  readers.set(lexicon, known);
  return known;
}
