/** The lenses in the text of a source. */
import { CodeLens, l10n, type Uri } from 'vscode';
import type { Finding } from '../../core/model';
import { evidenceSpan, parseEvidence } from './evidenceAddress';
import { why } from './findingLabels';
import { clean, label, withoutIcons } from './labels';
import { createLines } from './offsets';

/** Maximum characters of a claim: half of a window of usual width. The editor truncates a longer lens without a mark. */
const LONGEST_CLAIM = 45;

/** Verdict, claim and the way back above the passage, where the reader looks, and the number of each page. */
export function lensesOf(uri: Uri, finding: Finding): CodeLens[] {
  const from = parseEvidence(uri.query);
  if (!from || finding.stage === 'unresolved') return [];
  const { source } = finding;
  const lines = createLines(source.text);
  const { start } = evidenceSpan(finding) ?? { start: 0 };
  const all = source.pages?.length ?? 0;
  const above = (title: string, tooltip: string) =>
    new CodeLens(lines.range({ start, end: start }), {
      title: withoutIcons(title),
      tooltip,
      command: 'citewright.reveal',
      arguments: [from.document, from.id],
    });
  const claim = clean(finding.citation.claim.text, LONGEST_CLAIM);
  const top = [
    above(l10n.t('Go to Text'), clean(source.location, 200)), // First, because the claim may be wider than the column.
    above(
      `${label(finding.code)}: ${claim}`,
      `${clean(finding.citation.claim.text, 600)}\n\n${why(finding)}`,
    ),
  ];
  const pages = (source.pages ?? []).map((at, i) => {
    const title = l10n.t('Page {0} of {1}', i + 1, all);
    return new CodeLens(lines.range({ start: at, end: at }), { title, command: '' });
  });
  return [...top, ...pages];
}
