import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure, type Target } from '../../src/core/model';
import { createAttachments } from '../../src/node/attachments';
import type { Reader } from '../../src/node/reader';

const reader: Pick<Reader, 'read'> = {
  read: ({ bytes, contentType }) =>
    Promise.resolve({
      contentType,
      title: '',
      text: new TextDecoder().decode(bytes),
      meta: {},
      truncated: false,
    }),
};
const { signal } = new AbortController();
const target: Target = { kind: 'work', doi: '10.5555/Paid' };
const bytes = new TextEncoder().encode('Spring tides rise.');

describe('what the user gives instead of a source', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'attachments-'));
  });
  afterEach(async () => rm(folder, { recursive: true }));
  const attach = async (where = folder) =>
    createAttachments([where]).attach(target, bytes, 'tides.txt', 'text/plain', '2026-01-02T03:04:05.000Z');

  it('is kept under its hash, and read for whatever names the same work', async () => {
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

  it('is not used once its bytes are others, and nothing is without it', async () => {
    await attach();
    const name = (await readdir(folder)).find((one) => one.length === 64)!;
    await writeFile(path.join(folder, name), 'Other bytes.');
    expect(await createAttachments([folder]).read(target, reader, signal)).toBeUndefined();
    expect(await createAttachments([path.join(folder, 'none')]).read(target, reader, signal)).toBeUndefined();
  });

  it('is looked for in every folder, the first one before the others', async () => {
    await attach(path.join(folder, 'shared'));
    const both = createAttachments([path.join(folder, 'own'), path.join(folder, 'shared')]);
    const found = await both.read(target, reader, signal);
    expect(found && !isFailure(found) && found.text).toBe('Spring tides rise.');
  });

  it('can be forgotten, and an index that is broken holds nothing', async () => {
    await attach();
    const attachments = createAttachments([folder]);
    expect(await attachments.detach(target)).toBe(true);
    expect(await attachments.detach(target)).toBe(false);
    expect(await attachments.read(target, reader, signal)).toBeUndefined();
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
