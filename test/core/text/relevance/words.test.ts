import { describe, expect, it } from 'vitest';
import { quantities } from '../../../../src/core/text/differences/quantities';
import { language, sameLanguage, words } from '../../../../src/core/text/relevance/words';

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
  it('recognizes years', () => expect(quantities('in 1932').map((q) => q.year)).toEqual([true]));
});

describe('language', () => {
  it('compares only known languages', () => {
    const share = (a: string, b: string) => sameLanguage(language(a), language(b));
    expect(share('The bridge was completed in 1932.', 'Die Brücke wurde 1932 fertig und ist nicht alt')).toBe(
      false,
    );
    expect(share('Bridge completed 1932', 'The bridge was completed in 1932')).toBe(true);
  });

  it('does not guess from words that several languages share', () => {
    const page = 'El puente de la ciudad se abrió en 1932 y es una de las obras más altas del país.';
    const claim = 'La nueva línea de tranvía de la ciudad tiene 15 paradas.';
    expect(sameLanguage(language(claim), language(page))).toBe(true);
  });
});
