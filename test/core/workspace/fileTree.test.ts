import { expect, test } from 'vitest';
import { createTree, type Tree } from '../../../src/core/workspace/fileTree';

let clock = 0;
let lists = 0;
const tree = (limits: Partial<Tree>, inside = 'a.ts b.ts') =>
  createTree({
    list: (folder) => {
      lists++;
      return Promise.resolve({ files: inside.split(' '), folders: folder ? [] : ['..', '.git', 'src'] });
    },
    now: () => clock++,
    ...{ mostFiles: 4, mostMs: 100, ...limits },
  });

test('lists folders, but no history and nothing above', async () =>
  expect(await tree({})()).toEqual({ files: ['a.ts', 'b.ts', 'src/a.ts', 'src/b.ts'], complete: true }));

test.each([{ mostFiles: 1 }, { mostMs: 1 }, { list: () => Promise.resolve(undefined) }])(
  'says that it could not list everything: %j',
  async (limits) => expect((await tree(limits)()).complete).toBe(false),
);

test('lists again after five seconds, but never twice at once', async () => {
  const files = tree({ mostMs: Infinity });
  lists = 0;
  const first = files();
  clock += 6_000;
  expect(files()).toBe(first);
  await first;
  expect([files() === first, lists]).toEqual([true, 2]);
  clock += 6_000;
  await files();
  expect(lists).toBe(4);
});
