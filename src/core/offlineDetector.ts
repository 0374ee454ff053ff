/**
 * Detects a machine without a network, so that a run says it once and not for each citation. No single look-up can tell that from a
 * host that does not exist, so failures of that kind wait until something answers, which makes each what it seemed, or until the run
 * is over and nothing has.
 */
import { fail, say, type Cause } from './causes';
import { isFailure, type Failure, type Finding, type FailureKind, type Source } from './model';

/** Causes by which a host's name led nowhere. */
const NAMELESS: ReadonlySet<Cause> = new Set<Cause>(['offline', 'dns_temporary', 'dns_not_found']);
/** Of names that are said not to exist, so many make it likelier that nobody could say. */
const TOO_MANY = 3;
/** Misses that only somebody who was reached can give. */
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
const REMOTE: ReadonlySet<string> = new Set(['url', 'work']);

/** Was this citation not looked up because there was no network? */
export const isOffline = (finding: Finding): boolean =>
  finding.stage === 'unresolved' && finding.cause === 'offline';

type Held<T> = { readonly item: T; readonly failure: Failure };

/** Misses of one run that may mean that there is no network, each with what it is the answer for. */
export class OfflineDetector<T> {
  #held: Held<T>[] = [];
  #online = false;

  /** `startedAt`: what was read before, from the cache, says nothing. In milliseconds since the epoch. */
  constructor(readonly startedAt: number) {}

  /** Takes a miss that must wait; false when it need not. */
  holds(item: T, failure: Failure): boolean {
    if (this.#online || !NAMELESS.has(failure.cause)) return false;
    this.#held.push({ item, failure });
    return true;
  }

  /** Somebody was reached, or not: what a source or miss says of the network. Gives what need not wait any longer. */
  heard(kind: string, got: Source | Failure): readonly Held<T>[] {
    const answered = isFailure(got)
      ? ANSWERS.has(got.kind) && !NAMELESS.has(got.cause)
      : Date.parse(got.fetchedAt) >= this.startedAt;
    if (!answered || !REMOTE.has(kind)) return [];
    this.#online = true;
    return this.#take();
  }

  /** The run is over: what still waits, as what it was. */
  end(): readonly Held<T>[] {
    const held = this.#take();
    const missing = new Set(held.map(({ failure }) => say(failure))).size;
    // A registry's host exists: that its name is not found is as good as no answer.
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
