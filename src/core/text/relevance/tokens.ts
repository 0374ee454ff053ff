/** Estimates tokens as common tokenizers count them: four Latin letters, or one letter of a denser script. */
import { isUnspaced } from './words';

const LATIN_UNITS = 4;
/** Markup, numbers and code take more tokens than prose, so reservations add a third. */
const SAFETY = 1.35;

/** An estimate that is right on average. */
export function countTokens(text: string): number {
  let dense = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 0x2ff && (isUnspaced(c) || c > 0x2e80)) dense++;
    else if (c > 0x2ff) dense += 0.5;
  }
  return Math.ceil(dense + (text.length - Math.ceil(dense)) / LATIN_UNITS);
}

/** An estimate meant never to be too low, for reservations. */
export const countTokensSafely = (text: string): number => Math.ceil(countTokens(text) * SAFETY);
