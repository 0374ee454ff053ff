/** The one edit that fixes a finding without a further question, offered by every host. */
import type { Citation, Finding, Span } from '../model';
import { malformedDoi } from '../text/works/identifiers';
import { setDoi } from './linkEdits';
import { narrow } from './narrowClaim';
import type { Changes, Draft } from './textEdit';

export type SuggestedFix = {
  /** `narrow`: the claim becomes what the source says. `identifier`: the DOI becomes the record's. */
  readonly kind: 'narrow' | 'identifier';
  readonly changes: Changes;
};

/** An invalid DOI in the citation or its reference. */
function malformedIn(text: string, { part, reference }: Citation): Span | undefined {
  for (const span of [part, reference]) {
    const found = span && malformedDoi(text.slice(span.start, span.end));
    if (found) return { start: span.start + found.start, end: span.start + found.end };
  }
  return undefined;
}

/** Replaces the cited DOI with the record's. Undefined if another kind of identifier is wrong, or no DOI is written here. */
function useRecord(draft: Draft, finding: Finding): Changes | undefined {
  if (finding.stage === 'unresolved') return undefined;
  const { notices, record } = finding.source;
  const { citation } = finding;
  if (record?.doi === undefined || !notices.some(({ kind }) => kind === 'doi-differs')) return undefined;
  const malformed = malformedIn(draft.text, citation);
  const isDoi = citation.target.kind === 'work' && citation.target.doi !== undefined;
  if (!isDoi && !malformed) return undefined;
  return setDoi(draft, citation, record.doi, !isDoi && malformed ? { malformed } : {});
}

export function suggestedFix(draft: Draft, finding: Finding): SuggestedFix | undefined {
  const identifier = useRecord(draft, finding);
  if (identifier) return { kind: 'identifier', changes: identifier };
  const changes = narrow(draft, finding);
  return changes && { kind: 'narrow', changes };
}
