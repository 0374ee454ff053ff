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

test.each<Partial<Tree>>([
  { mostFiles: 1 },
  { mostMs: 1, list: () => Promise.resolve({ files: [], folders: ['deeper', 'and', 'wide'] }) },
  { list: () => Promise.resolve(undefined) },
  { list: () => Promise.resolve('gone') },
])('says that it could not list everything: %j', async (limits) =>
  expect((await tree({ mostFiles: Infinity, ...limits })()).complete).toBe(false),
);

test('lists a few folders however long they take, and all once more when one has moved', async () => {
  const names = ['', 'old/', '', 'new/'];
  const list = (folder: string) => {
    expect(folder).toBe(names.shift());
    if (folder) return Promise.resolve(folder === 'old/' ? ('gone' as const) : { files: ['a'], folders: [] });
    return Promise.resolve({ files: [], folders: [names.length > 2 ? 'old' : 'new'] });
  };
  expect(await tree({ mostMs: 0, list })()).toEqual({ files: ['new/a'], complete: true });
});

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
