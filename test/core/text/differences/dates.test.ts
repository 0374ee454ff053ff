import { describe, expect, it } from 'vitest';
import { months } from '../../../../src/core/text/differences/dates';

describe('months', () => {
  it.each([
    ['It opened on 2 November 2004.', [{ month: 11, day: 2, year: 2004 }]],
    ['It opened on November 2nd, 2004.', [{ month: 11, day: 2, year: 2004 }]],
    ['It opened in Nov. 2004.', [{ month: 11, year: 2004 }]],
    ['Updated 2004-11-02', [{ month: 11, day: 2, year: 2004 }]],
    ['between March and May', [{ month: 3 }, { month: 5 }]],
    ['from 12:30 in January', [{ month: 1 }]],
  ])('reads the dates of %s', (text, wanted) => {
    const found = months(text);
    expect(found).toHaveLength(wanted.length);
    expect(found).toMatchObject(wanted);
  });
  it.each(['They may march on.', 'May I ask?', 'Dec was sold', 'an august body', '2004-31-02'])(
    'finds no month in %s',
    (text) => expect(months(text)).toEqual([]),
  );
  it('returns the position of the name', () => {
    const text = 'It opened in November.';
    const [found] = months(text);
    expect(text.slice(found!.start, found!.end)).toBe('November');
  });
});
