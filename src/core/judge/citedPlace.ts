/** The page or section that a citation names (`p. 12`, `section 3.2`, `#history`, `#:~:text=…`) and whether the quotation is in it. */
import { reason } from '../causes';
import type { Cause, Citation, Facts, Notice, Source, Span } from '../model';
import { lineEnd, lineStart, pageAt } from '../text/lines';
import { PAGES } from '../text/pointer';
import { locate } from '../text/quotation/quote';
import { decoded } from '../text/url';

/** A page after the year: `Smith 2020: 12`, `(Smith 2020, 12)`. */
const BEHIND_YEAR =
  /(?<!\d)(?:19|20)\d\d[a-z]?(?:: ?|, ?(?=\d{1,3}\D))(\d{1,4})(?: ?[-–] ?(\d{1,4}))?(?=[)\];,])/;
/** What directly follows one of several works in brackets: `, p. 12` of `(Smith, 2020, p. 12; Doe, 2019)`. */
const BEHIND_WORK = /^,? ?(?:pp?\.|pages? |S\. ?|§|sec)[^;]{1,40}/i;

/** The words of a citation that name a place in its source, and the fragment of its address. */
export function citedBy({ raw, marker, part, target, style, claim, group }: Citation): string {
  const end = part.end - marker.start;
  const own = raw.slice(part.start - marker.start, end);
  const words = own === raw ? own : own + (BEHIND_WORK.exec(raw.slice(end))?.[0] ?? '');
  const address = target.kind === 'url' ? target.url : raw;
  const fragment = /#[^\s)\]>"]*$/.exec(address.replace(/[)\]>]+$/, ''))?.[0] ?? '';
  // Names of files look like pages: `irs-pdf/p17.pdf`.
  const bare = style === 'link' ? words.replace(/\][([][^]*$/, '') : style === 'url' ? '' : words;
  const beside = group === undefined && !PAGES.test(bare) ? (PAGES.exec(claim.text)?.[0] ?? '') : '';
  return `${bare} ${fragment === '' ? beside : fragment}`;
}

/** A notice if the quotation is on another page, or outside the section, than `cited` names, as `citedBy` gives it. */
export const placeNotice = (cited: string, source: Paged, quote: Span): Notice | undefined =>
  pageNotice(cited, source, quote) ?? sectionNotice(cited, source, quote);

type Paged = Pick<Source, 'text' | 'pages' | 'pageLabels' | 'record'>;
type Pages = Span & { readonly printed: (page: number) => string | number | undefined };

/**
 * The pages that `words` name, in each way that the file can be counted: its own page labels, printed numbers if the record has the first
 * page, its own count. Empty if the file has no such page.
 */
function citedPages(words: string, { pages = [], pageLabels = [], record }: Paged) {
  const [, first = '', to = '', more] = PAGES.exec(words) ?? BEHIND_YEAR.exec(words) ?? [];
  // `345–54` means up to 354.
  const last = to === '' ? first : first.slice(0, Math.max(0, first.length - to.length)) + to;
  const names = pageLabels.map((label) => label.toLowerCase());
  const before = Number(/^\d+/.exec(record?.pages ?? '')?.[0] ?? Number.NaN) - 1;
  const way = (from: number, until: number, printed: Pages['printed']): Pages[] => {
    const end = more === undefined ? Math.max(from, until) : pages.length;
    return from >= 1 && end <= pages.length ? [{ start: from, end, printed }] : [];
  };
  const file = way(Number(first), Number(last), (page) => page);
  const ways = [
    ...way(names.indexOf(first) + 1, names.lastIndexOf(last) + 1, (page) => pageLabels[page - 1]),
    ...way(Number(first) - before, Number(last) - before, (page) => page + before),
    ...file,
  ];
  return { cited: to === '' ? first : `${first}–${last}`, ways: words.includes('#page=') ? file : ways };
}

/** Page breaks are uncertain, so an adjacent page is not a difference. */
function pageNotice(words: string, source: Paged, quote: Span): Notice | undefined {
  const page = pageAt(source.pages, quote.start);
  const { cited, ways } = citedPages(words, source);
  const [way] = ways;
  if (page === undefined || !way) return undefined;
  if (ways.some(({ start, end }) => page >= start - 1 && page <= end + 1)) return undefined;
  const printed = way.printed(page) ?? page;
  return String(printed) === String(page)
    ? notice('page_elsewhere', { page, cited })
    : notice('page_elsewhere_printed', { printed, page, cited });
}

/** The section, or the pages, that a citation names: spans of the text. */
export function citedSpans(cited: string, source: Paged): Span[] {
  const section = citedSection(cited, source.text);
  if (section) return [section];
  const { pages = [], text } = source;
  return citedPages(cited, source).ways.map(({ start, end }) => ({
    start: pages[start - 1] ?? 0,
    end: pages[end] ?? text.length,
  }));
}

const notice = (cause: Cause, facts: Facts): Notice => ({ kind: 'place', ...reason(cause, facts) });

function sectionNotice(cited: string, { text }: Paged, { start, end }: Span): Notice | undefined {
  const section = citedSection(cited, text);
  const isOutside = section && (end <= section.start || (section.isBounded && start >= section.end));
  return isOutside ? notice('section_elsewhere', { cited: section.name }) : undefined;
}

/** A section of a text. If it isn't bounded, its end is unknown and `end` only limits the evidence that is preferred. */
export type Section = Span & { readonly name: string; readonly isBounded: boolean };

const FRAGMENT = /:~:text=([^\s&)\]>"]{1,600})/;
const NUMBER = /(?:§ ?|\bsec(?:tions?|t?\.)? |\bAbschnitt )(\d{1,2}(?:\.\d{1,2}){0,3})(?!\d)/i;
const ANCHOR = /#([\p{L}_][^\s#:=/?&)\]>"]{1,100})(?=$|[\s)\]>"])/u;
const NUMBERED_HEADING = /^(?:section )?(\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+\p{L}[^\n]{0,90}$/gimu;
/** Headings are short lines. */
const HEADING = /^[^\n]{2,100}$/gm;
/** UTF-16 units of a section without a known end. */
const REACH = 4_000;

/** The section that a citation names, if its beginning is found beyond doubt. Linear in the text. */
function citedSection(cited: string, text: string): Section | undefined {
  const words = FRAGMENT.exec(cited)?.[1];
  if (words !== undefined) return highlighted(decoded(words), text);
  const number = NUMBER.exec(cited)?.[1];
  if (number !== undefined) return numbered(number, text);
  const anchor = ANCHOR.exec(cited)?.[1];
  return anchor === undefined ? undefined : titled(decoded(anchor), text);
}

/** The paragraph of a text fragment: `prefix-,start,end,-suffix`. */
function highlighted(words: string, text: string): Section | undefined {
  const [first, last] = words.split(',').filter((part) => !part.endsWith('-') && !part.startsWith('-'));
  const from = locate(text, first ?? '')?.span;
  if (!from || first === undefined) return undefined;
  const to = last === undefined ? from : (locate(text, last)?.span ?? from);
  const end = lineEnd(text, Math.max(from.end, to.end));
  return { start: lineStart(text, from.start), end, name: first.slice(0, 80), isBounded: true };
}

/** From the heading with the number, the last one because a table of contents comes first, to the next that isn't below it. */
function numbered(number: string, text: string): Section | undefined {
  const headings = [...text.matchAll(NUMBERED_HEADING)].map((m) => ({ at: m.index, number: m[1] ?? '' }));
  const own = headings.filter((h) => h.number === number);
  const start = own.at(-1)?.at;
  // Items of a list look like headings with one number.
  if (start === undefined || own.length > 2 || (!number.includes('.') && own.length > 1)) return undefined;
  const next = headings.find((h) => h.at > start && !h.number.startsWith(`${number}.`));
  return { start, end: next?.at ?? text.length, name: number, isBounded: true };
}

/** From the last line whose letters are those of the anchor, without its number. */
function titled(anchor: string, text: string): Section | undefined {
  const letters = (part: string) => part.toLowerCase().replace(/^[#\d. ]+|[^\p{L}\p{N}]+/gu, '');
  const slug = letters(anchor.replace(/^(?:user-content|section|sec)-/, ''));
  const start = [...text.matchAll(HEADING)].findLast((m) => letters(m[0]) === slug)?.index;
  return start === undefined || slug.length < 3
    ? undefined
    : { start, end: Math.min(text.length, start + REACH), name: anchor, isBounded: false };
}
