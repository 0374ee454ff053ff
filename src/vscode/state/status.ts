/** The state of a document in one line, the same in CodeLens and status bar. */
import { l10n } from 'vscode';
import { isProven } from '../../core/findings/finding';
import { counted, money, results } from './labels';
import { countProblems } from './marks';
import type { View } from './view';

export type Status = { readonly icon: string; readonly text: string; readonly tooltip: string };

/** A check mark is shown only if every citation of the document is supported. */
function iconOf({ scan, findings }: View, problems: number): string {
  if (problems > 0) return 'warning';
  const proven = findings.filter(({ code, suppressed }) => !suppressed && isProven(code)).length;
  return proven > 0 && proven === scan.citations.length ? 'pass' : 'quote';
}

/** The number of problems, then the result. The cost is in the tooltip. */
export function statusOf(view: View): Status {
  const { scan, findings, summary } = view;
  const problems = countProblems(view);
  const citations = counted(scan.citations.length, 'citation');
  const wrong = problems === 0 ? [] : [counted(problems, 'problem')];
  const icon = iconOf(view, problems);
  if (findings.length === 0)
    return {
      icon,
      text: [...wrong, citations].join(' · '),
      tooltip: `${[citations, ...wrong].join(' · ')} · ${l10n.t('not verified yet')}`,
    };
  const { parts, why } = results(findings, scan.citations.length - findings.length);
  const cost = summary.judged > 0 ? [money(summary.costUsd, summary.usage)] : [];
  const text = [...wrong, ...parts, ...why].join(' · ');
  return { icon, text, tooltip: [text, citations, ...cost].join(' · ') };
}
