/**
 * The bibliography files of a document: those that it names, else, when it uses cite keys, the `.bib` files around it. Read below
 * the document's own folder and the workspace's folders only, after links are resolved: the document is hostile.
 */
import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Scan, ScanContext } from '../core/extract';
import { scanText } from '../core/transcript/scanText';
import type { TextScan } from '../core/scanner';
import { decodeText } from './decode';
import { isInside } from './folders';

type Bibliography = NonNullable<ScanContext['bibliographies']>[number];

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

/** Where the names of a document lead: beside it, or from a folder of the workspace. */
async function named(names: readonly string[], from: readonly string[], roots: readonly string[]) {
  const found: Bibliography[] = [];
  for (const name of names.slice(0, MOST_FILES))
    for (const folder of from) {
      if (path.isAbsolute(name) || /^[\\/]|^[a-z]+:/i.test(name)) continue;
      const text = await readBelow(roots, path.join(folder, name));
      if (text === undefined) continue;
      found.push({ path: name, text });
      break;
    }
  return found;
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** The bibliographies of a scanned document; `folder` is the document's, none for standard input. */
export async function bibliographiesOf(
  { bibliographies, citations }: Scan,
  folder: string | undefined,
  workspace: readonly string[],
): Promise<readonly Bibliography[]> {
  const wantsKeys = citations.some(({ style }) => style === 'cite-key');
  if (bibliographies.length === 0 && !wantsKeys) return [];
  const from = unique([...(folder === undefined ? [] : [folder]), ...workspace]);
  const real = await Promise.all(from.map((root) => realpath(root).catch(() => undefined)));
  const roots = unique(real.filter((root) => root !== undefined));
  if (bibliographies.length > 0) return named(bibliographies, from, roots);
  const files = unique((await Promise.all(roots.map(bibFilesIn))).flat()).slice(0, MOST_FILES);
  const texts = await Promise.all(
    files.map(async (file) => ({ path: file, text: await readBelow(roots, file) })),
  );
  return texts.flatMap(({ path: file, text }) => (text === undefined ? [] : [{ path: file, text }]));
}

/** Scans a text, and again with its bibliographies when it has some. `missing` are those that it names and that cannot be read. */
export async function scanWithBibliographies(
  text: string,
  context: ScanContext,
  folder: string | undefined,
  workspace: readonly string[],
): Promise<TextScan & { readonly missing: readonly string[] }> {
  const first = scanText(text, context);
  const bibliographies = await bibliographiesOf(first, folder, workspace);
  const found = new Set(bibliographies.map(({ path: name }) => name));
  const missing = first.bibliographies.filter((name) => !found.has(name));
  return {
    ...(bibliographies.length === 0 ? first : scanText(text, { ...context, bibliographies })),
    missing,
  };
}
