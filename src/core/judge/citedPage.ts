/** The page that a marker names (`p. 12`, `#page=12`) against the page that holds the quotation. */
import { reason } from '../causes';
import type { Notice, Source, Span } from '../model';
import { pageAt } from '../text/lines';

const PAGES = /(?:\bpp?\.? ?|\bpages? |\bS\. ?|#page=)(\d{1,4})(?: ?[-–] ?(\d{1,4}))?(?![\d.])/;

/**
 * A notice if the quotation is on another page than the marker names. A number counts as the page of the file, or as the printed one where
 * the record has the first page; if it may be neither, nothing is said. Page breaks are uncertain, so a page beside is no difference.
 */
export function pageNotice(raw: string, { pages, record }: Source, quote: Span): Notice | undefined {
  const [cited = '', first = '', last = first] = PAGES.exec(raw) ?? [];
  const page = pageAt(pages, quote.start);
  if (cited === '' || page === undefined || !pages) return undefined;
  const [from, to] = [Number(first), Math.max(Number(first), Number(last))];
  const printed = Number(/^\d+/.exec(record?.pages ?? '')?.[0] ?? Number.NaN) - 1;
  const isThere = (n: number) => n >= from - 1 && n <= to + 1;
  const isInFile = from >= 1 && to <= pages.length;
  const isPrinted = from > printed && to <= printed + pages.length;
  if (isThere(page) || isThere(printed + page) || !(isInFile || isPrinted)) return undefined;
  const shown = isPrinted ? printed + page : page;
  return { kind: 'place', ...reason('page_elsewhere', { page: shown, cited: first }) };
}
