import { describe, expect, it } from 'vitest';
import { placeNotice } from '../../../src/core/judge/citedPlace';
import { select } from '../../../src/core/judge/passages';
import { read } from '../../../src/core/text/relevance/retrieval';
import { sourceOf } from '../../fakes';

const PAGES = Array.from({ length: 10 }, (_, i) => i * 100);
/** The notice for a quotation on page `page` of a file of ten pages. */
const notice = (raw: string, page: number, pages?: string) =>
  placeNotice(raw, sourceOf({ pages: PAGES, ...(pages !== undefined && { record: { pages } }) }), {
    start: (page - 1) * 100 + 5,
    end: (page - 1) * 100 + 20,
  });

describe('the cited page', () => {
  it.each([
    ['(Doe, 2020, p. 2)', 7],
    ['[@doe, pp. 2-3]', 9],
    ['https://a.example/x.pdf#page=2', 7],
    ['(Doe, 2020, S. 2)', 7],
  ])('%s differs from page %i', (raw, page) =>
    expect(notice(raw, page)).toMatchObject({
      kind: 'place',
      cause: 'page_elsewhere',
      facts: { page, cited: '2' },
    }),
  );

  it('may be the printed one', () => {
    expect(notice('(Doe, 2020, p. 347)', 3, '345-354')).toBeUndefined();
    expect(notice('(Doe, 2020, p. 347)', 9, '345-354')).toMatchObject({ facts: { page: 353, cited: '347' } });
  });

  it.each([
    ['is the page', '(Doe, 2020, p. 7)', 7],
    ['is a page beside it', '(Doe, 2020, p. 6)', 7],
    ['is among the pages', '[@doe, pp. 2-8]', 5],
    ['is not a page of this file', '(Doe, 2020, p. 345)', 7],
    ['is not named', '(Doe, 2020)', 7],
    ['is a chapter', '(Doe, 2020, ch. 2)', 7],
  ])('says nothing if it %s', (_, raw, page) => expect(notice(raw, page)).toBeUndefined());

  it('says nothing of a source without pages', () =>
    expect(placeNotice('(Doe, p. 2)', sourceOf({}), { start: 0, end: 9 })).toBeUndefined());
});

const MANUAL = [
  'Contents',
  '3.2 Cold starts',
  '3.3 Repairs',
  '1 Use',
  'Turn the key before you leave.',
  '3.2 Cold starts',
  'Pull the lever, then wait for a minute.',
  '3.2.1 Below zero',
  'Warm the engine with care.',
  '3.3 Repairs',
  'Call the workshop of your town.',
].join('\n\n');
const at = (words: string) => ({
  start: MANUAL.indexOf(words),
  end: MANUAL.indexOf(words) + words.length,
});
const outside = (cited: string, words: string) => placeNotice(cited, sourceOf({ text: MANUAL }), at(words));

describe('the cited section', () => {
  it.each([
    ['(Doe, 2020, section 3.2)', 'Call the workshop', '3.2'],
    ['(Doe, 2020, § 3.2)', 'Turn the key', '3.2'],
    ['[x](https://a.example/#cold-starts)', 'Turn the key', 'cold-starts'],
    ['https://a.example/#Repairs', 'Warm the engine', 'Repairs'],
    ['https://a.example/#:~:text=Pull%20the%20lever', 'Turn the key', 'Pull the lever'],
    ['https://a.example/#:~:text=zero-,Warm,care.', 'Call the workshop', 'Warm'],
  ])('%s differs from “%s”', (cited, words, name) =>
    expect(outside(cited, words)).toMatchObject({ cause: 'section_elsewhere', facts: { cited: name } }),
  );

  it.each([
    ['has the quotation', '(Doe, 2020, section 3.2)', 'Warm the engine'],
    ['may go on to the quotation', 'https://a.example/#cold-starts', 'Call the workshop'],
    ['is not found', 'https://a.example/#prices', 'Turn the key'],
    ['is not found by its number', '(Doe, 2020, section 7)', 'Turn the key'],
    ['is a route', 'https://a.example/#/use', 'Turn the key'],
    ['has no readable name', 'https://a.example/#cold%E0%starts', 'Turn the key'],
  ])('says nothing if it %s', (_, cited, words) => expect(outside(cited, words)).toBeUndefined());

  it('comes first in the evidence', () => {
    const near = Array.from({ length: 60 }, (_, i) => `Engine ${i} needs care after a cold night.`).join(
      '\n',
    );
    const text = `${near}\n\nOld engines\n\nThe engine of the mill needs a cold night.`;
    const shown = (cited: string) =>
      select(read(sourceOf({ text })), [{ text: 'An engine needs care.', cited }], 60)
        .passages.map((p) => p.text)
        .join(' ');
    expect(shown('')).not.toContain('the mill');
    expect(shown('https://a.example/#old-engines')).toContain('the mill');
  });
});
