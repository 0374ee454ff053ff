/** Sources that lie on this machine: files of the workspace, commits, memories. */
import type { Failure, Notice, Source, Span, Target } from '../model';
import type { LocalFile, Then } from '../ports';
import { nowIso, type Context } from './context';

type Of<K extends Target['kind']> = Extract<Target, { kind: K }>;
type Lines = readonly [from: number, to: number];

/** Offsets of the lines `from` to `to` (1-based, inclusive) in `text`, without the last line's break. */
export function lineSpan(text: string, [from, to]: Lines): Span {
  let start = 0;
  for (let line = 1; line < from; line++) {
    const next = text.indexOf('\n', start);
    if (next < 0) return { start: text.length, end: text.length };
    start = next + 1;
  }
  let end = start;
  for (let line = from; line <= to; line++) {
    const next = text.indexOf('\n', end);
    if (next < 0) return { start, end: text.length };
    if (line === to) end = text[next - 1] === '\r' ? next - 1 : next;
    else end = next + 1;
  }
  return { start, end: Math.max(start, end) };
}

const place = (path: string, lines: Lines | undefined): string =>
  lines === undefined
    ? path
    : lines[0] === lines[1]
      ? `${path}:${lines[0]}`
      : `${path}:${lines[0]}-${lines[1]}`;

const moved = ({ drift, path }: LocalFile): readonly Notice[] =>
  drift?.state === 'moved' ? [{ kind: 'moved', detail: drift.detail, url: place(path, drift.lines) }] : [];

/** A file; with lines, these are its focus, at the place they have moved to. Changed or gone lines are `drifted`. */
export async function resolveFile(target: Of<'file'>, context: Context): Promise<Source | Failure> {
  const file = await context.ports.workspace.file(
    target.path,
    target.lines,
    context.signal,
    context.options.from,
  );
  if ('miss' in file) return missedThen(target, file, context);
  const { drift } = file;
  if (drift?.state === 'changed' || drift?.state === 'gone')
    return { miss: 'drifted', detail: `${drift.state}: ${drift.detail}` };
  const lines = drift?.lines ?? target.lines;
  return {
    target,
    location: place(file.path, lines),
    title: file.path,
    text: file.text,
    depth: 'full',
    via: 'workspace',
    ...(lines === undefined ? {} : { focus: lineSpan(file.text, lines) }),
    ...(file.sensitive === undefined ? {} : { sensitive: file.sensitive }),
    truncated: file.truncated,
    fetchedAt: nowIso(context),
    bytes: file.text.length,
    notices: [...moved(file), ...(drift ? [] : await unlikeThen(target, context))],
  };
}

const pastOf = (
  { path, lines }: Of<'file'>,
  { ports, options, signal }: Context,
): Promise<Then | undefined> => {
  const at = options.from?.at;
  return at === undefined || !ports.workspace.stateAt
    ? Promise.resolve(undefined)
    : ports.workspace.stateAt(path, lines, at, signal);
};

/** A place that is not there: was it when it was written? What was has gone since, what was not has been made up. */
async function missedThen(target: Of<'file'>, failure: Failure, context: Context): Promise<Failure> {
  if (failure.miss !== 'not-found' && failure.miss !== 'line-out-of-range') return failure;
  const past = await pastOf(target, context);
  if (past?.state === 'ok')
    return { miss: 'drifted', detail: `gone: it was there in ${past.commit}, when this was written` };
  if (past?.state !== 'missing' && past?.state !== 'line-out-of-range') return failure;
  return {
    ...failure,
    detail: `${failure.detail}; nor was it there in ${past.commit}, when this was written`,
  };
}

/** A place that is there now and was not when it was written. */
async function unlikeThen(target: Of<'file'>, context: Context): Promise<readonly Notice[]> {
  const past = await pastOf(target, context);
  if (past?.state !== 'missing' && past?.state !== 'line-out-of-range') return [];
  const what = past.state === 'missing' ? 'no such file' : 'no such line';
  const detail = `The commit of the time at which this was written (${past.commit}) has ${what}: it was not committed then.`;
  return [{ kind: 'changed', detail }];
}

/** A commit: its message and diff are the text. */
export async function resolveCommit(target: Of<'commit'>, context: Context): Promise<Source | Failure> {
  const commit = await context.ports.workspace.commit(target.sha, context.signal);
  if ('miss' in commit) return commit;
  const text = `${commit.message.trim()}\n\n${commit.diff}`;
  return {
    target,
    location: `git:${commit.sha}`,
    title: commit.message.trim().split('\n')[0] ?? '',
    text,
    depth: 'full',
    via: 'git',
    truncated: false,
    fetchedAt: nowIso(context),
    bytes: text.length,
    notices: [],
  };
}

export async function resolveMemory(target: Of<'memory'>, context: Context): Promise<Source | Failure> {
  const memory = await context.ports.workspace.memory(target.id);
  if ('miss' in memory) return memory;
  return {
    target,
    location: `memory:${target.id}`,
    title: memory.title,
    text: memory.text,
    depth: 'full',
    via: 'memory',
    truncated: false,
    fetchedAt: nowIso(context),
    bytes: memory.text.length,
    notices: [],
  };
}
