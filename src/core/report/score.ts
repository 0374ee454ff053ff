/** The summary of a run as text. */
import { createOpenCounter, createLogCounts, LOG_CODES, logCodeOf } from '../findings/tally';
import type { Actions, OpenCitations, LogCounts, Summary } from '../findings/tally';
import type { Translate } from '../causes';
import { printable } from '../text/printable';
import type { DocumentReport, Report, ReportWriter } from './shape';
import { wordsIn, type Words } from './reportWords';

export const citationsText = (n: number, words: Words): string =>
  n === 1 ? words('oneCitation') : words('citations', { n });

/** `7 of 9 supported (0.78) · 3 not judged · the run was cancelled · 12 citations, 11 resolved`. */
function scoreText(
  { found, resolved, judged, supported, score, suppressed }: Summary,
  { count, isJudging, why }: OpenCitations,
  words: Words,
): string {
  const verdicts =
    score === null ? words('nothingJudged') : words('score', { supported, judged, score: score.toFixed(2) });
  const counts = [
    citationsText(found, words),
    words('resolved', { n: resolved }),
    ...(suppressed === 0 ? [] : [words('some-suppressed', { n: suppressed })]),
  ];
  const left = count === 0 ? [] : [words(isJudging ? 'notJudged' : 'notChecked', { n: count })];
  return [verdicts, ...left, words('because', { why }), counts.join(', ')].filter(Boolean).join(' · ');
}

/** `9 claims of work: 6 backed, 1 contradicted, 2 not in the log`. */
function actionText(actions: Actions, words: Words): string {
  const counted = LOG_CODES.flatMap(([, name]) =>
    actions[name] > 0 ? [words(name, { n: actions[name] })] : [],
  );
  const claims = actions.claimed === 1 ? words('oneClaim') : words('claims', { n: actions.claimed });
  return `${claims}: ${counted.join(', ')}`;
}

/** What a transcript's log says: `9 claims of work: 6 backed, 3 not in the log; 4 of 11 sources never opened`. */
export function logText({ actions, sources }: LogCounts, words = wordsIn()): readonly string[] {
  const claims = actions ? [actionText(actions, words)] : [];
  const opened = sources
    ? [words(sources.cited === 1 ? 'oneSource' : 'sources', { unopened: sources.unopened, n: sources.cited })]
    : [];
  const all = [...claims, ...opened];
  return all.length === 0 ? [] : [all.join('; ')];
}

/** `$0.0213`, or the tokens if the price is unknown. */
function costText({ costUsd, usage }: Summary, words: Words): string {
  if (costUsd === null) return words('unpriced', { n: usage.input + usage.output });
  return costUsd === 0 ? words('free') : `$${costUsd.toFixed(4)}`;
}

/** Totals for the last line of a report, collected document by document. */
export class Totals {
  readonly #judges = new Set<string>();
  readonly #log = createLogCounts();
  readonly #open = createOpenCounter();
  #citations = 0;

  add(document: DocumentReport): void {
    const { findings, unchecked = [], log } = document;
    this.#citations += unchecked.filter(({ id }) => log?.get(id)?.action === undefined).length;
    this.#log.add(document);
    for (const f of findings) {
      this.#open.add(f);
      if (f.stage === 'judged' && logCodeOf(f) === undefined) this.#judges.add(printable(f.verdict.model));
    }
  }

  /** What ended or limited the run; empty if nothing did. */
  because(translate?: Translate): string {
    return wordsIn(translate)('because', { why: this.#open.counts().why });
  }

  /** The totals in one line: of the verification, or of the scan only. */
  line(summary: Summary | undefined, translate?: Translate): string {
    const words = wordsIn(translate);
    if (!summary)
      return [...logText(this.#log.counts(), words), citationsText(this.#citations, words)].join(' · ');
    const judges = this.#judges.size === 0 ? [] : [words('judges', { models: [...this.#judges].join(', ') })];
    const score = scoreText(summary, this.#open.counts(), words);
    return [...logText(summary, words), score, costText(summary, words), ...judges].join(' · ');
  }
}

/** What `end` of a report with a summary first writes from. */
export type Whole = Pick<Report, 'errors'> & {
  /** All sections, in order. */
  readonly sections: string;
  /** The totals in one line. */
  readonly totals: string;
  /** What ended or limited the run; empty if nothing did. */
  readonly because: string;
};

/** A writer whose summary comes first: its sections are held back until the end. */
export function summaryFirst(
  section: (document: DocumentReport) => string,
  whole: (all: Whole) => string,
  translate?: Translate,
): ReportWriter {
  const totals = new Totals();
  let sections = '';
  return {
    document(d) {
      totals.add(d);
      sections += section(d);
      return '';
    },
    end: ({ errors, summary }) =>
      whole({
        sections,
        errors,
        totals: totals.line(summary, translate),
        because: totals.because(translate),
      }),
  };
}
