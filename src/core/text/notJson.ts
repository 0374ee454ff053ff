/**
 * Why a text is not JSON, from what `JSON.parse` threw: where, never what. A file of a repository may be a link to one that holds a
 * secret, and whoever wrote the repository may read the log.
 */
export function notJson(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return `this is not JSON${/ (?:at position \d+|\(line \d+ column \d+\))/.exec(message)?.[0] ?? ''}`;
}
