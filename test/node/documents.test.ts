/** What a person names, read: files, standard input, their bytes; and where this machine keeps what may be thrown away. */
import { fail, reason } from '../../src/core/causes';
import { truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULTS } from '../../src/core/defaults';
import { systemClock } from '../../src/node/clock';
import { decodeDocument, MOST_BYTES } from '../../src/node/read/decode';
import { readDocument } from '../../src/node/files/documents';
import { cacheFolder, isInside } from '../../src/node/files/folders';
import { newFolder } from '../support/newFolder';

let folder = '';
beforeEach(() => void (folder = newFolder()));
const none = Readable.from([]);
const { signal } = new AbortController();
const read = (name: string, given: Readable = none, until = signal) =>
  readDocument(name, path.join(folder, name), given, until);
const write = (name: string, bytes: string | Uint8Array) => {
  writeFileSync(path.join(folder, name), bytes);
  return name;
};

describe('a document', () => {
  test('is read without its byte order mark', async () => {
    expect(await read(write('a.md', '\ufeffäöü\r\n'))).toBe('äöü\r\n');
  });

  test('is read in UTF-32 by its byte order mark, in either byte order', async () => {
    const units = [0xfeff, ...Array.from('Größe 😀\n', (c) => c.codePointAt(0) ?? 0), 0xd800];
    for (const isLittle of [true, false]) {
      const bytes = Buffer.alloc(units.length * 4);
      units.forEach((unit, i) =>
        isLittle ? bytes.writeUInt32LE(unit, i * 4) : bytes.writeUInt32BE(unit, i * 4),
      );
      expect(await read(write('a.md', bytes))).toBe('Größe 😀\n\ufffd');
    }
  });

  test('that is binary is detected without a NUL', async () => {
    const bytes = Buffer.from(Array.from({ length: 60 }, (_, i) => ((i * 37) % 255) + 1));
    expect(await read(write('a.md', bytes))).toMatchObject({ cause: 'not_text' });
    expect(await read(write('b.md', '\u001b[1mbold\u001b[0m\t\r\n\f'.repeat(9)))).toBeTypeOf('string');
  });

  test('without a name is not the current folder', async () => {
    expect(await readDocument('', path.join(folder), none, signal)).toEqual(fail('no_such_file'));
  });

  test('from standard input may be split inside a character', async () => {
    const bytes = Buffer.from('Größe');
    const pieces = Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]);
    expect(await read('-', pieces)).toBe('Größe');
  });

  test('from an endless standard input is cancelled with the run', async () => {
    const stop = new AbortController();
    const reading = read('-', new Readable({ read: () => undefined }), stop.signal);
    stop.abort();
    expect(await reading).toMatchObject({ kind: 'cancelled' });
  });

  test.each([
    ['none.md', 'no_such_file'],
    ['a.md/b.md', 'no_such_file'],
    ['x'.repeat(300), 'no_such_file'],
    ['.', 'not_a_file'],
    ['\0', 'unreadable_because'],
  ])('%j is a failure: %s', async (name, cause) => {
    write('a.md', '');
    expect(await read(name)).toMatchObject({ cause });
  });

  test('with binary content is rejected', async () => {
    expect(await read(write('a.pdf', '%PDF-1.7\n'))).toEqual(
      fail('not_text', { what: reason('binary_data') }),
    );
    expect(await read(write('a.png', new Uint8Array([137, 80, 78, 71, 0, 1])))).toEqual(
      fail('not_text', { what: reason('binary_data') }),
    );
  });

  test('over the size limit is rejected, before or after reading', async () => {
    truncateSync(path.join(folder, write('huge.md', '')), MOST_BYTES + 1);
    expect(await read('huge.md')).toMatchObject({ kind: 'too-large', cause: 'file_too_large' });
    write('long.md', 'x'.repeat(DEFAULTS.maxDocument + 1));
    expect(await read('long.md')).toEqual(
      fail('document_too_long', { count: DEFAULTS.maxDocument + 1, max: DEFAULTS.maxDocument }),
    );
  });
});

describe('bytes', () => {
  test.each([
    ['UTF-8', Buffer.from('aß€')],
    ['UTF-8 with its mark', Buffer.from('\ufeffaß€')],
    ['UTF-16 LE by its mark', Buffer.from('\ufeffaß€', 'utf16le')],
    ['UTF-16 BE by its mark', Buffer.from('\ufeffaß€', 'utf16le').swap16()],
  ])('in %s are the same text', (_, bytes) => {
    expect(decodeDocument(bytes)).toBe('aß€');
  });

  test('that are invalid UTF-8 become replacement characters', () => {
    expect(decodeDocument(new Uint8Array([97, 0xff, 98]))).toBe('a\ufffdb');
    expect(decodeDocument(new Uint8Array([0xfe, 98]))).toBe('\ufffdb');
  });
});

describe('the cache of this machine', () => {
  const home = os.homedir();
  test.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, path.join(home, '.cache', 'citewright')],
    ['linux', { XDG_CACHE_HOME: '/var/c' }, path.join('/var/c', 'citewright')],
    ['linux', { XDG_CACHE_HOME: 'relative' }, path.join(home, '.cache', 'citewright')],
    ['darwin', {}, path.join(home, 'Library', 'Caches', 'citewright')],
    ['win32', { LOCALAPPDATA: '/local' }, path.join('/local', 'citewright', 'Cache')],
    ['win32', {}, path.join(home, 'AppData', 'Local', 'citewright', 'Cache')],
  ])('on %s with %j is %s', (platform, env, expected) => {
    expect(cacheFolder(env, platform)).toBe(expected);
  });
});

describe('the clock', () => {
  test('sleeps, and rejects on abort', async () => {
    const start = systemClock.now();
    await systemClock.sleep(20, signal);
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(15);
    const stop = new AbortController();
    const asleep = systemClock.sleep(60_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(asleep).rejects.toThrow('aborted');
    await expect(systemClock.sleep(60_000, stop.signal)).rejects.toThrow('aborted');
  });

  test('makes nonces of the requested length, from all letters and digits', () => {
    const word = systemClock.nonce(5_000);
    expect(word).toMatch(/^[a-z0-9]{5000}$/);
    expect(new Set(word).size).toBe(36);
    expect(systemClock.nonce(20)).not.toBe(systemClock.nonce(20));
  });
});

test('a folder is inside itself, as are its children, but not its siblings and parents', () => {
  for (const inner of ['/a/b', '/a/b/c', '/a/b/..c', '/a/b/c/..'])
    expect(isInside('/a/b', inner), inner).toBe(true);
  for (const outer of ['/a', '/', '/a/bc', '/a/b/../c', '/b'])
    expect(isInside('/a/b', outer), outer).toBe(false);
});
