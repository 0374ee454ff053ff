/** Introductory signals, the words that lead to a cited work: `see also`, `cf.`, `vgl. auch`. */
import { wordSet } from '../wordSet';

const WORDS = 'see cf compare vgl siehe voir véase vedi cfr zie zob jf см див ראו ראה انظر'.split(' ');
const ALSO = 'also auch aussi également también também anche ook też også även также також';
const eitherCase = ([first = '', ...rest]: string): string =>
  `[${first.toUpperCase()}${first}]${rest.join('')}`;

/** A signal, as the source of an expression, without the space after it. */
export const SIGNAL = `(?:${WORDS.map(eitherCase).join('|')})\\.?(?: (?:${ALSO.replaceAll(' ', '|')}))?`;

/** What a work is known through, as the source of an expression, without the space after it: `cited in`, `zit. nach`. */
export const CITED_IN = `(?:${[
  'cited (?:in|by)',
  'quoted (?:in|by|from)',
  'qtd\\. in',
  'reported (?:in|by)',
  'reprinted (?:in|from)',
  'zit(?:\\.|iert) (?:nach|in|bei|n\\.)',
  'cité (?:par|dans)',
  'citad[oa] (?:en|por|em)',
  'cit(?:ato|\\.) in',
  'cyt\\. za:?',
  'цит\\. по:?',
  'apud',
]
  .map(eitherCase)
  .join('|')})`;

/** The words of signals. Some are so common that they are signals only between brackets and a name: `ver`, `se`. */
export const SIGNALS: ReadonlySet<string> = new Set([
  ...WORDS.flatMap((word) => [word, `${word}.`]),
  ...wordSet(`e.g. ver se ${ALSO}`),
]);
