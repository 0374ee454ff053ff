/** The URI of a finding's evidence, the part of the source that the finding is based on, and the web address of a source. */
import { Uri } from 'vscode';
import type { Citation, Finding, Span, Target } from '../../core/model';
import { at, parseJson } from '../../core/text/jsonFields';
import { doiAddress, workUrl } from '../../core/text/works/workUrl';
import { clean, safeLink } from './labels';

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

/** The web address of a target; undefined if it has none or is described only in words. */
function pointedAt(target: Target): string | undefined {
  if (target.kind === 'url') return target.url;
  if (target.kind !== 'work') return undefined;
  // Delimiters in a DOI that would end a URL are encoded.
  return target.doi === undefined ? workUrl(target) : `https://doi.org/${doiAddress(target.doi)}`;
}

/** Where a source was read, else its archived copy. */
const readAt = (finding: Finding | undefined): string | undefined =>
  finding?.stage === 'unresolved' ? finding.archived : finding?.source.location;

/** Where a citation's source was read, else its archived copy, else its target, whatever the scheme. */
export const linkOf = ({ target }: Citation, finding: Finding | undefined): string | undefined =>
  readAt(finding) ?? pointedAt(target);

/** The first of the same places that may be opened. */
export const addressOf = ({ target }: Citation, finding: Finding | undefined): string | undefined =>
  [readAt(finding), pointedAt(target)].flatMap((one) => safeLink(one ?? '') ?? [])[0];
