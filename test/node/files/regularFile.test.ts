import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fail, reason } from '../../../src/core/causes';
import { readRegular, readStart } from '../../../src/node/files/regularFile';
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

it('is read in the pieces that the system returns, up to its end', async () => {
  const text = Buffer.from('sixty!');
  const wanted: number[] = [];
  const pieces = (size: number) =>
    ({
      stat: () => Promise.resolve({ size }),
      read: (into: Buffer, offset: number, length: number, position: number) => {
        wanted.push(length);
        const bytesRead = text.copy(into, offset, position, position + Math.min(2, length));
        return Promise.resolve({ bytesRead });
      },
    }) as unknown as FileHandle;
  expect((await readStart(pieces(6), 100)).toString()).toBe('sixty!');
  expect(wanted.splice(0)).toEqual([6, 4, 2]);
  expect((await readStart(pieces(9), 100)).toString()).toBe('sixty!'); // it became shorter
  expect((await readStart(pieces(6), 3)).toString()).toBe('six');
});

it('as text is marked as whole or truncated, and binary if it is', async () => {
  expect(await readText(at('file'), 4)).toEqual({ text: 'four', truncated: false });
  expect(await readText(at('file'), 3)).toEqual({ text: 'fou', truncated: true });
  writeFileSync(at('binary'), Buffer.from([0, 1, 2, 0]));
  expect(await readText(at('binary'))).toMatchObject(fail('not_text', { what: reason('binary_data') }));
});

it.skipIf(process.platform !== 'linux')('is closed after reading', async () => {
  const count = () => readdirSync('/proc/self/fd').length;
  for (const read of [() => readRegular(at('file'), 4), () => readText(at('file'))]) {
    const before = count();
    for (let i = 0; i < 50; i++) await read();
    expect(count() - before).toBeLessThan(25);
  }
});

it('is not a link that replaced it after the check', async () => {
  symlinkSync(at('file'), at('link'));
  expect(await readRegular(at('link'), 4)).toBeUndefined();
  expect(await readText(at('link'))).toMatchObject({ kind: 'not-text', cause: 'unreadable' });
});

it('is neither a folder nor a pipe, and never blocks', async () => {
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  for (const name of ['folder', 'pipe']) expect(await readRegular(at(name), 4), name).toBeUndefined();
});
