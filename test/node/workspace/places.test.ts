/** Places that are spelled oddly, stores of memories that are, and files that cannot be read. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../src/node/workspace';
import { readMemory } from '../../../src/node/workspace/memory';

let home = '';
let root = '';
const { signal } = new AbortController();
const write = (name: string, content: string | Uint8Array, where = root) => {
  mkdirSync(path.dirname(path.join(where, name)), { recursive: true });
  writeFileSync(path.join(where, name), content);
};
const open = (file: string, roots: readonly string[] = [root]) =>
  createWorkspace({ roots, trusted: false }).file(file, undefined, signal);

beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'citewright-places-')));
  root = path.join(home, 'ws');
  mkdirSync(root);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('a path', () => {
  it.each(['', './', 'x'.repeat(5_000)])('that names nothing is not found: %j', async (name) => {
    expect(await open(name)).toMatchObject({ miss: 'not-found' });
  });

  it('may be an address of this machine, and of no other', async () => {
    write('a b.md', 'one\n');
    expect(await open(pathToFileURL(path.join(root, 'a b.md')).href)).toMatchObject({ path: 'a b.md' });
    for (const address of ['file://other/a.md', 'file:///%zz', 'file:///a%2Fb'])
      expect(await open(address), address).toMatchObject({ miss: 'outside-workspace' });
  });

  it('that two folders of the workspace have is told with both', async () => {
    const other = path.join(home, 'other');
    write('a.md', 'one\n');
    write('a.md', 'two\n', other);
    expect(await open('a.md', [root, other])).toEqual({
      miss: 'ambiguous',
      detail: expect.stringContaining('ws/a.md') as string,
    });
    expect(await open('other/a.md', [root, other])).toMatchObject({ text: 'two\n' });
  });

  it('of many files names some of them', async () => {
    for (const folder of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) write(`${folder}/x/same.md`, '');
    expect(await open('x/same.md')).toMatchObject({
      miss: 'ambiguous',
      detail: expect.stringMatching(/8 files.*, …/) as string,
    });
  });

  it('that leads to nothing, or to a folder, is said to be so', async () => {
    symlinkSync(path.join(root, 'nowhere'), path.join(root, 'broken.md'));
    mkdirSync(path.join(root, 'folder.md'));
    expect(await open('broken.md')).toMatchObject({ miss: 'outside-workspace' });
    expect(await open('folder.md')).toMatchObject({ miss: expect.stringMatching(/not/) as string });
    expect(await open('src/../none.md')).toMatchObject({ miss: 'not-found' });
    expect(await open(path.join(root, 'none.md'))).toMatchObject({ miss: 'not-found' });
  });

  it('to a file in a folder of settings says that it may hold keys', async () => {
    write('.aws/config', 'region\n');
    expect(await open('.aws/config')).toMatchObject({ sensitive: expect.any(String) as string });
  });

  it('in no folder at all is outside', async () => {
    expect(await open('a.md', [path.join(home, 'gone')])).toMatchObject({
      miss: expect.any(String) as string,
    });
  });

  it.each([
    ['UTF-16 LE', Buffer.from('\ufeffGröße\n', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeffGröße\n', 'utf16le').swap16()],
    ['UTF-8 with its mark', Buffer.from('\ufeffGröße\n')],
  ])('to a file in %s is its text', async (_, bytes) => {
    write('a.md', bytes);
    expect(await open('a.md')).toMatchObject({ text: 'Größe\n', lines: 1 });
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
      expect(await store(content)).toMatchObject({ miss: 'not-found' });
      expect(await store(content, 'constructor')).toMatchObject({ miss: 'not-found' });
    },
  );

  it('cannot be had of a store that is none', async () => {
    expect(await store('{')).toMatchObject({ miss: 'not-text' });
    expect(await readMemory(undefined, 'm')).toMatchObject({ miss: 'untrusted' });
    expect(await readMemory(path.join(home, 'none.json'), 'm')).toMatchObject({ miss: 'not-found' });
    expect(await readMemory(home, 'm')).toHaveProperty('miss');
  });
});
