/**
 * Findings that a person has looked at and accepted, as they are kept in a repository. A mark holds for one claim on one source: it
 * goes stale when the claim changes (the citation's id changes), when the source's text changes, or when the finding becomes another.
 */
import * as z from 'zod';
import type { Finding } from './model';
import { sourceOf, type Mark } from './suppression';
import { notJson } from './text/notJson';

const MarkShape: z.ZodType<Mark> = z.strictObject({
  citation: z.string(),
  code: z.string(),
  source: z.string().optional(),
  claim: z.string(),
  note: z.string().optional(),
});
const File = z.strictObject({ version: z.literal(1), accepted: z.array(MarkShape) });

/** The mark that accepts a finding. */
export function markOf(finding: Finding, note?: string): Mark {
  const source = sourceOf(finding);
  return {
    citation: finding.citation.id,
    code: finding.code,
    ...(source !== undefined && { source }),
    claim: finding.citation.claim.text,
    ...(note !== undefined && { note }),
  };
}

/** The marks without the one that accepts a finding; the same ones when there is none. */
export const withoutMark = (
  marks: readonly Mark[],
  { citation, code }: Pick<Finding, 'citation' | 'code'>,
): readonly Mark[] => marks.filter((mark) => mark.citation !== citation.id || mark.code !== code);

/** The marks in the text of `.citewright/accepted.json`, or why they cannot be read. */
export function readMarks(text: string): readonly Mark[] | { readonly error: string } {
  try {
    const read = File.safeParse(JSON.parse(text));
    if (read.success) return read.data.accepted;
    const [first] = read.error.issues;
    return { error: `${first?.path.join('.') ?? ''} ${first?.message ?? ''}`.trim() };
  } catch (error) {
    return { error: notJson(error) };
  }
}

/** The file's text: one mark a block, in a fixed order, so that two people's marks merge. */
export function writeMarks(marks: readonly Mark[]): string {
  const byKey = new Map(marks.map((mark) => [`${mark.citation} ${mark.code}`, mark]));
  const accepted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  return `${JSON.stringify({ version: 1, accepted }, undefined, 2)}\n`;
}
