/** Many problems of one kind in a document are one: a person who sees the first has seen them all. */
import type { Code } from './codes';
import type { Problem, Span } from './model';

/** So many problems of one code are shown one by one. */
const MOST = 10;

/**
 * The problems with those of a code that are more than ten as one, at the first of them, whose `related` are the places of all. What
 * is suppressed is left as it is. Order is kept; time is linear.
 */
export function fold(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= MOST) return problems;
  const places = new Map<Code, Span[]>();
  for (const { code, span, suppressed } of problems) {
    if (suppressed) continue;
    const known = places.get(code);
    if (known) known.push(span);
    else places.set(code, [span]);
  }
  const told = new Set<Code>();
  return problems.flatMap((problem) => {
    const related = problem.suppressed ? [] : (places.get(problem.code) ?? []);
    if (related.length <= MOST) return problem;
    if (told.has(problem.code)) return [];
    told.add(problem.code);
    return { ...problem, facts: { ...problem.facts, more: String(related.length - 1) }, related };
  });
}
