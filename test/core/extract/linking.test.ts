/** Where markers lead: entries of one list or of several, notes, definitions, keys, and what is said of those that lead nowhere. */
import { describe, expect, it } from 'vitest';
import { scan, type ScanContext } from '../../../src/core/extract';

/** Each citation with the words of the entry it leads to, else with its target. */
function links(text: string, context: ScanContext = {}): string[] {
  return scan(text, context).citations.map(({ style, label = '', target, reference }) => {
    const to = reference
      ? `“${text.slice(reference.start, reference.end)}”`
      : target.kind === 'work'
        ? `work ${target.title ?? target.raw ?? ''}`
        : target.kind === 'url'
          ? target.url
          : target.kind;
    return `${style} ${label} → ${to}`;
  });
}
const codes = (text: string, context: ScanContext = {}): string[] =>
  scan(text, context).problems.map(({ code }) => code);
const targets = (text: string, context: ScanContext = {}) =>
  scan(text, context).citations.map(({ target }) => target);

const list = (...numbers: number[]) =>
  numbers.map((n) => `[${n}] Entry ${n}, https://e.example/${n}`).join('\n');

describe('numbers in a text with several lists', () => {
  it('lead to the list behind their stretch', () => {
    const text = `One [1] and [2].\n\n## References\n\n${list(1, 2)}\n\n# Second\n\nTwo [1] and [2].\n\n## References\n\n[1] Alpha, https://a.example/\n[2] Beta, https://b.example/\n`;
    expect(targets(text)).toEqual([
      { kind: 'url', url: 'https://e.example/1' },
      { kind: 'url', url: 'https://e.example/2' },
      { kind: 'url', url: 'https://a.example/' },
      { kind: 'url', url: 'https://b.example/' },
    ]);
  });

  it('lead to the last list before them where none follows', () => {
    const text = `One [1].\n\n## References\n\n[1] Alpha, https://a.example/\n\n# Second\n\nTwo [1].\n\n## References\n\n[1] Beta, https://b.example/\n\n# Third\n\nThree [1].\n`;
    expect(targets(text).map((t) => (t.kind === 'url' ? t.url : t.kind))).toEqual([
      'https://a.example/',
      'https://b.example/',
      'https://b.example/',
    ]);
  });

  it('are answered by a list that goes on with the numbering, and by none that begins anew', () => {
    const on = `One [1] and [3].\n\n## References\n\n${list(1, 2)}\n\n## Further references\n\n${list(3, 4)}\n`;
    expect(links(on)).toEqual([
      'numbered 1 → “[1] Entry 1, https://e.example/1”',
      'numbered 3 → “[3] Entry 3, https://e.example/3”',
    ]);
    const anew = `One [1], [2], [4], [5] and [3].\n\n## References\n\n${list(1, 2, 4, 5)}\n\n# Next\n\nTwo [1], [2] and [3].\n\n## References\n\n${list(1, 2, 3)}\n`;
    expect(links(anew)[4]).toBe('numbered 3 → dangling');
    expect(codes(anew)).toContain('dangling');
  });
});

describe('a list', () => {
  const urls = (text: string) => targets(text).map((t) => (t.kind === 'url' ? t.url : t.kind));

  it.each([
    [
      'in a table',
      '| # | Source |\n|---|---|\n| 1 | A, https://a.example/ |\n| 2 | B, https://b.example/ |\n',
    ],
    ['in a table with brackets', '|N|Source|\n|-|-|\n|[1]|https://a.example/|\n|[2]|https://b.example/|\n'],
    ['with wide brackets', '［1］ A, https://a.example/\n\n［2］ B, https://b.example/\n'],
    ['with round brackets', '(1) A, https://a.example/\n(2) B, https://b.example/\n'],
    ['with wide round brackets', '（1） A, https://a.example/\n\n（2） B, https://b.example/\n'],
    ['whose entries count (1)', '[1] A in\n(1) parts, https://a.example/\n[2] B, https://b.example/\n'],
    [
      'behind words that count',
      '(1) is what the first says\n[1] https://a.example/\n[2] https://b.example/\n',
    ],
  ])('%s answers numbers', (_, entries) => {
    const text = `So it is [1], and so [2].\n\n## References\n\n${entries}`;
    expect(urls(text)).toEqual(['https://a.example/', 'https://b.example/']);
    expect(codes(text)).toEqual([]);
  });

  it('in round brackets stands under its name alone', () => {
    const counted = 'There are three.\n\n(1) One, https://a.example/\n(2) Two, https://b.example/\n';
    expect(targets(`So it is<sup>1</sup>. ${counted}`).map(({ kind }) => kind)).toEqual(['url', 'url']);
    expect(links(`So it is<sup>2</sup>.\n\nSources:\n${counted.slice(18)}`)).toEqual([
      'numbered 2 → “(2) Two, https://b.example/”',
    ]);
    expect(codes(`So it is.\n\n## Notes\n\n(2020) A year, and (1234) a number.\n`)).toEqual([]);
  });

  it('in HTML is not read, and nobody is told that its numbers dangle', () => {
    const html = '<ol>\n<li>A title</li>\n</ol>\n';
    expect(codes(`So it is [1].\n\n## References\n\n${html}`)).toEqual([]);
    expect(codes(`So it is [1].\n\n## Results\n\n${html}`)).toEqual(['dangling']);
  });

  it('of one line without a source is a remark that the marker before it leads to', () => {
    expect(links('It costs 5 [1].\n\n[1] Without tax.\n')).toEqual(['numbered 1 → “[1] Without tax.”']);
    expect(codes('It costs 5 [1].\n\n[1] goes on so.\n')).toEqual(['dangling', 'dangling']);
    expect(codes('[1] Smith says so.\n\nIt is so [1].\n')).toEqual(['dangling', 'dangling']);
  });
});

describe('entries under no heading', () => {
  const [one, two] = ['https://e.example/1', 'https://e.example/2'];
  it.each([
    `Sources: [1] ${one}, [2] ${two}`,
    `**Sources:** [1] A title, ${one}; [2] [Another](${two})`,
    `[1] ${one}, [2] ${two}`,
    `| # | Where |\n| --- | --- |\n| [1] | ${one} |\n| [2] | ${two} |`,
  ])('are read in %s', (entries) => {
    const text = `One [1], and two [2].\n\n${entries}\n`;
    expect(targets(text)).toEqual([
      { kind: 'url', url: one },
      { kind: 'url', url: two },
    ]);
    expect(codes(text)).toEqual([]);
  });
  it('are none without an address each', () => {
    const dangling = (text: string) => codes(text).filter((code) => code === 'dangling').length;
    expect(dangling('One [1].\n\nSources: [1], [2]\n')).toBe(3);
    expect(dangling('One [1].\n\n| # | Value |\n| --- | --- |\n| [1] | 5 |\n')).toBe(2);
    expect(dangling('One [1].\n\n[1] shows that it holds. [2] and [3] agree.\n')).toBe(4);
  });
  it('may be a remark that begins small, where its marker stands at a word', () => {
    expect(codes('It is usually[1] none.\n\n[1] can be set by flags.\n')).toEqual([]);
    expect(codes('It is usual [1].\n\n[1] shows that it holds.\n')).toEqual(['dangling', 'dangling']);
    expect(codes('It is usual[1].\n\n[1] shows, as [2] does.\n')).toHaveLength(3);
  });
});

describe('an entry with an anchor', () => {
  const one = 'L. Reed, "Waiting", https://e.example/1';
  const two = 'Hu, E. (2021). Low ranks. https://e.example/2';
  const anchor = (n: number, tag = 'a id') => `<${tag}="ref-${n}"></a>`;
  it.each([
    ['before its label', `${anchor(1)}[1] ${one}\n\n${anchor(2)}[2] ${two}`],
    [
      'by name, on lines of one paragraph',
      `${anchor(1, 'a name')} [1] ${one}\n${anchor(2, 'a name')} [2] ${two}`,
    ],
    ['around its label', `<a id="r1">[1]</a> ${one}\n\n<a id="r2">[2]</a> ${two}`],
    ['that is a span', `<span id="r1">[1]</span> ${one}\n\n<span id="r2">[2]</span> ${two}`],
    ['in small print', `<small>[1] ${one}</small>\n\n<small>[2] ${two}</small>`],
    ['below the line', `<sub>[1]</sub> ${one}\n\n<sub>[2]</sub> ${two}`],
    ['in an item', `- ${anchor(1)}[1] ${one}\n- ${anchor(2)}**[2]** ${two}`],
    ['in an ordered item', `1. ${anchor(1)}${one}\n2. ${anchor(2)}${two}`],
    ['before a number that would open an item', `${anchor(1)}1. ${one}\n\n${anchor(2)}2. ${two}`],
    [
      'in a cell',
      `| # | Source |\n| --- | --- |\n| ${anchor(1)}[1] | ${one} |\n| <a id="r2">2</a> | ${two} |`,
    ],
  ])('is read, with it %s', (_, entries) => {
    const { citations, problems } = scan(
      `So<sup><a href="#ref-1">[1]</a></sup>, and more [2].\n\n## References\n\n${entries}\n`,
    );
    expect(citations.map(({ style, target }) => [style, target])).toEqual([
      ['numbered', { kind: 'url', url: 'https://e.example/1' }],
      ['numbered', { kind: 'url', url: 'https://e.example/2' }],
    ]);
    expect(problems).toEqual([]);
  });

  it('is told by its words alone', () => {
    const work = `So [1].\n\n## References\n\n1. ${anchor(1)}A title of its own\n2. Another\n`;
    expect(targets(work)).toMatchObject([{ kind: 'work', title: 'A title of its own' }]);
    const loose = `So (Hu, 2021).\n\n## References\n\n- <a name="hu"></a>Hu, E. (2021). Low ranks.\n`;
    expect(links(loose)).toEqual(['author-year hu-2021 → “- <a name="hu"></a>Hu, E. (2021). Low ranks.”']);
  });

  it('is none where a number behind a tag counts something under no name', () => {
    expect(links('<b>1.</b> One\n\n<b>2.</b> Two\n')).toEqual([]);
    expect(codes(`So [1].\n\n${anchor(1)}1. One\n\n## References\n\n[1] Two\n`)).toEqual([]);
  });
});

describe('a number', () => {
  it('of a text without a list dangles, once for each', () => {
    expect(links('So it is [4] and [4, 5].')).toEqual([
      'numbered 4 → dangling',
      'numbered 4 → dangling',
      'numbered 5 → dangling',
    ]);
    expect(codes(`So [9].\n\n# References\n\n${list(1)}\n`)).toContain('dangling');
  });

  it('leads to a definition of a link by that name, with its address as the target', () => {
    const text = 'So it is [1], and [2].\n\n[1]: https://d.example/1\n[2]: https://doi.org/10.1000/2\n';
    expect(targets(text)).toEqual([
      { kind: 'url', url: 'https://d.example/1' },
      { kind: 'work', doi: '10.1000/2' },
    ]);
    expect(links(text)[0]).toBe('numbered 1 → “[1]: https://d.example/1”');
  });

  it('in brackets of a link is a marker where the text numbers its sources, else a link', () => {
    const marker = `So [[1]](https://x.example/) and [[7]](https://y.example/).\n\n# References\n\n${list(1)}\n`;
    const { citations } = scan(marker);
    expect(citations.map((c) => [c.style, c.raw, c.label])).toEqual([
      ['numbered', '[1]', '1'],
      ['numbered', '[7]', '7'],
    ]);
    expect(targets(marker)).toEqual([
      { kind: 'url', url: 'https://e.example/1' },
      { kind: 'url', url: 'https://y.example/' },
    ]);
    const link = scan('So [[1]](https://x.example/).').citations;
    expect(link.map((c) => [c.style, c.raw])).toEqual([['link', '[[1]](https://x.example/)']]);
  });

  it('keeps its part of a marker of several, and is the marker where it stands alone', () => {
    const text = `So [1, 2].\n\nSo [1].\n\n# References\n\n${list(1, 2)}\n`;
    const parts = scan(text).citations.map(({ part, marker }) => [
      text.slice(part.start, part.end),
      text.slice(marker.start, marker.end),
    ]);
    expect(parts).toEqual([
      ['1', '[1, 2]'],
      ['2', '[1, 2]'],
      ['[1]', '[1]'],
    ]);
  });
});

describe('a number that may be something else', () => {
  const LIST = `\n\n# References\n\n${list(1, 2)}\n`;
  const LOOSE = '\n\n# References\n\nLee, K. (2019). A title. https://l.example/\n';
  const LINK = '\n\n[1]: https://d.example/1\n';
  it.each<[string, string, readonly string[]]>([
    ['an index', 'So x[1] is.', []],
    ['an index', `So x[1] is.${LIST}`, ['1 → [1]']],
    ['an index', `So x[7] and [1] are.${LIST}`, ['7 → dangling', '1 → [1]']],
    ['an index', `So x[7] is.${LOOSE}`, []],
    ['an index', `So x[1] is.${LINK}`, ['1 → [1]:']],
    ['an index', `So x[7] is.${LINK}`, []],
    ['a year', `So [2020] and [1] are.${LIST}`, ['1 → [1]']],
    ['a year', 'So [2020] is.\n\n[2020]: https://d.example/y\n', ['2020 → [2020]:']],
    ['an interval', `So [0, 1] and [1] are.${LIST}`, ['1 → [1]']],
    ['a number of its own', 'So [7] is.', ['7 → dangling']],
    ['a link to a place in the text', `So [9] and [1] are.\n\n[9]: #place\n${LIST}`, ['1 → [1]']],
    ['a link to a place in the text', `So [1, 9] is.\n\n[9]: #place\n${LIST}`, ['1 → [1]']],
    ['a link to a page of the text', 'So [8] is.\n\n[8]: ./page.md\n', []],
    ['a link to a line of code', 'So [8] is.\n\n[8]: src/a.ts#L4\n', ['8 → [8]:']],
    ['the text of a link', `So [[7]](https://x.example/).${LOOSE}`, ['[7] → https://x.example/']],
  ])('and reads like %s: %j', (_, text, expected) =>
    expect(
      scan(text)
        .citations.filter(({ style }) => style !== 'url')
        .map(({ label = '', target, reference }) => {
          const to = reference && text.slice(reference.start, reference.end).split(' ', 1)[0];
          return `${label} → ${to ?? (target.kind === 'url' ? target.url : target.kind)}`;
        }),
    ).toEqual(expected),
  );
});

describe('numbers that are no markers', () => {
  it.each([
    '[00:12:34] A word, [1:02:03] another',
    '{"sizes": [1, 2, 3]}',
    'np.array([1, 2, 3])',
    '{[1, 2].map(double)}',
    'The digits [1-9][0-9]* and [1-9]+.',
    'The matrix is [[1, 2], [3, 4]].',
  ])('%s', (text) => expect(links(text)).toEqual([]));

  it('may stand behind the name of an array: nobody is told that they dangle', () => {
    expect(codes('Take the vector [1, 2, 3] for it.')).toEqual([]);
    expect(codes('Take the word [1, 2, 3] for it.')).toEqual(['dangling', 'dangling', 'dangling']);
  });

  it('are markers with letters, remarks and wide dashes in their brackets', () => {
    const labels = (text: string) => scan(text).citations.map(({ label }) => label);
    expect(labels('It is so [7a–c], [8a, b], [9••, 10*].')).toEqual([
      '7a',
      '7b',
      '7c',
      '8a',
      '8b',
      '9',
      '10',
    ]);
    expect(labels('It is so [7－9] and [8 and references therein].')).toEqual(['7', '8', '9', '8']);
    expect(labels('So [7, Abb. 2], so [8, 第3页].')).toEqual(['7', '8']);
    expect(links('So [7a].\n\n# References\n\n[7] A, https://a.example/\n')).toEqual([
      'numbered 7a → “[7] A, https://a.example/”',
    ]);
  });

  it('are markers where they are raised in brackets', () => {
    expect(scan('So ^[1]^[2] and ^[a note https://a.example/].').citations.map(({ style }) => style)).toEqual(
      ['numbered', 'numbered', 'footnote'],
    );
    expect(links('It is so^[1]^ and so<sup>[2]</sup>.')).toEqual([
      'numbered 1 → dangling',
      'numbered 2 → dangling',
    ]);
  });
});

describe('a label in brackets', () => {
  it('leads to the definition of its text, whatever its case and blanks', () => {
    const text = 'See [the  Page], [words][the page] and [other].\n\n[The page]: https://d.example/p\n';
    expect(links(text)).toEqual([
      'link the  Page → “[The page]: https://d.example/p”',
      'link words → “[The page]: https://d.example/p”',
    ]);
    const { citations } = scan(text);
    expect(citations.map((c) => c.raw)).toEqual(['[the  Page]', '[words][the page]']);
  });

  it.each<[string, readonly string[]]>([
    ['[a [b] c][def]', ['[b]', '[def]']],
    ['[a [zz] c][def]', ['[a [zz] c][def]']],
    ['[a [t](https://t.example/) c][def]', ['[t](https://t.example/)', '[def]']],
    ['[a https://t.example/ [x] c][def]', ['[a https://t.example/ [x] c][def]']],
    ['[a [x] `c`][def] and [b]', ['[a [x] `c`][def]', '[b]']],
    ['[a [x] c][def][b]', ['[a [x] c][def]', '[b]']],
    ['[a [x] c][def] and [t](https://t.example/)', ['[a [x] c][def]', '[t](https://t.example/)']],
    ['[b] and [a [x] c][def]', ['[b]', '[a [x] c][def]']],
    ['[t](https://t.example/)[a [x] c][def]', ['[t](https://t.example/)', '[a [x] c][def]']],
    ['[a [^1] c][def]', ['[a [^1] c][def]']],
    ['[place][def] and [b][place]', ['[place][def]']],
  ])('of %s is one where no link stands in its text', (text, raws) => {
    const definitions = '[def]: https://d.example/\n[b]: https://b.example/\n[place]: #place\n';
    expect(scan(`${text}\n\n${definitions}`).citations.map(({ raw }) => raw)).toEqual(raws);
  });

  it('takes the first definition of two, and none behind an undefined one', () => {
    expect(links('See [a][b].\n\n[b]: https://d.example/1\n\n[b]: https://d.example/2\n')).toEqual([
      'link a → “[b]: https://d.example/1”',
    ]);
    expect(scan('See [a][zz].\n\n[a]: https://d.example/a\n').citations.map((c) => c.raw)).toEqual(['[a]']);
  });

  it('leads to the entry that carries it', () => {
    const text =
      'So it is [Smi20], not [Lee99].\n\n# References\n\n[Smi20] Smith, https://e.example/s\n[Jon21] Jones, https://e.example/j\n';
    expect(links(text)).toEqual(['numbered Smi20 → “[Smi20] Smith, https://e.example/s”']);
    const { citations } = scan(text.replace('[Smi20],', '[Smi20][undefined],'));
    expect(citations.map(({ raw, part, marker }) => [raw, part, marker])).toEqual([
      ['[Smi20]', { start: 9, end: 16 }, { start: 9, end: 16 }],
    ]);
  });
});

describe('a footnote', () => {
  it('leads to its definition, and to the first source in it', () => {
    const text =
      'So[^a] it[^b] is[^c].\n\n[^a]: See https://n.example/1 and https://n.example/2.\n[^b]: The growth of cities. Journal of Places 12.\n[^c]: See https://n.example/3, doi:10.1000/xyz.\n';
    expect(targets(text).slice(0, 3)).toMatchObject([
      { kind: 'url', url: 'https://n.example/1' },
      { kind: 'work', raw: 'The growth of cities. Journal of Places 12.' },
      { kind: 'work', doi: '10.1000/xyz' },
    ]);
    expect(links(text)[0]).toBe('footnote ^a → “[^a]: See https://n.example/1 and https://n.example/2.”');
  });

  it('has the first of two definitions, in any case', () => {
    expect(links('So[^A].\n\n[^a]: https://n.example/1\n\n[^a]: https://n.example/2\n')).toContain(
      'footnote ^A → “[^a]: https://n.example/1”',
    );
  });

  it('leads to a numbered entry where there are no notes, and dangles where there is nothing', () => {
    expect(links(`So[^1].\n\n# References\n\n${list(1)}\n`)).toEqual([
      'footnote ^1 → “[1] Entry 1, https://e.example/1”',
    ]);
    expect(links('So[^1].')).toEqual(['footnote ^1 → dangling']);
    expect(targets('So[^1].')).toEqual([{ kind: 'dangling', label: '^1' }]);
    expect(codes('So[^1].')).toEqual(['dangling']);
  });

  it('in the line points at the source in it, else at the work that its words name', () => {
    expect(targets('So ^[see https://n.example/1] it is.')).toEqual([
      { kind: 'url', url: 'https://n.example/1' },
    ]);
    const [work] = targets('So ^[The growth of cities. Journal of Places 12.] it is.');
    expect(work).toMatchObject({ kind: 'work', raw: 'The growth of cities. Journal of Places 12.' });
    const [note] = scan('So ^[The growth of cities.] it is.').citations;
    expect(note).toMatchObject({ style: 'footnote', identifier: '^', raw: '^[The growth of cities.]' });
  });

  it('keeps the source in it for itself', () => {
    expect(links('So[^1].\n\n[^1]: https://n.example/1\n')).toHaveLength(1);
    expect(links('So.\n\n[^1]: https://n.example/1\n')).toEqual(['url  → https://n.example/1']);
  });
});

describe('a key', () => {
  const bibliographies = [
    { path: 'a.bib', text: '@article{smith2020, title = {A title}, doi = {10.1000/1}}' },
  ];

  it('leads to the work of the bibliography', () => {
    expect(targets('So [@smith2020].', { bibliographies })).toMatchObject([
      { kind: 'work', title: 'A title', doi: '10.1000/1' },
    ]);
    expect(codes('So [@smith2020].', { bibliographies })).toEqual([]);
  });

  it('that the bibliography does not have is told, and never without a bibliography', () => {
    expect(targets('So [@lee].', { bibliographies })).toEqual([{ kind: 'dangling', label: 'lee' }]);
    expect(codes('So [@lee].', { bibliographies })).toEqual(['unknown-key']);
    expect(codes('So [@lee].')).toEqual([]);
  });

  it('that is the name of a package is one where it is known, or the text names its bibliography', () => {
    expect(links('So [@types/node].', { bibliographies })).toEqual([]);
    const known = [{ path: 'a.bib', text: '@book{types/node, title = {A book}}' }];
    expect(links('So [@types/node].', { bibliographies: known })).toEqual([
      'cite-key types/node → work A book',
    ]);
    expect(codes('---\nbibliography: a.bib\n---\n\nSo [@types/node].', { bibliographies })).toEqual([
      'unknown-key',
    ]);
  });

  it('in running text is one where it is known, or the text has keys in brackets', () => {
    expect(links('As @smith2020 says.', { bibliographies })).toEqual(['cite-key smith2020 → work A title']);
    expect(links('As @lee says.', { bibliographies })).toEqual([]);
    const known = [{ path: 'a.bib', text: '@book{lee, title = {A book}}' }];
    expect(links('As @lee and @kim say.', { bibliographies: known })).toEqual(['cite-key lee → work A book']);
    for (const sign of ['[see @kim]', '[@kim]', '\\cite{kim}'])
      expect(links(`As @lee says ${sign}.`), sign).toEqual([
        'cite-key lee → dangling',
        'cite-key kim → dangling',
      ]);
    expect(links('As @lee says, and @kim2020.')).toEqual(['cite-key kim2020 → dangling']);
    expect(links('As @lee says.\n\n[link]: https://x.example/')).toEqual([]);
    expect(links('---\nbibliography: a.bib\n---\n\nAs @lee says.')).toEqual(['cite-key lee → dangling']);
  });

  it('of a figure, table or section is a cross-reference', () => {
    for (const kind of 'fig tbl tab sec eq lst thm lem cor prp cnj def exm exr nte tip wrn imp cau suppfig'.split(
      ' ',
    ))
      expect(links(`So [@${kind}:one; @${kind}-two; @lee].`), kind).toEqual(['cite-key lee → dangling']);
    expect(links('So [@figure:one; @smith2020; @fig:two].', { bibliographies })).toHaveLength(3);
  });
});

describe('author and year', () => {
  const entries = (...lines: string[]) => `\n\n# References\n\n${lines.join('\n\n')}\n`;
  const SMITH = 'Smith, J. (2020). One title. Journal, 1.';

  it('lead to the entry of the first author, wherever accents, case and marks differ', () => {
    for (const [marker, entry] of [
      ['(Müller, 2020)', 'Muller, J. (2020). One title. Journal, 1.'],
      ['(MÜLLER, 2020)', 'Müller, J. (2020). One title. Journal, 1.'],
      ['(O’Brien, 2020)', "O'Brien, J. (2020). One title. Journal, 1."],
      ["(O'Brien, 2020)", 'O`Brien, J. (2020). One title. Journal, 1.'],
      ['(Smith-Lee, 2020)', 'Smith‐Lee, J. (2020). One title. Journal, 1.'],
      ['(Smith, 2020)', '**Smith**, J. (2020). One title. Journal, 1.'],
      ['(Smith, 2020)', 'John Smith. 2020. One title. Journal, 1.'],
      ['(Smith, in press)', 'Smith, J. (in press). One title. Journal, 1.'],
      ['(Smith, n.d.)', 'Smith, J. (n.d.). One title. Journal, 1.'],
      ['(Smith, forthcoming)', 'Smith, J. (Forthcoming). One title. Journal, 1.'],
    ] as const)
      expect(links(`So ${marker}.${entries(entry)}`)[0], marker).toContain(entry);
  });

  it('lead to no entry of another author, of a second author or of another year', () => {
    for (const entry of [
      'Smithson, J. (2020). One title. Journal, 1.',
      'Goldsmith, J. (2020). One title. Journal, 1.',
      'Lee, K., & Smith, J. (2020). One title. Journal, 1.',
      'Lee and Smith (2020). One title. Journal, 1.',
      'Lee et al. with Smith (2020). One title. Journal, 1.',
      'Lee und Smith (2020). One title. Journal, 1.',
      'Lee; Smith (2020). One title. Journal, 1.',
      'Smith, J. (2019). One title. Journal, 1.',
      'Smith, J. (2019). One title. Journal, 120201.',
    ]) {
      const text = `So (Smith, 2020).${entries(entry)}`;
      expect(scan(text).citations[0]?.reference, entry).toBeUndefined();
      expect(codes(text), entry).toContain('no-entry');
    }
  });

  it('are told apart by the letter behind the year and by the other authors', () => {
    const a = 'Smith, J. (2020a). First title. Journal, 1.';
    const b = 'Smith, J. (2020b). Second title. Journal, 2.';
    expect(links(`So (Smith, 2020b).${entries(a, b)}`)[0]).toContain(b);
    expect(links(`So (Smith, 2020a).${entries(a, b)}`)[0]).toContain(a);
    const lee = 'Smith, J., & Lee, K. (2020). First title. Journal, 1.';
    const kim = 'Smith, J., & Kim, B. (2020). Second title. Journal, 2.';
    expect(links(`So (Smith & Kim, 2020).${entries(lee, kim)}`)[0]).toContain(kim);
    expect(links(`So (Smith & Lee, 2020).${entries(lee, kim)}`)[0]).toContain(lee);
  });

  it('that several entries answer are ambiguous, and those that none answers stay what they say', () => {
    const second = 'Smith, J. (2020). Another title. Journal, 2.';
    const text = `So (Smith, 2020).${entries(SMITH, second)}`;
    expect(codes(text)).toContain('ambiguous-entry');
    expect(scan(text).citations[0]?.reference).toBeUndefined();
    expect(scan(text).problems.find((p) => p.code === 'ambiguous-entry')?.facts).toMatchObject({
      count: '2',
    });
    expect(targets('So (Smith & Lee, 2020).')).toStrictEqual([
      { kind: 'work', authors: ['Smith', 'Lee'], year: 2020, raw: 'Smith & Lee, 2020' },
    ]);
    expect(targets('So (Smith, n.d.).')).toStrictEqual([
      { kind: 'work', authors: ['Smith'], raw: 'Smith, n.d.' },
    ]);
  });

  it('lead to the entry of a name of several words or with a mark before it', () => {
    const list =
      '’t Hooft, G. (2020). A title.\n\nvan der Berg, A. (2020). A title.\n\nAl-Amin, B. (2020). A title.\n\nJ. D’Angelo and K. Lee (2020). A title.\n';
    const found = (marker: string) =>
      scan(`It is so ${marker}.\n\n# References\n\n${list}`).citations[0]?.reference !== undefined;
    expect(
      ["('t Hooft, 2020)", '(van der Berg, 2020)', '(Al-Amin, 2020)', "(D'Angelo & Lee, 2020)"].map(found),
    ).toEqual([true, true, true, true]);
    expect(['(Hooftman, 2020)', '(Berger, 2020)', '(Min, 2020)', '(Lee, 2020)'].map(found)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('that more entries answer than a person writes are ambiguous all the same', () => {
    const list = Array.from({ length: 200 }, (_, i) => `Smith, J. (2020). Title ${i}.\n\n`).join('');
    const { problems } = scan(`It is so (Smith, 2020).\n\n# References\n\n${list}`);
    expect(problems.filter(({ code }) => code === 'ambiguous-entry')).toHaveLength(1);
  });

  it('in a heading are a marker where entries answer all of them', () => {
    const heading = (...found: string[]) =>
      links(`## Models of Smith (2020, 2021)${entries(...found)}`).length;
    const later = 'Smith, J. (2021). Another title. Journal, 1.';
    expect([heading(SMITH), heading(later), heading(SMITH, later)]).toEqual([0, 0, 2]);
  });

  it('that nothing answers are a place and a year where numbers lead to the sources', () => {
    const found = (text: string) => links(`As Berlin (2020) shows${text}`)[0]?.split(' ', 2).join(' ');
    for (const numbers of [
      ` [1].\n\n# References\n\n${list(1)}`,
      `[^1].\n\n# References\n\n${list(1)}`,
      ` [[1]](https://x.example/).\n\n# References\n\n${list(1)}`,
      ' [1].\n\n[1]: https://d.example/',
      ' [Smi20].\n\n# References\n\n[Smi20] Smith, https://e.example/',
    ])
      expect(found(numbers), numbers).not.toBe('author-year berlin-2020');
    for (const none of [
      '.',
      ' [7].',
      ' [text].\n\n[text]: https://d.example/',
      `, not Lee (2019) [1].\n\n# References\n\n[1] Lee, K. (2019). A title.\n[2] Kim, B. (2018). B.`,
    ])
      expect(found(none), none).toBe('author-year berlin-2020');
  });
});

describe('an author who is spelled otherwise in the list', () => {
  it.each([
    ['Mueller, 2020', 'Müller, A. (2020). A title.'],
    ['Weiß, 2020', 'Weiss, A. (2020). A title.'],
    ['Sørensen, 2020', 'Sorensen, A. (2020). A title.'],
    ['van der Berg, 2020', 'Berg, A. van der (2020). A title.'],
    ['St. John, 2020', 'St. John, A. (2020). A title.'],
    ['WHO, 2020', 'World Health Organization. (2020). A title.'],
    ['World Health Organization, 2020', 'WHO. (2020). A title.'],
    ['山田, 2020', '山田太郎 (2020) 題名. 雑誌.'],
    ['CDC, 2020', 'Centers for Disease Control and Prevention (2020). A title.'],
    ['BMBF 2020', 'Bundesministerium für Bildung und Forschung (BMBF) (2020): Ein Bericht.'],
    ['Wei Zhang et al., 2020', 'Zhang, W., Li, K., & Su, P. (2020). A title.'],
  ])('%s leads to %s', (marker, entry) => {
    expect(links(`So it is (${marker}).\n\n# References\n\n${entry}\n`)[0]).toContain(`→ “${entry}”`);
  });

  it('is not anybody of that year', () => {
    const text = (marker: string) =>
      `So it is (${marker}).\n\n# References\n\nWorld Health Fund. (2020). A title.\n`;
    expect(codes(text('WHO, 2020'))).toContain('no-entry');
    expect(codes(text('World Trust, 2020'))).toContain('no-entry');
    const other = 'So (Harbour Bank, 2020).\n\n# References\n\nBank, A. (2020). A title.\n';
    expect(codes(other)).toContain('no-entry');
  });

  it('may be repeated by dashes', () => {
    const list = 'Smith, J. (2019). One.\n\n———. (2020). Two.\n';
    expect(links(`So (Smith, 2019; Smith, 2020).\n\n# References\n\n${list}`)).toEqual([
      'author-year smith-2019 → “Smith, J. (2019). One.”',
      'author-year smith-2020 → “———. (2020). Two.”',
    ]);
  });
});

describe('authors of one name', () => {
  it.each([
    ['(A. Smith, 2020)', 'First'],
    ['(J. Smith, 2020)', 'Second'],
    ['J. Smith (2020)', 'Second'],
    ['(K. Smith, 2020)', 'Third'],
  ])('are told by the initial: %s', (marker, title) => {
    const list =
      'Smith, A. (2020). First.\n\nSmith, John, & Lee, K. (2020). Second.\n\nK. Smith and A. Lee (2020). Third.\n';
    const text = `So it is, ${marker}.\n\n# References\n\n${list}`;
    expect(links(text)[0]).toContain(title);
    expect(codes(text)).not.toContain('ambiguous-entry');
  });
});

describe('words before a name', () => {
  const list = 'Müller, P. (2019): Titel. Berlin.\n\nWeber, A. (2021): Werk. Bonn.\n';

  it.each(['Vgl.', 'Cf.', 'E.g.', 'Siehe', 'Voir', 'Per', 'Against', 'Given', 'Is', 'Unheard-of'])(
    'are no part of it: %s',
    (word) => {
      const text = `So it is. ${word} Müller (2019), S. 45.\n\nAnd Weber (2021).\n\n# References\n\n${list}`;
      expect(links(text)[0]).toContain('→ “Müller, P. (2019): Titel. Berlin.”');
      expect(codes(text)).toEqual([]);
    },
  );

  it('are none in a footnote, which leads to the entry', () => {
    const text = `So it is.[^1] And so.[^2]\n\n[^1]: Vgl. Müller (2019), S. 45.\n[^2]: Cf. Müller (2019); but see Weber (2021).\n\n# References\n\n${list}`;
    expect(targets(text)).toMatchObject([{ title: 'Titel' }, { title: 'Titel' }, { title: 'Werk' }]);
    expect(codes(text)).toEqual([]);
  });
});

describe('an author with several works of a year', () => {
  const list = [
    'Smith, J. (2020). Alone. J.',
    'Smith, J., & Lee, L. (2020). With another. J.',
    'Smith, J., Jones, K., & Park, L. (2020). With two. J.',
  ].join('\n\n');

  it.each([
    ['Smith, 2020', 'Alone'],
    ['Smith & Lee, 2020', 'With another'],
    ['Smith et al., 2020', 'With two'],
  ])('is told by how many others there are: %s', (marker, title) => {
    const text = `So it is (${marker}).\n\n# References\n\n${list}\n`;
    expect(links(text)[0]).toContain(title);
    expect(codes(text)).not.toContain('ambiguous-entry');
  });
});

describe('entries on lines of one paragraph', () => {
  it('are one each where every line begins as one, or goes on with it', () => {
    const list = 'Lee, A. (2019). One. J.\nSmith, J. (2020). Two,\nwhich goes on. J.\n';
    expect(links(`So (Lee, 2019; Smith, 2020).\n\n# References\n\n${list}`)).toEqual([
      'author-year lee-2019 → “Lee, A. (2019). One. J.”',
      'author-year smith-2020 → “Smith, J. (2020). Two,\nwhich goes on. J.”',
    ]);
  });

  it('are one where the lines are those of one', () => {
    const list = 'Lee, A., Park, B.,\nKim, C. (2019). One. J.\n';
    expect(links(`So (Lee et al., 2019).\n\n# References\n\n${list}`)).toEqual([
      'author-year lee-2019 → “Lee, A., Park, B.,\nKim, C. (2019). One. J.”',
    ]);
  });
});

describe('what a chat tool left behind', () => {
  it('leads nowhere', () => {
    expect(scan('So it is [oaicite:1].').citations).toMatchObject([
      {
        style: 'numbered',
        identifier: 'oaicite:1',
        label: 'oaicite:1',
        target: { kind: 'dangling', label: 'oaicite:1' },
      },
    ]);
  });
});

describe('lines that open with a number in brackets', () => {
  it.each([
    '[2019] Founded\n[2020] Grew\n[2020] Sold\n',
    '- [7.0] Remove tide 0.10\n- Remove waves\n- [7.0] Drop the moon\n',
    '- [1.0] Fix a\n- [2.0] Fix b\n- [1.0] Fix c\n',
    '> x\n[1] 3.14\n> y\n[1] 2.71\n',
  ])('are no list to which nothing leads: %j', (text) => {
    for (const format of ['markdown', 'text'] as const) {
      const { citations, problems } = scan(text, { format });
      expect(problems).toEqual([]);
      expect(citations.filter(({ target }) => target.kind === 'work')).toEqual([]);
    }
  });

  it.each([
    'Tides rise [1].\n\n[1] One.\n[2] Two.\n[2] Three.\n',
    '## References\n\n[1] One.\n[2] Two.\n[2] Three.\n',
    'References:\n[1] One.\n[2] Two.\n[2] Three.\n',
  ])('have a doubled number where they are a list: %j', (text) =>
    expect(codes(text)).toContain('duplicate-label'),
  );
});
