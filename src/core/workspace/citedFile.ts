/** What is said of a file that was found: its text, whether it has the cited lines, whether it may contain credentials. */
import { fail, reason } from '../causes';
import type { Failure, LineRange } from '../model';
import type { Drift, LocalFile } from '../ports';
import { credentialsByName } from '../text/credentials';
import { beside, type FileText, type Located, type Written } from './locate';

/** What is asked for: a path as written, and lines of the file. */
export type Asked = Written & { readonly lines: LineRange | undefined; readonly signal: AbortSignal };

/** Splits text into lines as an editor counts them: no empty line after the final line break. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.length > 1 && lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines;
}

function outOfRange(count: number, [from, to]: LineRange, truncated: boolean): Failure | undefined {
  // A range may end at the empty last line.
  if (from >= 1 && to >= from && to <= (to > from ? count + 1 : count)) return undefined;
  const isUnread = truncated && from >= 1 && to >= from;
  return fail(isUnread ? 'lines_unread' : 'line_out_of_range', { count });
}

/** Whether this is only what Git LFS or git-annex puts in the place of a file that another store has. */
export const isPointer = (text: string): boolean =>
  text.length < 1_100 &&
  /^(?:version https:\/\/(?:git-lfs|hawser)\.github\.com\/|\/annex\/objects\/)/.test(text);

/** Without its contents or cited lines that exist, the file is a failure, unless the lines drifted. */
export function describeFile(
  asked: Asked,
  found: Located,
  read: FileText,
  drift?: Drift,
): LocalFile | Failure {
  const { lines } = asked;
  if (isPointer(read.text)) return fail('not_text', { what: reason('stored_elsewhere') });
  const count = splitLines(read.text).length;
  // Lines that existed then and don't now have drifted, which says more than "out of range".
  const wrong = lines && !drift ? outOfRange(count, lines, read.truncated) : undefined;
  if (wrong) return wrong;
  const [near] = beside({ ...asked, folders: [found.folder] });
  const sensitive = credentialsByName(found.path) ?? credentialsByName(found.real);
  return {
    path: found.path,
    text: read.text,
    lines: count,
    truncated: read.truncated,
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(near?.path === found.path ? { isBeside: true } : {}),
    ...(drift ? { drift } : {}),
  };
}
