import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { changedSince } from '../../../src/node/git/changed';
import { freshRepo } from '../../support/gitRepo';

const { signal } = new AbortController();
const repo = freshRepo();
const { git, at, write, commit } = repo;
const changed = async (names: readonly string[], revision = 'HEAD') => {
  const found = await changedSince(names.map(at), revision, [repo.root], signal);
  return 'error' in found ? found : found.map((file) => path.relative(repo.root, file));
};

describe('files changed since a revision', () => {
  test('are found by content: edited, new and deleted, but not equal ones', async () => {
    for (const name of ['same.md', 'edited.md', 'gone.md', 'sub/deep.md']) write(name, `${name}\n`);
    commit('a');
    write('edited.md', 'other\n');
    write('new.md', 'new\n');
    rmSync(at('gone.md'));
    const all = ['new.md', 'same.md', 'edited.md', 'gone.md', 'sub/deep.md'];
    expect(await changed(all)).toEqual(['new.md', 'edited.md', 'gone.md']);
  });

  test('are not found in a repository without a commit', async () => {
    write('a.md', 'one\n');
    expect(await changed(['a.md'])).toEqual({ error: `the repository ${repo.root} has no commit yet` });
  });

  test('are not found in a repository that git refuses to read', async () => {
    write('.git/config', '[broken');
    expect(await changed(['a.md'])).toEqual({
      error: `git can’t read the repository ${repo.root}; “git status” there says why`,
    });
  });

  test('are found against any commit that can be named', async () => {
    write('a.md', 'one\n');
    const first = commit('one');
    git('tag', 'v1');
    write('a.md', 'two\n');
    commit('two');
    expect(await changed(['a.md'])).toEqual([]);
    for (const name of [first, first.slice(0, 8), 'v1', 'HEAD~1'])
      expect(await changed(['a.md'], name), name).toEqual(['a.md']);
  });

  test('do not include different line ends from checkout', async () => {
    write('a.md', 'one\ntwo\n');
    commit('a');
    write('a.md', 'one\r\ntwo\r\n');
    expect(await changed(['a.md'])).toEqual([]);
    write('a.md', 'one\r\nthree\r\n');
    expect(await changed(['a.md'])).toEqual(['a.md']);
  });

  test('are found in a repository with SHA-256', async () => {
    rmSync(at('.git'), { recursive: true });
    git('init', '-q', '-b', 'main', '--object-format=sha256');
    write('a.md', 'one\n');
    write('b.md', 'one\n');
    expect(commit('a')).toHaveLength(64);
    write('b.md', 'two\n');
    expect(await changed(['a.md', 'b.md'])).toEqual(['b.md']);
  });

  test('include the target of a link', async () => {
    write('a.md', 'one\n');
    commit('a');
    symlinkSync(at('a.md'), at('link.md'));
    expect(await changed(['link.md'])).toEqual([]);
  });

  test('include a folder that was a file', async () => {
    write('a/b.md', 'one\n');
    commit('a');
    expect(await changed(['a'])).toEqual(['a']);
  });

  test.each(['none', '--help', 'HEAD:a.md', ''])(
    'cannot be found against %j, which is an error',
    async (name) => {
      write('a.md', 'one\n');
      commit('a');
      expect(await changed(['a.md'], name)).toEqual({
        error: expect.stringContaining(`has no commit ${name}`) as string,
      });
    },
  );

  test('cannot be found outside a repository', async () => {
    writeFileSync(path.join(repo.home, 'a.md'), '');
    expect(await changedSince([path.join(repo.home, 'a.md')], 'HEAD', [repo.root], signal)).toEqual({
      error: expect.stringContaining('isn’t in a git repository') as string,
    });
  });
});
