import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const found = (text: string): string[] => scan(text).citations.map((c) => `${c.style} ${c.identifier}`);
const raws = (text: string): string[] => scan(text).citations.map((c) => c.raw);

describe('cite keys', () => {
  it.each([
    ['[see @a, p. 3; also @b]', ['cite-key a', 'cite-key b']],
    ['[-@a]', ['cite-key a']],
    ['[@a [p. 3]]', ['cite-key a']],
    ['[see @a, who writes [sic]; @b]', ['cite-key a', 'cite-key b']],
    ['[@doi:10.1000/x]', ['cite-key doi:10.1000/x']],
    ['[@Smith_2020-x.y]', ['cite-key Smith_2020-x.y']],
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
  ])('are not read in %s', (text) => expect(found(text)).toEqual([]));

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
    ['Makefile:12', 'Makefile:12'],
    ['file:src/foo.ts:42', 'src/foo.ts:42'],
    ['file:///tmp/a.ts:3', '/tmp/a.ts:3'],
    ['../a.py:3', '../a.py:3'],
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
  ])('are not read in %s', (text) => expect(found(text)).toEqual([]));
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
    'at a concentration of [5] = 3 mM',
  ])('are no markers in %s', (text) => expect(found(text)).toEqual([]));
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
