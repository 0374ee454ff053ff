/** A regular file read to text, at most so many bytes of it; whatever else lies at the path is refused without being read. */
import { fail, reason } from '../../core/causes';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { DEFAULTS } from '../../core/defaults';
import type { Failure } from '../../core/model';
import { decodeText, encodingOf } from '../decode';

export type FileText = { readonly text: string; readonly truncated: boolean };

const isBinary = (bytes: Uint8Array): boolean =>
  encodingOf(bytes) === 'utf-8' && bytes.subarray(0, 65_536).includes(0);

/** Does not wait for a pipe's other end, does not follow a link put there since the path was checked. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK || 0) | (constants.O_NOFOLLOW || 0);

/** Reads a real path. Takes a cap in bytes; gives text, or why it is none. */
export async function readText(
  real: string,
  cap: number = DEFAULTS.maxFileBytes,
): Promise<FileText | Failure> {
  const file = await open(real, FLAGS).catch(() => undefined);
  if (!file) return fail('unreadable');
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return fail('not_a_file');
    const bytes = Buffer.alloc(Math.min(cap, facts.size));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const whole = bytes.subarray(0, filled);
    if (isBinary(whole)) return fail('not_text', { what: reason('binary_data') });
    return { text: decodeText(whole), truncated: facts.size > cap };
  } catch {
    return fail('unreadable');
  } finally {
    await file.close();
  }
}
