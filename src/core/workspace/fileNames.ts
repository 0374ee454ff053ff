/** Classifies file names by spelling, before the disk is accessed. */
import { fail, reason, type Cause } from '../causes';
import type { Failure } from '../model';
import type { WrittenIn } from '../ports';

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
const ENCODED_DOTS = /%(?:25)*(?:2e|2f|5c|c0|c1|e0)/i;

/**
 * Whether a path is refused whether it exists or not: anything that another system, decoding or shell could read as leaving the workspace is
 * refused on every system. `path` is not absolute and has `/` as separator.
 */
export function isUnsafe(path: string): boolean {
  if (/[\0-\x1f\x7f:]/.test(path) || /^(?:~|\$|%\w+%)/.test(path)) return true;
  const parts = path.split('/');
  if (parts.some((part) => DEVICE.test(part))) return true;
  if (parts.some((part) => /[ .]$/.test(part) && part !== '.' && part !== '..')) return true;
  if (ENCODED_DOTS.test(path) && path.includes('..')) return true;
  const folded = path
    .normalize('NFKC')
    .replaceAll(/%(?:25)*2e/gi, '.')
    .replaceAll('\\', '/')
    .split('/');
  return folded.includes('..') && !parts.includes('..'); // encoded or look-alike dots
}

/** Whether a path is first searched in the document's folder: a link destination, or a path that begins with `./` or `../`. */
export const isBeside = (written: string, from: WrittenIn | undefined): from is WrittenIn =>
  from !== undefined && from.isLog !== true && (from.isLink === true || /^\.{1,2}[\\/]/.test(written));

/** Whether a path is relative to the workspace folder, like `/docs/a.md` in a Markdown link. */
export const isFromTop = (written: string, from: WrittenIn | undefined): from is WrittenIn =>
  from?.isLink === true && from.isLog !== true && /^[\\/](?![\\/])/.test(written);

export const outside = (why: Cause): Failure => fail('outside_workspace', { what: reason(why) });

/** Whether a path with `/` begins at a root or a drive. */
export const isAbsolute = (path: string): boolean => /^(?:\/|[a-z]:\/)/i.test(path);

/** The path with `/` and without a leading `./`, or why it names no file here. */
export function spelled(written: string): string | Failure {
  if (isRemote(written)) return outside('path_remote');
  const plain = written.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  return plain === '' || plain.length > 4_096 ? fail('no_path') : plain;
}

/** A path on some machine: from its root, a drive, a share or a home folder, or abbreviated (`.../a.ts`). */
export const ON_MACHINE = /^(?:[\\/~$]|\.{3}|…|file:|[a-z]:[\\/])/i;

/** Most candidates named if several files match. */
const NAMED = 5;

export function ambiguous(names: readonly string[]): Failure {
  const shown = [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])];
  return fail('file_ambiguous', { count: names.length, names: shown });
}

/** UNC and device paths. Opening one may send credentials to another machine, so they are recognized by spelling alone. */
const isRemote = (path: string): boolean => /^(?:\\\\|\/\/|\\\/|\/\\)/.test(path);
