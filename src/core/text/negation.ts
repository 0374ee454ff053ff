/** Words that turn a statement round, in English. */
import { fold } from './fold';

const NEGATION =
  /\b(?:not|no|never|cannot|neither|nor|without|isn't|wasn't|weren't|aren't|didn't|doesn't|don't|won't|wouldn't|hasn't|haven't|hadn't|can't|couldn't|nobody|none)\b/;

/** Does the text negate anything? */
export const isNegated = (text: string): boolean => NEGATION.test(fold(text));

const WORDS = new Set('not no never cannot neither nor'.split(' '));
/** Is this one word a negation of what follows? */
export const isNegation = (word: string): boolean => WORDS.has(word.toLowerCase()) || /n['’]t$/i.test(word);

/** Is one of the two negated and the other not? */
export const negationDiffers = (a: string, b: string): boolean => isNegated(a) !== isNegated(b);
