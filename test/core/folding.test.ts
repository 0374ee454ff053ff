import { describe, expect, it } from 'vitest';
import { message, MORE } from '../../src/core/codes';
import { fold } from '../../src/core/folding';
import type { Problem } from '../../src/core/model';
import { decide } from '../../src/core/suppression';

const problem = (start: number, more: Partial<Problem> = {}): Problem => ({
  code: 'dangling',
  severity: 'error',
  span: { start, end: start + 3 },
  facts: { label: `[${start}]` },
  ...more,
});
const many = (length: number): Problem[] => Array.from({ length }, (_, i) => problem(i * 10));

describe('fold', () => {
  it('keeps ten problems of a code apart', () => expect(fold(many(10))).toEqual(many(10)));

  it('makes more than ten of a code one, which has the places of all', () => {
    const other = problem(5, { code: 'uncited' });
    const [first, second, ...rest] = fold([...many(12), other]);
    expect(first).toMatchObject({ span: { start: 0, end: 3 }, facts: { label: '[0]', more: '11' } });
    expect(first?.related).toEqual(many(12).map(({ span }) => span));
    expect(second).toEqual(other);
    expect(rest).toEqual([]);
  });

  it('leaves suppressed problems as they are', () => {
    const suppressed = many(20).map((one) => ({ ...one, suppressed: { by: 'baseline' } }));
    expect(fold(suppressed)).toEqual(suppressed);
    expect(fold([...suppressed, ...many(2)])).toHaveLength(22);
  });

  it('takes 200,000 problems', () => expect(fold(many(200_000))).toHaveLength(1));
});

it('a sentence tells how many more there are', () => {
  const translate = (template: string) => (template === MORE ? '{more} more' : '{label}!');
  expect(message('dangling', { label: '[1]', more: '7' }, translate)).toBe('[1]! 7 more');
});

it('a baseline with a folded problem suppresses all of its code', () => {
  const baseline = new Set([JSON.stringify(['dangling', '*'])]);
  expect(decide(problem(7), { baseline }).suppressed).toEqual({ by: 'baseline' });
  expect(decide(problem(7, { code: 'uncited' }), { baseline }).suppressed).toBeUndefined();
});
