/** Git repositories for tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { newFolder } from './newFolder';

const SETTINGS = ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'core.autocrlf=false'];

/** Runs git in `folder`, with a home without settings; commits have this date. Returns its output. */
export const runGit = (
  folder: string,
  args: readonly string[],
  date = '2026-01-01T12:00:00Z',
  home = folder,
) =>
  execFileSync('git', [...SETTINGS, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Writes and deletes files of the repository `folder` and commits everything; returns the hash. */
export function commitFiles(
  folder: string,
  date: string,
  files: Readonly<Record<string, string>>,
  gone: readonly string[] = [],
): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  for (const name of gone) rmSync(path.join(folder, name));
  runGit(folder, ['add', '-A']);
  runGit(folder, ['commit', '-q', '-m', 'step'], date);
  return runGit(folder, ['rev-parse', 'HEAD']);
}

/** A separate repository for each test of a file; each commit is a day later than the one before. */
export function freshRepo() {
  const repo = {
    home: '',
    root: '',
    day: 1,
    at: (name: string) => path.join(repo.root, name),
    git: (...args: readonly string[]): string => {
      const date = `2026-01-${String(repo.day).padStart(2, '0')}T12:00:00Z`;
      return runGit(repo.root, args, date, repo.home);
    },
    write: (name: string, content: string | Uint8Array): void => {
      mkdirSync(path.dirname(repo.at(name)), { recursive: true });
      writeFileSync(repo.at(name), content);
    },
    /** Commits everything; returns the hash. */
    commit: (message = 'm'): string => {
      repo.git('add', '-A');
      repo.git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message);
      repo.day += 1;
      return repo.git('rev-parse', 'HEAD');
    },
  };
  beforeEach(() => {
    repo.home = newFolder();
    repo.root = path.join(repo.home, 'repo');
    repo.day = 1;
    mkdirSync(repo.root);
    repo.git('init', '-q', '-b', 'main');
  });
  return repo;
}
