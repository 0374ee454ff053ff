import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../../src/core/text/works/reference';

describe('parseReference', () => {
  it('keeps the text that it read', () => {
    const entry = '王明. 标题很长. 期刊, 2020. doi:10.1000/abc';
    expect(parseReference(entry).raw).toBe(entry);
  });

  it('never throws', () => {
    for (const text of ['', '(', '\ud83d', '[1]', '2020', '10.1/x', '"'.repeat(5000)])
      expect(parseReference(text)).toBeTypeOf('object');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseReference(text)));
    const word = fc.constantFrom(...'Smith|J.|,| |and|(2020)|.|“|”|In:|A|&|et al.|:|1|---'.split('|'));
    fc.assert(
      fc.property(fc.array(word), (words) => void parseReference(words.join(' '))),
      { numRuns: 2_000 },
    );
  });
});
