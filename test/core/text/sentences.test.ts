import { describe, expect, it } from 'vitest';
import { cutSentences, sentences } from '../../../src/core/text/sentences';
import { units } from '../../../src/core/text/chars';

describe('sentences', () => {
  it('stay within the given span', () =>
    expect(sentences('One. Two. Three.', { start: 5, end: 9 })).toEqual([{ start: 5, end: 9 }]));
  it('never end inside an opaque range', () => {
    const codes = units('See (A. B. Cd. Ef) now.');
    const all = { start: 0, end: codes.length };
    expect(cutSentences(codes, all, [{ start: 4, end: 18 }])).toEqual([all]);
    expect(cutSentences(codes, all)).toHaveLength(2);
  });
});
