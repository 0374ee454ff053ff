/** Converts XML, JSON and EPUB to text. */
import { fail } from '../../core/causes';
import { inflateRawSync } from 'node:zlib';
import type { Failure } from '../../core/model';
import { str } from '../../core/resolve/jsonFields';
import { descendants, parseXml, textOf, type XmlNode } from '../../core/resolve/xml';
import { wordSet } from '../../core/text/wordSet';
import { seen } from './blocks';
import { readHtml } from './html';
import type { Readable } from './readerTypes';

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

/** JSON, indented so that lines can be cited; invalid JSON as plain text. */
export function readJson(source: string): Read {
  let text = source;
  let title = '';
  try {
    const value: unknown = JSON.parse(source);
    text = JSON.stringify(value, null, 2);
    title = str(value, 'title').slice(0, 500);
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
};

/** The entries of a zip's central directory; broken ones are skipped. */
function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < lowest) return [];
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) break;
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    if (local + 30 <= bytes.length)
      entries.push({
        name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
        method: view.getUint16(at + 10, true),
        start: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
        size: view.getUint32(at + 20, true),
      });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function unpack(bytes: Uint8Array, { method, start, size }: Entry): string {
  const body = bytes.subarray(start, start + size);
  try {
    const raw = method === 0 ? body : inflateRawSync(body, { maxOutputLength: MAX_ENTRY });
    return new TextDecoder().decode(raw);
  } catch {
    return '';
  }
}

/** The chapters of an EPUB in spine order, then the others by name. */
export function readEpub(bytes: Uint8Array): Readable | Failure {
  const entries = entriesOf(bytes);
  const chapters = entries.filter((e) => /\.x?html?$/i.test(e.name));
  const opf = entries.find((e) => e.name.endsWith('.opf'));
  const packaged = parseXml(opf ? unpack(bytes, opf) : '');
  const order = spine(packaged);
  const place = ({ name }: Entry): number => {
    const at = order.findIndex((href) => name.endsWith(href));
    return at < 0 ? order.length : at;
  };
  const parts: string[] = [];
  let length = 0;
  for (const entry of chapters.sort((a, b) => place(a) - place(b))) {
    if (length > MAX_EPUB_TEXT) break;
    const { text } = readHtml(unpack(bytes, entry));
    if (text) parts.push(text);
    length += text.length;
  }
  if (parts.length === 0) return fail('no_text');
  return {
    contentType: 'application/epub+zip',
    title: textOf(descendants(packaged, 'title')[0]).slice(0, 500),
    text: parts.join('\n\n'),
    truncated: length > MAX_EPUB_TEXT,
  };
}

/** Files in reading order. */
function spine(packaged: XmlNode): string[] {
  const items = descendants(packaged, 'item');
  const files = new Map(items.map(({ attributes: { id, href } }) => [id, href]));
  return descendants(packaged, 'itemref').flatMap(({ attributes: { idref } }) => files.get(idref) ?? []);
}
