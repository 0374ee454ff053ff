/** Whether two lists of authors are the same people: family names folded, initials where both have them, `et al.` understood. */
import { distance } from 'fastest-levenshtein';
import { PARTICLES, SUFFIXES, withoutUmlauts } from '../text/nameParts';
import { foldText, otherScript } from './title';

export type Name = { readonly family: string; readonly given: string; readonly whole: string };

const DEGREE = /^(?:phd|md)$/;
/** `et al.` and its like: the list goes on. */
const OTHERS = /^(?:and )?(?:et\.? ?al\b.*|others|and others|u\.? ?a\.?|…|\.\.\.|colleagues)$/i;

const wordsOf = (text: string): string[] =>
  foldText(text)
    .replace(/[.’'`]/g, (c) => (c === '.' ? ' ' : ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SUFFIXES.has(word) && !DEGREE.test(word) && !/^\d+$/.test(word));

const isInitials = (word: string): boolean =>
  word.length <= 2 || (word.length <= 3 && !/[aeiouy]/.test(word));

/** Reads `Smith, Jane`, `Smith J`, `Jane van der Smith` or `J. Smith`; the family name keeps its particles apart. */
export function readName(name: string): Name {
  const comma = name.indexOf(',');
  const whole = wordsOf(name).join(' ');
  if (comma > 0)
    return {
      family: family(wordsOf(name.slice(0, comma))),
      given: wordsOf(name.slice(comma + 1)).join(' '),
      whole,
    };
  const words = wordsOf(name);
  const last = words[words.length - 1] ?? '';
  // `Smith JA`: upper-case initials stand last.
  if (words.length > 1 && isInitials(last) && /\s\p{Lu}{1,3}\.?$/u.test(name.trim()))
    return { family: family(words.slice(0, -1)), given: last, whole };
  return { family: last, given: words.slice(0, -1).join(' '), whole };
}

const family = (words: readonly string[]): string =>
  words.filter((w) => !PARTICLES.has(w)).join(' ') || words.join(' ');

/** One person under two spellings: family names agree and the first initials do not disagree. */
export function sameName(a: Name, b: Name): boolean {
  if (a.whole === '' || b.whole === '') return false;
  if (a.whole === b.whole) return true;
  if (sameFamily(a.family, b.family)) return initialsAgree(a.given, b.given);
  // Family and given name swapped, or run together, as happens with Chinese, Korean and Hungarian names.
  return lettersOf(a) === lettersOf(b) || (a.given === b.family && a.family === b.given);
}

/** The letters of a name in order of the alphabet: equal for one name in any order and with any gaps (`Agostino, D`). */
const lettersOf = ({ whole }: Name): string =>
  whole.length < MIN_LETTERS ? whole : Array.from(whole.replace(/ /g, '')).sort().join('');
const MIN_LETTERS = 8;

function sameFamily(a: string, b: string): boolean {
  const [x, y] = [a.replace(/ /g, ''), b.replace(/ /g, '')];
  if (x === '' || y === '') return false;
  if (x === y) return true;
  // Double names cited by one half; German umlauts written out.
  if (a.split(' ').includes(b) || b.split(' ').includes(a)) return true;
  if (withoutUmlauts(x) === withoutUmlauts(y)) return true;
  return Math.min(x.length, y.length) >= 5 && x[0] === y[0] && distance(x, y) <= 1;
}

const initialsAgree = (a: string, b: string): boolean => {
  const [x, y] = [a[0], b[0]];
  if (x === undefined || y === undefined || x === y) return true;
  // Cited by the second given name, or the initials are those of another order.
  return a.split(' ').some((w) => w[0] === y) || b.split(' ').some((w) => w[0] === x);
};

export type AuthorsMatch = {
  readonly verdict: 'same' | 'differ' | 'unknown';
  /** Share of the cited authors that are on record. */
  readonly share: number;
  /** All that are on record are cited, the first one first, and others besides: the registry may have lost some. */
  readonly recordShort: boolean;
};

/** Groups that sign beside the people, in one registry and not in the other. */
const COLLECTIVE =
  /^(?:for |on behalf )|\b(?:initiative|consortium|collaborat\w+|investigators|committee|study group|working group|network|task force|trial group)\b/i;

/** Splits a field in which several names were left together. */
const singles = (authors: readonly string[]): readonly string[] =>
  authors
    .flatMap((a) => a.slice(0, 2_000).split(/\s(?:and|&|und|et)\s(?!al\b)|;/))
    .map((a) => a.trim())
    .filter((a) => a !== '' && !OTHERS.test(a));

/** People once each; groups only where there is nobody else. */
function people(authors: readonly string[]): readonly Name[] {
  const all = singles(authors).slice(0, MOST_NAMES);
  const persons = all.filter((name) => !COLLECTIVE.test(name));
  const names = (persons.length > 0 ? persons : all).map(readName).filter((n) => n.whole !== '');
  return names.filter((name, i) => names.findIndex((other) => other.whole === name.whole) === i);
}
/** Lists go on for thousands in some fields of physics; so many tell as much. */
const MOST_NAMES = 300;

/** How many of a list may be missing from the citation: a slip, or authors added in a later version. Long lists suffer more. */
const mayMiss = (n: number): number => Math.floor(n * (n >= 10 ? 0.27 : 0.2));

/**
 * Compares cited authors with those on record. Most of the cited ones must be on record, the first among them, and few of those on
 * record may be missing; after `et al.` any may be. Organisations and missing lists are no evidence.
 */
export function matchAuthors(cited: readonly string[], record: readonly string[]): AuthorsMatch {
  const open = cited.some((name) => OTHERS.test(name.trim()));
  const [left, right] = [people(cited), people(record)];
  const [leader, first] = [left[0], right[0]];
  if (!leader || !first || otherScript(cited.join(' '), record.join(' ')))
    return { verdict: 'unknown', share: 0, recordShort: false };
  const rest = [...right];
  for (const name of left) {
    const at = rest.findIndex((other) => sameName(name, other));
    if (at >= 0) rest.splice(at, 1);
  }
  const found = right.length - rest.length;
  const share = found / left.length;
  const led = right.some((other) => sameName(leader, other));
  const missing = open ? 0 : rest.length;
  const same = led && share >= 0.8 && missing <= mayMiss(right.length);
  return {
    verdict: same ? 'same' : 'differ',
    share,
    recordShort: rest.length === 0 && sameName(leader, first),
  };
}
