/** What the views look at: the text of a document, and what is known of it, put together. Never changes once it is made. */
import type { Uri } from 'vscode';
import { fileOf } from './documents';
import type { Aside } from '../../node/config';
import { grade, severityOf, summary, type Summary } from '../../core/finding';
import type { Citation, Finding, Problem } from '../../core/model';
import type { ignoresIn } from '../../core/text/ignores';
import type { TextScan } from '../../core/scanner';
import type { Lines } from './offsets';
import { readSettings } from './settings';

/** What the views show of one document: the present text with what is known of it. */
export type View = {
  readonly uri: Uri;
  readonly text: string;
  readonly lines: Lines;
  readonly scan: TextScan;
  /** The scan's and the workspace's, `none` left out. */
  readonly problems: readonly Problem[];
  /** What of the same the author or the repository set aside. */
  readonly setAside: readonly Problem[];
  /** What the repository sets aside. */
  readonly aside?: Aside | undefined;
  /** What comments in the text set aside; nothing in a log, where an agent would set its own findings aside. */
  readonly ignores?: ReturnType<typeof ignoresIn> | undefined;
  /** In the order of the text, placed where their citations stand now. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** When each finding was made, in milliseconds, by citation id. */
  readonly checkedAt: ReadonlyMap<string, number>;
  readonly progress?: Progress;
};

export type Progress = { readonly done: number; readonly total: number };
/** A finding, and when it was made. */
export type Known = { readonly finding: Finding; readonly at: number };

/** What a view is made of. */
export type Parts = Pick<View, 'uri' | 'text' | 'lines' | 'scan' | 'ignores'> & {
  readonly languageId: string;
  /** Problems that came from outside the text. */
  readonly outside: readonly Problem[];
  readonly known: ReadonlyMap<string, Known>;
  readonly progress?: Progress | undefined;
};

/** What was set aside, finding or problem, with the place that it was about. */
export const asidesOf = ({ findings, setAside }: Pick<View, 'findings' | 'setAside'>) => [
  ...findings.filter(({ suppressed }) => suppressed).map((what) => ({ what, span: what.citation.part })),
  ...setAside.map((what) => ({ what, span: what.span })),
];

/** The citations at an offset: those whose piece of a marker it is, else those of the marker, else those of the claim. */
export function citationsAt({ scan }: Pick<View, 'scan'>, offset: number): readonly Citation[] {
  const within = (pick: (c: Citation) => { start: number; end: number }) =>
    scan.citations.filter((c) => pick(c).start <= offset && offset <= pick(c).end);
  const parts = within((c) => c.part);
  if (parts.length > 0) return parts;
  const markers = within((c) => c.marker);
  return markers.length > 0 ? markers : within((c) => c.claim.span);
}

/** Puts what is known onto the present text. What the author or the repository set aside is marked (findings) or left out (problems). */
export function viewOf(parts: Parts, aside: Aside | undefined): View {
  const { uri, languageId, text, lines, scan, ignores, outside, known, progress } = parts;
  const severities = { ...aside?.severities, ...readSettings({ uri, languageId }).severities };
  const { fsPath } = fileOf(uri);
  const all = [...scan.problems, ...outside]
    .map((problem): Problem => {
      const { suppressed: said, ...rest } = problem;
      const suppressed = said ?? ignores?.(problem.span, problem.code) ?? aside?.problem(problem, fsPath);
      const severity = severityOf(problem.code, severities);
      return { ...rest, severity, ...(suppressed && { suppressed }) };
    })
    .filter(({ severity }) => severity !== 'none');
  const problems = all.filter(({ suppressed }) => !suppressed);
  const setAside = all.filter(({ suppressed }) => suppressed);
  const findings = scan.citations.flatMap((citation) => {
    const found = known.get(citation.id);
    if (!found) return [];
    const { suppressed: _, ...rest } = found.finding;
    const finding = grade({ ...rest, citation }, severities);
    const suppressed = ignores?.(citation.part, finding.code) ?? aside?.finding(finding, fsPath);
    return [suppressed ? { ...finding, suppressed } : finding];
  });
  const checkedAt = new Map([...known].map(([id, { at }]) => [id, at]));
  const base = {
    uri,
    text,
    lines,
    scan,
    problems,
    setAside,
    aside,
    ignores,
    findings,
    summary: summary(findings),
    checkedAt,
  };
  return progress === undefined ? base : { ...base, progress };
}
