/** Entries found, made and read back; `cases/bibtex.md` has how their fields are set. */
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
  it('is read back as the record after a change, and the others are unchanged', () => {
    const done = apply(FILE, setFields(FILE, 'adams2019', RECORD)!);
    expect(readBibtex(done).get('adams2019')).toMatchObject({
      doi: '10.1234/a_b',
      year: 2019,
      venue: 'Piers & Docks',
    });
    expect(readBibtex(done).get('smith')).toEqual(readBibtex(FILE).get('smith'));
  });

  it('ends with the file if it is not closed', () => {
    expect(findEntry('@misc{k, title = {x', 'k')?.fields.map(({ name }) => name)).toEqual(['title']);
    expect(findEntry('@', 'k')).toBeUndefined();
    expect(findEntry('@misc', 'k')).toBeUndefined();
  });

  it('is created from a record under a free key, and is read back', () => {
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

  it('ends within its text, whatever follows its key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('@', 'a', '{', '}', ',', '=', '"', '\\', ' ', '\n', '#') }),
        (text) => {
          expect(findEntry(`@a{a,${text}`, 'a')!.close).toBeLessThanOrEqual(text.length + 5);
        },
      ),
    );
  });
});

describe('a new BibTeX entry', () => {
  it('is a book with an ISBN, an article with a venue, else misc', () => {
    expect(entryOf('k', { isbn: '9780000000002', venue: 'Press' })).toMatch(/^@book\{k,\n {2}publisher/);
    expect(entryOf('k', { venue: 'Tides' })).toBe('@article{k,\n  journal = {Tides},\n}');
    expect(entryOf('k', {})).toBe('@misc{k,\n  title = {},\n}');
  });

  it('begins an empty file', () => {
    expect(apply('', [appendEntry('', '@misc{k}')])).toBe('@misc{k}\n');
  });

  it('gets a key from its record, with a suffix if that is taken', () => {
    expect(keyFor({}, () => false)).toBe('source');
    expect(keyFor({ authors: ['Müller, Jo'], year: 2020, title: 'On the Tides' }, () => false)).toBe(
      'muller2020tides',
    );
    const taken = new Set(['source', ...Array.from('abcdefghijklmnopqrstuvwxyz', (c) => `source${c}`)]);
    expect(keyFor({}, (key) => taken.has(key))).toBe('source26');
  });
});
