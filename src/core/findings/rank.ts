/** The order of a document’s findings, if it isn’t that of the text. */
import type { Code } from '../codes';

/** A file, line or commit that doesn't exist. */
const INVENTED: readonly Code[] = ['file-not-found', 'outside-workspace', 'line-out-of-range', 'not-found'];
const OF_WORK: readonly Code[] = ['stale', 'partial-run', 'masked', 'not-in-log', 'backed'];
const FIRST: readonly (readonly Code[])[] = [['contradicted-by-log'], OF_WORK, INVENTED];

/** What comes first among a document's findings: in a transcript, claims that contradict the log, then invented sources. */
export const rankIn =
  (isTranscript: boolean) =>
  ({ code }: { readonly code: Code }): number =>
    isTranscript
      ? (FIRST.findIndex((codes) => codes.includes(code)) + FIRST.length + 1) % (FIRST.length + 1)
      : 0;
