/** Negations: those of a text's language, English ones where it is not known (`no` is Portuguese for `in the`). */
import { fold } from '../fold';
import { contentKeys, language, words, type Word } from '../relevance/words';

const ENGLISH = /\b(?:not|no|never|cannot|neither|nor|without|nobody|none|\w+n't|non-\w+)\b/;

/** Folded, so without accents. Not `ohne` and `sans`, which negate no verb, nor `ne` alone: `ne … que` means `only`. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  de: negatives('nicht keine? keine[mnrs] nie niemals weder niemand', 'nur weit zuletzt immer unbedingt'),
  fr: negatives('pas jamais aucune? ni rien personne', 'seulement loin toujours que'),
  es: negatives('no nunca jamas ni ningun[oa]? tampoco', 'solo solamente lejos siempre obstante'),
  it: negatives('non mai nessun[oa]?', 'solo soltanto lontano sempre'),
  pt: negatives('nao nunca jamais nem nenhuma?', 'so apenas somente longe sempre obstante'),
  nl: negatives('niet geen nooit niemand', 'alleen ver altijd'),
  pl: negatives('nie nigdy nikt nic zad[a-z]{1,4} ani', 'tylko zawsze daleko mniej'),
  other: negatives('не нет никогда нельзя', 'только далеко всегда'),
};
/** Words that negate a clause, unless one of `except` follows. */
function negatives(all: string, except: string): RegExp {
  const either = (list: string) => list.split(' ').join('|');
  return new RegExp(
    `(?<![\\p{L}'-])(?:${either(all)})(?![\\p{L}-])(?! (?:${either(except)})(?!\\p{L}))`,
    'u',
  );
}
/** Whether a text in one of these languages negates; undefined for others. */
export const negatesIn = (spoken: string, text: string): boolean | undefined =>
  OTHERS[spoken]?.test(fold(text));
/** What ends a clause, as far as it shows. */
const CLAUSE =
  /[,;:()–—]+| (?:aber|obwohl|sondern|weil|mais|alors|quand|lorsque|tandis|qu[ei]|benche|pero|aunque|mientras|cuando|porque|anche se|che|quando|perche|mas|embora|enquanto|maar|hoewel|terwijl|omdat|wanneer|dat|si(?= no )|se(?= n[ao][on] )|ale|choc|gdy|kiedy|poniewaz|ze|ktor[aey]|но|хотя|когда|если|что|которыи) /;

/** Chinese negates before the word, Japanese after it; look-alikes are removed first. */
const CHINESE = /没有|沒有|从未|從未|未曾|未能|尚未|不是|并非|並非|并未|並未|不曾|无法|無法/g;
const JAPANESE = /なかった|ません|ない|ずに|せず|ず、/g;
const NO_NEGATION =
  /だけでな[くい]|ばかりでな[くい]|ではないか|じゃないか|かもしれない|しかな[いか]|に違いない|少ない|危ない/g;

const ENGLISH_WORD = /^(?:not|no|never|cannot|neither|nor|.*n't)$/;

/** Whether the text contains a negation. */
export const isNegated = (text: string, spoken = language(text)): boolean =>
  spoken === 'unspaced' ? negationsOf(text).length > 0 : (OTHERS[spoken ?? ''] ?? ENGLISH).test(fold(text));

/** Whether a sentence negates a claim: by a word of it, an effect it states, or, beyond English, a clause with most of its words. */
export function negates(claim: string, sentence: string, spoken = language(sentence)): boolean {
  if (isNegated(claim, spoken)) return false;
  const wanted = contentKeys(claim);
  const others = OTHERS[spoken ?? ''];
  if (others) {
    const isOfClaim = (w: Word | undefined) => w !== undefined && wanted.has(w.key);
    return fold(sentence)
      .split(CLAUSE)
      .some((clause) => {
        const [before = [], after] = clause.split(others).map((part) => words(part));
        const isBeside = after && (isOfClaim(before.at(-1)) || isOfClaim(after[0]));
        return isBeside && [...contentKeys(clause)].filter((key) => wanted.has(key)).length > wanted.size / 2;
      });
  }
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

/** What each negation in English or a script without spaces negates: a few words after it, or before it in Japanese. */
export function negationsOf(text: string): string[] {
  const folded = fold(text);
  if (language(text) === 'unspaced') return inUnspaced(folded);
  const found = folded.split(/[^\p{L}\p{N}']+/u);
  return found.flatMap((word, i) =>
    ENGLISH_WORD.test(word) ? [firstOf(found.slice(i + 1, i + 1 + WORDS_AHEAD))] : [],
  );
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
