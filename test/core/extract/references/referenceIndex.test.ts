/** Which list, entry, note or definition answers a marker where several could, and when none does. */
import { describe, expect, it } from 'vitest';
import { createScanner, scan, type ScanContext } from '../../../../src/core/extract';

/** Each marker with the words of the entry it leads to, else with what it points at. */
function links(text: string, context: ScanContext = {}): string[] {
  return scan(text, context).citations.map(({ raw, target, reference }) => {
    const to = reference
      ? text.slice(reference.start, reference.end).replace(/\s+/g, ' ')
      : target.kind === 'work'
        ? `work ${target.doi ?? target.title ?? target.raw ?? ''}`
        : target.kind === 'url'
          ? target.url
          : target.kind;
    return `${raw} → ${to}`;
  });
}
/** The places that problems of a code are told of. */
const told = (text: string, code: string, context: ScanContext = {}): string[] =>
  scan(text, context)
    .problems.filter((p) => p.code === code)
    .map(({ span }) => text.slice(span.start, span.end));

/** A reference list of these numbers, whose entries carry a letter that tells the lists apart. */
const list = (letter: string, numbers: readonly number[], head = '## References') =>
  `${head}\n\n${numbers.map((n) => `[${n}] ${letter}${n}, https://e.example/${letter}/${n}`).join('\n')}\n\n`;
const ordered = (letter: string, numbers: readonly number[]) =>
  `## Sources\n\n${numbers.map((n) => `${n}. ${letter}${n}, https://e.example/${letter}/${n}`).join('\n')}\n\n`;
/** Where markers lead: `a1` is the entry 1 of the list a, `-` nowhere. */
const entries = (text: string): string =>
  scan(text)
    .citations.filter(({ style }) => style === 'numbered' || style === 'footnote')
    .map(({ target: t }) => (t.kind === 'url' ? t.url.slice(18).replace('/', '') : '-'))
    .join(' ');

describe('a stretch of text before, between and behind lists of numbers', () => {
  it.each<[string, string, string]>([
    [
      'has the list behind it when that answers four of five numbers',
      `So [1], [2], [3], [4] and [5].\n\n${list('a', [1, 2, 3, 4])}# Next\n\nSo [1].\n\n${list('b', [1, 2, 3, 4, 5])}`,
      'a1 a2 a3 a4 - b1',
    ],
    [
      'has a later list when that answers more',
      `So [1], [2], [3], [4] and [5].\n\n${list('a', [1, 2, 3])}# Next\n\nSo [1].\n\n${list('b', [1, 2, 3, 4, 5])}`,
      'b1 b2 b3 b4 b5 b1',
    ],
    [
      'has the first of those that answer the most, where none answers enough',
      `So [1], [7], [8] and [9].\n\n${list('a', [2])}# Next\n\nSo [2].\n\n${list('b', [1, 2])}# Last\n\nSo [1].\n\n${list('c', [1, 2])}`,
      'b1 - - - b2 c1',
    ],
    [
      'counts each number once, however often it is used',
      `So [1] and [1], [1], [1], [1], [1] and [2].\n\n${list('a', [1])}# Next\n\nSo [2].\n\n${list('b', [1, 2])}`,
      'b1 b1 b1 b1 b1 b1 b2 b2',
    ],
    [
      'has the nearest list before it where none behind it answers',
      `So [1].\n\n${list('a', [1])}# Next\n\nSo [1].\n\n${list('b', [1, 2])}# Last\n\nSo [1] and [2].\n\n${list('c', [7])}`,
      'a1 b1 b1 b2',
    ],
    [
      'is not judged by the numbers of other stretches',
      `So [1].\n\n${list('a', [1])}# Next\n\nSo [3], [4], [5], [6].\n\n${list('b', [1, 3, 4, 5, 6])}# Last\n\nSo [1].\n`,
      'a1 b3 b4 b5 b6 b1',
    ],
    [
      'is not judged by the numbers that label the entries themselves',
      `So [1].\n\n${list('a', [1, 2])}# Next\n\nSo [1] and [3].\n\n${list('b', [1, 3, 4, 5, 6, 7])}`,
      'a1 b1 b3',
    ],
    [
      'has the list behind it where it uses no numbers of its own, but a note',
      `So[^2].\n\n${list('a', [2])}# Next\n\nSo [2].\n\n${list('b', [2])}`,
      'a2 b2',
    ],
    [
      'is not bounded by a list without numbers',
      `So [1].\n\n## References\n\nLee, K. (2020). A title. https://l.example/\n\n# Next\n\nSo [2].\n\n${list('a', [1, 2])}`,
      'a1 a2',
    ],
    [
      'has the list behind it before one that answers as much',
      `So [1] and [2].\n\n${list('a', [1, 2])}# Next\n\nSo [1], [7], [8] and [9].\n\n${list('b', [1])}`,
      'a1 a2 b1 - - -',
    ],
    [
      'holds the markers at the end of a paragraph however long',
      `So [1].\n\n${list('a', [1])}# Next\n\nSo ${'very '.repeat(60)}[2].\n\n${list('b', [1, 2])}`,
      'a1 b2',
    ],
    [
      'goes up to the entries of its list, which may stand right below their heading',
      `So [1].\n\n## References\n[1] A, https://e.example/a/1\n\n# Next\n\nSo [2].\n\n${list('b', [1, 2])}`,
      'a1 b2',
    ],
  ])('%s', (_, text, expected) => expect(entries(text)).toBe(expected));

  it('keeps its list while it grows', () => {
    const scanner = createScanner();
    const text = (words: string) =>
      `So ${words}[1].\n\n${list('a', [1])}# Next\n\nSo [1].\n\n${list('b', [1])}`;
    for (const count of [0, 100])
      expect(scanner.scan(text('very '.repeat(count))).citations.map(({ target }) => target)).toEqual([
        { kind: 'url', url: 'https://e.example/a/1' },
        { kind: 'url', url: 'https://e.example/b/1' },
      ]);
  });
});

describe('a list that goes on with the numbering of another', () => {
  it.each<[string, string, string]>([
    [
      'answers its numbers when written the same way',
      `So [1] and [3].\n\n${ordered('a', [1, 2])}# More\n\n${ordered('b', [3, 4])}`,
      'a1 b3',
    ],
    [
      'answers them when its numbers stand in brackets',
      `So [1] and [3].\n\n${ordered('a', [1, 2])}# More\n\n${list('b', [3, 4])}`,
      'a1 b3',
    ],
    [
      'does not, when the items of an ordered list follow numbers in brackets',
      `So [1], [2] and [3].\n\n${list('a', [1, 2])}# More\n\n${ordered('b', [3, 4])}`,
      'a1 a2 -',
    ],
    [
      'does not, when it has a number of the other too',
      `So [1], [2], [3], [4] and [5].\n\n${list('a', [1, 2, 3, 4])}# More\n\n${list('b', [4, 5])}`,
      'a1 a2 a3 a4 -',
    ],
  ])('%s', (_, text, expected) => expect(entries(text)).toBe(expected));

  it('is cited by what stands in an entry of the other, which is no other’s source', () => {
    const text = `So [1] and [3].\n\n## References\n\n[1] A, as in [3], https://a.example/\n[2] B, as in [1] and [1, 3].\n\n## Further\n\n${list('c', [3, 4])}`;
    expect(links(text)).toEqual([
      '[1] → [1] A, as in [3], https://a.example/',
      '[3] → [3] c3, https://e.example/c/3',
      '[3] → [3] c3, https://e.example/c/3',
    ]);
  });
});

describe('a text of very many lists', () => {
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

  it('has for each stretch the list behind it whatever it answers, and for the last the one before it', () => {
    expect(ends(201)).toEqual(['-', '-', 'a1', 'z1']);
  });

  it('has the list that answers where they are not too many', () => {
    expect(ends(200)).toEqual(['c7', 'c8', 'c1', 'z1']);
  });

  it('looks into the others for a number where they are not too many', () => {
    const text = (count: number) =>
      `So [1], [2], [3], [4] and [9].\n\n${list('a', [1, 2, 3, 4])}${list('b', [9]).repeat(count - 1)}`;
    expect(entries(text(200)).split(' ')[4]).toBe('b9');
    expect(entries(text(201)).split(' ')[4]).toBe('-');
  });
});

describe('what stands in a list', () => {
  const REFERENCES = '\n\n# References\n\n';

  it('is the entry’s where a marker leads to the list, and a citation of its own where none does', () => {
    const entries = '[1] A, as shown there (Kim, 2001), https://a.example/\n[2] B, https://b.example/\n';
    expect(links(`So [1].${REFERENCES}${entries}`)).toEqual([
      '[1] → [1] A, as shown there (Kim, 2001), https://a.example/',
    ]);
    expect(links(`So.${REFERENCES}${entries}`)).toEqual([
      '(Kim, 2001) → work Kim, 2001',
      'https://a.example/ → https://a.example/',
      'https://b.example/ → https://b.example/',
    ]);
  });

  it('ends with the last entry: a paragraph behind it cites', () => {
    const text = `So [1].${REFERENCES}[1] A, https://a.example/\n  \n  As [1] says at https://p.example/.\n`;
    expect(links(text).slice(1)).toEqual([
      '[1] → [1] A, https://a.example/',
      'https://p.example/ → https://p.example/',
    ]);
  });

  it('begins with labels, which are no markers, and may begin with a link, which is one', () => {
    expect(links(`So.${REFERENCES}[Smi20] A, https://a.example/\n[Lee21] B, https://b.example/\n`)).toEqual([
      'https://a.example/ → https://a.example/',
      'https://b.example/ → https://b.example/',
    ]);
    expect(
      links(`So.${REFERENCES}[Guide][g] to the growth of cities, 2020.\n\n[g]: https://g.example/\n`),
    ).toEqual(['[Guide][g] → [g]: https://g.example/']);
    expect(links(`So.${REFERENCES}[Smi20] A, https://a.example/, on [Lee21].\n[Lee21] B\n`)).toEqual([
      'https://a.example/ → https://a.example/',
      '[Lee21] → [Lee21] B',
    ]);
  });

  it('may be addresses alone', () => {
    expect(links(`So.${REFERENCES}https://a.example/\n\nhttps://b.example/\n`)).toEqual([
      'https://a.example/ → https://a.example/',
      'https://b.example/ → https://b.example/',
    ]);
  });

  it('is told apart where numbers in brackets stand in the items of an ordered list', () => {
    const text = `So [3] and [2].${REFERENCES}1. https://a.example/\n\n   [3] C, https://c.example/\n2. https://b.example/\n`;
    expect(links(text)).toEqual(['[3] → [3] C, https://c.example/', '[2] → 2. https://b.example/']);
  });

  it('is uncited where no marker leads to the entry, however the others are cited', () => {
    const uncited = (text: string) => told(text, 'uncited');
    expect(uncited(`So [1].${REFERENCES}[1] A, https://a.example/\n[2] B, https://b.example/\n`)).toEqual([
      '[2] B, https://b.example/',
    ]);
    const [smith, lee] = ['Smith, J. (2020). One title. Journal, 1.', 'Lee, K. (2019). A title. Journal, 2.'];
    expect(uncited(`So (Smith, 2020).${REFERENCES}${smith}\n\n${lee}\n`)).toEqual([lee]);
    const other = 'Smith, B. (2020). Another title. Journal, 3.';
    expect(uncited(`So (Smith, 2020).${REFERENCES}${smith}\n\n${other}\n\n${lee}\n`)).toEqual([lee]);
    expect(uncited(`So [^1].${REFERENCES}1. https://a.example/\n2. https://b.example/\n`)).toEqual([
      '2. https://b.example/',
    ]);
  });
});

describe('the source of a footnote', () => {
  const bibliographies = [{ path: 'a.bib', text: '@article{smith, title = {A title}, doi = {10.1000/1}}' }];
  /** What the marker of a note points at, then the markers of its text that are citations of their own. */
  const sourcesOf = (note: string): readonly string[] =>
    scan(`So[^a].\n\n[^a]: ${note}\n`, { bibliographies }).citations.map(({ raw, target }, n) =>
      n > 0
        ? raw
        : target.kind === 'work'
          ? (target.doi ?? target.raw ?? '')
          : target.kind === 'url'
            ? target.url
            : target.kind,
    );

  it.each<[string, string, readonly string[]]>([
    [
      'is no address of the next note',
      'No source.\n[^b]: https://b.example/',
      ['No source.', 'https://b.example/'],
    ],
    [
      'is no note that it refers to',
      'As [^b] and https://a.example/ say.\n[^b]: B.',
      ['https://a.example/', '[^b]'],
    ],
    [
      'is no trace of a chat tool',
      'As [oaicite:1] and https://a.example/ say.',
      ['https://a.example/', '[oaicite:1]'],
    ],
    ['is no word in brackets', 'He wrote “teh [sic]”, https://a.example/', ['https://a.example/']],
    ['is no year in brackets', 'From the year [2020], https://a.example/', ['https://a.example/']],
    ['is no number that leads nowhere', 'As [7] says, https://a.example/', ['https://a.example/', '[7]']],
    [
      'is no place in the text itself',
      'As [here] and [there] say.\n\n[here]: #x\n[there]: https://y.example/',
      ['https://y.example/'],
    ],
    ['is no person behind an @', 'As @lee says at https://a.example/.', ['https://a.example/']],
    ['is the work of a key', 'As [@smith] says at https://a.example/.', ['10.1000/1', 'https://a.example/']],
    [
      'is a defined link',
      'As [the  way] says at https://a.example/.\n\n[The way]: https://x.example/',
      ['https://x.example/', 'https://a.example/'],
    ],
    [
      'is a link by its words',
      'As [way][z] says at https://a.example/.\n\n[way]: https://x.example/',
      ['https://x.example/', 'https://a.example/'],
    ],
    [
      'is a work before an address',
      'See https://a.example/, doi:10.1000/x.',
      ['10.1000/x', 'https://a.example/'],
    ],
    [
      'is the first of two addresses',
      'See https://a.example/, https://b.example/.',
      ['https://a.example/', 'https://b.example/'],
    ],
    ['is the work of its words where a number leads nowhere', 'As [7] says.', ['As [7] says.', '[7]']],
    [
      'is the entry that its number leads to',
      'As [7, 1] says.\n\n# References\n\n[1] A, https://e.example/',
      ['https://e.example/'],
    ],
    [
      'is the address of the reference that it is',
      'Smith, J. (2020). A title here. https://a.example/',
      ['https://a.example/'],
    ],
    [
      'is the reference that it is',
      'Smith (2020). A title here. Journal, 3.',
      ['Smith (2020). A title here. Journal, 3.'],
    ],
    [
      'is the work that its sentence names',
      'Smith (2020) shows it, https://a.example/',
      ['Smith (2020)', 'https://a.example/'],
    ],
    [
      'is the first work of two',
      'Smith (2020). A title here. So does Lee (2021).',
      ['Smith (2020)', 'Lee (2021)'],
    ],
    [
      'is an entry that has the name',
      'Smith (2020). A title.\n\n# References\n\nSmith, J. (2020). Another. J.',
      ['Smith, J. (2020). Another. J.'],
    ],
    [
      'is an entry that has one of its years',
      'Smith (2020, 2021). A title.\n\n# References\n\nSmith, J. (2020). Another. J.',
      ['Smith, J. (2020). Another. J.'],
    ],
    [
      'is itself where entries have other names',
      'Smith (2020). A title.\n\n# References\n\nLee, J. (2020). Another. J.',
      ['Smith (2020). A title.'],
    ],
    [
      'has no title from the paragraph below it',
      'Smith (2020).\n\n  The growth of cities.',
      ['Smith (2020)'],
    ],
    [
      'is the work that a sentence before it names',
      'The matter is settled by Smith (2020). The growth of it.',
      ['Smith (2020)'],
    ],
  ])('%s', (_, note, expected) => expect(sourcesOf(note)).toEqual(expected));

  it('is that of a note within a note, where it is written in the line', () => {
    expect(links('So[^a].\n\n[^a]: As ^[says https://b.example/] it.\n')).toEqual([
      '[^a] → [^a]: As ^[says https://b.example/] it.',
      '^[says https://b.example/] → https://b.example/',
    ]);
    expect(links('So ^[see https://a.example/] and https://b.example/.')).toEqual([
      '^[see https://a.example/] → https://a.example/',
      'https://b.example/ → https://b.example/',
    ]);
    expect(links('So ^[Smith (2020). The growth of cities.] it is.')).toEqual([
      '^[Smith (2020). The growth of cities.] → work The growth of cities',
    ]);
  });

  it('is told to be of no use where no marker leads to the note', () => {
    const text = 'So[^a] and[^A].\n\n[^a]: https://a.example/\n[^c]: https://c.example/\n';
    expect(told(text, 'footnote-unused')).toEqual(['[^c]: https://c.example/']);
  });
});

describe('the entry of an author and a year', () => {
  const referring = (marker: string, ...entries: string[]) =>
    `So ${marker} has it.\n\n# References\n\n${entries.join('\n\n')}\n`;
  /** The entry that the marker leads to, or the problem that is told of it. */
  const entryOf = (marker: string, ...entries: string[]): string | undefined => {
    const text = referring(marker, ...entries);
    const { citations, problems } = scan(text);
    const reference = citations[0]?.reference;
    return reference
      ? text.slice(reference.start, reference.end)
      : problems.find(({ citation }) => citation === citations[0]?.id)?.code;
  };
  const [ONE, TWO] = ['Smith, J. (2020). One title. J, 1.', 'Smith, K. (2020). Another title. J, 2.'];

  it.each([
    ['(Darwin, 1859)', 'Darwin, C. (1859). The origin. Murray.'],
    ['(Newton, 1687)', 'Newton, I. (1687). Principia. Streater.'],
    ['(Smith, 2020)', '3rd Baron Smith. (2020). One title. J, 1.'],
    ['(Smith, 2020)', `${'Ma'.repeat(28)} V Smith (2020). One title. J, 1.`],
    ['(Smith, 2020)', 'Goldsmith Smith (2020). One title. J, 1.'],
    ['(Smith, 2020)', 'SMITH, J. (2020). One title. J, 1.'],
    ['(Smith, 2020)', '“Smith, J.” [2020] One title. J, 1.'],
    ['(Smith, in press)', 'Smith, J. (In press). One title, in press. J, 1.'],
    ['(Smith, 2020)', `Smith, J. ${'One title. '.repeat(80)}(2020).`],
    ['(O’Neill, 2020)', 'O´Neill, J. (2020). One title. J, 1.'],
    ['(Šmíd, 2020)', 'Smid, J. (2020). One title. J, 1.'],
  ])('%s is the one of %s', (marker, entry) => {
    expect(entryOf(marker, 'Lee, K. (2001). A title. J, 2.', entry)).toBe(entry);
  });

  it.each([
    [
      'has the year of the next entry',
      '(Smith, 2020)',
      '- Smith, J. A title. J, 1.\n- Lee, K. (2020). A title. J, 2.',
    ],
    ['has the year as a part of a number', '(Smith, 2020)', 'Smith, J. (2019). A title. J, 120201, 20205.'],
    ['has the name as a part of another', '(Lee, 2020)', 'Leeson, K. (2020). A title. J, 1.'],
    ['has the name with a digit', '(Smith, 2020)', 'Smith2, K. (2020). A title. J, 1.'],
    [
      'has the name far behind its beginning',
      '(Smith, 2020)',
      `${'Ma'.repeat(28)} V. Smith (2020). A title.`,
    ],
    ['has the name in a title behind its year', '(Smith, 2020)', '2020 The life of Smith. J, 1.'],
    ['has the name of an editor', '(Smith, 2020)', 'Lee, K. (2020). A title. In Smith (Ed.), J, 1.'],
    [
      'has the year after a thousand characters',
      '(Smith, 2020)',
      `Smith, J. ${'One title. '.repeat(95)}(2020).`,
    ],
    ['is of another kind', '(Smith, n.d.)', 'Smith, J. (in press). A title. J, 1.'],
  ])('is none that %s', (_, marker, entry) => expect(entryOf(marker, entry)).toBe('no-entry'));

  it.each<[string, string | undefined, string, ...string[]]>([
    [
      'by the letter behind the year',
      'Smith, J. (2020b). B. J, 2.',
      '(Smith, 2020b)',
      'Smith, J. (2020a). A. J, 1.',
      'Smith, J. (2020b). B. J, 2.',
    ],
    [
      'by the second author',
      'Smith, J., & Lée, K. (2020). A. J, 1.',
      '(Smith & Lee, 2020)',
      'Smith, J., & Kim, B. (2020). B. J, 2.',
      'Smith, J., & Lée, K. (2020). A. J, 1.',
    ],
    [
      'by the third author',
      'Smith, J., Lee, K., & Kim, B. (2020). B.',
      '(Smith, Lee, & Kim, 2020)',
      'Smith, J., Lee, K., & Cho, B. (2020). B.',
      'Smith, J., Lee, K., & Kim, B. (2020). B.',
    ],
    ['never by a second author that no entry has', 'ambiguous-entry', '(Smith & Cho, 2020)', ONE, TWO],
    ['never by a letter that no entry has', 'ambiguous-entry', '(Smith, 2020c)', ONE, TWO],
    [
      'never by a given name in a title',
      'ambiguous-entry',
      'John Smith (2020)',
      ONE,
      'Smith, K. (2020). On John Smith. J, 2.',
    ],
    [
      'never by a name that stands far behind the authors',
      'ambiguous-entry',
      '(Smith & Lee, 2020)',
      ONE,
      `Smith, K. (2020). ${'Another title. '.repeat(20)} Lee.`,
    ],
    ['but is the only one whatever its letter', ONE, '(Smith, 2020a)', ONE],
    ['but is the only one whatever its second author', ONE, '(Smith & Cho, 2020)', ONE],
    [
      'also when its words come twice',
      'Smith, J. (forthcoming). Forthcoming title. J, 1.',
      '(Smith, forthcoming)',
      'Smith, J. (forthcoming). Forthcoming title. J, 1.',
    ],
    [
      'when undated, by its name',
      'Smith, J. (n.d.). A title. J, 1.',
      '(Smith, n.d.)',
      'Lee, J. (n.d.). A title. J, 1.',
      'Smith, J. (n.d.). A title. J, 1.',
    ],
  ])('is told from others %s', (_, expected, marker, ...entries) =>
    expect(entryOf(marker, ...entries)).toBe(expected),
  );

  it('counts all that it could be', () => {
    const text = referring('(Smith, 2020)', ONE, TWO, 'Smith, L. (2020). A third title. J, 3.');
    expect(scan(text).problems.find(({ code }) => code === 'ambiguous-entry')?.facts).toEqual({
      label: '(Smith, 2020)',
      count: '3',
    });
  });
});

describe('an author and a year that several entries could mean', () => {
  const references = (...entries: readonly string[]) => `\n\n## References\n\n${entries.join('\n\n')}\n`;
  it.each<[string, string, readonly string[], number | undefined]>([
    ['et al.', '(Smith et al., 2020)', ['Smith, J. (2020). One.', 'Smith, J., & Lee, K. (2020). Two.'], 1],
    [
      'et al., where one names three',
      '(Smith et al., 2020)',
      ['Smith, J., & Lee, K. (2020). Two.', 'Smith, J., Lee, K., & Kim, P. (2020). Three.'],
      1,
    ],
    [
      'et al., where one says it itself',
      '(Smith et al., 2020)',
      ['Smith, J. (2020). One.', 'Smith, J. et al. (2020). Many.'],
      1,
    ],
    ['one name', '(Smith, 2020)', ['Smith, J., & Lee, K. (2020). Two.', 'Smith, J. (2020). One.'], 1],
    ['a letter', '(Smith, 2020b)', ['Smith, J. (2020a). One.', 'Smith, J. (2020b). Two.'], 1],
    ['a letter and no date', '(Smith, n.d.-b)', ['Smith, J. (n.d.-a). One.', 'Smith, J. (n.d.-b). Two.'], 1],
    ['no date', '(Smith, n.d.)', ['Smith, J. (2020). One.', 'Smith, J. (o. J.). Two.'], 1],
    ['no date without a blank', '(Smith, n.d.)', ['Smith, J. (2020). One.', 'Smith, J. (s.d.). Two.'], 1],
    ['press', '(Smith, in press)', ['Smith, J. (2020). One.', 'Smith, J. (im Druck). Two.'], 1],
    [
      'the dash that repeats a name, emphasised',
      '(Smith, 2021)',
      ['Smith, J. (2020). One.', '**———**. (2021). Two.'],
      1,
    ],
    [
      'its own name, with dashes in its title',
      '(Lee, 2021)',
      ['Smith, J. (2020). One.', 'Lee, K. (2021). Two -- and more.'],
      1,
    ],
    ['its own name behind one dash', '(Lee, 2021)', ['Smith, J. (2020). One.', '–Lee, K. (2021). Two.'], 1],
    ['the dash that repeats a name', '(Smith, 2021)', ['Smith, J. (2020). One.', '———. (2021). Two.'], 1],
    ['no word of it', '(Smith, 2020)', ['Smith, J. (2020). One.', 'Smith, J. (2020). Two.'], undefined],
    [
      'a second name',
      '(Smith & Kim, 2020)',
      ['Smith, J., & Lee, K. (2020). One.', 'Smith, J., & Kim, P. (2020). Two.'],
      1,
    ],
    [
      'an early reprint',
      '(Smith, 2020)',
      ['Smith, J. (1950). One, seen again in 2020.', 'Smith, J. (2020). Two.'],
      undefined,
    ],
  ])('is told by %s', (_, marker, entries, expected) => {
    const text = `It is so ${marker}.${references(...entries)}`;
    const [citation] = scan(text).citations;
    const at = citation?.reference && text.slice(citation.reference.start, citation.reference.end);
    expect(at === undefined ? undefined : entries.indexOf(at)).toBe(expected);
  });

  it('is told for each marker by itself', () => {
    const entries = ['Smith, J. (2020). One.', 'Smith, J., Lee, K., & Kim, P. (2020). Three.'];
    const text = `It is so (Smith, 2020), and so (Smith et al., 2020).${references(...entries)}`;
    expect(links(text)).toEqual([`(Smith, 2020) → ${entries[0]}`, `(Smith et al., 2020) → ${entries[1]}`]);
  });

  it('is not looked for in other spellings among more entries of a year than a person lists', () => {
    const others = Array.from({ length: 51 }, (_, i) => `Aa${'b'.repeat(i)}, J. (2020). One.`);
    const few = references('Mueller, J. (2020). Two.', ...others.slice(0, 20));
    expect(told(`It is so (Müller, 2020).${few}`, 'no-entry')).toEqual([]);
    const many = references('Mueller, J. (2020). Two.', 'Lee, K. (2020). Three.', ...others);
    expect(told(`It is so (Müller, 2020; Lee, 2020).${many}`, 'no-entry')).toEqual(['Müller, 2020']);
  });

  it('has its own list when words before it move all lists', () => {
    const words = 'Some words stand here. '.repeat(12);
    const text = `${words}\n\n${words}So [1] here.\n\n${words}\n\n${list('a', [1])}# Next\n\n${words}So [1] there.\n\n${list('b', [1])}`;
    const scanner = createScanner();
    scanner.scan(text);
    const longer = `${words.repeat(12)}${text}`;
    const edited = longer.replace('So [1] here', 'So it is [1] here');
    expect(scanner.scan(longer)).toEqual(scan(longer));
    expect(scanner.scan(edited)).toEqual(scan(edited));
    expect(entries(edited)).toBe('a1 b1');
  });
});

describe('an entry that ends with its year', () => {
  it.each(['https://a.example/x', 'van der Berg, A. (2019). Title. Press.'])(
    'is one, though the paragraph behind it begins small: %s',
    (next) => {
      const text = `So it is (Smith 2020).\n\n## References\n\nSmith, J. (2020)\n\n${next}\n`;
      expect(links(text)).toEqual(['(Smith 2020) → Smith, J. (2020)']);
    },
  );
});

describe('a number with a letter', () => {
  it('is a part of its entry, a number without one is not', () => {
    const text = `So [12a] and [17].\n\n${list('a', [1, 12])}`;
    expect(entries(text)).toBe('a12 -');
  });
});
