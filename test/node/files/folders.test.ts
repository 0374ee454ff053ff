import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exists, isTop, upwards } from '../../../src/node/files/folders';
import { newFolder } from '../../support/newFolder';

test('folders are listed up to the root, and the top of a repository is the one with .git', async () => {
  const top = newFolder();
  const below = path.join(top, 'a', 'b');
  await mkdir(path.join(top, '.git'));
  await mkdir(below, { recursive: true });
  const all = [...upwards(below)];
  expect(all.slice(0, 3)).toEqual([below, path.dirname(below), top]);
  expect([all.at(-1), new Set(all).size]).toEqual([path.parse(top).root, all.length]);
  expect([await isTop(below), await isTop(top)]).toEqual([false, true]);
  await writeFile(path.join(below, 'c.md'), '');
  expect([await exists(path.join(below, 'c.md')), await exists(path.join(below, 'd.md'))]).toEqual([
    true,
    false,
  ]);
});
