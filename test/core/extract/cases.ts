/** Scans the texts of `cases/`: every citation, and every problem. `test/support/cases.ts` has the format of the files. */
import { plainFacts } from '../../../src/core/causes';
import { scan, type ScanContext } from '../../../src/core/extract';
import { LATEX } from '../../../src/core/extract/latexReader';
import { withWorks } from '../../../src/core/extract/references/bibliography';
import type { Citation, Problem, Span, Target } from '../../../src/core/model';
import type { Room } from '../../support/cases';

type Shown = 'claim' | 'context' | 'part';
/**
 * The context of the scan: `format`, `year`, `bibliography` (BibTeX). `show` names more fields of each citation.
 */
type Options = Pick<ScanContext, 'year'> & {
  readonly format?: 'markdown' | 'text' | 'latex';
  readonly bibliography?: string;
  readonly show?: readonly Shown[];
};
/** A citation, or a problem: its code alone, or with further fields. */
type Row = Readonly<Record<string, unknown>> | string;
/** One row for each citation, with its problems, then one for each problem without a citation. */
function rows(text: string, { format, year, bibliography, show = [] }: Options): readonly Row[] {
  const { citations, problems } = scan(text, {
    ...(format && { format: format === 'latex' ? LATEX : format }),
    ...(year !== undefined && { year }),
    ...(bibliography !== undefined && { bibliographies: withWorks([{ path: 'a.bib', text: bibliography }]) }),
  });
  const own = new Set(citations.map(({ id }) => id));
  return [
    ...citations.map((c) =>
      citationRow(
        text,
        c,
        problems.filter((p) => p.citation === c.id),
        show,
      ),
    ),
    ...problems
      .filter(({ citation }) => citation === undefined || !own.has(citation))
      .map((problem) => problemRow(text, problem)),
  ];
}

function citationRow(
  text: string,
  citation: Citation,
  problems: readonly Problem[],
  show: readonly Shown[],
): Row {
  const { raw, style, identifier, label, target, reference, part, claim, context } = citation;
  const to = pointsAt(target);
  return {
    raw,
    is: `${style} ${identifier}`,
    ...(label !== undefined && label !== identifier && { label }),
    ...(to !== identifier && { to }),
    ...(reference && { by: cut(text, reference) }),
    ...(problems.length > 0 && { problems: problems.map((problem) => problemRow(text, problem, citation)) }),
    ...(show.includes('part') && { part: cut(text, part) }),
    ...(show.includes('claim') && { claim: claim.text }),
    ...(show.includes('context') && { context }),
  };
}

/** The target as a word if it has one, else its fields; the text of a reference is left out if fields were read from it. */
function pointsAt(target: Target): unknown {
  if (target.kind === 'url') return target.url;
  if (target.kind === 'file') return [target.path, target.lines?.join('-')].filter(Boolean).join(':');
  if (target.kind === 'commit') return `git:${target.sha}`;
  if (target.kind === 'memory') return `memory:${target.id}`;
  if (target.kind !== 'work') return target.kind;
  const { kind: _, raw, ...fields } = target;
  const known = Object.entries(fields);
  if (known.length === 0) return { raw };
  const [[name, value]] = known as [[string, unknown]];
  if (known.length > 1) return fields;
  return name === 'doi'
    ? value
    : ['arxiv', 'pmid', 'pmcid', 'isbn', 'rfc'].includes(name)
      ? `${name}:${String(value)}`
      : fields;
}

/** Facts that only repeat the place are left out; a problem of a citation at its marker is its code alone. */
function problemRow(text: string, { code, span, facts }: Problem, citation?: Citation): Row {
  const at = cut(text, span);
  const isNews = (value: string): boolean =>
    ![citation?.raw, citation?.label].includes(value) && !at.startsWith(value.replace(/^“|…?”$/g, ''));
  const news = Object.entries(plainFacts(facts)).filter(([, value]) => isNews(value));
  const row = { ...(at !== citation?.raw && { at }), ...Object.fromEntries(news) };
  return Object.keys(row).length === 0 ? code : { problem: code, ...row };
}

const cut = (text: string, { start, end }: Span): string => text.slice(start, end);

export const room: Room = { folder: 'test/core/extract/cases', read: () => rows };
