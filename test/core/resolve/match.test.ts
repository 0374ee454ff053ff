import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Work } from '../../../src/core/model';
import { matchWork } from '../../../src/core/resolve/match';
import { matchAuthors } from '../../../src/core/resolve/authorAgreement';
import { matchTitles } from '../../../src/core/resolve/titleAgreement';
import { parseReference } from '../../../src/core/text/works/reference';
import { RECORD as record } from './cases';

it('matchTitles returns the words in which spellings differ', () => {
  const words = { cited: 'behaviour', record: 'behavior' };
  expect(matchTitles('Behaviour of gulls', 'Behavior of gulls')).toMatchObject(words);
});

it.each([
  ['\\textit{Larus marinus} at $\\beta$ lamps', 'Larus marinus at β lamps', 'same'],
  ['{\\textless}i{\\textgreater}Larus{\\textless}/i{\\textgreater} at lamps', 'Larus at lamps', 'same'],
  ['Lamps at night: a 2D environment', 'Lamps at night', 'subtitle'],
  ['“Alone at night?” Gulls of three harbours', 'Alone at night?', 'subtitle'],
  ['Lamps at night: a comment on gulls', 'Lamps at night', 'near'],
])('matchTitles compares %s with %s: %s', (cited, title, verdict) => {
  expect(matchTitles(cited, title).verdict).toBe(verdict);
});

describe('matchAuthors', () => {
  it.each([
    [
      'a name without its second family name',
      ['Jonas Hansen', 'Chie Abe'],
      ['Lind, Jonas Hansen', 'Abe, C.'],
      'same',
    ],
    ['one person twice', ['Lind Hansen, Bo', 'Hansen, Bo Lind'], ['Hansen, Bo Lind'], 'same'],
    ['a long name in capitals for a stranger', ['GONZALEZ'], ['Garcia, Ana'], 'differ'],
    ['a short name in capitals, which may be an organisation', ['SMITH'], ['Garcia, Ana'], 'group'],
    ['an organisation of Europe', ['EUROPOL'], ['Garcia, Ana'], 'group'],
  ])('compares %s', (_, cited, known, verdict) => {
    expect(matchAuthors(cited, known).verdict).toBe(verdict);
  });

  it('reports omissions without “et al.” and another first author as rearranged', () => {
    const all = ['Garcia, Ana', 'Hansen, Bo', 'Abe, Chie', 'Jensen, Dan'];
    expect(matchAuthors(['Garcia, A.', 'Hansen, B.'], all).isRearranged).toBe(true);
    expect(matchAuthors(['Garcia, A.', 'Hansen, B.', 'et al.'], all).isRearranged).toBe(false);
    expect(matchAuthors(['Garcia, A.'], all).isRearranged).toBe(false);
    expect(matchAuthors(['Hansen, B.', 'Garcia, A.', 'Abe, C.', 'Jensen, D.'], all).isRearranged).toBe(true);
  });

  it('reports a name omitted from names in capitals as rearranged', () => {
    expect(matchAuthors(['SMITH AND JONES'], ['Smith, J.', 'Jones, A.', 'Lee, K.']).isRearranged).toBe(true);
    expect(parseReference('SMITH, J. AND JONES, A. (2019) Lamps.').authors).toEqual([
      'SMITH, J.',
      'JONES, A.',
    ]);
  });

  it('accepts a record that keeps only the first name', () => {
    expect(matchAuthors(['Garcia, A.', 'Hansen, B.', 'Abe, C.'], ['Garcia, Ana']).verdict).toBe('short');
  });

  it('is unknown if a list is empty, or in another script', () => {
    expect(matchAuthors(['张伟'], ['Zhang Wei']).verdict).toBe('unknown');
    expect(matchAuthors([], ['A B']).verdict).toBe('unknown');
    expect(matchAuthors(['et al.'], ['A B']).verdict).toBe('unknown');
  });
});

const cite = (change: Partial<Work> = {}) => matchWork({ ...record, ...change }, { record });
/** The record without one of its fields. */
const without = (field: keyof Work): Work =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== field));

describe('matchWork', () => {
  it('accepts equal fields in other spellings', () => {
    expect(cite()).toMatchObject({ same: true, differs: [] });
    expect(
      cite({ authors: ['Muller J', 'de la Cruz AM', 'Lee K'], year: 2020, venue: 'J. Coast. Light' }),
    ).toMatchObject({ same: true });
  });

  it('rejects a work in whose title, authors or year it differs', () => {
    expect(cite({ title: 'Colour of coastal lamps and the sleep of terns' }).differs).toEqual(['title']);
    expect(cite({ authors: ['Silva, P.', 'Sato, Y.'] }).differs).toEqual(['authors']);
    expect(cite({ year: 2033 }).differs).toEqual(['year']);
  });

  const PLACED: Work = { ...record, volume: '12', pages: '101-118' };
  it.each<[string, Partial<Work>, object]>([
    ['year', { year: 2018 }, { cited: '2018', record: '2019' }],
    ['venue', { venue: 'Nature Medicine' }, { cited: 'Nature Medicine', record: 'Journal of Coastal Light' }],
    ['venue', { venue: 'arXiv preprint' }, { cited: 'arXiv preprint', record: 'Journal of Coastal Light' }],
    ['volume', { volume: '13' }, { cited: '13', record: '12' }],
    ['pages', { pages: '110-118' }, { cited: '110', record: '101' }],
    [
      'title',
      { title: 'Color of coastal lamps and the sleep of gulls' },
      { cited: 'color', record: 'colour' },
    ],
    [
      'title',
      { title: 'Colour of coastal lamps and the sleep of terns' },
      { cited: 'terns', record: 'gulls' },
    ],
    ['authors', { authors: ['Müller, J.', 'Lee, K.'] }, {}],
  ])('accepts a work with a difference in the %s: %j', (field, change, values) => {
    const match = matchWork({ ...PLACED, ...change }, { record: PLACED });
    expect(match).toMatchObject({ same: true, differs: [] });
    expect(match.notes).toEqual([expect.objectContaining({ field, ...values })]);
  });

  it('reports no difference for equal fields', () => {
    expect(matchWork(PLACED, { record: PLACED }).notes).toEqual([]);
    expect(cite({ venue: 'Lecture Notes in Computer Science' }).notes).toEqual([]);
  });

  it('rejects a year before the month of an arXiv identifier', () => {
    const posted = { ...record, venue: 'arXiv', arxiv: '2602.01234', year: 2026 };
    expect(matchWork({ ...posted, year: 2023 }, { record: posted }).differs).toEqual(['year']);
    expect(matchWork({ ...posted, year: 2027 }, { record: posted }).same).toBe(true);
  });

  it('accepts an equal identifier, whatever the year', () => {
    const known = { ...record, doi: '10.1000/lamps' };
    const match = matchWork({ ...known, year: 2001 }, { record: known });
    expect(match).toMatchObject({ same: true, notes: [{ field: 'year' }] });
  });

  it('rejects a year or a similar title alone', () => {
    expect(matchWork({ year: 2019 }, { record }).same).toBe(false);
    expect(matchWork({ title: 'Sleep', year: 2019, authors: ['Müller, J.'] }, { record }).same).toBe(false);
  });

  it('requires the venue if the record has no authors', () => {
    const card = { record: without('authors') };
    expect(matchWork({ title: record.title!, authors: ['Silva, P.'], year: 2019 }, card).same).toBe(false);
    expect(matchWork(record, card).same).toBe(true);
  });

  it('accepts years further apart if one is the preprint of the other', () => {
    const preprint = { ...record, venue: 'arXiv', arxiv: '1701.00001', year: 2017 };
    expect(matchWork(record, { record: preprint }).same).toBe(true);
    expect(matchWork({ ...record, year: 2012 }, { record: preprint }).same).toBe(false);
  });

  it('accepts a venue that begins with a number after the title', () => {
    const asked = { ...record, title: 'Do lamps wake gulls?', venue: 'Third Coastal Quarterly' };
    const raw =
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Do lamps wake gulls? Third Coastal Quarterly, 12, 101–118.';
    expect(matchWork(parseReference(raw), { record: asked }).same).toBe(true);
  });

  it('rejects a notice for a reference without a title', () => {
    const placed = { ...record, volume: '12', pages: '101-118' };
    const raw = 'J. Müller, A.M. de la Cruz, and K. Lee, Journal of Coastal Light 12, 101 (2019).';
    expect(matchWork(parseReference(raw), { record: placed }).same).toBe(true);
    const notice = { ...placed, title: `Correction to: ${record.title ?? ''}` };
    expect(matchWork(parseReference(raw), { record: notice }).same).toBe(false);
  });

  const AUTHORS = 'Müller, J., de la Cruz, A. M., & Lee, K. (2019).';
  it.each([
    ['Gulls wake late.', 'Gulls wake late. II.'],
    ['Lamps of the coast 2018', 'Lamps of the coast 2019.'],
    ['Sleep under lamps XL99 of the coast', 'Sleep under lamps XL92 of the coast.'],
    ['5-Lamps at sea', '2-Lamps at sea.'],
    ['Lamps of the coast. Haven, II', 'Lamps of the coast. Haven, III.'],
    [
      'Trace of &lt;sup&gt;9&lt;/sup&gt;Li in lamps. Haven, 1937',
      'Trace of &lt;sup&gt;9&lt;/sup&gt;Li in lamps. Haven, 1940.',
    ],
    [
      'Lamps of the coast**Read to the guild of N. Yo. C., Haven, 1937.',
      'Lamps of the coast**Read to the guild of N. Yo. C., Haven, 1940.',
    ],
  ])('rejects the title %s written as %s', (title, written) => {
    const asked = { ...record, title, volume: '12', pages: '101-118' };
    const place = 'Journal of Coastal Light, 12, 101–118.';
    const stop = title.endsWith('.') ? '' : '.';
    expect(matchWork(parseReference(`${AUTHORS} ${title}${stop} ${place}`), { record: asked }).same).toBe(
      true,
    );
    expect(matchWork(parseReference(`${AUTHORS} ${written} ${place}`), { record: asked })).toMatchObject({
      same: false,
      differs: ['title'],
    });
  });

  it.each([
    ['NeurIPS', [{ field: 'venue', record: 'arXiv' }]],
    ['Coastal Quarterly', [{ field: 'venue', record: 'arXiv' }]],
    ['Fog Press', []],
  ])('accepts a preprint that is cited with a venue, with a difference: %s', (venue, notes) => {
    const preprint = { ...without('venue'), doi: '10.48550/arxiv.1901.00001' } as Work;
    expect(matchWork({ ...record, venue }, { record: preprint })).toMatchObject({ same: true, notes });
    const raw = `Müller, J., de la Cruz, A. M., & Lee, K. (2019). ${record.title ?? ''}. ${venue}, 12.`;
    expect(matchWork(parseReference(raw), { record: preprint })).toMatchObject({ same: true, notes });
  });

  it.each([
    ['Jane M. Muller, Ana de la Cruz and Kim B. Lee (2019). TITLE. Journal of Coastal Light.', {}],
    ['Muller, J., de la Cruz, A. M., & Lee, K. (2019). TITLE: a reflection. Journal of Coastal Light.', {}],
    ['MULLER, J., DE LA CRUZ, A. M. AND LEE, K. (2019). TITLE. Journal of Coastal Light.', {}],
    [
      'Muller, J., de la Cruz, A. M., & Lee, K. (2019). lampkit: lamps of gulls.',
      { title: 'lee/lampkit: v0.1.0', venue: 'lampkit' },
    ],
  ])('accepts full names, subtitles, capitals and archived software: %s', (reference, change) => {
    const authors = ['Muller J', 'de la Cruz AM', 'Lee K'];
    const raw = reference.replace('TITLE', record.title ?? '');
    expect(matchWork({ ...parseReference(raw), doi: '10.1000/lamps' }, { record: { ...record, authors, doi: '10.1000/lamps', ...change } })).toMatchObject({ same: true, differs: [] }); // prettier-ignore
  });

  it('accepts the book of a chapter in a style without titles', () => {
    const raw = 'J. Müller, K. Lee, Lamps and Other Lights (2019) 101.';
    const chapter = { ...record, authors: ['Müller, Jürgen', 'Lee, Kim'], venue: 'Coastal Series' };
    expect(matchWork(parseReference(raw), { record: chapter }).differs).toEqual([]);
  });

  it('accepts a chapter named like its book only if the reference has no other words', () => {
    const chapter = { ...record, title: 'Lamps of the coast', venue: 'Lamps of the coast' };
    const people = 'J. Müller, A.M. de la Cruz, K. Lee,';
    const of = (words: string) =>
      matchWork(parseReference(`${people} ${words} (2019) 101.`), { record: chapter });
    expect(of('Lamps of the Coast').same).toBe(true);
    expect(of('Sleep of the gulls. Lamps of the Coast').same).toBe(false);
  });

  it('accepts two authors at one event or in one volume, but not in any journal', () => {
    const event = {
      ...record,
      authors: ['Müller, Jürgen', 'Lee, Kim'],
      venue: '2019 Symposium on Coastal Lamps',
    };
    const raw = 'J. Müller and K. Lee, 2019 Symposium on Coastal Lamps (2019).';
    expect(matchWork(parseReference(raw), { record: event }).same).toBe(true);
    const journal = { ...event, venue: 'Journal of Coastal Light' };
    const there = parseReference('J. Müller and K. Lee, Journal of Coastal Light (2019).');
    expect(matchWork(there, { record: journal }).same).toBe(false);
    const volume = parseReference('J. Müller and K. Lee, Journal of Coastal Light 12, (2019).');
    expect(matchWork(volume, { record: { ...journal, volume: '12' } }).same).toBe(true);
  });

  it('accepts a truncated title only with further evidence', () => {
    const whole = { ...record, title: 'Lampkit: a toolbox for fog', volume: '12', pages: '101-118' };
    const cut = { ...whole, title: 'Lampkit' };
    expect(matchWork(cut, { record: whole })).toMatchObject({ same: true, notes: [{ field: 'title' }] });
    const elsewhere = { ...cut, year: 2018, volume: '13', pages: '7-9' };
    expect(matchWork(elsewhere, { record: whole }).same).toBe(false);
  });

  it('accepts a short name alone from a team in the same year, and not from one author', () => {
    const full = { ...record, title: 'Lampkit: a toolbox for the colour of fog', venue: 'ACM' };
    const named = { ...full, title: 'Lampkit', venue: 'Journal of Coastal Light' };
    expect(matchWork(named, { record: full })).toMatchObject({ same: true, notes: [{ field: 'title' }] });
    expect(matchWork({ ...named, year: 2018 }, { record: full }).same).toBe(false);
    const alone = { authors: ['Lee, Kim'] };
    expect(matchWork({ ...named, ...alone }, { record: { ...full, ...alone } }).same).toBe(false);
  });

  it('rejects a longer title, or one with a notice before it', () => {
    const titled = { ...record, title: 'Lamps of the northern coast' };
    const of = (title: string) =>
      matchWork(parseReference(`Müller, J., Cruz, A. M., & Lee, K. (2019). ${title}. Nature Light.`), {
        record: titled,
      });
    expect(of('Lamps of the northern coast occur in fog').same).toBe(false);
    expect(of('Publisher’s Note: Lamps of the northern coast').same).toBe(false);
    expect(of('Lamps of the northern coast').same).toBe(true);
  });

  it('rejects equal authors and year if the title was misread', () => {
    const raw =
      'Jürgen Müller, Ana Cruz, Kim Lee (2019). Another study of the gulls of harbours. Nature Light.';
    const other = { ...record, authors: ['Jürgen Müller', 'Ana Cruz', 'Kim Lee'], venue: 'Nature Light' };
    expect(matchWork(parseReference(raw), { record: other }).same).toBe(false);
  });

  it('reports an author missing from a list without “et al.”', () => {
    const of = (authors: string) =>
      matchWork(parseReference(`${authors} (2019). ${record.title ?? ''}. Journal of Coastal Light.`), {
        record,
      }).notes.map(({ field }) => field);
    expect(of('Jürgen Müller, Ana de la Cruz, Kim Lee')).toEqual([]);
    expect(of('Jürgen Müller, Ana de la Cruz')).toEqual(['authors']);
    expect(of('Müller, J., et al.')).toEqual([]);
  });

  it('accepts an organisation cited for its authors in the same year, with a difference', () => {
    for (const owner of ['NLO', 'Lamp and Fog Agency']) {
      const of = (year: number) =>
        matchWork(parseReference(`${owner} (${year}). ${record.title}. Fog Press.`), { record });
      expect(of(2019)).toMatchObject({ same: true, notes: [{ field: 'authors', cited: owner }] });
      expect(of(2018)).toMatchObject({ same: false, differs: [] });
    }
    const report = { ...record, title: 'Annual lamp report' };
    const raw = 'Lamp and Fog Agency (2019). Annual lamp report. Fog Press.';
    expect(matchWork(parseReference(raw), { record: report }).same).toBe(false);
  });

  it('accepts a name with an apostrophe without a difference', () => {
    const signed = { ...record, authors: ['Müller, Jürgen', 'O&apos;Hare, Ana', 'Lee, Kim'] };
    const raw = `Müller, J., O’Hare, A., & Lee, K. (2019). ${record.title}. Journal of Coastal Light.`;
    expect(matchWork(parseReference(raw), { record: signed })).toMatchObject({ same: true, notes: [] });
  });

  it('accepts a few years between long titles of several authors, with a difference', () => {
    expect(cite({ year: 2013 })).toMatchObject({ same: true, notes: [{ field: 'year' }] });
    expect(cite({ year: 2012 }).differs).toEqual(['year']);
    const [first] = record.authors!;
    const alone = { ...record, authors: [first!] };
    expect(matchWork({ ...alone, year: 2013 }, { record: alone }).differs).toEqual(['year']);
  });

  it('accepts a venue that was read up to its first comma', () => {
    const raw = 'Müller, J., & Lee, K. (2019). Colour of coastal lamps and the sleep of gulls. ';
    const found = { record: { ...record, venue: 'LTM' } };
    const notes = (venue: string) => matchWork(parseReference(raw + venue), found).notes.map((n) => n.field);
    expect(notes('Lamps, Tides and Moons of the Coast.')).not.toContain('venue');
    expect(notes('Lamps, 12, 3–5.')).toContain('venue');
  });

  it('reports a year that differs from that in the name of the venue', () => {
    const event = { ...record, venue: '2019 Symposium on Coastal Lamps' };
    const notes = (year: number) =>
      matchWork(
        parseReference(
          `Müller, J., de la Cruz, A. M., & Lee, K. (${year}). ${record.title}. 2019 Symposium on Coastal Lamps.`,
        ),
        { record: event },
      ).notes.map(({ field }) => field);
    expect([notes(2019), notes(2018)]).toEqual([[], ['year']]);
  });

  it('accepts names of the record before the title, however they were read', () => {
    const fair = { ...record, title: 'Fair and Bright Lamps of the Coast' };
    const raw = `Müller J. ${fair.title}. Journal of Coastal Light. 2019.`;
    expect(matchWork(parseReference(raw), { record: fair })).toMatchObject({ same: true, notes: [] });
  });

  it('rejects a stranger alone before the quoted title', () => {
    const raw = `Silva, “${record.title},” Journal of Coastal Light, 2019.`;
    expect(matchWork(parseReference(raw), { record }).differs).toEqual(['authors']);
  });

  it('rejects a work if only its venue has the words of the title', () => {
    const venue = 'Handbook of coastal lamps and fog';
    const chapter = { ...record, title: 'Coastal lamps and fog', venue };
    const of = (title: string) =>
      matchWork(parseReference(`Müller, J., Cruz, A. M., & Lee, K. (2019). ${title}. ${venue}, 101–118.`), {
        record: chapter,
      }).same;
    expect([of('Coastal lamps and fog'), of('Sleep of the gulls')]).toEqual([true, false]);
  });

  it('scores any input between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.array(fc.string()),
        (raw, title, authors) => {
          const match = matchWork({ raw, title, authors }, { record: { title, authors, venue: raw } });
          expect(match.score).toBeGreaterThanOrEqual(0);
          expect(match.score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
