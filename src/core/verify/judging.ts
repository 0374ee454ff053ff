/**
 * The judging half of a run. Claims on one source share calls; adjacent markers are judged one by one and then together. An error that
 * makes further calls hopeless (a refused key, no credit) ends judging, not the run.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { orCancelled } from '../cancel';
import { DEFAULTS } from '../defaults';
import { reason, reasonOf, type Reason } from '../causes';
import type { UngradedFinding } from '../findings/finding';
import { claimKey, judge, judgeGroup } from '../judge';
import type { Claim, GroupJudgement, JudgeOptions } from '../judge';
import { citedBy, placeNotice } from '../judge/citedPlace';
import { isFailure } from '../model';
import type { Evidence, Notice, Screen, Source, Verdict, UnjudgedReason } from '../model';
import { chunks, gather, type CitationJob } from './jobs';
import { NO_USAGE, type Model, type Ports } from '../ports';
import { credentialsOf } from '../text/credentials';
import { getOrMake } from '../text/maps';

export type JudgingOptions = Pick<JudgeOptions, 'ledger'> & { readonly concurrency: number };

type Refused = Reason & { readonly why: UnjudgedReason; readonly fatal?: boolean };
type Judged = { readonly verdict: Verdict; readonly evidence: Evidence; readonly suspicious: boolean };
/** A citation whose source was read, and its screening. */
type Read = { readonly item: CitationJob; readonly source: Source; readonly screen: Screen };
type Result = Read & { readonly answer: Judged | Refused };
type Group = { waiting: number; readonly members: CitationJob[]; readonly results: Result[] };

const NO_MODEL: Refused = { why: 'no-model', ...reason('no_model') };
const STOPPED: Refused = { why: 'cancelled', ...reason('cancelled') };

const NO_ANSWER: Refused = {
  why: 'bad-answer',
  ...reason('judge_malformed', { what: reason('answer_none') }),
};

const isRefused = (x: object): x is Refused => 'why' in x;

/** Reuses a verdict for another marker with the same claim, without its cost. */
function again(answer: Judged | Refused): Judged | Refused {
  if (isRefused(answer)) return answer;
  const { costUsd } = answer.verdict;
  const free = { usage: NO_USAGE, ...(costUsd !== undefined && { costUsd: 0 }) };
  return { ...answer, verdict: { ...answer.verdict, ...free } };
}

/** The source's text addresses the model. */
const SUSPICIOUS: Notice = { kind: 'suspicious', ...reason('suspicious_source') };
const noticed = (source: Source, ...more: readonly (Notice | false | undefined)[]): Source => {
  const added = more.filter((one) => typeof one === 'object');
  return added.length === 0 ? source : { ...source, notices: [...source.notices, ...added] };
};

function outcomeOf({ item: { citation }, source, screen, answer }: Result): UngradedFinding {
  const quoted = screen.result === 'quote-found' ? screen.passage : undefined;
  const found = isRefused(answer) ? quoted : answer.verdict.quote?.span;
  const place = found && placeNotice(citedBy(citation), source, found);
  if (isRefused(answer))
    return {
      citation,
      stage: 'unjudged',
      source: noticed(source, place),
      screen,
      why: answer.why,
      ...reasonOf(answer),
    };
  const { verdict, evidence, suspicious } = answer;
  const shown = noticed(source, suspicious && SUSPICIOUS, place);
  return { citation, stage: 'judged', source: shown, screen, evidence, verdict };
}

export const claimOf = ({ citation }: Pick<CitationJob, 'citation'>): Claim => ({
  id: citation.id,
  text: citation.claim.text,
  context: citation.context,
  cited: citedBy(citation),
});
const groupOf = ({ document, citation: { group } }: CitationJob) =>
  group === undefined ? undefined : `${document} ${group}`;

/** The groups of `items` with their members. */
function groupsOf(items: readonly CitationJob[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const key = groupOf(item);
    if (key === undefined) continue;
    const group = getOrMake(groups, key, () => ({ waiting: 0, members: [], results: [] }));
    group.waiting += 1;
    group.members.push(item);
  }
  return groups;
}

export class Judging {
  readonly #calls: LimitFunction;
  readonly #options: Omit<JudgingOptions, 'concurrency'>;
  readonly #groups: Map<string, Group>;
  /** Aborted by an error that every further call would meet. */
  readonly #hopeless = new AbortController();
  readonly #stopped: AbortSignal;
  #fatal: Refused | undefined;

  /** Calls `deliver` once per citation taken. */
  constructor(
    items: readonly CitationJob[],
    readonly ports: Ports,
    { concurrency, ...options }: JudgingOptions,
    readonly signal: AbortSignal,
    readonly deliver: (item: CitationJob, outcome: UngradedFinding) => void,
  ) {
    this.#calls = pLimit(concurrency);
    this.#options = options;
    this.#groups = groupsOf(items);
    this.#stopped = AbortSignal.any([signal, this.#hopeless.signal]);
  }

  /** Takes the citations of one source that was read. Resolves when each is judged or can't be; members of a group may come later. */
  async take(reads: readonly Read[]): Promise<void> {
    const { model } = this.ports;
    const [first] = reads;
    if (!first) return;
    if (!model) return this.#refuse(reads, NO_MODEL);
    const withheld = credentialsOf(first.source);
    if (withheld !== undefined) return this.#refuse(reads, { why: 'withheld', ...reason(withheld) });
    await Promise.all(
      chunks(
        gather(reads, ({ item }) => claimKey(claimOf(item))),
        DEFAULTS.claimsPerCall,
      ).map((alike) => this.#judge(model, first.source, alike)),
    );
  }

  /** Takes a citation without a source, so that its group no longer waits for it. */
  async missed(item: CitationJob): Promise<void> {
    const group = this.#groups.get(groupOf(item) ?? '');
    if (!group) return;
    group.waiting -= 1;
    await this.#close(group);
  }

  /** Judges claims that share a call; each comes with all citations that make it. */
  async #judge(model: Model, source: Source, alike: readonly (readonly [Read, ...Read[]])[]): Promise<void> {
    const claims = alike.map(([first]) => claimOf(first.item));
    const got = await this.#call((signal) =>
      judge({ source, claims }, { ...this.ports, model }, this.#options, signal),
    );
    await Promise.all(
      alike.flatMap((same, i) => {
        const one = isRefused(got) ? got : (got[i] ?? NO_ANSWER);
        const answer = this.#heed(one);
        return same.map((read, nth) => this.#finish({ ...read, answer: nth === 0 ? answer : again(answer) }));
      }),
    );
  }

  /** One request to the judge, or why judging has ended. */
  #call<T extends object>(make: (signal: AbortSignal) => Promise<T>): Promise<T | Refused> {
    return this.#calls(async () => {
      if (this.#stopped.aborted) return this.#fatal ?? STOPPED;
      const signal = AbortSignal.any([this.#stopped]); // own target for this request's listeners
      try {
        const made = await orCancelled(make(signal), signal);
        return isFailure(made) ? (this.#fatal ?? STOPPED) : made;
      } catch (error) {
        return { why: 'model-error', ...reason('internal_error', { message: String(error) }) };
      }
    });
  }

  /** Records an error that ends judging. Calls it aborts report that error instead of a cancellation. */
  #heed<T extends object>(answer: T | Refused): T | Refused {
    if (!isRefused(answer)) return answer;
    if (answer.fatal && !this.#fatal) {
      this.#fatal = { why: answer.why, ...reasonOf(answer) };
      this.#hopeless.abort();
    }
    return this.#fatal && answer.why === 'cancelled' && !this.signal.aborted ? this.#fatal : answer;
  }

  async #refuse(reads: readonly Read[], answer: Refused): Promise<void> {
    await Promise.all(reads.map((read) => this.#finish({ ...read, answer })));
  }

  async #finish(result: Result): Promise<void> {
    const group = this.#groups.get(groupOf(result.item) ?? '');
    if (!group) {
      this.deliver(result.item, outcomeOf(result));
      return;
    }
    group.waiting -= 1;
    group.results.push(result);
    await this.#close(group);
  }

  /** Judges a group together, in the order of the text, and delivers it once all of its members are done. */
  async #close({ waiting, members, results: arrived }: Group): Promise<void> {
    if (waiting > 0) return;
    const results = members.flatMap((item) => arrived.find((one) => one.item === item) ?? []);
    const verdicts = results.filter(({ answer }) => !isRefused(answer));
    const joint = verdicts.length > 1 ? await this.#together(results) : undefined;
    results.forEach((result, i) => {
      const outcome = outcomeOf(result);
      const member = outcome.stage === 'judged' ? joint?.members[i] : undefined;
      this.deliver(result.item, { ...outcome, ...member });
    });
  }

  async #together(results: readonly Result[]): Promise<GroupJudgement | undefined> {
    const { model } = this.ports;
    const [first] = results;
    if (!model || !first) return undefined;
    const members = results.map(({ source, answer }) => ({
      source,
      verdict: isRefused(answer) ? undefined : answer.verdict,
    }));
    const request = { claim: claimOf(first.item), members };
    const got = await this.#call((signal) =>
      judgeGroup(request, { ...this.ports, model }, this.#options, signal),
    );
    if (isRefused(got)) return undefined;
    if (got.refusal) this.#heed(got.refusal);
    return got;
  }
}
