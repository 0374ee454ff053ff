import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuoteFinder, locate, visible } from '../../../../src/core/text/quotation/quote';

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
    'patientsacross 31 hospitals',
    '',
    '…',
  ])('does not find %j', (quote) => expect(locate(SOURCE, quote)).toBeUndefined());

  it.each([
    ['It grew by 3.5 per cent.', 'It grew by 3.5 per cent.'],
    ['“It grew by 3.5 per cent.”', 'It grew by 3.5 per cent.'],
    ['It grew by 3.5 per cent', 'It grew by 3.5 per cent'],
    ['It grew by 3.5 per …', 'It grew by 3.5 per'],
    ['patients across 31 hospitals.', 'patients across 31 hospitals'],
  ])('includes the full stop of %j if the source has one', (quote, text) => {
    expect(locate(SOURCE, quote)?.text).toBe(text);
  });

  it('rejects two words as too short and ninety as too long', () => {
    expect(locate(SOURCE, 'nine countries')?.size).toBe('short');
    const long = Array.from({ length: 90 }, (_, i) => `word${i}`).join(' ');
    expect(locate(long, long)?.size).toBe('long');
    expect(locate(SOURCE, '人口は約')?.size).toBe('short');
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

  it('finds everything copied from the source with other formatting', () => {
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

describe('the edges of a quotation', () => {
  it.each([
    ['It grew by three per cent... and more', 'It grew by three per cent.', 'It grew by three per cent'],
    ['It grew by three per cent. More', 'It grew by three per cent...', 'It grew by three per cent'],
    ['Nothing was said of it all. More', '“Nothing was said of it all”', 'Nothing was said of it all'],
    ['Nothing was said of it all. More', '“Nothing was said of it all.”', 'Nothing was said of it all.'],
  ])('in %j follow the stop of %j only if the source has it', (source, quote, text) =>
    expect(locate(source, quote)?.text).toBe(text),
  );

  it.each([
    ['they grew by 3.9 per cent', 'they grew by 3'],
    ['they grew by 3,9 per cent', 'they grew by 3'],
    ['they  grew by 3.9 per cent', 'they grew by 3'],
    ['they  grew by 3,9 per cent', 'they grew by 3'],
    ['by 3.5 per cent of cases', '5 per cent of cases'],
    ['by 3,5 per cent of cases', '5 per cent of cases'],
    ['by 3.5 per  cent of cases', '5 per cent of cases'],
    ['by 3,5 per  cent of cases', '5 per cent of cases'],
    ['one man saw two dogs run', 'none man saw two'],
    ['whatever it says', '!? !'],
  ])('in %j reject %j: no word or number is cut', (source, quote) =>
    expect(locate(source, quote)).toBeUndefined(),
  );

  it.each([
    ['The trial ended.5 patients left it early', '5 patients left it', 'exact'],
    ['In all it enrolled 12.Then all left', 'In all it enrolled 12', 'exact'],
    ['there were 5,of them all died', 'of them all died', 'exact'],
    ['it was said!.5 were left out', 'it was said!', 'exact'],
    ['by all the doctors,5 of them', 'by all the doctors', 'exact'],
    ['they had enrolled 12 50 of them', 'they had enrolled 12', 'exact'],
    ['The survey found a result', 'The survey found a', 'exact'],
    [
      'unreported by two points in all. It reported by two points in all',
      'reported by two points in all',
      'exact',
    ],
    [
      'unReported by two points in all. It Reported by two points in all',
      'reported by two points in all',
      'normalised',
    ],
    ['about 50%of  all people here agree', 'of all people here agree', 'normalised'],
    ['今年Google发布了新的人工智能模型', 'Google发布了新的人工智能', 'exact'],
    ['今年Google发布了新的人工智能模型', '发布了新的人工智能模型', 'exact'],
    ['今年Google发布了新的人工智能模型', 'Google 发布了新的人工智能', 'normalised'],
    ['今年Google发布了新的人工智能模型', '发布了 新的人工智能模型', 'normalised'],
  ])('in %j accept %j: %s', (source, quote, match) => {
    const found = locate(source, quote);
    expect(found).toMatchObject({ match });
    expect(source.slice(found!.span.start, found!.span.end)).toBe(found!.text);
  });
});

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

describe('the span that a judge names', () => {
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
  const TEXT =
    'One two three four. Five six seven eight. Nine ten eleven twelve. Then so – it ended. 天地玄黄。宇宙洪荒。';

  it.each([
    'One two three … nine ten eleven',
    'One two three … [...] nine ten eleven',
    'One two three … four. Five six',
    'One two three … Five six seven … Nine ten eleven … Then so – it ended',
    'One two three … 宇宙洪荒',
    'One two three … five six seven … nine ten eleven … then so it … 天地玄黄',
  ])('is found: %j', (quote) => {
    const found = locate(TEXT, quote);
    expect(found?.match).toBe('normalised');
    expect(found?.span.start).toBe(0);
  });

  it.each([
    'One two … nine ten eleven',
    'One two three … so – it',
    'One two three … ten eleven',
    'One two three … 宇宙洪',
    'One two three … 天地玄黄 … then so it',
    'One two three … never said here … nine ten eleven',
    'ne two three … five six seven',
    'One two three … ix seven eight',
    'One two three … five six seve',
    'One two three … five sixseven eight nine',
  ])('is not found: %j', (quote) => expect(locate(TEXT, quote)).toBeUndefined());

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

describe('visible', () => {
  it('drops invisible characters and keeps astral ones', () =>
    expect(visible('M\u200ba\u200brk  the\n clai\u{e0041}m \u{1f600}')).toBe('Mark the claim 😀'));

  it.each([
    ['a\u0007b', 'a b'],
    ['a\u007fb', 'ab'],
    [' a b\u200b \n', 'a b'],
    ['\uffff\u200bx', '\uffffx'],
  ])('makes %j into %j', (text, seen) => expect(visible(text)).toBe(seen));
});
