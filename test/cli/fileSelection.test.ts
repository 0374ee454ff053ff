import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../support/cli';
import { runGit } from '../support/gitRepo';
import { newFolder } from '../support/newFolder';

let folder: string;
const git = (...args: string[]) => runGit(folder, args);
const put = (name: string, text: string) => writeFile(path.join(folder, name), text);

beforeAll(async () => {
  folder = newFolder();
  git('init', '-q', '-b', 'main');
  await mkdir(path.join(folder, 'docs'));
  await put('a.md', 'See https://example.org/a.\n');
  await put('b.md', 'See https://example.org/b.\n');
  await put('docs/c.md', 'See https://example.org/c.\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  git('tag', 'v1');
  await put('b.md', 'See https://example.org/b2.\n');
  git('commit', '-q', '-a', '-m', 'two');
  await put('docs/c.md', 'See https://example.org/c2.\n');
  await put('new.md', 'See https://example.org/new.\n');
  await put('a.md', 'See https://example.org/a.\r\n'); // as a checkout with CR LF writes it
});

async function scanned(args: readonly string[], cwd = folder, input = ''): Promise<string[]> {
  const { out, err, code } = await runInProcess(['scan', '--json', ...args], { cwd, input });
  expect([code, err]).toEqual([0, '']);
  return (JSON.parse(out) as { documents: { path: string }[] }).documents.map((d) => d.path);
}

test('reports an excluded file that was named, not one that a pattern matched', async () => {
  const home = path.join(folder, 'left');
  await mkdir(path.join(home, 'drafts'), { recursive: true });
  await writeFile(path.join(home, 'citewright.json'), '{ "exclude": ["drafts/**"] }');
  const names = ['a', 'b', 'c', 'd'].map((name) => `drafts/${name}.md`);
  for (const name of [...names, 'e.md']) await writeFile(path.join(home, name), 'Nothing.\n');
  const run = async (...args: string[]) => (await runInProcess(['scan', ...args], { cwd: home })).err;
  expect(await run('drafts/a.md', 'e.md')).toBe('citewright: excluded by citewright.json: drafts/a.md\n');
  expect(await run(...names)).toMatch(/: drafts\/a\.md, drafts\/b\.md, drafts\/c\.md and 1 more\n$/);
  expect(await run('**/*.md')).toBe('');
  await rm(home, { recursive: true });
});

test('a folder selects its documents, except excluded ones and those ignored by git', async () => {
  const home = path.join(folder, 'below');
  const texts = {
    'a.md': '',
    'sub/b.txt': '',
    'sub/c.html': '',
    'sub/out.md': '',
    'sub/deep/keep.md': '',
    'sub/deep/log.md': '',
    'built/d.md': '',
    'drafts/e.md': '',
    'node_modules/x/README.md': '',
    '.hidden/f.md': '',
    '.gitignore': '# built\n/built/\nlog.md\n*.tmp.md\n',
    'sub/.gitignore': 'out.md\ndeep/*.md\n!deep/keep.md\n',
    'citewright.json': '{ "exclude": ["drafts/**"] }',
  };
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(path.dirname(path.join(home, name)), { recursive: true });
    await writeFile(path.join(home, name), text);
  }
  expect(await scanned(['.'], home)).toEqual(['a.md', 'sub/b.txt', 'sub/deep/keep.md']);
  expect(await scanned(['sub/'], home)).toEqual(['sub/b.txt', 'sub/deep/keep.md']);
  expect(await scanned(['sub/deep'], home)).toEqual(['sub/deep/keep.md']);
  await rm(path.join(home, 'sub/.gitignore'));
  execFileSync('mkfifo', [path.join(home, 'sub/.gitignore')]);
  expect(await scanned(['sub'], home), 'a pipe has no rules').toContain('sub/out.md');
  await rm(home, { recursive: true });
});

test.each(['a.rst', 'a.adoc', 'a.org', 'a.typ', 'a.DOCX', 'a.ipynb'])(
  'a file in an unsupported markup is rejected by name, and the others are read: %s',
  async (name) => {
    await put(name, 'So it is [1]_.\n');
    const { out, err, code } = await runInProcess(['scan', '--json', name, 'a.md'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^citewright: ${name}: [\\w ]+ isn’t supported; convert it to Markdown`));
    expect((JSON.parse(out) as { documents: { path: string }[] }).documents.map((d) => d.path)).toEqual([
      'a.md',
    ]);
    await rm(path.join(folder, name));
  },
);

describe('--changed and --since', () => {
  test('select the files whose bytes differ from the commit, and new ones', async () => {
    expect(await scanned(['--changed', '**/*.md'])).toEqual(['docs/c.md', 'new.md']);
    expect(await scanned(['--since', 'HEAD~1', '**/*.md'])).toEqual(['b.md', 'docs/c.md', 'new.md']);
    expect(await scanned(['--since', 'v1', 'a.md', 'b.md'])).toEqual(['b.md']);
    expect(await scanned(['--since', git('rev-parse', '--short', 'HEAD'), 'b.md'])).toEqual([]);
  });

  test('default to all documents below the current folder', async () => {
    expect(await scanned(['--changed'])).toEqual(['docs/c.md', 'new.md']);
    expect(await scanned(['--since', 'v1'], path.join(folder, 'docs'))).toEqual(['c.md']);
  });

  test('always include standard input', async () => {
    expect(await scanned(['--changed', '-', 'b.md'], folder, 'Nothing.')).toEqual(['-']);
  });

  test.each([
    [['--since', 'no-such-branch'], 'no commit no-such-branch'],
    [['--since=--output=x'], 'no commit'],
    [['--since', ':a.md'], 'no commit'],
    [['--since', ''], '--since'],
    [['--since', 'v1', '--changed'], '--changed'],
    [[], 'needs FILE'],
  ])('%j exits with 2 and a reason', async (args, told) => {
    const { code, err } = await runInProcess(['scan', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain(told);
  });

  test('exit with 2 outside a repository', async () => {
    const outside = newFolder();
    await writeFile(path.join(outside, 'x.md'), 'Nothing.\n');
    const { code, err } = await runInProcess(['scan', '--changed'], { cwd: outside });
    expect([code, err]).toEqual([2, expect.stringContaining('isn’t in a git repository')]);
  });

  test('run nothing that the repository configures', async () => {
    const mark = path.join(folder, 'mark');
    for (const name of ['core.fsmonitor', 'diff.external', 'filter.x.clean', 'core.pager'])
      git('config', name, `touch ${mark}`);
    await put('.gitattributes', '*.md filter=x\n');
    expect(await scanned(['--changed', '**/*.md'])).toEqual(['docs/c.md', 'new.md']);
    await expect(rm(mark)).rejects.toThrow('ENOENT');
    await rm(path.join(folder, '.gitattributes'));
  });
});

describe('--shard', () => {
  test('assigns each file to exactly one part', async () => {
    const parts = await Promise.all(
      ['1/3', '2/3', '3/3'].map((part) => scanned(['--shard', part, '**/*.md'])),
    );
    expect(parts).toEqual([['a.md', 'new.md'], ['b.md'], ['docs/c.md']]);
  });

  test.each(['0/3', '4/3', '1', 'a/b', '1/0'])('%s exits with 2', async (part) => {
    const { code, err } = await runInProcess(['scan', '--shard', part, 'a.md'], { cwd: folder });
    expect([code, err]).toEqual([2, expect.stringContaining('--shard')]);
  });
});
