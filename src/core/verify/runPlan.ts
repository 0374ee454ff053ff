/** Plans a run before it starts: the sources it needs, who would be contacted, and the cost of judging. */
import { DEFAULTS } from '../defaults';
import { costOf } from '../judge/ledger';
import { claimKey } from '../judge/request';
import { groupBySource, identityOf, type CitationJob, type SourceJob } from './jobs';
import type { Citation, Target, Usage } from '../model';
import type { Model } from '../ports';
import { isUnclear } from '../resolve/identify';
import { primaryIdentifier } from '../text/works/identifiers';
import { fingerprint } from '../text/hash';

/** Typical tokens of a judge request in addition to its evidence: instructions in, a short answer per claim out. */
const USUAL = { instructions: 700, answer: 200 };
/** The same for short claims and answers. */
const LEAST = { instructions: 200, answer: 60 };

/** Where the source of a target comes from: a host, the registries, the workspace; else undefined. */
export function placeOf(target: Target): string | undefined {
  switch (target.kind) {
    case 'url':
      return hostOf(target.url);
    case 'work':
      return (target.url !== undefined && !primaryIdentifier(target) && hostOf(target.url)) || 'registries';
    case 'file':
    case 'commit':
    case 'memory':
      return 'workspace';
    case 'guess':
    case 'action':
    case 'dangling':
      return undefined;
  }
}

/** As `placeOf`; also undefined for a work that a run leaves open because it isn’t clear what to search for. */
export function searchedPlace(target: Target): string | undefined {
  const place = placeOf(target);
  const isLeftOpen = target.kind === 'work' && place === 'registries' && !primaryIdentifier(target);
  return isLeftOpen && isUnclear(target) ? undefined : place;
}

const hostOf = (url: string): string | undefined =>
  /^https?:\/\/(?:[^\s/?#@]*@)?([^\s/?#]+)/i.exec(url)?.[1]?.toLowerCase();

/** Names the source of a target, so that a plan can be approved in part. */
export const sourceId = (target: Target): string => fingerprint(identityOf(target));

type Cost = {
  readonly calls: number;
  readonly tokens: Omit<Usage, 'cached'>;
  readonly costUsd?: number;
  /** Lowest cost, if sources, claims and answers are short. */
  readonly leastUsd?: number;
};

/** One source of a run. */
export type PlannedSource = Cost & {
  /** The same for the same source in any text. */
  readonly id: string;
  readonly target: Target;
  /** As the first citation writes it. */
  readonly identifier: string;
  /** The host, `registries` or `workspace`. */
  readonly place: string;
  readonly citations: number;
  /** Distinct claims; equal ones are judged once. */
  readonly claims: number;
};

export type RunPlan = {
  readonly sources: readonly PlannedSource[];
  readonly total: Cost & {
    readonly citations: number;
    readonly sources: number;
    /** Citations over the run's limit. */
    readonly left: number;
  };
};

const costsOf = (claims: number, price: Model['price']): Cost => {
  const calls = Math.ceil(claims / DEFAULTS.claimsPerCall);
  // Each further claim of a call may add half of a claim’s evidence.
  const evidence = DEFAULTS.evidenceTokens * (calls + (claims - calls) / 2);
  const tokens = { input: Math.ceil(calls * USUAL.instructions + evidence), output: claims * USUAL.answer };
  if (!price) return { calls, tokens };
  const least = { input: calls * LEAST.instructions, output: claims * LEAST.answer, cached: 0 };
  return { calls, tokens, costUsd: costOf(price, { ...tokens, cached: 0 }), leastUsd: costOf(price, least) };
};
const NO_COST: Cost = { calls: 0, tokens: { input: 0, output: 0 }, costUsd: 0, leastUsd: 0 };

function planned({ targets }: SourceJob, place: string, model: Pick<Model, 'price'> | undefined) {
  const items = targets.flatMap((one) => one.items);
  const claims = new Set(items.map(({ citation: c }) => claimKey({ ...c, ...c.claim }))).size;
  const [{ target, items: first }] = targets as [SourceJob['targets'][number]];
  return {
    id: sourceId(target),
    target,
    identifier: first[0].citation.identifier,
    place,
    citations: items.length,
    claims,
    ...(model ? costsOf(claims, model.price) : NO_COST),
  };
}

/** The citations of documents as jobs, in order, without claims of work: their source is the log, and they count toward no limit. */
export const jobsOf = (documents: readonly { readonly citations: readonly Citation[] }[]): CitationJob[] =>
  documents.flatMap(({ citations }, document) =>
    citations.flatMap((citation) => (citation.target.kind === 'action' ? [] : [{ document, citation }])),
  );

/** Plans a run over `documents` without fetching, reading or asking. Cached sources are counted too. */
export function planRun(
  documents: readonly { readonly citations: readonly Citation[] }[],
  options: { readonly model?: Pick<Model, 'price'> | undefined; readonly maxCitations?: number },
): RunPlan {
  const { model, maxCitations = DEFAULTS.maxCitations } = options;
  const all = jobsOf(documents);
  const sources = groupBySource(all.slice(0, maxCitations)).flatMap((job) => {
    const place = job.targets[0] && searchedPlace(job.targets[0].target);
    return place === undefined ? [] : [planned(job, place, model)];
  });
  const left = Math.max(0, all.length - maxCitations);
  return { sources, total: { citations: all.length, sources: sources.length, left, ...totalOf(sources) } };
}

function totalOf(sources: readonly Cost[]): Cost {
  const sum = (pick: (one: Cost) => number) => sources.reduce((n, one) => n + pick(one), 0);
  const isPriced = sources.every(({ costUsd }) => costUsd !== undefined);
  return {
    calls: sum(({ calls }) => calls),
    tokens: { input: sum(({ tokens }) => tokens.input), output: sum(({ tokens }) => tokens.output) },
    ...(isPriced && {
      costUsd: sum(({ costUsd = 0 }) => costUsd),
      leastUsd: sum(({ leastUsd = 0 }) => leastUsd),
    }),
  };
}

/** What a limit leaves out, and what judging it would take. */
type LeftOut = Cost & { readonly citations: number };

/** What a run would do within its limits, and what each limit leaves out. */
export type RunEstimate = {
  readonly sources: readonly (PlannedSource & { readonly isReached: boolean })[];
  /** `calls`, `tokens` and costs are those within all limits. */
  readonly total: RunPlan['total'];
  readonly leftOut: {
    /** Citations over the run's limit. */
    readonly overLimit: LeftOut;
    /** Sources that the run may not fetch: no network, or another domain. */
    readonly unreached: LeftOut;
    /** Over the cap on cost or tokens, in the order of the run. */
    readonly overCap: LeftOut;
  };
};

const minus = (a: Cost, b: Cost): Cost => ({
  calls: a.calls - b.calls,
  tokens: { input: a.tokens.input - b.tokens.input, output: a.tokens.output - b.tokens.output },
  ...(a.costUsd !== undefined && b.costUsd !== undefined && { costUsd: Math.max(0, a.costUsd - b.costUsd) }),
});

const leftOutOf = (sources: readonly PlannedSource[]): LeftOut => ({
  citations: sources.reduce((n, { citations }) => n + citations, 0),
  ...totalOf(sources),
});

export type Limits = Parameters<typeof planRun>[1] & {
  readonly maxCostUsd: number;
  readonly maxTokens?: number | undefined;
  /** Whether the run may fetch or read this source. */
  readonly reaches: (source: PlannedSource) => boolean;
};

/** Estimates a run over `documents`. Like `planRun`, it does nothing and counts cached sources. */
export function estimateRun(documents: Parameters<typeof planRun>[0], limits: Limits): RunEstimate {
  const { maxCostUsd, maxTokens = Infinity, reaches } = limits;
  const plan = planRun(documents, limits);
  const everything = planRun(documents, { ...limits, maxCitations: Infinity });
  const sources = plan.sources.map((source) => ({ ...source, isReached: reaches(source) }));
  const reached = sources.filter(({ isReached }) => isReached);
  let [usd, tokens] = [0, 0];
  const isOver = (one: PlannedSource) => {
    usd += one.costUsd ?? 0;
    tokens += one.tokens.input + one.tokens.output;
    return one.calls > 0 && (maxCostUsd === 0 || usd > maxCostUsd || tokens > maxTokens);
  };
  const overCap = new Set(reached.filter(isOver));
  const within = reached.filter((one) => !overCap.has(one));
  return {
    sources,
    total: { ...plan.total, ...totalOf(within) },
    leftOut: {
      overLimit: { citations: plan.total.left, ...minus(everything.total, plan.total) },
      unreached: leftOutOf(sources.filter(({ isReached }) => !isReached)),
      overCap: leftOutOf([...overCap]),
    },
  };
}
