/**
 * Where a text is not valid JSON, from the error of `JSON.parse`. Never quotes the text: a repository file may link to a secret, and the
 * repository's author may read the log.
 */
export function notJson(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return `this isn’t JSON${/ (?:at position \d+|\(line \d+ column \d+\))/.exec(message)?.[0] ?? ''}`;
}
