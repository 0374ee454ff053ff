/** Words in place of a year. */

/** Part of an expression: `n.d.`, `o. J.`, `in press`, `forthcoming`. */
export const UNDATED =
  '(?:n\\. ?d|o\\. ?J|i\\. ?E|s\\. ?[df])\\.|in (?:press|prep(?:aration|\\.)?|review)|im Druck|forthcoming|submitted|accepted';

/** Normalized to lower case: `n.d.` for all languages, `in press` for future works. */
export const spellUndated = (date: string): string =>
  /^[nos]\. ?[djf]\.$/.test(date) ? 'n.d.' : /^i[mn] /.test(date) ? 'in press' : date;
