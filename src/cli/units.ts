/** The lines that `plan` writes and `work` and `merge` read, and the store of the results. An id is the hash of the rest of its line. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import * as z from 'zod';
import { PROMPT_VERSION } from '../core/judge/prompt';
import { UsageError, word as given, type Values } from './args';
import { PROVIDER_CHOICES } from './options';
import { version } from './ports';
import type { Terminal } from './terminal';
import { checkResults } from './validatePaths';
import { parseJson } from '../core/text/jsonFields';

/** The options that determine the results of a unit. Workers name the same judge themselves, so that a plan can't spend their money. */
const Settings = z.strictObject({
  judge: z.string().nullable(),
  provider: z.enum(PROVIDER_CHOICES).nullable(),
  batch: z.boolean(),
  linksOnly: z.boolean(),
});
export type UnitSettings = z.infer<typeof Settings>;

const text = z.string().max(100_000);
const id = z.string().regex(/^[0-9a-f]{64}$/);
const word = text.exactOptional();
const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('url'), url: text }),
  z.strictObject({
    kind: z.literal('work'),
    ...{ doi: word, arxiv: word, pmid: word, pmcid: word, isbn: word, rfc: word, pii: word, url: word },
    ...{ title: word, venue: word, volume: word, pages: word, raw: word, malformedDoi: word },
    authors: z.array(text).exactOptional(),
    year: z.number().exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('file'),
    path: text,
    lines: z.tuple([z.number(), z.number()]).exactOptional(),
    isLink: z.literal(true).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('commit'), sha: text }),
  z.strictObject({ kind: z.literal('memory'), id: text }),
]);
const Cited = z.strictObject({
  target: Target,
  batch: z.int().nonnegative(),
  order: z.int().nonnegative().exactOptional(),
  document: z.int().nonnegative().exactOptional(),
  ...{ path: word, id: word, raw: word, claim: word, context: word, group: word },
});
const head = { id, version: z.string(), settings: Settings };
const Work = z.strictObject({
  ...head,
  unit: z.literal('work'),
  place: word,
  after: z.array(id),
  cited: z.array(Cited),
});
const Plan = z.strictObject({
  ...head,
  unit: z.literal('plan'),
  maxCitations: z.int().nonnegative(),
  texts: z.array(z.strictObject({ path: text, sha256: id })),
  /** `sources` names what a unit of the registries looks up; all of another place is in one unit. */
  units: z.array(z.strictObject({ id, place: word, sources: z.array(text).exactOptional() })),
});
export type WorkUnit = z.infer<typeof Work>;
export type PlanUnit = z.infer<typeof Plan>;

export const hash = (data: string): string => createHash('sha256').update(data).digest('hex');
/** Everything about the program that affects the results of a unit. */
export const UNIT_VERSION = `${version} prompt ${PROMPT_VERSION}`;

/** A unit with its id. */
export const withId = <T extends object>(rest: T): T & { readonly id: string } => ({
  id: hash(JSON.stringify(rest)),
  ...rest,
});

/** Reads one line; an Error says why it is not a unit of this version. */
export function readUnit(line: string): WorkUnit | PlanUnit | Error {
  const value = parseJson(line);
  const read = z.discriminatedUnion('unit', [Work, Plan]).safeParse(value);
  if (!read.success) return new Error('not a unit written by citewright plan');
  const { id: given, ...rest } = value as Record<string, unknown>;
  if (hash(JSON.stringify(rest)) !== given) return new Error('the unit was changed: its id doesn’t match');
  if (read.data.version !== UNIT_VERSION)
    return new Error(`the unit was written by version ${read.data.version}, not ${UNIT_VERSION}`);
  return read.data;
}

/** Short form for people. */
export const shortId = (unit: string): string => unit.slice(0, 12);

/** The plan of the first line. */
export function planOf(line: string): PlanUnit {
  const unit = readUnit(line);
  if (unit instanceof Error) throw new UsageError(`the plan can’t be used: ${unit.message}`);
  if (unit.unit !== 'plan') throw new UsageError('the first line of the plan is missing');
  return unit;
}

/** The folder of `--store`. Throws a `UsageError` for one that can't be trusted. */
export async function storeFolder(values: Values, terminal: Terminal): Promise<string> {
  const folder = path.resolve(terminal.cwd, given(values, 'store') ?? 'citewright-store');
  await checkResults('--store', folder, terminal);
  return folder;
}

/** Longest line, in UTF-16 units: a plan of a million sources. */
const MOST_LINE = 100_000_000;

/** The complete lines of `input` until `signal` aborts, or all. Throws a `UsageError` for a line of more than `most` UTF-16 units. */
export async function* linesOf(
  input: Readable,
  signal: AbortSignal,
  most = MOST_LINE,
): AsyncGenerator<string> {
  input.setEncoding('utf8');
  addAbortSignal(signal, input);
  let [parts, length]: [string[], number] = [[], 0];
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
        yield [...parts, chunk.slice(from, at)].join('');
        [parts, length, from] = [[], 0, at + 1];
      }
      parts.push(chunk.slice(from));
      length += chunk.length - from;
      if (length > most) throw new UsageError(`a line is longer than ${most} characters`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (length > 0 && !signal.aborted) yield parts.join('');
}
