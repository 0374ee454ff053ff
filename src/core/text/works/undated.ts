/** Words in place of a year. */

/** Part of an expression: `n.d.`, `o. J.`, `in press`, `forthcoming`. */
export const UNDATED =
  '(?:n\\. ?d|o\\. ?J|i\\. ?E|s\\. ?[adf]|b\\. ?[dr]|z\\. ?d|u\\. ?å|б\\. ?д|t\\. ?[ty])\\.|s/f|(?:no|sans) date|sin fecha|ohne Datum|[Ii]n (?:press|prep(?:aration|\\.)?|review)|im Druck|forthcoming|submitted|accepted';

/** Normalized to lower case: `n.d.` for all languages, `in press` for future works. */
export const spellUndated = (date: string): string =>
  /^[nos]\. ?[djf]\.$/.test(date) ? 'n.d.' : /^i[mn] /.test(date) ? 'in press' : date;
