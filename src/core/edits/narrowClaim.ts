/** Rewrites a claim to what its source supports. */
import type { Finding } from '../model';
import { oneLine, type Changes, type Draft } from './textEdit';

const END = /[.!?。]+$/;

/**
 * Replaces the claim with the judge's suggestion. Only if all markers are at the end of the claim, so that they are kept and every other
 * word can be replaced.
 */
export function narrow({ text, citations }: Draft, finding: Finding): Changes | undefined {
  if (finding.stage !== 'judged' || !finding.verdict.suggestion) return undefined;
  const { claim, marker, group, id } = finding.citation;
  const same = citations.filter((c) => c.marker.start < claim.span.end && claim.span.start < c.marker.end);
  const together = same.every((c) => c.id === id || (group !== undefined && c.group === group));
  const start = same.reduce((first, c) => Math.min(first, c.marker.start), marker.start);
  const words = text.slice(claim.span.start, start);
  if (!together || words.trim() === '') return undefined;
  const suggestion = oneLine(finding.verdict.suggestion).replace(END, '');
  return [{ span: { start: claim.span.start, end: start }, text: suggestion + gapAt(words) }];
}

/** The separator between words and marker: in `… metres ([tides](…))` the parenthesis belongs to the marker. */
function gapAt(words: string): string {
  let at = words.length;
  while (at > 0 && ' \t\r\n\u00a0(['.includes(words.charAt(at - 1))) at--;
  return words.slice(at);
}
