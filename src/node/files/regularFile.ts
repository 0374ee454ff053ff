/** Reads regular files only: never waits for or reads a pipe, a device, a folder, or a link that another process put in place. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** Doesn't wait for the other end of a pipe, and doesn't follow a link created since the path was checked. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK || 0) | (constants.O_NOFOLLOW || 0);

/** Opens for reading; undefined if impossible. `path` must not be a link. */
export const openUnblocked = (path: string): Promise<FileHandle | undefined> =>
  open(path, FLAGS).catch(() => undefined);

/** The first `cap` bytes of an open file. */
export async function readStart(file: FileHandle, cap: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(cap, (await file.stat()).size));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** A regular file of at most `cap` bytes; undefined for anything else. Never throws. */
export async function readRegular(path: string, cap: number): Promise<Buffer | undefined> {
  const file = await openUnblocked(path);
  if (!file) return undefined;
  try {
    const facts = await file.stat();
    return facts.isFile() && facts.size <= cap ? await readStart(file, cap) : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
