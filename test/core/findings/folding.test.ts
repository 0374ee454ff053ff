import { describe, expect, it } from 'vitest';
import { message, MORE } from '../../../src/core/codes';
import { fail } from '../../../src/core/causes';
import { grade } from '../../../src/core/findings/finding';
import { fold, unrepeated } from '../../../src/core/findings/folding';
import type { Finding, Problem } from '../../../src/core/model';
import { decide } from '../../../src/core/findings/suppression';
import { screenedFinding } from '../../fakes';

const problem = (start: number, more: Partial<Problem> = {}): Problem => ({
  code: 'dangling',
  severity: 'error',
  span: { start, end: start + 3 },
  facts: { label: `[${start}]` },
  ...more,
});
const many = (length: number): Problem[] => Array.from({ length }, (_, i) => problem(i * 10));

describe('fold', () => {
  it('keeps ten problems of a code separate', () => expect(fold(many(10), [])).toEqual(many(10)));

  it('merges more than ten problems of a code, and keeps all places', () => {
    const other = problem(5, { code: 'uncited' });
    const [first, second, ...rest] = fold([...many(12), other], []);
    expect(first).toMatchObject({ span: { start: 0, end: 3 }, facts: { label: '[0]', more: '11' } });
    expect(first?.related).toEqual(many(12).map(({ span, facts }) => ({ ...span, facts })));
    expect(second).toEqual(other);
    expect(rest).toEqual([]);
  });

  const ofCode = (code: Problem['code']) => many(12).map((one) => ({ ...one, code, citation: 'c' }));
  const lists = [10, 50, 300].map((start) => ({ start, end: start + 5 }));

  it.each(['dangling', 'unknown-key', 'no-entry', 'ambiguous-entry'] as const)(
    'shows %s at the next list, else at the last one',
    (code) => {
      const all = ofCode(code);
      const later = all.map((one) => ({ ...one, span: { start: one.span.start + 310, end: 500 } }));
      expect(fold(all.slice(1), lists)[0]?.span).toEqual(lists[0]);
      expect(fold(later, lists)[0]).toMatchObject({ span: lists[2], related: { length: 12 } });
      expect(fold(all, lists)[0]).not.toHaveProperty('citation');
    },
  );

  it.each(['uncited', 'duplicate-label', 'duplicate-entry', 'numbering-gap', 'future-year'] as const)(
    'shows %s at the list of the first problem',
    (code) => {
      const [only] = fold(ofCode(code).slice(1), lists);
      expect(only).toMatchObject({ span: lists[0], related: { length: 11 } });
      expect(fold(ofCode(code), lists.slice(1))[0]?.span).toEqual({ start: 0, end: 3 });
    },
  );

  it('shows a problem of no list at the first place', () => {
    const [only] = fold(ofCode('chat-residue'), lists);
    expect(only).toMatchObject({ span: { start: 0, end: 3 }, citation: 'c' });
  });

  it('leaves suppressed problems unchanged', () => {
    const suppressed = many(20).map((one) => ({ ...one, suppressed: { by: 'baseline' } }));
    expect(fold(suppressed, [])).toEqual(suppressed);
    expect(fold([...suppressed, ...many(2)], [])).toHaveLength(22);
  });

  it('makes one of 200,000 problems', () => expect(fold(many(200_000), [])).toHaveLength(1));
});

it('the message of a folded problem counts the others', () => {
  const translate = (template: string) => (template === MORE ? '{more} more' : '{label}!');
  expect(message('dangling', { label: '[1]', more: '7' }, translate)).toBe('[1]! 7 more');
});

it('a baseline with a folded problem suppresses its whole code', () => {
  const baseline = new Set([JSON.stringify(['dangling', '*'])]);
  expect(decide(problem(7), { baseline }).suppressed).toEqual({ by: 'baseline' });
  expect(decide(problem(7, { code: 'uncited' }), { baseline }).suppressed).toBeUndefined();
});

describe('unrepeated', () => {
  const found = (id: string, kind: 'dangling' | 'disabled'): Finding => {
    const { citation } = screenedFinding(id, '');
    return grade({ stage: 'unresolved', citation, ...fail('offline'), kind });
  };
  const cited = (length: number) => many(length).map((one, i) => ({ ...one, citation: `c${i}` }));

  it('removes a problem that is also a finding', () => {
    const [first, second] = cited(2);
    const findings = [found('c0', 'dangling')];
    expect(unrepeated({ findings, problems: cited(2) })).toEqual({ findings, problems: [second] });
    expect(unrepeated({ findings: [found('c5', 'dangling')], problems: [first!] }).problems).toEqual([first]);
  });

  it('keeps the other places of a folded problem', () => {
    const problems = fold(cited(12), []);
    const findings = [found('c0', 'dangling'), found('c2', 'dangling')];
    const [left, ...rest] = unrepeated({ findings, problems }).problems;
    expect(rest).toEqual([]);
    expect(left).toMatchObject({ span: { start: 10 }, citation: 'c1', facts: { label: '[10]', more: '9' } });
    expect(left?.related?.map(({ citation }) => citation)).toEqual(
      [1, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `c${i}`),
    );
    const all = cited(12).map(({ citation }) => found(citation, 'dangling'));
    expect(unrepeated({ findings: all, problems }).problems).toEqual([]);
  });

  it('keeps a folded problem at its list', () => {
    const list = { start: 500, end: 512 };
    const problems = fold(cited(12), [list]);
    const [left] = unrepeated({ findings: [found('c0', 'dangling')], problems }).problems;
    expect(left).toMatchObject({ span: list, facts: { label: '[10]', more: '10' }, related: { length: 11 } });
  });

  it('removes an unchecked finding if its citation has a problem', () => {
    const findings = [found('c0', 'disabled'), found('c11', 'disabled'), found('c12', 'disabled')];
    const [first] = cited(1);
    expect(unrepeated({ findings, problems: [first!] }).findings).toEqual(findings.slice(1));
    expect(unrepeated({ findings, problems: fold(cited(12), []) }).findings).toEqual(findings.slice(2));
    const suppressed = { ...first!, suppressed: { by: 'baseline' } };
    expect(unrepeated({ findings, problems: [suppressed] }).findings).toEqual(findings);
  });
});
