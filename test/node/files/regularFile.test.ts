import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readRegular } from '../../../src/node/files/regularFile';
import { readText } from '../../../src/node/workspace/readFile';
import { newFolder } from '../../support/newFolder';

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeEach(() => {
  folder = newFolder();
  writeFileSync(at('file'), 'four');
});

it('is read whole up to its cap, and not beyond', async () => {
  expect((await readRegular(at('file'), 4))?.toString()).toBe('four');
  expect(await readRegular(at('file'), 3)).toBeUndefined();
  expect(await readRegular(at('none'), 4)).toBeUndefined();
});

it.skipIf(process.platform !== 'linux')('is closed again', async () => {
  const count = () => readdirSync('/proc/self/fd').length;
  const before = count();
  for (let i = 0; i < 50; i++) await readRegular(at('file'), 4);
  expect(count() - before).toBeLessThan(25);
});

it('is no link that was put there since its path was checked', async () => {
  symlinkSync(at('file'), at('link'));
  expect(await readRegular(at('link'), 4)).toBeUndefined();
  expect(await readText(at('link'))).toMatchObject({ cause: 'unreadable' });
});

it('is neither a folder nor a pipe, and never blocks', async () => {
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  for (const name of ['folder', 'pipe']) expect(await readRegular(at(name), 4), name).toBeUndefined();
});
