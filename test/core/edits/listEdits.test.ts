/** Lists of references as such; `cases/lists.md` has how entries are added, removed and renumbered. */
import { describe, expect, it } from 'vitest';
import {
  missingEntry,
  nextNumber,
  numberedList,
  removeEntry,
  renumber,
} from '../../../src/core/edits/listEdits';
import { apply } from '../../../src/core/edits/textEdit';
import { scan } from '../../../src/core/extract';
import { referenceLists } from '../../../src/core/extract/referenceLists';
import { draftOf } from './cases';

const NUMBERED = `A claim [1-3] and one more [5, p. 4].\n\n## References\n\n[1] One. https://a.example/1\n[2] Two. https://a.example/2\n[3] Three. https://a.example/3\n[5] Five. https://a.example/5\n`;

describe('the reference lists of a text', () => {
  it('contain every reference, cited or not, with its label and words', () => {
    const [list] = referenceLists(NUMBERED);
    expect(list?.form).toBe('bracket');
    expect(list?.entries.map(({ label }) => label)).toEqual(['1', '2', '3', '5']);
    const last = list?.entries.at(-1);
    expect(NUMBERED.slice(last?.words, last?.span.end)).toBe('Five. https://a.example/5');
  });

  it('give the next free number', () => {
    expect(nextNumber(numberedList(referenceLists(NUMBERED), []))).toBe(6);
    expect(nextNumber(undefined)).toBe(1);
  });

  it('give the next number of more references than a call takes arguments', () => {
    const [list] = referenceLists(NUMBERED);
    const entries = Array.from({ length: 50_001 }, () => list?.entries ?? []).flat();
    expect(list && nextNumber({ ...list, entries })).toBe(6);
  });
});

it('renumber leaves no problem', () => {
  const gap = apply(NUMBERED, renumber(draftOf(NUMBERED), NUMBERED.indexOf('[5] Five')) ?? []);
  expect(scan(gap).problems).toEqual([]);
  const uncited = gap.replace('[1-3]', '[1, 3]');
  const closed = apply(uncited, removeEntry(draftOf(uncited), uncited.indexOf('[2] Two')) ?? []);
  expect(closed).not.toContain('Two');
  expect(scan(closed).problems).toEqual([]);
});

it('missingEntry adds nothing for a marker that needs no reference', () => {
  const draft = draftOf('See https://a.example/1 for it.');
  const [citation] = draft.citations;
  expect(missingEntry(draft, citation!)).toBeUndefined();
  expect(missingEntry(draft, { ...citation!, label: 'x' })).toBeUndefined();
});
