import { describe, expect, it } from 'vitest';
import { scan, type ScanContext } from '../../../../src/core/extract';

const found = (text: string, context: ScanContext = {}) =>
  scan(text, context).citations.map(({ part, label, target }) => [
    text.slice(part.start, part.end),
    label,
    target,
  ]);
const doi = (id: string) => ({ kind: 'work', doi: id });
const url = (address: string) => ({ kind: 'url', url: address });

describe('a key of Manubot', () => {
  it.each([
    ['doi:10.5555/tide.1', doi('10.5555/tide.1')],
    ['DOI:10.5555/S0098-3004(02)00013-4', doi('10.5555/S0098-3004(02)00013-4')],
    ['doi:10/ab3', url('https://doi.org/ab3')],
    ['pmid:1234567', { kind: 'work', pmid: '1234567' }],
    ['pmcid:PMC7654321', { kind: 'work', pmcid: 'PMC7654321' }],
    ['arxiv:2001.00001v2', { kind: 'work', arxiv: '2001.00001v2' }],
    ['isbn:978-0-306-40615-7', { kind: 'work', isbn: '9780306406157' }],
    ['url:https://tide.example/a_(b)/', url('https://tide.example/a_(b)/')],
    ['https://tide.example/?a=1', url('https://tide.example/?a=1')],
    ['wikidata:Q42', url('https://www.wikidata.org/wiki/Q42')],
  ])('says by itself what it points at: %s', (key, target) => {
    expect(found(`It rises [@${key}].`)).toEqual([[`[@${key}]`, key, target]]);
    expect(found(`It rises [see @${key}; @lee].`)).toEqual([
      [`see @${key}`, key, target],
      ['@lee', 'lee', { kind: 'dangling', label: 'lee' }],
    ]);
    expect(found(`As @${key} says.`)).toEqual([[`@${key}`, key, target]]);
  });

  it('stands beside another behind a comma', () => {
    expect(found('So [@doi:10.5555/a, @pmid:12; @lee, p. 3].').map(([raw]) => raw)).toEqual([
      '@doi:10.5555/a',
      '@pmid:12',
      '@lee, p. 3',
    ]);
  });

  it('may be a tag that the text or a table explains', () => {
    const bibliographies = [
      {
        path: 'citation-tags.tsv',
        text: 'tag\tcitation\nmoon\tdoi:10.5555/moon\nsea\turl:https://sea.example/\nodd\n',
      },
    ];
    const text = 'So [@tag:tide], [@tag:moon], [@tag:sea] and [@tag:odd].\n\n[@tag:tide]: doi:10.5555/Tide\n';
    expect(found(text, { bibliographies }).map(([, , target]) => target)).toEqual([
      doi('10.5555/Tide'),
      doi('10.5555/moon'),
      url('https://sea.example/'),
      { kind: 'dangling', label: 'tag:odd' },
    ]);
    expect(scan(text, { bibliographies }).problems).toEqual([]);
  });
});

describe('a citation role', () => {
  const bibliographies = [
    { path: 'a.bib', text: '@book{lee2011, year = {2011}}\n@book{Kim.Wu.2018, year = {2018}}' },
  ];

  it.each([
    ['{cite}`lee2011`', ['{cite}`lee2011`']],
    ['{cite:p}`lee2011,Kim.Wu.2018`', ['lee2011', 'Kim.Wu.2018']],
    ['{cite:t}`lee2011; Kim.Wu.2018`', ['lee2011', 'Kim.Wu.2018']],
    ['{cite:ps}`lee2011`', ['{cite:ps}`lee2011`']],
    ['{footcite:t}`lee2011`', ['{footcite:t}`lee2011`']],
    ['{cite:p}`{see}lee2011{p. 3}`', ['{cite:p}`{see}lee2011{p. 3}`']],
    [':cite:`lee2011`', [':cite:`lee2011`']],
    [':cite:t:`lee2011`', [':cite:t:`lee2011`']],
    [':citep:`lee2011`', [':citep:`lee2011`']],
  ])('%s holds its keys', (text, raws) => {
    const cited = found(`It rises ${text}.`, { bibliographies });
    expect(cited.map(([raw]) => raw)).toEqual(raws);
    for (const [, , target] of cited) expect(target).toMatchObject({ kind: 'work' });
  });

  it('may hold a DOI', () => {
    expect(found('So {cite}`10.5555/tide`.').map(([, , target]) => target)).toEqual([doi('10.5555/tide')]);
  });

  it.each([
    '{ref}`lee2011`',
    '{cite} `lee2011`',
    '`{cite}`',
    ':recite:`lee2011`',
    '{cite}``',
    'cite`lee2011`',
  ])('%s is none', (text) => expect(found(`See ${text} so.`, { bibliographies })).toEqual([]));
});

describe('an identifier in the place of an address', () => {
  it.each([
    ['[](doi:10.5555/tide)', doi('10.5555/tide')],
    ['[the paper](doi:10/ab3)', url('https://doi.org/ab3')],
    ['<doi:10.5555/tide>', doi('10.5555/tide')],
    ['<doi:10/ab3>', url('https://doi.org/ab3')],
    ['doi:10/ab3', url('https://doi.org/ab3')],
    ['[t](arxiv:2001.00001)', { kind: 'work', arxiv: '2001.00001' }],
  ])('%s leads to the work', (text, target) =>
    expect(found(`See ${text} so.`).map(([raw, , at]) => [raw, at])).toEqual([[text, target]]),
  );
});

describe('a key that no bibliography of the project has', () => {
  const file = (path: string, text: string) => ({ path, text, isProjects: true as const });
  const known = file('a.bib', '@book{lee2020, title = {A title}}');
  const codes = (text: string, ...bibliographies: (typeof known)[]) =>
    scan(text, { bibliographies }).problems.map(({ code }) => code);

  it('is unknown, unless it may be a label of another kind', () => {
    expect(codes('So [@kim2021].', known)).toEqual(['unknown-key']);
    expect(codes('So [@sunset-figure].', known)).toEqual([]);
  });

  it('is not reported while one of them cannot be read, or holds nothing', () => {
    expect(codes('So [@kim2021].', known, file('gone.bib', ''))).toEqual([]);
    expect(codes('So [@kim2021].', file('a.bib', 'version https://lfs.example/spec/v1'))).toEqual([]);
  });
});
