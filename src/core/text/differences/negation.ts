/**
 * Negations: English ones in any text, those of other languages only in a text of that language (`sin` and `non` are also English words).
 */
import { fold } from '../fold';
import { contentKeys, language, words } from '../relevance/words';

const ENGLISH =
  /\b(?:not|no|never|cannot|neither|nor|without|isn't|wasn't|weren't|aren't|didn't|doesn't|don't|won't|wouldn't|hasn't|haven't|hadn't|can't|couldn't|nobody|none)\b/;

/** Folded, so without accents. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  de: /^(?:nicht|keine?|keine[mnrs]|nie|niemals|weder|ohne|niemand)$/,
  fr: /^(?:ne|n|pas|jamais|aucune?|ni|sans|non|personne)$/,
  es: /^(?:no|nunca|jamas|ni|sin|ningun[oa]?|tampoco)$/,
  it: /^(?:non|mai|nessun[oa]?|senza)$/,
  pt: /^(?:nao|nunca|jamais|nem|sem|nenhuma?)$/,
  nl: /^(?:niet|geen|nooit|zonder|niemand)$/,
};
/** Chinese negates before the word, Japanese after it; look-alikes are removed first. */
const CHINESE = /没有|沒有|从未|從未|未曾|未能|尚未|不是|并非|並非|并未|並未|不曾|无法|無法/g;
const JAPANESE = /なかった|ません|ない|ずに|せず|ず、/g;
const NO_NEGATION =
  /だけでな[くい]|ばかりでな[くい]|ではないか|じゃないか|かもしれない|しかな[いか]|に違いない|少ない|危ない/g;

const ENGLISH_WORD = new Set('not no never cannot neither nor'.split(' '));
const isEnglish = (word: string) => ENGLISH_WORD.has(word) || /n't$/.test(word);

const wordsIn = (folded: string) => folded.split(/[^\p{L}\p{N}']+/u);

/** Whether the text contains a negation. */
export function isNegated(text: string): boolean {
  const folded = fold(text);
  if (ENGLISH.test(folded)) return true;
  const spoken = language(text);
  if (spoken === 'unspaced') return negationsOf(text).length > 0;
  const others = OTHERS[spoken ?? ''];
  return others !== undefined && wordsIn(folded).some((w) => others.test(w) || w.startsWith("n'"));
}

/** Whether a sentence negates a word of a claim without negation, or an effect that the claim states. */
export function negates(claim: string, sentence: string): boolean {
  if (isNegated(claim)) return false;
  const wanted = contentKeys(claim);
  const holds = (part: string) => words(part).some((w) => wanted.has(w.key));
  if (negationsOf(sentence).some(holds)) return true;
  return EFFECT.test(claim) && [...sentence.matchAll(NO_EFFECT)].some(([, on = '']) => holds(on));
}
/** `did not have a significant effect on …` */
const NO_EFFECT =
  /\b(?:no|not|nor|neither)\b(?: [\w-]+){0,3} (?:significant(?:ly)?|differences?|benefits?|effects?)\b([^,;:.]*)/g;
/** Words of a claim that something had an effect; not those of one that says it had none. */
const EFFECT =
  /^(?!.*\b(?:similar|compar|same|equal|unchanged|fail|lack|in(?:effective|significant)|little|minimal)).*\b(?:reduc|lower|decreas|increas|rais|improv|prevent|protect|caus|associat|effect|affect|benefi|better|worse|more|less|fewer|high|great|differ)/is;

/** Number of words after a `not` that it negates, or letters in scripts without spaces. */
const WORDS_AHEAD = 3;
const LETTERS = 6;

/** What each negation in a text negates: a few words after it, and before it in languages that put it last. */
export function negationsOf(text: string): string[] {
  const spoken = language(text);
  if (spoken === 'unspaced') return inUnspaced(fold(text));
  const found = wordsIn(fold(text));
  const others = OTHERS[spoken ?? ''];
  // `öffnete 1932 nicht`: the verb may come first.
  const back = spoken === 'de' || spoken === 'nl' ? WORDS_AHEAD : 0;
  return found.flatMap((word, i) => {
    const elided = spoken === 'fr' && word.startsWith("n'");
    if (!isEnglish(word) && !others?.test(word) && !elided) return [];
    const ahead = found.slice(i + 1, i + 1 + WORDS_AHEAD);
    if (isEnglish(word) && spoken !== 'de' && spoken !== 'nl') return [firstOf(ahead)];
    return [[...found.slice(Math.max(0, i - back), i), ...ahead].join(' ')];
  });
}

/** What an English negation negates: the next content word, with the following word if it is an adverb. */
function firstOf(ahead: readonly string[]): string {
  const first = ahead.findIndex((word) => words(word).length > 0);
  const length = /ly$/.test(ahead[first] ?? '') ? 2 : 1;
  return first < 0 ? '' : ahead.slice(first, first + length).join(' ');
}

function inUnspaced(folded: string): string[] {
  const plain = folded.replace(NO_NEGATION, (hit) => ' '.repeat(hit.length));
  const ahead = [...plain.matchAll(CHINESE)].map((m) =>
    plain.slice(m.index + m[0].length, m.index + m[0].length + LETTERS),
  );
  const behind = [...plain.matchAll(JAPANESE)].map((m) =>
    plain.slice(Math.max(0, m.index - LETTERS), m.index),
  );
  return [...ahead, ...behind];
}
