/** Resolves local sources: workspace files, commits, memories. */
import { fail, linesReason, reason } from '../causes';
import { isFailure } from '../model';
import type { Failure, Notice, Span, Target, LineRange, Resolution } from '../model';
import type { Drift, LocalFile } from '../ports';
import { holdsCredentials } from '../text/credentials';
import { placeText } from '../text/lines';
import { sourceNow, type Context } from './context';

type Of<K extends Target['kind']> = Extract<Target, { kind: K }>;
/** Offsets of the lines `from` to `to` (1-based, inclusive) in `text`, without the last line's break. */
export function lineSpan(text: string, [from, to]: LineRange): Span {
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

function moved({ drift, path }: LocalFile, cited: LineRange | undefined): readonly Notice[] {
  if (drift?.state !== 'moved' || !cited) return [];
  const { commit, lines, isRenamed } = drift;
  const why =
    isRenamed || !lines
      ? reason('file_moved', { path, commit })
      : reason('lines_moved', { lines: linesReason(cited), now: linesReason(lines), commit });
  return [{ kind: 'moved', ...why, url: placeText(path, lines) }];
}

/** The failure of cited lines that were rewritten or removed. */
function drifted({ state, lines, commit }: Drift, cited: LineRange): Failure {
  const facts = { lines: linesReason(cited), commit };
  if (state === 'gone') return fail('lines_removed', facts);
  return {
    ...fail('lines_changed', facts),
    ...(lines && { also: reason('now_at', { lines: linesReason(lines) }) }),
  };
}

/** A file; with lines, these are its focus, at the place they have moved to. Changed or gone lines are `drifted`. */
export async function resolveFile(target: Of<'file'>, context: Context): Promise<Resolution> {
  const file = await context.ports.workspace.file(
    target.path,
    target.lines,
    context.signal,
    context.options.from,
  );
  if (isFailure(file)) return missedThen(target, file, context);
  const { drift } = file;
  if (target.lines && (drift?.state === 'changed' || drift?.state === 'gone'))
    return drifted(drift, target.lines);
  const lines = drift?.lines ?? target.lines;
  return sourceNow(context, {
    target,
    location: placeText(file.path, lines),
    title: file.path,
    text: file.text,
    via: 'workspace',
    ...(lines === undefined ? {} : { focus: lineSpan(file.text, lines) }),
    ...(file.sensitive === undefined ? {} : { sensitive: file.sensitive }),
    truncated: file.truncated,
    notices: [...moved(file, target.lines), ...(drift ? [] : await unlikeThen(target, context))],
  });
}

const pastOf = ({ path, lines }: Of<'file'>, { ports, options, signal }: Context) => {
  const at = options.from?.at;
  return at === undefined || !ports.workspace.stateAt
    ? Promise.resolve(undefined)
    : ports.workspace.stateAt(path, lines, at, signal);
};

/** A missing place: gone if it existed when the citation was written, else made up. */
async function missedThen(target: Of<'file'>, failure: Failure, context: Context): Promise<Failure> {
  if (failure.kind !== 'not-found' && failure.kind !== 'line-out-of-range') return failure;
  const past = await pastOf(target, context);
  if (past?.state === 'ok') return fail('gone', { commit: past.commit });
  if (past?.state !== 'missing' && past?.state !== 'line-out-of-range') return failure;
  return { ...failure, also: reason('nor_then', { commit: past.commit }) };
}

/** A place that exists now but did not when the citation was written. */
async function unlikeThen(target: Of<'file'>, context: Context): Promise<readonly Notice[]> {
  const past = await pastOf(target, context);
  if (past?.state !== 'missing' && past?.state !== 'line-out-of-range') return [];
  const cause = past.state === 'missing' ? 'no_file_then' : 'no_line_then';
  return [{ kind: 'changed', ...reason(cause, { commit: past.commit }) }];
}

/** A commit: its message and diff are the text. */
export async function resolveCommit(target: Of<'commit'>, context: Context): Promise<Resolution> {
  const commit = await context.ports.workspace.commit(target.sha, context.signal);
  if (isFailure(commit)) return commit;
  const title = commit.message.trim().split('\n')[0] ?? '';
  return sourceNow(context, {
    target,
    location: `git:${commit.sha}`,
    // Unlike the text, a title is shown, stored and handed over without another look.
    title: holdsCredentials(title) ? commit.sha : title,
    text: `${commit.message.trim()}\n\n${commit.diff}`,
    via: 'git',
  });
}

export async function resolveMemory(target: Of<'memory'>, context: Context): Promise<Resolution> {
  const memory = await context.ports.workspace.memory(target.id);
  if (isFailure(memory)) return memory;
  return sourceNow(context, { target, location: `memory:${target.id}`, ...memory, via: 'memory' });
}
