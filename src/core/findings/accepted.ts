/**
 * Findings that the user reviewed and accepted, as stored in a repository. A mark applies to one claim and one source: it goes stale when
 * the claim changes (and with it the citation's id), the source's text changes, or the finding gets another code.
 */
import * as z from 'zod';
import type { Finding } from '../model';
import { sourceOf, type Mark } from './suppression';
import type { Reason } from '../reason';
import { defined } from '../text/jsonFields';
import { notJson, wrongData } from '../text/wrongData';

const MarkShape: z.ZodType<Mark> = z.strictObject({
  citation: z.string(),
  code: z.string(),
  source: z.string().optional(),
  claim: z.string(),
  note: z.string().optional(),
});
const File = z.strictObject({ version: z.literal(1), accepted: z.array(MarkShape) });

/** Makes the mark that accepts a finding. */
export function markOf(finding: Finding, note?: string): Mark {
  const { citation, code } = finding;
  return defined({
    citation: citation.id,
    code,
    source: sourceOf(finding),
    claim: citation.claim.text,
    note,
  });
}

/** Removes the mark that accepts a finding; returns the same array if there is none. */
export const withoutMark = (
  marks: readonly Mark[],
  { citation, code }: Pick<Finding, 'citation' | 'code'>,
): readonly Mark[] => marks.filter((mark) => mark.citation !== citation.id || mark.code !== code);

/** Parses `.citewright/accepted.json`; returns the marks, or why it is invalid. */
export function readMarks(text: string): readonly Mark[] | { readonly error: Reason } {
  try {
    const read = File.safeParse(JSON.parse(text));
    return read.success ? read.data.accepted : { error: wrongData(read.error) };
  } catch (error) {
    return { error: notJson(error) };
  }
}

/** Formats the file with one mark per block in a fixed order, so that marks of several people merge. */
export function writeMarks(marks: readonly Mark[]): string {
  const byKey = new Map(marks.map((mark) => [`${mark.citation} ${mark.code}`, mark]));
  const accepted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  return `${JSON.stringify({ version: 1, accepted }, undefined, 2)}\n`;
}
