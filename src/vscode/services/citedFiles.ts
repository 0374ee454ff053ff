/** The check of cited files, on disk and in virtual folders: loaded when a text first cites one. */
import { fileProblems } from '../../core/fileProblems';
import type { Problem } from '../../core/model';
import type { TextScan } from '../../core/scanner';
import { createWorkspace } from '../../node/workspace';
import { withVirtual, type Folder } from './virtualFiles';

/** Problems of the files that the text at `path` cites, below `roots` and in `folders`. */
export function citedFileProblems(
  path: string,
  scan: TextScan,
  roots: readonly string[],
  folders: readonly Folder[],
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const disk = createWorkspace({ roots, trusted: true });
  return fileProblems(scan, withVirtual(disk, roots.length > 0, folders), path, signal);
}
