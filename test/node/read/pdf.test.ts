import { say } from '../../../src/core/causes';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { deflateSync } from 'node:zlib';
import { isFailure } from '../../../src/core/model';
import { Reader } from '../../../src/node/read/reader';
import { PDF_LIMITS, pageText, pageTitle, readPdf } from '../../../src/node/read/pdf';

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** Objects to a file with its table; `trailer` goes into the trailer's dictionary. */
function file(objects: readonly string[], trailer = ''): Uint8Array {
  let out = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const at = out.length;
    out += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Uint8Array.from(
    Buffer.from(
      `${out}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${out.length}\n%%EOF\n`,
      'latin1',
    ),
  );
}

/** A document of one content stream a page; `resources` are those of each page besides its font. */
function pdf(contents: readonly string[], trailer = '', catalog = '', resources = ''): Uint8Array {
  const kids = contents.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  return file(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      `<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>`,
      FONT,
      ...contents.flatMap((content, i) => [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>${resources}>>/Contents ${5 + 2 * i} 0 R>>`,
        `<</Subtype/Form/Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]),
    ],
    trailer,
  );
}

/** Lines of 12 points from the top of the page; an empty line is a gap. */
const lines = (...texts: string[]): string =>
  texts
    .map((text, i) => (text === '' ? '' : `BT /F1 12 Tf 72 ${720 - 14 * i} Td (${text}) Tj ET`))
    .join('\n');

describe('pdf', () => {
  it('reads paragraphs, repairs hyphenation and records where pages start', async () => {
    const read = await readPdf(
      pdf([
        lines(
          'The default time to live of an en-',
          'try in the cache is 60 seconds.',
          '',
          '',
          'A new paragraph.',
        ),
        lines('Second page.'),
      ]),
    );
    if (isFailure(read)) throw new Error(say(read));
    expect(read.text).toBe(
      'The default time to live of an entry in the cache is 60 seconds.\n\nA new paragraph.\n\nSecond page.',
    );
    expect(read.pages?.map((at) => read.text.slice(at, at + 6))).toEqual(['The de', 'Second']);
    expect(read.truncated).toBe(false);
  });

  it('takes title and date from the document information', async () => {
    const bytes = pdf([lines('Text.')], '/Info<</Title(On Rivers)/CreationDate(D:20190430120000)>>');
    expect(await readPdf(bytes)).toMatchObject({ title: 'On Rivers', published: '2019-04-30' });
  });

  it('omits text without size and text outside the page', async () => {
    const hidden = 'BT /F1 0.5 Tf 72 500 Td (tiny secret) Tj ET\nBT /F1 12 Tf -900 500 Td (far secret) Tj ET';
    const read = await readPdf(pdf([`${lines('Seen text.')}\n${hidden}`]));
    expect(read).toMatchObject({ text: 'Seen text.' });
  });

  const AT = '/F1 12 Tf 72 500 Td (The lamp was lit.) Tj ET';
  const BOX = '60 490 300 30 re f';
  const RESOURCES =
    '/XObject<</F 7 0 R>>/Properties<</L 1 0 R>>/ExtGState<</G<</ca 0>>/M<</BM/Multiply>>>>/ColorSpace<</C[/Separation/Black/DeviceGray<<>>]/I[/CalRGB<<>>]>>';
  const reader = new Reader({ worker: path.resolve(import.meta.dirname, '../../../dist/reader.js') });
  afterAll(() => reader.dispose());
  it.each([
    ['white', `1 1 1 rg BT ${AT}`, false],
    ['nearly white', `BT 0.97 g ${AT}`, false],
    ['without ink', `0 0 0 0 k BT ${AT}`, false],
    ['of no tint', `/C cs 0 scn BT ${AT}`, false],
    ['white of another space', `/I cs 1 1 1 scn BT ${AT}`, false],
    ['transparent', `/G gs BT ${AT}`, false],
    ['not painted', `BT 3 Tr ${AT}`, false],
    ['narrow', `BT 1 Tz ${AT}`, false],
    ['white with a white outline', `1 g 1 G BT 2 Tr ${AT}`, false],
    ['clipped away', `q 0 0 9 9 re W n BT ${AT} Q`, false],
    ['white beside a clipped black box', `q 0 0 9 9 re W n ${BOX} Q 1 g BT ${AT}`, false],
    ['on a layer that is off', `/OC /L BDC /P BMC EMC BT ${AT} EMC`, false],
    ['on a layer that is off, after a form that ends its own', `/OC /L BDC /F Do BT ${AT} EMC`, false],
    ['covered by a white box', `BT ${AT} 1 g ${BOX}`, false],
    ['covered by lines', `BT ${AT} 1 g 60 490 m 400 490 l 400 520 l 60 520 l f`, false],
    ['black on black', `${BOX} BT ${AT}`, false],
    ['white beside a black box', `0 0 9 9 re f 1 g BT ${AT}`, false],
    ['white on black', `${BOX} 1 g BT ${AT}`, true],
    ['white on a dark shape', `60 490 m 400 490 l 400 520 l 60 520 l f 1 g BT ${AT}`, true],
    ['white on a picture', `q 300 0 0 30 60 490 cm BI /W 1 /H 1 /CS /G /BPC 8 ID A EI Q 1 g BT ${AT}`, true],
    ['black in a clip that is no box', `q 60 490 m 90 490 l 60 520 l h W n ${BOX} Q BT ${AT}`, true],
    ['struck out', `BT ${AT} 60 501 300 4 re f`, true],
    ['marked', `BT ${AT} /M gs 1 1 0 rg ${BOX}`, true],
    ['after a form that ends within a layer that is off', `/F Do BT ${AT}`, true],
    ['black again', `q 1 g Q BT ${AT}`, true],
    ['black in a black frame', `0 0 600 700 re 9 9 580 680 re f* BT ${AT}`, true],
    ['of an unknown colour', `/C cs 0.5 scn BT ${AT}`, true],
    ['black with a white outline', `1 G BT 2 Tr ${AT}`, true],
    ['not painted, from a scan', `BI /W 1 /H 1 /CS /G /BPC 8 ID A EI BT 3 Tr ${AT}`, true],
  ])('reads only text that a reader sees: %s', async (_, content, isRead) => {
    const layers = '/OCProperties<</OCGs[1 0 R]/D<</OFF[1 0 R]>>>>';
    const bytes = pdf([`${lines('Seen text.')}\n${content}`, 'EMC /OC /L BDC'], '', layers, RESOURCES);
    const given = { bytes, url: 'https://example.org/a.pdf', contentType: 'application/pdf' };
    const read = await reader.read(given, AbortSignal.timeout(30_000));
    expect(read).toMatchObject({ text: isRead ? 'Seen text.\n\nThe lamp was lit.' : 'Seen text.' });
  });

  it.each([
    ['a picture without its text', '612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID A EI'],
    ['damaged text', 'BT /F1 12 Tf (never ended'],
  ])('calls a file partly read that has a page of %s', async (_, content) => {
    const given = { bytes: pdf([lines('One.'), content]), url: 'https://example.org/a.pdf', contentType: '' };
    const read = await reader.read(given, AbortSignal.timeout(30_000));
    expect(read).toMatchObject({ text: 'One.', truncated: true });
  });

  it('stops at its page and character limits, and reports it', async () => {
    const bytes = pdf(Array.from({ length: 6 }, (_, i) => lines(`Page ${i + 1} has a line.`)));
    const short = await readPdf(bytes, { ...PDF_LIMITS, pages: 2 });
    expect(short).toMatchObject({ text: 'Page 1 has a line.\n\nPage 2 has a line.', truncated: true });
    expect(
      await readPdf(pdf([lines('One line.'), lines('Two.')]), { ...PDF_LIMITS, characters: 5 }),
    ).toMatchObject({ text: 'One line.', truncated: true });
  });

  it.each([
    ['as the file says', '/PageLabels<</Nums[0<</S/r>>2<</S/D/St 345/P(A-)>>]>>', ['i', 'ii', 'A-345']],
    ['cut short', '/PageLabels<</Nums[0<</S/r/St 2000000000>>]>>', Array(3).fill('m'.repeat(12))],
    ['unless the tree contains itself', '/Kids[1 0 R]/PageLabels 1 0 R', undefined],
    ['unless a start is negative', '/PageLabels<</Nums[0<</S/D/St -5>>]>>', undefined],
    ['unless a prefix is no text', '/PageLabels<</Nums[0<</S/D/P 7>>]>>', undefined],
  ])('names pages %s', async (_, catalog, labels) => {
    const read = await readPdf(pdf([lines('One.'), lines('Two.'), lines('Three.')], '', catalog));
    expect(read).toMatchObject({ text: 'One.\n\nTwo.\n\nThree.' });
    expect(isFailure(read) ? read : read.pageLabels).toEqual(labels);
  });

  const refused: [what: string, bytes: () => Uint8Array, code: string][] = [
    ['a file that is cut in half', () => pdf([lines('Text.')]).slice(0, 300), 'bad_pdf'],
    [
      'garbage after the mark',
      () => Uint8Array.from(Buffer.from(`%PDF-1.7\n${'A'.repeat(5_000)}`)),
      'bad_pdf',
    ],
    [
      'a page tree that contains itself',
      () => file(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
      'bad_pdf',
    ],
    ['a scan', () => pdf(['0 0 m 100 100 l S']), 'no_text'],
    [
      'an encrypted file',
      () =>
        pdf(
          [lines('Text.')],
          `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O(${'a'.repeat(32)})/U(${'b'.repeat(32)})>>/ID[(x)(x)]`,
        ),
      'pdf_encrypted',
    ],
  ];
  for (const [what, bytes, code] of refused)
    it(`refuses ${what} as ${code}`, async () => {
      const answer = await readPdf(bytes());
      expect(isFailure(answer) && answer.cause).toBe(code);
    });

  it('reads compressed pages', async () => {
    const content = deflateSync(Buffer.from(lines('Packed text.'))).toString('latin1');
    const bytes = file([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      FONT,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>',
      `<</Length ${content.length}/Filter/FlateDecode>>\nstream\n${content}\nendstream`,
    ]);
    expect(await readPdf(bytes)).toMatchObject({ text: 'Packed text.' });
  });
});

describe('lines of a page', () => {
  const line = (str: string, y: number, height = 10, x = 50) => ({
    str,
    transform: [height, 0, 0, height, x, y],
    width: str.length * 5,
    height,
    hasEOL: true,
  });
  const view = [0, 0, 600, 800];

  it('splits ligatures', () => {
    expect(pageText([line('ﬁrst eﬃcient ﬂow', 700)], view)).toBe('first efficient flow');
  });

  it('repairs soft hyphens at line ends and drops the others', () => {
    expect(pageText([line('know\u00adledge is pow\u00ad', 700), line('er', 688)], view)).toBe(
      'knowledge is power',
    );
  });

  it('joins separate accents with their letters', () => {
    expect(pageText([line('a na¨ıve caf´e in M¨unchen', 700)], view)).toBe('a naïve café in München');
  });

  it('takes the largest lines at the top of a page as its title', () => {
    const items = [
      line('On the Rivers', 740, 18),
      line('of the North', 720, 18),
      line('I. Amsel', 690),
      line('Text.', 670),
    ];
    expect(pageTitle(items, view)).toBe('On the Rivers of the North');
    expect(pageTitle([line('All of one size', 700), line('and no title', 688)], view)).toBe('');
  });

  it('keeps a hyphen before a capital or a digit', () => {
    expect(
      pageText([line('the Franco-', 700), line('German line of Covid-', 688), line('19', 676)], view),
    ).toBe('the Franco-German line of Covid-19');
  });

  it('separates headings of another size', () => {
    expect(
      pageText([line('Heading', 700, 18), line('Body text of', 682), line('two lines', 670)], view),
    ).toBe('Heading\n\nBody text of two lines');
  });

  it('continues in the next column within a sentence', () => {
    expect(pageText([line('left column ends with', 60), line('right column.', 700, 10, 320)], view)).toBe(
      'left column ends with right column.',
    );
  });

  it('joins lines of Japanese without a space', () => {
    expect(pageText([line('これは日本', 700), line('語です。', 688)], view)).toBe('これは日本語です。');
  });
});
