/**
 * When two titles name the same work. Spelling, accents, punctuation and a dropped subtitle do not matter, nor do hyphens but one
 * case (`losesHyphen`); a differing number, numeral, single letter, negation or any other word does, and so does a prefix that makes a notice
 * of it (`Retraction: …`). Similarity alone cannot tell: "Part I" and "Part II" resemble each other by 0.96.
 */
import { distance } from 'fastest-levenshtein';
import { plain } from './xml';

/** Greek letters are written out by some registries and not by others. */
const GREEK: Readonly<Record<string, string>> = Object.fromEntries(
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau φ phi χ chi ψ psi ω omega'
    .split(' ')
    .flatMap((letter, i, all) => (i % 2 === 0 ? [[letter, all[i + 1] ?? '']] : [])),
);

/** TeX accents (`{\\"u}`, `\\v{c}`) as their bare letters, braces away: bibliographies are full of them. */
const untex = (text: string): string =>
  /[\\{}]/.test(text)
    ? text
        .replace(/\\(?:["'`^~=.]|[cHvukrbdt](?=[{ \\]))[{ ]{0,2}\\?([a-zA-Z])\}?/g, '$1')
        .replace(/\\(ss|ae|oe|aa|AE|OE|AA|[oOlLi])(?![a-zA-Z])/g, '$1')
        .replace(/[{}]/g, '')
    : text;

/** Accents off, lower case, Greek letters and ligatures spelled out. Letters of every script stay. */
export function foldText(text: string): string {
  return untex(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (c) => SPELLED[c] ?? c)
    .replace(/[α-ω]/g, (c) => GREEK[c] ?? c);
}
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
}; // prettier-ignore

/** Without mark-up, TeX commands and braces. */
const unmarked = (title: string): string =>
  untex(plain(title))
    .replace(/\\(?:text|math)?[a-z]{1,12}\b ?/gi, ' ')
    .replace(/\$/g, '');

const LONGEST = 600;
/** Words that come and go in titles. */
export const SMALL = new Set(['a', 'an', 'the', 'and']);
/** Scripts written without spaces: each letter is a word. */
const SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|$)/gu; // prettier-ignore

/** The words of a title, folded: articles and `and` left out, letters of unspaced scripts one by one. */
export function titleWords(title: string): readonly string[] {
  const words = foldText(unmarked(title.slice(0, LONGEST)))
    .replace(/['’‘`]s\b/g, 's')
    .replace(/['’‘`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const kept = words.flatMap((word) => word.match(SCRIPT) ?? [word]).filter((word) => !SMALL.has(word));
  return kept.length > 0 ? kept : words;
}

/** Words in front of a title that make the record a notice about the work, in several languages' registries. */
const NOTICE =
  /^\W*(?:(?:notice|statement) of )?(retract(?:ion|ed)(?: (?:article|note|notice|paper))?|withdrawn?(?: article)?|withdrawal|errat(?:um|a)|corrigend(?:um|a)|correction|corrected|addend(?:um|a)|expression of concern|editorial expression of concern|reply|response|comment(?:ary)?|author correction|publisher correction|re|review|book review|publisher'?s? note)(?: (?:to|on|of|for|notice))?\s?[:.\-–—(“"‘'[]/i;

export type TitlePrefix = 'retracted' | 'withdrawn' | 'notice';

/** What a prefix says: that the work itself was retracted or withdrawn, or that this is a notice about it. */
export function titlePrefix(title: string): { prefix: TitlePrefix; rest: string } | undefined {
  const found = NOTICE.exec(title.trim().slice(0, 120));
  if (!found?.[1]) return undefined;
  const word = found[1].toLowerCase();
  const prefix: TitlePrefix = word.startsWith('retracted')
    ? 'retracted'
    : word.startsWith('withdrawn')
      ? 'withdrawn'
      : 'notice';
  return { prefix, rest: title.trim().slice(found[0].length).trim() };
}

const NEGATION = new Set(['no', 'not', 'non', 'without', 'never', 'nor', 'neither', 'against', 'un', 'anti']);
const NUMERAL =
  /^(?:[ivxlc]{1,6}|\d.*|.*\d|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third)$/;

/** A word that tells works apart even when all others agree. */
const decisive = (word: string): boolean => word.length === 1 || NUMERAL.test(word) || NEGATION.has(word);

/** Two spellings of one word: a slip of the pen, or British and American. Short words must be equal. */
function sameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (decisive(a) || decisive(b) || Math.min(a.length, b.length) < 5) return false;
  // A prefix that turns the meaning round (un-, dis-, in-) is one or two letters at the front, a slip seldom is.
  if (a.endsWith(b) || b.endsWith(a)) return false;
  const slips = distance(a, b);
  return slips <= (Math.min(a.length, b.length) >= 8 ? 2 : 1);
}

const joined = (words: readonly string[]): string => words.join('');

/** At the end of a title stands what it is about: its number is part of it. */
const sameHead = (a = '', b = ''): boolean => a === b || (a !== `${b}s` && b !== `${a}s`);

/** Are these the same words in the same order, whatever their hyphens and small slips? At most one slip in six words. */
function sameWords(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  if (joined(a) === joined(b)) return true;
  if (!sameHead(a[a.length - 1], b[b.length - 1])) return false;
  if (a.length !== b.length) return sameWithJoins(a, b);
  const slips = a.filter((word, i) => word !== b[i]);
  return slips.length <= 1 + Math.floor(a.length / 6) && a.every((word, i) => sameWord(word, b[i] ?? ''));
}

/** As many words differ in number as a hyphen or space explains: `pre training` and `pretraining` beside one slip. */
function sameWithJoins(a: readonly string[], b: readonly string[]): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length === 0 || right.length === 0) return false;
  return (
    joined(left) === joined(right) ||
    (left.length <= 2 && right.length <= 2 && sameWord(joined(left), joined(right)))
  );
}

/** Where a title may end: its parts up to each colon, dash, full stop or question mark. */
function mainParts(title: string): readonly string[] {
  const marked = unmarked(title.slice(0, LONGEST));
  return [...marked.matchAll(/(?:[:?!]|\.|\s[-–—]|[–—]|\s?\()\s/g)]
    .map((m) => marked.slice(0, m.index))
    .concat([...marked.matchAll(/\s[([]/g)].map((m) => marked.slice(0, m.index)));
}

export type TitleMatch = {
  /** `same`; `subtitle`: one has a subtitle or short name that the other lacks; `near`: alike, yet another; `other`. */
  readonly verdict: 'same' | 'subtitle' | 'near' | 'other';
  /** 0 to 1, for ranking only. */
  readonly similarity: number;
};

/** Alike enough to be mistaken for each other. */
const NEAR = 0.75;

/** The title of a work that was retracted or withdrawn, without the prefix that says so; a notice about it keeps its own. */
const unretracted = (title: string): string => {
  const found = titlePrefix(title);
  return found && found.prefix !== 'notice' && found.rest !== '' ? found.rest : title;
};

/** Compares the title that was cited with the one on record. */
export function matchTitles(citedAs: string, recordedAs: string): TitleMatch {
  const [cited, record] = [unretracted(citedAs), unretracted(recordedAs)];
  const a = titleWords(cited);
  const b = titleWords(record);
  const [left, right] = [a.join(' '), b.join(' ')];
  const longest = Math.max(left.length, right.length);
  const similarity = longest === 0 ? 0 : 1 - distance(left, right) / longest;
  const notice = titlePrefix(cited)?.prefix !== titlePrefix(record)?.prefix;
  if (!notice && sameWords(a, b))
    return { verdict: losesHyphen(cited, record) ? 'near' : 'same', similarity };
  if (!notice && partOf(cited, a, record, b))
    return { verdict: 'subtitle', similarity: Math.max(similarity, 0.9) };
  return { verdict: similarity >= NEAR || contains(a, b) ? 'near' : 'other', similarity };
}

const hyphened = (text: string): string =>
  foldText(unmarked(text))
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ');
const LETTER = /[\p{L}\p{N}]/u;

/**
 * The record writes a compound with hyphens that the citation writes with a blank: the title was not copied from the work. The
 * other way round is the registries' own doing, and compounds written as one word are a matter of taste.
 */
export function losesHyphen(cited: string, record: string): boolean {
  const text = hyphened(cited);
  const spaced = text.replaceAll('-', ' ');
  const compounds = hyphened(record.slice(0, LONGEST)).match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? [];
  return compounds.some((compound) => {
    const at = spaced.indexOf(compound.replaceAll('-', ' '));
    const isWhole = !LETTER.test(spaced.charAt(at - 1)) && !LETTER.test(spaced.charAt(at + compound.length));
    return at >= 0 && isWhole && !text.includes(compound);
  });
}

/** One title is the other up to its subtitle, or behind its short name (`LIFT: …`), and what is left out is not decisive. */
function partOf(cited: string, a: readonly string[], record: string, b: readonly string[]): boolean {
  const whole = (short: readonly string[], long: string, words: readonly string[]): boolean =>
    short.length >= 2 &&
    (mainParts(long).some(
      (part) => sameWords(short, titleWords(part)) && !decisive(words[titleWords(part).length] ?? ''),
    ) ||
      sameWords(short, titleWords(long.slice(long.indexOf(':') + 1))));
  return whole(a, record, b) || whole(b, cited, a);
}

/** Every word of the shorter stands in the longer. */
function contains(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const words = new Set(long);
  return short.length >= 3 && short.every((word) => words.has(word));
}

const LATIN = /\p{Script=Latin}/u;
/** One is written in Latin letters and the other in none: a translation or transcription, which cannot be compared. */
export const otherScript = (a: string, b: string): boolean =>
  /\p{L}/u.test(a) && /\p{L}/u.test(b) && LATIN.test(a) !== LATIN.test(b);
