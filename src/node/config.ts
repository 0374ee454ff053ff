/**
 * `citewright.json` and `.citewright/`: what a repository may say. It is hostile: it may hold formats, globs, severities, ignores
 * and stricter limits only. Anything that would widen what a run may do, or send something elsewhere, is an error.
 */
import { lstat, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { acceptedBy, readMarks, type Mark } from '../core/accepted';
import { CODES, type Code } from '../core/codes';
import { DEFAULTS } from '../core/defaults';
import type { Severities } from '../core/finding';
import type { Finding, Problem, Suppressed } from '../core/model';
import { FORMAT_NAMES } from '../core/report';
import { notJson } from '../core/text/notJson';
import { decodeText } from './decode';
import { matcher } from './glob';

const NAME = 'citewright.json';
const ACCEPTED = path.join('.citewright', 'accepted.json');
const MOST_BYTES = 4 * 1024 * 1024;

const codes = Object.keys(CODES) as [Code, ...Code[]]; // keys of a closed table
const atMost = (limit: number) =>
  z.number().nonnegative().max(limit, `may only be lowered, to ${limit} or less`);

const Ignore = z.strictObject({
  code: z.enum(codes).optional().describe('Only findings of this code'),
  citation: z
    .string()
    .optional()
    .describe('Only this citation: its identifier (URL, DOI, key, path) or its id'),
  path: z.string().optional().describe('Only in documents that this pattern matches'),
  note: z.string().optional().describe('Why'),
});
export const RepositoryConfig = z.strictObject({
  $schema: z.string().optional(),
  format: z.enum(FORMAT_NAMES).optional().describe('How to print when the command line does not say'),
  exclude: z.array(z.string()).optional().describe('Documents and folders that are not checked, by pattern'),
  severities: z
    .partialRecord(z.enum(codes), z.enum(['error', 'warning', 'info', 'none']))
    .optional()
    .describe('Severities that differ from the table'),
  ignore: z.array(Ignore).optional().describe('Findings that are set aside; they stay in the output'),
  maxCitations: atMost(DEFAULTS.maxCitations).int().optional(),
  maxCostUsd: atMost(DEFAULTS.maxCostUsd).optional(),
  timeoutMs: atMost(DEFAULTS.timeoutMs).int().positive().optional(),
  maxBytes: atMost(DEFAULTS.maxBytes).int().positive().optional(),
  concurrency: atMost(DEFAULTS.concurrency).int().positive().optional(),
});
export type RepositoryConfig = z.infer<typeof RepositoryConfig>;

export type Repository = {
  readonly config: RepositoryConfig;
  /** The folder of `citewright.json`, else where the search began: patterns are relative to it. */
  readonly folder: string;
  readonly marks: readonly Mark[];
  /** The folder whose `.citewright/` holds the marks, else where the search began. */
  readonly home: string;
};

/** Keys that people may expect here, and why they do not work. */
const REFUSED =
  /^(?:allow|consent|host|endpoint|base-?url|provider|proxy|model|judge|key|api|network|cache|contact|memory|workspace)/i;

function explain({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'cannot be read';
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return REFUSED.test(key)
      ? `${key} may not be set in a repository; it is for the command line and your own settings`
      : `there is no setting ${key}`;
  }
  return [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
}

/** Why the repository's settings cannot be used: exit code 2 on the command line. */
export type ConfigError = { readonly path: string; readonly error: string };

/** Nothing where there is no such file; one that is there and cannot be read is an error, as it may set something aside. */
async function readSmall(file: string): Promise<string | undefined | ConfigError> {
  if (!(await lstat(file).catch(() => undefined))) return undefined;
  const facts = await stat(file).catch(() => undefined);
  if (facts && !facts.isFile()) return undefined;
  if (facts && facts.size > MOST_BYTES)
    return { path: file, error: `this is too large: more than ${MOST_BYTES} bytes` };
  return readFile(file).then(decodeText, () => ({ path: file, error: 'the file cannot be read' }));
}

const withoutBom = (text: string) => text.replace(/^\ufeff/, '');

/** The settings in a text; `path` is for the message. */
export function parseConfig(text: string, file: string): RepositoryConfig | ConfigError {
  try {
    const read = RepositoryConfig.safeParse(JSON.parse(withoutBom(text)));
    return read.success ? read.data : { path: file, error: explain(read.error) };
  } catch (error) {
    return { path: file, error: notJson(error) };
  }
}

/** From `start` upwards to the folder of the repository (`.git`), or to the top. */
async function* upwards(start: string): AsyncGenerator<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    yield folder;
    if (path.dirname(folder) === folder) return;
    if (await stat(path.join(folder, '.git')).catch(() => undefined)) return;
  }
}

/** Reads `citewright.json` and the accepted marks, the nearest at or above `start`. */
export async function readRepository(start: string): Promise<Repository | ConfigError> {
  let config: { value: RepositoryConfig; folder: string } | undefined;
  let marks: readonly Mark[] | undefined;
  let home = path.resolve(start);
  for await (const folder of upwards(path.resolve(start))) {
    const file = path.join(folder, NAME);
    const text = config ? undefined : await readSmall(file);
    if (text !== undefined) {
      const value = typeof text === 'string' ? parseConfig(text, file) : text;
      if ('error' in value) return value;
      config = { value, folder };
    }
    const accepted = marks ? undefined : await readSmall(path.join(folder, ACCEPTED));
    if (accepted !== undefined) {
      if (typeof accepted !== 'string') return accepted;
      const read = readMarks(accepted);
      if ('error' in read) return { path: path.join(folder, ACCEPTED), error: read.error };
      marks = read;
      home = folder;
    }
    if (config && marks) break;
  }
  return {
    config: config?.value ?? {},
    folder: config?.folder ?? path.resolve(start),
    marks: marks ?? [],
    home,
  };
}

/** A rule of `citewright.json`: see its schema. */
export type Rule = NonNullable<RepositoryConfig['ignore']>[number];

/** The text of a `citewright.json` with one more rule; what cannot be read is an error, not overwritten. */
export function withIgnore(text: string | undefined, rule: Rule, file: string): string | ConfigError {
  const config = text === undefined ? {} : parseConfig(text, file);
  if ('error' in config) return config;
  return withRules(text ?? '{}', [...(config.ignore ?? []), rule]);
}

/** The same without a rule, the first that says the same; nothing where none does. */
export function withoutIgnore(text: string, rule: unknown, file: string): string | ConfigError | undefined {
  const config = parseConfig(text, file);
  if ('error' in config) return config;
  const rules = config.ignore ?? [];
  const at = rules.findIndex((one) => isDeepStrictEqual(one, rule));
  return at < 0 ? undefined : withRules(text, rules.toSpliced(at, 1));
}

/** A text that was read as settings, with these rules; what else it says stays, in its order, and is laid out anew. */
function withRules(text: string, ignore: readonly Rule[]): string {
  const said: unknown = JSON.parse(withoutBom(text));
  return `${JSON.stringify(Object.assign({}, said, { ignore }), undefined, 2)}\n`;
}

export type Aside = {
  /** Is a document not to be checked at all? */
  readonly isExcluded: (file: string) => boolean;
  readonly finding: (finding: Finding, file: string) => Suppressed | undefined;
  readonly problem: (problem: Problem, file: string) => Suppressed | undefined;
  /** The rule that sets a finding or a problem aside, the first that fits. */
  readonly ruleOf: (what: Finding | Problem, file: string) => Rule | undefined;
  readonly severities: Severities;
};

/** What stands below a folder that is named, in any folder or by its path, as in `.gitignore`. */
function below(pattern: string): string {
  const name = pattern.replace(/\/$/, '');
  return `${name.includes('/') ? '' : '**/'}${name}/**`;
}

/** What a problem is about, as it is shown and as a marker's identifier has it: `[9]` and `9`, `[^9]` and `^9`. */
const labels = (shown: string): readonly string[] => [shown, shown.replace(/^\[|\]$/g, '')];

/** What a repository sets aside. Files are absolute. */
export function asideOf({ config, folder, marks }: Repository): Aside {
  const accepted = acceptedBy(marks);
  const isExcluded = matcher((config.exclude ?? []).flatMap((pattern) => [pattern, below(pattern)]));
  const rules = (config.ignore ?? []).map((rule) => ({
    rule,
    isIn: rule.path === undefined ? undefined : matcher([rule.path]),
  }));
  const relative = (file: string) => path.relative(folder, file).replaceAll('\\', '/');
  const ruleFor = (file: string, code: Code, names: readonly string[]): Rule | undefined =>
    rules.find(
      ({ rule, isIn }) =>
        (rule.code === undefined || rule.code === code) &&
        (rule.citation === undefined || names.includes(rule.citation)) &&
        (isIn === undefined || isIn(relative(file))),
    )?.rule;
  const told = (rule: Rule | undefined): Suppressed | undefined =>
    rule && { by: 'ignore', ...(rule.note !== undefined && { note: rule.note }) };
  const namesOf = (what: Finding | Problem) =>
    'stage' in what
      ? [what.citation.id, what.citation.identifier]
      : [what.citation ?? '', ...labels(what.facts['label'] ?? ''), what.facts['path'] ?? ''];
  const ruleOf: Aside['ruleOf'] = (what, file) => ruleFor(file, what.code, namesOf(what));
  return {
    isExcluded: (file) => isExcluded(relative(file)),
    finding: (finding, file) => accepted(finding) ?? told(ruleOf(finding, file)),
    problem: (problem, file) => told(ruleOf(problem, file)),
    ruleOf,
    severities: config.severities ?? {},
  };
}
