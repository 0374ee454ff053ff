/** Splits an author-year marker into words and marks. */

/**
 * A word, a number with its suffix letter, or any other single unit. A copy from a page may have accents apart from their letters
 * (`Mu¨ller`, `Ka ¨ll`); a dash before a capital joins two names, as `@` does in `AI@Meta`; `’t` opens one. `Smith等` is two words.
 */
const TOKEN =
  /<\/?(?:i|em)>|\p{Script=Han}[\p{Script=Han}々・ら]*|\p{Script=Hiragana}+|\p{L}(?:[^\P{L}\p{Script=Han}\p{Script=Hiragana}]|[\p{M}'’ʼ`´¨ˆ˜¸.\-‐‑]| [´¨ˆ˜¸\p{M}](?=\p{Ll})|[–@](?=\p{Lu}))*|\d{4}(?=pp?\.)|\d+[a-z]?(?:(?![\p{L}\d])|(?=年))|\d[\p{L}\d]*|['’]t(?=\s\p{Lu})|[^\s]/gu;

/** Marks of emphasis: `Smith *et al.*, 2020`, `<i>et al.</i>`. */
const EMPHASIS = /^(?:[*_]|<\/?(?:i|em)>)$/;

export type Token = { readonly text: string; readonly at: number };

/** The words and marks of a text, without marks of emphasis. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  // Only white space is between two tokens, so searching each is exact, and faster than a match with its index.
  for (const word of text.match(TOKEN) ?? []) {
    const at = text.indexOf(word, end);
    end = at + word.length;
    if (!EMPHASIS.test(word)) found.push({ text: word === '،' ? ',' : word, at });
  }
  return found;
}

/** The text of a token, and that in lower case; empty beyond the ends. A negative index of an array takes the engine long. */
export const textAt = (ts: readonly Token[], i: number): string => (i < 0 ? '' : (ts[i]?.text ?? ''));
export const lowerAt = (ts: readonly Token[], i: number): string => textAt(ts, i).toLowerCase();

const LETTER = /^['’]?\p{L}/u;
export const isLetterWord = (word: string): boolean => LETTER.test(word);

/** Letters of scripts without case; `d'Alembert`, `l’Hôpital`, `ʿAbd`. */
const COUNTS_AS_UPPER = /^\p{Lo}|^(?:(?:\p{Ll}{1,2}|[dn]ell|[ds]all|sull|all)['’]|[ʿʾʻ])\p{Lu}/u;
/** Whether a word may begin a name: it has a capital, or its script has none. */
export const isUpper = (word: string): boolean =>
  word.charAt(0) !== word.charAt(0).toLowerCase() || COUNTS_AS_UPPER.test(word);
