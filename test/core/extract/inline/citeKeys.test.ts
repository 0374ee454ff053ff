/** Cite keys that need files beside the text; the others are in `cases/key-schemes.md`. */
import { expect, describe, it } from 'vitest';
import { scan } from '../../../../src/core/extract';
import { withWorks } from '../../../../src/core/extract/references/bibliography';

const url = (address: string) => ({ kind: 'url', url: address });

describe('a Manubot key', () => {
  it('may be a tag defined in the text or in a table', () => {
    const bibliographies = withWorks([
      {
        path: 'citation-tags.tsv',
        text: 'tag\tcitation\nmoon\tdoi:10.5555/moon\nsea\turl:https://sea.example/\nodd\n',
      },
    ]);
    const text = 'So [@tag:tide], [@tag:moon], [@tag:sea] and [@tag:odd].\n\n[@tag:tide]: doi:10.5555/Tide\n';
    const { citations, problems } = scan(text, { bibliographies });
    expect(citations.map(({ target }) => target)).toEqual([
      { kind: 'work', doi: '10.5555/Tide' },
      { kind: 'work', doi: '10.5555/moon' },
      url('https://sea.example/'),
      { kind: 'dangling', label: 'tag:odd' },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('a key that is in no bibliography of the project', () => {
  const file = (path: string, text: string) => ({ path, text, isProjects: true as const });
  const known = file('a.bib', '@book{lee2020, title = {A title}}');
  const codes = (text: string, ...bibliographies: (typeof known)[]) =>
    scan(text, { bibliographies: withWorks(bibliographies) }).problems.map(({ code }) => code);

  it('is unknown, unless it may be a label of another kind', () => {
    expect(codes('So [@kim2021].', known)).toEqual(['unknown-key']);
    expect(codes('So [@sunset-figure].', known)).toEqual([]);
    expect(codes('Translated by @kim2021 (@lee67).', known)).toEqual([]);
  });

  it('is not reported while a bibliography is unreadable or empty', () => {
    expect(codes('So [@kim2021].', known, file('gone.bib', ''))).toEqual([]);
    expect(codes('So [@kim2021].', file('a.bib', 'version https://lfs.example/spec/v1'))).toEqual([]);
  });
});
