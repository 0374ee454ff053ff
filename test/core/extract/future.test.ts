/** Citations from the future, when the host says what year it is. */
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const told = (text: string, year?: number) =>
  scan(text, year === undefined ? {} : { year }).problems.flatMap(({ code, facts }) =>
    code === 'future-year' ? [[facts['label'], facts['year']]] : [],
  );

describe('a date that has not come', () => {
  it.each([
    ['Tides rise (Lee, 2031).', [['(Lee, 2031)', '2031']]],
    ['Tides rise (Lee, 2026).', []],
    ['Tides rise arXiv:3101.00001.', [['arXiv:3101.00001', '2031']]],
    ['Tides rise arXiv:2601.00001.', []],
    ['Tides rise arXiv:hep-th/9901001.', []],
  ])('in %j is told: %j', (text, expected) => {
    expect(told(text, 2026)).toEqual(expected);
    expect(told(text)).toEqual([]);
  });

  it('of an entry is told from the year after next on: journals date ahead', () => {
    const list = (year: number) =>
      `So [1].\n\n## References\n\n[1] Lee, A. (${year}). Tides of spring. Journal of Piers, 4, 1–9.\n`;
    expect(told(list(2027), 2026)).toEqual([]);
    expect(told(list(2028), 2026)).toEqual([['[1]', '2028']]);
  });
});
