/** Reads the documents that the user names: files, folders, patterns, standard input. Each gives its whole text or an error. */
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { orCancelled } from '../../core/cancel';
import { say } from '../../core/causes';
import { isFailure } from '../../core/model';
import { decodeDocument, MOST_BYTES } from '../read/decode';
import { readStart } from './regularFile';

export type DocumentFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly error: string; readonly miss?: 'too-large' };

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
  EPERM: 'the file may not be read',
  EISDIR: 'the folder has no files that Citewright reads',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
};
const wordsOf = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
};

const TOO_LARGE = `the document is larger than ${MOST_BYTES} bytes`;

/** Reads a whole stream; undefined if it exceeds the document limit. */
async function drain(stream: AsyncIterable<unknown>): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

async function bytesOf(path: string, stdin: Readable, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (path === '-') return drain(addAbortSignal(signal, stdin));
  if (path === '') throw Object.assign(new Error(), { code: 'ENOENT' });
  const file = await open(path);
  try {
    const facts = await file.stat();
    if (facts.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    // A stream takes several times as long as a read, and is for what has no size.
    if (facts.isFile() && facts.size <= MOST_BYTES) return await readStart(file, facts.size);
    return await drain(file.createReadStream({ autoClose: false, signal }));
  } finally {
    await file.close();
  }
}

/** Unsupported markup formats, with their Pandoc names. */
const UNREAD: Readonly<Record<string, readonly [name: string, pandoc: string | undefined]>> = {
  '.rst': ['reStructuredText', 'rst'],
  '.adoc': ['AsciiDoc', undefined],
  '.asciidoc': ['AsciiDoc', undefined],
  '.org': ['Org', 'org'],
  '.typ': ['Typst', 'typst'],
  '.docx': ['Word', 'docx'],
  '.odt': ['OpenDocument', 'odt'],
};

/** Why a file with this name is not read and what to do instead; undefined if it is supported. */
function declined(file: string): string | undefined {
  const [format, pandoc] = UNREAD[extname(file).toLowerCase()] ?? [];
  if (format === undefined) return undefined;
  const way = pandoc === undefined ? '' : `, for example with: pandoc -f ${pandoc} -t markdown`;
  return `${format} is not supported; convert it to Markdown first${way}`;
}

/**
 * Reads one document; `-` is standard input, which may never end: aborting `signal` stops the read. Never throws: problems are in `error`.
 */
export async function readDocument(
  path: string,
  absolute: string,
  stdin: Readable,
  signal: AbortSignal,
): Promise<DocumentFile> {
  const refused = declined(path);
  if (refused !== undefined) return { path, error: refused };
  try {
    // Opening a named pipe waits for a writer and can't be aborted.
    const bytes = await orCancelled(
      bytesOf(path === '-' || path === '' ? path : absolute, stdin, signal),
      signal,
    );
    if (bytes && isFailure(bytes)) return { path, error: 'cancelled' };
    if (!bytes) return { path, error: TOO_LARGE, miss: 'too-large' };
    const text = decodeDocument(bytes);
    if (typeof text === 'string') return { path, text };
    const error = say(text);
    return text.kind === 'too-large' ? { path, error, miss: text.kind } : { path, error };
  } catch (error) {
    return { path, error: wordsOf(error) };
  }
}
