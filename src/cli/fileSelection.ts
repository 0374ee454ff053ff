/** Selects a command's files: what the arguments name, without excluded, unchanged and other shards' files. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { changedSince } from '../node/git/changed';
import { filesMatching, TEXTS, textsBelow } from '../node/files/textFiles';
import { flag, UsageError, word, type Values } from './args';
import { writtenBy } from './output';
import type { Terminal } from './terminal';
import type { Session } from './session';

/** Most excluded files that a message names. */
const MOST_NAMED = 3;

/** `2/4` is the second of four shards. */
function shardOf(values: Values): { readonly index: number; readonly of: number } | undefined {
  const given = word(values, 'shard');
  if (given === undefined) return undefined;
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(given) ?? []).map(Number);
  if (index < 1 || index > of) throw new UsageError(`--shard is I/N with I from 1 to N, not ${given}`);
  return { index: index - 1, of };
}

/** The revision to compare with; undefined for all files. */
function revisionOf(values: Values): string | undefined {
  const since = word(values, 'since');
  if (since === '') throw new UsageError('--since needs a commit, a branch or a tag');
  return since ?? (flag(values, 'changed') ? 'HEAD' : undefined);
}

/** Removes files that are named again, even in another spelling. */
function once(names: readonly string[], cwd: string): readonly string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const file = name === '-' ? name : path.resolve(cwd, name);
    if (!first.has(file)) first.set(file, name);
  }
  return [...first.values()];
}

/** The changed ones among the files. Standard input always counts as changed. */
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

/** The files of an argument: itself, the matches of its pattern, or the documents below it. */
async function filesOf(argument: string, cwd: string): Promise<readonly string[]> {
  const matching = await filesMatching(argument, cwd);
  if (matching) return matching;
  const found = argument === '-' ? undefined : await stat(path.resolve(cwd, argument)).catch(() => undefined);
  if (!found?.isDirectory()) return [argument];
  const folder = argument.replace(/(?<=.)[\\/]+$/, '');
  const texts = await textsBelow(path.resolve(cwd, folder));
  // An empty folder stays, so that the reader can report it by name.
  return texts.length === 0 ? [argument] : texts.map((name) => (folder === '.' ? name : `${folder}/${name}`));
}

/** The selected files without duplicates, in the order of the arguments. Throws a `UsageError` for an invalid selection. */
export async function filesFor(
  args: readonly string[],
  { values, settings: { isExcluded }, config: { roots }, terminal }: Session,
): Promise<readonly string[]> {
  const shard = shardOf(values);
  const revision = revisionOf(values);
  // Without arguments, `--changed` and `--since` select from all documents.
  const wanted = args.length === 0 ? [TEXTS] : args;
  const all = await Promise.all(wanted.map((argument) => filesOf(argument, terminal.cwd)));
  for (const [i, found] of all.entries())
    if (found.length === 0 && args.length > 0) throw new UsageError(`no file matches ${args[i] ?? ''}`);
  const left = args.filter(isExcluded);
  if (left.length > 0) {
    const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
    terminal.say(`excluded by citewright.json: ${left.slice(0, MOST_NAMED).join(', ')}${more}`);
  }
  const isWritten = writtenBy(values, terminal);
  const named = once(all.flat(), terminal.cwd).filter((name) => !isExcluded(name) && !isWritten(name));
  const files = revision === undefined ? named : await onlyChanged(named, revision, roots, terminal);
  return shard ? files.filter((_, i) => i % shard.of === shard.index) : files;
}
