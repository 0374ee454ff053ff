/** The URI of a finding's evidence, and the part of the source that the finding is based on. */
import { Uri } from 'vscode';
import type { Finding, Span } from '../../core/model';
import { at, parseJson } from '../../core/text/jsonFields';
import { clean } from './labels';

export const EVIDENCE_SCHEME = 'citewright-evidence';

/** The last part of a URI, without the extension that `evidenceUri` adds. */
const endOf = (location: string) =>
  (location.split(/[?#]/, 1)[0] ?? '')
    .split(/[\\/]/)
    .findLast((part) => part !== '')
    ?.replace(/\.txt$/i, '') ?? '';

/** As many characters of a name as a hover has room for in one line, beside the place. */
const LONGEST_NAME = 40;

/** The name of a source's document: its title or the end of its URL, without characters that a path could misread. */
const nameOf = (title: string, location = '') =>
  clean(title || endOf(location), LONGEST_NAME)
    .replace(/[\\/:*?"<>|#%]+/g, ' ')
    .trim() || 'source';

/** The URI of a finding's evidence: it names the document and the citation, the text stays in the session. */
export function evidenceUri(document: Uri, { citation, ...finding }: Finding): Uri {
  const named =
    finding.stage === 'unresolved'
      ? nameOf(citation.identifier)
      : nameOf(finding.source.title, finding.source.location);
  return Uri.from({
    scheme: EVIDENCE_SCHEME,
    path: `/${named}.txt`,
    query: JSON.stringify({ document: document.toString(), id: citation.id }),
  });
}

/** The part of the source that the finding is based on: the quotation, the cited lines, or the most similar passage. */
export function evidenceSpan(finding: Finding): Span | undefined {
  if (finding.stage === 'unresolved') return undefined;
  const { source, screen } = finding;
  const quote = finding.stage === 'judged' ? finding.verdict.quote?.span : undefined;
  return quote ?? source.focus ?? screen.passage;
}

/** The text that was read for a finding; undefined if its source was not found. */
export const textOf = (finding: Finding): string | undefined =>
  finding.stage === 'unresolved' ? undefined : finding.source.text;

/** What the query of an evidence URI names; undefined if the URI is not ours. */
export function parseEvidence(query: string): { document: string; id: string } | undefined {
  const value = parseJson(query);
  const [document, id] = [at(value, 'document'), at(value, 'id')];
  return typeof document === 'string' && typeof id === 'string' ? { document, id } : undefined;
}
