import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../../src/core/extract';
import { scanText } from '../../../../src/core/scan/scanText';
import { readBibliographies, readCsl, withWorks } from '../../../../src/core/extract/references/bibliography';

const one = (text: string, path = 'a.bib') => [...readBibliographies(text, path)][0];

describe('a .bib file', () => {
  it('is read field by field', () => {
    expect(
      one(`@Article{smith2020,
        author = {Smith, Jane and Lee, Kim and van der Berg, Jan and {World Health Organization}},
        title = "A {B}etter {\\'e}tude --- of {\\o}rsted", journal = jnl # { of Things},
        year = 2020, doi = {https://doi.org/10.1000/x\\_1}, pmid = {123},
      }`),
    ).toEqual([
      'smith2020',
      {
        doi: '10.1000/x_1',
        pmid: '123',
        title: 'A Better étude — of ørsted',
        authors: ['Smith, Jane', 'Lee, Kim', 'van der Berg, Jan', 'World Health Organization'],
        year: 2020,
        venue: 'jnl of Things',
      },
    ]);
  });

  it('has identifiers read from URLs, which are kept', () => {
    const url = 'https://doi.org/10.1000/abc';
    expect(one(`@misc{a, url = {${url}}}`)).toEqual(['a', { doi: '10.1000/abc', url }]);
    expect(one('@misc{a, url = {https://arxiv.org/abs/2301.12345}}')?.[1]).toMatchObject({
      arxiv: '2301.12345',
    });
  });

  it('links a key to a work whose only identifier is in a URL', () => {
    const bib = '@misc{mutation, title = {M}, url = {https://doi.org/10.1000/abc}}';
    const { citations, problems } = scan('As defined in [@mutation]:', {
      bibliographies: withWorks([{ path: 'paper.bib', text: bib }]),
    });
    expect(citations).toMatchObject([
      { identifier: 'mutation', target: { kind: 'work', doi: '10.1000/abc', title: 'M' } },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['a brace that is never closed', '@article{a, title = {Open\n\n@article{b, title = {B}}'],
    ['a quote that is never closed', '@article{a, title = "Open,\n year = 2020\n}\n@article{b, title = {B}}'],
    ['an entry that is never closed', '@article{a, title = {A},\n@article{b, title = {B}}'],
    ['no comma between fields', '@article{a, title = {A} year = 2020}\n@article{b, title = {B}}'],
    ['a brace too many', '@article{a, title = {A}}, year = 2020}\n@article{b, title = {B}}'],
    ['words between the entries', 'See a@b.example {x}\n@article{a, x}\nfoo = {@}\n@article{b, title = {B}}'],
    ['an entry without a key', '@article{, title = {A}}\n@article{a}\n@article{b, title = {B}}'],
  ])('loses no other entry to %s', (_, text) => {
    const works = readBibliographies(text, 'a.bib');
    expect(works.get('b')).toMatchObject({ title: 'B' });
  });

  it('has entries under their other keys, unless another entry has that key', () => {
    const works = readBibliographies('@book{a, ids = {b, c}, title = {A}}\n@book{c, title = {C}}', 'a.bib');
    expect([...works].map(([key, { title }]) => [key, title])).toEqual([
      ['a', 'A'],
      ['c', 'C'],
      ['b', 'A'],
    ]);
  });

  it('completes an entry from its parent', () => {
    const works = readBibliographies(
      '@inproceedings{a, title = {A}, crossref = {p}}\n@proceedings{p, title = {P}, year = 1999}',
      'a.bib',
    );
    expect(works.get('a')).toMatchObject({ title: 'A', venue: 'P', year: 1999 });
  });

  it('expands nested macros only up to the length of a name, and keeps the other entries', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `@string{s${i + 1} = s${i} # s${i}}\n`).join('');
    const text = `@string{s0 = {ab}}\n${doubling}@article{k, title = s60, journal = s3}\n@article{l, title = {T}, journal = ${'s8 # '.repeat(1_000)}s0}`;
    const works = readBibliographies(text, 'a.bib');
    expect(works.get('k')?.venue).toBe('ab'.repeat(8));
    expect(works.get('k')?.title?.length).toBeLessThan(2_000);
    expect(works.get('l')?.title).toBe('T');
    expect(works.get('l')?.venue?.length).toBeLessThan(20_000);
  });
});

describe('a CSL bibliography', () => {
  it('is read as JSON and as YAML', () => {
    const item = {
      id: 'a',
      DOI: '10.1000/x',
      title: 'T',
      author: [{ family: 'Smith', given: 'J.' }, { literal: 'WHO' }],
      issued: { 'date-parts': [[2020, 1]] },
      'container-title': 'J',
    };
    const work = { doi: '10.1000/x', title: 'T', authors: ['Smith, J.', 'WHO'], year: 2020, venue: 'J' };
    expect(one(JSON.stringify([item]), 'a.json')).toEqual(['a', work]);
    expect(
      one(
        '---\nreferences:\n- id: a\n  DOI: 10.1000/x\n  title: T\n  author:\n  - {family: Smith, given: J.}\n  - literal: WHO\n  issued: 2020-01-05\n  container-title: J\n...\n',
        'a.yaml',
      ),
    ).toEqual(['a', work]);
  });

  it('may contain a cycle', () => {
    expect(one('references:\n- id: a\n  issued: &x\n    - *x\n', 'a.yaml')?.[0]).toBe('a');
  });

  it('is read once where aliases repeat a list', () => {
    let reads = 0;
    const author = new Proxy([{ family: 'Smith' }, { family: 'Lee' }], {
      get(list, name) {
        if (name === '0') reads++;
        return Reflect.get(list, name) as unknown;
      },
    });
    const works = readCsl(Array.from({ length: 50 }, (_, i) => ({ id: `k${i}`, author, issued: 2020 })));
    expect([works.size, works.get('k49')?.authors]).toEqual([50, ['Smith', 'Lee']]);
    expect(reads).toBeLessThan(5);
  });

  it('has its fields cut to the length of a name or title', () => {
    const works = readBibliographies(
      `a: &a "${'x'.repeat(9_000)}"\nreferences:\n- id: k\n  title: *a\n`,
      'a.yaml',
    );
    expect(works.get('k')?.title).toHaveLength(4_000);
  });
});

const word = fc.constantFrom(
  ...'@article @misc @string @comment { } ( ) " , = # % \\ title url doi year author eprint crossref a b and {https://doi.org/10.1000/abc} {https://arxiv.org/abs/2301.12345} {https://x.example/} 2020 \\constructor \\toString'.split(
    ' ',
  ),
  '\n',
  ' ',
  '\n@article{a,',
  "\\'",
  '\ud800',
);
const bib = fc.array(word, { maxLength: 60 }).map((words) => words.join(''));
const csl = fc.record(
  {
    id: fc.constant('a'),
    DOI: fc.anything(),
    URL: fc.oneof(fc.webUrl(), fc.constant('https://doi.org/10.1/x')),
    author: fc.anything(),
    issued: fc.anything(),
    title: fc.anything(),
  },
  { requiredKeys: ['id'] },
);

describe('any bibliography', () => {
  const sound = (path: string, text: string): void => {
    const { citations } = scan('It holds [@a; @b] and \\cite{a}.', {
      bibliographies: withWorks([{ path, text }]),
    });
    for (const c of citations) expect(['work', 'url', 'dangling']).toContain(c.target.kind);
    for (const work of readBibliographies(text, path).values())
      for (const [name, value] of Object.entries(work)) {
        expect(name).not.toBe('kind');
        expect(value).toBeDefined();
      }
  };
  it('is read, however broken', () => {
    fc.assert(
      fc.property(bib, (text) => sound('a.bib', text)),
      { numRuns: 3_000 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => sound('a.bib', text)));
  });
  it('is read as CSL, whatever its fields contain', () => {
    fc.assert(
      fc.property(fc.array(csl, { maxLength: 3 }), (items) => {
        sound('a.json', JSON.stringify(items));
      }),
      { numRuns: 1_000 },
    );
    fc.assert(fc.property(fc.string(), (text) => sound('a.yaml', `references:\n${text}`)));
  });
});

describe('a record of a .bib file', () => {
  const work = (fields: string) => one(`@article{k, ${fields}}`)?.[1];

  it.each<[string, object]>([
    [
      'author = {Jan van der Berg and Madonna and Lee,}',
      { authors: ['van der Berg, Jan', 'Madonna', 'Lee'] },
    ],
    ['author = {Ann Mary Lee}', { authors: ['Lee, Ann Mary'] }],
    ['eprint = {2301.12345}', { arxiv: '2301.12345' }],
    ['eprint = {12345}, eprinttype = {jstor}', {}],
    ['isbn = {978-0-306-40615-7, 030640615X}', { isbn: '9780306406157' }],
    ['isbn = {123}', {}],
    ['title = {First}, title = {Second}', { title: 'First' }],
    ['title = {na{\\"\\i}ve {\\unknown} \\ss{} caf\\\'e}', { title: 'naïve ß café' }],
    ['year = 2020', { year: 2020 }],
  ])('with %j is %j', (fields, expected) => expect(work(fields)).toEqual(expected));

  it('inherits missing fields from its crossref, with the book’s title as venue', () => {
    const text = `@inproceedings{a, title = {A}, crossref = {b}}
      @inproceedings{c, title = {C}, booktitle = {Own}, crossref = {b}}
      @proceedings{b, title = {Book}, year = 2019}`;
    const all = readBibliographies(text, 'a.bib');
    expect(all.get('a')).toEqual({ title: 'A', venue: 'Book', year: 2019 });
    expect(all.get('c')).toEqual({ title: 'C', venue: 'Own', year: 2019 });
  });

  it('expands the strings that the file defines', () => {
    expect(one('@string{jt = {Journal of Tides}}\n@article{k, journal = jt, title = {T}}')?.[1]).toEqual({
      title: 'T',
      venue: 'Journal of Tides',
    });
  });
});

describe('a CSL record', () => {
  const csl = (item: object) => one(JSON.stringify([{ id: 'k', ...item }]), 'a.json')?.[1];

  it.each<[object, object]>([
    [{ URL: 'https://doi.org/10.1000/x' }, { doi: '10.1000/x', url: 'https://doi.org/10.1000/x' }],
    [{ DOI: 'https://doi.org/10.1000/x' }, { doi: '10.1000/x' }],
    [{ DOI: 'nothing' }, {}],
    [{ number: 'arXiv:2301.12345' }, { arxiv: '2301.12345' }],
    [{ number: 'arXiv: soon' }, {}],
    [
      { arxiv: '2301.12345', PMID: 12, PMCID: 'PMC3' },
      { arxiv: '2301.12345', pmid: '12', pmcid: 'PMC3' },
    ],
    [{ ISBN: '9780306406157; 123' }, { isbn: '9780306406157' }],
    [{ ISBN: '123' }, {}],
    [
      {
        author: [
          { family: 'Lee' },
          { literal: 'The Crew' },
          { given: 'Ann' },
          {},
          { 'non-dropping-particle': 'van', family: 'Berg', given: 'Jan' },
        ],
      },
      { authors: ['Lee', 'The Crew', 'Ann', 'van Berg, Jan'] },
    ],
    [{ publisher: 'Pier Press', title: ' ' }, { venue: 'Pier Press' }],
    [{ issued: { 'date-parts': [[2019, 3]] } }, { year: 2019 }],
    [{ issued: { raw: 'spring 2018' } }, { year: 2018 }],
    [{ issued: 2017 }, { year: 2017 }],
    [{ issued: [[[[[2016]]]]] }, {}],
    [{ issued: null }, {}],
  ])('%j is %j', (item, expected) => expect(csl(item)).toEqual(expected));

  it('has any of its keys, the first of duplicates, in a list or under a name', () => {
    const keys = (value: unknown) => [...readBibliographies(JSON.stringify(value), 'a.json').keys()];
    expect(keys([{ 'citation-key': 'a' }, { citekey: 'b' }, { title: 'lost' }, { id: 7 }])).toEqual([
      'a',
      'b',
      '7',
    ]);
    expect(keys({ references: [{ id: 'a' }], items: [{ id: 'b' }, 7] })).toEqual(['a', 'b']);
    expect(readBibliographies('[{"id":"a","title":"1"},{"id":"a","title":"2"}]', 'a.json').get('a')).toEqual({
      title: '1',
    });
    for (const broken of ['{', '7', 'null', '']) expect(keys(broken)).toEqual([]);
  });

  it('may be YAML with dates, and is empty if the YAML is broken', () => {
    const text = '---\nreferences:\n- id: a\n  title: T\n  issued: 2020-03-01\n---\n';
    expect(one(text, 'a.yaml')).toEqual(['a', { title: 'T', year: 2020 }]);
    expect([...readBibliographies('a: [', 'a.yml').keys()]).toEqual([]);
  });
});

describe('the front matter of a document', () => {
  const names = (matter: string) => scan(`---\n${matter}\n---\n\nSo [@k].\n`).bibliographies;

  it.each([
    ['bibliography: a.bib', ['a.bib']],
    ['bibliography: [a.bib, b.json]', ['a.bib', 'b.json']],
    ['bibliography:\n  - a.bib\n  - 7', ['a.bib']],
    ['bibliography: 7', []],
    ['bibliography: "a b.bib" # the old list', ['a b.bib']],
    ["bibliography: ['it''s.bib', # two\n  \"b,c.bib\"]", ["it's.bib", 'b,c.bib']],
    ['bibliography:\n- a#1.bib\n# - old.bib\n- b.bib\ncsl: c.csl', ['a#1.bib', 'b.bib']],
    ['bibliography: {main: a.bib}', []],
    ['bibliography: ~', []],
    ['bibliography: a.bib\ndate: !r Sys.Date()', ['a.bib']],
    ['format:\n  bibliography: nested.bib', []],
    ['title: bibliography', []],
    ['bibliography: [', []],
  ])('%j names %j', (matter, expected) => expect(names(matter)).toEqual(expected));

  it('may contain references', () => {
    const { citations } = scanText('---\nreferences:\n- id: k\n  title: T\n---\n\nSo [@k].\n');
    expect(citations).toMatchObject([{ target: { kind: 'work', title: 'T' } }]);
  });

  it('is replaced by commands in LaTeX', () => {
    const text = '\\bibliography{a, ,b.bib}\n\\addbibresource{c.bib}\nSo \\cite{k}.';
    expect(scan(text, { format: 'latex' }).bibliographies).toEqual(['a.bib', 'b.bib', 'c.bib']);
  });
});
