/** Decides which problems and findings of a document are shown: no duplicates, and many of one kind as one. */
import type { Code } from '../codes';
import { isInconclusive } from './finding';
import type { Finding, Folded, Problem } from '../model';

/** Most problems of one code shown individually. */
const MOST = 10;

/** The problem shown in place of `related`. */
function standFor(problem: Problem, related: readonly Folded[]): Problem {
  const [{ start, end, facts, citation } = { ...problem.span, facts: problem.facts }] = related;
  const { code, severity } = problem;
  const more = { ...facts, more: String(related.length - 1) };
  return {
    code,
    severity,
    span: { start, end },
    facts: more,
    ...(citation !== undefined && { citation }),
    related,
  };
}

/**
 * Replaces more than ten problems of one code by one at the first of them, with all in `related`. Suppressed problems are left alone. Keeps
 * the order; linear time.
 */
export function fold(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= MOST) return problems;
  const places = new Map<Code, Folded[]>();
  for (const { code, span, facts, citation, suppressed } of problems) {
    if (suppressed) continue;
    const place = { ...span, facts, ...(citation !== undefined && { citation }) };
    const known = places.get(code);
    if (known) known.push(place);
    else places.set(code, [place]);
  }
  const told = new Set<Code>();
  return problems.flatMap((problem) => {
    const related = problem.suppressed ? [] : (places.get(problem.code) ?? []);
    if (related.length <= MOST) return problem;
    if (told.has(problem.code)) return [];
    told.add(problem.code);
    return standFor(problem, related);
  });
}

type Told = { readonly findings: readonly Finding[]; readonly problems: readonly Problem[] };

/**
 * Removes duplicates: a problem that is also the finding of its citation (in a folded problem, only that place), and a finding that says
 * nothing about the source if its citation has a problem.
 */
export function unrepeated({ findings, problems }: Told): Told {
  const found = new Set(findings.map(({ citation, code }) => `${citation.id} ${code}`));
  const isNew = (code: Code, citation: string | undefined) => !found.has(`${citation ?? ''} ${code}`);
  const wrong = new Set<string | undefined>();
  for (const { citation, related, suppressed } of problems)
    if (!suppressed) for (const one of related ?? [{ citation }]) wrong.add(one.citation);
  return {
    findings: findings.filter(({ citation, code }) => !isInconclusive(code) || !wrong.has(citation.id)),
    problems: problems.flatMap((problem) => {
      const { code, citation, related } = problem;
      const left = related?.filter((one) => isNew(code, one.citation));
      if (left === undefined) return isNew(code, citation) ? problem : [];
      return left.length === 0 ? [] : left.length === related?.length ? problem : standFor(problem, left);
    }),
  };
}
