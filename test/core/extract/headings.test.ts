import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const raws = (text: string): string[] => scan(text).citations.map((c) => c.raw);
const targets = (text: string) => scan(text).citations.map((c) => c.target);
const codes = (text: string): string[] =>
  scan(text).problems.map((p) => `${p.code} ${text.slice(p.span.start, p.span.end)}`);

describe('a heading that lists and chapters share', () => {
  it('leaves prose below it what it is: its markers lead to the list, its sources are cited', () => {
    const text =
      '# Notes\n\nThe lamp never fails [1]. Smith (2020) shows it, others too (Lee & Kim, 2021).\n' +
      'See src/lamp.ts:12 and https://example.com/page.\n\n' +
      '## References\n\n[1] Smith, J. (2020). A title. *Journal of Lamps*, 1(2), 3–4.\n';
    expect(raws(text)).toEqual([
      '[1]',
      'Smith (2020)',
      '(Lee & Kim, 2021)',
      'src/lamp.ts:12',
      'https://example.com/page',
    ]);
    expect(targets(text)[1]).toMatchObject({ title: 'A title' });
    expect(codes(text)).toEqual(['no-entry (Lee & Kim, 2021)']);
  });

  it('makes no paragraph the entry of the author that it cites', () => {
    const text = '# Notes\n\nAs Smith (2020) says, see https://example.com/page.\n\nMore words without.\n';
    expect(targets(text)[0]).toMatchObject({ kind: 'work', authors: ['Smith'] });
    expect(codes(text).filter((code) => code.startsWith('uncited'))).toEqual([]);
    const review =
      '# Literature\n\nMuch is written (Smith, 2020). Kim (2018) doubts it.\n\n# References\n\nSmith, J. (2020). A title. J.\n';
    expect(raws(review)).toEqual(['(Smith, 2020)', 'Kim (2018)']);
    expect(targets(review)[0]).toMatchObject({ title: 'A title' });
  });

  it('keeps a sentence that an author opens apart from a reference', () => {
    expect(raws('# Notes\n\nSmith (2020) shows that lamps fail.\n')).toEqual(['Smith (2020)']);
    expect(raws('# Notes\n\nSmith, J. (2020). Lamps that fail. Journal of Lamps.\n')).toEqual([]);
  });
});

describe('a remark on a list', () => {
  it('is no entry that nobody cites', () => {
    const text =
      'So it is (Smith, 2020).\n\n# References\n\nAll pages were visited in May 2024.\n\n' +
      'Smith, J. (2020). A title. Journal.\n\nLee, K. (2019). Another. https://x.example/y\n';
    expect(codes(text)).toEqual(['uncited Lee, K. (2019). Another. https://x.example/y']);
  });
});

describe('a footnote that is a reference', () => {
  it.each([
    ['Smith, J. (2020). A title of it. https://a.example', { kind: 'url', url: 'https://a.example' }],
    [
      'Smith, J. (2020). A title of it. Journal, 1, 2–3.',
      { kind: 'work', title: 'A title of it', year: 2020 },
    ],
    ['Smith (2020), “A title of it”, Journal 1.', { kind: 'work', authors: ['Smith'] }],
    ['Smith, J. (2020). A title of it. doi:10.1000/xyz1', { kind: 'work', doi: '10.1000/xyz1' }],
  ])('is one source: %s', (note, target) => {
    const text = `So it is.[^1]\n\n[^1]: ${note}\n`;
    expect(raws(text)).toEqual(['[^1]']);
    expect(targets(text)[0]).toMatchObject(target);
  });

  it('is one source within the sentence too, whatever colon stands elsewhere', () => {
    const text = 'Note: so it is.^[Smith, J. (2020). A title of it. Journal, 1.] See: there.\n';
    expect(targets(text)).toMatchObject([{ kind: 'work', title: 'A title of it' }]);
    expect(targets('So.^[As Smith (2020). A title] See: there.\n')).toMatchObject([{ raw: 'Smith (2020)' }]);
  });

  it('leads to the list where an entry answers it', () => {
    const text =
      'So it is.[^1]\n\n[^1]: Smith (2020), p. 4.\n\n# References\n\nSmith, J. (2020). A title. J.\n';
    expect(targets(text)[0]).toMatchObject({ title: 'A title' });
  });

  it('is prose where it cites several', () => {
    const text = 'So it is.[^1]\n\n[^1]: Smith (2020). But Lee (2021) doubts it.\n';
    expect(raws(text)).toEqual(['[^1]', 'Lee (2021)']);
  });
});

describe('a run of numbered lines without a heading', () => {
  it('may say a number twice, which is then told', () => {
    const text =
      'One [1] two [2].\n\n[1] A. https://a.example\n[1] B. https://b.example\n[3] C. https://c.example\n';
    expect(raws(text)).toEqual(['[1]', '[2]']);
    expect(codes(text)).toEqual([
      'dangling [2]',
      'duplicate-label [1] B. https://b.example',
      'uncited [3] C. https://c.example',
      'numbering-gap [3] C. https://c.example',
    ]);
  });
});

describe('the name of a page in a wiki', () => {
  it('is no author and year', () => {
    expect(raws('See [[Smith 2020]] and [[Page|Lee 2019]] here; not so [Smith 2020].')).toEqual([
      '[Smith 2020]',
    ]);
  });
});
