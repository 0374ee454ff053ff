/** The summary of a run as text. */
import { createLogCounts, logCodeOf, type Actions, type LogCounts, type Summary } from '../findings/tally';
import { plural, printable } from './escape';
import type { DocumentReport, Report, ReportWriter } from './shape';

/** `7 of 9 supported (0.78) · 12 citations, 11 resolved`. */
function scoreText({ found, resolved, judged, supported, score, suppressed }: Summary): string {
  const verdicts =
    score === null ? 'nothing judged' : `${supported} of ${judged} supported (${score.toFixed(2)})`;
  const hidden = suppressed === 0 ? '' : `, ${suppressed} suppressed`;
  return `${verdicts} · ${plural(found, 'citation')}, ${resolved} resolved${hidden}`;
}

/** `9 claims of work: 6 backed, 1 contradicted, 2 not in the log`. */
function actionText(actions: Actions): string {
  const { backed, contradicted, stale, partial, masked, notInLog, unsure } = actions;
  const counts = [
    [backed, 'backed'],
    [contradicted, 'contradicted'],
    [stale, 'out of date'],
    [partial, 'run in part'],
    [masked, 'hidden'],
    [notInLog, 'not in the log'],
    [unsure, 'undecided'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return `${plural(actions.claimed, 'claim')} of work: ${told.join(', ')}`;
}

/** What a transcript's log says: `9 claims of work: 6 backed, 3 not in the log; 4 of 11 sources never opened`. */
export function logText({ actions, sources }: LogCounts): readonly string[] {
  const claims = actions ? [actionText(actions)] : [];
  const opened = sources ? [`${sources.unopened} of ${plural(sources.cited, 'source')} never opened`] : [];
  const all = [...claims, ...opened];
  return all.length === 0 ? [] : [all.join('; ')];
}

/** Counts what the log says of a document's citations, judged or only scanned. */
export function countLog(
  counts: ReturnType<typeof createLogCounts>,
  { findings, unchecked = [], log }: DocumentReport,
): void {
  for (const finding of findings) counts.add(finding.citation, logCodeOf(finding), finding.shown);
  for (const citation of unchecked) {
    const { action, shown } = log?.get(citation.id) ?? {};
    counts.add(citation, action?.code, shown);
  }
}

/** `$0.0213`, or the tokens if the price is unknown. */
function costText({ costUsd, usage }: Summary): string {
  if (costUsd === null) return `cost unknown (${usage.input + usage.output} tokens)`;
  return costUsd === 0 ? 'no cost' : `$${costUsd.toFixed(4)}`;
}

/** Totals for the last line of a report, collected document by document. */
export class Totals {
  readonly #judges = new Set<string>();
  readonly #log = createLogCounts();
  #citations = 0;

  add(document: DocumentReport): void {
    const { findings, unchecked = [], log } = document;
    this.#citations += unchecked.filter(({ id }) => log?.get(id)?.action === undefined).length;
    countLog(this.#log, document);
    for (const f of findings)
      if (f.stage === 'judged' && logCodeOf(f) === undefined) this.#judges.add(printable(f.verdict.model));
  }

  /** The totals in one line: of the verification, or of the scan only. */
  line(summary: Summary | undefined): string {
    if (!summary) return [...logText(this.#log.counts()), plural(this.#citations, 'citation')].join(' · ');
    const judges = this.#judges.size === 0 ? [] : [`judged by ${[...this.#judges].join(', ')}`];
    return [...logText(summary), scoreText(summary), costText(summary), ...judges].join(' · ');
  }
}

/** What `end` of a report with a summary first writes from. */
export type Whole = Pick<Report, 'errors'> & {
  /** All sections, in order. */
  readonly sections: string;
  /** The totals in one line. */
  readonly totals: string;
};

/** A writer whose summary comes first: its sections are held back until the end. */
export function summaryFirst(
  section: (document: DocumentReport) => string,
  whole: (all: Whole) => string,
): ReportWriter {
  const totals = new Totals();
  let sections = '';
  return {
    document(d) {
      totals.add(d);
      sections += section(d);
      return '';
    },
    end: ({ errors, summary }) => whole({ sections, errors, totals: totals.line(summary) }),
  };
}
