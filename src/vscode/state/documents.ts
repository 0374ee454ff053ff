/** Which documents are scanned, and how they are read. */
import { languages, RelativePattern, Uri, workspace } from 'vscode';
import type { NotebookCell, TextDocument, WorkspaceFolder } from 'vscode';
import { readSettings } from './settings';
import { attempt } from '../../core/attempt';

/** Selects every document, for providers that ask the session. */
export const ANY = { pattern: '**' };

/** The readable texts of agents' logs. */
export const TRANSCRIPT_SCHEME = 'citewright-transcript';

/** The scheme of a notebook's cells; the editor's interface for extensions has no name for it. */
export const CELL_SCHEME = 'vscode-notebook-cell';

/** Schemes of documents that people write. Copies (Git's, a diff's, our own evidence) are not scanned. */
const SCHEMES = new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs', CELL_SCHEME, TRANSCRIPT_SCHEME]);

/** The log that a transcript was created from; undefined if the URI names none, because it was opened by hand. */
const logOf = ({ query }: Uri): Uri | undefined => attempt(() => Uri.parse(query, true));

/** The notebook cell that a document is, while its notebook is open. */
export function cellOf(uri: Uri): NotebookCell | undefined {
  const address = uri.scheme === CELL_SCHEME ? uri.toString() : undefined;
  const cells = address === undefined ? [] : workspace.notebookDocuments.flatMap((one) => one.getCells());
  return cells.find(({ document }) => document.uri.toString() === address);
}

/** The file that a document belongs to: a transcript's log, a cell's notebook, an untitled text's future file; else its own URI. */
export function fileOf(uri: Uri): Uri {
  if (uri.scheme === TRANSCRIPT_SCHEME) return logOf(uri) ?? uri;
  const isPlaced = uri.scheme === 'untitled' && uri.path.startsWith('/');
  if (uri.scheme !== CELL_SCHEME && !isPlaced) return uri;
  const notebook = cellOf(uri)?.notebook;
  // A cell has the path of its notebook, which is usually on disk.
  const scheme = uri.authority === '' ? 'file' : 'vscode-remote';
  return notebook && !notebook.isUntitled ? notebook.uri : uri.with({ scheme, fragment: '' });
}

/** A document's path: on disk, or in its virtual folder of the workspace. */
export function pathOf(uri: Uri): string {
  const file = fileOf(uri);
  return file.scheme === 'file' ? file.fsPath : workspace.asRelativePath(file, false);
}

/** A document's path in the workspace, with its folder if there are several; a transcript's own name, because lines are counted in it. */
export const placeOf = (uri: Uri): string =>
  uri.scheme === TRANSCRIPT_SCHEME ? baseName(uri) : workspace.asRelativePath(fileOf(uri));

/** The folder of the workspace that a document belongs to, whatever its scheme. */
export const homeOf = (uri: Uri): WorkspaceFolder | undefined => workspace.getWorkspaceFolder(fileOf(uri));

/** Whether the document is scanned. */
export const isWatched = (document: TextDocument): boolean => refusal(document) === undefined;

export type Refusal = 'language' | 'place' | 'excluded';

/** Why a document is not scanned; undefined if it is. */
export function refusal(document: TextDocument): Refusal | undefined {
  const { uri, languageId } = document;
  const own = workspace.getWorkspaceFolder(uri) !== undefined && uri.scheme !== 'git';
  if (!SCHEMES.has(uri.scheme) && !own) return 'place';
  if (!readSettings(document).scan.languages.includes(languageId)) return 'language';
  return isExcludedByUser(uri, languageId) ? 'excluded' : undefined;
}

/** Whether the user excludes this file from scanning and verifying. */
export function isExcludedByUser(uri: Uri, languageId: string): boolean {
  const file = fileOf(uri);
  const folder = homeOf(uri);
  // Also called for files that aren’t open; `languages.match` only reads the URI.
  const seen = { uri: file, languageId } as TextDocument;
  return readSettings(seen).scan.exclude.some(
    (pattern) =>
      languages.match({ pattern: folder ? new RelativePattern(folder, pattern) : pattern }, seen) > 0,
  );
}

const LANGUAGES: Readonly<Record<string, string>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'mdx',
  qmd: 'quarto',
  rmd: 'rmd',
  tex: 'latex',
  txt: 'plaintext',
};

export const TEXTS = `**/*.{${Object.keys(LANGUAGES).join(',')}}`;

/** The language of a file that is not open, by its name; undefined if it is not a text that is scanned. */
export const languageOf = (uri: Uri): string | undefined =>
  LANGUAGES[uri.path.slice(uri.path.lastIndexOf('.') + 1).toLowerCase()];

/** The format of a document. The editor calls a file plain text if no extension knows its language: then its name decides. */
export function formatOf(languageId: string, uri: Uri): 'markdown' | 'text' | 'latex' {
  const language = languageId === 'plaintext' ? (languageOf(uri) ?? languageId) : languageId;
  if (language === 'latex' || language === 'tex') return 'latex';
  return language === 'plaintext' || language === 'git-commit' ? 'text' : 'markdown';
}

/** The value that the editor returns; undefined if it fails. */
export const orUndefined = <T>(asked: Thenable<T>): Promise<T | undefined> =>
  Promise.resolve(asked).catch(() => undefined);

export const exists = async (uri: Uri): Promise<boolean> =>
  (await orUndefined(workspace.fs.stat(uri))) !== undefined;

/** The name of a file or folder, without the path to it. */
export const baseName = ({ path }: Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** A path as a glob that matches it: special characters match any. */
export const asGlob = (path: string): string => path.replace(/[[\]{}*?]/g, '?');

/** Reads a text file through the editor, so that virtual folders work; undefined if it is missing, not text, or too large. */
export async function readText(uri: Uri, maxBytes?: number): Promise<string | undefined> {
  try {
    const { decodeDocument, MOST_BYTES } = await import('../../node/read/decode');
    if ((await workspace.fs.stat(uri)).size > (maxBytes ?? MOST_BYTES)) return undefined;
    const text = decodeDocument(await workspace.fs.readFile(uri));
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined; // Missing, a folder, or not allowed: all the same for a text.
  }
}

/** A file as edited in VS Code if it has unsaved changes, else as on disk. */
export async function currentText(uri: Uri, maxBytes?: number): Promise<string | undefined> {
  const document = openDocument(uri);
  return document?.isDirty === true ? document.getText() : readText(uri, maxBytes);
}

/** The open document of `uri`, if any. */
export const openDocument = (uri: Uri | string): TextDocument | undefined =>
  workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
