/** The one edit that fixes a finding without a further question, offered by every host. */
import type { Citation, Finding, Span } from '../model';
import { malformedDoi } from '../text/works/identifiers';
import { setDoi } from './linkEdits';
import { oneLine, type Changes, type Draft } from './textEdit';

const END = /[.!?。]+$/;

/** Replaces the claim with the judge's suggestion, only if all markers are at its end, so that every other word can be replaced. */
export function narrow({ text, citations }: Draft, finding: Finding): Changes | undefined {
  if (finding.stage !== 'judged' || !finding.verdict.suggestion) return undefined;
  const { claim, marker, group, id, style, raw } = finding.citation;
  const same = citations.filter((c) => c.marker.start < claim.span.end && claim.span.start < c.marker.end);
  const together = same.every((c) => c.id === id || (group !== undefined && c.group === group));
  const start = same.reduce((first, c) => Math.min(first, c.marker.start), marker.start);
  const words = text.slice(claim.span.start, start);
  const suggestion = oneLine(finding.verdict.suggestion).replace(END, '');
  const linked = style === 'link' ? raw.slice(1, raw.lastIndexOf('](')) : '';
  // The words of a link can be words of the claim; then the whole claim becomes the link.
  if (linked !== '' && !words.trimEnd().endsWith('(') && claim.text.includes(oneLine(linked)))
    return same.length === 1 && claim.text.replace(END, '').endsWith(oneLine(linked))
      ? [
          {
            span: { start: claim.span.start, end: marker.start + 1 + linked.length },
            text: `[${suggestion.replace(/[[\]]/g, '')}`,
          },
        ]
      : undefined;
  if (!together || words.trim() === '') return undefined;
  return [{ span: { start: claim.span.start, end: start }, text: suggestion + gapAt(words) }];
}

/** The separator between words and marker: in `… metres ([tides](…))` the parenthesis belongs to the marker. */
function gapAt(words: string): string {
  let at = words.length;
  while (at > 0 && ' \t\r\n\u00a0(['.includes(words.charAt(at - 1))) at--;
  return words.slice(at);
}

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
