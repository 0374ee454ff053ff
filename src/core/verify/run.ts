/**
 * A run of the pipeline. Concurrency is decided here and in `judging.ts` only: `concurrency` sources are resolved at a time, with as many
 * judge requests in flight. The Web port limits requests per host; the Model limits those to its provider.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { outcomeOfAction } from '../agentLog/actionFinding';
import { fileSeen, pageSeen, screenCode } from '../agentLog/observedSource';
import { CANCELLED, orCancelled } from '../cancel';
import { fail, reason } from '../causes';
import { DEFAULTS } from '../defaults';
import { grade, type UngradedFinding } from '../findings/finding';
import type { RunLedger } from '../judge/ledger';
import { isFailure } from '../model';
import type { Citation, Failure, Finding, Problem, Screen, Source, Span, Target } from '../model';
import type { Ports } from '../ports';
import { reach, resolve, type ResolveOptions } from '../resolve';
import { screened, type ScreenedSource } from '../resolve/screen';
import { writtenIn } from '../scan/fileProblems';
import { pointsOnly } from '../text/pointer';
import type { Seen } from '../transcript';
import type { Log } from '../transcript/circumstances';
import { createAsyncQueue } from './asyncQueue';
import { groupBySource, jobOf, memoQueries, memoWeb, type CitationJob, type SourceJob } from './jobs';
import { Judging } from './judging';
import { OfflineDetector } from './offlineDetector';
import { overlap } from '../text/lines';

/** A text and its `scan`. */
export type VerifyDocument = {
  readonly path: string;
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Problems found by the scan. A marker without a reference and without a problem is left open here too. */
  readonly problems?: readonly Problem[];
  /** For a transcript: the circumstances of its citations. */
  readonly log?: Log;
};

export type VerifyOptions = {
  /** Only check that sources answer: no reading, screening or judging. */
  readonly linksOnly?: boolean;
  /** Concurrent sources, and concurrent judge requests. */
  readonly concurrency?: number;
  /** Concurrent judge requests, if different: a batch collects them. */
  readonly judging?: number;
  /** Further citations, in text order, are `over-limit`. */
  readonly maxCitations?: number;
  /** Citations of earlier documents of the same run, which count toward `maxCitations`. */
  readonly before?: number;
  /** Enforces the run budget and records costs, including failed calls. Without a ledger there is no cap. */
  readonly ledger?: Pick<RunLedger, 'acquire' | 'refusal'>;
  readonly resolve?: Omit<ResolveOptions, 'from'>;
};

/** A finding and the index of its document. */
export type Tagged = { readonly document: number; readonly finding: Finding };

const orScreened = (got: Source | Failure): ScreenedSource | Failure =>
  isFailure(got) ? got : screened(got);

/** The screening of a source that answered but was not read. */
const REACHED: Screen = { result: 'reached', score: 0, why: reason('not_read') };

/** Sources in progress: twice the slots, so that resolving and judging both have work and texts don't pile up. */
const AHEAD = 2;

/** One run: what is waiting, in progress, and still without a finding. */
export class Run {
  readonly #resolving: LimitFunction;
  /** Most sources in progress, including those being judged. */
  readonly #most: number;
  readonly #judging: Judging;
  readonly #waiting: SourceJob[];
  readonly #web: Ports['web'];
  /** Citations without a finding yet. */
  readonly #open: Set<CitationJob>;
  readonly #delivery = createAsyncQueue<Tagged>();
  readonly #offline: OfflineDetector<CitationJob>;
  #active = 0;

  constructor(
    readonly documents: readonly VerifyDocument[],
    readonly ports: Ports,
    readonly options: VerifyOptions,
    readonly signal: AbortSignal,
  ) {
    const { concurrency = DEFAULTS.concurrency, maxCitations = DEFAULTS.maxCitations, before = 0 } = options;
    const { judging = concurrency } = options;
    const all = documents.flatMap(({ citations, log }, document) =>
      citations.map((citation): CitationJob => jobOf(document, citation, log)),
    );
    const sourced = all.filter(({ citation }) => citation.target.kind !== 'action');
    const room = Math.max(0, maxCitations - before);
    const within = sourced.slice(0, room);
    this.#most = Math.max(concurrency * AHEAD, judging);
    this.#resolving = pLimit(concurrency);
    this.#web = memoQueries(ports.web);
    this.#judging = new Judging(
      within,
      ports,
      { ...options, concurrency: judging },
      signal,
      (item, outcome) => this.#deliver(item, outcome),
    );
    this.#offline = new OfflineDetector(ports.clock.now());
    this.#waiting = groupBySource(within);
    this.#open = new Set(all);
    for (const item of sourced.slice(room)) this.#miss(item, fail('over_limit', { max: maxCitations }));
    for (const item of all) this.#deliverAction(item);
  }

  get isDone(): boolean {
    return this.#open.size === 0 && this.#delivery.isEmpty;
  }

  /** Starts new sources only when the consumer asks for more: a slow consumer pauses the work instead of growing the heap. */
  startMore(): void {
    while (this.#active < this.#most) {
      const job = this.#waiting.shift();
      if (!job) break;
      this.#active += 1;
      void this.#guarded(job);
    }
    if (this.#active > 0) return;
    for (const { item, failure } of this.#offline.end()) this.#miss(item, failure);
    this.#giveUp([...this.#open], new Error('no stage gave a finding'));
  }

  arrived(): Promise<readonly Tagged[]> {
    return this.#delivery.take();
  }

  /** A claim of work has the log for its source. */
  #deliverAction(item: CitationJob): void {
    const known = this.documents[item.document]?.log?.get(item.citation.id);
    const outcome = known && outcomeOfAction(item.citation, known);
    if (outcome) this.#deliver(item, outcome);
  }

  async #guarded(job: SourceJob): Promise<void> {
    try {
      await this.#work(job);
    } catch (error) {
      this.#giveUp(
        job.targets.flatMap(({ items }) => items),
        error,
      );
    }
    this.#active -= 1;
    this.#delivery.wake();
  }

  async #work({ targets }: SourceJob): Promise<void> {
    const web = targets.length > 1 ? memoWeb(this.#web) : this.#web;
    await Promise.all(
      targets.map(async ({ target, items }) => {
        const got = await this.#resolving(() => this.#resolve(target, items[0], web));
        const result = isFailure(got) ? got : got.source;
        for (const { item, failure } of this.#offline.record(target.kind, result)) this.#miss(item, failure);
        if (isFailure(got)) await Promise.all(items.map((item) => this.#missed(item, got)));
        else await this.#found(items, got);
      }),
    );
  }

  #resolve(target: Target, { document, citation }: CitationJob, web: Ports['web']) {
    if (this.signal.aborted) return CANCELLED;
    const ports = { ...this.ports, web };
    const { path = '', log } = this.documents[document] ?? {};
    const { at, seen } = log?.get(citation.id) ?? {};
    const from = { ...writtenIn(citation, path, log), ...(at !== undefined && { at }) };
    const options = { ...this.options.resolve, from };
    const signal = AbortSignal.any([this.signal]); // own target for this source's listeners
    const work = this.options.linksOnly
      ? reach(target, ports, options, signal).then(orScreened)
      : resolve(target, ports, options, signal).then((got) => this.#compareWithSeen(target, seen, got));
    return orCancelled(work, signal);
  }

  /** Combines the result for a target with what the agent had seen of it. */
  #compareWithSeen(target: Target, seen: Seen | undefined, got: Source | Failure): ScreenedSource | Failure {
    if (target.kind === 'file') return orScreened(fileSeen(got, seen));
    if (!seen) return orScreened(got);
    return pageSeen(target, seen, got, new Date(this.ports.clock.now()).toISOString());
  }

  async #found(items: readonly CitationJob[], { source, about }: ScreenedSource): Promise<void> {
    const { linksOnly } = this.options;
    const isAnswerEnough = ({ citation }: CitationJob) =>
      linksOnly || pointsOnly(citation.claim.text, citation);
    const why = reason(linksOnly ? 'links_only' : 'points_only');
    const rest = { stage: 'unjudged', source, screen: REACHED, why: 'no-model', ...why } as const;
    for (const item of items.filter(isAnswerEnough)) {
      this.#deliver(item, { citation: item.citation, ...rest });
      await this.#judging.missed(item);
    }
    const claims = items.filter((item) => !isAnswerEnough(item));
    await this.#judging.take(claims.map((item) => this.#read(item, about)));
  }

  #read(item: CitationJob, about: ScreenedSource['about']) {
    const { id, claim } = item.citation;
    const { source, screen } = about(claim.text);
    const code = this.documents[item.document]?.log?.get(id)?.code;
    const shown = code !== undefined && source.target.kind === 'file' ? screenCode(code, source) : undefined;
    return { item, source, screen: shown ?? screen };
  }

  async #missed(item: CitationJob, missed: Failure): Promise<void> {
    const failure = missed.kind === 'dangling' && this.#isLeftOpen(item) ? fail('left_open') : missed;
    if (!this.#offline.holds(item, failure)) this.#miss(item, failure);
    await this.#judging.missed(item);
  }

  /**
   * Whether the scan doesn't say that an unresolved marker has no reference: a key without any bibliography, a number next to a list without
   * numbers, or what a chat tool left behind, which is a problem already.
   */
  #isLeftOpen({ document, citation: { part } }: CitationJob): boolean {
    const { problems, log } = this.documents[document] ?? {};
    const isHere = (span: Span) => overlap(span, part);
    const isBlamed = ({ code, span, related }: Problem) =>
      code !== 'chat-residue' && (isHere(span) || related?.some(isHere) === true);
    return problems !== undefined && !log && !problems.some(isBlamed);
  }

  #miss(item: CitationJob, failure: Failure): void {
    this.#deliver(item, { citation: item.citation, stage: 'unresolved', ...failure });
  }

  /** A bug in a stage fails the citations it affects, not the run; `internal_error` marks it as a bug for hosts. */
  #giveUp(items: readonly CitationJob[], error: unknown): void {
    const failure = fail('internal_error', {
      message: error instanceof Error ? error.message : String(error),
    });
    for (const item of items) if (this.#open.has(item)) this.#miss(item, failure);
  }

  #deliver(item: CitationJob, outcome: UngradedFinding): void {
    if (!this.#open.delete(item)) return;
    const shown = this.documents[item.document]?.log?.get(item.citation.id)?.shown;
    const finding = grade(shown === undefined ? outcome : { ...outcome, shown });
    this.#delivery.add({ document: item.document, finding });
  }
}
