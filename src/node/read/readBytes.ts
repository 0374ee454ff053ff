/** Extracts the text of a body of any type. Runs in the worker. */
import { fail } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { isFailure, type Failure } from '../../core/model';
import { seen } from './blocks';
import { decode } from './charset';
import { readEpub, readJson, readXml } from './formats';
import { readHtml } from './html';
import { readPdf } from './pdf';
import { sniff } from './sniff';
import type { Readable, ReadRequest } from './readerTypes';

/** Plain text with LF line ends and no trailing spaces. */
const lines = (text: string): string =>
  seen(text)
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();

/** Truncates at the limit, never inside a surrogate pair. */
function limited(read: Readable, limit: number): Readable {
  if (read.text.length <= limit) return read;
  const high = /[\ud800-\udbff]$/.test(read.text.slice(0, limit));
  const text = read.text.slice(0, high ? limit - 1 : limit);
  return {
    ...read,
    text,
    truncated: true,
    ...(read.pages ? { pages: read.pages.filter((p) => p < text.length) } : {}),
  };
}

/** Frees the buffer at once: reading a page takes many times its size. */
function letGo({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}

async function readKind({ bytes, url, contentType }: ReadRequest): Promise<Readable | Failure> {
  const kind = sniff(bytes, contentType, url);
  if (typeof kind !== 'string') return kind;
  if (kind === 'pdf') return readPdf(bytes);
  if (kind === 'epub') return readEpub(bytes);
  const source = decode(bytes, contentType).text;
  letGo(bytes);
  const bare = { title: '', truncated: false };
  switch (kind) {
    case 'html':
      return { contentType: 'text/html', ...readHtml(source) };
    case 'xml':
      return { contentType: 'application/xml', ...readXml(source) };
    case 'json':
      return { contentType: 'application/json', ...readJson(source) };
    case 'markdown': {
      const text = lines(source);
      const title = /^#[^\S\n]+(\S.{0,300})$/m.exec(text)?.[1] ?? '';
      return { ...bare, contentType: 'text/markdown', text, title };
    }
    case 'text':
      return { ...bare, contentType: 'text/plain', text: lines(source) };
  }
}

/** Extracts at most `limit` characters of text, or returns a failure. Throws only for a parser bug. */
export async function readBytes(
  request: ReadRequest,
  limit: number = DEFAULTS.maxSourceText,
): Promise<Readable | Failure> {
  const read = await readKind(request);
  if (isFailure(read)) return read;
  if (read.text === '' && !read.wall) return fail('empty');
  return limited(read, limit);
}
