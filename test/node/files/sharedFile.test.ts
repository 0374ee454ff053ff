/** A file that processes change in turn, and a process that loses its lock. */
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { sharedFile } from '../../../src/node/files/sharedFile';
import { newFolder } from '../../support/newFolder';

let folder: string;
beforeEach(() => void (folder = newFolder()));
const file = () => path.join(folder, 'count.json');
const lock = () => `${file()}.lock`;
const counter = () => sharedFile(file(), z.number());

test('keeps every one of many simultaneous changes', async () => {
  await Promise.all(Array.from({ length: 40 }, () => counter().change((n = 0) => n + 1)));
  expect(await counter().read()).toBe(40);
  expect(readdirSync(folder)).toEqual(['count.json']);
});

/** Another process replaces the lock. Its own is as old as that of a crashed process. */
const takeLock = () => {
  writeFileSync(lock(), 'other');
  utimesSync(lock(), 1, 1);
};

test.each([
  ['gone', () => rmSync(lock())],
  ["another's", takeLock],
])('makes a change again if its lock is %s', async (_, loseLock) => {
  let asked = 0;
  const changed = await counter().change((n = 0) => {
    asked += 1;
    if (asked === 1) {
      loseLock();
      writeFileSync(file(), '10');
    }
    return n + 1;
  });
  expect([changed, asked, await counter().read()]).toEqual([true, 2, 11]);
  expect(readdirSync(folder)).toEqual(['count.json']);
});

test("does not remove another's lock", async () => {
  await counter().change(() => {
    takeLock();
    return undefined;
  });
  expect(readdirSync(folder)).toEqual(['count.json.lock']);
});

test('is rejected if it has another form, is a folder, or exceeds its limit', async () => {
  writeFileSync(file(), '"text"');
  await expect(counter().read()).rejects.toThrow();
  writeFileSync(file(), '1'.repeat(20));
  await expect(sharedFile(file(), z.number(), 19).read()).rejects.toThrow('can’t be read');
  rmSync(file());
  expect(await counter().read()).toBeUndefined();
  mkdirSync(file());
  await expect(counter().change((n = 0) => n + 1)).rejects.toThrow('can’t be read');
  expect(readdirSync(folder)).toEqual(['count.json']);
});

test('fails at once if its folder is missing', async () => {
  const start = Date.now();
  await expect(sharedFile(path.join(folder, 'none/a.json'), z.number()).change(() => 1)).rejects.toThrow(
    'ENOENT',
  );
  expect(Date.now() - start).toBeLessThan(9_000); // the wait for a lock
});

test.each([-60_000, 60_000])('takes the lock of a crashed process, %d ms away', async (away) => {
  writeFileSync(lock(), 'other');
  const then = (Date.now() + away) / 1_000;
  utimesSync(lock(), then, then);
  expect(await counter().change((n = 0) => n + 1)).toBe(true);
  expect(readdirSync(folder)).toEqual(['count.json']);
});

test('waits for a lock that is held', async () => {
  writeFileSync(lock(), 'other');
  let isChanged = false;
  const changing = counter()
    .change((n = 0) => n + 1)
    .then(() => (isChanged = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isChanged).toBe(false);
  rmSync(lock());
  await changing;
  expect(await counter().read()).toBe(1);
});
