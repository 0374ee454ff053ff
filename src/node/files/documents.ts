/** Reads the documents that the user names: files, folders, patterns, standard input. Each gives its whole text or a failure. */
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { orCancelled } from '../../core/cancel';
import { fail, type FailureCause } from '../../core/causes';
import { megabytes } from '../../core/defaults';
import { isFailure, type Failure } from '../../core/model';
import { decodeDocument, MOST_BYTES } from '../read/decode';
import { drain } from './drain';
import { readStart } from './regularFile';

const CAUSES: Readonly<Record<string, FailureCause>> = {
  ENOENT: 'no_such_file',
  ENOTDIR: 'no_such_file',
  ENAMETOOLONG: 'no_such_file',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  EISDIR: 'not_a_file',
};
/** Why a file can't be read. */
export function failureOf(error: unknown): Failure {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const cause = CAUSES[code];
  return cause ? fail(cause) : fail('unreadable_because', { error: message });
}

async function bytesOf(path: string, stdin: Readable, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (path === '-') return drain(addAbortSignal(signal, stdin), MOST_BYTES);
  if (path === '') throw Object.assign(new Error(), { code: 'ENOENT' });
  const file = await open(path);
  try {
    const facts = await file.stat();
    // A stream takes several times as long as a read, and is for what has no size.
    if (facts.isFile() && facts.size <= MOST_BYTES) return await readStart(file, facts.size);
    return await drain(file.createReadStream({ autoClose: false, signal }), MOST_BYTES);
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
  '.ipynb': ['Jupyter notebook', 'ipynb'],
};

/** Why a file with this name is not read and what to do instead; undefined if it is supported. */
function declined(file: string): Failure | undefined {
  const [format, pandoc] = UNREAD[extname(file).toLowerCase()] ?? [];
  if (format === undefined) return undefined;
  return pandoc === undefined
    ? fail('markup_unsupported', { format })
    : fail('markup_pandoc', { format, name: pandoc });
}

/** Reads one document; `-` is standard input, which may never end: aborting `signal` stops the read. Never throws. */
export async function readDocument(
  path: string,
  absolute: string,
  stdin: Readable,
  signal: AbortSignal,
): Promise<string | Failure> {
  const refused = declined(path);
  if (refused) return refused;
  try {
    // Opening a named pipe waits for a writer and can't be aborted.
    const bytes = await orCancelled(
      bytesOf(path === '-' || path === '' ? path : absolute, stdin, signal),
      signal,
    );
    if (!bytes) return fail('file_too_large', { max: megabytes(MOST_BYTES) });
    return isFailure(bytes) ? bytes : decodeDocument(bytes);
  } catch (error) {
    return failureOf(error);
  }
}
