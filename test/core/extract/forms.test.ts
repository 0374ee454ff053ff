import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const found = (text: string): string[] => scan(text).citations.map((c) => `${c.style} ${c.identifier}`);
const raws = (text: string): string[] => scan(text).citations.map((c) => c.raw);

describe('cite keys', () => {
  it.each([
    ['[see @a, p. 3; also @b]', ['cite-key a', 'cite-key b']],
    ['[-@a]', ['cite-key a']],
    ['[@DBLP:conf/nips/Doe17]', ['cite-key DBLP:conf/nips/Doe17']],
    ['[@doe/2017]', ['cite-key doe/2017']],
    ['[@a [p. 3]]', ['cite-key a']],
    ['[see @a, who writes [sic]; @b]', ['cite-key a', 'cite-key b']],
    ['[@doi:10.1000/x]', ['cite-key doi:10.1000/x']],
    ['[@Smith_2020-x.y]', ['cite-key Smith_2020-x.y']],
    ['[@smith:2020; @Lee-2019a, chap. 3]', ['cite-key smith:2020', 'cite-key Lee-2019a']],
    ['[@a1, {pp. iv, vi-xi}]', ['cite-key a1']],
    ['[@{https://a.example/k}]', ['cite-key https://a.example/k']],
    ['\\citep[see][p. 3]{a,b}', ['cite-key a', 'cite-key b']],
    ['\\citet*{a}', ['cite-key a']],
    ['\\textcite{a}', ['cite-key a']],
    ['\\parencites[5]{a}[6]{b,c}', ['cite-key a', 'cite-key b', 'cite-key c']],
  ])('are read in %s, as one marker', (text, expected) => {
    expect(found(`So ${text}.`)).toEqual(expected);
    expect(new Set(raws(`So ${text}.`))).toEqual(new Set([text]));
  });

  it.each([
    'mail a.b@example.com',
    'npm i @types/node',
    '@media (max-width)',
    '`@a1`',
    '\\nocite{*}',
    '@fig:one',
    '\\@a1',
    '[\\@a1]',
    '[@fig:one; @sec-two]',
    'a1@b2.example',
    '[@types/node]',
    'the packages [@types/node; @babel/core]',
  ])('are not read in %s', (text) => expect(found(text)).toEqual([]));

  it('are people where they are thanked, and links where their label is defined', () => {
    expect(found('Thanks @user12 and cc @user13.')).toEqual([]);
    expect(found('[@a/b][7] and [@c]\n\n[7]: https://e.example/7\n[@c]: https://e.example/c')).toEqual([
      'link https://e.example/7',
      'link https://e.example/c',
    ]);
    expect(found('[@c] and [@c][@d]')).toEqual(['cite-key c', 'cite-key c', 'cite-key d']);
  });

  it('are not read in the text of a link', () => {
    expect(found('[see the [docs](https://e.example/x) by @user]')).toEqual(['link https://e.example/x']);
    expect(found('[text @user [x]][r]\n\n[r]: https://e.example')).toEqual(['link https://e.example']);
  });
});

describe('identifiers', () => {
  it.each([
    ['doi.org/10.1000/abc.', 'doi 10.1000/abc'],
    ['DOI: 10.1000/abc(1)', 'doi 10.1000/abc(1)'],
    ['<doi:10.1000/abc>', 'doi 10.1000/abc'],
    ['DOI：10.1000/abc。', 'doi 10.1000/abc'],
    ['https://doi.org/10.1000/a%2Fb', 'doi 10.1000/a/b'],
    ['<arXiv:2301.12345>', 'identifier arxiv:2301.12345'],
    ['arXiv:hep-th/9901001', 'identifier arxiv:hep-th/9901001'],
    ['arxiv.org/abs/2301.12345v2.', 'identifier arxiv:2301.12345v2'],
    ['https://arxiv.org/pdf/2301.12345v1.pdf', 'identifier arxiv:2301.12345v1'],
    ['pmid: 12345', 'identifier pmid:12345'],
    ['PMCID: PMC123456', 'identifier pmcid:PMC123456'],
    ['ISBN 978-0-306-40615-7', 'identifier isbn:9780306406157'],
    ['isbn 0-306-40615-2', 'identifier isbn:0306406152'],
    ['RFC-2616', 'identifier rfc:2616'],
    ['rfc 2616', 'identifier rfc:2616'],
    ['owner/repo#12', 'identifier gh:owner/repo#12'],
    ['commit e45daa3', 'commit git:e45daa3'],
    ['git:e45daa3f', 'commit git:e45daa3f'],
    ['memory:abc-1', 'memory memory:abc-1'],
    ['source: guess', 'guess guess'],
    ['_10.1000/abc_', 'doi 10.1000/abc'],
    ['**10.1000/abc**', 'doi 10.1000/abc'],
    ['_RFC 9110_', 'identifier rfc:9110'],
    ['10.1000/a&amp;b', 'doi 10.1000/a&b'],
    ['https://doi.org/10.1000/abc?utm_source=x', 'doi 10.1000/abc'],
    ['https://doi.org/10.1000/abc#page', 'doi 10.1000/abc'],
    ['10.1000/a_b-c.d;e:f(g)h/i', 'doi 10.1000/a_b-c.d;e:f(g)h/i'],
    ['(10.1016/S0140-6736(20)30183-5).', 'doi 10.1016/S0140-6736(20)30183-5'],
    ['10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2.', 'doi 10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2'],
    ['ISBN9780306406157', 'identifier isbn:9780306406157'],
    ['ISBN-13: 978-0-306-40615-7', 'identifier isbn:9780306406157'],
    ['ISBN 978 0 306 40615 7', 'identifier isbn:9780306406157'],
    ['arXiv:math.GT/0309136v1', 'identifier arxiv:math.GT/0309136v1'],
    ['[arXiv:2301.12345]', 'identifier arxiv:2301.12345'],
    ['https://pubmed.ncbi.nlm.nih.gov/12345678/', 'identifier pmid:12345678'],
    ['(owner/repo#12)', 'identifier gh:owner/repo#12'],
    ['commit `e45daa3`', 'commit git:e45daa3'],
  ])('are read in %s', (text, expected) => expect(found(`See ${text}`)).toEqual([expected]));

  it('name one commit after another', () => {
    expect(found('Fixed by commits e45daa3 and 1234567a.')).toEqual([
      'commit git:e45daa3',
      'commit git:1234567a',
    ]);
    expect(found('commit e45daa3..abcdef12')).toEqual(['commit git:e45daa3', 'commit git:abcdef12']);
  });

  it.each([
    'this is rfc',
    'sha256:e45daa3e45daa3',
    'in 1234567 people',
    'I guess so',
    'see #123',
    '`10.1000/abc`',
    'version 10.1000',
    'a 110.1000/x part',
    'snake_10.1000/x',
    'in-memory:foo',
    'memory:512Mi',
    'ISBNs and RFCs',
  ])('are not read in %s', (text) => expect(found(text)).toEqual([]));
});

describe('places in files', () => {
  it.each([
    ['C:\\x\\y.ts:5', 'C:\\x\\y.ts:5'],
    ['src/foo.ts:42:7', 'src/foo.ts:42'],
    ['src/a.ts:L42-L50', 'src/a.ts:42-50'],
    ['a/b/c.test.tsx:12–15', 'a/b/c.test.tsx:12-15'],
    ['src/日本.ts:5', 'src/日本.ts:5'],
    ['src/foo.ts (line 42)', 'src/foo.ts:42'],
    ['src/foo.ts, lines 4–6', 'src/foo.ts:4-6'],
    ['line 42 of `src/foo.ts`', 'src/foo.ts:42'],
    ['lines 10–20 of a.ts', 'a.ts:10-20'],
    ['`a.ts` line 5', 'a.ts:5'],
    ['"src/a.py", line 3', 'src/a.py:3'],
    ['Makefile:12', 'Makefile:12'],
    ['plot.R (line 2)', 'plot.R:2'],
    ['paper.Rmd:3', 'paper.Rmd:3'],
    ['NOTES.TXT:3', 'NOTES.TXT:3'],
    ['file:src/foo.ts:42', 'src/foo.ts:42'],
    ['file:///tmp/a.ts:3', '/tmp/a.ts:3'],
    ['../a.py:3', '../a.py:3'],
    ['app/[id]/page.tsx:5', 'app/[id]/page.tsx:5'],
    ['app/(shop)/[...slug]/page.tsx:7', 'app/(shop)/[...slug]/page.tsx:7'],
    ['app/@modal/x.tsx:3', 'app/@modal/x.tsx:3'],
    ['src/a.ts#L10C3-L20C5', 'src/a.ts:10-20'],
    ['src/a.ts (lines 42-45)', 'src/a.ts:42-45'],
    ['src/a.ts, lines 42 to 45', 'src/a.ts:42-45'],
    ['.github/workflows/ci.yml:12', '.github/workflows/ci.yml:12'],
    ['go.mod:3', 'go.mod:3'],
    ['src/a.ts(42,5)', 'src/a.ts:42'],
    ['file:src/a.ts(42, 5)', 'src/a.ts:42'],
    ['C:\\x\\Y.cs(10,20,11,5)', 'C:\\x\\Y.cs:10-11'],
    ['app/(shop)/page.tsx(3,4)', 'app/(shop)/page.tsx:3'],
  ])('are read in %s', (text, expected) => {
    expect(found(`See ${text}`)).toEqual([`file ${expected}`]);
    expect(raws(`See ${text}`)).toEqual([text]);
  });

  it.each([
    '12:30:45',
    'ratio 3.5:1',
    'John 3:16',
    '1.2.3.4:80',
    'example.com:80',
    'v1.2:3',
    'src/a.ts:0',
    'test_x.py::test_y',
    'localhost:3000',
    'server.port:8080',
    'os.path:22',
    'std::vec:5',
    'at 10:05:33',
    'note:5',
    'np.array(1,2)',
    'Math.pow(2,3)',
    'src/a.ts(0,5)',
    'src/a.ts(42)',
    'src/a.ts(5-3): no',
    'src/a.ts(5,',
    'a.py", line 3',
    '`runCmd.RunE` (line 407)',
    'fmt.Println (line 20)',
    'line 20 of `main.Run`',
    'http.Client:7',
    '`limit: 30 * time.second` (line 9)',
  ])('are not read in %s', (text) => expect(found(text)).toEqual([]));
});

describe('a link to lines of a file', () => {
  it.each([
    ['[x](my%20file.ts#L3)', 'my file.ts:3'],
    ['[x](<my file.ts#L3>)', 'my file.ts:3'],
    ['[x](<my file.ts#L3-L5> "A title")', 'my file.ts:3-5'],
    ['[x](app/%5Bid%5D/caf%C3%A9.tsx#L3)', 'app/[id]/café.tsx:3'],
    ['[x](100%25.ts#L3)', '100%.ts:3'],
    ['[x](a%2520b.ts#L3)', 'a%20b.ts:3'],
    ['[x](100%.ts#L3)', '100%.ts:3'],
    ['[x](a%FF.ts#L3)', 'a%FF.ts:3'],
    ['[x](notes.md?plain=1#L3)', 'notes.md:3'],
    ['[x](notes.md#L2024)', 'notes.md:2024'],
    ['[x](src/a.ts#42)', 'src/a.ts:42'],
    // What leads elsewhere only when it is decoded is left as it stands: it is refused so.
    ['[x](..%2f..%2Fa.ts#L3)', '..%2f..%2Fa.ts:3'],
    ['[x](%2e%2e/a.ts#L3)', '%2e%2e/a.ts:3'],
    ['[x](C%3A/a.ts#L3)', 'C%3A/a.ts:3'],
    ['[x](a%5Cb.ts#L3)', 'a%5Cb.ts:3'],
    ['[x](a%00.ts#L3)', 'a%00.ts:3'],
    ['[x](a%E2%80%AEb.ts#L3)', 'a%E2%80%AEb.ts:3'],
    ['[x](a%E2%80%A8b.ts#L3)', 'a%E2%80%A8b.ts:3'],
  ])('is decoded once, as a reader of Markdown does: %s', (text, expected) => {
    expect(found(`See ${text}.`)).toEqual([`link ${expected}`]);
    expect(raws(`See ${text}.`)).toEqual([text]);
  });

  it.each(['other.md#section', 'CHANGELOG.md#110', 'page.html#2', 'a.md?plain=1', 'a.ts?x=1#L3', '#L3'])(
    'is none where it leads to a heading, or to no line: %s',
    (to) => expect(found(`See [x](${to}).`)).toEqual([]),
  );

  it('is decoded in a definition, and not in running text', () => {
    expect(found('See [x][y].\n\n[y]: <my file.ts#L3>\n')).toEqual(['link my file.ts:3']);
    expect(found('See my%20file.ts:3.')).toEqual(['file my%20file.ts:3']);
  });
});

describe('a place that a compiler names', () => {
  it.each([
    ['src/a.ts(42,5): error TS2322: it is no string', 'src/a.ts(42,5)'],
    ['Foo.csproj(3): error MSB4025: it does not load', 'Foo.csproj(3)'],
    ['Foo.csproj(3-5): warning', 'Foo.csproj(3-5)'],
    ['`src/a.ts(42,5)` is wrong', 'src/a.ts(42,5)'],
    ['(src/a.ts(42,5)) is wrong', 'src/a.ts(42,5)'],
  ])('is read in %s', (text, raw) => expect(raws(text)).toEqual([raw]));
});

describe('numbers', () => {
  const list = '\n\n# References\n\n1. https://e.example/1\n2. https://e.example/2\n3. https://e.example/3\n';
  it.each([
    ['[1-3]', ['1', '2', '3']],
    ['[1, 2–3]', ['1', '2', '3']],
    ['[3, p. 12]', ['3']],
    ['[2, §4]', ['2']],
    ['[see 1]', ['1']],
    ['[1、2]', ['1', '2']],
    ['[1，2]', ['1', '2']],
    ['【1†source】', ['1']],
    ['<sup>1,2</sup>', ['1', '2']],
    ['^1^', ['1']],
    ['¹', ['1']],
    ['［2］', ['2']],
    ['〔1-3〕', ['1', '2', '3']],
    ['[1 and 2]', ['1', '2']],
    ['[1, 2, and 3]', ['1', '2', '3']],
    ['[1 & 3]', ['1', '3']],
    ['\\[1\\]', ['1']],
    ['\\[2, 3\\]', ['2', '3']],
    ['<sup><a href="#r1">1</a></sup>', ['1']],
    ['[e.g., 1, 2]', ['1', '2']],
    ['[2, Sec. 3]', ['2']],
    ['[1;3]', ['1', '3']],
    ['[ 2 ]', ['2']],
    ['[1, с. 12]', ['1']],
    ['[1, стр. 5]', ['1']],
    ['[1, С. 5–7]', ['1']],
    ['[1, 頁 3]', ['1']],
    ['[1，页3]', ['1']],
    ['[1, cap. 2]', ['1']],
    ['[1, Rn. 5]', ['1']],
    ['[1 S. 5]', ['1']],
    ['[1 p. 5]', ['1']],
    ['[1 § 5]', ['1']],
    ['[1, с. 12; 3, с. 5]', ['1', '3']],
    ['[1, p. 5; 2 p. 7; 3, p. 8]', ['1', '2', '3']],
    ['[1, pp. 2; 3]', ['1']],
    ['【1-3】', ['1', '2', '3']],
    ['【1, 3】', ['1', '3']],
  ])('lead from %s to the list', (text, labels) => {
    const { citations } = scan(`So it is${text}.${list}`);
    expect(citations.map((c) => c.label)).toEqual(labels);
    expect(citations.every((c) => c.target.kind === 'url' && c.raw === text)).toBe(true);
  });

  it.each([
    'in [2024] we',
    'at [10:30]',
    'arr[1] = 2',
    'a[0]',
    'the interval [0, 1]',
    '[2020-01-01]',
    '[x] and [ ]',
    'E = [1, 2, 3]',
    'x [3x] faster',
    '[12 Jan 2020] and [5 min]',
    '[1.5] and [-1] and [1000000]',
    'm[1][2] and a.b[3]',
    '\\[1\\] alone',
    'at a concentration of [5] = 3 mM',
    'Add tide[23]-5.3.1 here',
    'the tide[12]*-*-moon10* one',
    'in /usr/tide[46]/bin',
    'make[2]: Entering directory',
    'tides of: [2016, 2019, 2022]',
    'on a scale of [1-5]',
    'tide [1|2]',
    'tides 【1-3】 and 【3, of us】',
    '[1 page] and [2 s] and [3 no more]',
    'use [^a-z] or [^/] or [^\\s] or [^"]+ or [^0-9a-f]',
  ])('are no markers in %s', (text) => expect(found(text)).toEqual([]));

  it.each([
    ['So tides[7], and waves[8] rise', ['numbered 7', 'numbered 8']],
    ['**So tides[7]** and *waves[8]* rise', ['numbered 7', 'numbered 8']],
    ['tides[7]/[8] rise', ['numbered 7', 'numbered 8']],
    ['He says[7]: they rise', ['numbered 7']],
    ['in many works [2, 2019]', ['numbered 2', 'numbered 2019']],
    ['a wide range [3, 4, 7]', ['numbered 3', 'numbered 4', 'numbered 7']],
    ['So [^1] and [^a-note] and [^a]', ['footnote ^1', 'footnote ^a-note', 'footnote ^a']],
    ['So [^a-z]\n\n[^1]: It is', ['footnote ^a-z']],
  ])('are markers that lead nowhere in %j', (text, expected) => expect(found(text)).toEqual(expected));

  it('are markers at a word that goes on where the document numbers its sources', () =>
    expect(scan(`The tide[1]-driven wave.${list}`).citations.map(({ label }) => label)).toEqual(['1']));
});

describe('a number that names an address', () => {
  it('is a marker where that is a source, and none where it is a picture or a place in the text', () => {
    expect(found('So it is![2] And 5! [2]')).toEqual(['numbered 2', 'numbered 2']);
    expect(found('![logo][1] and so [1]\n\n[1]: https://e.example/x')).toEqual(['numbered 1']);
    expect(found('[text][9] and [8] and [7](#note)\n\n[9]: #anchor\n[8]: ./local.md')).toEqual([]);
  });
  it('may be defined twice in the same words', () => {
    const codes = (text: string): string[] => scan(text).problems.map((p) => p.code);
    expect(codes('[a]\n\n[a]: https://e.example/x\n[a]: https://e.example/x')).toEqual([]);
    expect(codes('[a]\n\n[a]: https://e.example/x\n[a]: https://e.example/y')).toEqual(['duplicate-label']);
  });
});

describe('brackets on both sides of a dash', () => {
  it('stand for the numbers between them, which are of the second marker', () => {
    const { citations } = scan('Shown in [6]–[8].');
    expect(citations.map((c) => `${c.raw} ${c.identifier}`)).toEqual(['[6] 6', '[8] 7', '[8] 8']);
  });
});

describe('what chat tools leave behind', () => {
  it.each([
    ':contentReference[oaicite:3]',
    '[oaicite:1]',
    '[cite: 1, 2]',
    '[cite_start]',
    '[web:5]',
    'citeturn0search0',
  ])('is told in %s', (text) => {
    const { problems } = scan(`So it is ${text} here.`);
    expect(problems.map((p) => [p.code, p.span])).toEqual([
      ['chat-residue', { start: 9, end: 9 + text.length }],
    ]);
  });
  it.each(['[web]', '[cite: x]', '[cite]', 'turn 0', '[attached]'])('is not seen in %s', (text) =>
    expect(scan(`So it is ${text} here.`).problems).toEqual([]),
  );
});

describe('addresses', () => {
  it.each([
    ['https://a.example/x—and more', 'https://a.example/x'],
    ['https://a.example/Kruskal–Wallis', 'https://a.example/Kruskal–Wallis'],
    ['“https://a.example/t”', 'https://a.example/t'],
    ['«https://a.example/s»', 'https://a.example/s'],
    ['~~https://a.example/s~~', 'https://a.example/s'],
    ['https://a.example/a,b,c, and', 'https://a.example/a,b,c'],
    ['https://a.example/日本語。次', 'https://a.example/日本語'],
    ['https://a.example/c）', 'https://a.example/c'],
    ['https://a.example/!x!', 'https://a.example/!x'],
    ['https://en.example/wiki/C++ is', 'https://en.example/wiki/C++'],
    ['https://a.example/p;s=1?x=[1]&y={2} is', 'https://a.example/p;s=1?x=[1]&y={2}'],
    ['https://web.example/web/2020/https://a.example/x', 'https://web.example/web/2020/https://a.example/x'],
    ['HTTPS://A.EXAMPLE/A', 'HTTPS://A.EXAMPLE/A'],
    ['https://✦a.example/x is', 'https://✦a.example/x'],
    ['https://a.example/x ✅', 'https://a.example/x'],
    ['https://[2001:db8::1]/x,', 'https://[2001:db8::1]/x'],
  ])('end where a reader would end them in %s', (text, url) =>
    expect(found(`See ${text}`)).toEqual([`url ${url}`]),
  );
});

describe('a list that nothing leads to', () => {
  it('does not cite its own authors; its addresses stand for themselves', () => {
    const text =
      'Words.\n\n# References\n\n- Smith, J. (2020). Title. https://e.example/a\n- Lee, K., & Kim, P. (2021). Title. Journal, 1.\n- World Health Organization (2019). Report.\n';
    expect(found(text)).toEqual(['url https://e.example/a']);
  });
  it('is prose under some headings, and cites', () => {
    expect(found('# Notes\n\nThe model follows Smith (2020) in this.\n')).toEqual(['author-year smith-2020']);
  });
});
