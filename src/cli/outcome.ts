/** Collects the results of a run, document by document. */
import type { Reason } from '../core/causes';
import type { Severity } from '../core/codes';
import { createTally } from '../core/findings/tally';
import { modelTrouble } from '../core/findings/why';
import type { Finding } from '../core/model';
import { fails, type ReportError } from '../core/report';
import type { Scanned, Taken } from './documents';
import { EXIT } from './args';

const isBug = (finding: Finding) => finding.stage !== 'judged' && finding.cause === 'internal_error';
const isOff = (finding: Finding) => finding.stage === 'unresolved' && finding.cause === 'disabled';
const isMissing = (finding: Finding) => finding.stage !== 'judged' && finding.cause === 'unit_missing';

/** The results of a run so far, besides its reports, and the exit code they lead to. */
export class RunTotals {
  readonly tally = createTally();
  readonly errors: ReportError[] = [];
  citations = 0;
  isPartial = false;
  isFailed = false;
  hasBug = false;
  isOff = false;
  /** Results of other machines are missing. */
  isIncomplete = false;
  /** The provider's error that ended judging. */
  trouble: Reason | undefined;

  constructor(readonly threshold: Severity | undefined) {}

  /** The documents that could be read; records which files could not. */
  async *documents(all: AsyncIterable<Taken>): AsyncGenerator<Scanned> {
    for await (const { document, error, isPartial } of all) {
      this.isPartial ||= isPartial;
      if (error) this.errors.push(error);
      if (document) yield document;
    }
  }

  add(document: Scanned, findings: readonly Finding[]): void {
    this.tally.add(findings);
    this.citations += document.citations.length;
    this.isFailed ||= this.threshold !== undefined && fails({ ...document, findings }, this.threshold);
    this.hasBug ||= findings.some(isBug);
    this.isIncomplete ||= findings.some(isMissing);
    this.isOff ||= findings.some(isOff);
    this.trouble ??= modelTrouble(findings);
  }

  exitCode(wantsVerdict = false): number {
    if (this.hasBug) return EXIT.internal;
    if (this.isPartial) return EXIT.usage;
    if (this.isIncomplete) return EXIT.incomplete;
    if (this.isFailed) return EXIT.findings;
    return wantsVerdict && this.tally.summary().judged === 0 ? EXIT.unjudged : EXIT.clean;
  }
}
