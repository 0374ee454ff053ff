import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readHtml } from '../../../src/node/read/html';

const pages = path.resolve(import.meta.dirname, '../../fixtures/pages/articles');
const page = (name: string) => readHtml(readFileSync(path.join(pages, name), 'utf8'));
const text = (html: string) => readHtml(html).text;

describe('visible text', () => {
  it('drops invisible characters', () => {
    expect(text('<p>su\u200bpp\u2060or\u00adt\u202eed\u{e0041} \ufeffx\u0001y</p>')).toBe('supported xy');
  });

  it('keeps joiners inside scripts that need them, and emoji', () => {
    expect(text('<p>می\u200cخواهم 😀</p>')).toBe('می\u200cخواهم 😀');
  });

  it('never reads an attribute or a comment', () => {
    const word = fc.constantFrom('p', 'div', 'li', 'td', 'b', 'table', 'ul', 'section', 'h2', 'a', 'pre');
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constant('text '),
        fc
          .tuple(word, fc.array(tie('node'), { maxLength: 4 }))
          .map(
            ([w, inner]) => `<${w} title="secret" data-x='secret'><!-- secret -->${inner.join('')}</${w}>`,
          ),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (html) => {
        expect(text(html)).not.toContain('secret');
      }),
    );
  });
});

describe('blocks', () => {
  it('separates blocks, cells and lines', () => {
    const html =
      '<h2>Head</h2><div>one<div>two</div>three</div><ul><li>four<li>five</ul><table><tr><td>six<td>seven<tr><td>eight</table>nine<br>ten<p>eleven<hr>twelve';
    expect(text(html)).toBe(
      'Head\n\none\n\ntwo\n\nthree\n\nfour\nfive\n\nsix\tseven\neight\n\nnine\nten\n\neleven\n\ntwelve',
    );
  });

  it('joins what is one word or one line on the page', () => {
    expect(text('<p>The <b>mod</b>el\n has&nbsp;7 <i>billion</i><span> parameters</span>.')).toBe(
      'The model has 7 billion parameters.',
    );
  });

  it('keeps the lines of preformatted text', () => {
    expect(text('<p>Code:</p><pre>a = 1\n  b = 2\n</pre>')).toBe('Code:\n\na = 1\n  b = 2');
  });

  it('reads layout tables as pages, not as rows', () => {
    expect(
      text('<table><tr><td><p>Left one.</p><p>Left two.</p></td><td><p>Right.</p></td></tr></table>'),
    ).toBe('Left one.\n\nLeft two.\n\nRight.');
  });

  it('omits the footnote numbers and edit links of wikis', () => {
    expect(
      text(
        '<h2>Rivers<span class="mw-editsection">[edit]</span></h2><p>It is long.<sup class="reference">[1]</sup> Very.',
      ),
    ).toBe('Rivers\n\nIt is long. Very.');
  });

  it('keeps all words in order if the parser writes at two places in turn', () => {
    const cells = Array.from({ length: 3_000 }, (_, i) => `out${i} of <tr><td>in${i} the cell</td></tr> `);
    const read = text(`<body><p>Start of the page.</p><table>${cells.join('')}</table>`);
    for (const i of [0, 1, 1_500, 2_999]) {
      expect(read).toContain(`out${i} of`);
      expect(read).toContain(`in${i} the cell`);
    }
    expect(read.indexOf('out2999')).toBeLessThan(read.indexOf('in0 the cell'));
  });

  it('limits an endless text, and says so', () => {
    const read = readHtml(`<body>${'<p>Some words of a very long page. '.repeat(130_000)}`);
    expect(read.truncated).toBe(true);
    expect(read.text.startsWith('Some words of a very long page.')).toBe(true);
  });

  it.each([
    ['role="tabpanel" hidden', true],
    ['role="region" style="display:none"', true],
    ['style="top:0; OPACITY: 0"', true],
    ['style="display:none"', false],
    ['role="dialog" aria-hidden="true"', false],
  ])('is not whole without what a click opens or a script fades in: %s', (attributes, truncated) =>
    expect(readHtml(`<p>Seen text.</p><div ${attributes}>Folded text.</div>`)).toMatchObject({
      text: 'Seen text.',
      truncated,
    }),
  );

  it('reads a page of any shape without exhausting the stack', () => {
    for (const html of [
      '<div>'.repeat(100_000) + 'x',
      '<b><i><u>'.repeat(20_000) + 'x<p>'.repeat(50),
      '<table>'.repeat(5_000) + 'x',
    ])
      expect(text(html)).toContain('x');
  });
});

describe('main text', () => {
  it('keeps the article with its lead, headings, tables and lists, and nothing else', () => {
    const read = page('news.html');
    expect(read.title).toBe('Ferry returns to the lower lake');
    expect(read.published).toBe('2021-05-03');
    for (const part of [
      'After eleven years without a boat',
      'The Marie, built in 1964',
      'Who pays',
      'From\tFirst\tLast\nNorth pier\t06:40\t19:10',
      'Bicycles travel free before nine.\nDogs need a ticket of their own.',
      'nobody could be found to follow him.',
    ])
      expect(read.text).toContain(part);
    for (const part of [
      'Weather',
      'Share',
      'correspondent',
      'Boat builders',
      'grandfather',
      'Bakery',
      'rights reserved',
    ])
      expect(read.text).not.toContain(part);
  });

  it('keeps every sentence of a short page', () => {
    expect(text('<h1>Article</h1><p>Introduction.</p><p>The court ruled.</p><p>More follows.</p>')).toBe(
      'Article\n\nIntroduction.\n\nThe court ruled.\n\nMore follows.',
    );
  });

  it('does not mistake a wrapper for navigation because of its name', () => {
    const body =
      '<p>A sentence of the document that is long enough to be prose, with a comma and an end.</p>'.repeat(
        60,
      );
    for (const name of ['sidebar-left', 'share entry', 'page-with-comments', 'ad-layout'])
      expect(
        text(`<div class="${name}"><nav><a href=/>Home page</a></nav>${body}</div>`).length,
      ).toBeGreaterThan(5_000);
  });

  it('reads the head of a scholarly page', () => {
    const { published, title } = page('abstract-page.html');
    expect(title).toBe('Sediment load of two glacier streams');
    expect(published).toBe('2019-04-30');
  });
});
