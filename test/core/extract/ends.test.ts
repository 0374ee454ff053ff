/** Where addresses, identifiers and markers end, what they are refused for, and what is said of those that cannot be right. */
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const found = (text: string) => scan(text).citations.map((c) => `${c.style} ${c.identifier}`);
const faults = (text: string) =>
  scan(text).problems.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`);

describe('an address', () => {
  it.each([
    ['| https://a.example/x| b |', 'https://a.example/x'],
    ['https://a.example/x|y', 'https://a.example/x|y'],
    ['https://a.example/x|', 'https://a.example/x'],
    ['https://a.example/[x]y', 'https://a.example/[x]y'],
    ['[https://a.example/x]', 'https://a.example/x'],
    ['https://a.example/{x}y', 'https://a.example/{x}y'],
    ['{https://a.example/x}', 'https://a.example/x'],
    ['(https://a.example/x)', 'https://a.example/x'],
    ['https://a.example/x(', 'https://a.example/x'],
    ['https://a.example/x[', 'https://a.example/x'],
    ['https://a.example/x{.', 'https://a.example/x'],
    ['https://a.example/x&amp;', 'https://a.example/x'],
    ['https://a.example/x;', 'https://a.example/x'],
    ['https://a.example/x&;', 'https://a.example/x&'],
    ['https://a.example/x&amp;y=1 z', 'https://a.example/x&amp;y=1'],
    ['https://a.example/x–y', 'https://a.example/x–y'],
    ['https://a.example/x–', 'https://a.example/x'],
    ['https://a.example/x — and', 'https://a.example/x'],
    ['https://a.example/x—“so”', 'https://a.example/x'],
    ['«https://a.example/x»', 'https://a.example/x'],
    ['https://a.example/x\u00a0y', 'https://a.example/x'],
    ['https://a.example/क\u200dष y', 'https://a.example/क\u200dष'],
    ['https://a.example/über', 'https://a.example/über'],
    ['https://a.example/wiki/東京 は', 'https://a.example/wiki/東京'],
    ['https://a.example/x東京', 'https://a.example/x'],
    ['**https://a.example/x**and', 'https://a.example/x'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['http://user@a.example/x', 'http://user@a.example/x'],
    ['http://[::1]:80/x', 'http://[::1]:80/x'],
    ['see (www.a.example/x)', 'http://www.a.example/x'],
    ['ftp://a.example/x', 'ftp://a.example/x'],
  ])('in %j is %s', (text, url) => expect(found(text)).toEqual([`url ${url}`]));

  it('of two that are joined by a comma or a semicolon is two', () => {
    expect(found('https://a.example/x,https://b.example/y;https://c.example/z.')).toEqual([
      'url https://a.example/x',
      'url https://b.example/y',
      'url https://c.example/z',
    ]);
    expect(found('https://a.example/x,y')).toEqual(['url https://a.example/x,y']);
  });

  it.each([
    'http://',
    'https:// a.example',
    'http://a..example/x',
    'http://999.1.1.1/x',
    'xhttp://a.example',
    'gopher://a.example',
    'www.a',
    'www.example',
    'www.a.1/x',
    '@www.a.example',
    'wwwx.a.example',
  ])('is not %j', (text) => expect(found(text).filter((c) => c.startsWith('url'))).toEqual([]));
});

describe('a link', () => {
  it.each([
    ['[t](https://a.example/x\\)y)', ['link https://a.example/x)y']],
    ['[t](https://a.example/x\\q)', ['link https://a.example/x\\q']],
    ['[t](https://a.example/a?b=1&amp;c=2)', ['link https://a.example/a?b=1&c=2']],
    ['[t](<https://a.example/x\\>y>)', ['link https://a.example/x>y']],
    ['[t](https://a.example/x "a \\" title")', ['link https://a.example/x']],
    ["[t](https://a.example/x 'title')", ['link https://a.example/x']],
    ['[t](https://a.example/x (title))', ['link https://a.example/x']],
    ['[t](\n  https://a.example/x\n)', ['link https://a.example/x']],
    ['[](https://a.example/x)', ['link https://a.example/x']],
    ['[the code](src/a.ts#L4)', ['file src/a.ts:4']],
    ['[t](https://arxiv.org/abs/2001.00001)', ['link arxiv:2001.00001']],
    ['https://arxiv.org/abs/2001.00001', ['identifier arxiv:2001.00001']],
  ])('%j leads to %j', (text, expected) =>
    expect(found(text).map((c) => c.replace(/^link src/, 'file src'))).toEqual(expected),
  );

  it.each([
    '[t](<https://a.example/x\n>)',
    '[t](<https://a.example/<x>)',
    '[t](<https://a.example/x',
    '[t](https://a.example/x "title',
    '[t](https://a.example/x (ti(tle))',
    `[t](https://a.example/${'('.repeat(33)}${')'.repeat(33)})`,
    '[t](https://a.example/(x)',
    '[t](https://a.example/x y)',
  ])('is none in %j: the address stands alone', (text) =>
    expect(found(text).filter((c) => c.startsWith('link'))).toEqual([]),
  );

  it.each([
    ['[t](https://a.example/x?utm_source=chatgpt.com)', ['chat-residue']],
    ['[t](https://a.example/x?utm_source=newsletter)', []],
    ['https://doi.org/10.12/x', ['malformed-doi']],
    ['https://doi.org/10/abc', []],
    ['https://doi.org/', []],
    ['https://x.example/doi.org/10.12', []],
    ['https://arxiv.org/abs/2099.99999', ['malformed-arxiv']],
    ['https://arxiv.org/abs/2001.00001/', []],
    ['https://x.example/arxiv.org/abs/', []],
  ])('%j is said to have %j', (text, codes) =>
    expect(scan(text).problems.map(({ code }) => code)).toEqual(codes),
  );
});

describe('a DOI', () => {
  it.each([
    ['10.1000/abc.', 'doi 10.1000/abc'],
    ['(10.1000/a(b)c)', 'doi 10.1000/a(b)c'],
    ['10.1000.10/abc', 'doi 10.1000.10/abc'],
    ['10.1002/(SICI)1096<693::AID-ASI4>3.0.CO;2-O so', 'doi 10.1002/(SICI)1096<693::AID-ASI4>3.0.CO;2-O'],
    ['10.1000/abc<br>', 'doi 10.1000/abc'],
    ['<10.1000/abc>', 'doi 10.1000/abc'],
    ['10.1000/abc|', 'doi 10.1000/abc'],
    ['10.1000/abc、', 'doi 10.1000/abc'],
    ['10.1000/äbc', 'doi 10.1000/äbc'],
    ['**10.1000/abc**x', 'doi 10.1000/abc'],
    ['doi.org/10.1000/abc', 'doi 10.1000/abc'],
    ['DOI 10.1000/abc', 'doi 10.1000/abc'],
    ['doi: 10.1000/abc', 'doi 10.1000/abc'],
    ['10.1000/a\\_b', 'doi 10.1000/a_b'],
  ])('in %j is %s', (text, expected) => expect(found(text)).toEqual([expected]));

  it.each([
    '10.12/x',
    '10.1000/',
    '10.1000/.',
    '10.1234567890123456789012345/x',
    '1.10.1000/x',
    '-10.1000/x',
    '/10.1000/x',
    'version 10.2',
    'doi.org/x',
  ])('is not %j', (text) => expect(found(text).filter((c) => c.startsWith('doi'))).toEqual([]));

  it.each([
    ['doi:10.12/x', ['malformed-doi doi:10.12/x']],
    ['doi:10x.', ['malformed-doi doi:10x']],
    ['doi:  here', []],
    ['doi: nothing', []],
    ['the doi of it', []],
  ])('%j is said to have %j', (text, expected) => expect(faults(text)).toEqual(expected));
});

describe('an identifier', () => {
  it.each([
    ['arXiv:2001.00001v2.', 'arxiv:2001.00001v2'],
    ['arXiv preprint arXiv:2001.00001', 'arxiv:2001.00001'],
    ['arXiv preprint 2001.00001', 'arxiv:2001.00001'],
    ['arXiv: hep-th/9901001', 'arxiv:hep-th/9901001'],
    ['arxiv.org/pdf/2001.00001.pdf', 'arxiv:2001.00001'],
    ['PMC1234567', 'pmcid:PMC1234567'],
    ['PMCID: PMC1234567', 'pmcid:PMC1234567'],
    ['PMID 123', 'pmid:123'],
    ['RFC9110', 'rfc:9110'],
    ['RFC-9110', 'rfc:9110'],
    ['RFC: 9110', 'rfc:9110'],
    ['RFC\u00a09110', 'rfc:9110'],
    ['ISBN-13: 978-0-306-40615-7', 'isbn:9780306406157'],
    ['ISBN 0-8044-2957-X', 'isbn:080442957X'],
    ['ISBN 0306406152 and', 'isbn:0306406152'],
    ['ISBN: 978–0–306–40615–7.', 'isbn:9780306406157'],
    ['my-org/some_repo#12', 'gh:my-org/some_repo#12'],
  ])('in %j is %s', (text, expected) => expect(found(text)).toEqual([`identifier ${expected}`]));

  it.each([
    'arXiv 9999',
    'arXiv',
    'arxiv.org/abs/x',
    'PMC12',
    'pmc1234567',
    'PMCID: 1234567',
    'PMCID: PMC',
    'PMID',
    'PMID: 12345678901',
    'PMID 12a',
    'RFC 123456',
    'RFC 12a',
    'RFCs',
    'RFC',
    'ISBN 123',
    'ISBN',
    'ISBNs are',
    'a/b#',
    'a/b#12345678',
    '/a/b#1',
    'src/a.ts#1',
    '-a/b#1',
    'a#1',
    'a/#1',
  ])('is not %j', (text) => expect(found(text).filter((c) => c.startsWith('identifier'))).toEqual([]));

  it.each([
    ['arXiv:2099.99999', ['malformed-arxiv arXiv:2099.99999']],
    ['arXiv: forthcoming', []],
    ['ISBN 978-0-306-40615-8', ['malformed-isbn ISBN 978-0-306-40615-8']],
  ])('%j is said to have %j', (text, expected) => expect(faults(text)).toEqual(expected));
});

describe('a place that only an agent knows', () => {
  it.each([
    ['git:deadbeef', ['commit git:deadbeef']],
    ['git:xyz and git:abc', []],
    ['memory:a/b-1.', ['memory memory:a/b-1']],
    ['memory:. and memory: x', []],
    ['source: guess', ['guess guess']],
    ['"source": "guess"', ['guess guess']],
    ['[guess]', ['guess guess']],
    ['source: guesswork, source: guess-timate and a guess', []],
    [
      'commit e45daa3, e45daa4 and e45daa5',
      ['commit git:e45daa3', 'commit git:e45daa4', 'commit git:e45daa5'],
    ],
    ['commit e45daa3-x', []],
    ['commit e45daa3.txt', []],
    ['{"sha":"e45daa3f"}', ['commit git:e45daa3f']],
    ['the word e45daa3 alone', []],
  ])('in %j is %j', (text, expected) => expect(found(text)).toEqual(expected));
});

describe('what a chat tool leaves behind', () => {
  const labels = (text: string) =>
    scan(text).problems.flatMap(({ code, facts }) => (code === 'chat-residue' ? [facts['label']] : []));

  it.each([
    ['So it is \ue200cite\ue202turn0search0\ue201.', ['turn0search0']],
    ['So it is \ue200other\ue201.', []],
    ['So it is \ue200cite turn0search0\nand \ue200open.', []],
    [`So it is \ue200${'x'.repeat(400)}\ue201.`, []],
    ['So \ue200a\ue200citeturn1news2\ue201.', ['turn1news2']],
    ['A stray \ue201 mark.', []],
    ['So it is citeturn0search0turn1view2.', ['turn0search0']],
    ['So it is fileciteturn0file0 and navlistturn0news1turn0news2.', ['turn0file0', 'turn0news1']],
    ['So it turns citeturn0nothing0.', []],
    ['So it is :contentReference[oaicite:0]{index=0}.', [':contentReference[oaicite:0]{index=0}']],
    ['So it is :contentReference[oaicite:x].', []],
    ['So it is ([site]({"attribution":{"a":"b"}})).', ['attribution']],
    ['So it is ^[site]({"attribution":{"a":"b"}}).', ['attribution']],
    ['So it is [site]({"attribution":1}).', []],
    ['So it is [site]({x}).', []],
    ['So it is 【1†source】.', ['【1†source】']],
    ['So it is 【12:3†notes.pdf】.', ['【12:3†notes.pdf】']],
    ['So it is 【注意】 and 【1\n】 and 【3 of us】.', []],
    ['So it is [oai_citation:1‡site](https://a.example/x).', ['oai_citation']],
  ])('%j is told: %j', (text, expected) => expect(labels(text)).toEqual(expected));
});

describe('a raised number', () => {
  const list =
    '\n\n## References\n\n1. https://a.example/1\n2. https://a.example/2\n3. https://a.example/3\n';
  const numbers = (text: string) =>
    scan(text + list).citations.flatMap(({ style, label }) => (style === 'numbered' ? [label] : []));

  it.each([
    ['Tides rise.¹', ['1']],
    ['Tides rise.¹,³', ['1', '3']],
    ['Tides rise.¹⁻³', ['1', '2', '3']],
    ['Tides rise.¹–³', ['1', '2', '3']],
    ['Tides rise.³⁻¹', ['3', '1']],
    ['Tides rise.<sup>1,2</sup>', ['1', '2']],
    ['Tides rise.<sup>1–3</sup>', ['1', '2', '3']],
    ['Tides rise.<sup>[2]</sup>', ['2']],
    ['Tides rise.^1,2^', ['1', '2']],
    ['Tides rise.<sup>st</sup>', []],
    ['Tides rise.<sup>1 and more', []],
    ['Tides rise.<sup>3–1</sup>', []],
    ['Tides rise.^no^', []],
    ['¹ Tides rise.', []],
    ['Tides rise², and fall.', ['2']],
    ['Tides rise.²They fall.', ['2']],
    ['**Tides**² rise.', ['2']],
    ['Bailey’s² tides of 1998¹ in COVID-19³ times.', ['2', '1', '3']],
    ['潮汐²上升。', ['2']],
  ])('%j cites %j', (text, expected) => expect(numbers(text)).toEqual(expected));

  it.each([
    'over 5 m², 3 km² or 40 µm²',
    'R² and *R*² and χ² of it',
    'about 10³, 10⁻², 10¹ and 1,500²',
    'Ca²⁺ and SO₄²⁻',
    'I²C and ¹³C and ²H',
    'm<sup>2</sup>, 10<sup>3</sup> and I<sup>2</sup>C',
    '10^3^ and km^2^',
    'sin²(x)',
  ])('is a power in %j', (text) => expect(numbers(`Tides rise.¹ Here ${text}.`)).toEqual(['1']));

  it('is a power where the list is cited in brackets, and a marker where another list is', () => {
    expect(numbers('Tides rise [1] and fall [3]. The (sum)² grew.')).toEqual(['1', '3']);
    expect(numbers('Tides rise [[1]](https://a.example/1). The (sum)² grew.')).toEqual(['1']);
    expect(numbers('Tides rise.¹ They fall.³ A table has [2].')).toEqual(['1', '3', '2']);
    const other = '# A\n\nTides rise [1], [2].\n\n## References\n\n[1] One.\n[2] Two.\n\n# B\n\nThey fall.³';
    expect(scan(`${other}${list}`).citations.map(({ label }) => label)).toContain('3');
  });
});
