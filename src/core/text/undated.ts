/** What stands in the place of a year. */

/** The words, as a part of an expression: `n.d.`, `o. J.`, `in press`, `forthcoming`. */
export const UNDATED =
  'n\\. ?d\\.|o\\. ?J\\.|s\\. ?d\\.|s\\. ?f\\.|in press|im Druck|in prep(?:aration|\\.)?|in review|forthcoming|submitted|accepted';

/** As markers spell it in small letters: `n.d.` in all languages, `in press` for what will appear. */
export const spellUndated = (date: string): string =>
  /^[nos]\. ?[djf]\.$/.test(date) ? 'n.d.' : /^i[mn] /.test(date) ? 'in press' : date;
