/** The words of a title, folded so that accents, mark-up and punctuation do not matter, and the prefixes that make a notice of it. */
import { plain } from './xml';

/** Greek letters are written out by some registries and not by others. */
const GREEK: Readonly<Record<string, string>> = Object.fromEntries(
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau φ phi χ chi ψ psi ω omega'
    .split(' ')
    .flatMap((letter, i, all) => (i % 2 === 0 ? [[letter, all[i + 1] ?? '']] : [])),
);

const LETTERS = new RegExp(`\\\\(${Object.values(GREEK).join('|')})(?![a-zA-Z])`, 'gi');

/** TeX accents (`{\\"u}`, `\\v{c}`) as their bare letters, `\\textit{…}` and `$\\beta$` as their words, braces away: bibliographies are full of them. */
const untex = (text: string): string =>
  /[\\{}]/.test(text)
    ? text
        .replace(/\{?\\text(less|greater)(?:\{\}|\}|\b)/g, (_, which) => (which === 'less' ? '<' : '>'))
        .replace(/\\(?:["'`^~=.]|[cHvukrbdt](?=[{ \\]))[{ ]{0,2}\\?([a-zA-Z])\}?/g, '$1')
        .replace(/\\(ss|ae|oe|aa|AE|OE|AA|[oOlLi])(?![a-zA-Z])/g, '$1')
        .replace(/\\[a-zA-Z]{2,20}\*? ?(?=\{)/g, '')
        .replace(LETTERS, '$1 ')
        .replace(/[{}]/g, '')
    : text;

/** Accents off, lower case, Greek letters and ligatures spelled out. Letters of every script stay. */
export const foldText = (text: string): string =>
  untex(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (c) => SPELLED[c] ?? c)
    .replace(/[α-ω]/g, (c) => GREEK[c] ?? c)
    .replace(/[a-zа-яіјѕ]+/g, (word) => (/[a-z]/.test(word) ? word.replace(/[^a-z]/g, latin) : word));
/** Cyrillic letters within a Latin word are those that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  'аa вb еe іi јj кk мm нh оo рp сc тt ѕs уy хx'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
const latin = (letter: string): string => LOOKALIKES[letter] ?? letter;
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i',
}; // prettier-ignore

/** Without mark-up, TeX commands and braces. */
export const unmarked = (title: string): string =>
  plain(untex(plain(title)))
    .replace(/\\(?:text|math)?[a-z]{1,20}\b ?/gi, ' ')
    .replace(/\$/g, '');

/** Longest title that is read, in UTF-16 units. */
export const LONGEST_TITLE = 600;
/** Words that come and go in titles. */
export const SMALL = new Set(['a', 'an', 'the', 'and']);
/** Scripts written without spaces: each letter is a word. */
const SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|$)/gu; // prettier-ignore

/** The words of a title, folded: articles and `and` left out, letters of unspaced scripts one by one. */
export function titleWords(title: string): readonly string[] {
  const words = foldText(unmarked(title.slice(0, LONGEST_TITLE)))
    .replace(/['’‘`]s\b/g, 's')
    .replace(/['’‘`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const kept = words.flatMap((word) => word.match(SCRIPT) ?? [word]).filter((word) => !SMALL.has(word));
  return kept.length > 0 ? kept : words;
}

/** Words in front of a title that make the record a notice about the work, or its data. */
const NOTICE =
  /^\W*(?:(?:notice|statement) of )?(retract(?:ion|ed)(?: (?:article|note|notice|paper))?|withdrawn?(?: article)?|withdrawal|errat(?:um|a)|corrigend(?:um|a)|correction|corrected|addend(?:um|a)|expression of concern|editorial expression of concern|reply|response|comment(?:ary)?|author correction|publisher correction|re|review|book review|publisher'?s? note|(?:(?:replication|supplementary) )?data(?= f(?:rom|or)\b))(?: (?:to|on|of|for|from|notice))?\s?[:.\-–—(“"‘'[]/i;

/** The place of a work after its title: a notice about it. `… [Phys. Rev. Lett. 78, 1002 (1997)]` */
const PLACED = / \[[^[\]]{5,80}\d \((?:1[5-9]|20)\d\d\)\]\s*$/;

export type TitlePrefix = 'retracted' | 'withdrawn' | 'notice';

/** What a prefix says: that the work itself was retracted or withdrawn, or that this is a notice about it. */
export function titlePrefix(title: string): { prefix: TitlePrefix; rest: string } | undefined {
  const found = NOTICE.exec(title.trim().slice(0, 120));
  if (!found?.[1])
    return PLACED.test(title) ? { prefix: 'notice', rest: title.replace(PLACED, '') } : undefined;
  const word = found[1].toLowerCase();
  const prefix: TitlePrefix = word.startsWith('retracted')
    ? 'retracted'
    : word.startsWith('withdrawn')
      ? 'withdrawn'
      : 'notice';
  return { prefix, rest: title.trim().slice(found[0].length).trim() };
}

const LATIN = /\p{Script=Latin}/u;
/** Only one is written in Latin letters: a translation or transcription, which cannot be compared. */
export const otherScript = (a: string, b: string): boolean =>
  /\p{L}/u.test(a) && /\p{L}/u.test(b) && LATIN.test(a) !== LATIN.test(b);
