/** What a repository may cost: so much output and so much time, whatever its objects and its git do (requirement V32). */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../src/core/defaults';
import { createWorkspace } from '../../../src/node/workspace';

const signal = new AbortController().signal;
let home: string;
let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'git-limits-')));
  root = path.join(home, 'repo');
  mkdirSync(root);
  git('init', '-q', '-b', 'main');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('git (V32)', () => {
  it('V32: a commit with more in it than is read gives a bounded text', async () => {
    writeFileSync(path.join(root, 'big.txt'), 'a line of a very long file\n'.repeat(600_000));
    git('add', '-A');
    git('commit', '-q', '-m', 'Much');
    const found = await createWorkspace({ roots: [root], trusted: true }).commit(
      git('rev-parse', 'HEAD'),
      signal,
    );
    if ('miss' in found) expect(found.miss).toBe('too-large');
    else {
      expect(found.message).toContain('Much');
      expect(found.diff.length).toBeLessThanOrEqual(DEFAULTS.gitMaxBytes);
    }
  }, 30_000);

  it('V32: a git that never answers is given up when its time is over', async () => {
    writeFileSync(path.join(root, 'a.txt'), 'a\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'First');
    const sha = git('rev-parse', 'HEAD');
    const gitPath = path.join(home, 'slow', 'git');
    mkdirSync(path.dirname(gitPath));
    writeFileSync(gitPath, '#!/bin/sh\nexec sleep 120\n');
    chmodSync(gitPath, 0o755);
    const start = Date.now();
    const found = await createWorkspace({ roots: [root], trusted: true, gitPath }).commit(sha, signal);
    expect(found).toHaveProperty('miss');
    expect(Date.now() - start).toBeGreaterThan(DEFAULTS.gitTimeoutMs / 2); // it was waited for
    expect(Date.now() - start).toBeLessThan(3 * DEFAULTS.gitTimeoutMs);
  }, 60_000);
});
