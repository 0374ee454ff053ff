import { describe, expect, it } from 'vitest';
import { crc32, deflateRawSync } from 'node:zlib';
import { decode } from '../../../src/node/read/charset';
import { readBytes } from '../../../src/node/read/readBytes';
import { sniff } from '../../../src/node/read/sniff';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const url = 'https://example.org/x';
const read = (bytes: Uint8Array | string, contentType = '', at = url) =>
  readBytes({ bytes: typeof bytes === 'string' ? utf8(bytes) : bytes, url: at, contentType });

describe('sniff', () => {
  const refused: [what: string, bytes: number[] | string, type: string, code: string][] = [['an empty answer', '', 'text/html', 'empty'], [ 'a PNG that calls itself HTML', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'text/html', 'not_text'],
    ['a zip archive', [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0], 'application/zip', 'not_text'],
    ['binary octets', Array.from({ length: 500 }, (_, i) => i % 7), 'application/octet-stream', 'not_text'],
    ['text called an image', 'hello', 'image/jpeg', 'not_text'],
    ['a page in the place of a PDF', '<!doctype html><p>Sign in', 'application/pdf', 'bad_pdf'],
    ['an empty PDF', '', 'application/pdf', 'bad_pdf'],
    ['text called a PDF', 'hello there', 'application/pdf', 'bad_pdf'],
  ]; // prettier-ignore
  for (const [what, body, type, code] of refused)
    it(`refuses ${what}`, () => {
      const bytes = typeof body === 'string' ? utf8(body) : Uint8Array.from(body);
      expect(sniff(bytes, type, url)).toMatchObject({ kind: 'not-text', cause: code });
    });

  const kinds: [kind: string, body: string, type: string, at: string][] = [['pdf', '%PDF-1.7\n', 'text/html', url], ['pdf', 'junk before\n%PDF-1.4', 'application/octet-stream', url], ['html', '\n <!-- x --><html><body>', 'application/octet-stream', url], ['html', '<p>x', 'text/html; charset=utf-8', url], [ 'html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'application/xhtml+xml', url],
    ['xml', '<?xml version="1.0"?><feed/>', 'application/atom+xml', url],
    ['json', '{"a":1}', 'application/ld+json', url],
    ['json', '{"a":1}', '', url],
    ['markdown', '# Hi', 'text/plain', 'https://example.org/README.md?raw=1'],
    ['text', 'a,b\n1,2', 'text/csv', url],
    ['text', 'plain words', '', url],
  ]; // prettier-ignore
  for (const [kind, body, type, at] of kinds)
    it(`takes ${JSON.stringify(body.slice(0, 20))} with ${type || 'no type'} for ${kind}`, () => {
      expect(sniff(utf8(body), type, at)).toBe(kind);
    });
});

describe('charset', () => {
  const cases: [how: string, bytes: Uint8Array, type: string, text: string, encoding: string][] = [
    ['a UTF-8 mark, against the header', latin1('\xef\xbb\xbfcaf\xc3\xa9'), 'text/html; charset=iso-8859-1', 'café', 'utf-8'],
    ['a UTF-16 mark', latin1('\xff\xfec\0a\0f\0\xe9\0'), '', 'café', 'utf-16le'],
    ['zeros of UTF-16 without a mark', latin1('\0h\0e\0l\0l\0o\0 \0w\0o'), '', 'hello wo', 'utf-16be'],
    ['the header', latin1('caf\xe9'), 'text/html; charset="ISO-8859-1"', 'café', 'windows-1252'],
    ['a meta element', latin1('<meta charset=windows-1251>\xef\xf0\xe8'), 'text/html', '<meta charset=windows-1251>при', 'windows-1251'],
    ['the older meta element', latin1('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">\xd0\xd2\xc9'), '', '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">при', 'koi8-r'],
    ['the XML declaration', latin1('<?xml version="1.0" encoding="iso-8859-2"?>\xb1'), '', '<?xml version="1.0" encoding="iso-8859-2"?>ą', 'iso-8859-2'],
    ['valid UTF-8 under a default label', utf8('naïve café'), 'text/html; charset=latin1', 'naïve café', 'utf-8'],
    ['an unknown label', utf8('naïve'), 'text/html; charset=none-such', 'naïve', 'utf-8'],
    ['a false claim of UTF-8', latin1('Z\xfcrich f\xfcr \xe4ltere \xdcbung \xf6ffnen \xdf \xe4\xf6\xfc'), 'text/html; charset=utf-8', 'Zürich für ältere Übung öffnen ß äöü', 'windows-1252'],
  ]; // prettier-ignore
  for (const [how, bytes, type, text, encoding] of cases)
    it(`decodes by ${how}`, () => expect(decode(bytes, type)).toEqual({ text, encoding }));

  const looks: [encoding: string, hex: string, part: string][] = [[ 'shift_jis', '82b182ea82cd93fa967b8cea82c582b7814282d082e782aa82c882c6834a835e834a8369', 'これは日本語です'],
    ['euc-jp', 'a4b3a4eca4cfc6fccbdcb8eca4c7a4b9a1a3a4d2a4e9a4aca4ca', 'これは日本語です'],
    ['gb18030', 'd5e2cac7d6d0cec4cec4b1bea3acb2bbcac7c8d5cec4a1a3bdf1ccecccecc6f8bac3', '这是中文文本'],
    ['euc-kr', 'c0ccb0cdc0ba20c7d1b1b9bef320c5d8bdbac6aec0d4b4cfb4d9', '이것은 한국'],
    ['windows-1251', 'ddf2ee20f0f3f1f1eae8e920f2e5eaf1f220e1e5e720ece5f2eae8', 'Это русский текст'],
  ]; // prettier-ignore
  for (const [encoding, hex, part] of looks)
    it(`knows ${encoding} by its looks`, () => {
      const read = decode(Uint8Array.from(Buffer.from(hex, 'hex')), 'text/html');
      expect(read.encoding).toBe(encoding);
      expect(read.text).toContain(part);
    });
});

/** A zip of stored or deflated entries, enough for the reader. */
function zip(entries: Record<string, string>): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const stored = name === 'mimetype';
    const raw = Buffer.from(text);
    const body = stored ? raw : deflateRawSync(raw);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(stored ? 0 : 8, 8);
    head.writeUInt32LE(crc32(raw), 14);
    head.writeUInt32LE(body.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(stored ? 0 : 8, 10);
    entry.writeUInt32LE(crc32(raw), 16);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(head, Buffer.from(name), body);
    at += 30 + name.length + body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, list, end]));
}

describe('formats', () => {
  it('reads an EPUB in the order of its spine, without a damaged chapter', async () => {
    const book = zip({
      mimetype: 'application/epub+zip',
      'OEBPS/book.opf':
        '<package><metadata><dc:title>Two Rivers</dc:title></metadata><manifest><item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>',
      'OEBPS/a.xhtml': '<html><body><p>The second river is short.</p></body></html>',
      'OEBPS/b.xhtml': '<html><body><h1>One</h1><p>The first river is long.</p></body></html>',
    });
    expect(await read(book)).toMatchObject({
      contentType: 'application/epub+zip',
      title: 'Two Rivers',
      text: 'One\n\nThe first river is long.\n\nThe second river is short.',
      truncated: false,
    });
    const at = Buffer.from(book).indexOf('b.xhtml') + 'b.xhtml'.length;
    const damaged = book.map((byte, i) => (i === at ? byte ^ 1 : byte));
    expect(await read(damaged)).toMatchObject({ text: 'The second river is short.', truncated: true });
  });

  it('refuses an EPUB without pages, and a broken one', async () => {
    expect(await read(zip({ mimetype: 'application/epub+zip' }))).toMatchObject({ kind: 'not-text' });
    const broken = zip({ mimetype: 'application/epub+zip', 'a.xhtml': '<p>x' }).slice(0, 90);
    expect(await read(broken)).toMatchObject({ kind: 'not-text', cause: 'bad_epub' });
  });

  it('reads XML one element per line, words with inline markup unbroken', async () => {
    const xml =
      '<?xml version="1.0"?><article><article-title>On ice</article-title><!-- no --><p>Ice is <italic>cold</italic> &amp; hard&#46;</p><p><![CDATA[a < b]]></p></article>';
    expect(await read(xml, 'application/xml')).toMatchObject({
      contentType: 'application/xml',
      title: 'On ice',
      text: 'On ice\nIce is cold & hard.\na < b',
    });
  });

  it('reads JSON as lines, and invalid JSON as it is', async () => {
    expect(await read('{"title":"T","n":[1]}', 'application/json')).toMatchObject({
      title: 'T',
      text: '{\n  "title": "T",\n  "n": [\n    1\n  ]\n}',
    });
    expect(await read('{"a":', 'application/json')).toMatchObject({ text: '{"a":' });
  });

  it('reads Markdown and text with their lines', async () => {
    expect(await read('# Title \r\n\r\nBody  \r\n', 'text/plain', 'https://example.org/a.md')).toMatchObject({
      contentType: 'text/markdown',
      title: 'Title',
      text: '# Title\n\nBody',
    });
    expect(await read('a\u200bb\tc\n', 'text/plain')).toMatchObject({ text: 'ab\tc' });
  });

  it('truncates at a million characters, not inside one, and says so', async () => {
    const cut = await readBytes({ bytes: utf8('ab😀cd'), url, contentType: 'text/plain' }, 3);
    expect(cut).toMatchObject({ text: 'ab', truncated: true });
    const long = await read('x'.repeat(1_000_001), 'text/plain');
    expect('text' in long && long.text.length).toBe(1_000_000);
    expect(long).toMatchObject({ truncated: true });
  });

  it('reports a page without text as empty', async () => {
    expect(await read('<html><body><img src=x></body>', 'text/html')).toMatchObject({ cause: 'empty' });
    expect(await read(' \n\n', 'text/plain')).toMatchObject({ cause: 'empty' });
  });
});
