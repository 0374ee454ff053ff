import { describe, expect, it } from 'vitest';
import { pageNotice } from '../../../src/core/judge/citedPage';
import { sourceOf } from '../../fakes';

const PAGES = Array.from({ length: 10 }, (_, i) => i * 100);
/** The notice for a quotation on page `page` of a file of ten pages. */
const notice = (raw: string, page: number, pages?: string) =>
  pageNotice(raw, sourceOf({ pages: PAGES, ...(pages !== undefined && { record: { pages } }) }), {
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
    expect(pageNotice('(Doe, p. 2)', sourceOf({}), { start: 0, end: 9 })).toBeUndefined());
});
