import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCache } from '../../src/node/cache';
import { newFolder } from '../support/newFolder';

const DAY = 24 * 60 * 60 * 1_000;
let folder: string;
let now: number;
const clock = { now: () => now };

const files = () =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => path.join(e.parentPath, e.name))
    : [];

beforeEach(() => {
  folder = newFolder();
  now = Date.UTC(2026, 0, 1);
});

describe('the cache on disk', () => {
  it('returns what was stored', async () => {
    const cache = createCache(folder, clock);
    await cache.put('source', 'a key', { text: 'naïve 文' }, 7);
    now += DAY;
    expect(await createCache(folder, clock).get('source', 'a key')).toEqual({ text: 'naïve 文' });
    expect(await cache.get('verdict', 'a key')).toBeUndefined();
  });

  it('does not wait for a pipe in place of an entry', async () => {
    const cache = createCache(folder, clock);
    await cache.put('source', 'k', 1, 1);
    const [file = ''] = files();
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await cache.get('source', 'k')).toBeUndefined();
  });

  it('without a size limit writes a small entry before anything else can happen', async () => {
    const stored = createCache(folder, clock, Infinity).put('answer', 'k', 'paid for', 1);
    expect(files()).toHaveLength(1);
    expect(await createCache(folder, clock).get('answer', 'k')).toBe('paid for');
    await stored;
  });

  it('leaves no trace of an entry that cannot be written, and throws if nothing may be lost', async () => {
    for (const most of [undefined, Infinity]) {
      const cache = createCache(folder, clock, most);
      await cache.put('source', 'k', 1, 1);
      const [file = ''] = files();
      rmSync(file);
      mkdirSync(file);
      const failed = await cache.put('source', 'k', 2, 1).then(
        () => false,
        () => true,
      );
      expect([most, failed, files()]).toEqual([most, most === Infinity, []]);
      rmSync(file, { recursive: true });
    }
  });

  it('ignores an entry dated in the future', async () => {
    now += 365 * DAY;
    for (const most of [Infinity, undefined]) await createCache(folder, clock, most).put('source', 'k', 1, 7);
    now -= 365 * DAY; // of two computers that share a store, this one may be wrong
    expect(await createCache(folder, clock, Infinity).get('source', 'k')).toBe(1);
    expect(await createCache(folder, clock).get('source', 'k')).toBeUndefined();
  });

  it('drops an expired entry and its file', async () => {
    const cache = createCache(folder, clock);
    await cache.put('source', 'k', 1, 1);
    now += DAY;
    expect(await cache.get('source', 'k')).toBeUndefined();
    expect(files()).toEqual([]);
  });

  it('drops a corrupt entry and stores a new one', async () => {
    const cache = createCache(folder, clock);
    await cache.put('verdict', 'k', 'whole', 1);
    const [file] = files();
    const whole = readFileSync(file!);
    for (const damaged of [Buffer.from('no gzip'), whole.subarray(0, 20), Buffer.alloc(0)]) {
      writeFileSync(file!, damaged);
      expect(await cache.get('verdict', 'k')).toBeUndefined();
      expect(files()).toEqual([]);
      await cache.put('verdict', 'k', 'again', 1);
      expect(await cache.get('verdict', 'k')).toBe('again');
    }
  });

  it('leaks no key in file names, and restricts file access', async () => {
    const cache = createCache(folder, clock);
    await cache.put('source', '../../secret name', 1, 1);
    expect(files().join()).not.toContain('secret');
    expect(files().every((f) => f.startsWith(folder))).toBe(true);
    expect(files().flatMap((f) => [f, path.dirname(f)].map((p) => statSync(p).mode & 0o077))).toEqual([0, 0]);
  });

  it('evicts the least recently used entries over its size limit', async () => {
    const noise = (seed: number) => Array.from({ length: 2_000 }, (_, i) => Math.sin(seed * 7919 + i)).join();
    const cache = createCache(folder, clock, 100_000);
    for (let i = 0; i < 10; i++) {
      now += 1_000;
      await cache.put('source', `k${i}`, noise(i), 7);
      now += 1_000;
      await cache.get('source', 'k0'); // in use all the time
    }
    await cache.sweep();
    expect(await cache.get('source', 'k0')).toBeDefined();
    expect(await cache.get('source', 'k9')).toBeDefined();
    expect(await cache.get('source', 'k1')).toBeUndefined();
  });

  it('keeps an entry dated less than a day ahead, but none with a lifetime of zero', async () => {
    now += DAY;
    await createCache(folder, clock).put('source', 'k', 1, 7);
    now -= DAY;
    expect(await createCache(folder, clock).get('source', 'k')).toBeDefined();
    for (const days of [0, -1]) await createCache(folder, clock).put('source', `none${days}`, 1, days);
    expect(files()).toHaveLength(1);
  });

  it('does not decompress a small file into a large one', async () => {
    const cache = createCache(folder, clock);
    await cache.put('source', 'k', 1, 1);
    const [file = ''] = files();
    const entry = { key: 'k', storedAt: new Date(now).toISOString(), expiresAt: now + DAY, value: ' ' };
    const bomb = JSON.stringify({ ...entry, value: ' '.repeat(65 * 1024 * 1024) });
    writeFileSync(file, gzipSync(JSON.stringify(entry)));
    expect(await cache.get('source', 'k')).toBe(' ');
    writeFileSync(file, gzipSync(bomb));
    expect(await cache.get('source', 'k')).toBeUndefined();
  });

  it('removes what a crashed process left an hour ago, and ignores other files', async () => {
    const cache = createCache(folder, clock, 10_000);
    await cache.put('source', 'k', 1, 7);
    const home = path.dirname(files()[0] ?? '');
    const at = (name: string, ageMs: number, bytes = 0) => {
      const file = path.join(home, name);
      writeFileSync(file, Buffer.alloc(bytes));
      utimesSync(file, new Date(now - ageMs), new Date(now - ageMs));
      return file;
    };
    const [left, fresh, other] = [at('a.tmp', 3_600_001), at('b.tmp', 3_600_000), at('c.txt', DAY)];
    mkdirSync(path.join(home, 'd.gz'));
    await cache.sweep();
    expect([left, fresh, other].map(existsSync)).toEqual([false, true, true]);
    expect(await cache.get('source', 'k')).toBeDefined();
    const [old, young] = [at('old.gz', 2_000, 6_000), at('young.gz', 1_000, 6_000)];
    const [orphan] = [at('e.tmp', DAY)];
    await cache.sweep(); // 12,000 bytes are too many, 8,000 are the goal
    expect([old, young, orphan, other].map(existsSync)).toEqual([false, true, false, true]);
    at('full.gz', 500, 10_000 - files().reduce((sum, file) => sum + statSync(file).size, 0));
    await cache.sweep(); // exactly the limit
    expect(existsSync(young)).toBe(true);
  });

  it('sweeps with the first write, then after every 16 MiB', async () => {
    const big = () => randomBytes(6 * 1024 * 1024).toString('base64');
    const cache = createCache(folder, clock, 9 * 1024 * 1024);
    const put = async (key: string) => {
      now += 1_000;
      await cache.put('source', key, big(), 7);
      return files().length;
    };
    const counts = [];
    for (const key of ['a', 'b', 'c', 'd']) counts.push(await put(key));
    expect(counts).toEqual([1, 2, 3, 1]);
  });

  it('may be shared: each reader sees a whole entry', async () => {
    const caches = Array.from({ length: 8 }, () => createCache(folder, clock));
    const value = (i: number) => ({ i, text: String(i).repeat(5_000) });
    await Promise.all(
      caches.map(async (cache, i) => {
        for (let n = 0; n < 10; n++) {
          await cache.put('source', 'shared', value(i), 7);
          const got = (await cache.get('source', 'shared')) as { i: number; text: string };
          expect(got.text).toBe(String(got.i).repeat(5_000));
        }
      }),
    );
    expect(files().filter((f) => f.endsWith('.tmp'))).toEqual([]);
  });

  it('never fails on disk errors, and says once that nothing is kept', async () => {
    const blocked = path.join(folder, 'a-file');
    writeFileSync(blocked, '');
    const lost: string[] = [];
    const cache = createCache(blocked, clock, undefined, (code) => lost.push(code));
    for (const key of ['k', 'l', 'm']) await cache.put('source', key, 1, 7);
    expect(await cache.get('source', 'k')).toBeUndefined();
    expect(lost).toEqual(['ENOTDIR']);
  });

  it('is cleared by one command', async () => {
    const cache = createCache(folder, clock);
    await cache.put('source', 'k', 1, 7);
    await cache.clear();
    expect(files()).toEqual([]);
    expect(await cache.get('source', 'k')).toBeUndefined();
  });

  it('stores nothing in private mode', async () => {
    const cache = createCache(undefined, clock);
    await cache.put('source', 'k', 1, 7);
    expect(await cache.get('source', 'k')).toBeUndefined();
  });
});
