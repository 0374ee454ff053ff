/** Which way a source is cited in, and what a citation needs beside it; `cases/inserted.md` has the texts. */
import { describe, expect, it } from 'vitest';
import { cite, wayOf } from '../../../src/core/edits/insertCitation';
import { apply } from '../../../src/core/edits/textEdit';
import { scan } from '../../../src/core/extract';
import { withWorks } from '../../../src/core/extract/references/bibliography';
import { draftOf, PICK } from './cases';

const ENTRY = 'Adams, A. (2019). One. https://a.example/1\n';
const after = (text: string, word: string) => {
  const end = text.indexOf(word) + word.length;
  return { start: end, end };
};

describe('an inserted citation', () => {
  it.each([
    ['numbered', `Tides rise. So it is [1].\n\n## References\n\n[1] ${ENTRY}`, 2],
    ['footnote', `Tides rise. So it is.[^1]\n\n[^1]: ${ENTRY}`, 2],
    ['author-year', `Tides rise. So it is (Adams, 2019).\n\n## References\n\n${ENTRY}`, 2],
  ])('is found by the next scan without a problem: %s', (style, text, count) => {
    const { citations, problems } = scan(
      apply(text, cite(draftOf(text), after(text, 'Tides rise'), PICK).changes),
    );
    expect(citations.filter((one) => one.style === style && one.reference)).toHaveLength(count);
    expect(problems).toEqual([]);
  });

  it('is a footnote with the next number, even after more footnotes than a call takes arguments', () => {
    const text = `Tides rise. So it is.[^41]\n\n[^41]: ${ENTRY}`;
    const citations = draftOf(text).citations.flatMap((c) => Array<typeof c>(200_001).fill(c));
    const { changes } = cite({ text, citations }, after(text, 'Tides rise'), PICK);
    expect(apply(text, changes)).toContain('Tides rise[^42]. So');
  });

  it('has its key from the workspace’s bibliography', () => {
    const text = 'Tides rise. So [@smith].\n';
    const bibliography = '@article{smith, title={Tide tables}, doi={10.1000/t(1)}}';
    const { citations } = scan(text, { bibliographies: withWorks([{ path: 'a.bib', text: bibliography }]) });
    const { changes, bibliography: added } = cite({ text, citations }, after(text, 'Tides rise'), PICK);
    expect(apply(text, changes)).toBe('Tides rise [@smith]. So [@smith].\n');
    expect(added).toBeUndefined();
  });
});

it.each([
  ['Tides rise [1].', 'footnote', 'footnote'],
  ['Tides rise [1].', 'url', 'numbered'],
  ['Tides rise.', undefined, 'link'],
] as const)('a source in %j is cited like a %s: as %s', (text, like, way) => {
  expect(wayOf(draftOf(text), like)).toBe(way);
});
