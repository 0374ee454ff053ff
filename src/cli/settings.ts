/** What the repository and an earlier report say about a run: severities, what is set aside, what is not checked. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { severityOf } from '../core/finding';
import type { Finding, Problem, Suppressed } from '../core/model';
import type { Format } from '../core/report';
import { decodeText } from '../node/decode';
import { asideOf, readRepository, type RepositoryConfig } from '../node/config';
import { UsageError, word, type Values } from './args';
import { rootsOf } from './ports';
import type { Terminal } from './terminal';

const Known = z.object({ code: z.string(), citation: z.unknown(), facts: z.unknown() }).partial();
const Baseline = z.object({
  documents: z.array(
    z.object({ path: z.string(), findings: z.array(Known).optional(), problems: z.array(Known).optional() }),
  ),
});

/** A problem or finding by what it is about: no position, so that it is known again after edits elsewhere. */
const keyOf = (file: string, code: unknown, about: unknown) =>
  JSON.stringify([path.normalize(file).replaceAll('\\', '/'), code, about]);
const idOf = (citation: unknown) =>
  typeof citation === 'object' && citation !== null && 'id' in citation ? citation.id : citation;

/** What an earlier `verify --json` or `scan --json` found. */
async function readBaseline(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file).then(decodeText, () => {
    throw new UsageError(`--baseline ${file}: the file cannot be read`);
  });
  const read = Baseline.safeParse(parseJson(text));
  if (!read.success)
    throw new UsageError(`--baseline ${file}: this is no report of scan --json or verify --json`);
  return new Set(
    read.data.documents.flatMap(({ path: name, findings = [], problems = [] }) => [
      ...findings.map(({ code, citation }) => keyOf(name, code, idOf(citation))),
      ...problems.map(({ code, citation, facts }) => keyOf(name, code, citation ?? facts)),
    ]),
  );
}

/** The value, or nothing where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Settings = {
  readonly config: RepositoryConfig;
  readonly format: Format | undefined;
  readonly isExcluded: (name: string) => boolean;
  /** A problem with its severity, and by what it was set aside. */
  readonly weigh: (problem: Problem, name: string) => Problem;
  readonly suppress: (finding: Finding, name: string) => Suppressed | undefined;
};

export async function readSettings(values: Values, terminal: Terminal): Promise<Settings> {
  const [root = terminal.cwd] = rootsOf(values, terminal);
  const repository = await readRepository(root);
  if ('error' in repository) throw new UsageError(`${repository.path}: ${repository.error}`);
  const aside = asideOf(repository);
  const given = word(values, 'baseline');
  const known = given === undefined ? undefined : await readBaseline(path.resolve(terminal.cwd, given));
  const absolute = (name: string) => path.resolve(terminal.cwd, name);
  const before = (key: string): Suppressed | undefined => (known?.has(key) ? { by: 'baseline' } : undefined);
  return {
    config: repository.config,
    format: repository.config.format,
    isExcluded: (name) => name !== '-' && aside.isExcluded(absolute(name)),
    weigh(problem, name) {
      const { code, citation, facts } = problem;
      const suppressed =
        problem.suppressed ??
        aside.problem(problem, absolute(name)) ??
        before(keyOf(name, code, citation ?? facts));
      const severity = code in aside.severities ? severityOf(code, aside.severities) : problem.severity;
      return { ...problem, severity, ...(suppressed && { suppressed }) };
    },
    suppress: (finding, name) =>
      aside.finding(finding, absolute(name)) ??
      // What is right is nothing to set aside: it counts in the score of every run.
      (finding.severity === 'none' ? undefined : before(keyOf(name, finding.code, finding.citation.id))),
  };
}
