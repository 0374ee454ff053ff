/** Pages, files and archives that are unlike what they should be. */
import { describe, expect, it } from 'vitest';
import { crc32, deflateRawSync } from 'node:zlib';
import { isFailure } from '../../../src/core/model';
import { decode } from '../../../src/node/read/charset';
import { readEpub, readXml, readBytes } from '../../../src/node/read/readBytes';
import { readHtml } from '../../../src/node/read/html';
import { sniff } from '../../../src/node/read/sniff';

const utf8 = (text: string) => new TextEncoder().encode(text);
const PROSE = 'The tide rises twice a day in this harbour, and the keeper writes its height into a book. ';
const prose = (n = 6) => PROSE.repeat(n);

describe('the main text of a page', () => {
  const text = (html: string) =>
    readHtml(
      `<body><nav><a href=a>Home</a> <a href=b>News</a></nav>${html}<footer>${'<a href=x>Imprint</a> '.repeat(30)}</footer>`,
    ).text;

  it('is the only part that declares itself the article', () => {
    const read = text(
      `<div><div><article><p>${prose(20)}</p></article></div><div><p>${prose(5)}Aside.</p></div><div><p>${prose(5)}Another.</p></div><div><p>${prose(5)}A third.</p></div></div>`,
    );
    expect(read).toContain(PROSE.trim());
    expect(read).not.toContain('Another.');
  });

  it('is all of several parts that declare themselves the article', () => {
    const read = text(
      `<div><article><p>${prose(5)}First.</p></article><article><p>${prose(5)}Second.</p></article><article><p>${prose(6)}Third.</p></article></div>`,
    );
    for (const word of ['First.', 'Second.', 'Third.']) expect(read).toContain(word);
  });

  it('omits a line or section of related links, and credits of pictures', () => {
    const read = text(
      `<article><p>${prose()}</p><p>Read more:</p><p>(Photo: A. Lee)</p><p>${prose()}End of it.</p><div><h2>Related articles</h2></div><div><p>Ten tides you must see, as told by those who have seen them all.</p></div><h2>Notes</h2><p>${prose(2)}A note.</p></article>`,
    );
    expect(read).toContain('End of it.');
    expect(read).toContain('A note.');
    expect(read).not.toContain('Photo');
    expect(read).not.toContain('Read more');
  });

  it('keeps the text under such a heading if it is most of the page', () => {
    const read = text(`<article><h2>Related articles</h2><p>${prose(12)}</p></article>`);
    expect(read).toContain(PROSE.trim());
    expect(read).not.toContain('Related articles');
  });

  it('begins and ends with prose, without surrounding buttons, dates and tags', () => {
    const read = text(
      `<article><p>Share</p><h2>On tides</h2><p>12 May</p><p>${prose()}</p><p>${prose()}</p><ul><li>A last point</li><li><a href=t>tag</a></li></ul><p>So it is.</p><p>Print</p></article>`,
    );
    expect(read).toContain('On tides');
    expect(read).toContain('A last point');
    expect(read).toContain('So it is.');
    for (const word of ['Share', '12 May', 'Print']) expect(read).not.toContain(word);
  });

  it('is the whole page if no part stands out', () => {
    const read = text(`<div>${'<p>One of many short lines</p>'.repeat(120)}</div>`);
    expect(read).toContain('One of many short lines');
  });

  it('keeps an article body that declares itself by a property', () => {
    const read = text(`<div class="sidebar" itemprop="articleBody"><p>${prose()}</p></div>`);
    expect(read).toContain(PROSE.trim());
  });
});

describe('metadata of a page', () => {
  const of = (head: string, body = '<p>x') => readHtml(`<html><head>${head}</head><body>${body}</body>`);

  it('is the first value of each kind that has one', () => {
    const head =
      '<meta name="og:title"><meta content="nameless"><meta property="OG:Title" content="Own"><meta name="og:title" content="Other">';
    expect(of(head).title).toBe('Own');
  });

  it('takes the title from metadata, the window, or the first heading', () => {
    expect(of('<title>Window</title><meta property="og:title" content="Own">').title).toBe('Own');
    expect(of('<title>Window</title>').title).toBe('Window');
    expect(of('', '<svg><title>Drawing</title></svg><h1>Heading</h1>').title).toBe('Heading');
    expect(of('', '<p>x').title).toBe('');
  });
});

describe('XML', () => {
  it('has a title if it declares one', () => {
    expect(readXml('<r><article-title>T &amp; U</article-title></r>').title).toBe('T & U');
    expect(readXml('<r/>').title).toBe('');
  });
});

describe('an EPUB', () => {
  type File = {
    readonly name: string;
    readonly text: string;
    readonly stored?: boolean;
    readonly broken?: boolean;
  };
  /** A zip of these files, with a central directory as the format has it. */
  const zip = (files: readonly File[], { torn = false } = {}) => {
    const locals: Buffer[] = [];
    const directory: Buffer[] = [];
    let offset = 0;
    for (const { name, text, stored = false, broken = false } of files) {
      const body = broken
        ? Buffer.from([0xff, 0xff, 0xff])
        : stored
          ? Buffer.from(text)
          : deflateRawSync(text);
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(name.length, 26);
      const central = Buffer.alloc(46);
      central.writeUInt32LE(0x02014b50, 0);
      central.writeUInt16LE(stored ? 0 : 8, 10);
      central.writeUInt32LE(crc32(text), 16);
      central.writeUInt32LE(body.length, 20);
      central.writeUInt16LE(name.length, 28);
      central.writeUInt32LE(torn ? 0xffffff : offset, 42);
      locals.push(local, Buffer.from(name), body);
      directory.push(central, Buffer.from(name));
      offset += 30 + name.length + body.length;
    }
    const tail = Buffer.alloc(22);
    tail.writeUInt32LE(0x06054b50, 0);
    tail.writeUInt16LE(files.length, 10);
    tail.writeUInt32LE(offset, 16);
    return new Uint8Array(Buffer.concat([...locals, ...directory, tail]));
  };
  const page = (name: string, text: string, more: Partial<File> = {}): File => ({
    name,
    text: `<p>${text}</p>`,
    ...more,
  });
  const opf = (...order: readonly string[]): File => ({
    name: 'content.opf',
    text: `<package><dc:title>Tides &amp; Piers</dc:title><item id="a" href="a.xhtml"/><item id="b" href="b.xhtml"/><item href="nameless"/>${order.map((id) => `<itemref idref="${id}"/>`).join('')}</package>`,
  });
  const textOf = (bytes: Uint8Array) => {
    const read = readEpub(bytes);
    return isFailure(read) ? read.cause : [read.title, read.text];
  };

  it('is read in spine order, then the remaining files', () => {
    const files = [
      page('z.html', 'Last.'),
      page('a.xhtml', 'Second.'),
      page('b.xhtml', 'First.', { stored: true }),
    ];
    expect(textOf(zip([opf('b', 'a', 'lost'), ...files]))).toEqual([
      'Tides & Piers',
      'First.\n\nSecond.\n\nLast.',
    ]);
  });

  it('without a package is its pages', () => {
    expect(textOf(zip([page('a.html', 'One.'), page('empty.html', '')]))).toEqual(['', 'One.']);
  });

  it('with only broken or missing pages is damaged, and reports it', () => {
    const none = 'bad_epub';
    expect(textOf(zip([page('a.html', 'One.', { broken: true })]))).toBe(none);
    expect(textOf(zip([page('a.html', 'One.')], { torn: true }))).toBe(none);
    expect(textOf(zip([{ name: 'cover.png', text: '' }]))).toBe(none);
    expect(textOf(utf8('no zip at all, and long enough to be looked through'))).toBe(none);
  });
});

describe('the kind of a body', () => {
  it.each([
    ['plain', 'text/plain', 'https://a.example/x.md?y', 'markdown'],
    ['plain', 'text/plain', 'https://a.example/x.csv', 'text'],
    ['plain', 'application/octet-stream', 'https://a.example/x.txt', 'text'],
    ['{"a":1}', '', 'https://a.example/x.json', 'json'],
    ['[1]', '', 'https://a.example/x', 'json'],
    ['<?xml version="1.0"?><r/>', '', 'https://a.example/x', 'xml'],
    ['<?xml version="1.0"?><html/>', '', 'https://a.example/x', 'html'],
    ['<?xml version="1.0"?><html/>', 'application/xml', 'https://a.example/x', 'html'],
    ['<r/>', 'application/atom+xml', 'https://a.example/x', 'xml'],
    ['# a', 'text/markdown; charset=utf-8', 'https://a.example/x', 'markdown'],
    ['{}', 'application/ld+json', 'https://a.example/x', 'json'],
    ['<svg/>', 'image/svg+xml', 'https://a.example/x', 'xml'],
  ])('%j as %j at %s is %s', (body, type, url, kind) => expect(sniff(utf8(body), type, url)).toBe(kind));

  it('of UTF-16 with a mark is text', () => {
    expect(sniff(new Uint8Array([0xff, 0xfe, 97, 0, 98, 0]), '', 'https://a.example/x')).toBe('text');
  });

  it('decides how it is read', async () => {
    const at = (body: string | Uint8Array, contentType: string) =>
      readBytes({
        bytes: typeof body === 'string' ? utf8(body) : body,
        url: 'https://a.example/x',
        contentType,
      });
    expect(await at('# Tides\n\nThey rise.', 'text/markdown')).toMatchObject({ title: 'Tides' });
    expect(await at('They rise.', 'text/markdown')).toMatchObject({ title: '', text: 'They rise.' });
    expect(await at(new Uint8Array([0x1f, 0x8b, 8]), 'text/html')).toMatchObject({ kind: 'not-text' });
    expect(await at('%PDF-1.7 broken', 'application/pdf')).toMatchObject({ kind: 'not-text' });
  });
});

describe('the charset of a body', () => {
  const wide = (text: string, swap = false) => {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint8Array(swap ? bytes.swap16() : bytes);
  };
  it.each([
    ['a mark of UTF-16 BE', new Uint8Array([0xfe, 0xff, ...wide('Größe', true)]), ''],
    ['zeros in every second byte', wide('Tides rise in spring'), ''],
    ['zeros before every letter', wide('Tides rise in spring', true), ''],
  ])('is detected by %s', (_, bytes, type) => {
    expect(decode(bytes, type).text).toMatch(/Größe|Tides rise in spring/);
  });

  it('is UTF-8 if the text is, whatever the page declares, and wherever it is cut', () => {
    for (const label of ['<meta charset="iso-8859-1">', '<meta charset="utf-16">', ''])
      for (const end of [undefined, -1])
        expect(decode(utf8(`${label}Größe`.slice(0, -1) + 'ß').slice(0, end), 'text/html').text).toContain(
          'Größ',
        );
    expect(decode(utf8('Maß '.repeat(9)).with(3, 0), 'text/html').encoding).toBe('utf-8');
  });
});
