/** The state of a document in one line, the same in CodeLens and status bar. */
import { l10n } from 'vscode';
import { isProven } from '../../core/findings/finding';
import { counted, money, results } from './labels';
import { countProblems } from './marks';
import type { View } from './view';

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
