/** Reads a regular file up to a limit; anything else at the path is refused without reading. */
import { fail } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import type { Failure } from '../../core/model';
import type { FileText } from '../../core/workspace/locate';
import { decodeFile } from '../read/decode';
import { openUnblocked, readStart } from '../files/regularFile';

/** Reads a real path as text, up to `cap` bytes. */
export async function readText(
  real: string,
  cap: number = DEFAULTS.maxFileBytes,
): Promise<FileText | Failure> {
  const file = await openUnblocked(real);
  if (!file) return fail('unreadable');
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return fail('not_a_file');
    const text = decodeFile(await readStart(file, cap));
    return typeof text === 'string' ? { text, truncated: facts.size > cap } : text;
  } catch {
    return fail('unreadable');
  } finally {
    await file.close();
  }
}
