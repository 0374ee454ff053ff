/**
 * Reads lists of names word by word: `van der Berg, J. K., Lee & Kim et al.`; read forwards from a token, or backwards
 * from the token where they end.
 */
import { hanNames, type HanNames } from './cjkNames';
import {
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
import { PARTICLES } from '../../text/works/nameParts';
import { wordSet } from '../../text/wordSet';

/**
 * A word, a number with its suffix letter, or any other single unit. A copy from a page may have accents apart from their letters
 * (`Mu¨ller`, `Ka ¨ll`); a dash before a capital joins two names; `’t` opens one.
 */
const TOKEN =
  /<\/?(?:i|em)>|\p{Script=Han}[\p{Script=Han}々・ら]*|\p{Script=Hiragana}+|\p{L}(?:[\p{L}\p{M}'’ʼ`´¨ˆ˜¸.\-‐‑]| [´¨ˆ˜¸\p{M}](?=\p{Ll})|–(?=\p{Lu}))*|\d+[a-z]?(?:(?![\p{L}\d])|(?=年))|\d[\p{L}\d]*|['’]t(?=\s\p{Lu})|[^\s]/guy;

/** Marks of emphasis: `Smith *et al.*, 2020`, `<i>et al.</i>`. */
const EMPHASIS = /^(?:[*_]|<\/?(?:i|em)>)$/;

export type Token = { readonly text: string; readonly at: number };

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let i = 0;
  while (i < text.length) {
    TOKEN.lastIndex = i;
    const match = TOKEN.exec(text);
    if (!match) {
      i++;
      continue;
    }
    i = TOKEN.lastIndex;
    if (!EMPHASIS.test(match[0])) found.push({ text: match[0], at: match.index });
  }
  return found;
}

// Bundlers rewrite expressions with Unicode classes as constructors that run at each use, so they are built once here.
const OTHER_LETTER = /^[\p{Lo}]/u;
const LETTER = /^['’]?\p{L}/u;
const LOWER_WORD = /^\p{Ll}[\p{L}'’-]+$/u;
const CAPITAL = /^\p{Lu}$/u;
const CAPITALS = /^\p{Lu}{1,2}$/u;
/** `J.`, `J.-P.`, `J.K`; all with their full stops; at most four. */
const INITIALS = /^(?:\p{Lu}\p{Ll}?\.[-‐]?)+\p{Lu}?$/u;
const DOTTED = /^(?:\p{Lu}\p{Ll}?\.[-‐]?)+$/u;
const FEW_DOTTED = /^(?:\p{Lu}\.[-‐]?){1,4}$/u;

/** `d'Alembert`, `l’Hôpital`, `ʿAbd`. */
const ELIDED = /^(?:\p{Ll}{1,2}['’]|[ʿʾʻ])\p{Lu}/u;
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
/** An abbreviation rather than the name of a person. */
const ABBREVIATION = /^\p{Lu}[\p{Lu}\d-]{2,}$/u;

const first = (word: string): string => word.charAt(0);
export const isUpper = (word: string): boolean =>
  first(word) !== first(word).toLowerCase() || OTHER_LETTER.test(word) || ELIDED.test(word);

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
  const han = hanNames(ts[k]?.text ?? '');
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
      // `BERT, Smith et al.`: the subject of the works precedes them.
      const term =
        commas &&
        authors.length > 1 &&
        ABBREVIATION.test(authors[0] ?? '') &&
        !ABBREVIATION.test(authors[1] ?? '');
      if (term) {
        authors.shift();
        lower.shift();
      }
      // `Smith, Jones, et al.`: the last comma shows that earlier commas separate names too.
      return { authors, end: more, strong: true, lower, commas: commas && ts[i]?.text !== ',', etAl: true };
    }
    const next = joint(ts, i);
    if (next === i || !readName(ts, next)) break;
    const joined = JOINS.has(ts[next - 1]?.text.toLowerCase() ?? '');
    strong ||= joined;
    commas = !joined && ts[next - 1]?.text !== '/';
    i = next;
    if (authors.length > 30) return undefined;
  }
  return authors.length === 0 ? undefined : { authors, end: i, strong, lower, commas, etAl: false };
}

/** A run in Chinese or Japanese is one token. */
function hanRun(ts: readonly Token[], k: number, { authors, etAl: more }: HanNames): Names {
  const all = [...authors];
  let i = k + 1;
  // `王小明、李红`, `王小明 & 李红`
  for (let next = joint(ts, i); next > i && !more; next = joint(ts, i)) {
    const further = hanNames(ts[next]?.text ?? '');
    if (!further || all.length > 30) break;
    all.push(...further.authors);
    i = next + 1;
    if (further.etAl) return hanRunOf(all, i, true);
  }
  const end = etAl(ts, i);
  return hanRunOf(all, end, more || end > i);
}

function hanRunOf(authors: string[], end: number, etAlSaid: boolean): Names {
  const lower = authors.map(() => false);
  return { authors, end, strong: etAlSaid || authors.length > 1, lower, commas: false, etAl: etAlSaid };
}

/** The offset after `,`, `and`, `, &` between two names, or `i`. */
function joint(ts: readonly Token[], i: number): number {
  let j = i;
  const c = ts[j]?.text;
  if (c === ',' || c === '、' || c === '，') j++;
  const word = ts[j]?.text.toLowerCase() ?? '';
  return JOINS.has(word) || word === '/' ? j + 1 : j;
}

/** `et al.` in one word. */
const MORE = wordSet('etal. etal et.al. et.al u.a. 等 等人 ら ほか 他 외 등');

/** After `et al.`, `and colleagues`, `u. a.`, `等`, or `i`. */
export function etAl(ts: readonly Token[], i: number): number {
  let j = i;
  if (ts[j]?.text === ',') j++;
  const a = ts[j]?.text.toLowerCase() ?? '';
  const b = ts[j + 1]?.text.toLowerCase() ?? '';
  const theirs = /^(?:his|her|their)$/.test(b);
  const c = theirs ? (ts[j + 2]?.text.toLowerCase() ?? '') : '';
  if (/^(?:et\.?|&|and|y|e|и|та|і)$/.test(a) && /^(?:al|alii|coll?s?|др|ін)\.?(?:['’]s)?$/.test(b))
    return j + (ts[j + 2]?.text === '.' ? 3 : 2);
  if (MORE.has(a)) return j + 1;
  if (a === 'u.' && b === 'a.') return j + 2;
  if (
    (a === 'and' || a === '&') &&
    /^(?:colleagues|others|coworkers|co-workers|collaborators|team)(?:['’]s?)?$/.test(theirs ? c : b)
  )
    return theirs ? j + 3 : j + 2;
  return i;
}

/** One author or institution: particles, capitalised words, initials before or after. */
function readName(
  ts: readonly Token[],
  k: number,
): { name: string; end: number; lower: boolean } | undefined {
  const words: string[] = [];
  let i = k;
  let lower = false;
  for (; i < ts.length && words.length < 9; i++) {
    const word = ts[i]?.text ?? '';
    const low = word.toLowerCase();
    if (words.length === 0 && /^(?:U\.[SNK]|E\.U)\.$/.test(word) && isLetterWord(ts[i + 1]?.text)) {
      words.push(word);
      continue;
    }
    if (
      (INITIALS.test(word) && !PARTICLES.has(low) && !stops(word)) ||
      (CAPITAL.test(word) && ts[i + 1]?.text === '.')
    ) {
      if (word.length > 2 && !DOTTED.test(word)) break;
      continue; // an initial
    }
    if (word === '.' && i > k) continue;
    if (words.length > 0 && MORE.has(low)) break;
    if (words.length > 0 && bareInitials(ts, i)) continue;
    if (PARTICLES.has(low) && isLetterWord(ts[i + 1]?.text) && !isUpper(word)) words.push(word);
    else if (
      isUpper(word) &&
      isLetterWord(word) &&
      (!stops(word) || (words.length === 0 && surname(ts, i)) || naming(ts, i, words.length))
    )
      words.push(word.replace(/\.$/, ''));
    else if (words.length > 0 && words.some(isUpper) && INSIDE.has(low) && continues(ts, i)) words.push(word);
    else if (
      (plainLower(word) || (words.length === 0 && small(ts, i))) &&
      !JOINS.has(low) &&
      (words.length === 0 || lowerGoesOn(ts, i, words, lower))
    ) {
      words.push(word);
      lower = true;
    } else break;
  }
  if (words.length === 0) return undefined;
  // `Smith J, Jones KL`: capitals without full stops are initials if more names follow.
  if (words.length > 1 && CAPITALS.test(words.at(-1) ?? '') && ts[i]?.text === ',') {
    const next = ts[i + 1]?.text ?? '';
    if (isLetterWord(next) && CAPITALS.test(ts[i + 2]?.text ?? '')) words.pop();
  }
  // `Smith, J. K.`: initials after a comma belong to the name.
  if (ts[i]?.text === ',' && FEW_DOTTED.test(ts[i + 1]?.text ?? '')) {
    i += 2;
    while (FEW_DOTTED.test(ts[i]?.text ?? '')) i++;
  }
  return { name: mended(words.join(' ')), end: i, lower };
}

/** `Smith A, 2010`, `Smith JK et al.`: a capital without a point before what ends a name; two only before `et al.`. */
function bareInitials(ts: readonly Token[], i: number): boolean {
  const word = ts[i]?.text ?? '';
  if (!CAPITALS.test(word)) return false;
  return etAl(ts, i + 1) > i + 1 || (CAPITAL.test(word) && ts[i + 1]?.text === ',');
}

/** Continues a name that was copied in lower case: `san Martín`, `russo spena et al.`, `Velasquez serrano`. */
const lowerGoesOn = (ts: readonly Token[], i: number, words: readonly string[], lower: boolean): boolean =>
  words.length < 4 && (isUpper(words[0] ?? '') || !lower || (words.length === 1 && ts[i + 1]?.text === 'et'));

/** `March and Simon`, `May et al.`, `He et al.` */
const joins = (ts: readonly Token[], i: number): boolean =>
  (MONTH_NAMES.has(ts[i]?.text ?? '') || NAMESAKES.has(ts[i]?.text ?? '')) &&
  (/^(?:and|&|und)$/.test(ts[i + 1]?.text ?? '')
    ? isUpper(ts[i + 2]?.text ?? '') && !stops(ts[i + 2]?.text ?? '')
    : etAl(ts, i + 1) > i + 1);

/** A common word as a family name: `He et al.`, `Xu & He`, `(King, 1990)`. */
function surname(ts: readonly Token[], i: number): boolean {
  if (joins(ts, i)) return true;
  const word = ts[i]?.text ?? '';
  if (!NAMESAKES.has(word)) return false;
  const [prior = '', before = '', ahead = '', then = ''] = [i - 2, i - 1, i + 1, i + 2].map(
    (n) => ts[n]?.text,
  );
  const behind = isName(prior) ? before === ',' || JOINS.has(before) : prior === ',' && JOINS.has(before);
  if (behind && (ahead === '' || ahead === ',' || YEAR.test(ahead))) return true;
  return SURNAMES.has(word) && ahead === ',' && (YEAR.test(then) || isName(then));
}

/** A common word in the name of an institution, next to another word of the name. */
function naming(ts: readonly Token[], i: number, words: number): boolean {
  if (!NAMING.has(ts[i]?.text ?? '')) return false;
  const ahead = ts[i + 1]?.text ?? '';
  if (CAPITALISED.test(ahead) && !stops(ahead)) return true;
  if (words === 0) return INSIDE.has(ahead) && CAPITALISED.test(ts[i + 2]?.text ?? '');
  return ahead === ',' || ahead === '[' || (INSIDE.has(ahead) && continues(ts, i + 1));
}

export const isLetterWord = (word: string | undefined): boolean => word !== undefined && LETTER.test(word);
const plainLower = (word: string): boolean => LOWER_WORD.test(word) && !stops(word) && !LEADS.has(word);

/** An institution's inner word (`Ministry of Health`): a capital must follow, and `and` is one only inside a longer name. */
function continues(ts: readonly Token[], i: number): boolean {
  const word = ts[i]?.text.toLowerCase() ?? '';
  let next = ts[i + 1]?.text ?? '';
  if (next.toLowerCase() === 'the') next = ts[i + 2]?.text ?? '';
  if (!isLetterWord(next) || !isUpper(next)) return false;
  return !(JOINS.has(word) || word === 'de' || word === 'la' || word === 'du');
}

/** The names that end at token `end`, and the token they begin at; undefined if none do. */
export function namesEnding(ts: readonly Token[], end: number): { k: number; names: Names } | undefined {
  let best: { k: number; names: Names } | undefined;
  // From the nearest word outwards: the longest run that reads as one list of names wins.
  for (let k = end - 1; k >= 0 && end - k < 24; k--) {
    const word = ts[k]?.text ?? '';
    const low = word.toLowerCase();
    if (
      !isLetterWord(word) &&
      word !== '&' &&
      word !== ',' &&
      word !== '/' &&
      word !== '·' &&
      !(word === '.' && k === end - 1)
    )
      break;
    if (best && endsSentence(word)) break;
    if (best && INSIDE.has(low) && inBody(ts, k)) continue;
    if (stops(word) && !JOINS.has(low) && !surname(ts, k) && !small(ts, k) && etAl(ts, k - 1) !== end) break;
    if (JOINS.has(low) || word === ',' || word === '.' || word === '/') continue;
    // `Chen, X., Li, Y., & Wang, Z.`: the initials of the name before the comma.
    if (best && FEW_DOTTED.test(word) && ts[k - 1]?.text === ',' && ts[k + 1]?.text === ',') continue;
    // Scripts without capitals: one word is the name, those before it may be any.
    if (best && /^\p{Lo}/u.test(word) && !isJoint(ts[k + 1]?.text)) break;
    // `Meanwhile, Smith and Lee (2010)`
    const led = ts[k + 1]?.text === ',' && !isJoint(ts[k - 1]?.text);
    if (
      best &&
      isUpper(word) &&
      opens(word) &&
      (led || !(isJoint(ts[k + 1]?.text) || etAl(ts, k + 1) > k + 1))
    )
      break;
    // `KL-UCB Smith et al.`: an abbreviation before names is the subject of the works.
    if (best?.names.strong === true && ABBREVIATION.test(word) && isName(ts[k + 1]?.text)) break;
    const names = readNames(ts, k);
    if (names?.end === end && plausible(names, ts[k - 1]?.text)) best = { k, names };
    else if (best) break;
  }
  return best && isCase(ts, best.k, best.names) ? undefined : best;
}

/** `Smith v. Jones (2010)`, `Smith vs. Jones (2010)`: a case of a court; `our method vs. Smith et al. (2010)` compares with a work. */
const isCase = (ts: readonly Token[], k: number, { etAl: more }: Names): boolean => {
  const mark = ts[k - 1]?.text ?? '';
  return /^v\.?$/.test(mark) || (/^vs\.?$/.test(mark) && !more && isName(ts[k - 2]?.text));
};

/** `DNA. Smith (2010)`: only an initial, a particle or a suffix keeps its full stop within names. */
export const endsSentence = (word: string): boolean =>
  word.length > 1 &&
  word.endsWith('.') &&
  !/^(?:(?:\p{Lu}\p{Ll}?\.[-‐]?)+|U\.[SNK]\.|E\.U\.|St\.|Jr\.|Sr\.|Dr\.|a\.|al\.|et\.?al\.|u\.|alii\.|coll?\.|cols?\.|др\.|ін\.)$/u.test(
    word,
  );

/** A word with one capital, at its beginning. */
const isName = (word = ''): boolean => CAPITALISED.test(word) && !BODIES.has(word.toLowerCase());

/** Whether the name of an organisation continues before token `k`: `Ministry of Health`, `Centers for Disease Control and Prevention`. */
const inBody = (ts: readonly Token[], k: number): boolean => {
  // `of the`
  const before = ts[ts[k]?.text === 'the' ? k - 2 : k - 1]?.text ?? '';
  return isUpper(before) && BODIES.has(before.toLowerCase());
};

/** What is between two names; `with` joins an adverb as often as a name. */
const isJoint = (word = ''): boolean =>
  word === ',' || word === '/' || (word !== 'with' && JOINS.has(word.toLowerCase()));

/** `Oreg and nov`: joined to a name by `and`, a lowercase month is a name. */
const small = (ts: readonly Token[], k: number): boolean =>
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)$/.test(ts[k]?.text ?? '') &&
  /^(?:and|&)$/.test(ts[k - 1]?.text ?? '') &&
  isUpper(ts[k - 2]?.text ?? '') &&
  !stops(ts[k - 2]?.text ?? '');

/**
 * In running text a comma alone joins no names, and one letter is no name. A name in lower case needs another name or `et al.`, to
 * distinguish it from a word; of two such words (`russo spena et al.`) the first opens a clause.
 */
function plausible(names: Names, before = ','): boolean {
  const [name = ''] = names.authors;
  if (names.commas || (!names.etAl && names.authors.every((one) => /^[A-Z]$/.test(one)))) return false;
  const last = names.lower.length - 1;
  const alone =
    names.etAl && last === 0 && (!name.includes(' ') || (/[,.]$/.test(before) && !/\p{Lu}/u.test(name)));
  return names.lower.every((low, n) => !low || alone || (n === last && last > 0));
}
