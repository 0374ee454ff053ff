import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendEntry, entryOf, findEntry, keyFor, setFields } from '../../../src/core/edits/bibtexEdits';
import { apply } from '../../../src/core/edits/textEdit';
import { readBibtex } from '../../../src/core/extract/references/bibtex';

const FILE = `% a comment with @article{no,
@article{adams2019,
  author = "Adams, Ann",
  title = {A {Study} of Piers},
  year = 2018
}

@misc{smith,
\ttitle = {Tide tables},
\thowpublished = {\\url{https://tides.example}},
}
`;
const RECORD = {
  doi: '10.1234/a_b',
  title: 'A study of piers',
  authors: ['Adams, Ann', 'Bell, Bo'],
  year: 2019,
  venue: 'Piers & Docks',
};

describe('a BibTeX entry', () => {
  it('gets the fields that differ or are missing, and keeps the others as they are', () => {
    const done = apply(FILE, setFields(FILE, 'adams2019', RECORD)!);
    expect(done).toContain('author = "Adams, Ann and Bell, Bo"');
    expect(done).toContain('title = {A {Study} of Piers}');
    expect(done).toContain('year = {2019},\n  journal = {Piers \\& Docks},\n  doi = {10.1234/a_b}\n}');
    expect(readBibtex(done).get('adams2019')).toMatchObject({
      doi: '10.1234/a_b',
      year: 2019,
      venue: 'Piers & Docks',
    });
    expect(readBibtex(done).get('smith')).toEqual(readBibtex(FILE).get('smith'));
  });

  it('is indented as its file, and needs no comma twice', () => {
    const done = apply(FILE, setFields(FILE, 'smith', { title: 'Tide tables', year: 1833 })!);
    expect(done).toContain('{\\url{https://tides.example}},\n\tyear = {1833},\n}');
  });

  it('is left alone when it is right, or not there', () => {
    expect(setFields(FILE, 'smith', { title: 'Tide Tables' })).toBeUndefined();
    expect(setFields(FILE, 'nobody', RECORD)).toBeUndefined();
  });

  it('is made for a record under a key that is free, and read back', () => {
    const key = keyFor(RECORD, (name) => name === 'adams2019study');
    expect(key).toBe('adams2019studya');
    const file = apply(FILE, [appendEntry(FILE, entryOf(key, RECORD))]);
    expect(readBibtex(file).get(key)).toMatchObject({
      title: 'A study of piers',
      year: 2019,
      doi: '10.1234/a_b',
    });
    expect(readBibtex(file).size).toBe(readBibtex(FILE).size + 1);
  });

  it('is found in any text in bounded time, and never beyond its end', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('@', 'a', '{', '}', ',', '=', '"', '\\', ' ', '\n', '#') }),
        (text) => {
          const entry = findEntry(text, 'a');
          if (entry) expect(entry.close).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});

describe('a field', () => {
  const set = (file: string, record: object) => {
    const changes = setFields(file, 'k', record);
    return changes && apply(file, changes);
  };

  it('that is joined of pieces is replaced as a whole', () => {
    expect(
      set('@misc{k,\n  title = "Tide" # { tables } # mon,\n  year = 2020\n}\n', { title: 'Tides' }),
    ).toBe('@misc{k,\n  title = "Tides",\n  year = 2020\n}\n');
  });

  it.each([
    ['@book{k,\n  title = {T}\n}\n', 'publisher'],
    ['@inproceedings{k,\n  title = {T}\n}\n', 'booktitle'],
    ['@article{k,\n  title = {T}\n}\n', 'journal'],
  ])('for the venue of %j is %s', (file, name) => {
    expect(set(file, { venue: 'Pier Press' })).toContain(`,\n  ${name} = {Pier Press}\n}`);
  });

  it('of authors agrees by family names, in either order of a name, and with “and others”', () => {
    const file = (authors: string) => `@misc{k,\n  author = {${authors}}\n}\n`;
    const authors = ['Adams, Ann', 'Bell, Bo', 'Cole, Cy'];
    expect(set(file('Ann Adams and Bo Bell and Cole, C.'), { authors })).toBeUndefined();
    expect(set(file('Adams, A. and others'), { authors })).toBeUndefined();
    expect(set(file('Bell, B. and others'), { authors })).toContain('{Adams, Ann and Bell, Bo and Cole, Cy}');
    expect(set(file('Adams, A. and Bell, B. and Poe, I.'), { authors })).toContain('Cole, Cy}');
  });

  it('of a date agrees by its year', () => {
    expect(set('@misc{k,\n  date = {2020-03-01}\n}\n', { year: 2020 })).toBeUndefined();
  });

  it('for the address is not added beside one that stands under another name', () => {
    expect(set('@misc{k,\n  howpublished = {x}\n}\n', { url: 'https://a.example' })).toBeUndefined();
    expect(set('@misc{k,\n  title = {x}\n}\n', { url: 'https://a.example' })).toContain(
      'url = {https://a.example}',
    );
  });

  it('is added to an entry that has none, and to one that stands in a line', () => {
    expect(set('@misc{k,}\n', { year: 2020 })).toBe('@misc{k,\n  year = {2020}\n}\n');
    expect(set('@misc{k, title = {x}}\n', { year: 2020 })).toBe('@misc{k, title = {x},\n  year = {2020}}\n');
  });

  it('that is never closed is replaced no further than to the next entry', () => {
    expect(set('@misc{k,\n  title = {x\n@misc{other,\n  title = {y}\n}\n', { title: 'Tides' })).toBe(
      '@misc{k,\n  title = {Tides}\n@misc{other,\n  title = {y}\n}\n',
    );
  });

  it('behind a comment is found, and an entry within a comment is not', () => {
    const file = '@comment{\n @misc{k, year = {1990}}}\n@misc{k,\n  title = {x}, % {\n  year = {2019}\n}\n';
    expect(set(file, { title: 'x', year: 2020 })).toBe(file.replace('{2019}', '{2020}'));
  });

  it('that is never closed ends with the file', () => {
    expect(findEntry('@misc{k, title = {x', 'k')?.fields.map(({ name }) => name)).toEqual(['title']);
    expect(findEntry('@', 'k')).toBeUndefined();
    expect(findEntry('@misc', 'k')).toBeUndefined();
  });
});

describe('a new entry', () => {
  it('is a book by its ISBN, an article by its venue, else of no kind', () => {
    expect(entryOf('k', { isbn: '9780000000002', venue: 'Press' })).toMatch(/^@book\{k,\n {2}publisher/);
    expect(entryOf('k', { venue: 'Tides' })).toBe('@article{k,\n  journal = {Tides},\n}');
    expect(entryOf('k', {})).toBe('@misc{k,\n  title = {},\n}');
  });

  it('begins an empty file', () => {
    expect(apply('', [appendEntry('', '@misc{k}')])).toBe('@misc{k}\n');
  });

  it('gets a key of what is known, and another when that is taken, however often', () => {
    expect(keyFor({}, () => false)).toBe('source');
    expect(keyFor({ authors: ['Müller, Jo'], year: 2020, title: 'On the Tides' }, () => false)).toBe(
      'muller2020tides',
    );
    const taken = new Set(['source', ...Array.from('abcdefghijklmnopqrstuvwxyz', (c) => `source${c}`)]);
    expect(keyFor({}, (key) => taken.has(key))).toBe('source26');
  });
});
