/** Words that turn a statement round, in English. */
import { fold } from './fold';

const NEGATION =
  /\b(?:not|no|never|cannot|neither|nor|without|isn't|wasn't|weren't|aren't|didn't|doesn't|don't|won't|wouldn't|hasn't|haven't|hadn't|can't|couldn't|nobody|none)\b/;
/** Is one of the two negated and the other not? */
export const negationDiffers = (a: string, b: string): boolean =>
  NEGATION.test(fold(a)) !== NEGATION.test(fold(b));
