/** Reads lists of names word by word, forwards from a token or backwards from their end: `van der Berg, J. K., Lee & Kim et al.`. */
import { hanNames, type HanNames } from './cjkNames';
import {
  ABBREVIATION,
  BODIES,
  INSIDE,
  JOINS,
  LEADS,
  MONTH_NAMES,
  NAMESAKES,
  NAMING,
  SURNAMES,
  opens,
  stops,
} from './lexicon';
import { isLetterWord, isUpper, lowerAt, textAt, type Token } from './markerTokens';
import { PARTICLES } from '../../text/works/nameParts';
import { wordSet } from '../../text/wordSet';

const LOWER_WORD = /^\p{Ll}[\p{L}'’-]+$/u;
const CAPITAL = /^\p{Lu}$/u;
const CAPITALS = /^\p{Lu}{1,2}$/u;
/** `J.`, `J.-P.`, `J.K`; all with their full stops; at most four. */
const INITIALS = /^(?:\p{Lu}\p{Ll}?\.[-‐]?)+\p{Lu}?$/u;
const DOTTED = /^(?:\p{Lu}\p{Ll}?\.[-‐]?)+$/u;
const FEW_DOTTED = /^(?:\p{Lu}\.[-‐]?){1,4}$/u;

const ACCENT = / ?([´¨ˆ˜¸]| \p{M})(?=\p{Ll})/gu;
const COMBINING: Readonly<Record<string, string>> = {
  '´': '\u0301',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¸': '\u0327',
};
const YEAR = /^(?:1[5-9]|20)\d\d[a-z]?$/;
const CAPITALISED = /^\p{Lu}\p{Ll}/u;
/** An abbreviation rather than the name of a person: `LSTM`, `PReLU`, `GPs`, but not `LI`. */
const isTerm = (word: string): boolean => word.length > 2 && ABBREVIATION.test(word);

/** `l'INSEE`, `dell'Istat`: an article before a name. */
const ELIDED = /^(?:(?:l|[dn]ell|[ds]all|sull|all)['’](?=\p{Lu})|d['’](?=\p{Lu}{3}))/u;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** `Mu¨ller` → `Müller`. */
const mended = (name: string): string =>
  !BEYOND_ASCII.test(name)
    ? name
    : name
        .replace(KANA_GAP, '')
        .replace(ACCENT, (_, accent: string) => COMBINING[accent] ?? accent.trim())
        .normalize('NFC');
/** Between the scripts of one Japanese name, `こども家庭庁`, which are two tokens. */
const KANA_GAP = /(?<=\p{Script=Hiragana}) (?=\p{Script=Han})/gu;

export type Names = {
  readonly authors: string[];
  readonly end: number;
  readonly strong: boolean;
  /** Whether some name is in lower case, and which ones. */
  readonly lower: readonly boolean[];
  /** Names are separated by commas alone. */
  readonly commas: boolean;
  readonly etAl: boolean;
};

/** The names that begin at token `k`; undefined if none do. */
export function readNames(ts: readonly Token[], k: number): Names | undefined {
  const han = hanNames(textAt(ts, k));
  if (han) return hanRun(ts, k, han);
  const authors: string[] = [];
  const lower: boolean[] = [];
  let strong = false;
  let commas = false;
  let i = k;
  for (;;) {
    const name = readName(ts, i);
    if (!name) break;
    // `Smith–Jones`: two authors more often than one with two names.
    const both = name.name.includes('–') ? name.name.split('–') : [name.name];
    for (const one of both) {
      authors.push(one);
      lower.push(name.lower);
    }
    i = name.end;
    const more = etAl(ts, i);
    if (more > i) {
      if (commas) dropTerms(authors, lower, 1);
      // `Smith, Jones, et al.`: the last comma shows that earlier commas separate names too.
      return { authors, end: more, strong: true, lower, commas: commas && textAt(ts, i) !== ',', etAl: true };
    }
    const next = joint(ts, i);
    if (next === i || !readName(ts, next)) break;
    const joined = JOINS.has(lowerAt(ts, next - 1));
    strong ||= joined;
    commas = !joined && textAt(ts, next - 1) !== '/';
    i = next;
    if (authors.length > 30) return undefined;
  }
  if (strong) dropTerms(authors, lower, 2);
  return authors.length === 0 ? undefined : { authors, end: i, strong, lower, commas, etAl: false };
}

/** Drops the subject of the works before their authors, of whom there are at least `least`: `BERT, Smith et al.`, `ReLU, Smith & Lee`. */
function dropTerms(authors: string[], lower: boolean[], least: number): void {
  const first = authors.findIndex((name) => !isTerm(name));
  if (first < 1 || authors.length - first < least || (least > 1 && !ONE_NAME.test(authors[first] ?? '')))
    return;
  authors.splice(0, first);
  lower.splice(0, first);
}
const ONE_NAME = /^\p{Lu}[\p{Ll}’'-]+(?:\p{Lu}\p{Ll}+)?$/u;

/** A run in Chinese or Japanese is one token. */
function hanRun(ts: readonly Token[], k: number, { authors, etAl: isOpen }: HanNames): Names {
  const all = [...authors];
  let more = isOpen;
  let i = k + 1;
  // `王小明、李红`, `王小明 & 李红`
  for (let next = joint(ts, i); next > i && !more; next = joint(ts, i)) {
    const further = hanNames(textAt(ts, next));
    if (!further || all.length > 30) break;
    all.push(...further.authors);
    more = further.etAl;
    i = next + 1;
  }
  const end = etAl(ts, i);
  more ||= end > i;
  const lower = all.map(() => false);
  return { authors: all, end, strong: more || all.length > 1, lower, commas: false, etAl: more };
}

/** The offset after `,`, `and`, `, &` between two names, or `i`. */
function joint(ts: readonly Token[], i: number): number {
  const j = /^[,、，]$/.test(textAt(ts, i)) ? i + 1 : i;
  const word = lowerAt(ts, j);
  // `Oil  & Smith et al.`: the cells of a table in LaTeX.
  const isCell = word === '&' && (ts[j]?.at ?? 0) > (ts[j - 1]?.at ?? 0) + textAt(ts, j - 1).length + 1;
  return (JOINS.has(word) && !isCell) || word === '/' ? j + 1 : j;
}

/** `et al.` in one word. */
const MORE = wordSet(
  'etal. etal et.al. et.al u.a. vd. m.fl. mfl. dkk. dkk idr. ym. e.a. وآخرون ועמיתיו ועמיתיה ואחרים 等 等人 ら ほか 他 외 등',
);

/** After `et al.`, `and colleagues`, `u. a.`, `等`, or `i`. */
export function etAl(ts: readonly Token[], i: number): number {
  const j = textAt(ts, i) === ',' ? i + 1 : i;
  const [a, b] = [lowerAt(ts, j), lowerAt(ts, j + 1)];
  const theirs = /^(?:his|her|their)$/.test(b) ? 1 : 0;
  if (
    /^(?:et\.?|&|and|y|e|i|и|та|і|و)$/.test(a) &&
    /^(?:al|alii|coll?s?|cols|colab|wsp|sur|др|ін|همکاران|in(?=\.))\.?(?:['’]s)?$/.test(b)
  )
    return j + (textAt(ts, j + 2) === '.' ? 3 : 2);
  if (MORE.has(a)) return j + 1;
  if (a === 'u.' && b === 'a.') return j + 2;
  if (
    (a === 'and' || a === '&') &&
    /^(?:colleagues|others|coworkers|co-workers|collaborators|team)(?:['’]s?)?$/.test(
      lowerAt(ts, j + 1 + theirs),
    )
  )
    return j + 2 + theirs;
  return i;
}

type OneName = { readonly name: string; readonly end: number; readonly lower: boolean };
/** One author or institution: particles, capitalised words, initials before or after. */
function readName(ts: readonly Token[], k: number): OneName | undefined {
  const words: string[] = [];
  let i = k;
  let lower = false;
  for (; i < ts.length && words.length < 9; i++) {
    const word = textAt(ts, i);
    const role: Role = word === '.' && i > k ? 'initial' : roleOf(ts, i, words, lower);
    if (role === 'none') break;
    if (role === 'initial') continue;
    words.push(role === 'capital' ? word.replace(/\.$/, '') : word);
    lower ||= role === 'lower';
  }
  if (words.length === 0) return undefined;
  // `Smith J, Jones KL`: capitals without full stops are initials if more names follow.
  if (words.length > 1 && CAPITALS.test(words.at(-1) ?? '') && textAt(ts, i) === ',') {
    const next = textAt(ts, i + 1);
    if (isLetterWord(next) && CAPITALS.test(textAt(ts, i + 2))) words.pop();
  }
  // `Smith, J. K.`: initials after a comma belong to the name.
  if (textAt(ts, i) === ',' && FEW_DOTTED.test(textAt(ts, i + 1))) {
    i += 2;
    while (FEW_DOTTED.test(textAt(ts, i))) i++;
  }
  return { name: mended(words.join(' ').replace(ELIDED, '')), end: i, lower };
}

/** What a token is to the name that `words` begin; `inner` is a particle or a word such as `of`. */
type Role = 'none' | 'initial' | 'capital' | 'inner' | 'lower';
function roleOf(ts: readonly Token[], i: number, words: readonly string[], lower: boolean): Role {
  const [word, low, isFirst] = [textAt(ts, i), lowerAt(ts, i), words.length === 0];
  // `SILVA ET AL.`
  if (word === 'ET' && etAl(ts, i) > i) return 'none';
  if (isFirst && STATES.test(word) && isLetterWord(textAt(ts, i + 1))) return 'inner';
  if (isInitial(word, textAt(ts, i + 1))) return word.length > 2 && !DOTTED.test(word) ? 'none' : 'initial';
  if (!isFirst && (MORE.has(low) || /^[和与及و]$/.test(low))) return 'none';
  if (!isFirst && bareInitials(ts, i)) return 'initial';
  if (PARTICLES.has(low) && isLetterWord(textAt(ts, i + 1)) && !isUpper(word)) return 'inner';
  if (isCapital(ts, i, words.length)) return 'capital';
  if (INSIDE.has(low) && words.some(isUpper) && continues(ts, i)) return 'inner';
  return lowerGoesOn(ts, i, words, lower) ? 'lower' : 'none';
}
const STATES = /^(?:U\.[SNK]|E\.U)\.$/;

const isInitial = (word: string, next: string): boolean =>
  (next === '.' && CAPITAL.test(word)) ||
  (word.includes('.') && INITIALS.test(word) && !PARTICLES.has(word.toLowerCase()) && !stops(word));

/** A capitalised word that may be one of a name, as its first or after `count` others. */
const isCapital = (ts: readonly Token[], i: number, count: number): boolean => {
  const word = textAt(ts, i);
  if (!isUpper(word) || !isLetterWord(word)) return false;
  return !stops(word) || (count === 0 && surname(ts, i)) || naming(ts, i, count);
};

/** `Smith A, 2010`, `Smith JK et al.`: a capital without a point before what ends a name; two only before `et al.`. */
function bareInitials(ts: readonly Token[], i: number): boolean {
  const word = textAt(ts, i);
  if (!CAPITALS.test(word)) return false;
  return etAl(ts, i + 1) > i + 1 || (CAPITAL.test(word) && textAt(ts, i + 1) === ',');
}

/** Continues a name that was copied in lower case: `san Martín`, `russo spena et al.`, `Velasquez serrano`. */
function lowerGoesOn(ts: readonly Token[], i: number, words: readonly string[], lower: boolean): boolean {
  if (JOINS.has(lowerAt(ts, i)) || words.length > 3) return false;
  if (!plainLower(textAt(ts, i)) && (words.length > 0 || !small(ts, i))) return false;
  return isUpper(words[0] ?? '') || !lower || (words.length === 1 && textAt(ts, i + 1) === 'et');
}

/** `March and Simon`, `May et al.`, `He et al.` */
const joins = (ts: readonly Token[], i: number): boolean =>
  (MONTH_NAMES.has(textAt(ts, i)) || NAMESAKES.has(textAt(ts, i))) &&
  (/^(?:and|&|und)$/.test(textAt(ts, i + 1))
    ? isUpper(textAt(ts, i + 2)) && !stops(textAt(ts, i + 2))
    : etAl(ts, i + 1) > i + 1);

/** A common word as a family name: `He et al.`, `Xu & He`, `(King, 1990)`. */
function surname(ts: readonly Token[], i: number): boolean {
  if (joins(ts, i)) return true;
  const word = textAt(ts, i);
  if (!NAMESAKES.has(word)) return false;
  const [prior, before] = [textAt(ts, i - 2), textAt(ts, i - 1)];
  const [ahead, then] = [textAt(ts, i + 1), textAt(ts, i + 2)];
  const behind = isName(prior) ? before === ',' || JOINS.has(before) : prior === ',' && JOINS.has(before);
  if (behind && (ahead === '' || ahead === ',' || YEAR.test(ahead))) return true;
  return SURNAMES.has(word) && ahead === ',' && (YEAR.test(then) || isName(then));
}

/** A common word in the name of an institution, next to another word of the name. */
function naming(ts: readonly Token[], i: number, words: number): boolean {
  if (!NAMING.has(textAt(ts, i))) return false;
  const ahead = textAt(ts, i + 1);
  if (CAPITALISED.test(ahead) && !stops(ahead)) return true;
  if (words === 0) return INSIDE.has(ahead) && CAPITALISED.test(textAt(ts, i + 2));
  return ahead === ',' || ahead === '[' || (INSIDE.has(ahead) && continues(ts, i + 1));
}

const plainLower = (word: string): boolean => LOWER_WORD.test(word) && !stops(word) && !LEADS.has(word);

/** An institution's inner word (`Ministry of Health`): a capital must follow, and `and` is one only inside a longer name. */
function continues(ts: readonly Token[], i: number): boolean {
  const word = lowerAt(ts, i);
  let next = textAt(ts, i + 1);
  if (next.toLowerCase() === 'the') next = textAt(ts, i + 2);
  if (!isLetterWord(next) || !isUpper(next)) return false;
  return !(JOINS.has(word) || word === 'de' || word === 'la' || word === 'du');
}

/** The names before token `next`, or before its comma, and the token they begin at. */
export function namesEnding(ts: readonly Token[], next: number): { k: number; names: Names } | undefined {
  const end = textAt(ts, next - 1) === ',' ? next - 1 : next;
  let best: { k: number; names: Names } | undefined;
  // From the nearest word outwards: the longest run that reads as one list of names wins.
  for (let k = end - 1; k >= 0 && end - k < 24; k--) {
    const word = textAt(ts, k);
    const low = word.toLowerCase();
    if (!best && MORE.has(low)) continue;
    if (!isOfNames(word, k === end - 1)) break;
    if (best) {
      if (endsSentence(word)) break;
      if (inBody(ts, k)) continue;
    }
    if (isStop(ts, k) && etAl(ts, k - 1) !== end) break;
    if (JOINS.has(low) || /^[,./]$/.test(word)) continue;
    if (best && areInitials(ts, k)) continue;
    if (best && isApart(ts, k, best.names)) break;
    const names = readNames(ts, k);
    if (names?.end === end && plausible(names, textAt(ts, k - 1))) best = { k, names };
    else if (best) break;
  }
  return best && isCase(ts, best.k, best.names) ? undefined : best;
}

/** A word, or a mark that is between names; a full stop only as the last. */
const isOfNames = (word: string, isLast: boolean): boolean =>
  isLetterWord(word) || /^[&,/·]$/.test(word) || (word === '.' && isLast);

/** Whether a word is a common one that is neither part of a name nor joins two. */
const isStop = (ts: readonly Token[], k: number): boolean =>
  stops(textAt(ts, k)) && !JOINS.has(lowerAt(ts, k)) && !surname(ts, k) && !small(ts, k);

/** `Chen, X., Li, Y., & Wang, Z.`: the initials of the name before the comma. */
const areInitials = (ts: readonly Token[], k: number): boolean =>
  FEW_DOTTED.test(textAt(ts, k)) && textAt(ts, k - 1) === ',' && textAt(ts, k + 1) === ',';

/** Whether the word before names is none of them. */
function isApart(ts: readonly Token[], k: number, { strong }: Names): boolean {
  const [word, next] = [textAt(ts, k), textAt(ts, k + 1)];
  // Scripts without capitals: one word is the name, those before it may be any.
  if (/^\p{Lo}/u.test(word) && !isJoint(next)) return true;
  // `un artículo de Charles Berg`, not `según de la Cruz`: a particle behind a noun.
  const noun = OF.test(word) && !/^l[ao]s?$/.test(next) ? textAt(ts, k - 1) : '';
  if (noun.length > 3 && plainLower(noun) && !opens(noun)) return true;
  // `KL-UCB Smith et al.`: an abbreviation before names is the subject of the works.
  if (strong && isTerm(word) && isName(next)) return true;
  if (!isUpper(word) || !opens(word)) return false;
  // `Meanwhile, Smith and Lee (2010)`
  if (next === ',' && !isJoint(textAt(ts, k - 1))) return true;
  return !isJoint(next) && etAl(ts, k + 1) === k + 1;
}

const OF = /^(?:d[aeiou]|d[ao]s|del|della)$/;

/** `Smith v. Jones (2010)`, `Smith vs. Jones (2010)`: a case of a court; `our method vs. Smith et al. (2010)` compares with a work. */
const isCase = (ts: readonly Token[], k: number, { etAl: more }: Names): boolean => {
  const mark = textAt(ts, k - 1);
  return /^v\.?$/.test(mark) || (/^vs\.?$/.test(mark) && !more && isName(textAt(ts, k - 2)));
};

/** `DNA. Smith (2010)`: only an initial, a particle or a suffix keeps its full stop within names. */
export const endsSentence = (word: string): boolean =>
  word.length > 1 &&
  word.endsWith('.') &&
  !/^(?:(?:\p{Lu}\p{Ll}?\.[-‐]?)+|U\.[SNK]\.|E\.U\.|St\.|Jr\.|Sr\.|Dr\.|a\.|al\.|vd\.|et\.?al\.|u\.|alii\.|coll?\.|cols?\.|др\.|ін\.|in\.)$/u.test(
    word,
  );

/** A word with one capital, at its beginning. */
const isName = (word: string): boolean => CAPITALISED.test(word) && !BODIES.has(word.toLowerCase());

/** Whether the name of an organisation continues before token `k`: `Ministry of Health`, `Centers for Disease Control and Prevention`. */
const inBody = (ts: readonly Token[], k: number): boolean => {
  if (!INSIDE.has(lowerAt(ts, k))) return false;
  // `of the`
  const before = textAt(ts, textAt(ts, k) === 'the' ? k - 2 : k - 1);
  return isUpper(before) && BODIES.has(before.toLowerCase());
};

/** What is between two names; `with` joins an adverb as often as a name. */
const isJoint = (word: string): boolean =>
  word === ',' || word === '/' || (word !== 'with' && JOINS.has(word.toLowerCase()));

/** `Oreg and nov`: joined to a name by `and`, a lowercase month is a name. */
const small = (ts: readonly Token[], k: number): boolean =>
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)$/.test(textAt(ts, k)) &&
  /^(?:and|&)$/.test(textAt(ts, k - 1)) &&
  isUpper(textAt(ts, k - 2)) &&
  !stops(textAt(ts, k - 2));

/**
 * In running text a comma alone joins no names, and one letter is no name. A name in lower case needs another name or `et al.`, to
 * distinguish it from a word; of two such words (`russo spena et al.`) the first opens a clause.
 */
function plausible(names: Names, before: string): boolean {
  const [name = ''] = names.authors;
  if (names.commas || (!names.etAl && names.authors.every((one) => /^[A-Z]$/.test(one)))) return false;
  const last = names.lower.length - 1;
  const alone =
    names.etAl && last === 0 && (!name.includes(' ') || (/^$|[,.]$/.test(before) && !/\p{Lu}/u.test(name)));
  return names.lower.every((low, n) => !low || alone || (n === last && last > 0));
}
