/** The words of a string, which blanks separate. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
