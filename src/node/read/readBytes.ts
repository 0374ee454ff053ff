/** Extracts the text of a body of any type: XML, JSON, EPUB and plain text here. Runs in the worker. */
import { fail } from '../../core/causes';
import { DEFAULTS } from '../../core/defaults';
import { type Failure, isFailure } from '../../core/model';
import { seen } from './blocks';
import { decode } from './charset';
import { decodeText, isBinary } from './decode';
import { readHtml } from './html';
import { readPdf } from './pdf';
import { sniff } from './sniff';
import type { Readable, ReadRequest } from './readerTypes';
import { crc32, inflateRawSync } from 'node:zlib';
import { at } from '../../core/text/jsonFields';
import { descendants, parseXml, textOf, type XmlNode } from '../../core/resolve/xml';
import { wordSet } from '../../core/text/wordSet';
import { attempt } from '../../core/attempt';

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
  const text = read.text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  const pages = read.pages?.filter((p) => p < text.length);
  return { ...read, text, truncated: true, ...(pages && { pages }) };
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

type Read = Omit<Readable, 'contentType'>;

const INLINE = wordSet('b i em strong sup sub italic bold a xref ext-link span code sc u');

/** XML of unknown vocabulary: its text, one element per line except inline ones. */
export function readXml(source: string): Read {
  const parts: string[] = [];
  let title = '';
  const visit = ({ name, children }: XmlNode): void => {
    const [first] = children;
    if (title === '' && /^(?:article-)?title$/i.test(name) && typeof first === 'string') title = first;
    const end = INLINE.has(name.toLowerCase()) ? '' : '\n';
    parts.push(end);
    for (const child of children)
      if (typeof child === 'string') parts.push(child);
      else visit(child);
    parts.push(end);
  };
  visit(parseXml(source));
  return { title: title.slice(0, 500).trim(), text: fold(parts.join('')), truncated: false };
}

const fold = (text: string): string =>
  seen(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();

/** Most spaces of an indented text: deep nesting needs thousands a line. */
const MOST_SPACES = 10_000_000;

/** JSON, indented so that lines can be cited; invalid or deeply nested JSON as plain text. */
export function readJson(source: string): Read {
  let text = source;
  let title = '';
  try {
    const value: unknown = JSON.parse(source);
    let [depth, spaces] = [0, 0];
    for (const [mark] of source.matchAll(/[[{},\]]|"[^"\\]*(?:\\.[^"\\]*)*"/g)) {
      depth += /^[[{]/.test(mark) ? 1 : /^[\]}]/.test(mark) ? -1 : 0;
      spaces += 2 * depth;
    }
    if (spaces <= MOST_SPACES) text = JSON.stringify(value, null, 2);
    const named = at(value, 'title');
    if (typeof named === 'string') title = named.slice(0, 500);
  } catch {
    // JSON Lines or a truncated file: keep the text as it is.
  }
  return { title, text: seen(text).trim(), truncated: false };
}

const MAX_EPUB_TEXT = 1_000_000;
const MAX_ENTRY = 8_000_000;

type Entry = {
  readonly name: string;
  readonly method: number;
  readonly start: number;
  readonly size: number;
  readonly checksum: number;
};

/** The entries of a zip's central directory; undefined if one is broken. */
function entriesOf(bytes: Uint8Array): Entry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < lowest) return undefined;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length) return undefined;
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
      size: view.getUint32(at + 20, true),
      checksum: view.getUint32(at + 16, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Undefined if it is damaged, encrypted or too large. */
function unpack(bytes: Uint8Array, { method, start, size, checksum }: Entry): string | undefined {
  const body = bytes.subarray(start, start + size);
  const raw = method === 0 ? body : attempt(() => inflateRawSync(body, { maxOutputLength: MAX_ENTRY }));
  return raw && crc32(raw) === checksum && !isBinary(raw) ? decodeText(raw) : undefined;
}

/** The chapters of an EPUB in spine order, then the others by name. What can't be read marks the text as truncated. */
export function readEpub(bytes: Uint8Array): Readable | Failure {
  const entries = entriesOf(bytes);
  if (!entries) return fail('bad_epub');
  const opf = entries.find((e) => e.name.endsWith('.opf'));
  const packaged = parseXml((opf && unpack(bytes, opf)) ?? '');
  const order = spine(packaged);
  const place = ({ name }: Entry): number => {
    const at = order.findIndex((href) => name.endsWith(href));
    return at < 0 ? order.length : at;
  };
  const chapters = entries.filter((e) => /\.x?html?$/i.test(e.name) || place(e) < order.length);
  const parts: string[] = [];
  let truncated =
    order.length === 0 || order.some((href) => !chapters.some(({ name }) => name.endsWith(href)));
  let length = 0;
  for (const entry of chapters.sort((a, b) => place(a) - place(b))) {
    truncated ||= length > MAX_EPUB_TEXT;
    if (length > MAX_EPUB_TEXT) break;
    const source = unpack(bytes, entry);
    const { text, truncated: isCut } = readHtml(source ?? '');
    truncated ||= isCut || source === undefined;
    if (text) parts.push(text);
    length += text.length;
  }
  if (parts.length === 0) return fail(truncated ? 'bad_epub' : 'empty');
  return {
    contentType: 'application/epub+zip',
    title: textOf(descendants(packaged, 'title')[0]).slice(0, 500),
    text: parts.join('\n\n'),
    truncated,
  };
}

/** The pages in reading order, as names of files; images have no text. */
function spine(packaged: XmlNode): string[] {
  const pages = descendants(packaged, 'item').filter(
    (item) => !/^image/.test(item.attributes['media-type'] ?? ''),
  );
  const files = new Map(
    pages.map(({ attributes: { id, href = '' } }) => [id, attempt(() => decodeURIComponent(href)) ?? href]),
  );
  return descendants(packaged, 'itemref').flatMap(({ attributes: { idref } }) => files.get(idref) ?? []);
}
