/** What a repository may cost: so much output and so much time, whatever its objects and its git do. */
import { isFailure } from '../../../src/core/model';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../src/core/defaults';
import { ObjectReader } from '../../../src/node/git/objects';
import { createWorkspace } from '../../../src/node/workspace';
import { freshRepo } from '../../support/gitRepo';

const signal = new AbortController().signal;
const repo = freshRepo();

describe('git', () => {
  it('a commit over the limit gives a truncated text', async () => {
    repo.write('big.txt', 'a line of a very long file\n'.repeat(600_000));
    const found = await createWorkspace({ roots: [repo.root], trusted: true }).commit(
      repo.commit('Much'),
      signal,
    );
    if (isFailure(found)) expect(found.kind).toBe('too-large');
    else {
      expect(found.message).toContain('Much');
      expect(found.diff.length).toBeLessThanOrEqual(DEFAULTS.gitMaxBytes);
    }
  }, 30_000);

  it('an object larger than the cap is read to the cap', async () => {
    repo.write('big.txt', 'a line of a very long file\n'.repeat(600_000));
    repo.commit('Much');
    const reader = new ObjectReader('git', repo.root);
    const blob = await reader.read(repo.git('rev-parse', 'HEAD:big.txt'));
    expect(blob).toMatchObject({ type: 'blob', truncated: true });
    expect(blob?.content.length).toBe(4 * 1024 * 1024);
    reader.close();
  }, 30_000);
});

describe('a git that never answers', () => {
  const timeoutMs = DEFAULTS.gitTimeoutMs;
  const setTimeoutMs = (gitTimeoutMs: number) => Object.assign(DEFAULTS, { gitTimeoutMs });
  beforeAll(() => setTimeoutMs(500));
  afterAll(() => setTimeoutMs(timeoutMs));

  it('is given up by a reader of objects', async () => {
    const git = path.join(repo.home, 'mute');
    writeFileSync(git, '#!/bin/sh\nexec sleep 120\n');
    chmodSync(git, 0o755);
    await expect(new ObjectReader(git, repo.root).read('a'.repeat(40))).rejects.toThrow();
  });

  it('is given up when its time is over', async () => {
    repo.write('a.txt', 'a\n');
    const sha = repo.commit('First');
    const gitPath = path.join(repo.home, 'slow', 'git');
    mkdirSync(path.dirname(gitPath));
    writeFileSync(gitPath, '#!/bin/sh\nexec sleep 120\n');
    chmodSync(gitPath, 0o755);
    const start = Date.now();
    const found = await createWorkspace({ roots: [repo.root], trusted: true, gitPath }).commit(sha, signal);
    expect(found).toHaveProperty('cause');
    expect(Date.now() - start).toBeGreaterThan(DEFAULTS.gitTimeoutMs / 2); // it was waited for
  });
});
