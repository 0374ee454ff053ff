/** Words for comparison: folded, stemmed (Porter), numbers by value; two-character pieces in scripts without spaces. */
import { stemmer } from 'stemmer';
import type { Span } from '../../model';
import { isDigit } from '../chars';
import { highest } from '../highest';
import { foldForNow, foldWithMap, isFoldedWordUnit } from '../fold';
import { countUp } from '../maps';
import { wordSet } from '../wordSet';

/** A word with its position. `key` is compared: a stem, number, or piece of unspaced script. */
export type Word = Span & { readonly key: string; readonly kind: 'word' | 'number' | 'piece' };

/** Stop words, folded: English, and the most common ones of a few other languages. */
const STOP = wordSet(
  'a about above after again against all also although am among an and any are as at be became because been before being ' +
    'below between both but by can could did do does doing down during each either et few for from further had has have having he ' +
    'her here hers him his how however i if in into is it its itself just may me might more most much must my no nor not of off ' +
    'on once one only onto or other our out over own per same she should since so some such than that the their them then there ' +
    'these they this those through thus to too under until up upon us very via was we were what when where which while who whom ' +
    'whose why will with within without would yet you your said says',
);

const STOP_STEMS = new Set<string>();
/** True for the key of a word that says nothing in one of the other languages. */
export const isFiller = (key: string): boolean =>
  key.length <= 3 || Object.values(OTHER_LANGUAGES).some((all) => all.includes(key));
/** True for the key of a stop word. */
export function isStop(key: string): boolean {
  if (STOP_STEMS.size === 0) for (const word of STOP) STOP_STEMS.add(stem(word));
  return STOP_STEMS.has(key);
}

const OTHER_LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  en: 'the and of to in is was that for with as by on are from this were which has it its per than'.split(
    ' ',
  ),
  de: 'der die das und ist nicht mit von den ein eine im zu auf wurde des dem als auch sich'.split(' '),
  fr: 'le la les de un en des et est une dans du par pour que qui sur avec au aux ne pas plus'.split(' '),
  es: 'el la los las de un del y es una en por para que con se su al como fue lo mas entre'.split(' '),
  it: 'il la lo gli della di e un una che per con nel dei delle si da sono alla come anche'.split(' '),
  pt: 'o os as de do da dos das e um uma que para com em no na por foi mais ao'.split(' '),
  nl: 'de het een van en is dat op te zijn met voor niet aan er ook door naar bij uit'.split(' '),
  pl: 'w o na do oraz przez dla od ktory ktora ktore jak ze po przy byl byla tym czy tylko'.split(' '),
};

const stems = new Map<string, string>();
const STEM_MEMORY = 50_000;

/** The stem of a folded word; cached up to a limit, because words repeat. */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = word.length > 40 ? word : stemmer(word);
  if (stems.size >= STEM_MEMORY) stems.clear();
  stems.set(word, found);
  return found;
}

/** Longer texts get their own buffer, so that the shared one stays small. */
const PIECE = 65_536;

/** Scripts without spaces between words: Han, kana, Hangul (attached particles), Thai, Lao, Khmer, Burmese. */
export const isUnspaced = (c: number): boolean =>
  (c >= 0x3040 && c <= 0x30ff) ||
  (c >= 0x3400 && c <= 0x9fff) ||
  (c >= 0xac00 && c <= 0xd7af) ||
  (c >= 0xf900 && c <= 0xfaff) ||
  (c >= 0xe00 && c <= 0xeff) ||
  (c >= 0x1000 && c <= 0x109f) ||
  (c >= 0x1780 && c <= 0x17ff) ||
  (c >= 0xd840 && c <= 0xd87f);

/**
 * The words of `text`, in order. Latin words are stemmed, `4,812` is `4812`, Chinese and Japanese give overlapping pairs. Stop words are
 * left out unless `all` is set. Offsets are UTF-16 units into `text`.
 */
export function words(text: string, all = false): Word[] {
  const found: Word[] = [];
  eachWord(text, (start, end, key, kind) => found.push({ start, end, key, kind }), all);
  return found;
}

/** Like `words`, but one at a time: a book has too many to keep. */
export function eachWord(
  text: string,
  visit: (start: number, end: number, key: string, kind: Word['kind']) => void,
  all = false,
): void {
  const { text: folded, starts, ends } = text.length > PIECE ? foldWithMap(text) : foldForNow(text);
  const add = (from: number, to: number, key: string, kind: Word['kind']) =>
    visit(starts[from] ?? 0, ends[to - 1] ?? 0, key, kind);
  eachRun(folded, (i, end, kind) => {
    if (kind === 'number') add(i, end, folded.slice(i, end).replace(/[,_]/g, ''), 'number');
    else if (kind === 'piece') addPieces(folded, i, end, add);
    else {
      const word = folded.slice(i, end);
      if (all || !STOP.has(word)) add(i, end, stem(word), 'word');
    }
  });
}

/** Visits each word, number and run of unspaced script of a folded text. */
function eachRun(folded: string, visit: (start: number, end: number, kind: Word['kind']) => void): void {
  for (let i = 0; i < folded.length;) {
    const c = folded.charCodeAt(i);
    if (!isFoldedWordUnit(c)) {
      i++;
      continue;
    }
    const kind = isDigit(c) ? 'number' : isUnspaced(c) ? 'piece' : 'word';
    const end = ENDS[kind](folded, i);
    visit(i, end, kind);
    i = end;
  }
}
const ENDS = { number: numberEnd, piece: unspacedEnd, word: wordEnd } as const;

function addPieces(
  folded: string,
  from: number,
  to: number,
  add: (from: number, to: number, key: string, kind: 'piece') => void,
): void {
  if (to - from === 1) add(from, to, folded.slice(from, to), 'piece');
  for (let i = from; i + 2 <= to; i++) add(i, i + 2, folded.slice(i, i + 2), 'piece');
}

export function wordEnd(folded: string, i: number): number {
  let k = i + 1;
  for (; k < folded.length; k++) {
    const c = folded.charCodeAt(k);
    if (isUnspaced(c)) break;
    if (isFoldedWordUnit(c)) continue;
    // "don't" stays one word; a possessive loses its ending.
    if (c === 39 && folded[k + 1] === 't' && !isFoldedWordUnit(folded.charCodeAt(k + 2))) continue;
    break;
  }
  return k;
}

function unspacedEnd(folded: string, i: number): number {
  let k = i + 1;
  while (k < folded.length && isUnspaced(folded.charCodeAt(k))) k++;
  return k;
}

export function numberEnd(folded: string, i: number): number {
  let k = i + 1;
  for (; k < folded.length; k++) {
    const c = folded.charCodeAt(k);
    if (isDigit(c)) continue;
    // `1,850`, `1.850`, and `1_850` in code.
    const inside = c === 46 || c === 44 || c === 95;
    if (inside && isDigit(folded.charCodeAt(k + 1))) continue;
    break;
  }
  return k;
}

/** The distinct keys of the content words of `text`. */
export const contentKeys = (text: string): Set<string> => new Set(words(text).map((w) => w.key));

/** The language of a text, judged by its most common words and script; undefined if unknown or not clear. */
export function language(text: string): string | undefined {
  const { text: folded } = foldForNow(text.slice(0, 20_000));
  let unspaced = 0;
  let other = 0;
  let latin = 0;
  const counts = new Map<string, number>();
  eachRun(folded, (start, end, kind) => {
    const c = folded.charCodeAt(start);
    if (kind === 'piece') unspaced += end - start;
    else if (c >= 97 && c <= 0x24f) {
      latin++;
      countUp(counts, folded.slice(start, end));
    } else if (kind === 'word') other++;
  });
  if (unspaced > 2 * (latin + other)) return 'unspaced';
  if (other > latin) return 'other';
  const hits = Object.values(OTHER_LANGUAGES).map((all) => all.reduce((n, w) => n + (counts.get(w) ?? 0), 0));
  const most = highest(hits);
  const best = hits.indexOf(most);
  // A short text may have only words that several languages share.
  const isClear = most >= Math.max(1, latin * 0.05) && hits.lastIndexOf(most) === best;
  return isClear ? Object.keys(OTHER_LANGUAGES)[best] : undefined;
}

/** Whether two texts of these languages may be compared. An unknown one matches anything in Latin script. */
export function sameLanguage(x: string | undefined, y: string | undefined): boolean {
  const latin = (l: string | undefined) => l === undefined || (l !== 'unspaced' && l !== 'other');
  return x === y || ((x === undefined || y === undefined) && latin(x) && latin(y));
}
