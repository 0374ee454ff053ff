/**
 * Messages about sources and verdicts, except those of codes. A cause is a stable name. Causes that can end the search for a source are in
 * `failures.ts`, the others in `reasons.ts`. Who imports this file can format any reason.
 */
import type { FailureKind } from './failureKinds';
import { FAILURES } from './failures';
import { addSentences, type Cause, type Facts, type FailureCause, type Reason } from './reason';
import { REASONS } from './reasons';
import { SCANNED } from './scanReasons';

export * from './reason';

/** The sentence of every cause. */
export const CAUSES = {
  ...SCANNED,
  ...REASONS,
  ...Object.fromEntries(Object.entries(FAILURES).map(([cause, { message }]) => [cause, message])),
} as Readonly<Record<Cause, string>>; // all tables, merged by key
addSentences(CAUSES);

/** Makes the parts of a failure that the cause decides; pass `kind` if the usual one is wrong. */
export const fail = (
  cause: FailureCause,
  facts: Facts = {},
  kind: FailureKind = FAILURES[cause].kind,
): Reason & { readonly kind: FailureKind } => ({ kind, cause, facts });
