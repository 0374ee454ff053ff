/** The words of a string, separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
