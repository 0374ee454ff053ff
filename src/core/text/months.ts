/** English names of months. */
const NAMES = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** A name in full, as part of an expression. */
export const MONTH = NAMES.join('|');

/** German, French and Spanish names where they differ. */
const OTHERS =
  'januar|janvier|enero februar|février|febrero märz|mars|marzo avril|abril mai|mayo juni|juin|junio juli|juillet|julio août|agosto septembre|septiembre oktober|octobre|octubre novembre|noviembre dezember|décembre|diciembre'.split(
    ' ',
  );
export const OTHER_MONTH = OTHERS.join('|');

/** 1 to 12 for a name or an English abbreviation (`sept.`) in lower case, 0 for other words. */
export function monthOf(word: string): number {
  const other = OTHERS.findIndex((names) => names.split('|').includes(word));
  if (other >= 0) return other + 1;
  return /^[a-z]{3,}\.?$/.test(word)
    ? 1 + NAMES.findIndex((name) => name.startsWith(word.replace('.', '')))
    : 0;
}
