/** The numbers of a run in words. */
import type { Summary } from '../finding';
import { printable } from './escape';
import type { Report } from './shape';

export const plural = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** `7 of 9 supported (0.78), passed · 12 citations, 11 resolved`. */
function scoreText({ found, resolved, judged, supported, score, passed, suppressed }: Summary): string {
  const verdicts =
    score === null
      ? 'nothing judged'
      : `${supported} of ${judged} supported (${score.toFixed(2)}), ${passed ? 'passed' : 'not passed'}`;
  const hidden = suppressed === 0 ? '' : `, ${suppressed} suppressed`;
  return `${verdicts} · ${plural(found, 'citation')}, ${resolved} resolved${hidden}`;
}

/** `$0.0213`, or the tokens where the price is not known. */
function costText({ costUsd, usage }: Summary): string {
  if (costUsd === null) return `cost unknown (${usage.input + usage.output} tokens)`;
  return costUsd === 0 ? 'no cost' : `$${costUsd.toFixed(4)}`;
}

/** Who gave the verdicts, as each named itself. */
function judges(documents: Report['documents']): readonly string[] {
  const names = documents.flatMap(({ findings }) =>
    findings.flatMap((f) => (f.stage === 'judged' ? [printable(f.verdict.model)] : [])),
  );
  return names.length === 0 ? [] : [`judged by ${[...new Set(names)].join(', ')}`];
}

/** The numbers of a report in a line: of the verification, or of the scan alone. */
export function totals({ summary, documents }: Report): string {
  if (summary) return [scoreText(summary), costText(summary), ...judges(documents)].join(' · ');
  return plural(
    documents.reduce((n, { unchecked = [] }) => n + unchecked.length, 0),
    'citation',
  );
}
