/** The check of cited and linked files, on disk and in virtual folders: loaded when a text first names one. */
import { fileProblems } from '../../core/scan/fileProblems';
import { linkProblems } from '../../core/scan/linkProblems';
import type { Problem } from '../../core/model';
import type { TextScan } from '../../core/scan/scanner';
import { createWorkspace } from '../../node/workspace';
import { withVirtual, type VirtualFolder } from './virtualFiles';

/** Problems of the files that the text at `path` cites and links to, below `roots` and in `folders`. */
export async function citedFileProblems(
  path: string,
  scan: TextScan,
  roots: readonly string[],
  folders: readonly VirtualFolder[],
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const files = withVirtual(createWorkspace({ roots, trusted: true }), roots.length > 0, folders);
  const cited = await fileProblems(scan, files, path, signal);
  return scan.links.length === 0 ? cited : [...cited, ...(await linkProblems(scan, files, path, signal))];
}
