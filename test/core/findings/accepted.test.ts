import { expect, test } from 'vitest';
import { markOf, readMarks, withoutMark, writeMarks } from '../../../src/core/findings/accepted';
import { screenedFinding } from '../../fakes';

test('a mark that is taken back goes alone', () => {
  const [a, b] = [screenedFinding('a', '1'), screenedFinding('b', '2')];
  const other = markOf(screenedFinding('a', '1', 'no-related-passage'));
  expect(withoutMark([markOf(a), other, markOf(b)], a)).toEqual([other, markOf(b)]);
  expect(withoutMark([other], a)).toEqual([other]);
});

test('the file is the same whoever wrote it last', () => {
  const [a, b] = [markOf(screenedFinding('a', '1')), markOf(screenedFinding('b', '2'))];
  expect(writeMarks([a, b])).toBe(writeMarks([b, a, a]));
});

test.each([
  '',
  '{',
  '[]',
  '{"version":2,"accepted":[]}',
  '{"version":1,"accepted":[{"citation":1}]}',
  '{"version":1,"accepted":[],"allowNetwork":true}',
])('a file that is none is told: %s', (text) => expect(readMarks(text)).toHaveProperty('error'));

test('a file that is not JSON is told without its words', () => {
  expect(readMarks('hunter2 is my password')).toEqual({ error: 'this is not JSON' });
});
