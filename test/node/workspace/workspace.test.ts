import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../src/node/workspace';
import { newFolder } from '../../support/newFolder';

let home: string;
let root: string;
const signal = new AbortController().signal;

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const open = (file: string, lines?: [number, number]) =>
  createWorkspace({ roots: [root], trusted: false }).file(file, lines, signal);

beforeEach(() => {
  home = newFolder();
  root = path.join(home, 'ws');
  mkdirSync(root);
  mkdirSync(path.join(home, 'outside'));
  writeFileSync(path.join(home, 'outside', 'secret.txt'), 'TOP SECRET');
  write('src/a.ts', 'one\ntwo\nthree\n');
});

describe('a file of the workspace', () => {
  it('is found by its exact path, in any spelling', async () => {
    const spellings = [
      'src/a.ts',
      './src/a.ts',
      'src\\a.ts',
      path.join(root, 'src/a.ts'),
      'ws/src/a.ts',
      'src/../src/a.ts',
    ];
    for (const spelling of spellings)
      expect(await open(spelling), spelling).toMatchObject({ path: 'src/a.ts', lines: 3 });
  });

  it('is found by either encoding of an accent', async () => {
    const [one, two] = ['résumé'.normalize('NFC'), 'naïve'.normalize('NFD')];
    write(`docs/${one}.md`, 'x');
    write(`docs/${two}.md`, 'y');
    for (const name of [one, two])
      for (const form of ['NFC', 'NFD'])
        for (const folder of ['docs/', ''])
          expect(await open(`${folder}${name.normalize(form)}.md`)).toMatchObject({
            path: `docs/${name}.md`,
          });
  });

  it('is found by the end of its path if only one file matches', async () => {
    write('deep/down/b.ts', 'x');
    expect(await open('down/b.ts')).toMatchObject({ path: 'deep/down/b.ts' });
    expect(await open('own/b.ts')).toMatchObject({ kind: 'not-found' });
    write('other/down/b.ts', 'y');
    expect(await open('b.ts')).toMatchObject({ kind: 'ambiguous' });
    expect(await open('b.ts')).toMatchObject({ facts: { count: 2 } });
  });

  it('is not searched in package folders', async () => {
    write('node_modules/p/index.ts', 'x');
    expect(await open('index.ts')).toMatchObject({ kind: 'not-found' });
  });

  it('has the cited lines, or reports how many it has', async () => {
    expect(await open('src/a.ts', [1, 3])).toMatchObject({ lines: 3 });
    for (const lines of [
      [0, 0],
      [4, 4],
      [2, 9],
      [3, 2],
    ] as [number, number][])
      expect(await open('src/a.ts', lines), String(lines)).toMatchObject({ kind: 'line-out-of-range' });
  });

  it('is decoded by its byte order mark, which is removed', async () => {
    writeFileSync(path.join(root, 'u8.txt'), '\uFEFFé\n');
    writeFileSync(path.join(root, 'u16.txt'), '\uFEFFé\n', 'utf16le');
    expect(await open('u8.txt')).toMatchObject({ text: 'é\n' });
    expect(await open('u16.txt')).toMatchObject({ text: 'é\n' });
  });

  it('is read up to a megabyte', async () => {
    write('long.txt', 'word\n'.repeat(300_000));
    expect(await open('long.txt')).toMatchObject({ truncated: true });
    expect(await open('long.txt', [290_000, 290_000])).toMatchObject({ kind: 'too-large' });
  });

  it('isn’t read if it is a folder, a pipe, binary or huge, without blocking', async () => {
    mkdirSync(path.join(root, 'folder'));
    write('big.bin', '\0');
    write('lfs.c', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
    truncateSync(path.join(root, 'big.bin'), 2 ** 31);
    if (process.platform !== 'win32') execFileSync('mkfifo', [path.join(root, 'pipe')]);
    for (const name of ['folder', 'big.bin', 'lfs.c', ...(process.platform === 'win32' ? [] : ['pipe'])])
      expect(await open(name), name).toMatchObject({ kind: 'not-text' });
  });

  it('is marked if it contains credentials, whatever link leads to it', async () => {
    write('.env', 'K=V');
    write('.env.example', 'K=');
    symlinkSync('.env', path.join(root, 'harmless.txt'));
    expect(await open('.env')).toHaveProperty('sensitive');
    expect(await open('harmless.txt')).toHaveProperty('sensitive');
    expect(await open('.env.example')).not.toHaveProperty('sensitive');
    expect(await open('src/a.ts')).not.toHaveProperty('sensitive');
  });
});

describe('files outside the workspace', () => {
  it('are not reached by any spelling', async () => {
    const spellings = [
      '../outside/secret.txt', 'src/../../outside/secret.txt', '..\\outside\\secret.txt', '/etc/passwd', 'C:\\Windows\\win.ini', '~/x',
      '\\\\server\\share', '//server/share', '\\\\?\\C:\\x', 'file:///etc/passwd', 'src/a.ts::$DATA', 'src/a.ts ', 'src/a.ts.', 'aux', 'COM1.txt',
      'src/\0a.ts', '..%2foutside%2fsecret.txt', '．．/outside/secret.txt', `${root}-evil/x`,
    ]; // prettier-ignore
    for (const spelling of spellings)
      expect(await open(spelling), spelling).toMatchObject({ kind: 'outside-workspace' });
  });

  it('are not reached by a name that begins like the workspace’s', async () => {
    const secret = `${root}-evil/secret.txt`;
    mkdirSync(`${root}-evil`);
    writeFileSync(secret, 'TOP SECRET');
    symlinkSync(secret, path.join(root, 'link'));
    for (const spelling of [secret, '../ws-evil/secret.txt', './../ws-evil/secret.txt', 'link'])
      expect(await open(spelling), spelling).toMatchObject({ kind: 'outside-workspace' });
  });

  it('are not reached by links, in loops, chains or folders', async () => {
    symlinkSync('../outside/secret.txt', path.join(root, 'out'));
    symlinkSync('out', path.join(root, 'chain'));
    symlinkSync('loop', path.join(root, 'loop'));
    symlinkSync('nowhere', path.join(root, 'dangling'));
    symlinkSync(path.join(home, 'outside'), path.join(root, 'folder'));
    for (const name of ['out', 'chain', 'loop', 'dangling', 'folder/secret.txt'])
      expect(await open(name), name).toMatchObject({ kind: 'outside-workspace' });
  });

  it('do not include the target of a link that stays inside', async () => {
    symlinkSync('src/a.ts', path.join(root, 'in.ts'));
    expect(await open('in.ts')).toMatchObject({ text: 'one\ntwo\nthree\n' });
  });
});

describe('an untrusted workspace', () => {
  it('runs no git', async () => {
    expect(await createWorkspace({ roots: [root], trusted: false }).commit('abcdef1', signal)).toMatchObject({
      kind: 'untrusted',
    });
  });
});

it('a memory is found by its id, if a store is named', async () => {
  write('memories.json', '{"m1":"text"}');
  const files = createWorkspace({ roots: [root], trusted: true, memory: path.join(root, 'memories.json') });
  expect(await files.memory('m1')).toEqual({ text: 'text', title: 'm1' });
});
