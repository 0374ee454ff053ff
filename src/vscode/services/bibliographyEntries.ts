/** The entries of a text's bibliographies with their places: for definitions, completion and suggestions of keys. */
import type { Uri } from 'vscode';
import { readBibliographies } from '../../core/extract/references/bibliography';
import { entryIn } from '../../core/extract';
import type { Cited } from '../../core/scan/scanner';
import type { Citation, Span, Work } from '../../core/model';
import type { KeyEntry } from '../state/reference';
import { bibliographyFiles } from './bibliographyFiles';
import type { Library } from './workspaceContext';

const read = new Map<string, { readonly text: string; readonly works: ReadonlyMap<string, Work> }>();

function worksOf(uri: Uri, path: string, text: string): ReadonlyMap<string, Work> {
  const known = read.get(uri.toString());
  if (known?.text === text) return known.works;
  const works = readBibliographies(text, path);
  read.set(uri.toString(), { text, works });
  return works;
}

/** Every entry of the bibliographies for the keys of a text. */
export async function keyEntries(uri: Uri, scan: Cited, library?: Library): Promise<readonly KeyEntry[]> {
  const files = await bibliographyFiles(uri, scan, library);
  return files.flatMap(({ uri: file, path, text, isList }) =>
    isList ? [] : Array.from(worksOf(file, path, text), ([key, work]) => ({ key, work, uri: file, text })),
  );
}

/** The reference of a citation in a list next to its text. */
export async function listedEntry(uri: Uri, scan: Cited, { target }: Citation) {
  for (const file of await bibliographyFiles(uri, scan)) {
    const span = file.isList && entryIn(file, target);
    if (span) return { ...file, span };
  }
  return undefined;
}

/** Where an entry's key is in its file: after `@type{` in BibTeX, after `id` elsewhere. */
export function keySpan({ key, text }: Pick<KeyEntry, 'key' | 'text'>): Span | undefined {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const before = text.slice(Math.max(0, at - 40), at);
    const after = text.charAt(at + key.length);
    const isBibtex = /@\w{2,30}\s{0,9}[{(]\s{0,9}$/.test(before) && /[,\s})]/.test(after);
    const isId = /(?:^|[\s,{[])["']?id["']?\s{0,9}:\s{0,9}["']?$/m.test(before) && !/[\w:.-]/.test(after);
    if (isBibtex || isId) return { start: at, end: at + key.length };
  }
  return undefined;
}
