/**
 * Reads `citewright.json` and `.citewright/`. Both come from a possibly hostile repository, so they may only hold formats, globs,
 * severities, suppressions and stricter limits. A setting that would widen what a run may do or send data elsewhere is an error.
 */
import { lstat, readFile, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { readMarks } from '../core/findings/accepted';
import { reason, type Cause, type Reason } from '../core/causes';
import { CODES, type Code } from '../core/codes';
import { DEFAULTS, megabytes } from '../core/defaults';
import { FORMAT_NAMES } from '../core/report';
import { acceptedIn, type Mark, type Rule, type Suppressions } from '../core/findings/suppression';
import { named, notJson, wrongData } from '../core/text/wrongData';
import { decodeText } from './read/decode';
import { isTop, upwards } from './files/folders';
import { lengthOf, matcher } from '../core/text/glob';

const NAME = 'citewright.json';
const ACCEPTED = path.join('.citewright', 'accepted.json');
const MOST_BYTES = 4 * 1024 * 1024;

const codes = Object.keys(CODES) as [Code, ...Code[]]; // keys of a closed table
const atMost = (limit: number) => z.number().nonnegative().max(limit);
const count = (limit: number) => atMost(limit).int().positive().optional();

/** Each pattern is tried on each document. */
const Pattern = z.string().max(256);

const Ignore = z
  .strictObject({
    code: z.enum(codes).optional().describe('Only findings of this code'),
    citation: z
      .string()
      .optional()
      .describe('Only this citation: its identifier (URL, DOI, key, path) or its id'),
    path: Pattern.optional().describe('Only in documents that this pattern matches'),
    note: z.string().optional().describe('Why'),
  })
  // It would suppress everything.
  .refine((rule) => [rule.code, rule.citation, rule.path].some((one) => one !== undefined), {
    params: { cause: 'rule_empty' satisfies Cause },
  });
export const RepositoryConfig = z.strictObject({
  $schema: z.string().optional(),
  format: z.enum(FORMAT_NAMES).optional().describe('Default output format'),
  exclude: z
    .array(Pattern)
    .max(1_000)
    .refine((all) => lengthOf(all) <= 32_768, { params: { cause: 'data_long' satisfies Cause } })
    .optional()
    .describe('Patterns of documents and folders that aren’t checked'),
  severities: z
    .partialRecord(z.enum(codes), z.enum(['error', 'warning', 'info', 'none']))
    .optional()
    .describe('Severity per code, if different from the default'),
  ignore: z.array(Ignore).max(5_000).optional().describe('Findings to suppress; they stay in the output'),
  maxCitations: atMost(DEFAULTS.maxCitations).int().optional().describe('Maximum citations per run'),
  maxCostUsd: atMost(DEFAULTS.maxCostUsd).optional().describe('Maximum cost of a run in USD'),
  timeoutMs: count(DEFAULTS.timeoutMs).describe('Timeout of one attempt to fetch a source in milliseconds'),
  maxBytes: count(DEFAULTS.maxBytes).describe('Maximum size of a source in bytes'),
  concurrency: count(DEFAULTS.concurrency).describe('Sources processed at the same time'),
});
export type RepositoryConfig = z.infer<typeof RepositoryConfig>;

export type Repository = {
  readonly config: RepositoryConfig;
  /** The folder of `citewright.json`, else the start folder; patterns are relative to it. */
  readonly folder: string;
  readonly marks: readonly Mark[];
  /** The folder whose `.citewright/` holds the accepted findings, else the start folder. */
  readonly home: string;
};

/** Keys that users may expect here, and why they are refused. */
const REFUSED =
  /^(?:allow|consent|host|endpoint|base-?url|provider|proxy|model|judge|key|api|network|cache|contact|memory|workspace)/i;

function explain(error: z.ZodError): Reason {
  const [issue] = error.issues;
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  return key !== undefined && REFUSED.test(key)
    ? reason('data_refused', { key: named(key) })
    : wrongData(error);
}

/** Why the repository's settings can't be used; exit code 2 on the command line. */
export type ConfigError = { readonly path: string; readonly error: Reason };

/**
 * Whether a settings file may be used: it belongs to the current user, the system, or the owner of the start folder. In a world-writable
 * folder, another user's file would decide what is checked.
 */
async function isTrusted({ uid }: Stats, start: string): Promise<boolean> {
  const own = process.getuid?.();
  if (own === undefined || uid === own || uid === 0) return true;
  return (await stat(start).catch(() => undefined))?.uid === uid;
}

/** Undefined if the file doesn't exist. An unreadable file is an error, because it may hold suppressions. */
async function readSmall(file: string, start: string): Promise<string | undefined | ConfigError> {
  const entry = await lstat(file).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  if (entry === 'EACCES') return { path: file, error: reason('unreadable') };
  if (typeof entry !== 'object') return undefined;
  const facts = await stat(file).catch(() => undefined);
  if (facts && !facts.isFile()) return { path: file, error: reason('not_a_file') };
  for (const one of [entry, facts])
    if (one && !(await isTrusted(one, start))) return { path: file, error: reason('foreign_file') };
  if (facts && facts.size > MOST_BYTES)
    return { path: file, error: reason('file_too_large', { max: megabytes(MOST_BYTES) }) };
  return readFile(file).then(decodeText, () => ({ path: file, error: reason('unreadable') }));
}

const withoutBom = (text: string) => text.replace(/^\ufeff/, '');

/** Parses settings; `file` is used in error messages. */
export function parseConfig(text: string, file: string): RepositoryConfig | ConfigError {
  try {
    const read = RepositoryConfig.safeParse(JSON.parse(withoutBom(text)));
    return read.success ? read.data : { path: file, error: explain(read.error) };
  } catch (error) {
    return { path: file, error: notJson(error) };
  }
}

/** Reads the nearest `citewright.json` and accepted findings at or above `start`, up to the top of the repository. */
export async function readRepository(start: string): Promise<Repository | ConfigError> {
  let config: { value: RepositoryConfig; folder: string } | undefined;
  let marks: readonly Mark[] | undefined;
  let home = path.resolve(start);
  for (const folder of upwards(path.resolve(start))) {
    const file = path.join(folder, NAME);
    const text = config ? undefined : await readSmall(file, start);
    if (text !== undefined) {
      const value = typeof text === 'string' ? parseConfig(text, file) : text;
      if ('error' in value) return value;
      config = { value, folder };
    }
    const accepted = marks ? undefined : await readSmall(path.join(folder, ACCEPTED), start);
    if (accepted !== undefined) {
      if (typeof accepted !== 'string') return accepted;
      const read = readMarks(accepted);
      if ('error' in read) return { path: path.join(folder, ACCEPTED), ...read };
      marks = read;
      home = folder;
    }
    if ((config && marks) || (await isTop(folder))) break;
  }
  return {
    config: config?.value ?? {},
    folder: config?.folder ?? path.resolve(start),
    marks: marks ?? [],
    home,
  };
}

/** The text of a `citewright.json` with one more rule; an error if the current text can't be parsed, so that it isn't overwritten. */
export function withIgnore(text: string | undefined, rule: Rule, file: string): string | ConfigError {
  const config = text === undefined ? {} : parseConfig(text, file);
  return 'error' in config ? config : withRules(text ?? '{}', [...(config.ignore ?? []), rule]);
}

/** Removes the first equal rule; undefined if there is none. */
export function withoutIgnore(text: string, rule: unknown, file: string): string | ConfigError | undefined {
  const config = parseConfig(text, file);
  if ('error' in config) return config;
  const rules = config.ignore ?? [];
  const at = rules.findIndex((one) => isDeepStrictEqual(one, rule));
  return at < 0 ? undefined : withRules(text, rules.toSpliced(at, 1));
}

/** Replaces the rules in a text that parses as settings. Other keys keep their order; the layout is new. */
function withRules(text: string, ignore: readonly Rule[]): string {
  const settings: unknown = JSON.parse(withoutBom(text));
  return `${JSON.stringify(Object.assign({}, settings, { ignore }), undefined, 2)}\n`;
}

/** Suppressions and excluded files of a repository. File paths are absolute. */
export type RepositorySuppressions = {
  /** Whether the document is not checked at all. */
  readonly isExcluded: (file: string) => boolean;
  /** Suppressions that apply to one document. */
  readonly at: (file: string) => Pick<Suppressions, 'accepted' | 'rules' | 'severities'>;
};

/** Adds what lies below a matching folder, as `.gitignore` does. */
function below(pattern: string): string {
  const name = pattern.replace(/\/$/, '');
  return `${name.includes('/') ? '' : '**/'}${name}/**`;
}

export function suppressionsOf({ config, folder, marks }: Repository): RepositorySuppressions {
  const accepted = acceptedIn(marks);
  const isExcluded = matcher((config.exclude ?? []).flatMap((pattern) => [pattern, below(pattern)]));
  const rules = (config.ignore ?? []).map((rule) => ({
    rule,
    isIn: rule.path === undefined ? () => true : matcher([rule.path]),
  }));
  const relative = (file: string) => path.relative(folder, file).replaceAll('\\', '/');
  return {
    isExcluded: (file) => isExcluded(relative(file)),
    at: (file) => ({
      accepted,
      rules: rules.filter(({ isIn }) => isIn(relative(file))).map(({ rule }) => rule),
      severities: config.severities ?? {},
    }),
  };
}
