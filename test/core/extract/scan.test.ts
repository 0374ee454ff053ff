import { describe, expect, it } from 'vitest';
import { createReader, createScanner, scan } from '../../../src/core/extract';

const found = (text: string): string[] => scan(text).citations.map((c) => `${c.style} ${c.identifier}`);

describe('scan', () => {
  it.each([
    ['See https://example.com/end.', ['url https://example.com/end']],
    ['https://en.wikipedia.org/wiki/Foo_(bar) here', ['url https://en.wikipedia.org/wiki/Foo_(bar)']],
    ['**https://example.com/b**', ['url https://example.com/b']],
    ['[t](<https://md.example/a>)', ['link https://md.example/a']],
    ['<a href="https://html.example/e">text</a>', ['link https://html.example/e']],
    ['https://example.com/a，b', ['url https://example.com/a']],
    ['So [1,2] and [4–6].', ['numbered 1', 'numbered 2', 'numbered 4', 'numbered 5', 'numbered 6']],
    ['array a[0] is', []],
    ['`[5]` code and [ ] and [x]', []],
    ['(Smith & Jones, 2020; see Lee, 2019a, p. 4)', ['author-year smith-2020', 'author-year lee-2019a']],
    ['Smith et al. (2020) show it', ['author-year smith-2020']],
    ['(January 5, 2019)', []],
    ['[see @smith2020, p. 3; -@doe]', ['cite-key smith2020', 'cite-key doe']],
    ['mail me@example.com', []],
    ['see src/foo.ts:42 and `a.ts:10-20`', ['file src/foo.ts:42', 'file a.ts:10-20']],
    ['at 12:30 today', []],
    ['fixed by commit e45daa3 now', ['commit git:e45daa3']],
    [
      'RFC 9110, PMID: 123 and microsoft/vscode#1234',
      ['identifier rfc:9110', 'identifier pmid:123', 'identifier gh:microsoft/vscode#1234'],
    ],
  ])('finds in %j what a reader would', (text, expected) => expect(found(text)).toEqual(expected));

  it('leads a number to its entry, and the entry to its address', () => {
    const text =
      'It holds [2].\n\n## Sources\n\n[1] One: https://one.example/\n[2] Two: https://two.example/\n';
    const { citations, problems } = scan(text);
    expect(citations).toMatchObject([{ label: '2', target: { kind: 'url', url: 'https://two.example/' } }]);
    expect(problems.map((p) => p.code)).toEqual(['uncited']);
    const { reference } = citations[0]!;
    expect(text.slice(reference?.start, reference?.end)).toBe('[2] Two: https://two.example/');
  });

  it('tells a marker without an entry', () => {
    const { citations, problems } = scan('It holds [7].\n\n1. a\n\n# References\n\n1. https://one.example/');
    expect(citations[0]).toMatchObject({ target: { kind: 'dangling', label: '7' } });
    expect(problems[0]).toMatchObject({ code: 'dangling', citation: citations[0]!.id });
  });

  it('leads author and year to the entry', () => {
    const { citations } = scan(
      'As known (Smith, 2020).\n\n# References\n\nSmith, J. (2020). A title. *Journal*, 1.\n',
    );
    expect(citations[0]?.target).toMatchObject({ kind: 'work', title: 'A title', year: 2020 });
  });

  it('gives the sentence, or the clause since the last marker, as the claim', () => {
    const { citations } = scan('Before. The first is so [1], and the second is not [2]. After.');
    expect(citations.map((c) => c.claim.text)).toEqual(['The first is so', 'and the second is not.']);
    expect(citations[0]?.context).toBe('Before.');
  });

  it.each([
    ['in one paragraph', 'Some words stand here [1-150]. '],
    ['in a paragraph each', '[1-150] of them\n\n'],
    ['that are links in brackets', 'Some words [[1]](https://a.example/) stand. '],
  ])(
    'reads as many markers as any person writes, %s, and says that there are more',
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
          facts: {
            detail: 'more than 20000 citations, those from here on are not checked',
          },
        },
      ]);
    },
    60_000,
  );

  it('calls nothing unused where not all markers were read, and nothing missing that stands behind them', () => {
    const many = 'Some words stand here [150]. And so [9].\n\n'.repeat(10_100);
    const text = `${many}And so [151].[^1]\n\n[^1]: a note\n\n# References\n\n[150] A https://a.example/\n[151] B\n`;
    const { citations, problems } = scan(text);
    expect(citations).toHaveLength(20_000);
    expect(citations[0]?.target).toEqual({ kind: 'url', url: 'https://a.example/' });
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['dangling', 'too-large']));
    expect(problems.filter(({ code }) => code === 'dangling')).toHaveLength(10_000);
  });

  it.each([
    ['words in brackets', '[INFO] [main] started the thing\n', 90_000],
    ['blanks to fill in', 'Dear [name], your [item] is [status].\n\n', 8_000],
    ['names of accounts', '@someone did it\n', 20_001],
    ['numbers in round brackets', 'In the year (1) so.\n\n', 20_001],
  ])('has no citations in %s, however many', (_, unit, count) => {
    const { citations, problems } = scan(unit.repeat(count));
    expect([citations.length, problems.length]).toEqual([0, 0]);
  });

  it('says nothing is found of a text with more marks than are read, but that', () => {
    const { problems } = scan(`${'[a] '.repeat(150)}\n\n`.repeat(1_400));
    expect(problems.map(({ facts }) => facts['detail'])).toEqual([
      'more than 30000 possible citations, those from here on are not checked',
    ]);
  });

  it('reads as much of a text with more markers after an edit as at first', () => {
    const text = 'Some words stand here [1-150].\n\n'.repeat(200);
    const scanner = createScanner();
    scanner.scan('A word [1].');
    for (const edited of [text, `A word [1]. ${text} [2]`])
      expect(scanner.scan(edited).citations.length).toBe(scan(edited).citations.length);
    expect(scanner.scan('A word [1]. More.').problems.map(({ code }) => code)).toEqual(['dangling']);
  }, 60_000);

  it('reads of a long text as many markers as one in a hundred characters', () => {
    const sentence = `${'Some words stand here. '.repeat(5)}So it is [1].\n\n`;
    const text = sentence.repeat(41_000);
    const whole = scan(text);
    expect(whole.citations).toHaveLength(41_000);
    expect(whole.problems.every(({ code }) => code === 'dangling')).toBe(true);
  }, 60_000);

  it('does not read a text above the limit, and says so', () => {
    const text = 'A word [1]. '.repeat(1_700_000);
    const scanner = createScanner();
    scanner.scan('A word [1].');
    for (const found of [scan(text), scanner.scan(text), createReader()(text)])
      expect(found).toEqual({
        citations: [],
        problems: [
          {
            code: 'too-large',
            severity: 'info',
            span: { start: 0, end: 0 },
            facts: { detail: 'the document has 20400000 characters, more than 20000000' },
          },
        ],
        bibliographies: [],
        blocks: [],
      });
    expect(scanner.scan('A word [1]. More.').citations).toHaveLength(1);
  });

  it('leaves a stack of markers alone that is higher than a person builds', () => {
    expect(scan('[1] a '.repeat(5_000)).citations).toHaveLength(1_000);
    expect(scan('A few words stand here [1]. '.repeat(2_000)).citations).toHaveLength(2_000);
  });
});
