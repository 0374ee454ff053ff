/**
 * What is reported in a view, item by item. Counts, squiggles, quick fixes and rows all use this, so that they agree: a finding that
 * repeats a problem of its citation is one item with it, and many problems of one code are one item.
 */
import { l10n } from 'vscode';
import { CODES, type Code, type Severity } from '../../core/codes';
import { isInconclusive, isOffline, isProven, isScreening } from '../../core/findings/finding';
import type { Finding, Problem, Span } from '../../core/model';
import { remembered } from '../../core/text/maps';
import { counted, money, problemSentence, results, sentence } from './labels';
import type { View } from './view';

/** A finding, a problem, or both if they say the same about one citation. */
export type Item =
  | { readonly finding: Finding; readonly problem?: Problem }
  | { readonly finding?: undefined; readonly problem: Problem };

export type Reported = Pick<View, 'problems' | 'eachProblem' | 'findings'>;

const key = (citation: string | undefined, code: Code) => `${citation ?? ''} ${code}`;

/** Whether a finding only repeats what a problem of its citation says. */
const saysNothingNew = ({ code, citation }: Finding) =>
  isInconclusive(code) || (citation.target.kind === 'dangling' && CODES[code].severity !== 'none');

/** Everything reported in a view, including suppressed findings. Memoised: a view never changes. */
export const itemsOf = remembered(({ problems, eachProblem, findings }: Reported): readonly Item[] => {
  const repeated = new Map(findings.map((finding) => [key(finding.citation.id, finding.code), finding]));
  const told = new Set(eachProblem.map(({ citation, code }) => key(citation, code)));
  const wrong = new Set(eachProblem.map(({ citation }) => citation));
  return [
    ...problems.map((problem): Item => {
      const finding = problem.related ? undefined : repeated.get(key(problem.citation, problem.code));
      return finding ? { finding, problem } : { problem };
    }),
    ...findings
      .filter(({ citation, code }) => !told.has(key(citation.id, code)))
      .filter((finding) => !saysNothingNew(finding) || !wrong.has(finding.citation.id))
      .map((finding): Item => ({ finding })),
  ];
});

/** Whether the user must act on this. */
export function isBad({ finding, problem }: Item): boolean {
  if (finding?.suppressed || (finding && isOffline(finding))) return false;
  const { severity } = finding ?? problem;
  return severity === 'error' || severity === 'warning';
}

/** The one number of problems, for lenses, status bar, messages and results. It equals the errors and warnings in the Problems panel. */
export const countProblems = (view: Reported): number => itemsOf(view).filter(isBad).length;

/** A place in the text with something to show under it. */
export type Mark = {
  readonly span: Span;
  readonly severity: Exclude<Severity, 'none'>;
  readonly code: Code;
  readonly message: string;
  /** Nothing that needs action: shown as a hint. */
  readonly isHint?: true;
  readonly finding?: Finding;
  readonly citation?: string;
  /** The other places, if the problem is shown for several. */
  readonly related?: readonly Span[];
};

function ofProblem(problem: Problem): Mark[] {
  const { code, severity, span, related, citation } = problem;
  if (severity === 'none') return [];
  const message = problemSentence(problem);
  return [
    {
      span,
      severity,
      code,
      message,
      ...(citation !== undefined && { citation }),
      ...(related && { related: related.filter(({ start }) => start !== span.start) }),
    },
  ];
}

function ofFinding(finding: Finding): Mark[] {
  const { severity, code, citation, suppressed } = finding;
  if (severity === 'none' || suppressed || isOffline(finding)) return [];
  if (severity === 'info' && (isInconclusive(code) || isScreening(code))) return [];
  const isHint = severity === 'info';
  return [
    {
      span: citation.part,
      severity,
      code,
      message: sentence(finding),
      finding,
      citation: citation.id,
      ...(isHint && { isHint }),
    },
  ];
}

/** What is shown under the text: not findings that say nothing about it, unless the user raised their severity. Memoised. */
export const marks = remembered((view: Reported): readonly Mark[] =>
  itemsOf(view).flatMap(({ finding, problem }): Mark[] => {
    if (problem) return ofProblem(problem).map((mark) => ({ ...mark, ...(finding && { finding }) }));
    return finding ? ofFinding(finding) : [];
  }),
);

/** Makes a test for spans that overlap `a` or are next to it. */
export const touching =
  (a: Span) =>
  (b: Span): boolean =>
    a.start <= b.end && b.start <= a.end;

/** The marks at a place, each problem separately, because folded problems can be fixed in place. */
export const marksAt = (view: Reported, isHere: (span: Span) => boolean): readonly Mark[] => [
  ...view.eachProblem.filter(({ span }) => isHere(span)).flatMap(ofProblem),
  ...itemsOf(view).flatMap(({ finding, problem }) =>
    finding && !problem && isHere(finding.citation.part) ? ofFinding(finding) : [],
  ),
];

/** A check mark is shown only if every citation of the document is supported. */
function iconOf({ scan, findings }: View, problems: number): string {
  if (problems > 0) return 'warning';
  const proven = findings.filter(({ code, suppressed }) => !suppressed && isProven(code)).length;
  return proven > 0 && proven === scan.citations.length ? 'pass' : 'quote';
}

/** The number of problems, then the result. What ended the run and the cost are in the tooltip: a lens is cut off at the edge of its editor. */
export function statusOf(view: View) {
  const { scan, findings, summary } = view;
  const problems = countProblems(view);
  const citations = counted(scan.citations.length, 'citation');
  const wrong = problems === 0 ? [] : [counted(problems, 'problem')];
  const isVerified = findings.length > 0;
  const { parts, why } = results(findings, scan.citations.length - findings.length);
  const text = [...wrong, ...(isVerified ? parts : [citations])].join(' · ');
  const cost = summary.judged > 0 ? [money(summary.costUsd, summary.usage)] : [];
  const more = isVerified ? [...why, citations, ...cost] : [l10n.t('not verified yet')];
  return { icon: iconOf(view, problems), text, tooltip: [text, ...more].join(' · ') };
}
