/** Detects the language of a message, and compiles that language's words. */
import { wordSet } from '../../text/wordSet';
import { compile, type Reader } from '../marks';
import { CHINESE } from './chinese';
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';
import { FRENCH } from './french';
import { GERMAN } from './german';
import { JAPANESE } from './japanese';
import { SPANISH } from './spanish';
import { getOrMake } from '../../text/maps';

/** Frequent words that English lacks. */
const LANGUAGES: readonly { readonly lexicon: Lexicon; readonly common: ReadonlySet<string> }[] = [
  {
    lexicon: GERMAN,
    common: wordSet(
      'und der die das ist sind nicht mit ich habe wurde wurden alle keine keinen jetzt auch den für ohne wir noch im alles wie war meldet wird werden grün erfolgreich fehlerfrei behoben fehler bestanden bestandene bestandenen fehlgeschlagen',
    ),
  },
  {
    lexicon: FRENCH,
    common: wordSet(
      'il elle de le les des est sont pas avec pour dans et du tous toutes aucun aucune sans je nous maintenant une sur ont qui au la tout toute comme réussi réussie réussis réussies corrigé corrigée corrigés corrigées été',
    ),
  },
  {
    lexicon: SPANISH,
    common: wordSet(
      'de el los las con para todos todas sin está están he ahora y una por pero del hay ya que ha han la todo toda como ningún ninguna fue pruebas correctamente advertencia advertencias errores fallo fallos agregué creé actualicé modifiqué verifiqué eliminé desplegué publiqué comprobé arreglé ejecuté',
    ),
  },
];
const ELISION = /^(?:[cdjln]|qu)['’]/;
const SPANISH_LETTERS = /[áíóúñ]/;
/** Japanese is tested first, because it shares the characters of Chinese. */
const ASIAN = [
  { lexicon: JAPANESE, letters: /[\u3040-\u30ff]/g },
  { lexicon: CHINESE, letters: /[\u4e00-\u9fff]/g },
] as const;

const SAMPLE = 2_000;
/** Least share of common words for a language, and at least two of them unless the message is short. */
const SHARE = 1 / 12;
const SHORT = 8;

function lexiconOf(words: string): Lexicon {
  const sample = words.slice(0, SAMPLE).toLowerCase();
  const count = sample.split(/\s+/).length;
  const least = Math.max(count < SHORT ? 1 : 2, count * SHARE);
  const isAscii = !/[^\0-\u007f]/.test(sample);
  for (const { lexicon, letters } of isAscii ? [] : ASIAN)
    if ((sample.match(letters)?.length ?? 0) >= least) return lexicon;
  const found = LANGUAGES.map(() => 0);
  for (const word of sample.split(/[^a-z\u00c0-\u024f'’]+/)) {
    const isElided = ELISION.test(word);
    LANGUAGES.forEach(({ lexicon, common }, i) => {
      const isForeign = lexicon === FRENCH ? isElided : lexicon === SPANISH && SPANISH_LETTERS.test(word);
      if (isForeign || common.has(word)) found[i] = (found[i] ?? 0) + 1;
    });
  }
  const most = Math.max(...found);
  return (most >= least ? LANGUAGES[found.indexOf(most)]?.lexicon : undefined) ?? ENGLISH;
}

const readers = new Map<Lexicon, Reader>();
const compiled = (lexicon: Lexicon): Reader => getOrMake(readers, lexicon, () => compile(lexicon));

/** Finds claims in the language of `words`. */
export const readerOf = (words: string): Reader => compiled(lexiconOf(words));

const IS_LATIN = /^[^\u3040-\u30ff\u4e00-\u9fff]*$/;

/** Reads one sentence of a message: agents write some sentences of Chinese and Japanese messages in English. */
export const readerWithin = (reader: Reader, sentence: string): Reader =>
  !reader.lexicon.isSpaced && IS_LATIN.test(sentence) ? compiled(ENGLISH) : reader;
