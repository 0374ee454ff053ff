/** How much of a text is read, and what is said where that is not all of it. */
import { describe, expect, it } from 'vitest';
import { reason } from '../../../src/core/causes';
import { createReader, createScanner, scan } from '../../../src/core/extract';

/** A reference list of these numbers, whose entries carry a letter that tells the lists apart. */
const list = (letter: string, numbers: readonly number[]) =>
  `## References\n\n${numbers.map((n) => `[${n}] ${letter}${n}, https://e.example/${letter}/${n}`).join('\n')}\n\n`;
/** Where markers lead: `a1` is the entry 1 of the list a, `-` nowhere. */
const entries = (text: string): string =>
  scan(text)
    .citations.filter(({ style }) => style === 'numbered')
    .map(({ target: t }) => (t.kind === 'url' ? t.url.slice(18).replace('/', '') : '-'))
    .join(' ');

describe('the scan of a very large text', () => {
  it.each([
    ['in one paragraph', 'Some words stand here [1-150]. '],
    ['each in a paragraph', '[1-150] of them\n\n'],
    ['as links in brackets', 'Some words [[1]](https://a.example/) stand. '],
  ])(
    'reads markers up to its limit, %s, and reports that there are more',
    (_, unit) => {
      const text = unit.repeat(unit.includes('-') ? 200 : 20_100);
      const whole = scan(text);
      expect(whole.citations.length).toBeGreaterThan(19_800);
      expect(whole.citations.length).toBeLessThanOrEqual(20_150);
      const last = whole.citations.at(-1)?.marker.end;
      expect(whole.problems.filter(({ code }) => code === 'too-large')).toEqual([
        {
          code: 'too-large',
          severity: 'info',
          span: { start: last, end: last },
          facts: { detail: reason('most_citations', { max: 20_000 }) },
        },
      ]);
    },
    60_000,
  );

  it('reports no reference as uncited and no list as missing if not all markers were read', () => {
    const many = 'Some words stand here [1]. And so [9].\n\n'.repeat(10_100);
    const text = `${many}And so [2].[^1]\n\n[^1]: a note\n\n# References\n\n[1] A https://a.example/\n[2] B\n`;
    const { citations, problems } = scan(text);
    expect(citations).toHaveLength(20_000);
    expect(citations[0]?.target).toEqual({ kind: 'url', url: 'https://a.example/' });
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['dangling', 'too-large']));
    expect(problems.filter(({ code }) => code === 'dangling')).toHaveLength(10_000);
  });

  it.each([
    ['words in brackets', '[INFO] [main] started the thing\n', 90_000],
    ['blanks to fill in', 'Dear [name], your [item] is [status].\n\n', 8_000],
    ['account names', '@someone did it\n', 20_001],
    ['numbers in round brackets', 'In the year (1) so.\n\n', 20_001],
  ])('finds no citations in %s, however many', (_, unit, count) => {
    const { citations, problems } = scan(unit.repeat(count));
    expect([citations.length, problems.length]).toEqual([0, 0]);
  });

  it('reports only that a text has more marks than it reads', () => {
    const { problems } = scan(`${'[a] '.repeat(150)}\n\n`.repeat(1_400));
    expect(problems.map(({ facts }) => facts['detail'])).toEqual([reason('most_markers', { max: 30_000 })]);
  });

  it('reads as much of an edited text as of a new one', () => {
    const text = 'Some words stand here [1-150].\n\n'.repeat(200);
    const scanner = createScanner();
    scanner.scan('A word [1].');
    for (const edited of [text, `A word [1]. ${text} [2]`])
      expect(scanner.scan(edited).citations.length).toBe(scan(edited).citations.length);
    expect(scanner.scan('A [1]. B [2]. C [3].').problems.map(({ code }) => code)).toEqual(
      Array(3).fill('dangling'),
    );
  }, 60_000);

  it('reads one marker in a hundred characters of a long text', () => {
    const sentence = `${'Some words stand here. '.repeat(5)}So it is [1].\n\n`;
    const text = sentence.repeat(41_000);
    const whole = scan(text);
    expect(whole.citations).toHaveLength(41_000);
    expect(whole.problems.every(({ code }) => code === 'dangling')).toBe(true);
  }, 60_000);

  it('skips a text above the limit, and reports it', () => {
    const text = 'A word [1]. '.repeat(1_700_000);
    const scanner = createScanner();
    scanner.scan('A word [1].');
    for (const found of [scan(text), scanner.scan(text), createReader()(text)])
      expect(found).toEqual({
        citations: [],
        pages: [],
        links: [],
        lists: [],
        problems: [
          {
            code: 'too-large',
            severity: 'info',
            span: { start: 0, end: 0 },
            facts: { detail: reason('document_too_long', { count: 20_400_000, max: 20_000_000 }) },
          },
        ],
        bibliographies: [],
        blocks: [],
      });
    expect(scanner.scan('A word [1]. More.').citations).toHaveLength(1);
  });

  it('limits claims that share the beginning of their sentence', () => {
    const { citations } = scan('so Reed et al. [1] found that ports freeze '.repeat(900));
    expect(citations).toHaveLength(900);
    expect(Math.max(...citations.map(({ claim }) => claim.text.length))).toBeLessThan(700);
  });

  it('ignores markers after the thousandth in a sentence', () => {
    expect(scan('[1] a '.repeat(5_000)).citations).toHaveLength(1_000);
    expect(scan('A few words stand here [1]. '.repeat(2_000)).citations).toHaveLength(2_000);
  });

  it('reports an author and year with 200 works as ambiguous', () => {
    const list = Array.from({ length: 200 }, (_, i) => `Smith, J. (2020). Title ${i}.\n\n`).join('');
    const { problems } = scan(`It is so (Smith, 2020).\n\n# References\n\n${list}`);
    expect(problems.filter(({ code }) => code === 'ambiguous-entry')).toHaveLength(1);
  });

  it('compares no other spellings among more than 50 works of one year', () => {
    const unresolved = (marker: string, entries: readonly string[]) =>
      scan(`It is so ${marker}.\n\n# References\n\n${entries.join('\n\n')}\n`)
        .problems.filter(({ code }) => code === 'no-entry')
        .map(({ facts }) => facts['label']);
    const others = Array.from({ length: 51 }, (_, i) => `Aa${'b'.repeat(i)}, J. (2020). One.`);
    const few = ['Mueller, J. (2020). Two.', ...others.slice(0, 20)];
    expect(unresolved('(Müller, 2020)', few)).toEqual([]);
    const many = ['Mueller, J. (2020). Two.', 'Lee, K. (2020). Three.', 'Kim, L. (2020). Four.', ...others];
    expect(unresolved('(Müller, 2020; Lee, 2020; Kim, 2020; Aab, 2020)', many)).toEqual(['Müller, 2020']);
  });

  it('ignores a tag with an overlong attribute', () => {
    const tag = (length: number) => `<a title="${'x'.repeat(length)}" href="https://a.example/x">t</a>`;
    expect(scan(tag(90)).citations).toHaveLength(1);
    expect(scan(tag(9_000)).citations).toEqual([]);
  });
});

describe('a text with very many reference lists', () => {
  const part = (n: number) =>
    n === 3
      ? `# Part 3\n\nSo [7].\n\n${list('c', [1, 7, 8])}`
      : `# Part ${n}\n\nSo [7] and [8], or [1].\n\n${list('a', [1])}`;
  /** Where the markers of its first part lead, and those of the part behind its last list. */
  const ends = (count: number): string[] => {
    const parts = Array.from({ length: count - 1 }, (_, n) => part(n)).join('');
    const found = entries(`${parts}# Last\n\nSo [1].\n\n${list('z', [1])}# End\n\nSo [1].\n`).split(' ');
    return [...found.slice(0, 3), ...found.slice(-1)];
  };

  it('links each section only to the list after it, and the last to the one before it', () => {
    expect(ends(201)).toEqual(['-', '-', 'a1', 'z1']);
  });

  it('links each section to a list with its numbers if there are at most 200', () => {
    expect(ends(200)).toEqual(['c7', 'c8', 'c1', 'z1']);
  });

  it('searches the other lists for a number if there are at most 200', () => {
    const text = (count: number) =>
      `So [1], [2], [3], [4] and [9].\n\n${list('a', [1, 2, 3, 4])}${list('b', [9]).repeat(count - 1)}`;
    expect(entries(text(200)).split(' ')[4]).toBe('b9');
    expect(entries(text(201)).split(' ')[4]).toBe('-');
  });
});
