/** Finds the commit at which a text was written: from a date or hash that the user gave, else from the draft's history. */
import { isSha } from './objects';
import { isBlob, type Repository } from './repository';

/** Most commits searched, along first parents. */
const MOST_COMMITS = 5_000;

/** Seconds since the epoch; the end of the day for a bare date. */
function secondsOf(date: string): number | undefined {
  const stamp = Date.parse(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T23:59:59.999Z` : date);
  return Number.isNaN(stamp) ? undefined : stamp / 1_000;
}

/** Dates take precedence over hashes: `20240131` is a date. */
const asDate = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\d/.test(text)
    ? secondsOf(text)
    : /^(?:19|20)\d{6}$/.test(text)
      ? secondsOf(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
      : undefined;

/** True for a date (`2024-01-31`, `20240131`, optionally with a time) or a commit hash. */
export const isAsOf = (text: string): boolean => asDate(text) !== undefined || isSha(text);

/** The newest commit in HEAD's history not later than `asOf`, or the commit with that hash. */
export async function commitAsOf(
  repository: Repository,
  asOf: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const seconds = asDate(asOf);
  if (seconds === undefined) return isSha(asOf) ? repository.revision(asOf, signal) : undefined;
  const head = await repository.revision('HEAD', signal);
  if (head === undefined) return undefined;
  for await (const commit of repository.history(head, MOST_COMMITS)) {
    if (signal.aborted) return undefined;
    if (commit.time <= seconds) return commit.id;
  }
  return undefined;
}

/**
 * The commit that added `marker` to the draft: the oldest in the unbroken run back from HEAD in which the draft contains it. Undefined if
 * HEAD's draft doesn't contain it, because then it is being written now.
 */
export async function commitOfMarker(
  repository: Repository,
  draft: string,
  marker: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const head = await repository.revision('HEAD', signal);
  if (head === undefined) return undefined;
  let found: string | undefined;
  let seen: string | undefined;
  for await (const commit of repository.history(head, MOST_COMMITS)) {
    if (signal.aborted) return undefined;
    const entry = await repository.entry(commit.tree, draft);
    if (!entry || !isBlob(entry)) return found;
    if (entry.id !== seen) {
      const blob = await repository.blob(entry.id);
      if (!blob.content.includes(marker)) return found;
      seen = entry.id;
    }
    found = commit.id;
  }
  return found;
}
