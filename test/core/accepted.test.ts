import { reason } from '../../src/core/causes';
import { expect, test } from 'vitest';
import { markOf, readMarks, withoutMark, writeMarks } from '../../src/core/accepted';
import { grade } from '../../src/core/finding';
import type { Finding } from '../../src/core/model';
import { sourceOf } from '../fakes';

const finding = (
  id: string,
  text: string,
  result: 'figure-differs' | 'no-related-passage' = 'figure-differs',
): Finding => {
  const span = { start: 0, end: 3 };
  return grade({
    citation: {
      id,
      style: 'url',
      raw: 'x',
      marker: span,
      part: span,
      identifier: 'x',
      claim: { text: 'A claim.', span },
      context: '',
      target: { kind: 'url', url: 'https://site.example/' },
    },
    stage: 'unjudged',
    source: sourceOf({ target: { kind: 'guess' }, location: '', text }),
    screen: { result, score: 1 },
    why: 'no-model',
    ...reason('no_model'),
  });
};

test('a mark that is taken back goes alone', () => {
  const [a, b] = [finding('a', '1'), finding('b', '2')];
  const other = markOf(finding('a', '1', 'no-related-passage'));
  expect(withoutMark([markOf(a), other, markOf(b)], a)).toEqual([other, markOf(b)]);
  expect(withoutMark([other], a)).toEqual([other]);
});

test('the file is the same whoever wrote it last', () => {
  const [a, b] = [markOf(finding('a', '1')), markOf(finding('b', '2'))];
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
