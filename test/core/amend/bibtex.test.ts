import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendEntry, entryOf, findEntry, keyFor, setFields } from '../../../src/core/amend/bibtex';
import { apply } from '../../../src/core/amend/change';
import { readBibtex } from '../../../src/core/extract/bibtex';

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
