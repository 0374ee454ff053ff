/** Places that are spelled oddly, stores of memories that are, and files that cannot be read. */
import { isFailure } from '../../../src/core/model';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../src/node/workspace';
import { MOST_BYTES, readMemory } from '../../../src/node/workspace/memories';
import { newFolder } from '../../support/newFolder';

let home = '';
let root = '';
const { signal } = new AbortController();
const write = (name: string, content: string | Uint8Array, where = root) => {
  mkdirSync(path.dirname(path.join(where, name)), { recursive: true });
  writeFileSync(path.join(where, name), content);
};
const open = (file: string, roots: readonly string[] = [root], from?: object) =>
  createWorkspace({ roots, trusted: false }).file(
    file,
    undefined,
    signal,
    from && { path: 'docs/deep/draft.md', marker: '', ...from },
  );
const outside = { kind: 'outside-workspace' };
const missing = { kind: 'not-found' };

beforeEach(() => {
  home = newFolder();
  root = path.join(home, 'ws');
  mkdirSync(root);
});

describe('a path', () => {
  it('may be a file URL of this machine only', async () => {
    write('a b.md', 'one\n');
    expect(await open(pathToFileURL(path.join(root, 'a b.md')).href)).toMatchObject({ path: 'a b.md' });
    for (const address of ['file://other/a.md', 'file:///%zz', 'file:///a%2Fb'])
      expect(await open(address), address).toMatchObject(outside);
  });

  it('may begin with the name of the workspace folder, through a link', async () => {
    const other = path.join(home, 'other');
    write('src/a.md', 'one\n');
    write('b.md', 'two\n', other);
    const [link, second] = [path.join(home, 'link'), path.join(home, 'second')];
    symlinkSync(root, link);
    symlinkSync(other, second);
    const both = [link, second];
    expect(await open(path.join(link, 'src/a.md'), both)).toMatchObject({ path: 'src/a.md' });
    expect(await open(path.join(root, 'src/a.md'), both)).toMatchObject({ path: 'src/a.md' });
    expect(await open(path.join(second, 'b.md'), both)).toMatchObject({ path: 'b.md' });
    expect(await open(path.join(link, 'none.md'), both)).toMatchObject(missing);
    for (const name of [`${link}/../outside.md`, `${home}/linked/a.md`, `${link}/src/../../outside.md`])
      expect(await open(name, both), name).toMatchObject(outside);
  });

  it('to nothing, or to a folder, is reported as such', async () => {
    symlinkSync(path.join(root, 'nowhere'), path.join(root, 'broken.md'));
    mkdirSync(path.join(root, 'folder.md'));
    expect(await open('broken.md')).toMatchObject(outside);
    expect(await open('folder.md')).toMatchObject({ kind: expect.stringMatching(/not/) as string });
    expect(await open('src/../none.md')).toMatchObject(missing);
    expect(await open(path.join(root, 'none.md'))).toMatchObject(missing);
  });

  it('through a link that leads outside reveals nothing', async () => {
    write('there.md', 'no\n', path.join(home, 'elsewhere'));
    symlinkSync(path.join(home, 'elsewhere'), path.join(root, 'way'));
    symlinkSync(path.join(home, 'gone'), path.join(home, 'elsewhere/broken.md'));
    const there = await open('way/there.md');
    expect(there).toMatchObject(outside);
    for (const name of ['way/none.md', 'way/broken.md', 'way/deep/er/none.md', 'way/there.md/none.md'])
      expect(await open(name), name).toEqual(there);
    expect(await open('none/deep/er.md')).toMatchObject(missing);
    symlinkSync(path.join(home, 'not-there'), path.join(root, 'lost'));
    for (const name of ['lost/a.md', 'lost/deep/er/a.md']) expect(await open(name), name).toEqual(there);
  });

  it('to a file in a settings folder may contain keys', async () => {
    write('.aws/config', 'region\n');
    expect(await open('.aws/config')).toMatchObject({ sensitive: expect.any(String) as string });
  });
});

describe('a memory', () => {
  const store = async (content: unknown, id = 'm') => {
    write('memory.json', typeof content === 'string' ? content : JSON.stringify(content), home);
    return readMemory(path.join(home, 'memory.json'), id);
  };

  it.each([
    [{ m: 'It is so.' }],
    [{ memories: { m: { text: 'It is so.' } } }],
    [{ memories: [{ id: 'm', content: 'It is so.' }] }],
    [[{ id: 'other' }, 7, { id: 'm', text: 'It is so.', title: 'm' }]],
  ])('is found in %j', async (content) => {
    expect(await store(content)).toEqual({ text: 'It is so.', title: 'm' });
  });

  it('may be numbered, titled, and empty', async () => {
    expect(await store([{ id: 7, text: 'It is so.', title: 'Seven' }], '7')).toEqual({
      text: 'It is so.',
      title: 'Seven',
    });
    expect(await store({ m: {} })).toEqual({ text: '', title: 'm' });
  });

  it.each([[{}], [[]], ['"word"'], ['null'], [{ m: 7 }], [{ memories: null }]])(
    'is not found in %j',
    async (content) => {
      expect(await store(content)).toMatchObject(missing);
      expect(await store(content, 'constructor')).toMatchObject(missing);
    },
  );

  it('is not found in an invalid store', async () => {
    expect(await store('{')).toMatchObject({ kind: 'not-text' });
    expect(await store('"'.padEnd(MOST_BYTES + 1))).toMatchObject({ kind: 'too-large' });
    expect(await readMemory(undefined, 'm')).toMatchObject({ kind: 'untrusted' });
    expect(await readMemory(path.join(home, 'none.json'), 'm')).toMatchObject(missing);
    expect(await readMemory(home, 'm')).toHaveProperty('cause');
  });
});

describe('a path in a document below the folder', () => {
  const beside = (file: string, isLink: boolean, from: object = {}) =>
    open(file, [root], { isLink, ...from });

  beforeEach(() => {
    write('docs/deep/cfg.ts', 'deep\n');
    write('docs/app.ts', 'docs\n');
    write('cfg.ts', 'top\n');
    write('src/only.ts', 'src\n');
    write('draft.md', '');
  });

  it.each([
    ['cfg.ts', true, 'docs/deep/cfg.ts'],
    ['cfg.ts', false, 'cfg.ts'],
    ['./cfg.ts', false, 'docs/deep/cfg.ts'],
    ['.\\cfg.ts', false, 'docs/deep/cfg.ts'],
    ['../app.ts', false, 'docs/app.ts'],
    ['../app.ts', true, 'docs/app.ts'],
    ['../../cfg.ts', true, 'cfg.ts'],
    // Not there: from the top, or by its end, as before.
    ['src/only.ts', true, 'src/only.ts'],
    ['./src/only.ts', false, 'src/only.ts'],
    ['only.ts', true, 'src/only.ts'],
    ['/docs/app.ts', true, 'docs/app.ts'],
  ])('%s, a link: %s, is %s', async (file, isLink, found) => {
    expect(await beside(file, isLink)).toMatchObject({ path: found });
  });

  it('from the workspace folder is searched in the document’s own root first', async () => {
    const other = path.join(home, 'other');
    write('docs/app.ts', 'other\n', other);
    write('draft.md', '', other);
    for (const own of [root, other]) {
      const from = { path: path.join(own, 'draft.md'), isLink: true };
      const text = own === root ? 'docs\n' : 'other\n';
      expect(await open('/docs/app.ts', [root, other], from)).toMatchObject({ text });
    }
  });

  it('is relative to the host’s base folder', async () => {
    const config = { roots: [root], trusted: false, cwd: path.join(root, 'docs') };
    const from = { path: 'deep/draft.md', marker: '', isLink: true };
    expect(await createWorkspace(config).file('../app.ts', undefined, signal, from)).toMatchObject({
      path: 'docs/app.ts',
    });
  });

  it('is not searched next to a log, because agents do not work there', async () => {
    for (const name of ['cfg.ts', './cfg.ts'])
      expect(await beside(name, true, { isLog: true }), name).toMatchObject({ path: 'cfg.ts' });
    expect(await beside('../app.ts', true, { isLog: true })).toMatchObject(outside);
  });

  it('from the top is missing if the workspace has its folder, else it belongs elsewhere', async () => {
    expect(await beside('/docs/none.ts', true)).toMatchObject(missing);
    expect(await beside('/none.ts', true)).toMatchObject(missing);
    expect(await beside('/home/x/none.ts', true)).toMatchObject(outside);
    symlinkSync(home, path.join(root, 'out'));
    expect(await beside('/out/none.ts', true)).toMatchObject(outside);
    expect(await beside('/docs/app.ts', true, { isLog: true })).toMatchObject(outside);
  });

  it('never leads outside the workspace', async () => {
    write('secret.ts', 'no\n', home);
    for (const isLink of [true, false]) {
      expect(await beside('../none.ts', isLink)).toMatchObject(missing);
      expect(await beside('../../../secret.ts', isLink)).toMatchObject(outside);
      for (const name of ['secret.ts', './secret.ts'])
        expect(await beside(name, isLink, { path: path.join(home, 'draft.md') })).toMatchObject(missing);
    }
    expect(await beside('/docs/app.ts', false)).toMatchObject(outside);
    expect(await beside(path.join(home, 'secret.ts'), true)).toMatchObject(outside);
    for (const name of ['..%2f..%2f..%2fsecret.ts', '%2e%2e/%2e%2e/%2e%2e/secret.ts', '%2e%2e/cfg.ts'])
      expect(await beside(name, true), name).toMatchObject(outside);
    symlinkSync(path.join(home, 'secret.ts'), path.join(root, 'docs/deep/out.ts'));
    expect(await beside('out.ts', true)).toMatchObject(outside);
  });
});

describe('a missing file', () => {
  const isElsewhere = async (name: string, from: object = {}) => {
    const found = await open(name, [root], { path: 'docs/a.md', ...from });
    return isFailure(found) ? found.isElsewhere === true : undefined;
  };
  beforeEach(() => {
    write('src/net/one.ts', 'one\n');
    write('docs/guide.md', 'one\n');
  });

  it.each(['src/net/none.ts', 'net/none.ts', './none.md', '../src/net/none.ts'])(
    'is reported if its folder has files of its type: %s',
    async (name) => {
      expect(await isElsewhere(name)).toBe(false);
    },
  );

  it.each([
    'none.ts',
    'lib/none.ts',
    'src/other/none.ts',
    'src/net/none.rs',
    'src/net/app.ts',
    './none.ts',
    '/home/x/src/net/none.ts',
    'C:\\x\\none.ts',
    '~/src/none.ts',
    '//server/share/none.ts',
    '.../net/none.ts',
  ])('likely belongs to another project or machine: %s', async (name) => {
    expect(await isElsewhere(name)).toBe(true);
  });

  it('is expected in a log below an existing folder', async () => {
    expect(await isElsewhere('src/other/none.ts', { isLog: true })).toBe(false);
    expect(await isElsewhere('lib/none.ts', { isLog: true })).toBe(true);
  });

  it('is outside the workspace if its path leads there', async () => {
    expect(await isElsewhere('../../out.ts')).toBe(false);
  });
});
