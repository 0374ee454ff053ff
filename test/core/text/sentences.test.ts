import { describe, expect, it } from 'vitest';
import { cutSentences, sentences } from '../../../src/core/text/sentences';
import { units } from '../../../src/core/text/units';

const cut = (text: string): string[] => sentences(text).map((s) => text.slice(s.start, s.end));

describe('sentences', () => {
  it('end at full stops, question and exclamation marks', () => {
    expect(cut('A is b. C is d! Is it so? Yes.')).toEqual(['A is b.', 'C is d!', 'Is it so?', 'Yes.']);
  });
  it('do not end at abbreviations, initials and decimal numbers', () => {
    for (const text of [
      'As Smith et al. (2020) say, see Fig. 3 and p. 4.',
      'The U.S. Army has 3.14 men.',
      'Dr. J. Smith works, e.g. Mondays, vs. Sundays.',
      'Vgl. Müller, z. B. Seite 4.',
      'In J. Am. Chem. Soc. it is on chr. 3 of Homo sp. 2.',
    ])
      expect(cut(text)).toEqual([text]);
  });
  it('end at Chinese and Japanese punctuation without a space', () => {
    expect(cut('结果很好。[1]下一句！真的吗？是的')).toEqual([
      '结果很好。[1]',
      '下一句！',
      '真的吗？',
      '是的',
    ]);
  });
  it('end at Hindi and Arabic punctuation', () => {
    expect(cut('यह है। वह भी है [1]।')).toEqual(['यह है।', 'वह भी है [1]।']);
    expect(cut('هل هو كذلك؟ نعم')).toEqual(['هل هو كذلك؟', 'نعم']);
  });
  it('include the markers after their full stop', () => {
    expect(cut('It is false.[1] Next one.')).toEqual(['It is false.[1]', 'Next one.']);
    expect(cut('It is false. [1][2] Next one.')).toEqual(['It is false. [1][2]', 'Next one.']);
    expect(cut('They spread.31,52 The rest.')).toEqual(['They spread.31,52', 'The rest.']);
  });
  it('leave a marker to the sentence that begins with it', () => {
    expect(cut('Many cite it. [3] shows that.')).toEqual(['Many cite it.', '[3] shows that.']);
  });
  it('end at a blank line and stay within the given span', () => {
    expect(cut('No stop here\n\nNext')).toEqual(['No stop here', 'Next']);
    expect(sentences('One. Two. Three.', { start: 5, end: 9 })).toEqual([{ start: 5, end: 9 }]);
  });
  it('never end inside an opaque range', () => {
    const codes = units('See (A. B. Cd. Ef) now.');
    const all = { start: 0, end: codes.length };
    expect(cutSentences(codes, all, [{ start: 4, end: 18 }])).toEqual([all]);
    expect(cutSentences(codes, all)).toHaveLength(2);
  });
});
