/** The page or section that a citation names (`p. 12`, `section 3.2`, `#history`, `#:~:text=…`) and whether the quotation is in it. */
import { reason } from '../causes';
import type { Notice, Source, Span } from '../model';
import { pageAt } from '../text/lines';
import { locate } from '../text/quotation/quote';

const PAGES = /(?:\bpp?\.? ?|\bpages? |\bS\. ?|#page=)(\d{1,4})(?: ?[-–] ?(\d{1,4}))?(?![\d.])/;

/** A notice if the quotation is on another page, or outside the section, than `cited` names: the marker and the cited address. */
export const placeNotice = (cited: string, source: Source, quote: Span): Notice | undefined =>
  pageNotice(cited, source, quote) ?? sectionNotice(cited, source, quote);

/**
 * A number counts as the page of the file, or as the printed one where the record has the first page; if it may be neither, nothing is said.
 * Page breaks are uncertain, so a page beside is no difference.
 */
function pageNotice(raw: string, { pages, record }: Source, quote: Span): Notice | undefined {
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

function sectionNotice(cited: string, { text }: Source, { start, end }: Span): Notice | undefined {
  const section = citedSection(cited, text);
  const isOutside = section && (end <= section.start || (section.isBounded && start >= section.end));
  return isOutside ? { kind: 'place', ...reason('section_elsewhere', { cited: section.name }) } : undefined;
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
export function citedSection(cited: string, text: string): Section | undefined {
  const words = FRAGMENT.exec(cited)?.[1];
  if (words !== undefined) return highlighted(decoded(words), text);
  const number = NUMBER.exec(cited)?.[1];
  if (number !== undefined) return numbered(number, text);
  const anchor = ANCHOR.exec(cited)?.[1];
  return anchor === undefined ? undefined : titled(decoded(anchor), text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The paragraph of a text fragment: `prefix-,start,end,-suffix`. */
function highlighted(words: string, text: string): Section | undefined {
  const [first, last] = words.split(',').filter((part) => !part.endsWith('-') && !part.startsWith('-'));
  const from = locate(text, first ?? '')?.span;
  if (!from || first === undefined) return undefined;
  const to = last === undefined ? from : (locate(text, last)?.span ?? from);
  const start = text.lastIndexOf('\n', from.start - 1) + 1;
  const line = text.indexOf('\n', Math.max(from.end, to.end));
  return { start, end: line < 0 ? text.length : line, name: first.slice(0, 80), isBounded: true };
}

/** From the heading with the number, the last of that number because a table of contents comes first, to the next that isn't below it. */
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
