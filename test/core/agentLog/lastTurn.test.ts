import { describe, expect, test } from 'vitest';
import { CONTRADICTIONS, type Code } from '../../../src/core/codes';
import { checkLastTurn, type LastTurnOptions } from '../../../src/core/agentLog/lastTurn';
import { logOf, type Session, type Step } from '../../support/agentLogs';

const FAILING: Step = { command: 'pytest -q', output: '2 failed, 5 passed in 0.12s', exit: 1 };
const PASSING: Step = { command: 'pytest -q', output: '7 passed in 0.10s' };
const session = (steps: readonly Step[], says = 'All 7 tests pass.'): Session => ({ steps, says });
const check = (file: string, options: Partial<LastTurnOptions> = {}) =>
  checkLastTurn(file, { codes: new Set<Code>([...CONTRADICTIONS, 'not-in-log']), ...options });
const codesOf = (file: string, options?: Partial<LastTurnOptions>) =>
  check(file, options)?.findings.map(({ code, line }) => [code, line]);
const claude = (steps: readonly Step[], says?: string) => logOf('claude-code', session(steps, says));

describe('the last turn of a log', () => {
  test('is checked against all work in the log, with the line of the evidence', () => {
    expect(codesOf(claude([FAILING]))).toEqual([['contradicted-by-log', 3]]);
    expect(codesOf(claude([FAILING, PASSING]))).toEqual([]);
    expect(codesOf(claude([PASSING, FAILING]))).toEqual([['contradicted-by-log', 5]]);
    expect(codesOf(claude([]))).toEqual([['not-in-log', undefined]]);
  });

  test('begins after the last message of a person', () => {
    const before = claude([FAILING]);
    expect(codesOf(before + claude([], 'I read the plan again.'))).toEqual([]);
    expect(codesOf(before + claude([], 'All 7 tests pass.'))).toEqual([['contradicted-by-log', 3]]);
  });

  test('reports only the given codes', () => {
    expect(codesOf(claude([FAILING]), { codes: new Set<Code>(['stale']) })).toEqual([]);
  });

  test('is not judged while the log lacks the last message', () => {
    const file = claude([FAILING]);
    expect(check(file, { message: 'All 7  tests\npass.' })).toMatchObject({ isWhole: true });
    expect(check(file, { message: 'All 8 tests pass.' })).toEqual({ findings: [], isWhole: false });
  });

  test('reports only contradictions if just the end of the log was read', () => {
    expect(codesOf(claude([]), { isTail: true })).toEqual([]);
    expect(codesOf(claude([FAILING]), { isTail: true })).toEqual([['contradicted-by-log', 3]]);
  });

  test('gives the same finding the same id, wherever it is', () => {
    const id = (file: string) => check(file)?.findings[0]?.id;
    const moved = claude([{ command: 'ls', output: 'a.py' }, FAILING]);
    expect(id(claude([FAILING]))).toBe(id(moved));
    expect(id(claude([FAILING], 'All tests pass now.'))).not.toBe(id(moved));
  });

  test('is undefined for a text that is not a log', () => {
    for (const file of ['', '{', '{"a":1}', 'Plain words.']) expect(check(file)).toBeUndefined();
  });
});
