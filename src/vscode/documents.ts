/** Which documents are looked at, and how they are read. */
import { languages, RelativePattern, workspace, type TextDocument, type Uri } from 'vscode';
import type { ScanContext } from '../core/extract';
import { decodeDocument, MOST_BYTES } from '../node/decode';
import { readSettings } from './settings';

/** The readable texts of agents' logs. */
export const TRANSCRIPT_SCHEME = 'citewright-transcript';

/** Where a writer's text can live. Copies of it (git's, a diff's, our own evidence) are not looked at. */
const SCHEMES = new Set([
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
  TRANSCRIPT_SCHEME,
]);

/** Is the document one whose citations are shown? */
export const isWatched = (document: TextDocument): boolean => refusal(document) === undefined;

export type Refusal = 'language' | 'place' | 'excluded';

/** Why a document is not looked at; nothing when it is. */
export function refusal(document: TextDocument): Refusal | undefined {
  const { uri, languageId } = document;
  const own = workspace.getWorkspaceFolder(uri) !== undefined && uri.scheme !== 'git';
  if (!SCHEMES.has(uri.scheme) && !own) return 'place';
  const { scan } = readSettings(document);
  if (!scan.languages.includes(languageId)) return 'language';
  return isExcluded(document, scan.exclude) ? 'excluded' : undefined;
}

const isExcluded = (document: TextDocument, globs: readonly string[]): boolean =>
  globs.some((pattern) => {
    const folder = workspace.getWorkspaceFolder(document.uri);
    return (
      languages.match({ pattern: folder ? new RelativePattern(folder, pattern) : pattern }, document) > 0
    );
  });

/** How a language is written. */
export const formatOf = (languageId: string): NonNullable<ScanContext['format']> =>
  languageId === 'latex' || languageId === 'tex' ? 'latex' : languageId === 'plaintext' ? 'text' : 'markdown';

const LANGUAGES: Readonly<Record<string, string>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  qmd: 'quarto',
  rmd: 'rmd',
  txt: 'plaintext',
};

/** The language of a file by its name, for files that are not open; nothing when it is no text of ours. */
export const languageOf = (uri: Uri): string | undefined =>
  LANGUAGES[uri.path.slice(uri.path.lastIndexOf('.') + 1).toLowerCase()];

/** Reads a text file through the editor, so that virtual folders work; nothing when it is not there, no text, or too large. */
export async function readText(uri: Uri, maxBytes: number = MOST_BYTES): Promise<string | undefined> {
  try {
    if ((await workspace.fs.stat(uri)).size > maxBytes) return undefined;
    const text = decodeDocument(await workspace.fs.readFile(uri));
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined; // not there, a folder, or not allowed: for a text all the same
  }
}

/** The open document of `uri`, if any. */
export const openDocument = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
