import { describe, expect, it } from 'vitest';
import { apply } from '../../../src/core/amend/change';
import { compose, correct, styleOf } from '../../../src/core/amend/reference';
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
