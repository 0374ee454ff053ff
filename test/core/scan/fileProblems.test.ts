import { fail } from '../../../src/core/causes';
import { describe, expect, test } from 'vitest';
import { scan } from '../../../src/core/extract';
import type { Failure } from '../../../src/core/model';
import { fileProblems } from '../../../src/core/scan/fileProblems';
import type { LocalFile } from '../../../src/core/ports';
import { MemoryWorkspace, never } from '../../fakes';

const workspace = new MemoryWorkspace({ 'src/a.ts': 'one\ntwo\n', 'src/x/b.ts': '', 'lib/x/b.ts': '' });
const problems = async (text: string, where = workspace, signal = never) =>
  (await fileProblems(scan(text), where, 'draft.md', signal)).map(({ code, facts }) => [code, facts]);
/** A workspace whose every file is as given. */
const always = (answer: Failure | LocalFile) =>
  Object.assign(new MemoryWorkspace(), { file: () => Promise.resolve(answer) });

/** From where the files that a text cites are asked for. */
async function askedFrom(text: string): Promise<readonly unknown[]> {
  const asked: unknown[] = [];
  const where = Object.assign(new MemoryWorkspace(), {
    file: (_name: string, _lines: unknown, _signal: unknown, from: unknown) => {
      asked.push(from);
      return Promise.resolve({ path: 'a.ts', text: 'one', lines: 1, truncated: false });
    },
  });
  await fileProblems(scan(text), where, 'x/draft.md', never);
  return asked;
}

describe('fileProblems', () => {
  test('finds nothing if file and lines exist', async () => {
    for (const text of ['See src/a.ts:2-3 and https://site.example/a.', 'src/a.ts:7\nsrc/none.ts:0'])
      expect(await problems(text), text).toEqual([]);
  });

  test.each([
    ['src/none.ts:1', 'file-not-found', { path: 'src/none.ts' }],
    ['../out.ts:1', 'outside-workspace', { path: '../out.ts' }],
    ['x/b.ts:1', 'ambiguous-file', { path: 'x/b.ts' }],
    ['src/a.ts:3', 'line-out-of-range', { path: 'src/a.ts', line: 3, count: 2 }],
    ['src/a.ts:2-9', 'line-out-of-range', { path: 'src/a.ts', line: 9, count: 2 }],
  ])('reports %s as %s', async (place, code, facts) => {
    expect(await problems(`See ${place} for it.`)).toEqual([[code, expect.objectContaining(facts)]]);
  });

  test('ignores a file that is probably of another project or machine', async () => {
    const failure: Failure = { ...fail('no_file'), isElsewhere: true };
    const outside = always({ ...failure, kind: 'outside-workspace' });
    expect(await problems('See src/none.ts:1.', always(failure))).toEqual([]);
    expect(await problems('See /x/none.ts:1.', outside)).toEqual([]);
    const top = new MemoryWorkspace({ 'README.md': 'one\n', 'a.md': 'one\n' });
    const found = await fileProblems(scan('See `README.md:9` and `a.md:9`.'), top, 'x/draft.md', never);
    expect(found).toMatchObject([{ facts: { path: 'a.md' } }]);
  });

  test('ignores a missing settings file that repositories do not commit', async () => {
    expect(await problems('See src/.env:1 and src/.env.local:2.')).toEqual([]);
    expect(await problems('See src/.env.example:1.')).toHaveLength(1);
  });

  test('ignores growing lines of several files, which are those of a diff', async () => {
    const short = new MemoryWorkspace({ 'a.ts': 'one\n', 'b.ts': 'one\n', 'c.ts': 'one\n' });
    const codes = async (text: string) => (await problems(text, short)).map(([code]) => code);
    expect(await codes('- a.ts:20\n- b.ts:310\n- c.ts:4000-4020\n')).toEqual([]);
    expect(await codes('- a.ts:20\n- b.ts:310\n')).toHaveLength(2);
    expect(await codes('- a.ts:4000\n- b.ts:310\n- c.ts:20\n')).toHaveLength(3);
    expect(await codes('- a.ts:20\n- a.ts:310\n- a.ts:4000\n')).toHaveLength(3);
  });

  test('passes where a path is: in a text or a log, in a link or not', async () => {
    const asked: unknown[] = [];
    const where = Object.assign(new MemoryWorkspace(), {
      file: (name: string, _lines: unknown, _signal: unknown, from: unknown) => {
        asked.push([name, from]);
        return Promise.resolve({ path: name, text: 'one', lines: 1, truncated: false });
      },
    });
    const found = scan('See [it](a.ts#L1) and ./b.ts:1.');
    const log = new Map();
    await fileProblems(found, where, 'x/draft.md', never);
    await fileProblems({ ...found, log }, where, 'x/log.jsonl', never);
    expect(asked).toEqual(
      [
        { path: 'x/draft.md', isLog: false },
        { path: 'x/log.jsonl', isLog: true },
      ].flatMap((from) => [
        ['a.ts', { ...from, marker: '[it](a.ts#L1)', isLink: true }],
        ['./b.ts', { ...from, marker: './b.ts:1', isLink: false }],
      ]),
    );
  });

  test.each([
    ['So [1].\n\n[1]: a.ts#L1\n', '[1]'],
    ['So[^n].\n\n[^n]: See [it](a.ts#L1).\n', '[^n]'],
    ['So [1].\n\n## References\n\n1. [it](a.ts#L1)\n', '[1]'],
  ])('passes a link if a number or a note leads to it: %j', async (text, marker) => {
    expect(await askedFrom(text)).toEqual([{ path: 'x/draft.md', marker, isLink: true, isLog: false }]);
  });

  test.each(['So[^n].\n\n[^n]: See a.ts:1.\n', 'So [1].\n\n## References\n\n1. a.ts:1\n', 'See a.ts:1.'])(
    'passes a plain path anywhere: %j',
    async (text) => {
      expect(await askedFrom(text)).toMatchObject([{ isLink: false }]);
    },
  );

  test('ignores a file that is inaccessible or was read in part', async () => {
    const closed = always(fail('untrusted'));
    expect(await problems('See src/a.ts:99 for it.', closed)).toEqual([]);
    const part = always({ path: 'src/a.ts', text: 'one', lines: 1, truncated: true });
    expect(await problems('See src/a.ts:99 for it.', part)).toEqual([]);
  });

  test('opens a file once, and none after a cancel', async () => {
    const counted = new MemoryWorkspace({ 'src/a.ts': 'one\n' });
    const text = 'See src/a.ts:1 for it. See src/a.ts:7 for that. See src/a.ts:8 too.';
    expect(await problems(text, counted)).toHaveLength(2);
    expect(counted.calls).toEqual(['src/a.ts']);
    expect(await problems(text, counted, AbortSignal.abort())).toEqual([]);
    expect(counted.calls).toHaveLength(1);
  });
});
