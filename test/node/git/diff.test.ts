import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../src/core/workspace/citedFile';
import { driftOf } from '../../../src/node/git/diff';

const lines = (text: string) => text.split(' ');

describe('how cited lines changed', () => {
  it.each<[what: string, then: string, now: string, range: [number, number], drift: object]>([
    ['nothing', 'alpha beta gamma', 'alpha beta gamma', [2, 2], { state: 'ok', lines: [2, 2] }],
    [
      'moved down',
      'alpha betabeta gamma',
      'new alpha betabeta gamma',
      [2, 2],
      { state: 'moved', lines: [3, 3] },
    ],
    ['changed below only', 'x y z', 'x y new', [2, 2], { state: 'ok', lines: [2, 2] }],
    ['more than there were', 'alpha', 'alpha', [1, 3], { state: 'gone' }],
    ['all gone', 'alphabeta gammadelta', 'other words', [1, 2], { state: 'gone' }],
    [
      'moved behind what stood after it',
      'one alphabeta two three',
      'one two three alphabeta',
      [2, 2],
      { state: 'moved', lines: [4, 4] },
    ],
    [
      'moved to the nearer of two places',
      'q alphabeta r s t',
      'alphabeta q new1 new2 r alphabeta s t',
      [2, 2],
      { state: 'moved', lines: [1, 1] },
    ],
    ['short, and its neighbours are others', 'a } b', 'c } d', [2, 2], { state: 'ok', lines: [2, 2] }],
    ['nothing in an empty file', '', 'a', [1, 1], { state: 'gone' }],
  ])('%s: %j → %j', (_, then, now, range, drift) => {
    expect(driftOf(lines(then), lines(now), range)).toEqual(drift);
  });

  it('is a change in place if most words remain', () => {
    const then = ['head', 'const limit = 10;', 'tail'];
    expect(driftOf(then, ['head', 'const limit = 20;', 'tail'], [2, 2])).toEqual({
      state: 'changed',
      lines: [2, 2],
    });
    expect(driftOf(then, ['head', 'tail'], [2, 2])).toEqual({ state: 'gone' });
    expect(driftOf(['head', '----', 'tail'], ['head', '====', 'tail'], [2, 2])).toEqual({ state: 'gone' });
  });

  it('ignores leading and trailing white space', () => {
    expect(driftOf(['  alpha beta'], ['\talpha beta  '], [1, 1])).toEqual({ state: 'ok', lines: [1, 1] });
  });
});

describe('the lines of a text', () => {
  it.each([
    ['', ['']],
    ['a\n', ['a']],
    ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
    ['\n\n', ['', '']],
  ])('%j are %j', (text, expected) => expect(splitLines(text)).toEqual(expected));
});
