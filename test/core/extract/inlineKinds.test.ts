/** Definitions of links, tags and code within a paragraph: what of them is a citation. */
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const found = (text: string) => scan(text).citations.map((c) => `${c.style} ${c.identifier}`);

describe('a definition of a link', () => {
  it.each([
    ['[a]: https://a.example/x', 'https://a.example/x'],
    ['[a]: <https://a.example/x>', 'https://a.example/x'],
    ['[a]: https://a.example/x "a title"', 'https://a.example/x'],
    ["[a]: https://a.example/x 'a title'", 'https://a.example/x'],
    ['[a]: https://a.example/x (a title)', 'https://a.example/x'],
    ['[a]: https://a.example/x "a \\" title"', 'https://a.example/x'],
    ['[a]:\n  https://a.example/x\n  "title"', 'https://a.example/x'],
    ['[a]:\r\n  https://a.example/x', 'https://a.example/x'],
    ['[a]:\r  https://a.example/x', 'https://a.example/x'],
    ['[a]: https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ['[a]: https://a.example/x\\)', 'https://a.example/x)'],
  ])('%j leads its marker to %s', (definition, url) => {
    expect(found(`So it is [text][a].\n\n${definition}\n`)).toEqual([`link ${url}`]);
  });

  it.each([
    '[a]: <https://a.example/x',
    '[a]: <https://a.example/<x>',
    '[a]: https://a.example/x "title" more',
    '[a]: https://a.example/(x',
    '[a]: https://a.example/x)',
    '[a]:\n\nhttps://a.example/x',
    '[a]:',
  ])('is none in %j', (definition) => {
    expect(found(`So it is [text][a].\n\n${definition}\n`).filter((c) => c.startsWith('link'))).toEqual([]);
  });
});

describe('a picture that is what a link shows', () => {
  const definitions =
    '\n\n[pic]: https://badges.example/v/x.svg\n[page]: https://e.example/x\n[here]: #use\n';
  it.each([
    '[![version](https://badges.example/v/x)](https://e.example/x)',
    '[![version](https://badges.example/v/x.svg)](https://e.example/x)',
    '[![version][pic]](https://e.example/x)',
    '[![version][pic]][page]',
    '[![version](https://badges.example/v/x)][page]',
  ])('is no source of its own, and the link is all of %s', (badge) => {
    const { citations } = scan(`Hello ${badge} there.${definitions}`);
    expect(citations.map(({ raw, target, claim }) => [raw, target, claim.text])).toEqual([
      [badge, { kind: 'url', url: 'https://e.example/x' }, 'Hello version there.'],
    ]);
  });
  it.each([
    '![version][pic]',
    '[![version][pic]](#use)',
    '[![version](https://badges.example/v/x)](docs/use.md)',
    '[![version](https://badges.example/v/x)][here]',
  ])('is none in %s', (badge) => expect(scan(`So ${badge} it is.${definitions}`).citations).toEqual([]));
  it('is one where it is shown by itself', () => {
    const { citations } = scan('So ![a page](https://e.example/page) it is![x][^2]\n\n[^2]: Two.');
    expect(citations.map(({ raw }) => raw)).toEqual(['[a page](https://e.example/page)', '[^2]']);
  });
});

describe('a tag within a paragraph', () => {
  it.each([
    ["<a href='https://a.example/x'>t</a>", ['link https://a.example/x']],
    ['<a href=https://a.example/x>t</a>', ['link https://a.example/x']],
    ['<A HREF="https://a.example/x">t</A>', ['link https://a.example/x']],
    ['<a title="a > b" href="https://a.example/x">t</a>', ['link https://a.example/x']],
    ['<a name="x">https://a.example/x</a>', ['url https://a.example/x']],
    ['<a href="mailto:x@a.example">t</a>', []],
    [
      '<a href="https://a.example/x">t <a href="https://b.example/y">u</a>',
      ['link https://a.example/x', 'link https://b.example/y'],
    ],
    ['so <!--> https://a.example/x', ['url https://a.example/x']],
    ['so <!---> https://a.example/x', ['url https://a.example/x']],
    ['so <!-- https://a.example/x --> https://b.example/y', ['url https://b.example/y']],
    ['so <!-- https://a.example/x', ['url https://a.example/x']],
    ['<https://a.example/x>', ['url https://a.example/x']],
    ['<https://a.example/x y>', ['url https://a.example/x']],
    ['<https://a.example/<x>', ['url https://a.example/']],
    ['<span title="https://a.example/x">t</span>', []],
    ['1 < 2 https://a.example/x', ['url https://a.example/x']],
    [`<a title="${'x'.repeat(9_000)}" href="https://a.example/x">t</a>`, []],
  ])('%j is %j', (text, expected) => expect(found(text)).toEqual(expected));
});

describe('code within a paragraph', () => {
  it.each([
    ['see `src/a.ts:4`', ['file src/a.ts:4']],
    ['see `src/a.ts:4…`', ['file src/a.ts:4']],
    ['see `src/a.ts:4...`', ['file src/a.ts:4']],
    ['see ` src/a.ts:4 `', ['file src/a.ts:4']],
    ['see ``src/a.ts:4``', ['file src/a.ts:4']],
    ['see `https://a.example/x`', []],
    ['commit `e45daa3`', ['commit git:e45daa3']],
    ['see `[1]` and `', []],
    ['see `` ` ``', []],
  ])('%j is %j', (text, expected) => expect(found(text)).toEqual(expected));
});

describe('a place in a file', () => {
  it.each([
    ['见src/a.ts:42。', 'src/a.ts:42'],
    ['在src/a.ts:42处', 'src/a.ts:42'],
    ['文档/a.ts:42', '文档/a.ts:42'],
    ['as _src/a.ts:42_ has', 'src/a.ts:42'],
    ['as _src/_a.ts:42_ has', 'src/_a.ts:42'],
    ['as ~~src/a.ts:42~~ has', 'src/a.ts:42'],
    ['as ~/a.ts:42 has', '~/a.ts:42'],
    ['as a.ts (L12-L15) has', 'a.ts:12-15'],
    ['as `a.ts` (L12) has', 'a.ts:12'],
  ])('is found in %s', (text, place) => expect(found(text)).toEqual([`file ${place}`]));

  it.each(['src/a.ts:42_b', 'the L12 visa', 'from L1 to L2', '`a = b.c` (L12) sets it'])(
    'is none in %s',
    (text) => expect(found(text)).toEqual([]),
  );
});

describe('a commit', () => {
  it.each([
    ['Pushed as abc1234.', ['abc1234']],
    ['HEAD is now at abc1234', ['abc1234']],
    ['the abc1234 commit', ['abc1234']],
    ['- abc1234 Fix the thing\n- def5678: Fix another', ['abc1234', 'def5678']],
    ['from abc1234..def5678', ['abc1234', 'def5678']],
    ['`git diff abc1234 def5678`', ['abc1234', 'def5678']],
    ['`git log abc1234..HEAD`', ['abc1234']],
    ['`abc1234...def5678`', ['abc1234', 'def5678']],
  ])('is found in %j', (text, shas) => expect(found(text)).toEqual(shas.map((sha) => `commit git:${sha}`)));

  it.each([
    'abc1234 is an id',
    'an id abc1234 here',
    '`id abc1234`',
    'sha256:abc1234def',
    '`git checkout feat-abc1234`',
  ])('is none in %s', (text) => expect(found(text)).toEqual([]));
});

describe('an identifier', () => {
  it.each([
    ['ISBN：978-3-16-148410-0', 'isbn:9783161484100'],
    ['PMID：12345678', 'pmid:12345678'],
    ['arXiv：2301.12345', 'arxiv:2301.12345'],
    ['vercel/next.js#123', 'gh:vercel/next.js#123'],
  ])('is found in %s', (text, id) => expect(found(text)).toEqual([`identifier ${id}`]));

  it('is none where a script of a folder stands before a mark', () =>
    expect(found('see src/main.js#12')).toEqual([]));
});

describe('a formula', () => {
  it.each([
    'Let $x \\in [1,2]$ be [3].',
    'Let $[1]$ be [3].',
    'Let $$x = [1] + [2]$$ be [3].',
    '$$\n[1] + [2]\n$$\n\nIt is so [3].',
    'Let \\(a[1] = [2]\\) be [3].',
    'Let \\[x \\in [1,2]\\] be [3].',
  ])('holds no markers: %j', (text) => expect(found(text)).toEqual(['numbered 3']));

  it.each([
    'It costs $5 [1] and $6 [2].',
    'It costs US$5 [1] and A$6 [2].',
    'It costs $500[1], later $600[2].',
    'Between $5 billion [1] and 6$ billion [2].',
    'With $HOME [1] and $PATH [2].',
    'With $a$, [1] and $b$, [2].',
    'It costs \\$5 [1] and \\$6 [2].',
    'With $`a$` [1] and `$` [2].',
  ])('is none where dollars are money or code: %j', (text) =>
    expect(found(text)).toEqual(['numbered 1', 'numbered 2']),
  );
});

describe('a claim', () => {
  const claims = (text: string) => scan(text).citations.map(({ claim }) => claim.text);
  it.each([
    ['He said: “It is so.” And so it was https://a.example.', ['And so it was.']],
    ['Is it so…? It is https://a.example.', ['It is.']],
    ['So it went... Then it was so https://a.example.', ['Then it was so.']],
    ['It was so... and so https://a.example.', ['It was so... and so.']],
    ['It is so。これは本当だ https://a.example', ['これは本当だ']],
    ['The value is 3。14 https://a.example', ['14']],
  ])('of %j is %j', (text, expected) => expect(claims(text)).toEqual(expected));
});
