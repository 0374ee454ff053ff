/** English names of months. */
const NAMES = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** A name in full, as part of an expression. */
export const MONTH = NAMES.join('|');

/** 1 to 12 for a name or its abbreviation (`sept.`) in lower case, 0 for other words. */
export const monthOf = (word: string): number =>
  /^[a-z]{3,}\.?$/.test(word) ? 1 + NAMES.findIndex((name) => name.startsWith(word.replace('.', ''))) : 0;
