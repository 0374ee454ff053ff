import { fail } from '../../src/core/causes';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Target } from '../../src/core/model';
import { createAttachments } from '../../src/node/attachments';
import type { Reader } from '../../src/node/read/reader';
import { newFolder } from '../support/newFolder';

const reader: Pick<Reader, 'read'> = {
  read: ({ bytes, contentType }) =>
    Promise.resolve({ contentType, title: '', text: new TextDecoder().decode(bytes), truncated: false }),
};
const { signal } = new AbortController();
const target: Target = { kind: 'work', doi: '10.5555/Paid' };
const bytes = new TextEncoder().encode('Spring tides rise.');
const named = (name: string, contentType: string) => ({ bytes, name, contentType });

describe('attachments', () => {
  let folder = '';
  beforeEach(() => void (folder = newFolder()));
  const attach = async (where = folder) =>
    createAttachments([where]).attach(target, named('tides.txt', 'text/plain'), '2026-01-02T03:04:05.000Z');

  it('are stored by hash, and read for every target of the same work', async () => {
    expect(await attach()).toBeUndefined();
    const names = await readdir(folder);
    expect(names.some((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
    const source = await createAttachments([folder]).read(
      { kind: 'work', doi: '10.5555/paid', year: 2020 },
      reader,
      signal,
    );
    expect(source).toMatchObject({
      text: 'Spring tides rise.',
      via: 'user',
      location: 'tides.txt',
      fetchedAt: '2026-01-02T03:04:05.000Z',
    });
  });

  it('are ignored if their bytes changed, and disabled by default', async () => {
    await attach();
    const name = (await readdir(folder)).find((one) => one.length === 64)!;
    await writeFile(path.join(folder, name), 'Other bytes.');
    expect(await createAttachments([folder]).read(target, reader, signal)).toBeUndefined();
    expect(await createAttachments([path.join(folder, 'none')]).read(target, reader, signal)).toBeUndefined();
  });

  it('are searched in every folder, in order, and those of a repository are named as such', async () => {
    await attach(path.join(folder, 'shared'));
    const both = createAttachments([path.join(folder, 'own'), path.join(folder, 'shared')]);
    const found = await both.read(target, reader, signal);
    expect(found).toMatchObject({ text: 'Spring tides rise.', notices: [{ kind: 'attached' }] });
  });

  it('counts a broken index as empty', async () => {
    await attach();
    const attachments = createAttachments([folder]);
    await writeFile(
      path.join(folder, 'attachments.json'),
      '{"version":1,"given":{"x":{"hash":"../../etc/passwd"}}}',
    );
    expect(await attachments.read(target, reader, signal)).toBeUndefined();
    expect(JSON.parse(await readFile(path.join(folder, 'attachments.json'), 'utf8'))).toHaveProperty(
      'given.x',
    );
  });
});

describe('an attachment', () => {
  let folder = '';
  beforeEach(() => void (folder = newFolder()));
  const at = '2026-01-02T03:04:05.000Z';

  it('over the size limit is rejected, and nothing is written', async () => {
    const huge = new Uint8Array(50 * 1024 * 1024 + 1);
    const given = { ...named('a.pdf', 'application/pdf'), bytes: huge };
    expect(await createAttachments([folder]).attach(target, given, at)).toMatchObject({ kind: 'too-large' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is listed in a fixed order, whatever was added first', async () => {
    const other: Target = { kind: 'work', doi: '10.1111/a' };
    const attachments = createAttachments([folder]);
    for (const one of [target, other]) await attachments.attach(one, named('a.txt', 'text/plain'), at);
    const index = await readFile(path.join(folder, 'attachments.json'), 'utf8');
    expect(index.indexOf('10.1111/a')).toBeLessThan(index.indexOf('10.5555/paid'));
  });

  it('is ignored if its file is missing, a folder, or changed', async () => {
    const attachments = createAttachments([folder]);
    await attachments.attach(target, named('a.txt', 'text/plain'), at);
    const [hash = ''] = (await readdir(folder)).filter((name) => name !== 'attachments.json');
    await writeFile(path.join(folder, hash), 'other');
    expect(await attachments.read(target, reader, signal)).toBeUndefined();
    await rm(path.join(folder, hash));
    expect(await attachments.read(target, reader, signal)).toBeUndefined();
  });

  it('that is unreadable is a failure; one with pages keeps them, and its own title', async () => {
    const attachments = createAttachments([folder]);
    await attachments.attach(target, named('a.pdf', 'application/pdf'), at);
    const failing = { read: () => Promise.resolve(fail('bad_pdf')) };
    expect(await attachments.read(target, failing, signal)).toMatchObject(fail('bad_pdf'));
    const paged: Pick<Reader, 'read'> = {
      read: () =>
        Promise.resolve({
          contentType: 'application/pdf',
          title: 'Tides',
          text: 'ab',
          pages: [0, 1],
          truncated: false,
        }),
    };
    expect(await attachments.read(target, paged, signal)).toMatchObject({
      title: 'Tides',
      pages: [0, 1],
      via: 'user',
    });
  });
});
