/** A file that processes change in turn, and a process that loses its lock. */
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

test('loses no change of many at once', async () => {
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
