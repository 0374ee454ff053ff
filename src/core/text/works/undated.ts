/** Words in place of a year. */

/** Part of an expression: `n.d.`, `o. J.`, `in press`, `forthcoming`. Not `b. d.` and `s. a.`, which are initials more often. */
export const UNDATED =
  '(?:n\\. ?d|o\\. ?J|i\\. ?E|s\\. ?[df]|u\\. ?å|б\\. ?д)\\.|s/f|(?:no|sans) date|sin fecha|ohne Datum|[Ii]n (?:press|prep(?:aration|\\.)?|review)|im Druck|forthcoming|submitted|accepted';

/** A date in lower case: `n.d.` where it is missing, whatever the language; `in press` and the like for future works. */
export const spellUndated = (date: string): string =>
  /^i(?:[mn] |\. ?e)/.test(date)
    ? 'in press'
    : /^(?:forthcoming|submitted|accepted|\d)/.test(date)
      ? date
      : 'n.d.';
