/** Bibliographies in a scan, and long or broken ones; `cases/` has how their records are read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../../src/core/extract';
import { scanText } from '../../../../src/core/scan/scanText';
import { readBibliographies, readCsl, withWorks } from '../../../../src/core/extract/references/bibliography';

describe('a bibliography', () => {
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

  it('may be in the front matter of the document', () => {
    const { citations } = scanText('---\nreferences:\n- id: k\n  title: T\n---\n\nSo [@k].\n');
    expect(citations).toMatchObject([{ target: { kind: 'work', title: 'T' } }]);
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
      { numRuns: 1_500 },
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
