import { describe, expect, it } from 'vitest';
import { apply, type Draft } from '../../../src/core/edits/textEdit';
import {
  addEntry,
  missingEntry,
  nextNumber,
  numberedList,
  removeEntry,
  renumber,
} from '../../../src/core/edits/listEdits';
import { scan } from '../../../src/core/extract';
import { referenceLists } from '../../../src/core/extract/referenceLists';

const draftOf = (text: string): Draft => ({ text, citations: scan(text).citations });
const dangling = (draft: Draft) => draft.citations.find(({ target }) => target.kind === 'dangling')!;

const NUMBERED = `A claim [1-3] and one more [5, p. 4].\n\n## References\n\n[1] One. https://a.example/1\n[2] Two. https://a.example/2\n[3] Three. https://a.example/3\n[5] Five. https://a.example/5\n`;

describe('the lists of a text', () => {
  it('holds every entry, cited or not, with its label and words', () => {
    const [list] = referenceLists(NUMBERED);
    expect(list?.form).toBe('bracket');
    expect(list?.entries.map(({ label }) => label)).toEqual(['1', '2', '3', '5']);
    const last = list?.entries.at(-1);
    expect(NUMBERED.slice(last?.words, last?.span.end)).toBe('Five. https://a.example/5');
  });

  it('knows the number after the last', () => {
    expect(nextNumber(numberedList(referenceLists(NUMBERED), []))).toBe(6);
    expect(nextNumber(undefined)).toBe(1);
  });

  it('knows the number after the last of more entries than a call takes arguments', () => {
    const [list] = referenceLists(NUMBERED);
    const entries = Array.from({ length: 50_001 }, () => list?.entries ?? []).flat();
    expect(list && nextNumber({ ...list, entries })).toBe(6);
  });
});

describe('an entry more', () => {
  it('stands in the order of the numbers, in the form of its neighbours', () => {
    const [list] = referenceLists(NUMBERED);
    const text = apply(NUMBERED, [addEntry(NUMBERED, list, '4', 'Four.')]);
    expect(text).toContain('a.example/3\n[4] Four.\n[5] Five');
  });

  it('is numbered as the ordered list around it', () => {
    const text = 'See [1].\n\n## Sources\n\n1. One. https://a.example/1\n2. Two. https://a.example/2\n';
    const [list] = referenceLists(text);
    expect(apply(text, [addEntry(text, list, '3', 'Three.')])).toContain('a.example/2\n3. Three.');
  });

  it('stands in the order of the alphabet where the list is in that order', () => {
    const text = 'So (Adams, 2019).\n\n## References\n\nAdams, A. (2019). One.\n\nSmith, B. (2020). Two.\n';
    const [list] = referenceLists(text);
    const fresh = apply(text, [addEntry(text, list, undefined, 'Lee, C. (2021). Three.')]);
    expect(fresh).toContain('One.\n\nLee, C. (2021). Three.\n\nSmith');
  });

  it('begins a list where there is none, and keeps the line ends of the text', () => {
    const text = 'A claim.\r\n';
    expect(apply(text, [addEntry(text, undefined, '1', 'One.')])).toBe(
      'A claim.\r\n\r\n## References\r\n\r\n[1] One.\r\n',
    );
  });

  it('answers a number, a footnote and an author that lead nowhere', () => {
    const number = draftOf('One [1], none [7].\n\n## References\n\n[1] Tides. https://t.example/x\n');
    expect(apply(number.text, [missingEntry(number, dangling(number))!])).toContain('/x\n\n[7] ');
    const note = draftOf('A claim of some length[^none] stands here.\n');
    expect(apply(note.text, [missingEntry(note, dangling(note))!])).toMatch(/\n\n\[\^none\]: \n$/);
    const named = draftOf(
      'As said (Lee, 2021) and (Adams, 2019).\n\n## References\n\nAdams, A. (2019). One.\n\nSmith, B. (2020). Two.\n',
    );
    const lee = named.citations.find(({ label }) => label === 'lee-2021')!;
    expect(apply(named.text, [missingEntry(named, lee)!])).toContain('One.\n\nLee, 2021. ');
  });
});

describe('numbers without gaps', () => {
  it('renames the entries behind the gap and every marker that leads to them, pages left alone', () => {
    const draft = draftOf(NUMBERED);
    const text = apply(NUMBERED, renumber(draft, NUMBERED.indexOf('[5] Five'))!);
    expect(text).toContain('[1-3] and one more [4, p. 4]');
    expect(text).toContain('[4] Five');
    expect(scan(text).problems.filter(({ code }) => code === 'numbering-gap')).toEqual([]);
  });

  it('renames superscripts as superscripts', () => {
    const text =
      'A claim² and another⁵.\n\n## References\n\n[2] Two. https://a.example/2\n[5] Five. https://a.example/5\n';
    const fresh = apply(text, renumber(draftOf(text), text.indexOf('[5]'))!);
    expect(fresh).toContain('claim² and another³');
  });

  it('abstains where a marker without an entry would get one', () => {
    const text = NUMBERED.replace('one more [5, p. 4]', 'one more [5] and none [4]');
    expect(renumber(draftOf(text), text.indexOf('[5] Five'))).toBeUndefined();
  });

  it('abstains where a label stands twice', () => {
    const text = NUMBERED.replace('[2] Two', '[1] Two');
    expect(renumber(draftOf(text), text.indexOf('[5] Five'))).toBeUndefined();
  });
});

describe('an entry less', () => {
  const text = NUMBERED.replace('[1-3]', '[1, 3]')
    .replace('[5, p. 4]', '[4]')
    .replace('[5] Five', '[4] Five');

  it('goes with its line, and the others close up with their markers', () => {
    const fresh = apply(text, removeEntry(draftOf(text), text.indexOf('[2] Two'))!);
    expect(fresh).toContain('A claim [1, 2] and one more [3].');
    expect(fresh).toContain('/1\n[2] Three. https://a.example/3\n[3] Five');
    expect(fresh).not.toContain('Two');
    expect(scan(fresh).problems).toEqual([]);
  });

  it('stays while somebody cites it', () => {
    expect(removeEntry(draftOf(text), text.indexOf('[3] Three'))).toBeUndefined();
  });

  it('leaves no blank line behind at the end', () => {
    const last = text.replace(' and one more [4]', '');
    expect(apply(last, removeEntry(draftOf(last), last.indexOf('[4] Five'))!)).toMatch(/a\.example\/3\n$/);
  });
});

describe('an entry that is missing', () => {
  const added = (text: string, body = 'New. https://a.example/n') => {
    const draft = draftOf(text);
    const change = missingEntry(draft, dangling(draft), body);
    return change && apply(text, [change]);
  };

  it('stands before the first, when its number is the smallest', () => {
    expect(
      added(
        'A claim [1].\n\n## References\n\n[2] Two. https://a.example/2\n[3] Three. https://a.example/3\n',
      ),
    ).toContain('## References\n\n[1] New. https://a.example/n\n[2] Two.');
  });

  it('of a footnote is its definition, behind the last', () => {
    expect(added('A claim.[^2] So.[^1]\n\n[^1]: One. https://a.example/1\n')).toContain(
      '/1\n\n[^2]: New. https://a.example/n',
    );
    expect(added('A claim.[^2]\n')).toBe('A claim.[^2]\n\n[^2]: New. https://a.example/n\n');
  });

  it('begins a list where there is none', () => {
    expect(
      added('A claim [1] and more [2].\n\n## References\n\n[2] Two. https://a.example/2\n', 'One.'),
    ).toContain('[1] One.');
  });

  it('of names stands in the order of a sorted list, else at its end', () => {
    const sorted =
      'So (Cole, 2020).\n\n## References\n\nAdams, A. (2019). One. https://a.example/1\n\nDoe, D. (2018). Two. https://a.example/2\n';
    const one = draftOf(sorted);
    const citation = { ...one.citations[0]!, label: 'cole-2020', style: 'author-year' as const };
    const put = (text: string, draft: Draft, body?: string) =>
      apply(text, [missingEntry(draft, citation, body)!]);
    expect(put(sorted, one, 'Cole, C. (2020). New.')).toMatch(/One\.[^]*Cole, C\. \(2020\)\. New\.[^]*Two\./);
    const unsorted = sorted.replace('Adams', 'Zimmer');
    expect(put(unsorted, draftOf(unsorted), 'Cole, C. (2020). New.')).toMatch(/Two\.[^]*Cole, C\./);
    expect(put(sorted, one)).toContain('Cole, 2020. ');
  });

  it('is none where the marker wants none', () => {
    const draft = draftOf('See https://a.example/1 for it.');
    const [citation] = draft.citations;
    expect(missingEntry(draft, citation!)).toBeUndefined();
    expect(missingEntry(draft, { ...citation!, label: 'x' })).toBeUndefined();
  });
});

describe('numbers that a person must look at first', () => {
  it.each([
    [
      'twice the same',
      'A [1].\n\n## References\n\n[1] One. https://a.example/1\n[1] Two. https://a.example/2\n',
    ],
    ['no numbers', 'So (Adams, 2019).\n\n## References\n\nAdams, A. (2019). One. https://a.example/1\n'],
    [
      'two lists of the same',
      `${NUMBERED}\n## Sources\n\n[1] Other. https://a.example/o\n[2] Another. https://a.example/p\n`,
    ],
  ])('%s: nothing is renumbered', (_, text) => {
    expect(renumber(draftOf(text), text.indexOf('One.'))).toBeUndefined();
  });

  it('are left when they are right', () => {
    const text = NUMBERED.replaceAll('5', '4');
    expect(renumber(draftOf(text), text.indexOf('One.'))).toBeUndefined();
  });

  it('are left in an entry’s own words, and where no entry has them', () => {
    const text =
      'A [1] and [4]. So [7].\n\n## References\n\n[1] One, on [4]. https://a.example/1\n[4] Four. https://a.example/4\n';
    expect(apply(text, renumber(draftOf(text), text.indexOf('One'))!)).toBe(
      'A [1] and [2]. So [7].\n\n## References\n\n[1] One, on [4]. https://a.example/1\n[2] Four. https://a.example/4\n',
    );
  });
});

describe('an entry that nobody cites', () => {
  const removed = (text: string, word: string) => {
    const changes = removeEntry(draftOf(text), text.indexOf(word));
    return changes && apply(text, changes);
  };

  it('goes with its line: the last, the only one, one without a number', () => {
    expect(
      removed(
        'A [1].\n\n## References\n\n[1] One. https://a.example/1\n[2] Two. https://a.example/2\n',
        'Two.',
      ),
    ).toBe('A [1].\n\n## References\n\n[1] One. https://a.example/1\n');
    expect(removed('So it is.\n\n## References\n\n[1] One. https://a.example/1\n', 'One.')).toBe(
      'So it is.\n\n## References\n\n\n',
    );
    const loose =
      'So it is.\n\n## References\n\nAdams, A. (2019). One. https://a.example/1\n\nDoe, D. (2018). Two. https://a.example/2\n';
    expect(removed(loose, 'One.')).toBe(
      'So it is.\n\n## References\n\nDoe, D. (2018). Two. https://a.example/2\n',
    );
  });

  it('stays where a marker would then lead to another source', () => {
    const text =
      'A [2] and [1].\n\n## References\n\n[2] Two. https://a.example/2\n[3] Three. https://a.example/3\n[4] Four. https://a.example/4\n';
    expect(
      removed(text.replace('[1]', '[3] and [5]').replace('[4] Four', '[4] Four'), 'Three.'),
    ).toBeUndefined();
  });
});
