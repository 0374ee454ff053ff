import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const claims = (text: string) => scan(text, { format: 'markdown' }).citations.map((c) => c.claim.text);

describe('the claim of a place in brackets', () => {
  it('does not contain the place, whose line number is no figure of the claim', () => {
    expect(claims('The bell rings every twenty seconds (src/bell.ts:4).')).toEqual([
      'The bell rings every twenty seconds.',
    ]);
    expect(claims('The bell rings (`src/bell.ts:4-9`) in fog.')).toEqual(['The bell rings in fog.']);
  });

  it('does not leave its bracket to the clause that follows', () => {
    expect(claims('It runs for hours (src/bell.ts:7), and it tells nobody (src/bell.ts:16-18).')).toEqual([
      'It runs for hours',
      'and it tells nobody.',
    ]);
  });

  it('keeps a path that is a word of the sentence, and leaves out its line: that is a pointer, no figure', () => {
    expect(claims('The loop in src/bell.ts:12 never ends.')).toEqual(['The loop in src/bell.ts never ends.']);
    expect(claims('In `src/bell.ts`, lines 4–6, the loop ends.')).toEqual(['In src/bell.ts, the loop ends.']);
  });
});

describe('a footnote that stands below a reference list', () => {
  it('is no entry of the list', () => {
    const text =
      'Lit in 1871[^a], said Smith (Smith, 2020).\n\n## References\n\nSmith, J. (2020). A title.\n\n[^a]: The museum, https://museum.example/light\n';
    const { citations, problems } = scan(text, { format: 'markdown' });
    expect(citations.map((c) => c.style)).toEqual(['footnote', 'author-year']);
    expect(problems).toEqual([]);
  });
});
