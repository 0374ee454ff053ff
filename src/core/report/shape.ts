/** What a report is made of, and the rows that most formats print. */
import { message, type Code, type Severity } from '../codes';
import { say } from '../causes';
import { explain, reaches, type Summary } from '../finding';
import { unrepeated } from '../folding';
import type { Log } from '../log';
import type { Citation, Finding, Notice, NoticeKind, Problem, Span, Suppressed } from '../model';
import { isOffline } from '../offlineDetector';
import { positions } from '../text/lines';
import { plural, printable } from './escape';

export type DocumentReport = {
  /** As given, `-` for standard input. */
  readonly path: string;
  /** For lines and columns; not printed. */
  readonly text: string;
  readonly problems: readonly Problem[];
  /** In any order; reports sort them by place. */
  readonly findings: readonly Finding[];
  /** Of a transcript: what its agent invented stands first in the report. */
  readonly log?: Log;
  /** The citations, where they were only scanned and no source was opened. */
  readonly unchecked?: readonly Citation[];
  /** Time that the scan took. */
  readonly scanMs?: number;
};

/** A file that could not be taken in. */
export type ReportError = { readonly path: string; readonly message: string };

export type Report = {
  readonly documents: readonly DocumentReport[];
  readonly errors: readonly ReportError[];
  /** Did somebody end the run before all was done? */
  readonly isInterrupted?: boolean;
  /** Of a verification; a scan has none. */
  readonly summary?: Summary;
};

/**
 * Writes a report document by document, so that no more than one needs to be held. All that its functions give, joined in the order of the
 * calls, is the report; `end` comes last.
 */
export type ReportWriter = {
  /** A finding before its document, in a format that lists findings as they come. The document is then given without it. */
  finding?(document: DocumentReport, finding: Finding): string;
  document(document: DocumentReport): string;
  end(rest: Omit<Report, 'documents'>): string;
};

export type Look = {
  /** Of the program, for formats that name their tool. */
  readonly version: string;
  readonly colour?: boolean;
  /** Width of the terminal, when there is one. */
  readonly columns?: number;
  /** Rows without a problem are left out, and where none is left the document too. */
  readonly quiet?: boolean;
  /** The evidence stands below each row. */
  readonly verbose?: boolean;
  /** Leaves the sources' text out. */
  readonly noText?: boolean;
  /** From which severity on a case counts as failed; nothing fails when left out. */
  readonly failOn?: Severity;
};

/** One line of a report: a finding, or a problem that belongs to none. */
export type Row = {
  readonly line: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly code: Code;
  readonly severity: Severity;
  /** One line, printable. */
  readonly message: string;
  /** The citation as written, or the text the problem stands at. */
  readonly raw: string;
  /** What else is to be known of the source: that it has been corrected, has moved, was read through a proxy. */
  readonly notices: readonly Notice[];
  readonly finding?: Finding;
  readonly suppressed?: Suppressed;
  /** The places of all problems that this one stands for. */
  readonly related?: readonly Span[];
};

/** Notices that the code itself tells. */
const TOLD: Readonly<Partial<Record<Code, readonly NoticeKind[]>>> = {
  retracted: ['retracted', 'withdrawn'],
  dead: ['soft-404'],
  'wrong-identifier': ['wrong-identifier'],
};
const noticesOf = (finding: Finding): readonly Notice[] =>
  finding.stage === 'unresolved'
    ? []
    : finding.source.notices.filter(({ kind }) => TOLD[finding.code]?.includes(kind) !== true);

/** A notice in one printable line, with the place that it names. */
export const noticeLine = (notice: Notice): string =>
  printable([say(notice), notice.url].filter(Boolean).join(' '), 400);

/** The rows of a document in the order of its text. */
export function rows(document: DocumentReport): Row[] {
  const at = positions(document.text);
  const place = ({ start, end }: { start: number; end: number }) => ({ ...at(start), start, end });
  const { findings, problems } = unrepeated(document);
  const found = findings.map((finding): Row => {
    const { citation, code, severity, suppressed } = finding;
    return {
      ...place(citation.part),
      code,
      severity,
      message: printable(explain(finding)),
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
    message: printable(message(code, facts)),
    raw: printable(document.text.slice(span.start, span.end)),
    notices: [],
    ...(suppressed && { suppressed }),
    ...(related && { related }),
  }));
  const rank = rankIn(document);
  return [...found, ...wrong].sort((a, b) => rank(a) - rank(b) || a.start - b.start || a.end - b.end);
}

/** A place or a commit that is not there. */
const INVENTED: readonly Code[] = ['file-not-found', 'outside-workspace', 'line-out-of-range', 'not-found'];

/** What comes first in a document's report: in a transcript the places that its agent made up. */
export const rankIn =
  ({ log }: Pick<DocumentReport, 'log'>) =>
  ({ code }: { readonly code: Code }): number =>
    log && INVENTED.includes(code) ? 0 : 1;

/** Rows that a reader has to look at. */
export const isOpen = ({ severity, suppressed }: Row) => !suppressed && severity !== 'none';

/**
 * Rows of citations that were not looked up because the network was off or away: one line says it for all of them. `open` are the rest.
 */
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

/** Said once for all such citations of a document. */
export const offMessage = (count: number): string =>
  `${plural(count, 'citation')} not looked up: the network is off`;

/** Is anything in a document at or above `threshold`? What a person has suppressed does not count. */
export const fails = (
  { problems, findings }: Pick<DocumentReport, 'problems' | 'findings'>,
  threshold: Severity,
): boolean => [...problems, ...findings].some((x) => !x.suppressed && reaches(x.severity, threshold));

/** The source of a finding in a few words: its title, else where it was read. */
export function sourceOf(finding: Finding): { readonly title: string; readonly location: string } {
  if (finding.stage === 'unresolved') return { title: '', location: finding.archived ?? '' };
  return { title: printable(finding.source.title), location: printable(finding.source.location) };
}
