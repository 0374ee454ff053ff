/**
 * A source as an agent's tools showed it. A page is judged as the agent saw it, and the current page is compared; a file or block of code
 * is judged by the workspace, and differences are reported.
 */
import { reason, reasonOf, type Cause } from '../causes';
import { DEFAULTS } from '../defaults';
import { hasAnswer } from '../failureKinds';
import { isFailure } from '../model';
import type { Failure, Notice, Screen, Source, Target, Resolution } from '../model';
import { lineSpan } from '../resolve/local';
import { createScreener, type ScreenedSource } from '../resolve/screen';
import type { Seen } from '../transcript';

/** A page as the agent saw it. `live` is the result of fetching it now; a cancelled run stays cancelled. */
export function pageSeen(
  target: Target,
  seen: Seen,
  live: Resolution,
  now: string,
): ScreenedSource | Failure {
  if (isFailure(live) && live.kind === 'cancelled') return live;
  const text = seen.text.slice(0, DEFAULTS.maxSourceText);
  const notice: Notice = {
    kind: 'as-seen',
    ...reason('as_seen', { tool: seen.tool }),
    ...(seen.at !== undefined && { date: seen.at.slice(0, 10) }),
  };
  const source: Source = {
    target,
    location: isFailure(live) ? seen.name : live.location,
    title: isFailure(live) ? '' : live.title,
    text,
    depth: 'full',
    via: 'user',
    truncated: text.length < seen.text.length,
    fetchedAt: seen.at ?? now,
    bytes: text.length,
    notices: [notice, ...(isFailure(live) ? ofMiss(live) : live.notices)],
  };
  const screen = createScreener(source);
  const second = isFailure(live) ? undefined : createScreener(live);
  return {
    source,
    about: (claim) => {
      const first = screen(claim);
      const other = second && secondOpinion(first, second(claim));
      return { source: other ? { ...source, notices: [...source.notices, other] } : source, screen: first };
    },
  };
}

function ofMiss(failure: Failure): readonly Notice[] {
  if (hasAnswer(failure, 'stopped', 'unasked')) return [];
  const notice = hasAnswer(failure, 'gone') ? 'soft-404' : 'incomplete';
  return [{ kind: notice, ...reason('asked_itself', { why: reasonOf(failure) }) }];
}

const SAYS: Readonly<Record<Screen['result'], Cause>> = {
  'quote-found': 'seen_quote',
  'quote-not-found': 'seen_no_quote',
  related: 'seen_related',
  'figure-differs': 'seen_differs',
  'no-related-passage': 'seen_unrelated',
  reached: 'seen_little',
};

function secondOpinion(first: Screen, live: Screen): Notice | undefined {
  if (first.result === live.result || live.result === 'reached') return undefined;
  return {
    kind: 'changed',
    ...reason('seen_and_now', { seen: reason(SAYS[first.result]), now: reason(SAYS[live.result]) }),
  };
}

const trimmed = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A file of the workspace, or its failure, compared with what the agent read under that name. */
export function fileSeen(got: Resolution, seen: Seen | undefined): Resolution {
  if (!seen) return got;
  if (isFailure(got))
    return got.kind === 'not-found' ? { ...got, also: reason('shown_to_agent', { tool: seen.tool }) } : got;
  if (!got.focus || got.target.kind !== 'file' || !got.target.lines) return got;
  const [from, to] = got.target.lines;
  const first = seen.line ?? 1;
  const { start, end } = lineSpan(seen.text, [from - first + 1, to - first + 1]);
  const then = trimmed(seen.text.slice(start, end)).join('\n');
  if (then === '' || then === trimmed(got.text.slice(got.focus.start, got.focus.end)).join('\n')) return got;
  return { ...got, notices: [...got.notices, { kind: 'changed', ...reason('lines_read_differ') }] };
}

/** Whether the file has the code that an agent shows below a place; undefined if too little is shown. */
export function screenCode(code: string, { text, focus }: Source): Screen | undefined {
  // Without an ellipsis, possibly in a comment.
  const shown = trimmed(code).filter((line) => !/^\W{0,4}(?:\.{3}|…)/.test(line) && line.length > 3);
  if (shown.length === 0) return undefined;
  const there = new Set(trimmed(text));
  const missing = shown.filter((line) => !there.has(line));
  const score = Number(((shown.length - missing.length) / shown.length).toFixed(4));
  const passage = focus && { passage: focus };
  if (missing.length === 0) return { result: 'quote-found', score, ...passage, why: reason('code_found') };
  const why = reason('code_missing', { count: shown.length, missing: missing.length });
  return { result: 'figure-differs', score, why };
}
