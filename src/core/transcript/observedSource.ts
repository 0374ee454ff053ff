/**
 * A source as an agent's tools showed it, from the transcript in which it is cited: for a page it is what the claim is judged by,
 * with the page as it is now for a second opinion; for a file and a block of code the workspace decides and differences are told.
 */
import { DEFAULTS } from '../defaults';
import {
  isFailure,
  type Failure,
  type FailureKind,
  type Notice,
  type Screen,
  type Source,
  type Target,
} from '../model';
import { lineSpan } from '../resolve/local';
import { createScreener } from '../resolve/screen';
import type { Seen } from './index';

/** What a citation of a transcript is checked against: its source, and how a claim reads beside it. */
export type Resolved = {
  readonly source: Source;
  readonly about: (claim: string) => { source: Source; screen: Screen };
};

/** A source that no transcript has anything to say about. */
export function plainly(source: Source): Resolved {
  const screen = createScreener(source);
  return { source, about: (claim) => ({ source, screen: screen(claim) }) };
}

/** Misses after which a page is known to be gone, not merely closed to us. */
const GONE: readonly FailureKind[] = ['not-found', 'bad-status', 'redirect-loop'];
const UNASKED: readonly FailureKind[] = ['disabled', 'untrusted', 'over-limit'];

const words = (detail: string) => detail.replace(/^[a-z0-9_]{1,40}: /, '');
const on = ({ at }: Seen) => (at === undefined ? '' : ` on ${at.slice(0, 10)}`);

/** A page as the agent saw it. `live` is what came of asking for it now; a cancelled run stays cancelled. */
export function pageSeen(
  target: Target,
  seen: Seen,
  live: Source | Failure,
  now: string,
): Resolved | Failure {
  if (isFailure(live) && live.miss === 'cancelled') return live;
  const text = seen.text.slice(0, DEFAULTS.maxSourceText);
  const notice: Notice = {
    kind: 'as-seen',
    detail: `This is what the agent’s tool ${seen.tool} returned${on(seen)}, not the page itself.`,
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

function ofMiss({ miss, detail }: Failure): readonly Notice[] {
  if (UNASKED.includes(miss)) return [];
  const kind = GONE.includes(miss) ? 'soft-404' : 'incomplete';
  return [{ kind, detail: `Asked for the page itself: ${words(detail)}` }];
}

const SAYS: Readonly<Record<Screen['result'], string>> = {
  'quote-found': 'the quotation stands in it',
  related: 'a passage of it is about this',
  'figure-differs': 'a figure or a negation in it differs',
  'no-related-passage': 'no passage of it is about this',
  reached: 'too little of it could be read',
};

function secondOpinion(first: Screen, live: Screen): Notice | undefined {
  if (first.result === live.result || live.result === 'reached') return undefined;
  return {
    kind: 'changed',
    detail: `What the agent saw: ${SAYS[first.result]}. The page as it is now: ${SAYS[live.result]}.`,
  };
}

const trimmed = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A file of the workspace, or why there is none, beside what the agent read under that name. */
export function fileSeen(got: Source | Failure, seen: Seen | undefined): Source | Failure {
  if (!seen) return got;
  if (isFailure(got))
    return got.miss === 'not-found'
      ? {
          ...got,
          detail: `${got.detail}; the agent’s tool ${seen.tool} showed a file of this name${on(seen)}`,
        }
      : got;
  if (!got.focus || got.target.kind !== 'file' || !got.target.lines) return got;
  const [from, to] = got.target.lines;
  const first = seen.line ?? 1;
  const { start, end } = lineSpan(seen.text, [from - first + 1, to - first + 1]);
  const then = trimmed(seen.text.slice(start, end)).join('\n');
  if (then === '' || then === trimmed(got.text.slice(got.focus.start, got.focus.end)).join('\n')) return got;
  const detail = `The agent read other text at these lines${on(seen)} than stands there now.`;
  return { ...got, notices: [...got.notices, { kind: 'changed', detail }] };
}

/** An ellipsis in a block of code, with or without a comment around it. */
const isGap = (line: string) => /^\W{0,4}(?:\.{3}|…)/.test(line);

/** Does the code that an agent shows under a place stand in the file? Nothing where too little is shown to tell. */
export function screenCode(code: string, { text, focus }: Source): Screen | undefined {
  const shown = trimmed(code).filter((line) => !isGap(line) && line.length > 3);
  if (shown.length === 0) return undefined;
  const there = new Set(trimmed(text));
  const missing = shown.filter((line) => !there.has(line));
  const score = Number(((shown.length - missing.length) / shown.length).toFixed(4));
  const passage = focus && { passage: focus };
  if (missing.length === 0)
    return { result: 'quote-found', score, ...passage, detail: 'the code shown under it stands in the file' };
  const detail = `of the ${shown.length} lines of code shown under it ${missing.length} are not in the file`;
  return { result: 'no-related-passage', score, detail };
}
