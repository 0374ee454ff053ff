import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../src/core/text/reference';

describe('parseReference', () => {
  it('reads an entry in APA style', () => {
    expect(
      parseReference(
        '[3] Smith, J., & Lee, K. (2020). Deep things: a study. *Nature*, 5(2), 1–3. https://doi.org/10.1038/nature12373',
      ),
    ).toMatchObject({
      doi: '10.1038/nature12373',
      authors: ['Smith, J.', 'Lee, K.'],
      year: 2020,
      title: 'Deep things: a study',
      venue: 'Nature',
    });
  });
  it('never throws', () => {
    for (const text of ['', '(', '\ud83d', '[1]', '2020', '10.1/x', '"'.repeat(5000)])
      expect(parseReference(text)).toBeTypeOf('object');
  });
});
