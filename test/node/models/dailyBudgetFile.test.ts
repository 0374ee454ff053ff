import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpending } from '../../../src/node/models/dailyBudgetFile';
import { newFolder } from '../../support/newFolder';

const NOON = Date.UTC(2026, 0, 1, 12);
let folder: string;
beforeEach(() => void (folder = newFolder()));

const book = (cap: number, now = () => NOON) => createSpending(folder, cap, now);
const file = () => path.join(folder, 'spending.json');

describe('the spending of a day', () => {
  it('is shared by concurrent users of a folder', async () => {
    const windows = [book(1), book(1), book(1)];
    const got = await Promise.all(Array.from({ length: 24 }, (_, i) => windows[i % 3]!.open(0.1)));
    expect(got.filter(Boolean)).toHaveLength(10);
    expect(await createSpending(path.join(folder, 'new/one'), 1, () => NOON).open(1)).toBeDefined();
    expect(await windows[0]!.open(0.01)).toBeUndefined();
  });

  it('persists across runs, and returns unused reservations', async () => {
    const id = await book(1).open(0.9);
    expect(await book(1).open(0.2)).toBeUndefined();
    await book(1).close(id!, 0.3);
    expect(await book(1).open(0.6)).toBeDefined();
    expect(await book(1).open(0.11)).toBeUndefined();
    expect(await book(1).open(0.1)).toBeDefined();
  });

  it('resets the next day', async () => {
    await book(1).open(1);
    const tomorrow = book(1, () => NOON + 24 * 60 * 60 * 1_000);
    expect(await tomorrow.open(1)).toBeDefined();
  });

  it('allows nothing if its file cannot be read or written', async () => {
    await writeFile(file(), '{"date":"2026-01-01","spent":-1e9,"open":{}}');
    expect(await book(1).open(0.1)).toBeUndefined();
    expect(await createSpending(path.join(file(), 'below'), 1, () => NOON).open(0.1)).toBeUndefined();
  });

  it('names an unusable file, but not one whose cap is reached', async () => {
    const full = book(1);
    expect(await full.open(2)).toBeUndefined();
    expect(full.broken?.()).toBeUndefined();
    await writeFile(file(), '');
    const broken = book(1);
    expect(await broken.open(0.1)).toBeUndefined();
    expect(broken.broken?.()).toEqual({ cause: 'day_file', facts: { file: file() } });
  });

  it('does not wait for a pipe in place of its file', async () => {
    execFileSync('mkfifo', [file()]);
    expect(await book(1).open(0.1)).toBeUndefined();
  });

  it('removes a lock dated in the future', async () => {
    const lock = `${file()}.lock`;
    await writeFile(lock, '');
    const later = new Date(Date.now() + 3_600_000);
    await utimes(lock, later, later);
    expect(await book(1).open(0.1)).toBeDefined();
  });

  it('is unchanged if its file cannot be read', async () => {
    await mkdir(file());
    expect(await book(1).open(0.1)).toBeUndefined();
    expect(await readdir(folder)).toEqual(['spending.json']);
  });

  it('fails for a missing folder, and for a lock that is held too long', async () => {
    await createSpending(path.join(folder, 'gone'), 1, () => NOON).close('x', 1);
    await writeFile(`${file()}.lock`, '');
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 20_000));
    try {
      expect(await book(1).open(0.1)).toBeUndefined();
    } finally {
      clock.mockRestore();
    }
    expect(await readdir(folder)).toEqual(['spending.json.lock']);
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
    await book(1).open(0.1);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('removes the lock of a crashed process', async () => {
    await writeFile(`${file()}.lock`, '');
    await utimes(`${file()}.lock`, NOON / 1_000 - 60, NOON / 1_000 - 60);
    expect(await book(1).open(0.1)).toBeDefined();
  });

  it('stores numbers only: no text, model or key', async () => {
    const id = await book(1).open(0.25);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({
      date: '2026-01-01',
      spent: 0,
      open: { [id!]: 0.25 },
    });
  });
});
