import { describe, expect, it } from 'vitest';
import { locate } from '../../../../src/core/text/quotation/quote';

const SENTENCE =
  'The keeper of the office reported that 412 ships passed the northern harbour before the first of April';
const page = (sentence: string) => `Nothing was lost that year. ${sentence}. Nobody asked for more.`;
const found = (source: string, quote = SENTENCE) => {
  const located = locate(source, quote);
  if (located) expect(source.slice(located.span.start, located.span.end)).toBe(located.text);
  return located?.match;
};

describe('a quotation from a damaged text is found', () => {
  it.each([
    [
      'lost blanks',
      page(SENTENCE.replace('reported that', 'reportedthat').replace('the northern', 'thenorthern')),
    ],
    ['blanks within words', page(SENTENCE.replace('northern', 'nor thern').replace('harbour', 'har bour'))],
    ['note numbers', page(SENTENCE.replace('ships', 'ships7').replace('harbour', 'harbour12,13'))],
    ['a page number', page(SENTENCE.replace(' passed', '\n— 47 —\npassed'))],
    [
      'a running head',
      `A history of harbours 3\n${page(SENTENCE.replace(' passed', '\nA history of harbours 4\npassed'))}`,
    ],
    ['a footnote', page(SENTENCE.replace(' passed', '\n7 See the report of the office.\npassed'))],
    ['line numbers', page(SENTENCE.replace(' ships', '\n12 ships').replace(' before', '\n13 before'))],
    ['a lost ligature', page(SENTENCE.replace('office', 'o ce'))],
    ['a misread letter', page(SENTENCE.replace('reported', 'repnrted'))],
    ['the address of a link', page(SENTENCE.replace('office', '[office](https://a.example/b-c)'))],
    ['letters that look alike', page(SENTENCE.replace('northern', 'northem'))],
  ])('with %s', (_, source) => expect(found(source)).toBe('damaged'));

  it('with a Greek letter in place of its name', () => {
    expect(found(page(`${SENTENCE} with an α-value of two`), `${SENTENCE} with an alpha-value of two`)).toBe(
      'damaged',
    );
  });

  it('with LaTeX in place of what it renders', () => {
    const source = page(`${SENTENCE} at $\\sim 4.5\\,\\mathrm{kg}$ each`);
    expect(found(source, `${SENTENCE} at ~4.5 kg each`)).toBe('damaged');
  });

  it.each([
    ['$3 \\times 10^{4}$ tons', '3 × 10⁴ tons'],
    ['$\\frac{1}{2}$ of a mile', '1/2 of a mile'],
  ])('with %s in place of %s', (formula, shown) =>
    expect(found(page(`${SENTENCE} at ${formula}`), `${SENTENCE} at ${shown}`)).toBe('damaged'),
  );
  it.each([
    ['$3 \\times 10^{4}$ tons', '3 × 10⁵ tons'],
    ['$\\frac{1}{2}$ of a mile', '12 of a mile'],
  ])('not with %s in place of %s', (formula, shown) =>
    expect(found(page(`${SENTENCE} at ${formula}`), `${SENTENCE} at ${shown}`)).toBeUndefined(),
  );

  it('piece by piece if it has ellipses', () => {
    const source = page(SENTENCE.replace('northern', 'nor thern'));
    expect(
      found(
        source,
        'The keeper of the office reported … passed the northern harbour before the first of April',
      ),
    ).toBe('damaged');
  });
});

describe('a near miss in a damaged text is not found', () => {
  const damaged = page(
    SENTENCE.replace('ships', 'ships7')
      .replace(' before', '\n— 47 —\nbefore')
      .replace('reported that', 'reportedthat'),
  );

  it.each([
    ['another figure', SENTENCE.replace('412', '413')],
    ['no figure', SENTENCE.replace('412 ', '')],
    ['another note number in the words', SENTENCE.replace('ships', 'ships8')],
    ['a negation', SENTENCE.replace('passed', 'did not pass')],
    ['another name', SENTENCE.replace('April', 'August')],
    ['another order', SENTENCE.replace('keeper of the office', 'office of the keeper')],
    ['one word left out', SENTENCE.replace('northern ', '')],
  ])('with %s', (_, quote) => expect(found(damaged, quote)).toBeUndefined());

  it('with a missing line of the text', () => {
    const source = page(SENTENCE.replace(' passed', '\ndid not reach or ever\npassed'));
    expect(found(source)).toBeUndefined();
  });

  it('with one wrong letter in a name', () => {
    const quote = SENTENCE.replace('April', 'Hansen');
    expect(found(page(SENTENCE.replace('April', 'Hanson')), quote)).toBeUndefined();
  });

  it('with one wrong letter in a unit', () => {
    const quote = SENTENCE.replace('ships', 'mmol');
    expect(found(page(SENTENCE.replace('ships', 'nmol')), quote)).toBeUndefined();
  });
});

it('locate takes a bounded number of steps for a hostile text', () => {
  const source = 'abcdefghij1 '.repeat(20_000);
  expect(locate(source, `${'abcdefghij '.repeat(30)}x`)).toBeUndefined();
});
