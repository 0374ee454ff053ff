/**
 * Sources that the user attached for targets that can't be fetched: a PDF, a page, pasted text. Files are named by content hash and kept in
 * a host folder with an index from target to file. A file whose hash no longer matches is ignored.
 */
import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './files/folders';
import * as z from 'zod';
import { isFailure } from '../core/model';
import type { Failure, Notice, Resolution, Source, Target } from '../core/model';
import { fail, reason } from '../core/causes';
import { pagesOf } from '../core/text/lines';
import { parseJson } from '../core/text/jsonFields';
import { identityOf } from '../core/verify/jobs';
import { DEFAULTS, megabytes } from '../core/defaults';
import { readRegular } from './files/regularFile';
import type { Reader } from './read/reader';

const Given = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** File name shown to the user. */
  name: z.string(),
  contentType: z.string(),
  addedAt: z.string(),
});
const Index = z.strictObject({ version: z.literal(1), given: z.record(z.string(), Given) });
type Index = z.infer<typeof Index>;

export type Attachment = {
  readonly bytes: Uint8Array;
  /** File name shown to the user. */
  readonly name: string;
  readonly contentType: string;
};

/** In bytes. */
export const MOST_ATTACHED = 50 * 1024 * 1024;
const NONE: Index = { version: 1, given: {} };

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function indexOf(folder: string): Promise<Index> {
  const bytes = await readRegular(path.join(folder, 'attachments.json'), MOST_ATTACHED);
  return Index.safeParse(parseJson(bytes?.toString('utf8') ?? '')).data ?? NONE; // missing, or not in our format
}

async function bytesOf(folder: string, hash: string): Promise<Uint8Array | undefined> {
  const bytes = await readRegular(path.join(folder, hash), MOST_ATTACHED);
  return bytes && hashOf(bytes) === hash ? new Uint8Array(bytes) : undefined;
}

/** Others can attach a text there that the cited source doesn't have. */
const FROM_REPOSITORY: Notice = { kind: 'attached', ...reason('attached_in_repository') };

/** Attachments in `folders`; new ones go to the first, the others belong to repositories. A missing folder counts as empty. */
export function createAttachments(folders: readonly [string, ...string[]]) {
  const [home] = folders;

  async function save(target: Target, one: z.infer<typeof Given>): Promise<void> {
    const file = path.join(home, 'attachments.json');
    const given = { ...(await indexOf(home)).given, [identityOf(target)]: one };
    const sorted = Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));
    await writeFile(`${file}.new`, `${JSON.stringify({ version: 1, given: sorted }, undefined, 2)}\n`);
    await rename(`${file}.new`, file);
  }

  return {
    /** Stores the source of `target`, replacing an earlier one. */
    async attach(target: Target, given: Attachment, addedAt: string): Promise<Failure | undefined> {
      const { bytes, ...about } = given;
      if (bytes.byteLength > MOST_ATTACHED) return fail('file_too_large', { max: megabytes(MOST_ATTACHED) });
      const hash = hashOf(bytes);
      makeFolder(home);
      await writeFile(path.join(home, hash), bytes);
      await save(target, { hash, ...about, addedAt });
      return undefined;
    },

    /** Reads the attachment of `target`; undefined if it has none. */
    async read(
      target: Target,
      reader: Pick<Reader, 'read'>,
      signal: AbortSignal,
    ): Promise<Resolution | undefined> {
      const key = identityOf(target);
      for (const folder of folders) {
        const { given } = await indexOf(folder);
        const one = Object.hasOwn(given, key) ? given[key] : undefined;
        const bytes = one && (await bytesOf(folder, one.hash));
        if (!one || !bytes) continue;
        const size = bytes.byteLength;
        const read = await reader.read(
          { bytes, url: `file:///${encodeURIComponent(one.name)}`, contentType: one.contentType },
          signal,
        );
        const notices = folder === home ? [] : [FROM_REPOSITORY];
        return isFailure(read) ? read : { ...sourceOf(target, one, read, size), notices };
      }
      return undefined;
    },
  };
}

const sourceOf = (
  target: Target,
  { name, addedAt }: z.infer<typeof Given>,
  read: Exclude<Awaited<ReturnType<Reader['read']>>, Failure>,
  bytes: number,
): Source => ({
  target,
  location: name,
  title: read.title === '' ? name : read.title.slice(0, DEFAULTS.maxTitle),
  text: read.text.slice(0, DEFAULTS.maxSourceText),
  depth: 'full',
  via: 'user',
  ...pagesOf(read),
  truncated: read.truncated || read.text.length > DEFAULTS.maxSourceText,
  fetchedAt: addedAt,
  bytes,
  contentType: read.contentType,
  notices: [],
});
