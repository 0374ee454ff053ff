/**
 * Compares our states of what agents cited with recorded ones. A record is a message, the commit at which it was written, and its citations
 * with their states then and at the newest commit.
 */
import { scan } from '../../../src/core/extract';
import { isFailure, type Citation } from '../../../src/core/model';
import type { Workspace } from '../../../src/core/ports';
import { toUnits } from './units';

type State = 'ok' | 'missing' | 'ambiguous' | 'line_out_of_range';
export type Recorded = {
  readonly kind: 'path:line' | 'path lines N' | 'sha' | 'url';
  /** In code points. */
  readonly span: readonly [number, number];
  readonly raw: string;
  readonly path?: string;
  readonly line?: number;
  readonly end_line?: number | null;
  readonly at_time?: { readonly status: State; readonly file?: string };
  readonly at_head?: { readonly status: State; readonly file?: string };
  /** State of a hash. */
  readonly status?: 'ok' | 'unknown' | null;
};
export type Message = {
  readonly id: string;
  readonly repo_commit: string;
  readonly text: string;
  readonly citations: readonly Recorded[];
};

export type Row = { held: number; all: number; readonly worst: string[] };
export type Agreement = Readonly<Record<'then' | 'now' | 'sha' | 'file', Row>>;

const never = new AbortController().signal;

const note = (row: Row, holds: boolean, told: string): void => {
  row.all++;
  if (holds) row.held++;
  else row.worst.push(told);
};

/** Our citation at the recorded place: with the same marker, or within it. */
const oursOf = (found: readonly Citation[], start: number, end: number): Citation | undefined =>
  found.find(({ marker }) => marker.start === start && marker.end === end) ??
  found.find(({ part }) => part.start >= start && part.end <= end);

/** Compares message by message. `head` is the newest commit of the record. */
export async function agreement(
  messages: readonly Message[],
  workspace: Workspace,
  head: string,
): Promise<Agreement> {
  const row = (): Row => ({ held: 0, all: 0, worst: [] });
  const rows = { then: row(), now: row(), sha: row(), file: row() };
  const state = async ({ path = '', line = 1, end_line }: Recorded, commit: string) => {
    const past = await workspace.stateAt?.(path, [line, end_line ?? line], commit, never);
    return { status: past?.state.replaceAll('-', '_') ?? 'unknown', file: past?.path };
  };
  for (const { id, repo_commit, text, citations } of messages) {
    const at = toUnits(text);
    const found = scan(text).citations;
    for (const cited of citations) {
      const ours = oursOf(found, at(cited.span[0]), at(cited.span[1]));
      const told = `${id} ${cited.kind}`;
      if (cited.kind === 'sha') {
        const got = await workspace.commit(
          ours?.target.kind === 'commit' ? ours.target.sha : cited.raw,
          never,
        );
        note(rows.sha, (cited.status === 'ok') === !isFailure(got), told);
      }
      if (!cited.at_time || !cited.at_head) continue;
      const then = await state(cited, repo_commit);
      note(
        rows.then,
        then.status === cited.at_time.status,
        `${told} ${then.status} for ${cited.at_time.status}`,
      );
      if (then.status === 'ok') note(rows.file, then.file === cited.at_time.file, told);
      const now = await state(cited, head);
      note(
        rows.now,
        now.status === cited.at_head.status,
        `${told} ${now.status} for ${cited.at_head.status}`,
      );
    }
  }
  return rows;
}
