import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changedSince } from '../../../src/node/git/changed';

let home = '';
let root = '';
const { signal } = new AbortController();
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'core.autocrlf=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const at = (name: string) => path.join(root, name);
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-q', '-m', message);
  return git('rev-parse', 'HEAD');
};
const changed = async (names: readonly string[], revision = 'HEAD') => {
  const found = await changedSince(names.map(at), revision, [root], signal);
  return 'error' in found ? found : found.map((file) => path.relative(root, file));
};

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'citewright-changed-')));
  root = path.join(home, 'repo');
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('what has changed since a revision', () => {
  test('is told by bytes: edited, new and gone, but not what is the same', async () => {
    for (const name of ['same.md', 'edited.md', 'gone.md', 'sub/deep.md']) write(name, `${name}\n`);
    commit('a');
    write('edited.md', 'other\n');
    write('new.md', 'new\n');
    rmSync(at('gone.md'));
    const all = ['new.md', 'same.md', 'edited.md', 'gone.md', 'sub/deep.md'];
    expect(await changed(all)).toEqual(['new.md', 'edited.md', 'gone.md']);
  });

  test('is told against any commit that can be named', async () => {
    write('a.md', 'one\n');
    const first = commit('one');
    git('tag', 'v1');
    write('a.md', 'two\n');
    commit('two');
    expect(await changed(['a.md'])).toEqual([]);
    for (const name of [first, first.slice(0, 8), 'v1', 'HEAD~1'])
      expect(await changed(['a.md'], name), name).toEqual(['a.md']);
  });

  test('is not the line end that a checkout has made of another', async () => {
    write('a.md', 'one\ntwo\n');
    commit('a');
    write('a.md', 'one\r\ntwo\r\n');
    expect(await changed(['a.md'])).toEqual([]);
    write('a.md', 'one\r\nthree\r\n');
    expect(await changed(['a.md'])).toEqual(['a.md']);
  });

  test('holds for a repository that hashes with SHA-256', async () => {
    rmSync(at('.git'), { recursive: true });
    git('init', '-q', '-b', 'main', '--object-format=sha256');
    write('a.md', 'one\n');
    write('b.md', 'one\n');
    expect(commit('a')).toHaveLength(64);
    write('b.md', 'two\n');
    expect(await changed(['a.md', 'b.md'])).toEqual(['b.md']);
  });

  test('is told of the file that a link means', async () => {
    write('a.md', 'one\n');
    commit('a');
    symlinkSync(at('a.md'), at('link.md'));
    expect(await changed(['link.md'])).toEqual([]);
  });

  test('a folder that was a file has changed', async () => {
    write('a/b.md', 'one\n');
    commit('a');
    expect(await changed(['a'])).toEqual(['a']);
  });

  test.each(['none', '--help', 'HEAD:a.md', ''])('cannot be told against %j, and says so', async (name) => {
    write('a.md', 'one\n');
    commit('a');
    expect(await changed(['a.md'], name)).toEqual({
      error: expect.stringContaining(`has no commit ${name}`) as string,
    });
  });

  test('cannot be told outside a repository', async () => {
    writeFileSync(path.join(home, 'a.md'), '');
    expect(await changedSince([path.join(home, 'a.md')], 'HEAD', [root], signal)).toEqual({
      error: expect.stringContaining('is in no git repository') as string,
    });
  });
});
