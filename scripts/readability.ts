/** Baseline for reading pages: @mozilla/readability over linkedom. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** This project has no browser types, so the document is typed by hand. */
const documentOf = (html: string): object =>
  (parseHTML(html) as unknown as { readonly document: object }).document;
const textOf = (document: object): string =>
  (document as { readonly documentElement: { readonly textContent: string } }).documentElement.textContent;

const BLOCK =
  /<\/?(?:address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)\b[^>]*>/gi;

/** The article of a page, or null. */
export const article = (html: string) =>
  new Readability(documentOf(html) as ConstructorParameters<typeof Readability>[0]).parse();

/** The article's text with a line break per block; `textContent` would join words across blocks. */
export function articleText(html: string): string {
  const content = article(html)?.content ?? '';
  return textOf(documentOf(`<html><body>${content.replace(BLOCK, '\n$&')}</body></html>`));
}
