import { describe, expect, it } from 'vitest';
import { apply } from '../../../src/core/edits/textEdit';
import { compose, correct, styleOf } from '../../../src/core/edits/formatReference';
import type { Work } from '../../../src/core/model';

const RECORD: Work = {
  doi: '10.1000/tides.1833',
  title: 'Tide tables of the harbour',
  authors: ['Smith, Jane Anne', 'van der Lee, Carl'],
  year: 2020,
  venue: 'Journal of Tides',
};

const APA = [
  'Adams, A., & Bell, B. B. (2019). A study of piers. *Pier Review*, 4(2), 1–9. https://doi.org/10.1/a',
  'Cole, C. (2018). Another study of piers. *Pier Review*. https://doi.org/10.1/b',
];
const VANCOUVER = [
  'Adams A, Bell BB. A study of piers. Pier Review. 2019;4(2):1-9. doi: 10.1/a',
  'Cole C. Another study. Pier Review. 2018. doi: 10.1/b',
];
const IEEE = [
  'A. Adams and B. Bell, “A study of piers,” *Pier Review*, vol. 4, 2019. doi:10.1/a',
  'C. Cole, “Another study of piers,” *Pier Review*, 2018. doi:10.1/b',
];

const corrected = (entry: string, record = RECORD, siblings: readonly string[] = []) => {
  const changes = correct(entry, { start: 0, end: entry.length }, record, siblings);
  return changes && apply(entry, changes);
};

describe('a record as an entry', () => {
  it('is written as the entries around it: names, year, emphasis, DOI', () => {
    expect(compose(RECORD, styleOf(APA))).toBe(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*. https://doi.org/10.1000/tides.1833',
    );
    expect(compose(RECORD, styleOf(VANCOUVER))).toBe(
      'Smith JA, van der Lee C. Tide tables of the harbour. Journal of Tides, 2020. doi: 10.1000/tides.1833',
    );
    expect(compose(RECORD, styleOf(IEEE))).toBe(
      'J. A. Smith and C. van der Lee. “Tide tables of the harbour.” *Journal of Tides*, 2020. doi:10.1000/tides.1833',
    );
  });

  it('cannot bring mark-up of its own', () => {
    const evil = { ...RECORD, title: 'Tides ![x](http://evil.example/p.png) <img src=x>\n# Heading' };
    const entry = compose(evil, styleOf(APA));
    expect(entry).toContain('Tides !\\[x\\](http://evil.example/p.png)');
    expect(entry).not.toMatch(/\n|<img/);
  });
});

describe('an entry put right', () => {
  it('keeps what the record does not know, and changes what differs', () => {
    expect(
      corrected(
        'Smith, J. A., & van der Lee, C. (2018). Tide tables of the harbor office. *Journal of Tides*, 12(3), 4–9. https://doi.org/10.1000/tides.1833',
      ),
    ).toBe(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*, 12(3), 4–9. https://doi.org/10.1000/tides.1833',
    );
  });

  it('gets the authors of the record in the form of its own', () => {
    expect(
      corrected(
        'Smyth, K. (2020). Tide tables of the harbour. Journal of Tides. https://doi.org/10.1000/tides.1833',
      ),
    ).toBe(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. Journal of Tides. https://doi.org/10.1000/tides.1833',
    );
  });

  it('gets the DOI and the venue that it lacks, as its neighbours write them', () => {
    const done = corrected(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour.',
      RECORD,
      APA,
    );
    expect(done).toBe(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*. https://doi.org/10.1000/tides.1833',
    );
  });

  it('is left alone when it is right', () => {
    expect(
      corrected(
        'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. Journal of Tides. https://doi.org/10.1000/tides.1833',
      ),
    ).toBeUndefined();
  });

  it('leaves a DOI alone that holds the year', () => {
    const entry =
      'Smith, J. A., & van der Lee, C. (2018). Tide tables of the harbour. Journal of Tides. https://doi.org/10.1000/tides.2018.1';
    expect(corrected(entry, { ...RECORD, doi: '10.1000/tides.2018.1' })).toBe(
      entry.replace('(2018)', '(2020)'),
    );
  });

  it('is written anew where nothing of it can be read', () => {
    expect(corrected('https://tides.example/x', RECORD, APA)).toBe(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*. https://doi.org/10.1000/tides.1833',
    );
  });
});

describe('the way of a list', () => {
  /** A record as the list of `entries` would have it. */
  const like = (entries: readonly string[], record: Work = RECORD) => compose(record, styleOf(entries));
  const THREE = { ...RECORD, authors: ['Smith, Jane', 'Lee, Carl', 'Poe, Ida'] };

  it.each<[string, readonly string[], string]>([
    [
      'given names first',
      ['Ann Adams and Bo Bell. A study of piers. 2019.'],
      'Jane Anne Smith and Carl van der Lee.',
    ],
    [
      'given names in full behind',
      ['Adams, Ann, and Bell, Bo. 2019. “A study of piers.”'],
      'Smith, Jane Anne, and van der Lee, Carl.',
    ],
    [
      'an ampersand without a comma',
      ['Adams, A. & Bell, B. (2019). A study.'],
      'Smith, J. A. & van der Lee, C. (2020).',
    ],
    ['a comma alone', ['Adams, A., Bell, B. (2019). A study.'], 'Smith, J. A., van der Lee, C. (2020).'],
    ['no entries at all', [], 'Smith, J. A., & van der Lee, C. (2020).'],
  ])('%s is kept', (_, entries, head) => {
    expect(like(entries)).toMatch(new RegExp(`^${head.replace(/[().]/g, '\\$&')} `));
  });

  it('puts the year behind the names without brackets where the list does', () => {
    const early = [
      'Adams, A. 2019. A study of the piers of the harbour. Pier Review 4.',
      'Cole, C. 2018. Another study of the piers of the harbour. Pier Review 3.',
    ];
    expect(like(early)).toBe(
      'Smith, J. A., & van der Lee, C. 2020. Tide tables of the harbour. Journal of Tides. https://doi.org/10.1000/tides.1833',
    );
    expect(like(early, { title: 'Tides', authors: ['Smith, J.'], year: 2020 })).toBe(
      'Smith, J. 2020. Tides.',
    );
  });

  it.each<[string, string, string]>([
    ['plain quotes', 'A. Adams, "A study of piers," Pier Review, 2019.', '"Tide tables of the harbour."'],
    ['underscores of the venue', 'Adams, A. (2019). A study. _Pier Review_, 4.', '_Journal of Tides_'],
    [
      'a title in italics',
      'Adams, A. (2019). *A study of the piers*. Pier Review.',
      '*Tide tables of the harbour*.',
    ],
  ])('%s are kept', (_, entry, part) => {
    expect(like([entry])).toContain(part);
  });

  it('names three authors each, and of more than seven the first three', () => {
    expect(like(APA, THREE)).toContain('Smith, J., Lee, C., & Poe, I. (2020).');
    expect(like(VANCOUVER, THREE)).toContain('Smith J, Lee C, Poe I.');
    const many = { ...RECORD, authors: Array.from({ length: 8 }, (_, i) => `Family${i}, Given`) };
    expect(like(APA, many)).toMatch(/^Family0, G\., Family1, G\., Family2, G\., et al\. \(2020\)/);
  });

  it('leaves a name that nobody could take apart as it is', () => {
    expect(like(APA, { ...RECORD, authors: ['Harbour Office', 'Smith,'] })).toMatch(
      /^Harbour Office, & Smith \(2020\)/,
    );
  });

  it('does without what the record does not know', () => {
    expect(compose({ title: 'Tides?' }, styleOf(APA), 'https://tides.example')).toBe(
      '(n.d.). Tides? https://tides.example',
    );
    expect(compose({ url: 'https://own.example', year: 2020 }, styleOf(VANCOUVER))).toBe(
      '2020. https://own.example',
    );
    expect(compose({ authors: ['Smith, J.'], year: 2020 }, styleOf(APA))).toBe('Smith, J. (2020).');
  });
});

describe('an entry of which a part is wrong', () => {
  it('gets a year where it has none', () => {
    expect(
      corrected('Smith, J. A., & van der Lee, C. Tide tables of the harbour. *Journal of Tides*.'),
    ).toContain('2020');
  });

  it('keeps “et al.” where the authors named before it are right', () => {
    const entry =
      'Smith, J. A., et al. (2020). Tide tables of the harbour. *Journal of Tides*. https://doi.org/10.1000/tides.1833';
    expect(corrected(entry)).toBeUndefined();
    expect(corrected(entry.replace('Smith', 'Smyth'))).toBe(entry);
  });

  it('gets the DOI of the record in place of another, in the form that it has', () => {
    const entry = 'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*.';
    expect(corrected(`${entry} https://doi.org/10.1000/other`)).toBe(
      `${entry} https://doi.org/10.1000/tides.1833`,
    );
    expect(corrected(`${entry} doi:10.1000/other`)).toBe(`${entry} doi:10.1000/tides.1833`);
    expect(corrected(`${entry} https://doi.org/10.1000/other`, { ...RECORD, doi: '10.1000/t<1>' })).toMatch(
      /https:\/\/doi\.org\/10\.1000\/t%3C1%3E$/,
    );
  });

  it('is ended before a DOI is put behind it', () => {
    const entry = 'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*, 4';
    expect(corrected(entry)).toBe(`${entry}. https://doi.org/10.1000/tides.1833`);
  });

  it('gets its journal behind the title, in the emphasis of the others', () => {
    const entry = 'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour';
    const { doi: _, ...record } = RECORD;
    expect(corrected(entry, record, APA)).toBe(`${entry}. *Journal of Tides*.`);
    expect(corrected(`${entry}. Journal of tides 4.`, record, APA)).toBeUndefined();
  });

  it('is written anew when nothing of it can be read, and keeps its address', () => {
    const { doi: _, ...record } = RECORD;
    expect(corrected('https://tides.example/tables', record, APA)).toBe(
      'Smith, J. A., & van der Lee, C. (2020). Tide tables of the harbour. *Journal of Tides*. https://tides.example/tables',
    );
  });

  it('is left alone where the record knows nothing', () => {
    expect(
      corrected('Smith, J. A. (2018). Tide tables of the harbour. *Journal of Tides*.', {}),
    ).toBeUndefined();
  });

  it('keeps a year inside a page range or a DOI', () => {
    const { doi: _, ...record } = RECORD;
    const entry =
      'Smith, J. A., & van der Lee, C. (2018). Tide tables of the harbour. *Journal of Tides*, 12, 2018–2025.';
    expect(corrected(entry, record)).toBe(entry.replace('(2018)', '(2020)'));
  });
});
