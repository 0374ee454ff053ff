import { describe, expect, it } from 'vitest';
import { missingFigures, quantities } from '../../../../src/core/text/differences/quantities';
import { language, shareLanguage, words } from '../../../../src/core/text/relevance/words';

const keys = (text: string) => words(text).map((w) => w.key);

describe('words', () => {
  it('stems, drops stop words and keeps numbers by value', () =>
    expect(keys('The running dogs enrolled 4,812 patients, 3.5 on average')).toEqual([
      'run',
      'dog',
      'enrol',
      '4812',
      'patient',
      '3.5',
      'averag',
    ]));
  it('splits unspaced scripts into pairs', () =>
    expect(keys('東京の人口')).toEqual(['東京', '京の', 'の人', '人口']));
  it('returns the position of each word', () => {
    const text = 'Ein ﬁnaler Café-Besuch';
    const found = words(text).map(({ start, end }) => text.slice(start, end));
    expect(found.length).toBeGreaterThan(2);
    for (const word of found) expect(word).toMatch(/^[\p{L}]+$/u);
  });
});

describe('quantities', () => {
  it.each([
    ['$3.5 million', '3500000', 'usd'],
    ['44 per cent', '44', '%'],
    ['44%', '44', '%'],
    ['4,812 patients', '4812', ''],
    ['7B parameters', '7000000000', ''],
    ['7 billion', '7000000000', ''],
    ['20 cm', '20', 'cm'],
    ['60 seconds', '60', 's'],
    ['twelve hospitals', '12', ''],
    ['3,5 km', '3.5', 'km'],
    ['LIMIT = 1_850', '1850', ''],
  ])('%j is %s %s', (text, value, unit) => expect(quantities(text)[0]).toMatchObject({ value, unit }));
  it('recognizes years', () => expect(quantities('in 1932').map((q) => q.year)).toEqual([true]));
});

describe('missingFigures', () => {
  it.each([
    ['The trial enrolled 4,812 patients', 'it enrolled 4,182 patients', ['4812']],
    ['The trial enrolled 4,812 patients', 'it enrolled 4812 patients', []],
    ['It rose 44%', 'it rose 44 percent', []],
    ['It rose 44%', 'it rose 44 km', ['44']],
    ['It has 7 billion parameters', 'the 7B model', []],
    ['Opened in 1932', 'opened in 1923', ['1932']],
    ['It has 12 seats', 'it has twelve seats', []],
  ])('%j against %j', (claim, text, missing) =>
    expect(missingFigures(claim, text).map((q) => q.value)).toEqual(missing),
  );
});

describe('language', () => {
  it.each([
    ['The cat is in the house and it was there', 'en'],
    ['Die Katze ist nicht in dem Haus und auch nicht im Garten', 'de'],
    ['Le chat est dans la maison avec les enfants', 'fr'],
    ['今年の東京の人口は約千四百万人', 'unspaced'],
    ['Москва является столицей России', 'other'],
  ])('%j is %s', (text, expected) => expect(language(text)).toBe(expected));
  it('compares only known languages', () => {
    expect(
      shareLanguage('The bridge was completed in 1932.', 'Die Brücke wurde 1932 fertig und ist nicht alt'),
    ).toBe(false);
    expect(shareLanguage('Bridge completed 1932', 'The bridge was completed in 1932')).toBe(true);
  });
});
