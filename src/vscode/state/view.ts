/** The immutable input of the views: the text of a document with its problems and findings. */
import type { Uri } from 'vscode';
import { fileOf } from './documents';
import { fold } from '../../core/findings/folding';
import { decide, spanOf, type Suppressions } from '../../core/findings/suppression';
import type { RepositorySuppressions } from '../../node/config';
import { summary, type Summary } from '../../core/findings/tally';
import type { Citation, Finding, Problem } from '../../core/model';
import type { Ignores } from '../../core/text/ignores';
import type { TextScan } from '../../core/scan/scanner';
import type { Lines } from './offsets';
import { readSettings } from './settings';

export type View = {
  readonly uri: Uri;
  readonly text: string;
  readonly lines: Lines;
  readonly scan: TextScan;
  /** Problems of the scan and the workspace, as they are shown: without severity `none`, many of one code as one. */
  readonly problems: readonly Problem[];
  /** The same problems one by one, for requests about a single place or citation. */
  readonly eachProblem: readonly Problem[];
  readonly suppressedProblems: readonly Problem[];
  /** What suppresses in this text, and the severities that apply. */
  readonly suppressions: Suppressions;
  /** In text order, at the current places of their citations. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** When each finding was made, in milliseconds, by citation id. */
  readonly checkedAt: ReadonlyMap<string, number>;
  readonly progress?: Progress;
};

export type Progress = {
  readonly done: number;
  readonly total: number;
  /** The user has cancelled the run, which is about to end. */
  readonly isEnding?: true;
};
export type Known = { readonly finding: Finding; readonly at: number };

export type Parts = Pick<View, 'uri' | 'text' | 'lines' | 'scan'> & {
  readonly comments: Ignores | undefined;
  readonly languageId: string;
  readonly outside: readonly Problem[];
  readonly known: ReadonlyMap<string, Known>;
  readonly progress?: Progress | undefined;
};

/** Everything suppressed in a view, with its place. */
export const suppressedIn = ({ findings, suppressedProblems }: View) =>
  [...findings.filter(({ suppressed }) => suppressed), ...suppressedProblems].map((what) => ({
    what,
    span: spanOf(what),
  }));

/** The citations at an offset: by their part of a marker, else by the marker, else by the claim. */
export function citationsAt({ scan }: Pick<View, 'scan'>, offset: number): readonly Citation[] {
  const within = (pick: (c: Citation) => { start: number; end: number }) =>
    scan.citations.filter((c) => pick(c).start <= offset && offset <= pick(c).end);
  const parts = within((c) => c.part);
  if (parts.length > 0) return parts;
  const markers = within((c) => c.marker);
  return markers.length > 0 ? markers : within((c) => c.claim.span);
}

/** Combines problems and findings with the current text, and applies suppressions and severities. */
export function viewOf(parts: Parts, repository: RepositorySuppressions | undefined): View {
  const { uri, languageId, text, lines, scan, comments, outside, known, progress } = parts;
  const shared = repository?.at(fileOf(uri).fsPath);
  const severities = { ...shared?.severities, ...readSettings({ uri, languageId }).severities };
  const suppressions: Suppressions = { ...shared, comments, severities };
  const problems = [...scan.problems, ...outside]
    .map((problem) => decide(problem, suppressions))
    .filter(({ severity }) => severity !== 'none');
  const eachProblem = problems.filter(({ suppressed }) => !suppressed);
  const findings = scan.citations.flatMap((citation) => {
    const found = known.get(citation.id);
    return found ? [decide({ ...found.finding, citation }, suppressions)] : [];
  });
  return {
    uri,
    text,
    lines,
    scan,
    problems: fold(eachProblem, scan.lists),
    eachProblem,
    suppressedProblems: problems.filter(({ suppressed }) => suppressed),
    suppressions,
    findings,
    summary: summary(findings),
    checkedAt: new Map([...known].map(([id, { at }]) => [id, at])),
    ...(progress && { progress }),
  };
}
