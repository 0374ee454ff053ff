import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuoteFinder, locate, visible } from '../../../../src/core/text/quotation/quote';

describe('locate', () => {
  it('rejects two words as too short and ninety as too long', () => {
    expect(locate('31 hospitals in nine countries, which', 'nine countries')?.size).toBe('short');
    const long = Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ');
    expect(locate(long, long)?.size).toBe('long');
    expect(locate('今年の東京の人口は約千四百万人', '人口は約')?.size).toBe('short');
  });

  it('does not join words that are separate in the source', () => {
    expect(locate('he met the rapist there', 'he met therapist there')).toBeUndefined();
    expect(locate('between 10 20 and 30 people', 'between 1020 and 30 people')).toBeUndefined();
  });

  it('prefers the occurrence near the given span', () => {
    const text = 'It rose by two points. Nothing else. It rose by two points.';
    const find = createQuoteFinder(text);
    expect(find('it rose by two points')?.span.start).toBe(0);
    expect(find('it rose by two points', [{ start: 37, end: 59 }])?.span.start).toBe(37);
  });

  it('finds a copy of the source with other formatting', () => {
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
});

/** How many letters one after another, as a reader of Chinese or Japanese would count them. */
const han = (n: number) => '天地玄黄宇宙洪荒日月'.repeat(Math.ceil(n / 10)).slice(0, n);
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');

describe('the size of a quotation', () => {
  it.each([
    [han(7), 'short'],
    [han(8), 'fit'],
    [han(240), 'fit'],
    [han(241), 'long'],
    [numbered(3), 'short'],
    [numbered(4), 'fit'],
    [numbered(80), 'fit'],
    [numbered(81), 'long'],
    ['one , two , three', 'short'],
    [`${han(8)} abcdefg`, 'short'],
  ])('of %j is %s', (text, size) => expect(locate(text, text)?.size).toBe(size));
});

describe('the span that a model names', () => {
  const TEXT = 'It rose by two points. It rose by two points. It rose by two points.';
  const find = createQuoteFinder(TEXT);
  const QUOTE = 'It rose by two points';
  const second = { start: 30, end: 33 };

  it('must overlap the occurrence, not just touch it', () => {
    expect(find(QUOTE, [second])?.span.start).toBe(23);
    expect(find(QUOTE, [{ start: -5, end: 0 }, second])?.span.start).toBe(23);
    expect(find(QUOTE, [{ start: -5, end: -2 }, second])?.span.start).toBe(23);
    expect(
      find(QUOTE, [
        { start: 21, end: 23 },
        { start: 50, end: 51 },
      ])?.span.start,
    ).toBe(46);
  });

  it('is only a preference', () => {
    expect(find(QUOTE, [{ start: 900, end: 901 }])?.span.start).toBe(0);
    expect(find('it  rose by two points', [{ start: 900, end: 901 }])?.span.start).toBe(0);
  });

  it('is searched among the first 64 occurrences', () => {
    const many = `${QUOTE}. `.repeat(70);
    const at = (n: number) => n * (QUOTE.length + 2);
    const near = (n: number) => [{ start: at(n), end: at(n) + 4 }];
    expect(locate(many, QUOTE, near(63))?.span.start).toBe(at(63));
    expect(locate(many, QUOTE, near(64))?.span.start).toBe(0);
  });
});

describe('spaces between words', () => {
  const LONG = 'we saw that one of the ten 10 20 men had met the old king there';

  it('may be wrong at one boundary in twelve', () => {
    const match = (quote: string) => locate(LONG, quote)?.match;
    expect(match('we saw that oneof the ten 10 20 men had met the old king')).toBe('normalised');
    expect(match('we saw that oneof the ten 10 20 men had met')).toBe('damaged');
    expect(match('we saw that oneof theten 10 20 men had met the old king there')).toBe('damaged');
    expect(match('we sawthatone oftheten 10 20 menhadmettheoldking there')).toBeUndefined();
  });

  it('must match between two numbers', () => {
    expect(locate(LONG, 'we saw that one of the ten 1020 men had met the old king there')).toBeUndefined();
    expect(locate('between 10, 20 and 30 people', 'between 1020 and 30 people')).toBeUndefined();
  });

  it('are optional between a number and its unit', () => {
    expect(locate('a mass of 100 kg was measured', 'a mass of 100kg was measured')).toBeDefined();
    expect(locate('a mass of 100kg was measured', 'a mass of 100 kg was measured')).toBeDefined();
  });

  it('may be tabs or no-break spaces, and a line may end anywhere', () => {
    for (const blank of [' ', '\t', '\u00a0', ' \t '])
      expect(locate(`of patients${blank}across 31 sites`, 'of patientsacross 31 sites')).toBeUndefined();
    expect(locate('of patients\nacross 31 sites', 'of patientsacross 31 sites')).toBeDefined();
  });
});

describe('a quotation with an ellipsis', () => {
  it('skips anything between its pieces, but keeps their order', () => {
    const text = `One two three ${'x'.repeat(9_000)} nine ten eleven`;
    expect(locate(text, 'One two three … nine ten eleven')?.span).toEqual({ start: 0, end: text.length });
    expect(locate(text, 'nine ten eleven … One two three')).toBeUndefined();
  });

  it('continues at the next whole match of a piece', () => {
    const text = 'One two three. A canine ten eleven. The nine ten eleven.';
    expect(locate(text, 'One two three … nine ten eleven')?.span.end).toBe(text.length - 1);
  });
});

it('locate takes a bounded number of steps for a hostile text', () => {
  const source = 'abcdefghij1 '.repeat(20_000);
  expect(locate(source, `${'abcdefghij '.repeat(30)}x`)).toBeUndefined();
});

describe('visible', () => {
  it('drops invisible characters and keeps astral ones', () =>
    expect(visible('M\u200ba\u200brk  the\n clai\u{e0041}m \u{1f600}')).toBe('Mark the claim 😀'));
});
