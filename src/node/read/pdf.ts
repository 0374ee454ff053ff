/** Extracts text from PDF with pdf.js: joins lines to paragraphs, repairs hyphenation and ligatures, records the offset of each page. */
import { fail } from '../../core/causes';
import type { Failure } from '../../core/model';
import { at } from '../../core/text/jsonFields';
import { highest } from '../../core/text/highest';
import { seen } from './blocks';
import { withoutCovered } from './pdfInk';
import type { Readable } from './readerTypes';

type Limits = { readonly characters: number; readonly pages: number; readonly milliseconds: number };
/** Well below the time limit of the worker; text read so far is returned as truncated. */
export const PDF_LIMITS: Limits = { characters: 1_000_000, pages: 1_500, milliseconds: 15_000 };

/** The fields of pdf.js text items in use. */
type Item = {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
};
type Line = { text: string; y: number; x: number; height: number; right: number };

/** Invisible text has no size or lies outside the page. */
function isSeen({ transform, height }: Item, view: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const size = Math.max(Math.hypot(a, b), Math.hypot(c, d), height);
  const [left = 0, bottom = 0, right = Infinity, top = Infinity] = view;
  return size >= 1.5 && x >= left - 20 && x <= right + 20 && y >= bottom - 20 && y <= top + 20;
}

/** Groups items in drawing order into lines; pdf.js marks line ends and inserts spaces. */
function linesOf(items: readonly Item[], view: readonly number[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const item of items) {
    if (item.str !== '' && isSeen(item, view)) {
      const [, , , , x = 0, y = 0] = item.transform;
      line ??= { text: '', y, x, height: item.height, right: x };
      line.text += item.str;
      line.right = Math.max(line.right, x + item.width);
      if (item.height > line.height) line.height = item.height;
    }
    if (item.hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  return lines.filter((l) => l.text.trim() !== '');
}

/** TeX sets an accent apart from its letter: `na¨ıve`, `caf´e`. */
const MARKS: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  ˆ: '\u0302',
  ˇ: '\u030c',
  '˘': '\u0306',
  '˚': '\u030a',
};
const accented = (text: string): string =>
  text.replace(/([¨´ˆˇ˘˚]) ?([A-Za-zı])/g, (whole, mark: string, letter: string) => {
    const one = ((letter === 'ı' ? 'i' : letter) + (MARKS[mark] ?? '')).normalize('NFC');
    return one.length === 1 ? one : whole;
  });

const clean = (text: string): string =>
  accented(seen(text))
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
    .replaceAll('ſt', 'st')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether `line` starts a new paragraph. */
function isNew(before: Line, line: Line): boolean {
  const height = Math.max(before.height, line.height, 1);
  const gap = before.y - line.y;
  if (Math.abs(before.height - line.height) > height * 0.2) return true;
  if (gap > height * 1.9 || gap < -height * 2) return gap > 0 || /[.!?:]["'”’)\]]?\s*$/.test(before.text);
  return line.x > before.x + height * 0.8 && /[.!?:]["'”’)\]]?\s*$/.test(before.text) && gap > 0;
}

/** Joins two lines of a paragraph. A hyphen between lower-case letters is hyphenation. */
function join(text: string, next: string): string {
  if (/\p{L}[-\u2010\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  // Before a capital or a digit the hyphen belongs to the word: Franco-German, Covid-19.
  if (/[\p{L}\p{N}][-\u2010]$/u.test(text) && /^[\p{Lu}\p{N}]/u.test(next)) return text + next;
  return /[\u3040-\u30ff\u4e00-\u9fff]$/.test(text) && /^[\u3040-\u30ff\u4e00-\u9fff]/.test(next)
    ? text + next
    : `${text} ${next}`;
}

/** The paragraphs of a page. */
export function pageText(items: readonly Item[], view: readonly number[]): string {
  const paragraphs: string[] = [];
  let current = '';
  let before: Line | undefined;
  for (const line of linesOf(items, view)) {
    // A soft hyphen at a line end is hyphenation; repair it before soft hyphens are dropped.
    const text = clean(line.text.replace(/\u00ad\s*$/, '-'));
    if (text === '') continue;
    if (before && !isNew(before, line)) current = join(current, text);
    else {
      if (current) paragraphs.push(current);
      current = text;
    }
    before = line;
  }
  if (current) paragraphs.push(current);
  return paragraphs.join('\n\n');
}

/** The lines in the largest type at the top of the first page, for documents without a title. */
export function pageTitle(items: readonly Item[], view: readonly number[]): string {
  const lines = linesOf(items, view).slice(0, 40);
  const largest = highest(lines.map((l) => l.height));
  const first = lines.findIndex((l) => l.height > largest * 0.95);
  const run = lines.slice(
    first,
    lines.findIndex((l, i) => i > first && l.height <= largest * 0.95),
  );
  const title = run.map((l) => clean(l.text)).join(' ');
  const body = lines.some((l) => l.height < largest * 0.9);
  return body && title.length >= 8 && title.length <= 250 ? title : '';
}

type Page = {
  readonly view: readonly number[];
  getTextContent(): Promise<{ items: readonly unknown[] }>;
  cleanup(): unknown;
};
const isItem = (item: unknown): item is Item => typeof item === 'object' && item !== null && 'str' in item;

/** Whether a page is a picture without its text, maybe with the stamp of a library. `picture` is the area of the largest one. */
const isScan = (picture: number, [left = 0, bottom = 0, right = 0, top = 0]: Page['view'], body: string) =>
  body.length < STAMP && picture > (right - left) * (top - bottom) * (body === '' ? 0.5 : 0.9);
const STAMP = 200;

/** Reads pages up to a limit. What can't be read of a page, such as a scan, is skipped and marks the text as truncated. */
async function readPages(count: number, page: (n: number) => Promise<Page>, limits: Limits, started: number) {
  const pages: number[] = [];
  let [text, head] = ['', ''];
  let truncated = count > limits.pages;
  let failed = 0;
  for (let n = 1; n <= Math.min(count, limits.pages); n++) {
    if (text.length > limits.characters || performance.now() - started > limits.milliseconds) {
      truncated = true;
      break;
    }
    try {
      const one = await page(n);
      const { items: all, isDamaged, picture } = await withoutCovered(() => one.getTextContent());
      const items = all.filter(isItem);
      const body = pageText(items, one.view);
      if (isDamaged) failed++;
      truncated ||= isDamaged || isScan(picture, one.view, body);
      if (n === 1) head = pageTitle(items, one.view);
      one.cleanup();
      if (text !== '' && body !== '') text += '\n\n';
      pages.push(text.length);
      text += body;
    } catch {
      pages.push(text.length);
      truncated = true;
      // Gives up after a few failed pages: a document may claim a billion of them.
      if (++failed > 20 && text === '') break;
    }
  }
  return { head, isDamaged: failed > 0, text, pages, truncated };
}

/** UTF-16 units of a page's name. */
const MOST_LABEL = 12;
type Labelled = { readonly numPages: number; getPageLabels(): Promise<readonly string[] | null> };
/** The printed page numbers. They aren't requested if the file claims more pages than were read: it may claim a billion. */
async function labelsOf(pdf: Labelled, count: number): Promise<string[] | undefined> {
  if (pdf.numPages !== count) return undefined;
  return (await pdf.getPageLabels().catch(() => null))?.map((label) => label.slice(0, MOST_LABEL));
}

const plain = (value: unknown): string => (typeof value === 'string' ? clean(value).slice(0, 2_000) : '');

/** Some programs store the file name as title. */
const ownTitle = (title: string): string =>
  /^(?:untitled|microsoft (?:word|powerpoint)|slide 1|layout 1)|\.(?:docx?|tex|dvi|indd|pdf|qxd|pptx?|rtf)$/i.test(
    title,
  )
    ? ''
    : title;

/** `D:20200503…` in the document information. */
const pdfDate = (value: unknown): string | undefined => {
  const match = /^D:((?:19|20)\d\d)(\d\d)?(\d\d)?/.exec(plain(value));
  return match ? [match[1], match[2], match[3]].filter((p) => p !== undefined).join('-') : undefined;
};

/** Reads a PDF. Broken, encrypted and scanned files fail with `bad_pdf`, `pdf_encrypted`, `no_text`. */
export async function readPdf(bytes: Uint8Array, limits = PDF_LIMITS): Promise<Readable | Failure> {
  const started = performance.now();
  const { getDocumentProxy } = await import('unpdf');
  try {
    const pdf = await getDocumentProxy(bytes, {
      useSystemFonts: true,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    });
    const { head, isDamaged, ...read } = await readPages(
      pdf.numPages,
      (n) => pdf.getPage(n),
      limits,
      started,
    );
    if (read.text.trim() === '') return fail(isDamaged && pdf.numPages > 0 ? 'bad_pdf' : 'no_text');
    const pageLabels = await labelsOf(pdf, read.pages.length);
    const { info } = await pdf.getMetadata().catch(() => ({ info: undefined }));
    const published = pdfDate(at(info, 'CreationDate'));
    return {
      contentType: 'application/pdf',
      title: ownTitle(plain(at(info, 'Title'))) || head,
      ...read,
      ...(pageLabels && { pageLabels }),
      ...(published ? { published } : {}),
    };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return fail(isLocked ? 'pdf_encrypted' : 'bad_pdf');
  }
}
