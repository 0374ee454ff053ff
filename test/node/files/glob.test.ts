import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { matcher } from '../../../src/core/text/glob';
import { filesMatching } from '../../../src/node/files/textFiles';
import { newFolder } from '../../support/newFolder';

describe('a pattern', () => {
  test.each([
    ['*.md', 'a.md', true],
    ['*.md', 'deep/down/a.md', true],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/deep/a.md', false],
    ['docs/**/*.md', 'docs/a.md', true],
    ['docs/**/*.md', 'docs/x/y/a.md', true],
    ['docs/**', 'docs/x/y/a.md', true],
    ['**/draft-?.{md,txt}', 'x/draft-1.txt', true],
    ['**/draft-?.{md,txt}', 'x/draft-12.txt', false],
    ['./a.md', 'a.md', true],
    ['a.md', 'b.md', false],
    ['docs/*.md', 'docs\\a.md', true],
  ])('%s against %s: %s', (pattern, file, expected) => expect(matcher([pattern])(file)).toBe(expected));

  test('with many stars terminates, and does not match too much', () => {
    expect(matcher(Array(1_000).fill(`${'{a,a}'.repeat(6)}${'*a'.repeat(99)}b*`))('a'.repeat(250))).toBe(
      false,
    );
    expect(matcher([`${'**/'.repeat(170)}b`, `{a,b}{${','.repeat(4e7)}}`])('a/'.repeat(2_000))).toBe(false);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = newFolder();
    for (const name of 'a.md b.txt docs/c.md docs/deep/d.md .hidden/e.md node_modules/f.md'.split(' ')) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), '');
    }
  });

  test.each([
    ['*.md', ['a.md']],
    ['**/*.md', ['a.md', 'docs/c.md', 'docs/deep/d.md']],
    ['docs/**/*.md', ['docs/c.md', 'docs/deep/d.md']],
    ['./docs/*.md', ['./docs/c.md']],
    ['{a,b}.*', ['a.md', 'b.txt']],
    ['no-such.md', undefined],
    ['*.pdf', []],
  ])('%s means %j', async (pattern, expected) =>
    expect(await filesMatching(pattern, folder)).toEqual(expected),
  );

  test('of an absolute pattern are absolute', async () => {
    expect(await filesMatching(`${folder}/*.md`, '/')).toEqual([`${folder}/a.md`]);
  });
});
