/** Severities, suppressions and exclusions of a run, from the repository and an earlier report. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { say } from '../core/causes';
import type { DocumentReport, Format } from '../core/report';
import { ALL, baselineKey, commentsOf, type Suppressions } from '../core/findings/suppression';
import { at, parseJson } from '../core/text/jsonFields';
import { failureOf, readDocument } from '../node/files/documents';
import { decodeText } from '../node/read/decode';
import { readRepository, suppressionsOf, type RepositoryConfig } from '../node/config';
import { UsageError, word, type Values } from './args';
import { rootsOf } from './roots';
import type { Terminal } from './terminal';
import { factsOf } from './validatePaths';

const Known = z
  .object({ code: z.string(), citation: z.unknown(), facts: z.unknown(), related: z.unknown() })
  .partial();
const Baseline = z.object({
  documents: z.array(
    z.object({ path: z.string(), findings: z.array(Known).optional(), problems: z.array(Known).optional() }),
  ),
});

const pathOf = (name: string) => path.normalize(name).replaceAll('\\', '/');
const idOf = (citation: unknown) => at(citation, 'id') ?? citation;

/** The findings of an earlier `verify --json` or `scan --json`, by document. A file may be large; a pipe or device may be endless. */
async function readBaseline(file: string, { stdin, signal }: Terminal) {
  const text = factsOf(file)?.isFile()
    ? await readFile(file).then(decodeText).catch(failureOf)
    : await readDocument(file, file, stdin(), signal);
  if (typeof text !== 'string') throw new UsageError(`--baseline ${file}: ${say(text)}`);
  const read = Baseline.safeParse(parseJson(text));
  if (!read.success) throw new UsageError(`--baseline ${file}: not a report of scan --json or verify --json`);
  return new Map(
    read.data.documents.map(({ path: name, findings = [], problems = [] }) => [
      pathOf(name),
      new Set([
        ...findings.map(({ code, citation }) => baselineKey(code, idOf(citation))),
        ...problems.map(({ code, citation, facts, related }) =>
          baselineKey(code, related !== undefined ? ALL : (citation ?? facts)),
        ),
      ]),
    ]),
  );
}

export type Settings = {
  readonly config: RepositoryConfig;
  readonly format: Format | undefined;
  readonly isExcluded: (name: string) => boolean;
  /** The settings that apply to a document. */
  readonly suppressionsIn: (document: Pick<DocumentReport, 'path' | 'text' | 'log'>) => Suppressions;
};

export async function readSettings(values: Values, terminal: Terminal): Promise<Settings> {
  const [root = terminal.cwd] = rootsOf(values, terminal);
  const repository = await readRepository(root);
  if ('error' in repository) throw new UsageError(`${repository.path}: ${say(repository.error)}`);
  const { isExcluded, at } = suppressionsOf(repository);
  const given = word(values, 'baseline');
  const known =
    given === undefined ? undefined : await readBaseline(path.resolve(terminal.cwd, given), terminal);
  const absolute = (name: string) => path.resolve(terminal.cwd, name);
  return {
    config: repository.config,
    format: repository.config.format,
    isExcluded: (name) => name !== '-' && isExcluded(absolute(name)),
    suppressionsIn: (document) => ({
      ...at(absolute(document.path)),
      comments: commentsOf(document),
      baseline: known?.get(pathOf(document.path)),
    }),
  };
}
