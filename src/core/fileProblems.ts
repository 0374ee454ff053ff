/** What the workspace alone can say against a text's citations of files: not there, outside, no such line. */
import { CODES, type Code } from './codes';
import { isFailure, type Citation, type Failure, type FailureKind, type Problem } from './model';
import type { Log } from './log';
import type { LocalFile, Workspace } from './ports';
import type { TextScan } from './scanner';

/** What is known of a cited file: its text is let go. */
type Measure = Pick<LocalFile, 'lines' | 'truncated'>;
type Place = Extract<Citation['target'], { kind: 'file' }>;

/** Failures that are a fault of the text. The rest (not trusted, cancelled, too large) say nothing against it. */
const FAULTS: Readonly<Partial<Record<FailureKind, Code>>> = {
  'not-found': 'file-not-found',
  'outside-workspace': 'outside-workspace',
  ambiguous: 'ambiguous-file',
};
const codeOf = ({ kind, isElsewhere }: Failure): Code | undefined => (isElsewhere ? undefined : FAULTS[kind]);

/** As many files in a row, each cited further down, all beyond their end: the lines are those of a diff or a log. */
const LISTING = 3;

/** Drops the lines beyond the end of their file that number something else than the file. */
function withoutListings(problems: readonly Problem[]): Problem[] {
  const kept: Problem[] = [];
  let run: Problem[] = [];
  const close = () => {
    if (run.length < LISTING) kept.push(...run);
    run = [];
  };
  for (const problem of problems) {
    const last = run.at(-1)?.facts;
    const { path, line } = problem.facts;
    const goesOn = last && path !== last['path'] && Number(line) > Number(last['line']);
    if (problem.code !== 'line-out-of-range' || !goesOn) close();
    if (problem.code === 'line-out-of-range') run.push(problem);
    else kept.push(problem);
  }
  close();
  return kept;
}

/** The cited line that the file does not have; nothing is said of a file that was read in part. */
function missingLine({ lines }: Place, file: Measure): number | undefined {
  return file.truncated ? undefined : lines?.find((line) => line < 1 || line > file.lines);
}

/** Where a citation of a file stands, for those who look for the file. */
export const writtenIn = ({ raw, target }: Citation, path: string, log: Log | undefined) => ({
  path,
  marker: raw,
  isLink: target.kind === 'file' && target.isLink === true,
  isLog: log !== undefined,
});

/**
 * Problems of the file citations that a scan found in the text at the path `document`, in their order. Each file is opened once, without
 * its lines, so that no history is read: drift is for resolve. Without network and without git.
 */
export async function fileProblems(
  { citations, log }: Pick<TextScan, 'citations' | 'log'>,
  workspace: Workspace,
  document: string,
  signal: AbortSignal,
): Promise<Problem[]> {
  const opened = new Map<string, Failure | Measure>();
  const open = async ({ path }: Place, citation: Citation) => {
    const from = writtenIn(citation, document, log);
    const key = `${from.isLink} ${path}`;
    const known = opened.get(key);
    if (known) return known;
    const file = await workspace.file(path, undefined, signal, from);
    const measure = isFailure(file) ? file : { lines: file.lines, truncated: file.truncated };
    opened.set(key, measure);
    return measure;
  };
  const problems: Problem[] = [];
  for (const citation of citations) {
    if (signal.aborted) break;
    const { target, part, id } = citation;
    if (target.kind !== 'file') continue;
    const file = await open(target, citation);
    const line = isFailure(file) ? undefined : missingLine(target, file);
    const code = isFailure(file) ? codeOf(file) : line === undefined ? undefined : 'line-out-of-range';
    if (!code) continue;
    const rest = isFailure(file) ? file.facts : { line: line ?? '', count: file.lines };
    const facts = { ...rest, path: target.path };
    problems.push({ code, severity: CODES[code].severity, span: part, facts, citation: id });
  }
  return withoutListings(problems);
}
