import { describe, expect, it } from 'vitest';
import { citedBy, placeNotice } from '../../../src/core/judge/citedPlace';
import { select } from '../../../src/core/judge/passages';
import { read } from '../../../src/core/text/relevance/retrieval';
import { withoutAsides } from '../../../src/core/text/pointer';
import { scanText } from '../../../src/core/scan/scanText';
import { sourceOf } from '../../fakes';

const PAGES = Array.from({ length: 10 }, (_, i) => i * 100);
/** The notice for a quotation on page `page` of a file of ten pages. */
const notice = (raw: string, page: number, pages?: string, pageLabels?: string[]) =>
  placeNotice(
    raw,
    sourceOf({
      pages: PAGES,
      ...(pages !== undefined && { record: { pages } }),
      ...(pageLabels && { pageLabels }),
    }),
    { start: (page - 1) * 100 + 5, end: (page - 1) * 100 + 20 },
  );

describe('the cited page', () => {
  it.each([
    ['(Doe, 2020, p. 2)', 7, '2'],
    ['[@doe, pp. 2-3]', 9, '2–3'],
    ['https://a.example/x.pdf#page=2', 7, '2'],
    ['(Doe, 2020, S. 2 f.)', 7, '2'],
    ['Doe 2020: 2)', 7, '2'],
  ])('%s differs from page %i', (raw, page, cited) =>
    expect(notice(raw, page)).toMatchObject({
      kind: 'place',
      cause: 'page_elsewhere',
      facts: { page, cited },
    }),
  );

  it('may be a printed page number', () => {
    expect(notice('(Doe, 2020, p. 347)', 3, '345-354')).toBeUndefined();
    expect(notice('(Doe, 2020, p. 347)', 9, '345-354')).toMatchObject({
      cause: 'page_elsewhere_printed',
      facts: { printed: 353, page: 9, cited: '347' },
    });
    expect(notice('(Doe, 2020, pp. 346–8)', 3, '345-354')).toBeUndefined();
  });

  it('may be a page label of the file', () => {
    const labels = ['i', 'ii', 'iii', 'iv', '1', '2', '3', '4', '5', '6'];
    expect(notice('(Doe, 2020, p. iv)', 4, undefined, labels)).toBeUndefined();
    expect(notice('(Doe, 2020, p. 5)', 9, undefined, labels)).toBeUndefined();
    expect(notice('(Doe, 2020, p. i)', 9, undefined, labels)).toMatchObject({
      facts: { printed: '5', page: 9, cited: 'i' },
    });
  });

  it.each([
    ['is the page', '(Doe, 2020, p. 7)', 7],
    ['is a page beside it', '(Doe, 2020, p. 6)', 7],
    ['is among the pages', '[@doe, pp. 2-8]', 5],
    ['is not a page of this file', '(Doe, 2020, p. 345)', 7],
    ['is not named', '(Doe, 2020)', 7],
    ['is a chapter', '(Doe, 2020, ch. 2)', 7],
  ])('has no notice if it %s', (_, raw, page) => expect(notice(raw, page)).toBeUndefined());

  it.each([
    ['the words behind one of several works', 'It grew (Smith, 2020, p. 12; Doe, 2019).', /p\. 12/],
    ['the fragment of an address', 'It [grew](https://a.example/x.pdf#page=3).', /#page=3/],
    ['a page without a stop behind a year', 'It grew (Doe 2020, p12).', /p12/],
    ['no protein of the claim', 'The cells lack p53 and p21, so they grew [1].', /^(?!.*p53)/],
    ['no name of a file', 'It [grew](https://a.example/irs-pdf/p17.pdf).', /^(?!.*p17)/],
  ])('is read from %s', (_, text, cited) => {
    const [citation] = scanText(text).citations;
    expect(citation && citedBy(citation)).toMatch(cited);
  });

  it('is not a figure of the claim', () =>
    expect(withoutAsides('2024-05-01: p53 grew by 12 % (pp. 3–5; accessed 3 May 2024).').trim()).toMatch(
      /^: p53 grew by 12 % \( {7}; {20}\)\.$/,
    ));

  it('has no notice for a source without pages', () =>
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
const at = (words: string) => ({ start: MANUAL.indexOf(words), end: MANUAL.indexOf(words) + words.length });
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
  ])('has no notice if it %s', (_, cited, words) => expect(outside(cited, words)).toBeUndefined());

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
