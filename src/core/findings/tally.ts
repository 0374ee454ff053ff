/** Counts findings: the summary of a run, with its score and its cost. */
import { DEFAULTS } from '../defaults';
import { reasonOf, type Cause, type Reason } from '../reason';
import type { Citation, Finding, LogCode, Shown, Usage } from '../model';
import { addUsage, NO_USAGE } from '../ports';
import type { Log } from '../transcript/circumstances';
import { isInconclusive, isOffline, isProven, reaches } from './finding';

export type Summary = {
  readonly found: number;
  readonly resolved: number;
  readonly judged: number;
  readonly supported: number;
  /** Supported ÷ judged, two decimals; null if nothing was judged. */
  readonly score: number | null;
  /** Null if nothing was judged. */
  readonly passed: boolean | null;
  /** Null if a price is unknown. */
  readonly costUsd: number | null;
  readonly usage: Usage;
  /** Accepted or ignored by the user: included in `found` and `resolved`, but not in the score. */
  readonly suppressed: number;
  /** Claims of work in transcripts, by what the log says about them; not part of the other numbers. Undefined without such claims. */
  readonly actions?: Actions;
  /** Distinct sources cited in transcripts whose log has a web tool, and those that no tool opened. Undefined without such transcripts. */
  readonly sources?: { readonly cited: number; readonly unopened: number };
};

const ACTIONS = {
  backed: 'backed',
  'contradicted-by-log': 'contradicted',
  stale: 'stale',
  'partial-run': 'partial',
  masked: 'masked',
  'not-in-log': 'notInLog',
  unsure: 'unsure',
} as const satisfies Record<LogCode, string>;
/** What the log may say of a claim, with the name of its number. */
export const LOG_CODES = Object.entries(ACTIONS) as [LogCode, (typeof ACTIONS)[LogCode]][];
export type LogCounts = Pick<Summary, 'actions' | 'sources'>;
export type Actions = Readonly<Record<'claimed' | (typeof ACTIONS)[LogCode], number>>;

/** What the log says about a claim of work; undefined for any other citation. */
export const logCodeOf = (finding: Finding): LogCode | undefined =>
  finding.stage === 'judged' ? finding.verdict.log?.code : undefined;

type Logged = {
  readonly findings?: readonly Finding[];
  readonly unchecked?: readonly Citation[];
  readonly log?: Log;
};

/** Counts claims of work, and the distinct sources that an agent cites and never opened. */
export function createLogCounts() {
  const none = LOG_CODES.map(([, name]) => [name, 0] as const);
  const actions = { claimed: 0, ...Object.fromEntries(none) } as Record<keyof Actions, number>; // a closed table
  const cited = new Set<string>();
  const unopened = new Set<string>();
  const add = ({ target }: Citation, code: LogCode | undefined, shown: Shown | undefined) => {
    if (code !== undefined) {
      actions.claimed++;
      actions[ACTIONS[code]]++;
    } else if (shown !== undefined) {
      const key = JSON.stringify(target);
      cited.add(key);
      if (shown !== 'opened') unopened.add(key);
    }
  };
  return {
    /** Counts the citations of a document, judged or only scanned. */
    add({ findings = [], unchecked = [], log }: Logged): void {
      for (const finding of findings) add(finding.citation, logCodeOf(finding), finding.shown);
      for (const citation of unchecked) {
        const { action, shown } = log?.get(citation.id) ?? {};
        add(citation, action?.code, shown);
      }
    },
    counts: (): LogCounts => ({
      ...(actions.claimed > 0 && { actions: { ...actions } }),
      ...(cited.size > 0 && { sources: { cited: cited.size, unopened: unopened.size } }),
    }),
  };
}

/** Cost of a run, including failed calls; a ledger's `spent()` has this shape. */
export type Spent = { readonly usage: Usage; readonly costUsd?: number };

const plus = (a: Spent, b: Spent): Spent => ({
  usage: addUsage(a.usage, b.usage),
  ...(a.costUsd !== undefined && b.costUsd !== undefined && { costUsd: a.costUsd + b.costUsd }),
});

/** Cost of the verdicts alone; `costUsd` is missing if one of them has no price. */
export const spentOn = (findings: readonly Finding[]): Spent =>
  findings.reduce<Spent>((sum, finding) => (finding.stage === 'judged' ? plus(sum, finding.verdict) : sum), {
    usage: NO_USAGE,
    costUsd: 0,
  });

/** The score of judged findings, and whether it is enough. */
export const scoreOf = (supported: number, judged: number): Pick<Summary, 'score' | 'passed'> => {
  const score = judged === 0 ? null : Math.round((supported / judged) * 100) / 100;
  return { score, passed: score === null ? null : score >= DEFAULTS.passScore };
};

/** Counts the findings of a run as they arrive, without keeping them. Failures and suppressed findings don't affect the score. */
export function createTally() {
  const count = { found: 0, resolved: 0, judged: 0, supported: 0, suppressed: 0 };
  let own: Spent = spentOn([]);
  const log = createLogCounts();
  return {
    add(all: readonly Finding[]): void {
      const findings = all.filter((f) => logCodeOf(f) === undefined);
      log.add({ findings: all });
      const judged = findings.flatMap((f) => (f.stage === 'judged' && !f.suppressed ? [f] : []));
      count.found += findings.length;
      count.resolved += findings.filter((f) => f.stage !== 'unresolved').length;
      count.judged += judged.length;
      count.supported += judged.filter(({ verdict }) => verdict.support === 'supported').length;
      count.suppressed += findings.filter((f) => f.suppressed).length;
      own = plus(own, spentOn(findings));
    },
    /** The summary so far. `spent` is the cost of the run; defaults to the cost of the verdicts. */
    summary({ usage, costUsd }: Spent = own): Summary {
      const cost = costUsd ?? (usage.input + usage.output === 0 ? 0 : null);
      return { ...count, ...scoreOf(count.supported, count.judged), costUsd: cost, usage, ...log.counts() };
    },
  };
}

/** Summarizes a complete list of findings. */
export function summary(findings: readonly Finding[], spent?: Spent): Summary {
  const tally = createTally();
  tally.add(findings);
  return tally.summary(spent);
}

/** What ends or limits a run, whatever the source. */
const OF_RUN: ReadonlySet<Cause> = new Set<Cause>([
  'cancelled',
  'offline',
  'disabled',
  'over_limit',
  'cost_cap',
  'day_cap',
]);

/** Citations without a result, and what of the run explains it. */
export type OpenCitations = {
  readonly count: number;
  /** If a model judged, those without a verdict or a problem; else those whose source wasn't looked up. */
  readonly isJudging: boolean;
  readonly why: readonly Reason[];
};

/** Counts what a run has left open, finding by finding. */
export function createOpenCounter() {
  let [isJudging, unjudged, unchecked] = [false, 0, 0];
  const why = new Map<string, Reason>();
  return {
    add(finding: Finding): void {
      if (finding.suppressed || logCodeOf(finding) !== undefined) return;
      isJudging ||=
        finding.stage === 'judged' || (finding.stage === 'unjudged' && finding.why !== 'no-model');
      if (finding.stage === 'judged' || isProven(finding.code)) return;
      const { cause, code, severity, stage } = finding;
      if (OF_RUN.has(cause) || (stage === 'unjudged' && finding.why === 'model-error'))
        why.set(cause, reasonOf(finding));
      if (stage === 'unresolved' && (isInconclusive(code) || isOffline(finding))) unchecked++;
      if (!reaches(severity, 'warning')) unjudged++;
    },
    counts: (): OpenCitations => ({
      count: isJudging ? unjudged : unchecked,
      isJudging,
      why: [...why.values()],
    }),
  };
}
