import { beforeAll, describe, expect, test } from 'vitest';
import { createWorkspace } from '../../src/node/workspace';
import { agreement, type Message } from '../../scripts/eval/lib/transcripts';
import { commitFiles, runGit } from '../support/gitRepo';
import { newFolder } from '../support/newFolder';

const never = new AbortController().signal;
let folder: string;
let [first, second] = ['', ''];

beforeAll(() => {
  folder = newFolder();
  runGit(folder, ['init', '-q']);
  const start = {
    'app/main.go': '1\n2\n3\n',
    'app/x/util.go': '1\n',
    'lib/util.go': '1\n',
    'app/old.go': '1\n',
  };
  first = commitFiles(folder, '2026-01-01T00:00:00Z', start);
  second = commitFiles(folder, '2026-02-01T00:00:00Z', { 'app/main.go': '1\n', 'app/new.go': '1\n2\n' }, [
    'lib/util.go',
    'app/old.go',
  ]);
});

const workspace = () => createWorkspace({ roots: [folder], trusted: true });

describe('the state of a path in a commit', () => {
  test.each([
    ['app/main.go', [3, 3], 'ok', 'line-out-of-range'],
    ['main.go', [1, 1], 'ok', 'ok'],
    ['main.go', [4, 4], 'line-out-of-range', 'line-out-of-range'],
    ['util.go', [1, 1], 'ambiguous', 'ok'],
    ['new.go', [2, 2], 'missing', 'ok'],
    ['old.go', [1, 1], 'ok', 'missing'],
    ['none.go', [1, 1], 'missing', 'missing'],
    ['./lib/../app/main.go', [1, 2], 'ok', 'line-out-of-range'],
  ] as const)('%s:%j is %s first and %s later', async (name, lines, then, later) => {
    const files = workspace();
    expect((await files.stateAt?.(name, lines, first, never))?.state).toBe(then);
    expect((await files.stateAt?.(name, lines, second, never))?.state).toBe(later);
    expect((await files.stateAt?.(name, lines, '2026-01-15T00:00:00Z', never))?.state).toBe(then);
  });

  test('is unknown before the first commit, outside the workspace, or without permission to run git', async () => {
    const files = workspace();
    expect(await files.stateAt?.('app/main.go', [1, 1], '2025-01-01T00:00:00Z', never)).toBeUndefined();
    expect(await files.stateAt?.('../x.go', [1, 1], first, never)).toBeUndefined();
    expect(await files.stateAt?.('app/main.go', [1, 1], '--output=x', never)).toBeUndefined();
    const untrusted = createWorkspace({ roots: [folder], trusted: false });
    expect(await untrusted.stateAt?.('app/main.go', [1, 1], first, never)).toBeUndefined();
  });
});

describe('the comparison with recorded states', () => {
  const cite = (raw: string, path_: string, line: number, then: string, now: string, text: string) => ({
    kind: 'path:line' as const,
    span: [text.indexOf(raw), text.indexOf(raw) + raw.length] as const,
    raw,
    path: path_,
    line,
    end_line: null,
    at_time: { status: then as 'ok', ...(then === 'ok' ? { file: `app/${path_}` } : {}) },
    at_head: { status: now as 'ok' },
  });
  const text = 'See main.go:3, util.go:1, new.go:2, main.go:9 and the commit ';
  const message = (): Message => ({
    id: 'm',
    repo_commit: first,
    text: `${text}${first.slice(0, 10)} but not commit deadbeef12.`,
    citations: [
      cite('main.go:3', 'main.go', 3, 'ok', 'line_out_of_range', text),
      cite('util.go:1', 'util.go', 1, 'ambiguous', 'ok', text),
      cite('new.go:2', 'new.go', 2, 'missing', 'ok', text),
      cite('main.go:9', 'main.go', 9, 'line_out_of_range', 'line_out_of_range', text),
      { kind: 'sha', span: [text.length, text.length + 10], raw: first.slice(0, 10), status: 'ok' },
      { kind: 'sha', span: [text.length + 26, text.length + 36], raw: 'deadbeef12', status: 'unknown' },
    ],
  });

  test('covers every state, and counts differences', async () => {
    const right = await agreement([message()], workspace(), second);
    expect(Object.fromEntries(Object.entries(right).map(([k, r]) => [k, [r.held, r.all]]))).toEqual({
      then: [4, 4],
      now: [4, 4],
      sha: [2, 2],
      file: [1, 1],
    });
    const wrong = await agreement([message()], workspace(), first);
    expect(wrong.now.held).toBeLessThan(wrong.now.all);
    expect(wrong.now.worst).toHaveLength(wrong.now.all - wrong.now.held);
  });
});
