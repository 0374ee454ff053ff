import { describe, expect, it } from 'vitest';
import { patchOf } from '../../../src/node/git/patch';
import type { Repository } from '../../../src/node/git/repository';

describe('a diff', () => {
  /** A repository of two trees; a name in `cut` is a blob that is too large to be read whole. */
  const repository = (trees: Readonly<Record<string, Readonly<Record<string, string>>>>, cut = '') =>
    ({
      tree: (id: string) =>
        Promise.resolve(
          Object.entries(trees[id] ?? {}).map(([name, text]) => ({
            mode: name === 'link' ? '120000' : name.endsWith('.sh') && id === 'new' ? '100755' : '100644',
            name,
            id: text,
          })),
        ),
      blob: (text: string) => Promise.resolve({ content: Buffer.from(text), truncated: text === cut }),
    }) as unknown as Repository;
  const diff = (before: string, after: string, cut?: string) =>
    patchOf(
      repository({ old: { 'same.md': 'x', 'a.md': before }, new: { 'same.md': 'x', 'a.md': after } }, cut),
      'old',
      'new',
    );
  const HEAD = '--- a/a.md\n+++ b/a.md\n';

  it('has the last line with or without a line end, and no unchanged file', async () => {
    expect(await diff('one\ntwo', 'one\n2')).toBe(`${HEAD}@@ -1,2 +1,2 @@\n one\n-two\n+2`);
    expect(await diff('one\ntwo\n', 'one\n2\n')).toBe(`${HEAD}@@ -1,2 +1,2 @@\n one\n-two\n+2`);
    expect(await diff('', 'one', 'none')).toBe(`${HEAD}@@ -0,0 +1,1 @@\n+one`);
  });

  it('replaces a file with very many edits', async () => {
    const [a, b] = ['a', 'b'].map((c) => Array.from({ length: 200_000 }, (_, i) => c + String(i)).join('\n'));
    const shown = await diff(`${a!.slice(0, 3_000)}\n`, `${b!.slice(0, 3_000)}\n`);
    expect(shown.match(/^@@ .*/gm)).toEqual(['@@ -1,623 +0,0 @@', '@@ -0,0 +1,623 @@']);
    expect(await diff(a!, b!)).toBe('a.md (not shown)');
  });

  it.each([
    ['text', 'bin\u0000ary', undefined],
    ['bin\u0000ary', 'text', undefined],
    ['text', 'large', 'large'],
  ])('does not show what was not read as text: %j → %j', async (before, after, cut) => {
    expect(await diff(before, after, cut)).toBe(`${HEAD}Binary files differ`);
  });

  it('names a mode that changed', async () => {
    const trees = { old: { 'run.sh': 'x' }, new: { 'run.sh': 'x' } };
    expect(await patchOf(repository(trees), 'old', 'new')).toBe(
      'mode 100644 → 100755\n--- a/run.sh\n+++ b/run.sh',
    );
  });

  it('names links and files in the order of their paths, and says what it withholds', async () => {
    const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
    const trees = { old: { 'z.md': 'x' }, new: { link: 'z.md', 'b.md': key, '.env': 'x' } };
    expect(await patchOf(repository(trees), 'old', 'new')).toBe(
      [
        '.env (withheld: it may hold credentials)',
        '--- /dev/null\n+++ b/b.md\nwithheld: these lines hold credentials',
        '--- /dev/null\n+++ b/link',
        '--- a/z.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x',
      ].join('\n'),
    );
  });

  it.each([
    [300, false],
    [301, true],
  ])('of %d files leaves some out: %j', async (count, isCut) => {
    const names = Array.from({ length: count }, (_, i) => [`${i}.md`, 'x'] as const);
    const text = await patchOf(repository({ old: {}, new: Object.fromEntries(names) }), 'old', 'new');
    expect(text.match(/^\+\+\+ /gm)).toHaveLength(300);
    expect(text.endsWith('\nmore files are not shown')).toBe(isCut);
  });

  it('shows 900,000 characters and not one more', async () => {
    const head = '--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,1 @@\n+';
    const shown = async (more: number) => {
      const text = 'x'.repeat(900_000 - head.length + more);
      return patchOf(repository({ old: {}, new: { 'a.md': text, 'b.md': 'x' } }), 'old', 'new');
    };
    expect((await shown(0)).length).toBe(900_000 + '\nb.md (not shown)'.length);
    expect(await shown(1)).toBe('a.md (not shown)\nb.md (not shown)');
  });
});
