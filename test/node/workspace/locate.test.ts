/** Paths as written to real paths inside the workspace, refusals with their reasons. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { isBeside, isFromTop, isUnsafe, spelled } from '../../../src/core/workspace/fileNames';
import { locate } from '../../../src/core/workspace/locate';
import { openFolders } from '../../../src/node/workspace/diskFolders';
import type { Listing } from '../../../src/core/workspace/fileTree';
import { newFolder } from '../../support/newFolder';

let home: string;
let roots: readonly string[];
const write = (name: string) => {
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
  writeFileSync(path.join(home, name), 'x');
};
const listings = new Map<string, Listing>();
const listed = (root: string, files: readonly string[], complete = true) =>
  void listings.set(root, { files, complete });
const link = { path: '', marker: '', isLink: true };
const found = async (written: string, from?: typeof link) => {
  const files = (name: string) => Promise.resolve(listings.get(name) ?? { files: [], complete: true });
  const folders = (await openFolders(roots)).map((one) => ({ ...one, files: () => files(one.name) }));
  return locate({ folders, written, from });
};
const missing = (path: string) => ({ cause: 'no_file', facts: { path } });
const why = (cause: string) => ({ cause: 'outside_workspace', facts: { what: { cause } } });

beforeEach(() => {
  home = newFolder();
  for (const name of ['one/src/a.ts', 'one/docs/x.md', 'two/lib/b.ts', 'two/lib/c.ts', 'out/secret.ts'])
    write(name);
  roots = [path.join(home, 'one'), path.join(home, 'two')];
  listings.clear();
});

describe('a path', () => {
  it('that is refused has a reason', async () => {
    for (const remote of ['\\\\host\\share', '//host/share'])
      expect(await found(remote), remote).toMatchObject(why('path_remote'));
    expect(await found('/elsewhere/a.ts')).toMatchObject(why('path_elsewhere'));
    expect(await found('src/con.txt')).toMatchObject(why('path_unsafe'));
    expect(await found('../../out/secret.ts')).toMatchObject(why('path_climbs'));
    symlinkSync(path.join(home, 'out'), path.join(home, 'two/away'));
    symlinkSync('nowhere', path.join(home, 'one/broken'));
    expect(await found('away/secret.ts')).toMatchObject(why('link_out'));
    expect(await found('away/none.ts')).toMatchObject(why('link_out'));
    expect(await found('broken')).toMatchObject(why('link_broken'));
  });

  it('is not a problem without a workspace', async () => {
    roots = [];
    for (const written of ['src/a.ts', '../up.ts', '/elsewhere/a.ts'])
      expect(await found(written, link), written).toMatchObject({
        ...why('path_elsewhere'),
        isElsewhere: true,
      });
  });

  it('that is empty or too long is rejected', async () => {
    for (const none of ['', './', 'x'.repeat(4_097)])
      expect(await found(none)).toMatchObject({ cause: 'no_path' });
    expect(await found('x'.repeat(4_096))).toMatchObject({ cause: 'no_file' });
  });

  it('is found in any folder of the workspace, also through its link', async () => {
    symlinkSync(path.join(home, 'two/lib'), path.join(home, 'one/shared'));
    expect(await found('shared/b.ts')).toMatchObject({ path: 'shared/b.ts', real: '../two/lib/b.ts' });
    expect(await found('shared/none.ts')).toMatchObject(missing('shared/none.ts'));
    expect(await found(path.join(home, 'two/lib/b.ts'))).toMatchObject({ path: 'lib/b.ts' });
    expect(await found(path.join(home, 'two/lib/none.ts'))).toMatchObject(missing('lib/none.ts'));
    expect(await found('two/lib/b.ts')).toMatchObject({ path: 'lib/b.ts' });
    expect(await found('../two/lib/b.ts')).toMatchObject({ path: 'lib/b.ts' });
    write('one/lib/b.ts');
    expect(await found(path.join(home, 'two/lib/b.ts'))).toMatchObject({ folder: { root: roots[1] } });
    write('one/one/src/a.ts');
    expect(await found('one/src/a.ts')).toMatchObject({ path: 'one/src/a.ts' });
  });

  it('that climbs and comes back is not a suffix', async () => {
    write('one/src/deep/none.ts');
    listed('one', ['src/deep/none.ts']);
    expect(await found('src/../none.ts')).toMatchObject(missing('src/../none.ts'));
    expect(await found(`${path.join(home, 'one')}/none.ts`)).toMatchObject({ cause: 'no_file' });
  });

  it('in several folders is ambiguous, and five of them are named', async () => {
    write('one/lib/b.ts');
    expect(await found('lib/b.ts')).toMatchObject({
      facts: { count: 2, names: ['one/lib/b.ts', 'two/lib/b.ts'] },
    });
    const six = Array.from({ length: 6 }, (_, i) => `${i}/same.ts`);
    listed('one', six);
    expect(await found('same.ts')).toMatchObject({ facts: { count: 6, names: [...six.slice(0, 5), '…'] } });
    expect(await found('same.ts')).not.toHaveProperty('isElsewhere');
    listed('one', six.slice(0, 5));
    expect(await found('same.ts')).toMatchObject({ facts: { count: 5, names: six.slice(0, 5) } });
  });

  it('that is only in a backup is missing', async () => {
    write('one/docs/backups/tide.ts');
    listed('one', ['docs/backups/tide.ts']);
    expect(await found('tide.ts')).toMatchObject({ cause: 'no_file', isElsewhere: true });
    expect(await found('docs/backups/tide.ts')).toMatchObject({ path: 'docs/backups/tide.ts' });
  });

  it('found by its end in a truncated listing is uncertain', async () => {
    listed('one', ['src/a.ts'], false);
    listed('two', []);
    const unsure = { also: { cause: 'search_incomplete' }, isElsewhere: true };
    const facts = { count: 1, names: 'src/a.ts' };
    expect(await found('a.ts')).toMatchObject({ cause: 'file_unsure', facts, ...unsure });
    expect(await found('src/z.ts')).toMatchObject({ cause: 'no_file', ...unsure });
    listed('one', ['src/a.ts']);
    expect(await found('a.ts')).toMatchObject({ path: 'src/a.ts' });
  });

  it('of a link is searched beside its document, then from the top', async () => {
    const from = { ...link, path: path.join(home, 'one/docs/x.md') };
    expect(await found('../src/a.ts', from)).toMatchObject({ path: 'src/a.ts' });
    expect(await found('/src/a.ts', from)).toMatchObject({ path: 'src/a.ts' });
    expect(await found('/lib/b.ts', from)).toMatchObject({ path: 'lib/b.ts' });
    symlinkSync(path.join(home, 'out'), path.join(home, 'one/lib'));
    expect(await found('/lib/b.ts', from)).toMatchObject({ folder: { root: roots[1] } });
    expect(await found('/src/none.ts', from)).toMatchObject(missing('src/none.ts'));
    expect(await found('/none.ts', from)).toMatchObject({ cause: 'no_file' });
    const out = await found('/src/../../out/secret.ts', from);
    expect([out, 'isElsewhere' in out]).toMatchObject([why('path_climbs'), false]);
    expect(await found('/var/none.ts', from)).toMatchObject(why('path_elsewhere'));
    expect(await found('../../../etc/passwd', from)).toMatchObject({ kind: 'outside-workspace' });
  });

  it('that is missing probably belongs to another project unless its folder exists', async () => {
    listed('one', ['src/a.ts', 'src/deep/er/a.ts', 'docs/x.md']);
    writeFileSync(path.join(home, 'one/.gitignore'), 'src/made-*\n!*-own.ts\n');
    for (const gone of ['src/gone.ts', 'src/gone.test.ts', 'src/gone', 'deep/er/gone.ts', 'src/made-own.ts'])
      expect(await found(gone), gone).not.toHaveProperty('isElsewhere');
    for (const other of ['lib/gone.ts', 'src/gone.py', 'src/app.ts', 'gone.ts', 'src/made-it.ts'])
      expect(await found(other), other).toMatchObject({ isElsewhere: true });
    const from = { ...link, path: path.join(home, 'one/docs/y.md') };
    for (const own of ['gone.md', '/docs/gone.md', '/docs/index.md', 'index.md'])
      expect(await found(own, from), own).not.toHaveProperty('isElsewhere');
    from.path = path.join(home, 'one/docs/x.md');
    expect(await found('gone.md', from)).toHaveProperty('isElsewhere');
    listed('one', ['src/a.ts', '.gitmodules']);
    expect(await found('src/gone.ts')).toHaveProperty('isElsewhere');
    listed('one', ['src/Gone.ts', 'src/a.ts']); // other systems find it
    expect(await found('src/gone.ts')).toHaveProperty('isElsewhere');
    writeFileSync(path.join(home, 'one/.gitignore'), '*x\n'.repeat(6_000)); // too many to compare
    listed('one', ['src/a.ts']);
    expect(await found('src/gone.ts')).toHaveProperty('isElsewhere');
  });
});

describe('the spelling of a path', () => {
  test('is normalised', () => {
    expect(spelled('././src\\a.ts')).toBe('src/a.ts');
    for (const kept of ['profile:a', 'docs//a.md']) expect(spelled(kept)).toBe(kept);
  });
  test('is unsafe', () => {
    const encoded = ['a/..%2fb', 'a/%2e%252E/b', '．．/a', '．．＼b', '‥/b'];
    const special = ['~/a', '$HOME/a', '%TEMP%/a', 'a:b', 'a\u0001'];
    const devices = ['x/NUL', 'x/lpt1.txt', 'com1 ', 'a /b', 'a./b'];
    for (const written of [...encoded, ...special, ...devices]) expect(isUnsafe(written), written).toBe(true);
  });
  test('is safe', () => {
    const names = ['a~b', 'a$b/c', 'a%20b', 'a%b%c', 'a%2eb', 'console/nullable.ts', 'lpt/a'];
    for (const written of [...names, './a', '../a', 'a/./b']) expect(isUnsafe(written), written).toBe(false);
  });
  test('says whether it starts at the document', () => {
    const text = { path: 'x', marker: '' };
    expect([
      isBeside('./a', text),
      isBeside('../a', text),
      isBeside('a/./b', text),
      isBeside('a', text),
    ]).toEqual([true, true, false, false]);
    expect([
      isBeside('a', link),
      isBeside('./a', { ...text, isLog: true }),
      isBeside('./a', undefined),
    ]).toEqual([true, false, false]);
    expect([
      isFromTop('/a', link),
      isFromTop('a/b', link),
      isFromTop('//a', link),
      isFromTop('/a', text),
    ]).toEqual([true, false, false, false]);
  });
});
