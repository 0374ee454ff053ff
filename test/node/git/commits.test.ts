/** Commits as text: what a diff says of files that are no text, have gone, changed their mode, or are too many. */
import { say } from '../../../src/core/causes';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFailure } from '../../../src/core/model';
import { isAsOf } from '../../../src/node/git/history';
import { createWorkspace } from '../../../src/node/workspace';
import { freshRepo } from '../../support/gitRepo';

const { signal } = new AbortController();
const repo = freshRepo();
const { git, write, commit } = repo;
const diff = async (sha: string, asked = signal) => {
  const found = await createWorkspace({ roots: [repo.root], trusted: true }).commit(sha, asked);
  return isFailure(found) ? found : found.diff;
};
const textOf = async (sha: string) => {
  const found = await diff(sha);
  if (typeof found !== 'string') throw new Error(say(found));
  return found;
};

describe('the diff of a commit', () => {
  it('names binary files, and a changed mode', async () => {
    write('a.bin', new Uint8Array([1, 0, 2]));
    write('run.sh', 'echo\n');
    commit();
    write('a.bin', new Uint8Array([1, 0, 3]));
    chmodSync(path.join(repo.root, 'run.sh'), 0o755);
    expect(await diff(commit())).toBe(
      [
        '--- a/a.bin',
        '+++ b/a.bin',
        'Binary files differ',
        'mode 100644 → 100755',
        '--- a/run.sh',
        '+++ b/run.sh',
      ].join('\n'),
    );
  });

  it('has deleted files, folders in place of files, and links', async () => {
    write('gone.md', 'one\n');
    write('a', 'file\n');
    commit();
    rmSync(path.join(repo.root, 'gone.md'));
    rmSync(path.join(repo.root, 'a'));
    write('a/b.md', 'inside\n');
    symlinkSync('a/b.md', path.join(repo.root, 'link'));
    const text = await diff(commit());
    expect(text).toContain('--- a/gone.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one');
    expect(text).toContain('--- /dev/null\n+++ b/a/b.md\n@@ -0,0 +1,1 @@\n+inside');
    expect(text).toContain('+++ b/link');
  });

  it('withholds files and lines that may contain credentials', async () => {
    const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
    write('.env', 'TOKEN=canary-one\n');
    write('deploy/prod.tfvars', 'x = "canary-two"\n');
    write('notes.txt', `first\n${key}\ncanary-three\n`);
    write('a.md', 'plain\n');
    const text = await textOf(commit());
    expect(text).not.toContain('canary');
    expect(text).toContain('+plain');
    for (const name of ['.env', 'deploy/prod.tfvars', 'notes.txt']) expect(text).toContain(name);
  });

  it('has separate hunks with context', async () => {
    const all = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    write('a.md', `${all.join('\n')}\n`);
    commit();
    write('a.md', `${all.map((line, i) => (i === 2 || i === 25 ? 'new' : line)).join('\n')}\n`);
    const text = await textOf(commit());
    expect(text.match(/^@@ .* @@$/gm)).toEqual(['@@ -1,6 +1,6 @@', '@@ -23,7 +23,7 @@']);
  });

  it('is empty without changes', async () => {
    write('a.md', 'one\n');
    commit();
    expect(await diff(commit('again'))).toBe('');
  });

  it('counts the files that are not shown, and those that are too large', async () => {
    for (let i = 0; i < 6; i++) write(`big${i}.md`, `${'0123456789 '.repeat(20)}\n`.repeat(800));
    for (let i = 0; i < 600; i++) write(`f/${i}.md`, `${i}\n`);
    const text = await textOf(commit());
    expect(text).toContain('+++ b/big0.md');
    expect(text).toContain('\nbig5.md (not shown)\nf/0.md (not shown)\n');
    expect(text.endsWith('more files are not shown')).toBe(true);
    expect(text.length).toBeLessThan(1_000_000);
  });

  it('is not read after a cancel', async () => {
    write('a.md', 'one\n');
    expect(await diff(commit(), AbortSignal.abort())).toMatchObject({ kind: 'cancelled' });
  });

  it('has a commit without a message', async () => {
    write('a.md', 'one\n');
    const sha = commit('');
    const found = await createWorkspace({ roots: [repo.root], trusted: true }).commit(sha, signal);
    expect(found).toMatchObject({ sha, message: '' });
  });

  it('is undefined for a non-commit', async () => {
    write('a.md', 'one\n');
    commit();
    expect(await diff(git('rev-parse', 'HEAD^{tree}'))).toMatchObject({ kind: 'not-found' });
  });
});

describe('a time in the past', () => {
  it.each([
    ['2026-01-31', true],
    ['20260131', true],
    ['2026-01-31T10:00:00Z', true],
    ['deadbeef', true],
    ['soon', false],
    ['2026-99-99', false],
    ['', false],
  ])('%j is valid: %j', (text, expected) => expect(isAsOf(text)).toBe(expected));
});
