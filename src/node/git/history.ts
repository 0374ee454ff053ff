/** The commit at which a text was written: a date or hash that the user gave, else the draft's own history. */
import { isSha } from './objects';
import { isBlob, type Repository } from './repository';

/** Commits that are looked through, along first parents. */
const MOST_COMMITS = 5_000;

/** End of the day for a bare date, in seconds since the epoch. */
function secondsOf(date: string): number | undefined {
  const stamp = Date.parse(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T23:59:59.999Z` : date);
  return Number.isNaN(stamp) ? undefined : stamp / 1_000;
}

/** Dates are read before hashes: `20240131` is a date. */
const asDate = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\d/.test(text)
    ? secondsOf(text)
    : /^(?:19|20)\d{6}$/.test(text)
      ? secondsOf(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
      : undefined;

/** Can this be when a text was written: a date (`2024-01-31`, `20240131`, with a time) or a commit's hash? */
export const isAsOf = (text: string): boolean => asDate(text) !== undefined || isSha(text);

/** The newest commit of HEAD's history that is not later than `asOf`, or the commit of that hash. */
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
 * The commit that brought `marker` into the draft: the oldest of those, without a gap back from HEAD, in which the draft holds it.
 * Nothing when HEAD's draft does not hold it: then it is being written now.
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
      if (!blob?.content.includes(marker)) return found;
      seen = entry.id;
    }
    found = commit.id;
  }
  return found;
}
