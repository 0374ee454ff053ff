/** What is wrong in a view, place by place: the model of squiggles, quick fixes and hovers. */
import type { Code, Severity } from '../../core/codes';
import { isInconclusive } from '../../core/finding';
import type { Finding, Problem, Span } from '../../core/model';
import { isOffline } from '../../core/offlineDetector';
import { problemSentence, sentence } from './labels';
import type { View } from './view';

/** A place in the text with something to show under it. */
export type Mark = {
  readonly span: Span;
  readonly severity: Exclude<Severity, 'none'>;
  readonly code: Code;
  readonly message: string;
  readonly finding?: Finding;
  /** The other places of the problem, where it stands for many. */
  readonly related?: readonly Span[];
};

function ofProblem(problem: Problem): Mark[] {
  const { code, severity, span, related } = problem;
  if (severity === 'none') return [];
  const message = problemSentence(problem);
  return [{ span, severity, code, message, ...(related && { related: related.slice(1) }) }];
}

function ofFinding(finding: Finding): Mark[] {
  const { severity, code, citation, suppressed } = finding;
  if (severity === 'none' || suppressed || (severity === 'info' && isInconclusive(code))) return [];
  if (isOffline(finding)) return [];
  return [{ span: citation.part, severity, code, message: sentence(finding), finding }];
}

type Wrong = Pick<View, 'problems' | 'eachProblem' | 'findings'>;
const marked = new WeakMap<Wrong, readonly Mark[]>();

/**
 * The problems and findings of a view that are shown under the text. A finding that repeats a problem of its citation is left out, and so
 * is one that says nothing about the text, unless the user raised its severity. Memoised: a view never changes.
 */
export function marks(view: Wrong): readonly Mark[] {
  const found = marked.get(view) ?? [...view.problems.flatMap(ofProblem), ...marksOfFindings(view)];
  marked.set(view, found);
  return found;
}

/** The marks at a place, each problem on its own: what is folded elsewhere can be fixed where it stands. */
export const marksAt = (view: Wrong, isHere: (span: Span) => boolean): readonly Mark[] => [
  ...view.eachProblem.filter(({ span }) => isHere(span)).flatMap(ofProblem),
  ...marks(view).filter(({ finding, span }) => finding && isHere(span)),
];

function marksOfFindings({ eachProblem, findings }: Wrong): readonly Mark[] {
  const told = new Set(eachProblem.map(({ citation, code }) => `${citation ?? ''} ${code}`));
  return findings.filter((f) => !told.has(`${f.citation.id} ${f.code}`)).flatMap(ofFinding);
}
