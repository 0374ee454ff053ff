/** Detects the language of a message, and compiles that language's words. */
import { compile, type Reader } from '../marks';
import { CHINESE } from './chinese';
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';
import { FRENCH } from './french';
import { GERMAN } from './german';
import { JAPANESE } from './japanese';
import { SPANISH } from './spanish';

type Language = { readonly lexicon: Lexicon; readonly common: RegExp };

/** Letters or frequent words that English lacks. Japanese comes before Chinese, because it shares its characters. */
const LANGUAGES: readonly Language[] = [
  { lexicon: JAPANESE, common: /[\u3040-\u30ff]/g },
  { lexicon: CHINESE, common: /[\u4e00-\u9fff]/g },
  {
    lexicon: GERMAN,
    common:
      /(?<!\p{L})(?:und|der|die|das|ist|sind|nicht|mit|ich|habe|wurde|wurden|alle|keine|jetzt|auch|den|für|ohne|wir|noch|im|alles|wie|war|keinen?|meldet|wird|werden|grün|erfolgreich|fehlerfrei|behoben|Fehler|bestandene?n?|fehlgeschlagen)(?!\p{L})/giu,
  },
  {
    lexicon: FRENCH,
    common:
      /(?<!\p{L})(?:il|elle|de|le|les|des|est|sont|pas|avec|pour|dans|et|du|tous|toutes|aucune?|sans|je|nous|maintenant|une|sur|ont|qui|au|la|tout|toute|comme|réussie?s?|corrigée?s?|ci au)(?!\p{L})|(?<!\p{L})a été(?=\s)|(?<!\p{L})(?:j['’]ai|[nldc]['’](?=[a-zé]))/giu,
  },
  {
    lexicon: SPANISH,
    common:
      /(?<!\p{L})(?:de|el|los|las|con|para|todos|todas|sin|está|están|he|ahora|y|una|por|pero|del|hay|ya|que|ha|han|la|todo|toda|como|ningún|ninguna|fue|pruebas|correctamente|advertencias?|errores|fallos?)(?!\p{L})|\p{L}*[áíóúñ]\p{L}*|(?<!\p{L})(?:agregu|cre|actualic|modifiqu|verifiqu|elimin|desplegu|publiqu|comprob|arregl|ejecut)é(?!\p{L})/giu,
  },
];

const SAMPLE = 2_000;
/** Least share of common words for a language, and at least two of them unless the message is short. */
const SHARE = 1 / 12;
const SHORT = 8;

function lexiconOf(words: string): Lexicon {
  const sample = words.slice(0, SAMPLE);
  const count = sample.split(/\s+/).length;
  const least = Math.max(count < SHORT ? 1 : 2, count * SHARE);
  let best: Lexicon = ENGLISH;
  let most = 0;
  for (const { lexicon, common } of LANGUAGES) {
    const found = sample.match(common)?.length ?? 0;
    if (found < least || found <= most) continue;
    if (!lexicon.isSpaced) return lexicon;
    [best, most] = [lexicon, found];
  }
  return best;
}

const readers = new Map<Lexicon, Reader>();

/** Compiled on first use. */
function compiled(lexicon: Lexicon): Reader {
  const known = readers.get(lexicon) ?? compile(lexicon);
  readers.set(lexicon, known);
  return known;
}

/** Finds claims in the language of `words`. */
export const readerOf = (words: string): Reader => compiled(lexiconOf(words));

const IS_LATIN = /^[^\u3040-\u30ff\u4e00-\u9fff]*$/;

/** Reads one sentence of a message: agents write some sentences of Chinese and Japanese messages in English. */
export const readerWithin = (reader: Reader, sentence: string): Reader =>
  !reader.lexicon.isSpaced && IS_LATIN.test(sentence) ? compiled(ENGLISH) : reader;
