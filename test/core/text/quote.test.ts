import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuoteFinder, locate, visible } from '../../../src/core/text/quote';

const SOURCE =
  'The survey found a multi-\nline result at 100 °C in the ﬁnal “draft” – a café. It enrolled 4,812 patients across 31 ' +
  'hospitals in nine countries, which was more than expected by all the doctors [3] involved. It grew by 3.5 per cent. ' +
  '今年の東京の人口は約千四百万人と推定される。';

describe('locate', () => {
  it.each([
    ['enrolled 4,812 patients across', 'exact'],
    ['found a multi-line result', 'normalised'],
    ['found a multiline result', 'normalised'],
    ['result at 100°C in the', 'normalised'],
    ['in the final "draft" - a cafe', 'normalised'],
    ['it enrolled 4812 patients across', 'normalised'],
    ['by all the doctors involved', 'normalised'],
    ['“It enrolled 4,812 patients across 31 hospitals in nine countries.”', 'exact'],
    ['It enrolled 4,812 patients" … "more than expected by', 'normalised'],
    ['It enrolled 4,812 patients [...] which was more than', 'normalised'],
    ['今年の東京の人口は約千四百万人', 'exact'],
    ['今年の 東京の人口は、約千四百万人', 'normalised'],
  ])('finds %j: %s', (quote, match) => {
    const found = locate(SOURCE, quote);
    expect(found).toMatchObject({ match, size: 'fit' });
    expect(found?.text).toBe(SOURCE.slice(found!.span.start, found!.span.end));
  });

  it.each([
    'enrolled 4,182 patients across 31 hospitals',
    'enrolled 4,81 patients',
    'It grew by 3.5 per dollar',
    'It grew by 35 per cent',
    'It grew by 3',
    'grew by 5 per cent',
    'urvey found a multi',
    'the survey did not find a result',
    'It enrolled 4,812 patients … never said in this source',
    'which was more than … The survey found a',
    'patientsacross 31 hospitals in nine',
    '',
    '…',
  ])('does not find %j', (quote) => expect(locate(SOURCE, quote)).toBeUndefined());

  it.each([
    ['It grew by 3.5 per cent.', 'It grew by 3.5 per cent.'],
    ['“It grew by 3.5 per cent.”', 'It grew by 3.5 per cent.'],
    ['It grew by 3.5 per cent', 'It grew by 3.5 per cent'],
    ['It grew by 3.5 per …', 'It grew by 3.5 per'],
    ['patients across 31 hospitals.', 'patients across 31 hospitals'],
  ])('keeps the full stop of %j where the source has one', (quote, text) => {
    expect(locate(SOURCE, quote)?.text).toBe(text);
  });

  it('says that two words are too short and that ninety are too many', () => {
    expect(locate(SOURCE, 'nine countries')?.size).toBe('short');
    const long = Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ');
    expect(locate(long, long)?.size).toBe('long');
    expect(locate(SOURCE, '人口は約')?.size).toBe('short');
  });

  it('does not join words that the source parts', () => {
    expect(locate('he met the rapist there', 'he met therapist there')).toBeUndefined();
    expect(locate('between 10 20 and 30 people', 'between 1020 and 30 people')).toBeUndefined();
  });

  it('takes the occurrence near the named place', () => {
    const text = 'It rose by two points. Nothing else. It rose by two points.';
    const find = createQuoteFinder(text);
    expect(find('it rose by two points')?.span.start).toBe(0);
    expect(find('it rose by two points', [{ start: 37, end: 59 }])?.span.start).toBe(37);
  });

  it('finds whatever was copied from the source, however it was re-set', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdeéß'.split('')), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 6, maxLength: 30 }), fc.nat(), (words, seed) => {
        const source = words.join(' ');
        const from = seed % (words.length - 4);
        const quote = words
          .slice(from, from + 4)
          .join(seed % 2 ? '\n' : '  ')
          .toUpperCase();
        expect(locate(source, quote)).toBeDefined();
      }),
    );
  });

  it('reads 300 000 characters in time that grows with their number only', () => {
    const text = (n: number) => 'a b a b a b a c '.repeat(n / 16);
    const time = (n: number) => {
      const source = text(n);
      const start = performance.now();
      for (let i = 0; i < 3; i++) locate(source, 'a b a b a b a b a b a b d');
      return performance.now() - start;
    };
    time(300_000);
    expect(time(600_000)).toBeLessThan(8 * Math.max(2, time(150_000)));
  });
});

describe('visible', () => {
  it('drops what no reader sees and keeps astral characters', () =>
    expect(visible('M\u200ba\u200brk  the\n clai\u{e0041}m \u{1f600}')).toBe('Mark the claim 😀'));
});
