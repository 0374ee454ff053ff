/** Input of a report, and the rows that most formats print. */
import { message, type Code, type Severity } from '../codes';
import { say, type Translate } from '../causes';
import { explain, reaches, isOffline, isProven } from '../findings/finding';
import { rankIn } from '../findings/rank';
import type { Summary } from '../findings/tally';
import { unrepeated } from '../findings/folding';
import type { Log } from '../transcript/circumstances';
import type { Citation, Finding, Notice, NoticeKind, Problem, Span, Suppressed } from '../model';
import { positions } from '../text/lines';
import { plural } from './escape';
import { printable } from '../text/printable';

export type DocumentReport = {
  /** As given; `-` for standard input. */
  readonly path: string;
  /** For line and column numbers; not printed. */
  readonly text: string;
  readonly problems: readonly Problem[];
  /** In any order; reports sort them by position. */
  readonly findings: readonly Finding[];
  /** Set for a transcript, whose report first lists what the agent invented. */
  readonly log?: Log;
  /** Citations that were only scanned, without opening a source. */
  readonly unchecked?: readonly Citation[];
  /** Duration of the scan. */
  readonly scanMs?: number;
};

/** A file that could not be read. */
export type ReportError = { readonly path: string; readonly message: string };

export type Report = {
  readonly documents: readonly DocumentReport[];
  readonly errors: readonly ReportError[];
  /** Whether the user ended the run early. */
  readonly isInterrupted?: boolean;
  /** Set for a verification, not for a scan. */
  readonly summary?: Summary;
};

/** Writes a report document by document, with one in memory. The report is all that is returned, in call order; `end` comes last. */
export type ReportWriter = {
  /** Writes a finding before its document, in formats that list findings as they arrive. The document then comes without it. */
  finding?(document: DocumentReport, finding: Finding): string;
  document(document: DocumentReport): string;
  end(rest: Omit<Report, 'documents'>): string;
};

export type Look = {
  /** Program version, for formats that name their tool. */
  readonly version: string;
  /** The day of the report as `2026-01-31`, for formats that people read. */
  readonly date?: string;
  /** Translates the templates of formats that people read, and the language of the result; English if not set. */
  readonly translate?: Translate;
  readonly language?: string;
  readonly colour?: boolean;
  /** Terminal width, if any. */
  readonly columns?: number;
  /** Leaves out rows, and documents, without a problem. */
  readonly quiet?: boolean;
  /** Shows the evidence below each row. */
  readonly verbose?: boolean;
  /** Leaves out the sources' text. */
  readonly noText?: boolean;
  /** Severity from which a case fails; if undefined, none does. */
  readonly failOn?: Severity;
};

/** One line of a report: a finding, or a problem without one. */
export type Row = {
  readonly line: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly code: Code;
  readonly severity: Severity;
  /** Printable, on one line. */
  readonly message: string;
  /** The citation as written, or the text with the problem. */
  readonly raw: string;
  /** What else to know about the source: corrected, moved, read through a proxy. */
  readonly notices: readonly Notice[];
  readonly finding?: Finding;
  readonly suppressed?: Suppressed;
  /** Places of all problems that this one is shown for. */
  readonly related?: readonly Span[];
};

/** Notices already stated by the code's message. */
const TOLD: Readonly<Partial<Record<Code, readonly NoticeKind[]>>> = {
  retracted: ['retracted', 'withdrawn'],
  dead: ['soft-404'],
  'doi-differs': ['doi-differs'],
};
const noticesOf = (finding: Finding): readonly Notice[] =>
  finding.stage === 'unresolved'
    ? []
    : finding.source.notices.filter(({ kind }) => TOLD[finding.code]?.includes(kind) !== true);

/** A notice on one printable line, with its location. */
export const noticeLine = (notice: Notice, translate?: Translate): string =>
  printable([say(notice, translate), notice.url].filter(Boolean).join(' '), 400);

/** The rows of a document in text order. */
export function rows(document: DocumentReport, translate?: Translate): Row[] {
  const at = positions(document.text);
  const place = ({ start, end }: Span) => ({ ...at(start), start, end });
  const { findings, problems } = unrepeated(document);
  const found = findings.map((finding): Row => {
    const { citation, code, severity, suppressed } = finding;
    return {
      ...place(citation.part),
      code,
      severity,
      message: printable(explain(finding, translate)),
      raw: printable(document.text.slice(citation.part.start, citation.part.end)),
      notices: noticesOf(finding),
      finding,
      ...(suppressed && { suppressed }),
    };
  });
  const wrong = problems.map(({ span, code, severity, facts, suppressed, related }): Row => ({
    ...place(span),
    code,
    severity,
    message: printable(message(code, facts, translate)),
    raw: printable(document.text.slice(span.start, span.end)),
    notices: [],
    ...(suppressed && { suppressed }),
    ...(related && { related }),
  }));
  const rank = rankIn(document.log !== undefined);
  return [...found, ...wrong].sort((a, b) => rank(a) - rank(b) || a.start - b.start || a.end - b.end);
}

/** True for rows that are not a problem and weren't proven either. */
export const isUnproven = ({ code, severity }: Row) => severity === 'none' && !isProven(code);

/** True for rows that need attention. */
export const isOpen = ({ severity, suppressed }: Row) => !suppressed && severity !== 'none';

/** Separates citations not looked up because the network was off or down, which one line summarizes, from the rest (`open`). */
export function withoutUnreached(all: readonly Row[]): {
  readonly open: readonly Row[];
  readonly off: number;
  readonly offline: number;
} {
  const isOff = ({ finding, suppressed }: Row) =>
    !suppressed && finding?.stage === 'unresolved' && finding.cause === 'disabled';
  const isAway = ({ finding }: Row) => finding !== undefined && isOffline(finding);
  return {
    open: all.filter((row) => !isOff(row) && !isAway(row)),
    off: all.filter(isOff).length,
    offline: all.filter(isAway).length,
  };
}

/** The message for all such citations of a document. */
export const offMessage = (count: number): string =>
  `${plural(count, 'citation')} not looked up: the network is off`;

/** Whether a document has an unsuppressed finding or problem at or above `threshold`. */
export const fails = (
  { problems, findings }: Pick<DocumentReport, 'problems' | 'findings'>,
  threshold: Severity,
): boolean => [...problems, ...findings].some((x) => !x.suppressed && reaches(x.severity, threshold));

/** Puts `head` before the first piece of a report. */
export const headed = (head: string) => {
  let left = head;
  return (text: string): string => {
    const all = left + text;
    left = '';
    return all;
  };
};

/** The source of a finding: its title, else where it was read. */
export function sourceOf(finding: Finding): { readonly title: string; readonly location: string } {
  if (finding.stage === 'unresolved') return { title: '', location: finding.archived ?? '' };
  return { title: printable(finding.source.title), location: printable(finding.source.location) };
}
