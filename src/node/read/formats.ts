/** Converts XML, JSON and EPUB to text. */
import { fail } from '../../core/causes';
import { inflateRawSync } from 'node:zlib';
import type { Failure } from '../../core/model';
import { seen } from './blocks';
import { readHtml } from './html';
import type { Readable } from './readerTypes';

type Read = Omit<Readable, 'contentType'>;

/** XML of unknown vocabulary: the text between tags, one element per line, by the HTML reader's rules for unknown tags. */
export function readXml(source: string): Read {
  const title = /<(?:article-title|title|dc:title)\b[^>]{0,200}>([^<]{1,500})</i.exec(source)?.[1] ?? '';
  let text = '';
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    if (open < 0) {
      text += source.slice(at);
      break;
    }
    text += source.slice(at, open);
    if (source.startsWith('<![CDATA[', open)) {
      const end = source.indexOf(']]>', open);
      text += source.slice(open + 9, end < 0 ? undefined : end);
      at = end < 0 ? source.length : end + 3;
      continue;
    }
    const closing = source.startsWith('<!--', open) ? '-->' : '>';
    const end = source.indexOf(closing, open);
    if (end < 0) break;
    if (!INLINE.test(source.slice(open, open + 20))) text += '\n';
    at = end + closing.length;
  }
  return { title: entities(title).trim(), text: fold(entities(text)), meta: {}, truncated: false };
}
const INLINE = /^<\/?(?:b|i|em|strong|sup|sub|italic|bold|a|xref|ext-link|span|code|sc|u)[\s/>]/i;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

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
    const named: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, 'title') : undefined;
    if (typeof named === 'string') title = named.slice(0, 500);
  } catch {
    // JSON Lines or a truncated file: keep the text as it is.
  }
  return { title, text: seen(text).trim(), meta: {}, truncated: false };
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
  const packaged = opf ? unpack(bytes, opf) : '';
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
  const title = /<dc:title\b[^>]{0,200}>([^<]{1,500})</i.exec(packaged)?.[1] ?? '';
  return {
    contentType: 'application/epub+zip',
    title: entities(title).trim(),
    text: parts.join('\n\n'),
    meta: {},
    truncated: length > MAX_EPUB_TEXT,
  };
}

/** Files in reading order. */
function spine(opf: string): string[] {
  const files = new Map<string, string>();
  for (const [tag] of opf.matchAll(/<item\s[^>]{1,1000}>/g)) {
    const id = /\sid="([^"]{1,200})"/.exec(tag)?.[1];
    const href = /\shref="([^"]{1,500})"/.exec(tag)?.[1];
    if (id && href) files.set(id, href);
  }
  return [...opf.matchAll(/<itemref\s[^>]{0,300}?idref="([^"]{1,200})"/g)].flatMap(
    ([, id = '']) => files.get(id) ?? [],
  );
}
