import { describe, expect, it } from 'vitest';
import { apply, type Draft } from '../../../src/core/edits/textEdit';
import { cite, wayOf, type CiteOptions } from '../../../src/core/edits/insertCitation';
import { scan } from '../../../src/core/extract';
import { withWorks } from '../../../src/core/extract/references/bibliography';

const PICK = {
  record: {
    doi: '10.1000/t(1)',
    title: 'Tide tables',
    authors: ['Smith, Jane', 'Lee, Carl'],
    year: 2020,
    venue: 'Tides',
  },
  url: 'https://doi.org/10.1000/t(1)',
};
const draftOf = (text: string): Draft => ({ text, citations: scan(text).citations });
const at = (text: string, word: string) => {
  const end = text.indexOf(word) + word.length;
  return { start: end, end };
};
const done = (text: string, word: string, options: CiteOptions = {}) =>
  apply(text, cite(draftOf(text), at(text, word), PICK, options).changes);

describe('a source in the way of its document', () => {
  it('is the next number of a numbered list', () => {
    const text =
      'Tides rise. So it is [1].\n\n## References\n\n[1] Adams, A. (2019). One. https://a.example/1\n';
    const fresh = done(text, 'Tides rise');
    expect(fresh).toContain('Tides rise [2]. So it is [1].');
    expect(fresh).toMatch(
      /\/1\n\n\[2\] Smith, J\., & Lee, C\. \(2020\)\. Tide tables\. Tides\. https:\/\/doi\.org\/10\.1000\/t%281%29\n$/,
    );
    expect(scan(fresh).problems).toEqual([]);
  });

  it('is a footnote with the next number', () => {
    const text = 'Tides rise. So it is.[^1]\n\n[^1]: Adams, A. (2019). One. https://a.example/1\n';
    const fresh = done(text, 'Tides rise');
    expect(fresh).toContain('Tides rise[^2]. So');
    expect(fresh).toMatch(/\n\n\[\^2\]: Smith/);
    expect(scan(fresh).citations.filter(({ style }) => style === 'footnote')).toHaveLength(2);
  });

  it('is a footnote with the next number, even behind more footnotes than a call takes arguments', () => {
    const text = 'Tides rise. So it is.[^41]\n\n[^41]: Adams, A. (2019). One. https://a.example/1\n';
    const citations = draftOf(text).citations.flatMap((c) => Array<typeof c>(200_001).fill(c));
    const { changes } = cite({ text, citations }, at(text, 'Tides rise'), PICK);
    expect(apply(text, changes)).toContain('Tides rise[^42]. So');
  });

  it('is author and year with an entry in its place', () => {
    const text =
      'Tides rise. So it is (Adams, 2019; Zed, 2018).\n\n## References\n\nAdams, A. (2019). One.\n\nZed, Z. (2018). Two.\n';
    const fresh = done(text, 'Tides rise');
    expect(fresh).toContain('Tides rise (Smith & Lee, 2020). So');
    expect(fresh).toMatch(/One\.\n\nSmith, J\..*\n\nZed/);
    expect(scan(fresh).citations.filter(({ reference }) => reference)).toHaveLength(3);
  });

  it('is a cite key, with the entry that the bibliography needs', () => {
    const text = 'Tides rise. So it is [@adams; @bell].\n';
    const draft = draftOf(text);
    const { changes, bibliography } = cite(draft, at(text, 'Tides rise'), PICK, {
      keys: new Set(['smith2020tide']),
    });
    expect(apply(text, changes)).toContain('Tides rise [@smith2020tidea]. So');
    expect(bibliography).toMatch(/^@article\{smith2020tidea,\n {2}author = \{Smith, Jane and Lee, Carl\},/);
    expect(apply(text, cite(draft, at(text, 'Tides rise'), PICK, { latex: true }).changes)).toContain(
      'rise \\cite{smith2020tide}.',
    );
  });

  it('is a link where the text cites by links, or not at all', () => {
    const text = 'Tides rise. See [x](https://a.example/1).\n';
    expect(done(text, 'Tides rise')).toContain(
      'Tides rise [Tide tables](https://doi.org/10.1000/t%281%29). See',
    );
    expect(wayOf(draftOf('Nothing here.'))).toBe('link');
  });

  it('takes the place of a marker', () => {
    const text = 'Tides rise [1]. So.\n\n## References\n\n[1] Adams, A. (2019). One. https://a.example/1\n';
    const draft = draftOf(text);
    expect(apply(text, cite(draft, draft.citations[0]!.part, PICK).changes)).toContain('Tides rise [2]. So.');
  });

  it('is cited again where the list has it already', () => {
    const text =
      'Tides rise. So it is [1].\n\n## References\n\n[1] Smith, J. (2020). Tide tables. https://doi.org/10.1000/t(1)\n';
    expect(done(text, 'Tides rise')).toBe(text.replace('rise.', 'rise [1].'));
  });
});

describe('a source that the text cites already', () => {
  const doi = 'https://doi.org/10.1000/t(1)';
  it.each([
    [`Tides rise. So [1].\n\n## References\n\n[1] Smith, J. (2020). Tide tables. ${doi}\n`, '[1]'],
    [
      `Tides rise. So (Smith & Lee, 2020).\n\n## References\n\nSmith, J., & Lee, C. (2020). Tide tables. ${doi}\n`,
      '(Smith & Lee, 2020)',
    ],
  ])('is cited again in the same way: %#', (text, marker) => {
    expect(done(text, 'Tides rise')).toBe(text.replace('Tides rise', `Tides rise ${marker}`));
  });

  it('by its key, when the workspace’s bibliography tells that', () => {
    const text = 'Tides rise. So [@smith].\n';
    const bibliography = '@article{smith, title={Tide tables}, doi={10.1000/t(1)}}';
    const { citations } = scan(text, { bibliographies: withWorks([{ path: 'a.bib', text: bibliography }]) });
    const { changes, bibliography: added } = cite({ text, citations }, at(text, 'Tides rise'), PICK);
    expect(apply(text, changes)).toBe('Tides rise [@smith]. So [@smith].\n');
    expect(added).toBeUndefined();
  });

  it('by a footnote gets another footnote', () => {
    const text = `Tides rise. So it is.[^1]\n\n[^1]: Smith, J. (2020). Tide tables. ${doi}\n`;
    expect(done(text, 'Tides rise')).toContain('Tides rise[^2]. So');
  });
});

describe('a source of which little is known', () => {
  const inserted = (text: string, options: CiteOptions, record: object, url = 'https://a.example/x y(1)') =>
    apply(text, cite(draftOf(text), at(text, 'rise'), { record, url }, options).changes);

  it('is linked by its address, which cannot end the link', () => {
    expect(inserted('Tides rise.', {}, {})).toBe(
      'Tides rise [https://a.example/x y(1)](https://a.example/x%20y%281%29).',
    );
  });

  it.each([
    [{ title: 'A book of the tides of spring' }, '(A book of the, n.d.)'],
    [{ authors: ['Smith, Jane'], year: 2020 }, '(Smith, 2020)'],
    [{ authors: ['Smith, J.', 'Lee, C.', 'Poe, I.'], year: 2020 }, '(Smith et al., 2020)'],
  ])('is named in a marker by what there is: %j', (record, marker) => {
    const fresh = inserted('Tides rise.', { way: 'author-year' }, record);
    expect(fresh.startsWith(`Tides rise ${marker}.\n\n## References\n\n`)).toBe(true);
  });

  it('by key carries its address into the bibliography', () => {
    const { changes, bibliography } = cite(
      draftOf('Tides rise.'),
      { start: 0, end: 5 },
      { record: { title: 'Tides', year: 2020 }, url: 'https://a.example' },
      { way: 'cite-key', latex: true },
    );
    expect(apply('Tides rise.', changes)).toBe('\\cite{source2020tides} rise.');
    expect(bibliography).toContain('url = {https://a.example}');
  });

  it('takes the place of a selection as a footnote', () => {
    const text = 'Tides rise [source].';
    const place = { start: 11, end: 19 };
    const { changes } = cite(
      draftOf(text),
      place,
      { record: { title: 'T' }, url: 'https://a.example' },
      { way: 'footnote' },
    );
    expect(apply(text, changes)).toBe('Tides rise [^1].\n\n[^1]: (n.d.). T. https://a.example\n');
  });

  it('is asked for in the way of a citation that is named', () => {
    expect(wayOf(draftOf('Tides rise [1].'), 'footnote')).toBe('footnote');
    expect(wayOf(draftOf('Tides rise [1].'), 'url')).toBe('numbered');
    expect(wayOf(draftOf('Tides rise.'))).toBe('link');
  });
});
