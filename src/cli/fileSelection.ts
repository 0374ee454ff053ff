/** Which files a command looks at: what the arguments mean, less what is excluded, has not changed or is another shard's. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { changedSince } from '../node/git/changed';
import { filesMatching } from '../node/glob';
import { TEXTS, textsBelow } from '../node/textFiles';
import { flag, UsageError, word, type Values } from './args';
import type { Settings } from './settings';
import type { Terminal } from './terminal';

/** Of what was asked for by name and is excluded, so many are named. */
const MOST_NAMED = 3;

type Shard = { readonly index: number; readonly of: number };

/** `2/4`, the second of four. */
function shardOf(values: Values): Shard | undefined {
  const given = word(values, 'shard');
  if (given === undefined) return undefined;
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(given) ?? []).map(Number);
  if (index < 1 || index > of) throw new UsageError(`--shard is I/N with I from 1 to N, not ${given}`);
  return { index: index - 1, of };
}

/** What the files are compared with; nothing when all are wanted. */
function revisionOf(values: Values): string | undefined {
  const since = word(values, 'since');
  if (since === '') throw new UsageError('--since needs a commit, a branch or a tag');
  if (since !== undefined && flag(values, 'changed'))
    throw new UsageError('--changed and --since exclude one another');
  return since ?? (flag(values, 'changed') ? 'HEAD' : undefined);
}

/** Each file once, however often and in however many spellings it was named. */
function once(names: readonly string[], cwd: string): readonly string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const file = name === '-' ? name : path.resolve(cwd, name);
    if (!first.has(file)) first.set(file, name);
  }
  return [...first.values()];
}

/** Those of the files that have changed; standard input always has. */
async function onlyChanged(
  files: readonly string[],
  revision: string,
  roots: readonly string[],
  { cwd, signal }: Terminal,
): Promise<readonly string[]> {
  const absolute = (name: string) => path.resolve(cwd, name);
  const onDisk = files.filter((name) => name !== '-').map(absolute);
  const changed = await changedSince(onDisk, revision, roots, signal);
  if ('error' in changed) throw new UsageError(changed.error);
  const kept = new Set(changed);
  return files.filter((name) => name === '-' || kept.has(absolute(name)));
}

/** The files that an argument means: itself, what its pattern matches, or the texts below it. */
async function filesOf(argument: string, cwd: string): Promise<readonly string[]> {
  const matching = await filesMatching(argument, cwd);
  if (matching) return matching;
  const found = ['', '-'].includes(argument)
    ? undefined
    : await stat(path.resolve(cwd, argument)).catch(() => undefined);
  if (!found?.isDirectory()) return [argument];
  const folder = argument.replace(/(?<=.)[\\/]+$/, '');
  const texts = await textsBelow(path.resolve(cwd, folder));
  // A folder without any is left for the reading to decline by name.
  return texts.length === 0 ? [argument] : texts.map((name) => (folder === '.' ? name : `${folder}/${name}`));
}

/** The files, each once, in the order of the arguments. What is wrong with the choice is a `UsageError`. */
export async function filesFor(
  args: readonly string[],
  values: Values,
  { isExcluded }: Settings,
  roots: readonly string[],
  terminal: Terminal,
): Promise<readonly string[]> {
  const shard = shardOf(values);
  const revision = revisionOf(values);
  // Without arguments, `--changed` and `--since` mean all texts.
  const wanted = args.length === 0 ? [TEXTS] : args;
  const all = await Promise.all(wanted.map((argument) => filesOf(argument, terminal.cwd)));
  for (const [i, found] of all.entries())
    if (found.length === 0 && args.length > 0) throw new UsageError(`no file matches ${args[i] ?? ''}`);
  const left = args.filter(isExcluded);
  if (left.length > 0) {
    const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
    terminal.say(`left out, excluded by citewright.json: ${left.slice(0, MOST_NAMED).join(', ')}${more}`);
  }
  const named = once(all.flat(), terminal.cwd).filter((name) => !isExcluded(name));
  const files = revision === undefined ? named : await onlyChanged(named, revision, roots, terminal);
  return shard ? files.filter((_, i) => i % shard.of === shard.index) : files;
}
