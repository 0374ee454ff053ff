/**
 * Detects a missing network connection, so that a run reports it once instead of per citation. A single failed lookup may also be a host
 * that doesn't exist. Such failures are held until some host answers, which confirms them, or until the run ends.
 */
import { fail, say, type Cause } from '../causes';
import { isFailure, type Failure, type FailureKind, type Source } from '../model';

/** Causes of failed name lookups. */
const NAMELESS: ReadonlySet<Cause> = new Set<Cause>(['offline', 'dns_temporary', 'dns_not_found']);
/** This many names reported as missing more likely mean that the resolver is offline. */
const TOO_MANY = 3;
/** Failures that prove some server was reached. */
const ANSWERS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'bad-status',
  'blocked',
  'paywalled',
  'not-found',
  'wrong-work',
  'redirect-loop',
  'not-text',
  'too-large',
]);

type Held<T> = { readonly item: T; readonly failure: Failure };

/** Failures of one run that may be caused by a missing network, with the items they belong to. */
export class OfflineDetector<T> {
  #held: Held<T>[] = [];
  #online = false;

  /** In milliseconds since the epoch. Answers read before, from the cache, prove nothing. */
  constructor(readonly startedAt: number) {}

  /** Holds back a failure that may be due to the network; returns false if it is certain. */
  holds(item: T, failure: Failure): boolean {
    if (this.#online || !NAMELESS.has(failure.cause)) return false;
    this.#held.push({ item, failure });
    return true;
  }

  /** Records what a source or failure proves about the network. Returns the failures to deliver now. */
  heard(kind: string, got: Source | Failure): readonly Held<T>[] {
    const answered = isFailure(got)
      ? ANSWERS.has(got.kind) && !NAMELESS.has(got.cause)
      : Date.parse(got.fetchedAt) >= this.startedAt;
    if (!answered || (kind !== 'url' && kind !== 'work')) return [];
    this.#online = true;
    return this.#take();
  }

  /** Ends the run; returns the remaining failures as what they turned out to be. */
  end(): readonly Held<T>[] {
    const held = this.#take();
    const missing = new Set(held.map(({ failure }) => say(failure))).size;
    // A registry's host exists, so a failed lookup counts as no answer.
    const isOff = held.some(({ failure }) => failure.kind === 'network')
      ? held.length > 1
      : missing >= TOO_MANY;
    return isOff ? held.map(({ item }) => ({ item, failure: fail('offline') })) : held;
  }

  #take(): readonly Held<T>[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
