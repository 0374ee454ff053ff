/** Decides which problems and findings of a document are shown: no duplicates, and many of one kind as one. */
import type { Code } from '../codes';
import { isInconclusive } from './finding';
import type { Finding, Folded, Problem, Span } from '../model';
import { addTo } from '../text/maps';

/** Most problems of one code shown individually. */
const MOST = 10;

/** Problems of markers that have no reference, and of references. More than ten of them are shown where a list begins. */
const OF_MARKERS: ReadonlySet<Code> = new Set(['dangling', 'unknown-key', 'no-entry', 'ambiguous-entry']);
const OF_REFERENCES: ReadonlySet<Code> = new Set([
  'uncited',
  'duplicate-label',
  'duplicate-entry',
  'numbering-gap',
  'future-year',
]);

/** The place of the list that problems of a code are about, if there is one. The first of them is at `at`; `lists` are in order. */
function listFor(code: Code, at: number, lists: readonly Span[]): Span | undefined {
  if (OF_REFERENCES.has(code)) return lists.findLast(({ start }) => start <= at);
  return OF_MARKERS.has(code) ? (lists.find(({ start }) => start >= at) ?? lists.at(-1)) : undefined;
}

/** The problem shown in place of `related`: at `place`, or at the first of them. */
function foldedProblem(problem: Problem, related: readonly Folded[], place?: Span): Problem {
  const [{ start, end, facts, citation } = { ...problem.span, facts: problem.facts }] = related;
  const { code, severity } = problem;
  const more = { ...facts, more: String(related.length - 1) };
  return {
    code,
    severity,
    span: place ?? { start, end },
    facts: more,
    ...(citation !== undefined && !place && { citation }),
    related,
  };
}

/**
 * Replaces more than ten problems of one code by one with all in `related`: where their list begins, if it is one of `lists`, else at the
 * first of them. Suppressed problems are left alone. Linear time.
 */
export function fold(problems: readonly Problem[], lists: readonly Span[]): readonly Problem[] {
  if (problems.length <= MOST) return problems;
  const places = new Map<Code, Folded[]>();
  for (const { code, span, facts, citation, suppressed } of problems) {
    if (suppressed) continue;
    addTo(places, code, { ...span, facts, ...(citation !== undefined && { citation }) });
  }
  const shown = new Set<Code>();
  return problems.flatMap((problem) => {
    const related = problem.suppressed ? [] : (places.get(problem.code) ?? []);
    if (related.length <= MOST) return problem;
    if (shown.has(problem.code)) return [];
    shown.add(problem.code);
    return foldedProblem(problem, related, listFor(problem.code, problem.span.start, lists));
  });
}

type Results = { readonly findings: readonly Finding[]; readonly problems: readonly Problem[] };

/**
 * Removes duplicates: a problem that is also the finding of its citation (in a folded problem, only that place), and a finding that says
 * nothing about the source if its citation has a problem.
 */
export function unrepeated({ findings, problems }: Results): Results {
  const found = new Set(findings.map(({ citation, code }) => `${citation.id} ${code}`));
  const isNew = (code: Code, citation: string | undefined) => !found.has(`${citation ?? ''} ${code}`);
  const wrong = new Set<string | undefined>();
  for (const { citation, related, suppressed } of problems)
    if (!suppressed) for (const one of related ?? [{ citation }]) wrong.add(one.citation);
  return {
    findings: findings.filter(({ citation, code }) => !isInconclusive(code) || !wrong.has(citation.id)),
    problems: problems.flatMap((problem) => {
      const { code, citation, related, span } = problem;
      const left = related?.filter((one) => isNew(code, one.citation));
      const isAtList = related !== undefined && related[0]?.start !== span.start;
      if (left === undefined) return isNew(code, citation) ? problem : [];
      return left.length === 0
        ? []
        : left.length === related?.length
          ? problem
          : foldedProblem(problem, left, isAtList ? span : undefined);
    }),
  };
}
