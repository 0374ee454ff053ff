/** Names of files: those that are refused before any file is touched. */
import type { WrittenIn } from '../../core/ports';

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
const ENCODED_DOTS = /%(?:25)*(?:2e|2f|5c|c0|c1|e0)/i;

/**
 * Is a path as written refused whatever the disk holds? Whatever another system, another decoding or a shell would read as a way out
 * of the workspace is refused on every system. `path` has `/` as separator and is not absolute.
 */
export function isUnsafe(path: string): boolean {
  if (/[\0-\x1f\x7f:]/.test(path) || /^(?:~|\$|%\w+%)/.test(path)) return true;
  const parts = path.split('/');
  if (parts.some((part) => DEVICE.test(part.trimEnd()))) return true;
  if (parts.some((part) => /[ .]$/.test(part) && part !== '.' && part !== '..')) return true;
  if (ENCODED_DOTS.test(path) && path.includes('..')) return true;
  const folded = path.normalize('NFKC').replaceAll('\\', '/').split('/');
  return folded.includes('..') && !parts.includes('..'); // dots that only look different
}

/** Is a path looked for from the document's folder first: a link's destination, one that begins with `./` or `../`? */
export const isBeside = (written: string, from: WrittenIn | undefined): from is WrittenIn =>
  from !== undefined && from.isLog !== true && (from.isLink === true || /^\.{1,2}[\\/]/.test(written));

/** Does a path begin at the workspace's folder, as `/docs/a.md` in a link does for every reader of Markdown? */
export const isFromTop = (written: string, from: WrittenIn | undefined): from is WrittenIn =>
  from?.isLink === true && from.isLog !== true && /^[\\/](?![\\/])/.test(written);

/** UNC and device paths: opening one may send credentials to another machine, so they are told by their spelling. */
export const isRemote = (path: string): boolean => /^(?:\\\\|\/\/|\\\/|\/\\)/.test(path);
