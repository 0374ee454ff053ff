/**
 * Detects a missing network connection, so that a run reports it once instead of per citation. A failed lookup may also be the fault of one
 * name server. Such failures are held until some host answers, which confirms them, or until the run ends.
 */
import { fail, type Cause } from '../causes';
import { hasAnswer } from '../failureKinds';
import { isFailure, type Failure, type Source } from '../model';

/** Causes of lookups without an answer. */
const NAMELESS: ReadonlySet<Cause> = new Set<Cause>(['offline', 'dns_temporary']);

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
  record(kind: string, got: Source | Failure): readonly Held<T>[] {
    const answered = isFailure(got)
      ? hasAnswer(got, 'gone', 'other', 'closed', 'fault') && got.cause !== 'dns_not_found'
      : Date.parse(got.fetchedAt) >= this.startedAt;
    if (!answered || (kind !== 'url' && kind !== 'work')) return [];
    this.#online = true;
    return this.#take();
  }

  /** Ends the run; returns the remaining failures as what they turned out to be. */
  end(): readonly Held<T>[] {
    const held = this.#take();
    return held.length > 1 ? held.map(({ item }) => ({ item, failure: fail('offline') })) : held;
  }

  #take(): readonly Held<T>[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
