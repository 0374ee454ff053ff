/** A run of the judge over one source or a group: cached verdicts, questions, and what follows a broken, truncated or missing answer. */
import { reason, say, type Reason } from '../causes';
import { DEFAULTS } from '../defaults';
import type { Evidence, Source, Usage, Verdict } from '../model';
import { addUsage, NO_USAGE, type Cache, type Clock, type Model } from '../ports';
import { ask, refusal, shareUsage, type Refusal, type TimedReply } from './ask';
import { costOf, type RunLedger } from './ledger';
import { createVerdictCache } from './verdictCache';
import { read, type Reading } from '../text/relevance/retrieval';
import { select } from './passages';
import { createPrompt } from './prompt';
import { claimKey, conclude, createQuestion, parseAnswers, searchable } from './request';
import type { Claim, Question } from './request';
import type { ParsedAnswer, SearchableSource } from './verdictRules';

export type JudgePorts = { readonly model: Model; readonly clock: Clock; readonly cache?: Cache | undefined };

export type JudgeOptions = {
  /** Claims on one source that share a call. */
  readonly batch?: number | undefined;
  /** Reserves the cost of each call; without a ledger nothing is capped. */
  readonly ledger?: Pick<RunLedger, 'acquire' | 'refusal'> | undefined;
};

type JudgeResult =
  | {
      readonly verdict: Verdict;
      readonly cached: boolean;
      readonly suspicious: boolean;
      /** Index of the source with the quotation. */
      readonly at?: number | undefined;
    }
  | Omit<Refusal, 'tooLong'>;

/**
 * The result for one claim. `suspicious`: the sentence relied on addresses the judge. `fatal`: every further question would fail in the same
 * way, so the run should stop asking.
 */
export type Judgement = { readonly id: string; readonly evidence: Evidence } & JudgeResult;

/** No evidence: nothing was shown. */
export const EMPTY: Evidence = { passages: [], tokens: 0 };

/** A verdict stays valid unless claim, source, model or prompt change. */
const CACHE_DAYS = 365;
export const NONCE_LENGTH = 8;
/** How much longer the second answer may be if the first was truncated. */
const LONGER = 2;

/** The state that every step of a run needs. */
export type Run = {
  readonly ports: JudgePorts;
  readonly options: JudgeOptions;
  readonly signal: AbortSignal;
  readonly sources: readonly SearchableSource[];
  readonly readings: readonly Reading[];
  readonly verdicts: ReturnType<typeof createVerdictCache>;
};

export const startRun = (
  sources: readonly Source[],
  ports: JudgePorts,
  options: JudgeOptions,
  signal: AbortSignal,
): Run => ({
  ports,
  options,
  signal,
  sources: sources.map(searchable),
  readings: sources.map(read),
  verdicts: createVerdictCache(ports.cache, ports.model, sources),
});

/** The passages that are kept with a verdict if the prompt's own are not at hand, or are the whole source. */
const selectedFor = ({ readings }: Run, claim: Claim): Evidence =>
  readings.map((r) => select(r, [claim], DEFAULTS.evidenceTokens))[0] ?? EMPTY;

/** The judgements on claims by `claimKey`: cached verdicts, then answers to a few claims each, so that they share the source's tokens. */
export async function judgeAll(run: Run, claims: readonly Claim[]): Promise<ReadonlyMap<string, Judgement>> {
  const { ports, sources, verdicts } = run;
  const done = new Map<string, Judgement>();
  const open: Claim[] = [];
  for (const claim of new Map(claims.map((c) => [claimKey(c), c])).values()) {
    const known = await verdicts.recall(claim);
    if (!known) {
      open.push(claim);
      continue;
    }
    const receipt = { model: known.model, usage: NO_USAGE, latencyMs: 0 };
    const concluded = conclude(claim, known.parsed, sources, receipt, ports.model.price);
    const evidence = selectedFor(run, claim);
    done.set(claimKey(claim), { id: claim.id, evidence, cached: true, ...concluded });
  }
  const size = ports.model.readsWhole ? 1 : Math.max(1, run.options.batch ?? DEFAULTS.claimsPerCall);
  for (let i = 0; i < open.length; i += size)
    for (const [text, judgement] of await answer(run, questionFor(run, open.slice(i, i + size))))
      done.set(text, judgement);
  return done;
}

/** Token budget: 1 for the first claim, +½ for each further one; ×1.5, divided evenly, for a group of sources. */
export function questionFor(run: Run, claims: readonly Claim[], share = 1): Question {
  const selected =
    (DEFAULTS.evidenceTokens * share * (1 + (claims.length - 1) / 2) * (run.sources.length > 1 ? 1.5 : 1)) /
    run.sources.length;
  const budget = run.ports.model.readsWhole ? Infinity : selected;
  return createQuestion(
    claims,
    run.sources,
    run.readings.map((r) => select(r, claims, budget)),
  );
}

type ParsedReply = {
  readonly question: Question;
  readonly parsed: ReadonlyMap<number, ParsedAnswer>;
  readonly raw: TimedReply;
};
const isRefusal = (x: object): x is Refusal => 'why' in x;

/** Asks a question, asks again for broken answers, and applies the rules. */
async function answer(run: Run, asked: Question): Promise<Map<string, Judgement>> {
  const first = await askFor(run, asked);
  if (isRefusal(first)) return refuseAll(asked, first);
  const { question, parsed, raw } = first;
  const done = new Map<string, Judgement>();
  const { claims } = question;
  for (const [i, claim] of claims.entries()) {
    const answer = parsed.get(i);
    const usage = shareUsage(raw.usage, i, claims.length);
    if (answer) done.set(claimKey(claim), await settle(run, question, claim, answer, { ...raw, usage }));
    else done.set(claimKey(claim), await again(run, claim, usage));
  }
  return done;
}

/** Asks alone about a claim that a shared answer left out or broke. */
async function again(run: Run, claim: Claim, spent: Usage): Promise<Judgement> {
  const judgement = (await answer(run, questionFor(run, [claim]))).get(claimKey(claim));
  if (!judgement) throw new Error('a question about one claim gave no judgement');
  if (!('verdict' in judgement)) return { ...judgement, usage: addUsage(judgement.usage, spent) };
  const usage = addUsage(judgement.verdict.usage, spent);
  const { price } = run.ports.model;
  return {
    ...judgement,
    verdict: { ...judgement.verdict, usage, ...(price && { costUsd: costOf(price, usage) }) },
  };
}

function refuseAll({ claims, evidence }: Question, { tooLong: _, usage, ...why }: Refusal) {
  const shown = evidence[0] ?? EMPTY;
  const refuse = (claim: Claim, i: number): [string, Judgement] => [
    claimKey(claim),
    { ...why, id: claim.id, evidence: shown, usage: shareUsage(usage, i, claims.length) },
  ];
  return new Map(claims.map(refuse));
}

/** Caches the answer and applies the rules. */
async function settle(run: Run, question: Question, claim: Claim, parsed: ParsedAnswer, raw: TimedReply) {
  const { ports, sources, verdicts } = run;
  const model = ports.model.label ?? (raw.model || ports.model.id);
  await verdicts.remember(claim, parsed, model, CACHE_DAYS);
  const receipt = { model, usage: raw.usage, latencyMs: raw.latencyMs };
  const concluded = conclude(claim, parsed, sources, receipt, ports.model.price);
  const evidence = ports.model.readsWhole ? selectedFor(run, claim) : (question.evidence[0] ?? EMPTY);
  return { id: claim.id, evidence, cached: false, ...concluded };
}

/** One call and at most one retry: shorter if it was too long, longer if truncated, with a reminder if it was no verdict. */
async function askFor(run: Run, asked: Question): Promise<ParsedReply | Refusal> {
  const { ports, options, signal } = run;
  const asking = { ...ports, ledger: options.ledger };
  const limit = Math.round(DEFAULTS.maxAnswerTokens * (0.5 + asked.claims.length / 2));
  const put = (max: number, reminder?: string) => {
    const nonce = ports.clock.nonce(NONCE_LENGTH);
    return ask(createPrompt(question.claims, question.shown, nonce, max, reminder), asking, signal);
  };
  let question = asked;
  let raw = await put(limit);
  if (isRefusal(raw) && raw.tooLong) {
    question = questionFor(run, asked.claims, 0.5);
    raw = await put(limit);
  }
  if (isRefusal(raw)) return raw;
  const reply = parseReply(question, raw);
  if (!('problem' in reply)) return reply;
  // Several claims are asked one by one instead.
  if (!reply.again || question.claims.length > 1)
    return reply.again ? { question, parsed: new Map(), raw } : refused(reply.problem, raw.usage);
  const reminder = `Your last answer could not be used: ${say(reply.problem)}. Answer with the JSON object alone.`;
  const second = await put(raw.stop === 'length' ? limit * LONGER : limit, reminder);
  if (isRefusal(second)) return { ...second, usage: addUsage(raw.usage, second.usage) };
  const usage = addUsage(raw.usage, second.usage);
  const lastReply = parseReply(question, { ...second, usage, latencyMs: raw.latencyMs + second.latencyMs });
  return 'problem' in lastReply ? refused(lastReply.problem, usage) : lastReply;
}

type Unreadable = { readonly problem: Reason; readonly again: boolean };

function parseReply(question: Question, raw: TimedReply): ParsedReply | Unreadable {
  if (raw.stop === 'refusal' || raw.stop === 'filter')
    return { problem: reason('judge_refused'), again: false };
  const parsed = parseAnswers(question, raw.text);
  if (!('cause' in parsed)) return { question, parsed, raw };
  return { problem: raw.stop === 'length' ? reason('answer_cut') : parsed, again: true };
}

const refused = (problem: Reason, usage: Usage): Refusal =>
  problem.cause === 'judge_refused'
    ? refusal('model-error', problem, { usage })
    : refusal('bad-answer', reason('judge_malformed', { what: problem }), { usage });
