/** Tells the sentences of a remark from the words of a reference. */

/** Words of sentences, which titles rarely have or capitalise: pronouns, auxiliary verbs, conjunctions. */
const WORDS = [
  'is are was were be been being has have had having does did do will would can could should may might must cannot',
  'isn aren wasn doesn don didn can’t i’m it they them this these those there you your we us he she',
  'but because although though however since if whether so already not',
  'ist sind war waren wird werden wurde wurden hat haben kann können wir ich nicht auch aber dass weil noch',
  'est sont était étaient nous je mais peut fue eran pero hay están puede',
].join(' ');
const SENTENCE = new RegExp(
  `(?<![\\p{L}\\p{N}$.'’-])(?:(?:${WORDS.replaceAll(' ', '|')})(?![\\p{L}\\p{N}$-])|(?:I|We|It|This|These|There|You)(?=(?:['’]\\p{Ll}{1,2})? \\p{Ll}))`,
  'gu',
);
/** What a text quotes or emphasises, and its code and formulas. */
const OTHERS = /["“„«][^"“”„»«]{2,300}["”“»]|([*_`$])(?=\S)[^*_`$]{1,300}\1/g;
/** Where a work was published: pages, a volume, a publisher. */
const PLACE =
  /\b(?:pp?|vol|no|S)\. ?\d|\d ?\(\d{1,4}\)|\(1[5-9]\d\d\)|\(20\d\d\)|\b(?:Press|Verlag|University|Journal|Proceedings|Éditions)\b/;

const wordsIn = (text: string): number => text.match(SENTENCE)?.length ?? 0;

/**
 * Whether these are sentences, not a reference or the title of a work. What they quote doesn't tell; a name, a year and where it was
 * published tell of a reference, so with them it takes more words: a title may be a sentence, and a reference may end with a remark.
 */
export function isProse(text: string, isNamed: boolean): boolean {
  const own = text.replace(OTHERS, ' ');
  const count = wordsIn(own);
  const isPlaced = PLACE.test(own);
  const isKnown = isNamed || isPlaced || YEAR.test(own);
  // `Attention is all you need`: a title.
  if (count < 6 && !ENDS.test(own)) return false;
  if (count === 1) return !isKnown && own.split(' ').length > 5;
  return count >= (isPlaced ? 6 : isKnown ? 4 : 2);
}
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/;
const ENDS = /\p{L}[.!?] ?↩?\W*$/u;

/** Whether a quotation is of sentences, not a title. */
export const quotesProse = (text: string): boolean => wordsIn(text) > 2;
