/** A git repository of its own for each test of a file, in a home without settings; each commit is a day later than the one before. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { newFolder } from './newFolder';

const SETTINGS = ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'core.autocrlf=false'];

export function freshRepo() {
  const repo = {
    home: '',
    root: '',
    day: 1,
    at: (name: string) => path.join(repo.root, name),
    git: (...args: readonly string[]): string => {
      const date = `2026-01-${String(repo.day).padStart(2, '0')}T12:00:00Z`;
      return execFileSync('git', [...SETTINGS, ...args], {
        cwd: repo.root,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          HOME: repo.home,
          GIT_AUTHOR_DATE: date,
          GIT_COMMITTER_DATE: date,
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    },
    write: (name: string, content: string | Uint8Array): void => {
      mkdirSync(path.dirname(repo.at(name)), { recursive: true });
      writeFileSync(repo.at(name), content);
    },
    /** Commits all there is; gives the hash. */
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
  afterEach(() => rmSync(repo.home, { recursive: true, force: true }));
  return repo;
}
