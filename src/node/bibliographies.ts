/**
 * The bibliography files of a document: those that it names, else, when it uses cite keys, the `.bib` files around it. Read below
 * the document's own folder and the workspace's folders only, after links are resolved: the document is hostile.
 */
import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findBibliographies, type Bibliography } from '../core/bibliographySearch';
import type { ScanContext, Wanted } from '../core/extract';
import { openAny } from '../core/scanText';
import type { TextScan } from '../core/scanner';
import { decodeText } from './decode';
import { isInside } from './folders';

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_FILES = 20;
/** Folders looked into for `.bib` files that nobody names. */
const MOST_FOLDERS = 200;
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'target', 'venv']);

/** A pipe that a hostile folder holds does not make the opening wait for its other end. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK || 0);

/** A regular file below one of `roots` (real paths), whole; nothing for anything else. */
async function readBelow(roots: readonly string[], file: string): Promise<string | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || !roots.some((root) => isInside(root, real))) return undefined;
  const handle = await open(real, FLAGS).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.size > MOST_BYTES) return undefined;
    return decodeText(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** `.bib` files in a folder and below, nearest first, within limits. */
async function bibFilesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let i = 0; i < folders.length && i < MOST_FOLDERS && found.length < MOST_FILES; i++) {
    const here = folders[i] ?? '';
    const entries = await readdir(here, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
        folders.push(path.join(here, entry.name));
      if (entry.isFile() && /\.bib$/i.test(entry.name)) found.push(path.join(here, entry.name));
    }
  }
  return found.slice(0, MOST_FILES);
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** A folder and those above it, up to the one of `roots` that holds it; alone where none does. */
function upwards(folder: string, roots: readonly string[]): string[] {
  const root = roots.find((one) => isInside(one, folder));
  const found = [folder];
  for (let at = folder; root !== undefined && at !== root; found.push(at)) at = path.dirname(at);
  return found;
}

/** The bibliographies that a document needs; `folder` is the document's, none for standard input. */
export async function bibliographiesOf(
  wanted: Wanted,
  folder: string | undefined,
  workspace: readonly string[],
): Promise<readonly Bibliography[]> {
  const real = await Promise.all(workspace.map((root) => realpath(root).catch(() => undefined)));
  const roots = unique(real.filter((root) => root !== undefined));
  const home = folder === undefined ? undefined : await realpath(folder).catch(() => undefined);
  const folders = unique([...(home === undefined ? [] : upwards(home, roots)), ...roots]);
  const allowed = home === undefined ? roots : unique([home, ...roots]);
  return findBibliographies(wanted, {
    folders,
    read: async (from, name) =>
      path.isAbsolute(name) || /^[\\/]|^[a-z]+:/i.test(name)
        ? undefined
        : readBelow(allowed, path.join(from, name)),
    list: async () => {
      const files = unique((await Promise.all(allowed.map(bibFilesIn))).flat()).slice(0, MOST_FILES);
      const texts = await Promise.all(files.map((file) => readBelow(allowed, file)));
      return files.flatMap((file, i) => (texts[i] === undefined ? [] : [{ path: file, text: texts[i] }]));
    },
  });
}

/** Scans a text with its bibliographies. `missing` are those that it names and that cannot be read. */
export async function scanWithBibliographies(
  text: string,
  context: ScanContext,
  folder: string | undefined,
  workspace: readonly string[],
): Promise<TextScan & { readonly missing: readonly string[] }> {
  const open = openAny(text, context);
  const bibliographies = await bibliographiesOf(open, folder, workspace);
  const found = new Set(bibliographies.map(({ path: name }) => name));
  return { ...open.scan(bibliographies), missing: open.bibliographies.filter((name) => !found.has(name)) };
}
